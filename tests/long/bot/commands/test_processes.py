"""Commands in processes of their own: what they import, a browser that is missing, and many new puzzles."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from solvers import generate, load, shared_form
from solvers._core.model.turns import turned
from tests.bot.commands.test_cli import SMALL, lines
from tests.children import child, finish, run, until
from tests.conftest import FIXTURES, homes

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens


def test_playing_is_light_until_the_driver_starts(tmp_path: Path) -> None:
    """The driver starts before anything heavy is imported, and JSON output imports nothing that draws."""
    code = """if True:
        import atexit, sys
        from bot.browser import driver
        started = driver.playwright_started
        def noted(*args, **options):
            print("before", *sys.modules, file=sys.stderr)
            return started(*args, **options)
        driver.playwright_started = noted
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
    assert "did not start within 0.05 s, the time limit" in done.stderr


@pytest.mark.posix("signals")
def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and keeps the puzzles made before."""
    command = [sys.executable, "-m", "bot", "generate", "tango", "--count", "100000", "-o", "many.jsonl"]
    partial = tmp_path / "many.jsonl.partial"
    with child(command, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        until(lambda: partial.exists() and "\n" in partial.read_text())
        process.send_signal(signal.SIGINT)
        _, err = finish(process)

    assert (130, "interrupted\n") == (process.returncode, err)
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
