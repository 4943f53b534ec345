"""What agents are told: the skill."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import fields

from bot.addons.agents import EXIT_CODES
from bot.addons.agents.command import KEYS
from tests.conftest import ROOT
from tests.lines import LINES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Givens


@pytest.mark.parametrize("command", KEYS)
def test_keys_of_lines(command: str) -> None:
    """The keys that the skill names are those of the command's lines."""
    known = {field.encode_name for field in fields(LINES[command])}

    assert known >= {*KEYS[command].split(", ")}


def test_skill_is_the_help(givens: Givens, tmp_path: Path) -> None:
    """The skill has each command's sentences, examples and options as its help has them."""
    text = givens("agent", "skill").stdout
    written = givens("agent", "skill", "-o", "skills/givens")

    assert 0 == written.returncode
    assert (tmp_path / "skills" / "givens" / "SKILL.md").read_text(encoding="utf-8").startswith(f"{text}\n<!-- ")
    assert text.startswith("---\nname: givens\ndescription: Read, solve, check, ")
    assert [*KEYS] == re.findall("(?m)^## givens (.*)$", text)
    for name in KEYS:
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
