"""The core without its add-ons: it plays, solves, records, runs a day; each add-on is found, or its command named."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tomllib
from pathlib import Path
from subprocess import CompletedProcess

import click
import pytest

from bot import addon
from bot.addon import install_command
from bot.cli import app
from bot.commands import COMMANDS, GROUPS
from tests import ROOT
from tests.children import run
from tests.command import homes
from tests.tiers import first

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


@pytest.mark.parametrize("command", first(["explain", "solve", "explain --grade"]))
def test_answers_puzzles(core: Path, command: str) -> None:
    """Puzzles of files are answered."""
    done = core_command(core, *command.split(), "puzzle.json", "--json")

    assert (0, "three_in_a_row") == (done.returncode, json.loads(done.stdout)["puzzle"]["kind"]), done.stderr


@pytest.mark.parametrize(
    ("command", "name"),
    first(
        [
            ("coach tango", "coach"),
            ("read https://example.com/ --guess", "unknown"),
            ("studio", "studio"),
            ("agent mcp", "agents"),
            ("sites new https://example.com/", "unknown"),
            ("solve puzzle.json --json --cluster tcp://127.0.0.1:1", "cluster"),
        ],
        quick=2,
    ),
)
def test_names_the_missing_addon(core: Path, command: str, name: str) -> None:
    """What needs an add-on that is not there says so in one sentence."""
    done = core_command(core, *command.split())

    assert done.returncode in {2, 7}
    assert f"needs the add-on {name!r}" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_commands_of_addons_are_listed() -> None:
    """Each add-on's commands have names of their own, and are named if missing."""
    names = addon.declared("COMMANDS")
    first = {name.split()[0] for name in COMMANDS | names}

    assert not COMMANDS.keys() & names.keys()
    assert {name.split()[0] for name in names if " " in name} <= {*GROUPS, *addon.declared("GROUPS")}
    assert all(addon.missing(name) or addon.missing(name.split()[0]) for name in names)
    assert first == {*app.list_commands(click.Context(app))}


@pytest.mark.parametrize(
    ("prefix", "pip", "command", "again"),
    [
        ("/h/pipx/venvs/givens", True, "pipx inject givens av", "pipx inject --force givens av"),
        ("/h/.venv", True, "/h/python -m pip install av", "/h/python -m pip install --force-reinstall av"),
        (
            "/h/.venv",
            False,
            "uv pip install --python /h/python av",
            "uv pip install --force-reinstall --python /h/python av",
        ),
    ],
)
def test_command(monkeypatch: pytest.MonkeyPatch, prefix: str, pip: bool, command: str, again: str) -> None:  # noqa: FBT001
    """Environments of pipx, of pip and of uv each have their own command."""
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(sys, "executable", "/h/python")
    monkeypatch.setattr(addon, "find_spec", lambda _name: pip or None)

    assert (command, again) == (install_command("av"), install_command("av", again=True))


def test_extras_are_those_of_the_package() -> None:
    """Each extra of the package is listed with its libraries and their versions."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert {name: [*libraries] for name, (libraries, _) in addon.extras().items()} == declared
