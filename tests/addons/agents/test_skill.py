"""What programs and agents are told: the schemas of lines, and the skill."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click
import pytest

from bot.addons.agents.command import EXIT_CODES, FOR_AGENTS
from bot.addons.agents.schema import LINES
from bot.cli import app
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens


@pytest.mark.parametrize("command", LINES)
def test_schema(givens: Givens, command: str) -> None:
    """Each command's schema names the keys of its lines, and the command exists."""
    told = json.loads(givens("agent", "schema", *command.split()).stdout)
    found: Any = app
    for word in command.split():
        found = found.get_command(click.Context(found), word)

    assert any(option.name == "as_json" for option in found.params)
    assert [f"#/$defs/{LINES[command].__name__}", "#/$defs/CommandError"] == [part["$ref"] for part in told["anyOf"]]
    assert "v" in told["$defs"][LINES[command].__name__]["required"]


def test_schema_of_all(givens: Givens) -> None:
    """Without a command, all schemas are printed; a command that has none is an error."""
    wrong = givens("agent", "schema", "nosuch")

    assert [*LINES] == [*json.loads(givens("agent", "schema").stdout)]
    assert (2, True) == (wrong.returncode, "no schema is named 'nosuch'; there are those of play, read" in wrong.stderr)


def test_skill_is_the_help(givens: Givens, tmp_path: Path) -> None:
    """The skill has each command's sentences, examples and options as its help has them."""
    text = givens("agent", "skill").stdout
    written = givens("agent", "skill", "-o", "skills/givens")

    assert 0 == written.returncode
    assert text == (tmp_path / "skills" / "givens" / "SKILL.md").read_text(encoding="utf-8")
    assert text.startswith("---\nname: givens\ndescription: Read, solve, check, ")
    assert [*FOR_AGENTS] == re.findall("(?m)^## givens (.*)$", text)
    for name in FOR_AGENTS:
        section = text.partition(f"\n## givens {name}\n")[2].partition("\n## ")[0]
        told = givens(*name.split(), "--help", COLUMNS="80").stdout
        options = re.findall(r"(?m)^  (?:-o, )?(--[a-z-]+)", told.partition("\nOptions:")[2])

        assert {option for option in options if option != "--help"} == {
            *re.findall(r"(?m)^- `(?:-o, )?(--[a-z-]+)", section)
        }
        assert [line.split("   ")[0] for line in re.findall(r"(?m)^ {4}(givens .*)$", told)] == [
            line.split("   ")[0] for line in re.findall("(?m)^givens .*$", section)
        ]


def test_exit_codes_are_those_of_the_documentation() -> None:
    """The skill and `docs/cli.md` know the same exit codes."""
    table = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8").partition("## Exit codes")[2]

    assert {*re.findall(r"(?m)^\| (\d+)", table)} - {"129"} == {*re.findall(r"(?m)^(\d+) \|", EXIT_CODES)}
