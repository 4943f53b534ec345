"""When the canary last opened a page of each site, and what came of it: a file beside the history."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from bot.daily.history import history_file
from bot.errors import writing
from bot.json_file import convert, read_object
from bot.private import make_folder
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

VERSION = 1
"""The newest version of the file that this program reads."""


class Checked(msgspec.Struct, frozen=True):
    """What came of the last page of a site that was opened."""

    at: str
    """When, in UTC and ISO form."""
    outcome: str
    """`read`, `unread` (no layout could read it), or `unreached` (a login wall, no network)."""

    def __str__(self) -> str:
        """Return the day, and what came of it."""
        return f"{self.at[:10]} {self.outcome}"


class _File(msgspec.Struct):
    sites: dict[str, Checked]


def _path() -> Path:
    return history_file().with_name("canary.json")


def last_checked() -> Mapping[str, Checked]:
    """Return the last check of each site that was checked on this machine; raise `UsageError` for a damaged file."""
    path = _path()
    return convert(read_object(path, VERSION), _File, path).sites if path.exists() else {}


def note(site: str, *, reads: bool | None) -> None:
    """Store that a page of a site was opened; `reads` is None if nothing was seen of it. Raise `SetupError`."""
    outcome = {True: "read", False: "unread", None: "unreached"}[reads]
    sites = {**last_checked(), site: Checked(f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ}", outcome)}
    path = _path()
    with writing(path):
        make_folder(path.parent)
        write_whole(path, json.dumps({"v": VERSION, "sites": msgspec.to_builtins(sites)}, indent=1), private=True)
