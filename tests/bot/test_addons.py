"""The core without its add-ons: it plays, reads, solves, records, and runs a day; each add-on is found by its place."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING

import click
import pytest

from bot import addon
from bot.cli import app
from bot.commands import COMMANDS, GROUPS
from tests import ROOT
from tests.children import run
from tests.command import homes
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

FOLDERS = ("bot", "scrapers", "solvers")
FIXTURES = ("_replica", "_brainbashers", "linkedin_tango", "brainbashers_three_in_a_row")
BOARD = '{"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}\n'


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the product that has no folder `bot/addons`."""
    root = tmp_path_factory.mktemp("core")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("addons"))
    for folder in FIXTURES:
        shutil.copytree(ROOT / "fixtures" / folder, root / "fixtures" / folder)
    (root / "puzzle.json").write_text(BOARD, encoding="utf-8")
    return root


def core_command(core: Path, *command: str, module: str = "bot") -> CompletedProcess[str]:
    """Run a command of the copy; `tests` alone comes from here."""
    environment = os.environ | homes(core) | {"PYTHONPATH": f"{core}{os.pathsep}{ROOT}"}
    return run([sys.executable, "-m", module, *command], timeout=100, env=environment, cwd=core)


@pytest.mark.parametrize("case", first(["linkedin_tango/guest", "brainbashers_three_in_a_row/table_2022_14"]))
def test_plays_and_records(core: Path, case: str) -> None:
    """A page is read, solved, entered and accepted, and the session is there."""
    done = core_command(core, "play", f"fixtures/{case}", "--json")

    line = json.loads(done.stdout)
    assert (0, True, True) == (done.returncode, line["accepted"], line["entered"]), done.stderr
    assert 0 == core_command(core, "sessions", "show", "last").returncode


@pytest.mark.parametrize("command", ["solve", "explain", "explain --grade"])
def test_answers_puzzles(core: Path, command: str) -> None:
    """Puzzles of files are answered."""
    done = core_command(core, *command.split(), "puzzle.json", "--json")

    assert (0, "three_in_a_row") == (done.returncode, json.loads(done.stdout)["puzzle"]["kind"]), done.stderr


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["coach", "tango"], "coach"),
        (["studio"], "studio"),
        (["agent", "mcp"], "agents"),
        (["sites", "probe", "https://example.com/"], "unknown"),
        (["read", "https://example.com/", "--guess"], "unknown"),
        (["solve", "puzzle.json", "--json", "--cluster", "tcp://127.0.0.1:1"], "cluster"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_names_the_missing_addon(core: Path, command: list[str], name: str) -> None:
    """What needs an add-on that is not there says so in one sentence."""
    done = core_command(core, *command)

    assert done.returncode in {2, 7}
    assert f"needs the add-on {name!r}" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_commands_of_addons_are_listed() -> None:
    """Each add-on's commands stand under a heading of the core, have names of their own, and are named if missing."""
    names = addon.declared("COMMANDS")
    first = {name.split()[0] for name in COMMANDS | names}
    headings = {heading for heading, _ in COMMANDS.values()}

    assert headings >= {heading for heading, _ in names.values()}
    assert not COMMANDS.keys() & names.keys()
    assert {name.split()[0] for name in names if " " in name} <= {*GROUPS, *addon.declared("GROUPS")}
    assert all(addon.missing(name) or addon.missing(name.split()[0]) for name in names)
    assert first == {*app.list_commands(click.Context(app))}
