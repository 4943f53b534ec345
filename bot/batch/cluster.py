"""Workers that are those of a Dask cluster: Dask schedules, and does elsewhere what a lost worker had to do."""

from __future__ import annotations

import logging
import time
import warnings
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from sysconfig import get_python_version
from typing import TYPE_CHECKING, ClassVar

from bot.errors import SetupError, first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from distributed import Client, Future

    from bot.batch.lines import Raw
    from bot.batch.stream import Done, Work

CONNECT_WITHIN = 5.0
"""Seconds in which a scheduler must answer, and have a worker."""
LOOK_EVERY = 2.0
"""Seconds between two looks at which workers there are."""
VERSIONS: Mapping[str, Callable[[], str]] = {
    "Python": get_python_version,
    **{name: partial(version, name) for name in ("distributed", "givens", "z3-solver")},
}
"""What must be the same everywhere, and how it is found out: what is sent refers to it by name only."""
SOLVING = ("z3-solver",)
"""What the scheduler, which unpacks what it is sent, can do without."""


class Cluster:
    """The workers of a cluster, as many as it has at the moment."""

    CHUNK: ClassVar[float] = 0.5

    def __init__(self, client: Client, address: str, work: Work, tell: Callable[[str], None]) -> None:
        """`tell` is told of workers that could do more, and when none is left."""
        self._client, self._address, self._work, self._tell = client, address, work, tell
        self._numbers: dict[Future[Done], int] = {}
        self._workers, self._looked = 0, 0.0

    def room(self) -> int:
        """Return twice the number of workers: each has its next chunk at hand."""
        if time.monotonic() > self._looked + LOOK_EVERY:
            with _reached(self._address):
                threads = self._client.nthreads()
            if not self._looked and max(threads.values(), default=1) > 1:
                self._tell("Z3 takes one thread of a worker: start them with --nthreads 1, one for each core")
            if self._workers and not threads:
                self._tell(f"no worker is left at {self._address}; waiting for one")
            self._workers, self._looked = len(threads), time.monotonic()
        return 2 * max(1, self._workers)

    def send(self, number: int, raws: Sequence[Raw]) -> None:
        """Let a chunk be answered, under a number of its own."""
        with _reached(self._address):
            self._numbers[self._client.submit(self._work.chunk, raws, pure=False)] = number

    def wait(self) -> list[tuple[int, Done | None]]:
        """Wait until a chunk is done, or for a while, and return those that are; None where workers died of it."""
        from distributed import wait

        with _reached(self._address):
            try:
                done, _ = wait(list(self._numbers), timeout=LOOK_EVERY, return_when="FIRST_COMPLETED")
            except TimeoutError:
                return []
        return [(self._numbers.pop(future), self._result(future)) for future in done]

    def _result(self, future: Future[Done]) -> Done | None:
        from distributed.scheduler import KilledWorker

        with _reached(self._address):
            error = future.exception()
        if error is None:
            done: Done = future.result()
            return done
        if isinstance(error, KilledWorker):
            return None
        raise SetupError(f"a worker at {self._address} cannot do it: {type(error).__name__}: {first_line(error)}")


@contextmanager
def cluster(address: str, work: Work, tell: Callable[[str], None]) -> Iterator[Cluster]:
    """Connect to the scheduler at an address; raises `SetupError` where none answers, or versions differ."""
    try:
        from distributed import Client
    except ImportError:
        msg = "--cluster needs Dask"
        raise SetupError(msg, command="pip install 'givens[cluster]'") from None
    logging.disable()  # What matters of it is told in our own words.
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            try:
                client = Client(address, timeout=CONNECT_WITHIN)
            except (OSError, ValueError) as error:
                raise SetupError(f"no scheduler answers at {address}: {first_line(error)}") from None
            with client:
                with _reached(address):
                    _compare(client, address)
                yield Cluster(client, address, work, tell)
    finally:
        logging.disable(logging.NOTSET)


def _compare(client: Client, address: str) -> None:
    """Compare the versions everywhere with those here; raises `SetupError` for the first that differs."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_WITHIN)
    except TimeoutError:
        command = f"dask worker {address} --nthreads 1"
        raise SetupError(f"the scheduler at {address} has no workers", command=command) from None
    for name, ask in VERSIONS.items():
        told = {f"the worker at {where}": its for where, its in client.run(ask, on_error="return").items()}
        if name not in SOLVING:
            try:
                told["the scheduler"] = client.run_on_scheduler(ask)
            except PackageNotFoundError as error:
                told["the scheduler"] = error
        for where, its in told.items():
            if its != (mine := ask()):
                has = f"no {name}" if isinstance(its, Exception) else f"{name} {its}"
                raise SetupError(f"{where} has {has}, and here is {mine}: it must be the same everywhere")


@contextmanager
def _reached(address: str) -> Iterator[None]:
    """Tell in one sentence that the scheduler no longer answers."""
    from concurrent.futures import CancelledError

    try:
        yield
    except (CancelledError, OSError) as error:
        raise SetupError(f"the scheduler at {address} is gone: {first_line(error)}") from None
