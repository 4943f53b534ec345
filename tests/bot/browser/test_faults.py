"""Faults around a run: killed browsers and drivers, browsers that never answer, what dead processes leave behind."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from bot.browser import limits
from bot.browser.limits import TEMPORARY, bounded
from bot.errors import PageGone
from bot.play.fixture import MAX_PAGE
from tests.bot.browser.test_browser import INSTALLED_BROWSERS, program
from tests.bot.commands.test_cli import lines
from tests.children import WITHIN, finish, signals, until
from tests.conftest import FIXTURES, homes
from tests.tiers import first

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.children import Start
    from tests.conftest import Givens

GUEST = FIXTURES / "linkedin_tango" / "guest"
SLOWLY = ("--pace", "200")
KILLS = 20
"""How many times the long tier kills each process, at random moments."""
LONG = pytest.mark.long("of kills at random moments")


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


def begun(start: Start, folder: Path, *options: object, case: Path = GUEST) -> tuple[subprocess.Popen[str], Path]:
    """Start a slow run with its files in a folder; return it with its temporary folder, once it has one."""
    run = start(
        [sys.executable, "-m", "bot", "play", case, "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | homes(folder),
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


@pytest.mark.parametrize("find", first([browser_of, driver_of]))
@pytest.mark.parametrize("browser", INSTALLED_BROWSERS)
def test_killed_while_entering(
    start: Start, tmp_path: Path, browser: str, find: Callable[[psutil.Process], psutil.Process | None]
) -> None:
    """A browser or a driver that is killed in the middle of a run ends it with `PageGone`, and leaves nothing."""
    run, temporary = begun(start, tmp_path, *SLOWLY, "--browser", browser)
    until(lambda: '"event": "input"' in events(tmp_path) or run.poll() is not None)
    victim = find(psutil.Process(run.pid))
    assert victim is not None, run.communicate()
    victim.kill()
    out, err = finish(run)

    assert (5, "PageGone") == (run.returncode, json.loads(out)["error"]["kind"])
    assert ["failed"] == outcomes(tmp_path)
    assert "" == err
    until(lambda: not remaining(temporary))


@pytest.mark.parametrize("find", [pytest.param(browser_of, marks=LONG), pytest.param(driver_of, marks=LONG)])
@pytest.mark.parametrize("number", range(KILLS))
def test_killed_at_any_time(
    start: Start, tmp_path: Path, find: Callable[[psutil.Process], psutil.Process | None], number: int
) -> None:
    """A browser or a driver that is killed at any time ends the run with a sentence, or the run had ended before."""
    run, temporary = begun(start, tmp_path, *SLOWLY, "--timeout", "60")
    process = psutil.Process(run.pid)
    until(lambda: find(process) or run.poll() is not None)
    time.sleep(random.Random(number).uniform(0, 6))  # noqa: S311 - no secret
    if (victim := find(process)) is not None:
        victim.kill()
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err
    assert "Exception" not in err
    assert "unfinished" not in outcomes(tmp_path)
    until(lambda: not remaining(temporary))


@pytest.mark.posix("signals")
@pytest.mark.parametrize("how", signals("SIGTERM", "SIGHUP"))
@pytest.mark.parametrize("number", [pytest.param(number, marks=LONG) for number in range(KILLS // 2)])
def test_signal_at_any_time(start: Start, tmp_path: Path, how: signal.Signals, number: int) -> None:
    """A run that is asked to end at any time says so in its session, and closes its browser."""
    run, temporary = begun(start, tmp_path, *SLOWLY)
    time.sleep(random.Random(number).uniform(0, 4))  # noqa: S311 - no secret
    run.send_signal(how)
    out, err = finish(run)

    assert 128 + how == run.returncode
    assert "" == out
    assert "Traceback" not in err
    assert set(outcomes(tmp_path)) <= {"interrupted"}
    until(lambda: not remaining(temporary))


def test_browser_that_never_answers(start: Start, tmp_path: Path) -> None:
    """A program that starts, but is no browser, is given up at the time limit, and killed."""
    silent = program(tmp_path / "silent", "sleep 1000")
    run, temporary = begun(start, tmp_path, "--browser", silent, "--timeout", 10)
    out, _ = finish(run)

    assert 7 == run.returncode
    assert "it did not answer within" in json.loads(out)["error"]["message"]
    until(lambda: not remaining(temporary))


@pytest.mark.posix("long paths")
@pytest.mark.parametrize("browser", INSTALLED_BROWSERS)
def test_long_temporary_folder(givens: Givens, tmp_path: Path, browser: str) -> None:
    """Every installed browser starts, whatever `TMPDIR` says."""
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    done = givens.process("play", GUEST, "--browser", browser, "--json", TMPDIR=str(folder))

    assert 0 == done.returncode, done.stdout + done.stderr
    assert [] == [*folder.iterdir()]


def test_last_words_of_a_browser(givens: Givens, tmp_path: Path) -> None:
    """What Chromium wrote before it ended is in the error."""
    fatal = "[8:8:1128/194220.005:FATAL:chrome/browser/process_singleton_posix.cc:315] Socket path too long: /x/y."
    done = givens.process("play", GUEST, "--browser", program(tmp_path / "ends", f"echo '{fatal}' >&2"), "--json")
    error = lines(done)[0]["error"]

    assert "cannot be started: it ended at once (Socket path too long: /x/y.)" in error["message"]


@pytest.mark.parametrize(
    "descriptors",
    [32, *(pytest.param(number, marks=pytest.mark.long("of few file descriptors")) for number in (64, 96))],
)
def test_few_file_descriptors(start: Start, tmp_path: Path, descriptors: int) -> None:
    """A browser that cannot open files is given up at the time limit with a sentence."""
    command = f"ulimit -n {descriptors}; exec {sys.executable} -m bot play {GUEST} --timeout 5 --json"
    run = start(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | homes(tmp_path),
    )
    out, err = finish(run)

    assert run.returncode in {0, 5, 7}
    assert "Traceback" not in out + err


@pytest.mark.posix("signals")
def test_watchdog_kills_only_its_own(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a time limit has passed, the watchdog kills the processes of its driver, and no other."""
    ours = start(["sleep", "1000"], env={"PATH": os.environ["PATH"], TEMPORARY[0]: "mine"})
    other = start(["sleep", "1000"], env={"PATH": os.environ["PATH"], TEMPORARY[0]: "other"})
    monkeypatch.setattr(limits, "folders", ["mine"])
    with bounded(0.05, "late", kills=True) as limit:
        ours.wait()

    assert limit.passed
    assert -signal.SIGKILL == ours.returncode
    assert other.poll() is None


@pytest.mark.posix("signals")
def test_watchdog_takes_over_limits(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit that began before the driver was started kills it, too."""
    with bounded(0.05, "late", kills=True) as limit:
        monkeypatch.setattr(limits, "folders", ["mine"])
        ours = start(["sleep", "1000"], env={"PATH": os.environ["PATH"], TEMPORARY[0]: "mine"})
        ours.wait()

    assert limit.passed
    assert -signal.SIGKILL == ours.returncode


@pytest.mark.parametrize("where", ["page", "case", "frame", "board"])
def test_saved_page_that_is_too_large(
    givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A saved page of too many bytes is refused in one sentence before a browser is started."""
    monkeypatch.setattr("bot.play.runner.Runner.page", None)
    case = tmp_path / "case"
    shutil.copytree(FIXTURES / "linkedin_tango" / "_guest", case)
    facts = json.loads((case / "fixture.json").read_text()) | {"extends": str(FIXTURES / "linkedin_tango" / "_tango")}
    name = {"page": "page.html", "case": "page.html", "frame": "frame.html", "board": "before.html"}[where]
    if where == "frame":
        facts["pages"] = {"https://www.linkedin.com/frame": name}
    (case / "fixture.json").write_text(json.dumps(facts))
    (case / "before.state.json").write_text('{"v": 1, "url": "https://www.linkedin.com/games/tango", "state": {}}')
    if where != "board":
        (case / "before.state.json").unlink()
    with (case / name).open("wb") as file:
        file.truncate(MAX_PAGE + 1)

    done = givens("read", case / name if where in {"page", "board"} else case, "--timeout", "8")

    assert 2 == done.returncode
    assert f"{name} cannot be read: it is larger than 20 MB" in " ".join(done.stderr.split())


def test_limit_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit whose block has ended kills nothing, even if it passes later."""
    monkeypatch.setattr(limits, "kill", lambda: None)
    with bounded(1000, "late", kills=True) as kept:
        pass
    kept.end = 0
    with bounded(0, "late", kills=True) as other:
        until(lambda: other.passed)

    assert not kept.passed


def test_limit_ends_a_call_alone(page: Page) -> None:
    """A time limit ends the call that takes too long; the page and its handlers work on."""
    page.route("https://slow.example/*", lambda route: route.fulfill(body="slow"))

    with pytest.raises(PageGone, match=r"^late$"), bounded(0.1, "late"):
        page.evaluate("new Promise(() => {})")

    assert 2 == page.evaluate("1 + 1")


@pytest.mark.posix("signals")
def test_limit_ends_our_own_code() -> None:
    """A time limit ends work that asks the browser nothing."""
    begin = time.monotonic()
    with pytest.raises(PageGone, match=r"^late$"), bounded(0.1, "late"):
        until(lambda: False)

    assert time.monotonic() - begin < WITHIN


def test_ctrl_c_ends_a_call_alone(page: Page) -> None:
    """So does Ctrl-C, by Playwright itself: the session can still be finished."""
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.raises(KeyboardInterrupt):
        page.evaluate("new Promise(() => {})")

    assert 2 == page.evaluate("1 + 1")


def test_page_that_hangs(page: Page) -> None:
    """A page whose main thread is busy does not outlast the limit, nor do limits around it."""
    with pytest.raises(PageGone, match=r"^inner$"), bounded(10, "outer"), bounded(0.1, "inner"):
        page.evaluate("{ const end = performance.now() + 1000; while (performance.now() < end); }")
    with pytest.raises(PageGone, match=r"^outer$"), bounded(0.1, "outer"), bounded(10, "inner"):
        page.evaluate("new Promise(() => {})")

    assert 2 == page.evaluate("1 + 1")
