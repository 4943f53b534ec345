"""The history of plays in SQLite: one row for each puzzle and day of its site.

A row holds the JSON line of `givens play`. The row of an accepted puzzle is never replaced, whether by a second run, a
kill, or another process. See `docs/daily.md` for the table.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import platformdirs

from bot.errors import SetupError, UsageError, command_line
from bot.files import FILE, make_folder
from bot.json_file import dumps, parse
from bot.play.result import TargetResult
from bot.play.sites import today_of

if TYPE_CHECKING:
    from bot.play.targets import Target

VERSION = 1
"""The version of the table."""
APPLICATION = 0x61B5
"""The application id of our SQLite files; a new file has 0."""
LOCK_TIMEOUT = 10.0
"""The longest wait in seconds for another process that writes."""
DAY = timedelta(days=1)

_TABLE = """CREATE TABLE plays (
    site TEXT NOT NULL, choices TEXT NOT NULL, day TEXT NOT NULL, at TEXT NOT NULL, done INTEGER NOT NULL,
    line TEXT NOT NULL, PRIMARY KEY (site, choices, day))"""
_FACTS = "PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema"
_NOTE = """INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
    SET at = excluded.at, done = excluded.done, line = excluded.line WHERE NOT plays.done"""
_DONE = "WHERE site = ? AND choices = ? AND done"
_NAMES = "SELECT site, choices, day FROM plays ORDER BY day, site, choices"
_FORGET = "DELETE FROM plays WHERE site = ? AND choices = ? AND day = ?"
_ROWS = "SELECT site, choices, day, at, done, line FROM plays"


Name = tuple[str, str, str]
"""What names a row: site, choices and day."""


def target_of(site: str, choices: str) -> str:
    """Return a puzzle as a target; for a saved page, its path, and for one that comes with givens, its name."""
    return f"{site}:{choices}" if "=" in choices and "/" not in choices else choices or site


@dataclass(frozen=True, slots=True)
class Play:
    """One puzzle on one day of its site."""

    site: str
    choices: str
    """The choices as `key=value,…`; empty for the default puzzle of the site."""
    day: date
    at: datetime
    """The time of the last play, in UTC."""
    done: bool
    """Whether the page accepted the solution."""
    line: Mapping[str, Any]
    """The JSON line of `givens play`."""
    result: TargetResult
    """The same as a result."""

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> Play:
        """Return the play of a row; raise `ValueError` or `TypeError` for values that no play has."""
        site, choices, day, at, done, line = row
        parsed = parse(line)
        if not isinstance(parsed, dict):
            raise TypeError("its line is not a JSON object")
        result = TargetResult.from_line({"target": "", **parsed})
        return cls(site, choices, date.fromisoformat(day), datetime.fromisoformat(at), bool(done), parsed, result)

    @property
    def state(self) -> Literal["done", "check", "failed"]:
        """Whether the puzzle is done, is to be checked by a person, or failed."""
        return "done" if self.done else "check" if self.result.to_check else "failed"

    @property
    def name(self) -> str:
        """The puzzle as a target; for a saved page, its path."""
        return target_of(self.site, self.choices)


def history_file() -> Path:
    """Return the path of the history: `GIVENS_HISTORY`, or a file in the user's data folder."""
    chosen = os.environ.get("GIVENS_HISTORY")
    return Path(chosen) if chosen else platformdirs.user_data_path("givens", appauthor=False) / "history.sqlite"


class History:
    """An open history."""

    def __init__(self, path: Path) -> None:
        """Open or create a file; raise `SetupError` if it is damaged, newer, of another program or not writable."""
        self.path = path
        with self._explained():
            make_folder(path.parent)
            path.touch(mode=FILE)
            if not path.is_file():
                raise SetupError(f"the history {path} is not a regular file")
            self._base = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None)
            try:
                self._create()
            except BaseException:
                self._base.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def _create(self) -> None:
        """Create the table unless the file is a history; raise `SetupError` if it is newer or not ours."""
        self._base.execute("BEGIN IMMEDIATE")  # Another process may create it at the same moment.
        application, version, tables = (self._base.execute(query).fetchone()[0] for query in _FACTS)
        if application == APPLICATION and version > VERSION:
            raise SetupError(
                f"the history {self.path} has version {version}; this program reads versions up to {VERSION}",
                command="pip install --upgrade givens",
            )
        if application != APPLICATION:
            if tables:
                raise SetupError(f"{self.path} is a database, but not a history of givens")
            self._base.execute(_TABLE)
            self._base.execute(f"PRAGMA user_version = {VERSION}")
            self._base.execute(f"PRAGMA application_id = {APPLICATION}")
        self._base.execute("COMMIT")

    def note(self, site: str, choices: str, day: date, line: Mapping[str, Any], *, of_day: bool = True) -> None:
        """Store the line of a play, unless that day's puzzle is done; one that is not `of_day` leaves it open."""
        with self._explained():
            done = of_day and line.get("accepted") is True and "error" not in line
            at = datetime.now(UTC).isoformat(timespec="seconds")
            self._base.execute(_NOTE, (site, choices, str(day), at, done, dumps(dict(line))))

    def forget(self, matches: Callable[[Name], bool]) -> list[Name]:
        """Remove the rows whose names match, also those that cannot be read; return their names."""
        with self._explained():
            found = [name for name in self._base.execute(_NAMES) if matches(name)]
            self._base.executemany(_FORGET, found)
            return found

    def get(self, site: str, choices: str, day: date) -> Play | None:
        """Return the play of a puzzle on a day; None if there is none."""
        plays = self._rows("WHERE site = ? AND choices = ? AND day = ?", (site, choices, str(day)))
        return next(iter(plays), None)

    def last(self, site: str, choices: str) -> Play | None:
        """Return the latest accepted play of a puzzle."""
        return next(iter(self._rows(f"{_DONE} ORDER BY day DESC LIMIT 1", (site, choices))), None)

    def streak(self, site: str, choices: str, today: date) -> int:
        """Return on how many days in a row a puzzle was accepted."""
        return streaks((play.day for play in self._rows(_DONE, (site, choices))), today)[0]

    def last_read(self, site: str, choices: str, before: date) -> Play | None:
        """Return the latest play before a day that recorded its puzzle, accepted or not."""
        where = "WHERE site = ? AND choices = ? AND day < ? ORDER BY day DESC"
        return next((play for play in self._rows(where, (site, choices, str(before))) if play.line.get("puzzle")), None)

    def plays(self, sites: Iterable[str] = ()) -> list[Play]:
        """Return the plays of some sites (by default all), by day and puzzle."""
        plays = self._rows("ORDER BY day, site, choices", ())
        wanted = set(sites)
        return [play for play in plays if not wanted or play.site in wanted]

    def _rows(self, where: str, values: tuple[str, ...]) -> list[Play]:
        with self._explained():
            rows = self._base.execute(f"{_ROWS} {where}", values).fetchall()
        plays = []
        for row in rows:
            try:
                plays.append(Play.of(row))
            except (ValueError, TypeError) as error:
                _warn(*map(str, row[:3]), str(error))
        return plays

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise `SetupError` for an error of SQLite or the disk."""
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise SetupError(
                f"the history {self.path} cannot be used: {reason}", command="set GIVENS_HISTORY to a file of yours"
            ) from None
        except sqlite3.DatabaseError as error:
            raise SetupError(
                f"the history {self.path} is damaged: {error}; nothing was written to it",
                command=command_line("mv", self.path, f"{self.path}.damaged"),
            ) from None


@cache
def _warn(site: str, choices: str, day: str, error: str) -> None:
    """Print once that a row cannot be read."""
    from bot.draw.terminal import warning  # Rarely needed, and slow to import.

    command, name = command_line("givens daily history", site, options=["--forget", day]), target_of(site, choices)
    warning(f"the row of {name} on {day} in the history cannot be read ({error}); {command} removes it")


def key(target: Target, profile: str | None) -> tuple[date, str]:
    """Return the day and the choices that identify a target in the history; the choices include the profile."""
    if target.day is None:
        return today_of(target.site), target.name  # A page that is not named by its site has its name as choices.
    return target.day, ",".join(filter(None, [target.choices, profile and f"profile={profile}"]))


def store(target: Target, result: TargetResult, profile: str | None, history: History | None = None) -> None:
    """Store a result; if the history cannot be used, say so in the result.

    A target that was named wrongly, or a machine that cannot play, says nothing about a puzzle.
    """
    if result.exit_code in {UsageError.EXIT, SetupError.EXIT}:
        return
    site, (day, choices) = target.site.NAME, key(target, profile)
    try:
        with History(history_file()) if history is None else nullcontext(history) as opened:
            opened.note(site, choices, day, result.line(), of_day=not target.of_another_day(result.about or {}))
            if result.accepted and not result.error:
                result.streak = opened.streak(site, choices, day)
    except SetupError as error:
        result.lost = "; ".join(filter(None, [result.lost, error.message, "the result is only in the session"]))


def streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """Return of the days on which a puzzle was accepted the streak that today can continue, and the longest one."""
    run, longest, last = 0, 0, date.min
    for day in sorted(set(days)):
        run = run + 1 if day - last == DAY else 1
        longest, last = max(longest, run), day
    return run if today - last <= DAY else 0, longest
