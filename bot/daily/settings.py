"""The puzzles in `config.toml` that `givens daily run` plays."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot import config
from bot.errors import UsageError, writing
from bot.files import make_folder
from bot.play.resolve import resolve
from bot.record.output import Replacing, write_output
from solvers import GivensError

if TYPE_CHECKING:
    from bot.play.targets import Target

HEAD = """\
# What `givens daily run` plays, in this order, except that the puzzles of a site follow each other; each is played at
# most once on the site's own day. `givens sites list` lists the sites; docs/daily.md says what else may stand here.
"""


def _table(target: Target) -> str:
    lines = f'\n[[daily]]\ntarget = "{target.name if target.day is None else target.site.NAME}"\n'
    if target.choices:
        fields = (choice.partition("=") for choice in target.choices.split(","))
        words = (f"{name} = {value if value.isdecimal() else json.dumps(value)}" for name, _, value in fields)
        lines += f"choices = {{ {', '.join(words)} }}\n"
    return lines


def load() -> config.Settings:
    """Return the settings, with every target checked; raise `UsageError` with the place of a mistake."""
    settings = config.load()
    for number, puzzle in enumerate(settings.daily, start=1):
        try:
            resolve(puzzle.text, signed_in=puzzle.profile is not None)
        except GivensError as error:
            raise UsageError(f"{config.path()}, [[daily]] {number}: {error.message}") from None
    return settings


def add(targets: Iterable[str], messages_to: str = "") -> list[str]:
    """Add puzzles to the file, or create the file with them; return those that were not there, as targets.

    `messages_to` is an address for messages on failures, if the file has none. Raise `UsageError` if a target does not
    exist, and what `write` raises.
    """
    file = config.ConfigFile.read()
    known = {
        _table(target) for puzzle in load().daily for target in resolve(puzzle.text, signed_in=bool(puzzle.profile))
    }
    found = {_table(target): target for text in targets for target in resolve(text)}
    new = {table: target for table, target in found.items() if table not in known}
    text = "".join([file.text or HEAD, *new])
    if messages_to and "notify" not in file.tables:
        text += f'\n[notify]\nto = [{json.dumps(messages_to)}]\nwhen = "on_error"\n'
    write(file, text)
    return [
        f"{target.site.NAME}:{target.choices}".rstrip(":") if target.day else target.name for target in new.values()
    ]


def write(file: config.ConfigFile, text: str) -> None:
    """Replace the text of the settings as a whole or not at all; a link stays one, and the mode of the file stays.

    Raise `UsageError` if it is no TOML or the file has changed since it was read, `SetupError` if it cannot be written.
    """
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise UsageError(
            f"{file.path} lists its puzzles as one value: write each as a table that begins with [[daily]]"
        ) from None
    with writing(file.path):
        make_folder(file.path.parent)
        if config.ConfigFile.read().text != file.text:
            raise UsageError(f"{file.path} has changed meanwhile: try again")
        write_output(file.path, text, Replacing(force=True), private=True)
