"""Workers of a Dask cluster: Dask schedules chunks, and reschedules those of a lost worker."""

from __future__ import annotations

import logging
import time
import warnings
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from importlib.metadata import PackageNotFoundError
from sysconfig import get_python_version
from typing import TYPE_CHECKING, ClassVar

from bot.errors import SetupError, UsageError, first_line
from bot.extras import install_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from distributed import Client, Future

    from bot.batch.lines import RawEntry
    from bot.batch.stream import ChunkResult, Work

CONNECT_TIMEOUT = 5.0
"""Seconds in which a scheduler must answer and have a worker."""
COUNT_EVERY = 2.0
"""Seconds between two counts of the workers."""
VERSIONS: Mapping[str, Callable[[], str]] = {
    "Python": get_python_version,
    **{name: partial(metadata.version, name) for name in ("distributed", "givens", "z3-solver")},
}
"""The versions that must be equal on all machines, as tasks are sent by reference, each with what returns it."""
CERTIFICATES = {"tls_ca_file": "ca.pem", "tls_client_cert": "cert.pem", "tls_client_key": "key.pem"}
"""The files of a folder of certificates, each with its option of Dask."""
WORKERS_ONLY = ("z3-solver",)
"""Packages that only workers need."""


class Cluster:
    """The workers that a cluster has at the moment."""

    CHUNK_SECONDS: ClassVar[float] = 0.5

    def __init__(self, client: Client, address: str, work: Work, warn: Callable[[str], None]) -> None:
        """`warn` is called with a warning for workers with several threads, and when no worker is left."""
        self._client, self._address, self._work, self._warn = client, address, work, warn
        self._numbers: dict[Future[ChunkResult], int] = {}
        self._workers, self._counted = 0, 0.0

    def capacity(self) -> int:
        """Return twice the number of workers, so that each has its next chunk ready."""
        if time.monotonic() > self._counted + COUNT_EVERY:
            with _reached(self._address):
                threads = self._client.nthreads()
            if not self._counted and max(threads.values(), default=1) > 1:
                self._warn("Z3 uses one thread per worker: start one worker per core, with --nthreads 1")
            if self._workers and not threads:
                self._warn(f"{self._address} has no workers left; waiting for one")
            self._workers, self._counted = len(threads), time.monotonic()
        return 2 * max(1, self._workers)

    def send(self, number: int, raws: Sequence[RawEntry]) -> None:
        """Submit a chunk under a unique number."""
        with _reached(self._address):
            self._numbers[self._client.submit(self._work.chunk, raws, pure=False)] = number

    def wait(self) -> list[tuple[int, ChunkResult | None]]:
        """Wait a while for chunks, and return those that are done; None where workers died while answering."""
        from distributed import wait

        with _reached(self._address):
            try:
                done, _ = wait(list(self._numbers), timeout=COUNT_EVERY, return_when="FIRST_COMPLETED")
            except TimeoutError:
                return []
        return [(self._numbers.pop(future), self._result(future)) for future in done]

    def _result(self, future: Future[ChunkResult]) -> ChunkResult | None:
        from distributed.scheduler import KilledWorker

        with _reached(self._address):
            error = future.exception()
        if error is None:
            done: ChunkResult = future.result()
            return done
        if isinstance(error, KilledWorker):
            return None
        raise SetupError(f"a worker at {self._address} failed: {type(error).__name__}: {first_line(error)}")


@contextmanager
def cluster(address: str, work: Work, warn: Callable[[str], None], *, tls: Path | None = None) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; raises `SetupError` if it does not answer or has other versions.

    `tls` is a folder with the certificates named in `CERTIFICATES`; then the connection must be encrypted.
    """
    try:
        from distributed import Client, Security
    except ImportError:
        raise SetupError("--cluster needs Dask", command=install_command("distributed")) from None
    security = None
    if tls is not None:
        files = {option: str(tls / name) for option, name in CERTIFICATES.items()}
        if missing := [name for name in CERTIFICATES.values() if not (tls / name).is_file()]:
            raise UsageError(f"--cluster-tls {tls}: the folder has no {missing[0]}")
        security = Security(require_encryption=True, **files)
    logging.disable()  # Problems are reported as errors of givens.
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            try:
                client = Client(address, timeout=CONNECT_TIMEOUT, security=security)
            except (OSError, RuntimeError, TypeError, ValueError) as error:
                raise SetupError(f"no scheduler answers at {address}: {first_line(error)}") from None
            with client:
                with _reached(address):
                    _compare(client, address)
                yield Cluster(client, address, work, warn)
    finally:
        logging.disable(logging.NOTSET)


def _compare(client: Client, address: str) -> None:
    """Compare the versions on scheduler and workers with those here; raises `SetupError` for a difference."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
    except TimeoutError:
        command = f"dask worker {address} --nthreads 1"
        raise SetupError(f"the scheduler at {address} has no workers", command=command) from None
    for name, version_of in VERSIONS.items():
        answers = client.run(version_of, on_error="return")
        found = {f"the worker at {worker}": version for worker, version in answers.items()}
        if name not in WORKERS_ONLY:
            try:
                found["the scheduler"] = client.run_on_scheduler(version_of)
            except PackageNotFoundError as error:
                found["the scheduler"] = error
        expected = version_of()
        for host, version in found.items():
            if version != expected:
                actual = f"no {name}" if isinstance(version, Exception) else f"{name} {version}"
                raise SetupError(f"{host} has {actual}, but this machine has {expected}: the versions must be equal")


@contextmanager
def _reached(address: str) -> Iterator[None]:
    """Raise `SetupError` when the scheduler no longer answers."""
    from concurrent.futures import CancelledError

    try:
        yield
    except (CancelledError, OSError) as error:
        raise SetupError(f"the scheduler at {address} no longer answers: {first_line(error)}") from None
