"""Commands in processes of their own: imports, a missing browser, many new puzzles, and workers that are stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from bot.batch.stream import Work, answers
from bot.errors import SetupError
from solvers import generate, load, shared_form
from solvers._core.model.turns import turned
from tests.bot.batch.test_many import (
    NAMES,
    ONE,
    check_interrupted,
    children,
    deadly,
    is_gone,
    jsonl,
    mixed,
    raws,
    started,
    without_ms,
)
from tests.bot.commands.test_cli import SMALL, lines
from tests.children import child, finish, run, signals, until
from tests.conftest import FIXTURES, Givens, homes


def test_playing_is_light_until_the_driver_starts(tmp_path: Path) -> None:
    """The driver starts before anything heavy is imported, and JSON output imports nothing that draws."""
    code = """if True:
        import atexit, sys
        from bot.browser import driver
        started = driver.start_playwright
        def noted(*args, **options):
            print("before", *sys.modules, file=sys.stderr)
            return started(*args, **options)
        driver.start_playwright = noted
        atexit.register(lambda: print("after", *sys.modules, file=sys.stderr))
        from bot.__main__ import main
        main()
    """

    done = run(
        [sys.executable, "-c", code, "play", str(SMALL), "--dry-run", "--json"],
        check=True,
        env=os.environ | homes(tmp_path),
    )
    loaded = {name: set(modules) for name, *modules in map(str.split, done.stderr.splitlines())}

    assert {"z3", "playwright", "selectolax", "solvers", "scrapers", "rich"} & loaded["before"] == set()
    assert {"z3", "playwright", "selectolax", "rich"} & loaded["after"] == {"z3", "playwright", "selectolax"}


def test_doctor_finds_what_is_missing(givens: Givens, tmp_path: Path) -> None:
    """The doctor ends with 7 if no browser is found."""
    done = givens.process("doctor", PATH=str(tmp_path), HOME=str(tmp_path), PLAYWRIGHT_BROWSERS_PATH=str(tmp_path))

    assert 7 == done.returncode
    assert "MISSING  browser" in done.stdout


def test_demo(givens: Givens, tmp_path: Path) -> None:
    """The demo plays two pages of two sites."""
    done = givens("demo", "--json")

    assert [True, True] == [line["accepted"] for line in lines(done)], done.stdout
    assert 2 == len([path for path in (tmp_path / "sessions").iterdir() if path.is_dir()])
    assert ["demo:three_in_a_row", "demo:tango"] == [line["target"] for line in lines(done)]


def test_time_limit_of_the_start(givens: Givens) -> None:
    """A short time limit is no reason to install anything again."""
    done = givens.process("play", FIXTURES / "linkedin_tango" / "guest", "--timeout", "0.05", "--no-record")

    assert (7, False) == (done.returncode, "install" in done.stderr)
    assert "did not start within 0.05 s" in done.stderr


@pytest.mark.posix("signals")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and keeps the puzzles made before."""
    command = [sys.executable, "-m", "bot", "generate", "tango", "--count", "100000", "-o", "many.jsonl"]
    partial = tmp_path / "many.jsonl.partial"
    with child(command, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        until(lambda: partial.exists() and "\n" in partial.read_text())
        process.send_signal(signal.SIGINT)
        _, err = finish(process)

    assert (130, "\ninterrupted\n") == (process.returncode, err)
    made = [json.loads(line) for line in partial.read_text().splitlines()]
    assert [made[0]["seed"] + at for at in range(len(made))] == [line["seed"] for line in made]


def test_no_two_new_puzzles_are_equal(givens: Givens) -> None:
    """A board of 2×2 has two puzzles that are not the same if turned; a third one is given up."""
    done = givens("generate", "three_in_a_row", "--size", "2", "--count", "3", "--seed", "1", "--json")
    first, second, third = lines(done)

    assert 4 == done.returncode
    assert shared_form(load(first["puzzle"])) != shared_form(load(second["puzzle"]))
    assert "puzzles in a row equal earlier ones" in third["error"]["message"]


@pytest.mark.parametrize("kind", ["tango", "skyscrapers", "nonogram", "queens", "patches"])
def test_shared_form(kind: str) -> None:
    """A puzzle has the same form however it is turned, and another one has not."""
    first, second = (generate(kind, (4, 4), seed=seed).puzzle for seed in (1, 2))

    assert 1 == len({shared_form(turned(first, turn)) for turn in range(8)})
    assert shared_form(first) != shared_form(second)


@pytest.mark.parametrize(
    "wanted",
    [
        "tango --size 4 --grades 1-2 --count 4",
        "three_in_a_row --size 2 --count 3",
        "tango --count 1",
    ],
)
def test_workers_make_the_same_puzzles(givens: Givens, wanted: str) -> None:
    """Several workers make what one makes, in the same order; what is impossible is said as by one."""
    alone, together = (
        [line | {"ms": {}} for line in lines(givens("generate", *wanted.split(), "--seed", "3", "--json", *more))]
        for more in ([], ["--workers", "2"])
    )
    impossible = givens("generate", "tango", "--size", "99", "--workers", "2")

    assert alone == together
    assert "error: a new tango has 1 to 16 rows and columns, not 99 and 99\n" == impossible.stderr


@pytest.mark.posix("signals")
@pytest.mark.parametrize("twice", [True, False])
def test_worker_that_dies(tmp_path: Path, twice: bool) -> None:  # noqa: FBT001 - a parameter
    """The puzzles of a dead worker are tried again; only the one that kills a second worker gets an error."""
    warnings: list[str] = []
    work = Work(partial(deadly, seen="" if twice else str(tmp_path / "seen")))
    lines = [json.loads(line) for line, _ in answers(raws(*NAMES), work, 2, warnings.append)]
    failed = [(line["line"], line["error"]["kind"], line["verdict"]) for line in lines if "error" in line]

    assert NAMES == [line["line"] for line in lines]
    assert [("deadly", "GaveUp", "unknown")][:twice] == failed
    assert ["died", "died again"][: 1 + twice] == [words[9:].partition(" (")[0] for words in warnings]


@pytest.mark.posix("signals")
def test_workers_that_all_die() -> None:
    """If workers die before any answer, the run ends with an error."""
    with pytest.raises(SetupError, match="before anything was answered"):
        list(answers(raws(*["deadly"] * 100), Work(deadly), 2, lambda _: None))


@pytest.mark.posix("devices, signals")
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c(tmp_path: Path, times: int) -> None:
    """Ctrl-C, once or twice, ends with 130 and keeps finished lines, even if the workers receive it, too."""
    with started(tmp_path, "--workers", "2") as process:
        workers = children(process)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)  # One signal that waits to be heard would swallow the next.
        check_interrupted(process, workers, tmp_path)


@pytest.mark.posix("devices, signals")
@pytest.mark.parametrize("how", signals("SIGKILL", "SIGTERM"))
def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    """No worker outlives the command, however that ends."""
    with started(tmp_path, "--workers", "2") as process:
        workers = children(process)
        process.send_signal(how)
        finish(process)

    assert len(workers) >= 2
    until(lambda: all(map(is_gone, workers)))


@pytest.mark.posix("devices")
def test_reader_that_goes_away(tmp_path: Path) -> None:
    """A reader may close the output early; no worker is left behind."""
    (tmp_path / "in.jsonl").write_text(jsonl(*[ONE] * 20_000))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "--workers", "2", "--json"]
    with child(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        workers = children(process)
        process.stdout.close()
        err = process.stderr.read()
        finish(process)

    assert (0, "") == (process.returncode, err)
    until(lambda: all(map(is_gone, workers)))


@pytest.mark.parametrize("command", ["explain --grade", "explain"])
def test_other_commands_have_workers(givens: Givens, command: str) -> None:
    """The other commands also have workers and read standard input."""
    single, double = (
        givens(*command.split(), "-", "--json", "--workers", count, stdin=mixed(10)) for count in ("1", "2")
    )

    assert (4, "") == (double.returncode, double.stderr)
    assert without_ms(single.stdout) == without_ms(double.stdout)
    assert 10 == len(double.stdout.splitlines())
