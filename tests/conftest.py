"""What tests share: one browser and one page for each worker, the command line, and the tiers."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect

from bot.browser.launch import find, has_sandbox, new_context
from tests import FIXTURES, ROOT, SHARED
from tests.children import Start, child
from tests.clock import WorkerPage, set_virtual
from tests.command import Givens, SharedPlaywright, homes
from tests.recordings import Recordings
from tests.snapshots import Boards
from tests.tiers import LONG, NAMED, TIER

__all__ = ["FIXTURES", "ROOT", "SHARED", "Givens", "homes"]

collect_ignore = [] if TIER == LONG else ["long"]
"""The folder of the tests that only the long tier runs."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, the suite would hand the ignored Ctrl-C on to its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# On a busy machine a page may take long.
expect.set_options(timeout=60_000)
# What is imported and collected lives until the end: looking through it again and again takes a sixth of the time.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    """Note what is named by `-k`, before the test modules choose their parameters."""
    NAMED[:] = {*re.findall(r"[\w./-]+", config.option.keyword.lower())} - {"and", "or", "not", "test"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import the test modules, each worker from another one on: in a new clone, they compile them for each other."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    paths = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "tests").rglob("test_*.py")]
    names = sorted(".".join(path.parts) for path in paths if TIER == LONG or "long" not in path.parts)
    first = len(names) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for name in names[first:] + names[:first]:
        with suppress(Exception):  # The collection reports it.
            import_module(name)


def pytest_collection_finish() -> None:
    """Collect garbage again, only what the tests make, and less often than by default."""
    gc.freeze()
    gc.set_threshold(20_000, 20)
    gc.enable()


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Make pytest-playwright start the browser that the product finds; fail if there is none."""
    found = find(playwright, os.environ.get("GIVENS_BROWSER"), window=False)
    # One process for all pages: those of a test come one after the other.
    arguments = ["--renderer-process-limit=1"]
    return browser_type_launch_args | {
        "executable_path": found.path,
        "chromium_sandbox": has_sandbox(),
        "args": arguments,
    }


@pytest.fixture(scope="session")
def chromium(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Return the browser of this worker, because sync Playwright cannot be nested.

    The plugin's own `browser` has a parameter: it ends wherever a test with a page follows one that runs a command.
    """
    browser = playwright.chromium.launch(**browser_type_launch_args)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared_playwright(
    playwright: Playwright, chromium: Browser, browser_type_launch_args: dict[str, Any]
) -> SharedPlaywright:
    """Return the driver that gives commands the worker's browser."""
    return SharedPlaywright(playwright, chromium, browser_type_launch_args["executable_path"])


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """Open a guest context for this test alone: for addresses, storage, windows and whatever else stays behind."""
    context = new_context(chromium)
    if not SharedPlaywright.is_real:
        set_virtual(context)
    yield context
    with suppress(Error):
        context.close()


@pytest.fixture(scope="session")
def worker_page(chromium: Browser) -> Iterator[WorkerPage]:
    """Return the page of this worker."""
    shared = WorkerPage(chromium)
    yield shared
    shared.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, worker_page: WorkerPage) -> Page:
    """Return an empty page: the worker's, or one of the `context` that the test has; that takes three times as long."""
    if "context" in request.fixturenames or SharedPlaywright.is_real:
        opened: Page = request.getfixturevalue("context").new_page()
        return opened
    return worker_page.reset()


@pytest.fixture(scope="session")
def run_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all workers of this run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if hasattr(request.config, "workerinput") else folder


@pytest.fixture(scope="session")
def boards(request: pytest.FixtureRequest, run_folder: Path) -> Boards:
    """Return the boards of cases and saved pages."""
    return Boards(run_folder / "boards", lambda: request.getfixturevalue("chromium"))


@pytest.fixture(scope="session")
def recordings(request: pytest.FixtureRequest, run_folder: Path) -> Recordings:
    """Return the sessions of played cases."""
    return Recordings(run_folder / "recordings", lambda: request.getfixturevalue("shared_playwright"))


@pytest.fixture
def start() -> Iterator[Start]:
    """Return a function that starts a process; all processes are killed with their descendants when the test ends."""
    with ExitStack() as stack:
        yield lambda command, **options: stack.enter_context(child(command, **options))


@pytest.fixture(autouse=True)
def _clock(request: pytest.FixtureRequest) -> None:
    """Run what is marked `realtime` in real time, all other tests that open pages on the virtual clock."""
    SharedPlaywright.is_real = request.node.get_closest_marker("realtime") is not None


@pytest.fixture
def givens(tmp_path: Path, request: pytest.FixtureRequest) -> Givens:
    """Return a runner of commands in `tmp_path`; the browser starts with the first command that needs one."""
    return Givens(tmp_path, lambda: request.getfixturevalue("shared_playwright"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what Windows does not have, on Windows."""
    if sys.platform == "win32":
        for item, marker in ((item, item.get_closest_marker("posix")) for item in items):
            if marker is not None:
                item.add_marker(pytest.mark.skip(f"needs {marker.args[0]}, which Windows does not have for everybody"))


def pytest_unconfigure() -> None:
    """Collect garbage once, which reports what went wrong in it: pytest goes through what is left five times."""
    gc.collect()
    gc.freeze()


def pytest_report_header() -> str:
    """Return the line that names the tier."""
    return f"tier: {TIER}"
