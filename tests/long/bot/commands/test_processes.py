"""Commands in processes of their own: what they import, and a browser that is missing."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tests.bot.commands.test_cli import SMALL, lines
from tests.children import run
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
