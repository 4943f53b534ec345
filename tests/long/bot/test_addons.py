"""The core without its add-ons: it plays, reads, solves, records, and runs a day; each add-on is found by its place."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.bot.test_addons import core, core_command
from tests.children import run
from tests.command import homes

__all__ = ["core"]


def test_runs_a_day(core: Path) -> None:
    """The puzzles of a day are played."""
    scenario = core / "scenario.json"
    pages = {"linkedin_tango": [str(core / "fixtures/linkedin_tango/guest")]}
    scenario.write_text(json.dumps({"now": "2026-11-22T12:00:00", "pages": pages}), encoding="utf-8")

    done = core_command(
        core, str(scenario), "daily", "run", "tango", "--json", "--tries", "1", "--pause", "0", module="tests.days"
    )

    assert (0, True) == (done.returncode, json.loads(done.stdout.splitlines()[0])["accepted"]), done.stderr


@pytest.mark.parametrize("case", ["linkedin_tango/guest", "brainbashers_three_in_a_row/table_2022_14"])
def test_plays_and_records(core: Path, case: str) -> None:
    """A page is read, solved, entered and accepted, and the session is there."""
    done = core_command(core, "play", f"fixtures/{case}", "--json")

    line = json.loads(done.stdout)
    assert (0, True, True) == (done.returncode, line["accepted"], line["entered"]), done.stderr
    assert 0 == core_command(core, "sessions", "show", "last").returncode


def test_core_loads_no_addon(core: Path) -> None:
    """Playing a known page imports nothing of an add-on, where they are there, too."""
    code = """if True:
        import sys
        from bot.cli import app
        app(["play", "demo:tango", "--no-record"], standalone_mode=False)
        print(sorted(name for name in sys.modules if name.startswith("bot.addons")))
    """

    done = run([sys.executable, "-c", code], timeout=100, env=os.environ | homes(core), cwd=ROOT)

    assert "[]" == done.stdout.splitlines()[-1], done.stderr
