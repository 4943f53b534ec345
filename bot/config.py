"""Settings in a file, `config.toml`: what neither a flag nor the environment says, and the puzzles of every day."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.sessions.prune import Limits

Types = type | tuple[type, ...]

DEFAULTS: Mapping[str, Types] = {
    "browser": str,
    "headed": bool,
    "profile": str,
    "pace": (int, float),
    "timeout": (int, float),
    "record": str,
}
"""What may be set for all commands that know it, and its type."""
DAILY: Mapping[str, Types] = {
    "target": str,
    "choices": dict,
    "pace": (int, float),
    "timeout": (int, float),
    "profile": str,
    "record": str,
    "notify": str,
}
"""What may be said of one puzzle of every day; a target it must have."""
NOTIFY: Mapping[str, Types] = {"to": list, "when": str}
SESSIONS: Mapping[str, Types] = {"keep": str, "max": str}
"""How long sessions are kept, and how much they may take: what is more is removed once a day."""
LIMITS = {"keep": "90d", "max": "5GB"}
"""What holds for sessions unless it is set."""
WORDS = {
    "record": ("none", "light", "full"),
    "notify": ("always", "on_error", "never"),
    "when": ("always", "on_error", "never"),
}
"""The values of settings that are one of a few words."""
TABLES = ("defaults", "daily", "notify", "sessions")

TEMPLATE = """\
# What `givens daily` plays, in this order, each at most once in the site's own day; `givens sites` lists what there is.
# Take away what you do not want, and add what you do.

[[daily]]
target = "linkedin_tango"

[[daily]]
target = "linkedin_queens"

[[daily]]
target = "linkedin_zip"

[[daily]]
target = "linkedin_mini_sudoku"

[[daily]]
target = "linkedin_patches"

[[daily]]
target = "brainbashers_three_in_a_row"
choices = { size = 14, diff = 2 }
# pace = 50             # milliseconds from one input to the next, at least
# timeout = 120         # seconds for this puzzle, everything included
# record = "light"      # or "full" (a video and a trace, too), or "none"
# profile = "linkedin"  # one that you have made with `givens login`; without it you are a guest
# notify = "never"      # for this puzzle alone

# Messages, through Apprise (https://github.com/caronc/apprise/wiki): pip install 'givens[notify]'
# [notify]
# to = ["ntfy://ntfy.sh/a-name-of-your-own", "mailto://user:password@example.org"]
# when = "on_error"     # or "always", or "never"
"""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A puzzle of every day, and what was set for it alone."""

    target: str
    pace: float | None = None
    """Milliseconds."""
    timeout: float | None = None
    profile: str | None = None
    record: str | None = None
    notify: str | None = None


@dataclass(frozen=True, slots=True)
class Daily:
    """What the file says of every day."""

    chosen: Sequence[Chosen] = ()
    notify_to: Sequence[str] = ()
    """Addresses of Apprise."""
    notify_when: str | None = None


def path() -> Path:
    """Return where the settings are: `GIVENS_CONFIG`, else the user's folder of settings."""
    told = os.environ.get("GIVENS_CONFIG")
    return Path(told) if told else platformdirs.user_config_path("givens", appauthor=False) / "config.toml"


def defaults() -> dict[str, Any]:
    """Return the `[defaults]`, none where there is no file; raises `UsageError` naming the line of what is wrong."""
    checker = _Checker.load()
    return checker.table("defaults", checker.tables.get("defaults", {}), DEFAULTS)


def daily() -> Daily:
    """Return what is to be played every day, nothing where there is no file; raises `UsageError` as `defaults` does."""
    checker = _Checker.load()
    chosen = checker.tables.get("daily", [])
    if not isinstance(chosen, list):
        checker.fail("daily", None, "each puzzle begins with [[daily]], in two pairs of brackets")
    notify = checker.table("notify", checker.tables.get("notify", {}), NOTIFY)
    if not all(isinstance(address, str) for address in notify.get("to", [])):
        checker.fail("notify", "to", "to is a list of addresses, each a text")
    puzzles = [checker.chosen(one, number) for number, one in enumerate(chosen)]
    return Daily(puzzles, notify.get("to", []), notify.get("when"))


def limits() -> Limits:
    """Return what sessions may come to, by themselves; raises `UsageError` as `defaults` does."""
    from bot.errors import UsageError
    from bot.sessions.prune import Limits, age, size

    checker = _Checker.load()
    told = LIMITS | checker.table("sessions", checker.tables.get("sessions", {}), SESSIONS)
    parsed: dict[str, Any] = {}
    for key, parse in (("keep", age), ("max", size)):
        try:
            parsed[key] = parse(told[key])
        except UsageError as error:
            checker.fail("sessions", key, f"{key} = {error.message}")
    return Limits(parsed["keep"], parsed["max"])


def begin() -> Path:
    """Write the file with comments, or add what it says of every day to one that is there; returns where it is.

    Raises `UsageError` where puzzles of every day are set already, or it cannot be written.
    """
    file = path()
    if "daily" in _Checker.load().tables:
        _refuse(f"{file} names puzzles of every day already")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{before and chr(10)}{TEMPLATE}")
    except OSError as error:
        _refuse(f"{file} cannot be written: {error.strerror}", command="set GIVENS_CONFIG to a file of yours")
    return file


@dataclass(frozen=True, slots=True)
class _Checker:
    """Checks tables against what may be in them, and knows the lines of what is wrong."""

    file: Path
    text: str
    tables: Mapping[str, Any]

    @classmethod
    def load(cls) -> _Checker:
        """Read the file; one that is not there says nothing."""
        file = path()
        try:
            text = file.read_text(encoding="utf-8")
            checker = cls(file, text, tomllib.loads(text))
        except FileNotFoundError:
            return cls(file, "", {})
        except OSError as error:
            _refuse(f"{file} cannot be read: {error.strerror}")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            _refuse(f"{file} is not TOML: {error}")
        for name in checker.tables:
            if name not in TABLES:
                checker.fail(name, None, f"there is no table {name!r}{_meant(name, TABLES)}")
        return checker

    def table(self, name: str, found: object, known: Mapping[str, Types], number: int = 0) -> dict[str, Any]:
        """Return a table in which every key is known and of its type."""
        if not isinstance(found, dict):
            self.fail(name, None, f"{name} is a table, not {found!r}", number)
        for key, value in found.items():
            if key not in known:
                self.fail(name, key, f"{name} has no {key!r}{_meant(key, known)}", number)
            if not isinstance(value, known[key]) or (isinstance(value, bool) and known[key] is not bool):
                self.fail(name, key, f"{key} cannot be {value!r}", number)
            if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
                self.fail(name, key, f"{key} cannot be less than nothing", number)
            if value not in WORDS.get(key, (value,)):
                self.fail(name, key, f"{key} cannot be {value!r}{_meant(value, WORDS[key])}", number)
        return found

    def chosen(self, found: object, number: int) -> Chosen:
        """Return one puzzle of every day, whose target is one that there is."""
        from bot.play.targets import resolve
        from solvers import GivensError

        values = dict(self.table("daily", found, DAILY, number))
        if "target" not in values:
            self.fail("daily", None, "a puzzle of every day needs a target, as in target = 'tango'", number)
        choices = values.pop("choices", {})
        if choices:
            values["target"] += ":" + ",".join(f"{key}={value}" for key, value in choices.items())
        try:
            resolve(values["target"], signed_in="profile" in values)
        except GivensError as error:
            self.fail("daily", "choices" if choices else "target", error.message, number)
        return Chosen(**values)

    def fail(self, table: str, key: str | None, what: str, number: int = 0) -> NoReturn:
        """Raise `UsageError` with the line of a key, or of the head of a table, the `number`-th of that name."""
        at, seen = None, -1
        for line, words in enumerate(self.text.splitlines(), start=1):
            head = re.match(r"\s*\[{1,2}\s*([\w.-]+)\s*\]", words)
            if head:
                seen += head[1] == table
                inside = head[1] == table and seen == number
                at = line if inside else at
            elif key is not None and seen == number and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", words):
                at = line
                break
            elif at is None and re.match(rf"\s*{re.escape(table)}\s*[.=]", words):
                at = line
        _refuse(f"{self.file}{'' if at is None else f', line {at}'}: {what}")


def _refuse(words: str, command: str | None = None) -> NoReturn:
    from bot.errors import UsageError  # Every command reads the settings: those that are in order need no errors.

    raise UsageError(words, command=command) from None


def _meant(word: object, known: Sequence[str] | Mapping[str, Types]) -> str:
    near = get_close_matches(str(word), known, n=1)
    return f"; is it {near[0]}?" if near else f"; known are {', '.join(known)}"
