# The doors of the project. Each sets up what it needs; nothing has to be installed by hand but Python, pip and make.

PYTHON ?= python3
BIN    := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY  := .venv/.ready

# Bytecode is kept, as it is wherever givens is installed: tests and benchmarks start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

WORKERS ?= logical
MKDOCS  := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
PYTEST  := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

.PHONY: demo test test-long check bench bench-quick pages picture browser docs wheel release clean

demo: browser  ## set up, then play the bundled pages, headless
	$(BIN)/givens demo

test: browser .venv/.pzpr .venv/.screen  ## set up, then run the quick tier of the tests; those of the house are checks
	TEST_TIER=quick $(PYTEST) --ignore tests/test_house.py

test-long: browser .venv/.pzpr .venv/.screen  ## set up, then run all tests, with many examples and mutants (CI does it every night)
	TEST_TIER=long $(PYTEST) --timeout 900

check: $(READY)  ## format, lint, types, import rules, what a new site or kind lacks, workflows, the documentation as a site
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m pytest -q --durations 0 tests/test_house.py
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(MKDOCS) --quiet --site-dir .venv/site

bench: browser .venv/.peers  ## the benchmarks, beside the peers; writes docs/benchmarks.md (a quarter of an hour)
	$(BIN)/python -m tools.bench --markdown docs/benchmarks.md

bench-quick: browser .venv/.peers  ## the same in about three minutes, on the terminal only
	$(BIN)/python -m tools.bench --quick

BOARDS ?= 30

pages: browser  ## play the pages that other people wrote, which lie outside this repository (hours; BOARDS=3: some minutes)
	$(BIN)/python -m tests.pages --both --boards $(BOARDS)

picture: browser  ## draw the pictures of the README: a session that plays a bundled page, the studio, and the coach
	@mkdir -p docs/pictures
	GIVENS_SESSIONS=docs/pictures/.sessions $(BIN)/givens play demo:tango
	GIVENS_SESSIONS=docs/pictures/.sessions $(BIN)/python -m tools.session_picture docs/pictures
	rm -r docs/pictures/.sessions
	$(BIN)/python -m tools.make_pictures
	$(BIN)/python -m tools.coach_picture

docs: $(READY)  ## build the documentation as a site into site/
	$(MKDOCS)

wheel: $(READY)  ## build the wheel into dist/
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

release: browser .venv/.release  ## build wheel and sdist into dist/, check them, let each play its pages as pip, pipx and uv install it, and make a man page and a container
	rm -rf dist
	$(BIN)/hatchling build -t sdist -t wheel
	$(BIN)/twine check --strict dist/*
	PYTHON=$(PYTHON) .ci/install dist/*.tar.gz
	for tool in pip pipx uv; do BIN=$(CURDIR)/$(BIN) PYTHON=$(PYTHON) .ci/install dist/*.whl $$tool || exit; done
	$(BIN)/python -m tools.man_page dist/givens.1
	if command -v docker > /dev/null; then docker build --tag givens .; else echo "docker is not installed: no container is built"; fi

clean:  ## remove what the doors have made
	rm -rf .venv build dist site

browser: .venv/.browser

.venv/.browser: $(READY)
	@$(BIN)/givens doctor --fix && touch $@

$(READY): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "givens needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@echo "setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/dev.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Without npm or a network, the tests that need it are skipped.
.venv/.pzpr: requirements/pzpr/package-lock.json $(READY)
	@mkdir -p .venv/pzpr && cp requirements/pzpr/*.json .venv/pzpr
	@npm ci --prefix .venv/pzpr --ignore-scripts --no-audit --no-fund --silent && touch $@ || echo "npm's pzpr is not installed"

# Without apt or the right to use it, the tests of browsers with windows are skipped.
.venv/.screen: requirements/debian.txt $(READY)
	@apt() { $$(test "$$(id -u)" = 0 || echo sudo -n) apt-get -qq "$$@" > /dev/null 2>&1; }; \
	  $(BIN)/givens doctor --fix --headed > /dev/null; \
	  { command -v Xvfb && command -v xdotool; } > /dev/null || { apt update; apt install -y xvfb xdotool; } \
	  && touch $@ || echo "Xvfb and xdotool are not installed"

.venv/.peers: requirements/bench.lock $(READY)
	@echo "installing the benchmark's peers (once)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/bench.lock
	@touch $@

.venv/.release: requirements/release.lock $(READY)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/release.lock
	@touch $@
