"""Faults around a run: killed browsers and drivers, browsers that never answer, what dead processes leave behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import psutil
import pytest
from playwright.sync_api import Page, Playwright

from bot.browser import limits
from bot.browser.launch import find, start_browser
from bot.browser.limits import TEMPORARY, limit_time
from bot.errors import PageGone, SetupError
from bot.play.fixture import MAX_PAGE
from bot.play.judge import Judge
from scrapers._ask import ask
from tests.bot.browser.test_browser import program
from tests.bot.commands.test_cli import lines
from tests.bot.commands.test_found_files import case_with
from tests.children import Start, finish, until
from tests.conftest import FIXTURES, Givens, homes
from tests.tiers import first

if TYPE_CHECKING:
    from bot.play.reading import Task

GUEST = FIXTURES / "linkedin_tango" / "guest"


def driver_of(process: psutil.Process) -> psutil.Process | None:
    """Return the driver of a run, None if it has none."""
    try:
        return next((child for child in process.children() if "run-driver" in child.cmdline()), None)
    except psutil.Error:
        return None


def browser_of(process: psutil.Process) -> psutil.Process | None:
    """Return the browser of a run, None if it has none."""
    try:
        driver = driver_of(process)
        below = [] if driver is None else driver.children(recursive=True)
        # The program may be a script that starts the browser, which has processes of other types.
        own = [child for child in below if not any(word.startswith("--type=") for word in child.cmdline())]
        return own[-1] if own else None
    except psutil.Error:
        return None


def begun(
    start: Start, folder: Path, *options: object, case: Path = GUEST, **environment: str
) -> tuple[subprocess.Popen[str], Path]:
    """Start a run with its files in a folder; return it with its temporary folder, once it has one."""
    run = start(
        [sys.executable, "-m", "bot", "play", case, "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | homes(folder) | environment,
    )
    process = psutil.Process(run.pid)
    until(lambda: driver_of(process) or run.poll() is not None)
    driver = driver_of(process)
    assert driver is not None, run.communicate()
    return run, Path(driver.environ()[TEMPORARY[0]])


def events(folder: Path) -> str:
    """Return the events of all sessions."""
    return "".join(path.read_text() for path in folder.glob("sessions/*/events.jsonl"))


def outcomes(folder: Path) -> list[str]:
    """Return the outcomes of all sessions."""
    return [json.loads(path.read_text())["outcome"] for path in folder.glob("sessions/*/session.json")]


def remaining(temporary: Path) -> list[object]:
    """Return what a run has left: its temporary folder, and processes that use it."""
    found: list[object] = [temporary] if temporary.exists() else []
    for process in psutil.process_iter():
        try:
            if process.environ().get(TEMPORARY[0]) == str(temporary):
                found.append(process.name())
        except psutil.Error:
            continue
    return found


@pytest.fixture
def either(playwright: Playwright, request: pytest.FixtureRequest) -> Path:
    """Return the browser that is found where no window is needed, `shell`, or the one that has windows, `full`."""
    return find(playwright, os.environ.get("GIVENS_BROWSER"), window=request.param == "full").path


@pytest.mark.posix("long paths")
@pytest.mark.parametrize("either", first(["shell", "full"]), indirect=True)
def test_long_temporary_folder(start: Start, tmp_path: Path, either: Path) -> None:
    """Each browser starts, plays and ends whatever `TMPDIR` says, and leaves nothing."""
    long = tmp_path / ("x" * 100)
    long.mkdir()
    run, temporary = begun(start, tmp_path, "--browser", either, TMPDIR=str(long))
    out, err = finish(run)

    assert (0, "", True) == (run.returncode, err, json.loads(out)["accepted"]), out
    assert [] == [*long.iterdir()]
    until(lambda: not remaining(temporary))


@pytest.mark.parametrize("find_victim", first([browser_of, driver_of]))
@pytest.mark.parametrize("either", first(["shell", "full"]), indirect=True)
def test_killed_while_entering(
    start: Start, tmp_path: Path, either: Path, find_victim: Callable[[psutil.Process], psutil.Process | None]
) -> None:
    """A browser or a driver that is killed in the middle of a run ends it with `PageGone`, and leaves nothing."""
    run, temporary = begun(start, tmp_path, "--pace", "60000", "--browser", either)
    until(lambda: '"event": "input"' in events(tmp_path) or run.poll() is not None)
    assert run.poll() is None, run.communicate()
    victim = find_victim(psutil.Process(run.pid))
    assert victim is not None
    victim.kill()
    out, err = finish(run)

    assert (5, "PageGone") == (run.returncode, json.loads(out)["error"]["kind"])
    assert (["failed"], "") == (outcomes(tmp_path), err)
    until(lambda: not remaining(temporary))


@pytest.mark.posix("shell scripts")
def test_browser_that_is_none(givens: Givens, playwright: Playwright, tmp_path: Path) -> None:
    """A program that never answers is given up at its time limit; what one wrote that ended at once is told."""
    silent = program(tmp_path / "silent", "exec sleep 1000")
    with (
        pytest.raises(SetupError, match=r"silent \(chosen\) cannot be started: it did not answer within 0\.3 s"),
        start_browser(playwright, str(silent), headed=False, timeout=0.3),
    ):
        pass
    fatal = "[8:8:1128/194220.005:FATAL:chrome/browser/process_singleton_posix.cc:315] Socket path too long: /x/y."
    done = givens("play", GUEST, "--browser", program(tmp_path / "ends", f"echo '{fatal}' >&2"), "--json")

    message = lines(done)[0]["error"]["message"]
    assert "cannot be started: it ended at once (Socket path too long: /x/y.)" in message


@pytest.mark.posix("signals")
def test_watchdog_kills_only_its_own(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a limit has passed, the processes of its driver are killed, also if that started later, and no other.

    Nothing is read of what ran before.
    """
    place, environ, seen = {"PATH": os.environ["PATH"]}, psutil.Process.environ, set[float]()

    def note(process: psutil.Process) -> dict[str, str]:
        seen.add(process.create_time())
        return environ(process)

    monkeypatch.setattr(psutil.Process, "environ", note)
    other = start(["sleep", "1000"], env=place | {TEMPORARY[0]: "other"})
    codes = []
    for is_late in (False, True):
        folder = f"mine {is_late}"
        ours = start(["sleep", "1000"], env=place | {TEMPORARY[0]: folder})
        monkeypatch.setattr(limits, "folders", [] if is_late else [folder])
        with limit_time(0.05, "late", kills=True) as limit:
            monkeypatch.setattr(limits, "folders", [folder])
            codes.append((ours.wait(), limit.passed))

    assert [(-signal.SIGKILL, True)] * 2 == codes
    assert other.poll() is None
    assert min(seen) >= psutil.Process().create_time()


@pytest.mark.parametrize("target", ["case", "case/page.html"])
def test_saved_page_that_is_too_large(
    givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    """A saved page of too many bytes is refused in one sentence before a browser is started."""
    monkeypatch.setattr("bot.play.runner.Runner.page", None)
    with (case_with(tmp_path / "case") / "page.html").open("wb") as file:
        file.truncate(MAX_PAGE + 1)

    done = givens("read", target)

    assert 2 == done.returncode
    assert "page.html cannot be read: it is larger than 20 MB" in " ".join(done.stderr.split())


def test_limit_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit whose block has ended kills nothing, even if it passes later."""
    monkeypatch.setattr(limits, "kill", lambda: None)
    with limit_time(1000, "late", kills=True) as kept:
        pass
    kept.end = 0
    with limit_time(1000, "late", kills=True) as other:
        other.renew(0)  # It is looked at again in time.
        until(lambda: other.passed)

    assert not kept.passed


def test_each_look_has_its_own_time(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a page is asked for its verdict in several looks, each of them renews the limit."""
    renewed: list[limits.Limit] = []
    monkeypatch.setattr(limits.Limit, "renew", lambda limit: renewed.append(limit))  # noqa: PLW0108 - a method
    task = SimpleNamespace(page=page, limit_time=lambda _: nullcontext())
    with Judge(cast("Task", task)).answering("asking"):
        assert [1, 1] == [ask(page.main_frame, "() => 1", None, int) for _ in range(2)]

    assert 2 == len(renewed)


@pytest.mark.posix("signals")
def test_limit_ends_a_call_alone(page: Page) -> None:
    """A limit ends the call that takes too long, or our own code, and no limit around it; the page works on."""
    page.route("https://slow.example/*", lambda route: route.fulfill(body="slow"))
    with pytest.raises(PageGone, match=r"^inner$"), limit_time(1000, "outer"), limit_time(0.1, "inner"):
        page.evaluate("new Promise(() => {})")
    with pytest.raises(PageGone, match=r"^outer$"), limit_time(0.1, "outer"), limit_time(1000, "inner"):
        until(lambda: False)

    page.goto("https://slow.example/")
    assert "slow" == page.inner_text("body")


def test_ctrl_c_ends_a_call_alone(page: Page) -> None:
    """So does Ctrl-C, by Playwright itself: the session can still be finished."""
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))

    def wait() -> None:
        timer.start()
        page.evaluate("new Promise(() => {})")

    with pytest.raises(KeyboardInterrupt):
        wait()

    assert 2 == page.evaluate("1 + 1")
