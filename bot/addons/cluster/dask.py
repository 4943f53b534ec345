"""Workers of a Dask cluster: Dask schedules chunks, and reschedules those of a lost worker."""

from __future__ import annotations

import logging
import os
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from bot.addon import importing
from bot.errors import SetupError, UsageError, first_line

if TYPE_CHECKING:
    from distributed import Client

Result = TypeVar("Result")

CONNECT_TIMEOUT = 5.0
"""Seconds in which a scheduler must answer and have a worker."""
COUNT_EVERY = 2.0
"""Seconds between two counts of the workers."""
PACKAGES = ("distributed", "givens", "z3-solver")
"""Packages whose versions must be equal on all machines, like Python's, as tasks are sent by reference."""
CERTIFICATES = {"tls_ca_file": "ca.pem", "tls_client_cert": "cert.pem", "tls_client_key": "key.pem"}
"""The files of a folder of certificates, each with its option of Dask."""


class Cluster:
    """The workers that a cluster has at the moment, as a pool of `bot.batch.pool`."""

    CHUNK_SECONDS: ClassVar[float] = 0.5

    def __init__(self, client: Client, address: str, warn: Callable[[str], None]) -> None:
        """`warn` is called with a warning for workers with several threads, and when no worker is left."""
        self._client, self._address, self._warn = client, address, warn
        self._executor = client.get_executor(pure=False)
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

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> Future[Result]:  # noqa: ANN401 - any arguments
        """Submit some work; its future raises `BrokenExecutor` if workers died of it, `SetupError` for all else."""
        answer = Future[Result]()

        def pass_on(done: Future[Result]) -> None:
            error = self._error(done)
            answer.set_result(done.result()) if error is None else answer.set_exception(error)

        with _reached(self._address):
            self._executor.submit(function, *arguments).add_done_callback(pass_on)
        return answer

    def _error(self, done: Future[Any]) -> Exception | None:
        from distributed.scheduler import KilledWorker

        try:
            error = done.exception()
        except CancelledError as cancelled:
            return _ended(self._address, cancelled)
        if error is None or isinstance(error, BrokenExecutor):
            return error
        if isinstance(error, KilledWorker):
            return BrokenExecutor(str(error))
        if isinstance(error, OSError):
            return _ended(self._address, error)
        why, _, _ = str(error).partition("\n")
        return SetupError(f"a worker at {self._address} failed: {type(error).__name__}: {why}")


@contextmanager
def cluster(address: str, warn: Callable[[str], None], *, tls: Path | None = None) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; raises `SetupError` if it does not answer or has other versions.

    `tls` is a folder with the certificates named in `CERTIFICATES`; then the connection must be encrypted.
    """
    with importing("cluster"):
        from distributed import Client, Security
    security = None
    if tls is not None:
        files = {option: str(tls / name) for option, name in CERTIFICATES.items()}
        if missing := [name for name in CERTIFICATES.values() if not os.path.isfile(tls / name)]:
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
                yield Cluster(client, address, warn)
    finally:
        logging.disable(logging.NOTSET)


def _compare(client: Client, address: str) -> None:
    """Compare the versions on scheduler and workers with those here; raises `SetupError` for a difference."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
    except TimeoutError:
        command = f"dask worker {address} --nthreads 1"
        raise SetupError(f"the scheduler at {address} has no workers", command=command) from None
    found = client.get_versions(packages=PACKAGES)
    hosts = {f"the worker at {worker}": facts for worker, facts in found["workers"].items()}
    expected = _versions(found["client"])
    for host, facts in (hosts | {"the scheduler": found["scheduler"]}).items():
        for name, version in _versions(facts).items():
            # A scheduler solves nothing.
            if version != expected[name] and (host in hosts or name != "z3-solver"):
                actual = f"no {name}" if version is None else f"{name} {version}"
                words = f"{host} has {actual}, but this machine has {expected[name]}: the versions must be equal"
                raise SetupError(words)


def _versions(facts: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the versions that matter, by name; None for a package that is missing."""
    found = facts["packages"]
    return {"Python": ".".join(found["python"].split(".")[:2])} | {name: found[name] for name in PACKAGES}


@contextmanager
def _reached(address: str) -> Iterator[None]:
    """Raise `SetupError` when the scheduler no longer answers."""
    try:
        yield
    except (CancelledError, OSError) as error:
        raise _ended(address, error) from None


def _ended(address: str, error: Exception) -> SetupError:
    return SetupError(f"the scheduler at {address} no longer answers: {first_line(error)}")
