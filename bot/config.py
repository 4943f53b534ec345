"""Settings in `config.toml`: defaults of options, daily puzzles, messages, and limits for sessions."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec
import platformdirs

from bot.files import read_text

MAX_BYTES = 2**20
"""Bytes of the largest file of settings."""

Number = Annotated[float, msgspec.Meta(ge=0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.001)]
Record = Annotated[str, msgspec.Meta(pattern="^(none|light|full)$")]
When = Annotated[str, msgspec.Meta(pattern="^(always|on_error|never)$")]

_HOURS = {"H": 1, "D": 24, "W": 7 * 24}
_BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of all sessions together; None means no limit."""

    age: timedelta | None = None
    size: int | None = None
    """In bytes."""


def parse_age(text: str) -> timedelta | None:
    """Return an age such as `30d`, `12h` or `8w`, None for `forever`; raise `ValueError`."""
    hours = _amount(text, _HOURS, "forever", "an age: write 12h, 30d or 8w (hours, days, weeks)")
    return None if hours is None else timedelta(hours=hours)


def parse_size(text: str) -> int | None:
    """Return a size such as `500MB` or `2GB` in bytes, None for `any`; raise `ValueError`."""
    size = _amount(text, _BYTES, "any", "a size: write 500MB or 2GB (kB, MB, GB, TB)")
    return None if size is None else int(size)


def _amount(text: str, units: Mapping[str, int], unlimited: str, form: str) -> float | None:
    if text == unlimited:
        return None
    amount = re.fullmatch(r"(\d{1,8}(?:\.\d{1,9})?) ?([A-Za-z]+)", text, re.ASCII)
    if amount is None or amount[2].upper() not in units:
        raise ValueError(f"{text!r} is not {form}, or {unlimited}")
    return float(amount[1]) * units[amount[2].upper()]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the file; a setting that is None is not in the file."""


class Defaults(_Table, frozen=True):
    """`[defaults]`: options of every command that has them."""

    browser: str | None = None
    headed: bool | None = None
    profile: str | None = None
    pace: Number | None = None
    """Milliseconds."""
    timeout: Seconds | None = None
    record: Record | None = None


class DailyPuzzle(_Table, frozen=True):
    """`[[daily]]`: a puzzle to play every day, and options for this puzzle alone."""

    target: str
    choices: dict[str, Any] = {}
    pace: Number | None = None
    """Milliseconds."""
    timeout: Seconds | None = None
    profile: str | None = None
    record: Record | None = None
    notify: When | None = None

    @property
    def text(self) -> str:
        """The target with its choices, as on the command line."""
        choices = ",".join(f"{key}={value}" for key, value in self.choices.items())
        return f"{self.target}:{choices}" if choices else self.target


class Notify(_Table, frozen=True):
    """`[notify]`: where messages are sent, and when."""

    to: tuple[str, ...] = ()
    """Addresses of Apprise."""
    when: When | None = None


class Sessions(_Table, frozen=True):
    """`[sessions]`: the limits that are applied once a day."""

    keep: str = "90d"
    max: str = "5GB"

    def __post_init__(self) -> None:
        """Raise `ValueError` for a limit that is none."""
        _ = self.limits

    @property
    def limits(self) -> Limits:
        """The limits of age and size."""
        return Limits(parse_age(self.keep), parse_size(self.max))


class Settings(_Table, frozen=True):
    """All tables of the file."""

    defaults: Defaults = Defaults()
    daily: tuple[DailyPuzzle, ...] = ()
    notify: Notify = Notify()
    sessions: Sessions = Sessions()


def path() -> Path:
    """Return the path of the file: `GIVENS_CONFIG`, or a place in the user's configuration folder."""
    chosen = os.environ.get("GIVENS_CONFIG")
    return Path(chosen) if chosen else platformdirs.user_config_path("givens", appauthor=False) / "config.toml"


def load() -> Settings:
    """Return the settings, the defaults where there is no file; raise `UsageError` with the place of a mistake."""
    return ConfigFile.read().settings()


def defaults() -> dict[str, Any]:
    """Return the options that `[defaults]` sets; raise `UsageError` with the place of a mistake in the file."""
    options = msgspec.structs.asdict(load().defaults)
    return {name: value for name, value in options.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """The file as text and as tables."""

    path: Path
    text: str
    tables: Mapping[str, Any]

    @classmethod
    def read(cls) -> ConfigFile:
        """Read the file; a missing file has no tables."""
        file = path()
        if str(file) == os.devnull:
            return cls(file, "", {})
        try:
            text = read_text(file, MAX_BYTES)
            return cls(file, text, tomllib.loads(text))
        except FileNotFoundError:
            return cls(file, "", {})
        except (OSError, ValueError) as error:  # Among the second are what is not TOML, and what is not UTF-8.
            from bot.errors import UsageError  # Slow to import, and every command reads the settings.

            raise UsageError(f"{file} cannot be read: {getattr(error, 'strerror', error)}") from None

    def settings(self) -> Settings:
        """Return the tables, checked; raise `UsageError` with the place of a mistake."""
        try:
            return msgspec.convert(self.tables, Settings)
        except msgspec.ValidationError:
            from bot.json_file import convert  # As above; it explains the mistake.

            return convert(self.tables, Settings, self.path)
