"""Write the man page of `givens` from the help of its commands: `python -m tools.man_page FILE`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version
from inspect import cleandoc
from pathlib import Path

import click

from bot.cli import app


def page() -> str:
    """Return the page as roff: what `givens` is, then each command with its help and options."""
    head = [f'.TH GIVENS 1 "" "givens {version("givens")}"', ".SH NAME", "givens \\- play grid puzzles of web sites"]
    head += [".SH SYNOPSIS", ".B givens", "COMMAND [OPTIONS]", ".SH COMMANDS"]
    return "\n".join((*head, *_commands(app, click.Context(app, info_name="givens")))) + "\n"


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    """Yield the lines of each command of a group, and of those of the groups in it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        within = click.Context(command, parent=context, info_name=name)
        if isinstance(command, click.Group):
            yield from _commands(command, within)
            continue
        yield f".SS {within.command_path}"
        for words in cleandoc(command.help or "").split("\n\n"):
            yield from (".PP", *((".nf", _safe(words[2:]), ".fi") if words.startswith("\b") else (_safe(words),)))
        records = [record for each in command.get_params(within) if (record := each.get_help_record(within))]
        for option, words in records:
            yield from (".TP", f".B {_safe(option)}", _safe(words))


def _safe(text: str) -> str:
    """Return a text whose lines are none of roff's own."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line[:1] in {".", "'"} else line for line in lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
