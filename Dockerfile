# `make release` builds this image from the wheel in dist/. It plays the puzzles of the day once a day, as no root:
#   docker run --init -v givens:/home/givens --security-opt seccomp=unconfined givens
# Chromium's sandbox needs namespaces, which Docker's own filter of system calls refuses. The volume holds settings,
# history and sessions; `docker run -it … givens givens daily init` chooses what is played.
FROM python:3.11-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium-headless-shell \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home givens
COPY dist/*.whl /tmp/
RUN pip install --no-cache-dir "$(echo /tmp/givens-*.whl)[notify]"
USER givens
WORKDIR /home/givens
VOLUME /home/givens
CMD ["sh", "-c", "trap exit TERM; while :; do givens daily run; sleep 86400 & wait $!; done"]
