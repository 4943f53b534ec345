"""Settings in `config.toml`: defaults of options, daily puzzles, messages, and limits for sessions."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, get_args

import msgspec
import platformdirs

from bot.files import read_text

MAX_BYTES = 2**20
"""Bytes of the largest file of settings."""

Number = Annotated[float, msgspec.Meta(ge=0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.001)]
Record = Literal["none", "light", "full"]
When = Literal["always", "on_error", "never"]

_WORDS: Mapping[str, tuple[str, ...]] = {"record": get_args(Record), "notify": get_args(When), "when": get_args(When)}
_TYPES = {"str": "text", "float": "a number", "bool": "true or false", "array": "a list", "object": "a table"}

FOREVER, ANY = "forever", "any"
"""The words for no limit of age, and for no limit of size."""

_HOURS = {"H": 1, "D": 24, "W": 7 * 24}
_BYTES = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


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


class Settings(_Table, frozen=True):
    """All tables of the file."""

    defaults: Defaults = Defaults()
    daily: tuple[DailyPuzzle, ...] = ()
    notify: Notify = Notify()
    sessions: Sessions = Sessions()

    @property
    def limits(self) -> Limits:
        """The limits of age and size for sessions."""
        return Limits(parse_age(self.sessions.keep), parse_size(self.sessions.max))


_KNOWN = sorted({name for table in _Table.__subclasses__() for name in table.__struct_fields__})
"""All names in the file."""


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
        except OSError as error:
            _refuse(f"{file} cannot be read: {error.strerror}")
        except UnicodeDecodeError:
            _refuse(f"{file} is not TOML: it is not text in UTF-8")
        except ValueError as error:  # TOML that is wrong, or a number with thousands of digits.
            _refuse(f"{file} is not TOML: {error}")

    def settings(self) -> Settings:
        """Return the tables, checked; raise `UsageError` with the place of a mistake."""
        try:
            settings = msgspec.convert(self.tables, Settings)
        except msgspec.ValidationError as error:
            _refuse(f"{self.path}{self._explain(str(error))}")
        if "sessions" in self.tables:
            from bot.errors import UsageError

            try:
                _ = settings.limits
            except UsageError as error:
                _refuse(f"{self.path}, [sessions]: {error.message}")
        return settings

    def _explain(self, error: str) -> str:
        """Return the place and the problem that msgspec names: `Expected …, got … - at `$.table[number].key``."""
        problem, _, place = error.partition(" - at `$")
        keys = re.findall(r"\w+", place)
        value: Any = self.tables
        for key in keys:
            value = value[int(key) if isinstance(value, list) else key]
        if keys[:1] == ["daily"]:
            where = f", [[daily]] {int(keys[1]) + 1}" if len(keys) > 1 else ""
        else:
            where = f", [{keys[0]}]" if keys else ""
        if unknown := re.fullmatch("Object contains unknown field `(.*)`", problem):
            known = _KNOWN if keys else Settings.__struct_fields__
            hint = _did_you_mean(unknown[1], known) or f"; choose from {', '.join(known)}"
            return f"{where}: there is no {unknown[1]!r}{hint}"
        if problem.startswith("Object missing required field"):
            return f"{where}: it needs a target, such as target = 'tango'"
        if keys == ["daily"]:
            return ": each puzzle begins with [[daily]], in double brackets"
        hint = ""
        if words := _WORDS.get(keys[-1], ()):
            expected, hint = f"{', '.join(words[:-1])} or {words[-1]}", _did_you_mean(str(value), words)
        elif limit := re.search(r">= ([\d.]+)", problem):
            expected = f"{float(limit[1]):g} or more"
        else:
            types = re.match(r"Expected `(\w+)", problem)
            expected = _TYPES[types[1]] if types else problem
        name = place.rstrip("`").rpartition(".")[2]
        return f"{where}: {name} must be {expected}, not {json.dumps(value, default=str)}{hint}"


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _refuse(message: str) -> NoReturn:
    from bot.errors import UsageError  # Slow to import, and every command reads the settings.

    raise UsageError(message) from None


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of all sessions together; None means no limit."""

    age: timedelta | None = None
    size: int | None = None
    """In bytes."""


def parse_age(text: str) -> timedelta | None:
    """Return an age such as `30d`, `12h` or `8w`, None for `forever`; raise `UsageError`."""
    hours = _amount(text, _HOURS, FOREVER, "an age: write 12h, 30d or 8w (hours, days, weeks)")
    return None if hours is None else timedelta(hours=hours)


def parse_size(text: str) -> int | None:
    """Return a size such as `500MB` or `2GB` in bytes, None for `any`; raise `UsageError`."""
    size = _amount(text, _BYTES, ANY, "a size: write 500MB or 2GB (kB, MB, GB, TB)")
    return None if size is None else int(size)


def _amount(text: str, units: Mapping[str, int], unlimited: str, form: str) -> float | None:
    if text == unlimited:
        return None
    amount = re.fullmatch(r"(\d{1,8}(?:\.\d{1,9})?) ?([A-Za-z]+)", text, re.ASCII)
    if amount is None or amount[2].upper() not in units:
        _refuse(f"{text!r} is not {form}, or {unlimited}")
    return float(amount[1]) * units[amount[2].upper()]
