"""The error tree, from the top: one family per layer, one exit code per family.

::

    GivensError
    ├── SetupError    7   bot       no browser, wrong version, unwritable folder: says what to type
    ├── ReadError     3   scrapers  the page is not what its site module expects
    ├── SolveError    4   solvers   BadPuzzle | NoSolution | NotUnique | GaveUp
    ├── EnterError    5   bot       the page did not show, or did not accept, the solution; PageGone
    └── NeedsHuman    6   scrapers  login wall, challenge, consent that cannot be declined

Exit code 0 is success, 1 a bug, 2 wrong usage, 8 several targets that failed differently, 130 Ctrl-C.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

LONGEST_WORD = 200
"""Characters of the longest word of a message, such as an address: people paste all sorts of things."""
LONGEST_QUOTE = 40
"""Characters of a quoted value, which are enough to recognise it."""
TYPES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "text",
}
"""The names that msgspec has for the types of JSON, and ours."""


class GivensError(Exception):
    """An error that `givens` can explain to its user in one sentence."""

    EXIT: ClassVar[int] = 1
    RETRY: ClassVar[bool] = False
    """Whether the cause may go away by itself, like a network error."""

    def __init__(self, message: str, *, command: str | None = None) -> None:
        message = re.sub(rf"(\S{{{LONGEST_WORD}}})\S+", r"\1…", message)
        super().__init__(message)
        self.message = message
        self.command = command
        """What the user can type next, if anything helps."""

    def add(self, words: str) -> None:
        """Add words to the message."""
        self.message = f"{self.message}; {words}"
        self.args = (self.message,)

    @property
    def family(self) -> str:
        """The name of the class just below `GivensError`."""
        bases = type(self).__mro__
        return bases[bases.index(GivensError) - 1].__name__

    def details(self) -> dict[str, object]:
        """Return the data of this error, as JSON values."""
        return {}


class SolveError(GivensError):
    """The puzzle does not have exactly one solution, or the solution was not found."""

    EXIT = 4


class BadPuzzle(SolveError):
    """The puzzle is malformed; the message names the field and the cell."""


class TooLarge(BadPuzzle):
    """The board has more cells than are read, whatever its form."""


class ZeroForBlank(BadPuzzle):
    """A cell holds 0, which its kind does not have: people write it for a blank."""


class GaveUp(SolveError):
    """Z3 did not decide; `limit` is the time limit in seconds, if that was the cause."""

    def __init__(self, reason: str, limit: float | None = None) -> None:
        self.reason, self.limit = reason, limit
        after = "" if limit is None else f" after {limit:g} s"
        super().__init__(f"gave up{after}: {reason}")

    def __reduce__(self) -> tuple[type[GaveUp], tuple[str, float | None]]:
        return GaveUp, (self.reason, self.limit)

    def details(self) -> dict[str, object]:
        """Return the reason and the time limit in seconds."""
        return {"reason": self.reason, "limit": self.limit}


def times(count: int, noun: str) -> str:
    """Say a number of things: `no tent`, `1 tent`, `2 tents`."""
    ending = "" if count < 2 else "es" if noun.endswith("ch") else "s"  # noqa: PLR2004 - the first plural
    return f"{count:,} {noun}{ending}" if count else f"no {noun}"


def quoted(value: object) -> str:
    """Return a value of a file or a request as it is quoted in a message: its beginning."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}…"


def explained(error: Exception, owner: object, names: Mapping[str, str] | None = None) -> str:
    """Return an error of msgspec in the words of JSON, for a puzzle with the `names` that its fields have there."""
    if isinstance(error, UnicodeEncodeError):
        return f"{owner}: a text contains {error.object[error.start]!a}, which is half of a character"
    what, _, place = str(error).partition(" - at ")
    key = place.strip("`").removeprefix("$").lstrip(".")
    if named := re.fullmatch(r"Object (missing|contains) (?:required|unknown) field `(.+)`", what):
        key = f"{key}.{named[2]}".lstrip(".")
    key = f"`{key}`" if names is None else re.sub(r"^\w+", lambda found: names.get(found[0], found[0]), key)
    where = f"{owner}: {key}" if key.strip("`") else f"{owner}"
    if named:
        return f"{where} is {'missing' if named[1] == 'missing' else 'not known'}"
    if wrong := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        expected = " or ".join(TYPES.get(name, name) for name in wrong[1].split(" | "))
        return f"{where} must be {expected}, not {TYPES.get(wrong[2], wrong[2])}"
    if one_of := re.fullmatch(r"Expected `str` matching regex '\^\((.+)\)\$'", what):
        return f"{where} must be one of {one_of[1].replace('|', ', ')}"
    return f"{where}: {what}"
