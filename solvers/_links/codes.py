"""Codes of addresses: how values in a row, such as numbers and gaps, are written as characters, and read strictly."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import DIGITS, UNKNOWN, UNKNOWN_TEXT, Grid, check_size
from solvers._core.model.puzzle import Puzzle

LONG = {"": (1, 0), "-": (2, 0), "+": (3, 0), "=": (3, 4096), **dict.fromkeys("@%", (3, 8192)), "*": (4, 12240)}
LONG |= {"$": (5, 77776)}
"""The number of hexadecimal digits behind a sign or none, and what is added to their value."""
MAX_SIDE = 100
"""The most rows or columns of a board that is read."""
MOST_SHOWN = 20
"""How many characters of a rest an error shows."""


def check_board(height: int, width: int, kind: type[Puzzle], what: str = "address") -> None:
    """Raise `BadPuzzle` for a board that is too large."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        size = f"{height}×{width}, but it must be from 1×1 to {MAX_SIDE}×{MAX_SIDE}"
        raise BadPuzzle(f"the board of the {what} is {size}")
    check_size(height, width, kind.MOST_CELLS, kind.KIND)


class Text:
    """What is left of an address, a game ID or a task, with its blank board and its flags."""

    def __init__(self, body: str, height: int, width: int, flags: str = "", *, what: str = "address") -> None:
        """Begin at the start of the text behind the size; errors call it `what`."""
        self.body, self.board, self.flags, self.what = body, Grid.make(height, width), flags, what
        self.at = 0
        self.added = 0
        """How many characters at the start are not of the text."""
        self.hint = "; was it copied to its end?"
        self.left = 0
        """How many places of the part that is read are left."""

    def rest(self) -> str:
        """Return the unread rest of the text."""
        return self.body[self.at :]

    def match(self, pattern: str) -> re.Match[str] | None:
        """Read what a pattern matches next, if it does."""
        if found := re.compile(pattern, re.ASCII).match(self.body, self.at):
            self.at = found.end()
        return found

    def take(self) -> str:
        """Return the next character; raises `BadPuzzle` if there is none."""
        if self.at == len(self.body):
            raise BadPuzzle(f"the {self.what} ends before the board is whole{self.hint}")
        self.at += 1
        return self.sign

    @property
    def sign(self) -> str:
        """The last character that was read."""
        return self.body[self.at - 1]

    def wrong(self, wanted: str) -> BadPuzzle:
        """Return the error for the last character."""
        return BadPuzzle(f"character {self.at - self.added} of the {self.what}'s board is {self.sign!r}, not {wanted}")

    def end(self) -> None:
        """Raise `BadPuzzle` unless all was read; the page leaves aside what begins with no code."""
        if left := self.rest():
            shown = left if len(left) <= MOST_SHOWN else f"{left[:MOST_SHOWN]}…"
            size = f"{self.board.height}×{self.board.width}"
            words = f"the {self.what} goes on with {shown!r} after the end of the {size} board"
            if left[0].isalnum():
                raise BadPuzzle(words)
            self.odd(words)

    def odd(self, words: str) -> None:
        """Say what the page leaves aside in an address; elsewhere raise `BadPuzzle`."""
        if self.what != "address":
            raise BadPuzzle(words)
        logging.getLogger("givens").warning("note: %s, which is left aside", words)


class Refused(str):
    """A value that no kind has: its words, with `{}` for the place, say why the address is refused."""

    __slots__ = ()


def read_values(text: Text, codes: Sequence[Code], places: Sequence[object], *, missing: int = 0) -> list[Any]:
    """Read a value for each place; raises `BadPuzzle`. At the end so many may be missing: they are None."""
    values: list[Any] = []
    while len(values) < len(places):
        if len(places) - len(values) <= missing and not text.rest():
            return values + [None] * (len(places) - len(values))
        text.take()
        text.left = len(places) - len(values)
        for code in codes:
            found = code.read(text)
            if found is not None:
                break
        else:
            *words, last = [code.words for code in codes if code.words] or ["a sign of such a board"]
            raise text.wrong(f"{', '.join(words)} or {last}" if words else last)
        if isinstance(found[0], Refused):
            raise BadPuzzle(f"the {text.what} {found[0].format(places[len(values)])}")
        values += found
    if beyond := len(values) - len(places):
        raise BadPuzzle(f"the {text.what} has a gap that reaches {beyond} places past the end of its board")
    return values


def write_values(codes: Sequence[Code], values: Iterable[Any]) -> str:
    """Write values; raises `BadPuzzle` for one that no code has."""
    values, written, at = list(values), "", 0
    while at < len(values):
        found = ((text, count) for code in codes for text, count in [code.write(values, at)] if count)
        text, count = next(found, ("", 0))
        if not count:
            held = UNKNOWN_TEXT if values[at] == UNKNOWN else values[at]
            raise BadPuzzle(f"an address cannot hold the number {held}")
        written, at = written + text, at + count
    return written


@dataclass(frozen=True)
class BySign:
    """Values that signs stand for; of several that fit, the sign of the most values is written, or else the last."""

    by_sign: Mapping[str, Sequence[Any]]
    """The values of each sign, one or several."""
    words: str = ""
    """The word for its values, "" if errors need not name them."""
    end: str = ""
    """What ends with the last place, for errors; then a sign may stand for None behind it. If empty, none may."""

    def read(self, text: Text) -> Sequence[Any] | None:
        found = self.by_sign.get(text.sign)
        if found is None or not self.end:
            return found
        if any(value is not None for value in found[text.left :]):
            raise text.wrong(f"the end of {self.end}")
        return found[: text.left]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int]:
        best, count = "", 0
        for sign, held in self.by_sign.items():
            some = [*values[at : at + len(held)]]
            beyond = [None] * (len(held) - len(some)) if self.end else []
            if len(held) >= count and [*some, *beyond] == [*held]:
                best, count = sign, len(held)
        return best, min(count, len(values) - at)


def fixed(by_sign: Mapping[str, Any], words: str = "") -> BySign:
    """Return the code of values that have a sign each."""
    return BySign({sign: (value,) for sign, value in by_sign.items()}, words)


def gap(first: int, most: int = 20, words: str = "a gap") -> BySign:
    """Return the code of gaps, places without a value: the digit `first` is a gap of one place, the next one of two."""
    return BySign({DIGITS[first + more]: (None,) * (1 + more) for more in range(most)}, words)


def with_gap(values: Sequence[int], most: int, words: str, end: str = "") -> BySign:
    """Return the code of values that share a digit with the gap behind them, which may be empty."""
    pairs = ((length, value) for length in range(most + 1) for value in values)
    return BySign({DIGITS[at]: (value, *(None,) * length) for at, (length, value) in enumerate(pairs)}, words, end)


def until(letters: str, value: object) -> BySign:
    """Return the code of gaps with a value behind them; `z` is a gap of 25 places that no value follows.

    `letters` are that of a value at once, that of one behind one place, …
    """
    ends = {letter: (*(None,) * at, value) for at, letter in enumerate(letters)}
    return BySign(ends | {"z" if letters.islower() else "Z": (None,) * 25}, "a letter")


def packed(values: Sequence[Any], count: int, end: str = "its board") -> BySign:
    """Return the code of values of a few kinds, several in one digit; the first of them is None."""
    by_sign = dict(zip(DIGITS, product(values, repeat=count), strict=False))
    return BySign(by_sign, f"a digit of base {len(by_sign)}", end)


@dataclass(frozen=True)
class Matched:
    """Values that have a pattern of their own."""

    pattern: str
    value: Callable[[str], Any]
    text: Callable[[Any], str]
    """Writes a value that is not None."""
    words: str
    blank: str = ""
    """How None is written, if it is."""

    def read(self, text: Text) -> Sequence[Any] | None:
        found = re.compile(self.pattern, re.ASCII).match(text.body, text.at - 1)
        if found is None:
            return None
        text.at = found.end()
        return [self.value(found[0])]

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int]:
        value = values[at]
        text = self.blank if value is None else "" if value == UNKNOWN else self.text(value)
        return text, int(bool(text))


class Decimals(Matched):
    """Numbers in decimals, with `_` between two of them."""

    def __init__(self, digits: int = 4) -> None:
        super().__init__(rf"_?\d{{1,{digits}}}", lambda found: int(found.removeprefix("_")), str, "a number")

    def write(self, values: Sequence[Any], at: int) -> tuple[str, int]:
        text, count = super().write(values, at)
        return (f"_{text}", count) if count and at and values[at - 1] is not None else (text, count)


Code = BySign | Matched
"""How some values are written."""


def hexadecimal(least: int = 0) -> Matched:
    """Return the code of numbers from `least` on: a hexadecimal digit, or more of them behind a sign."""

    def value(found: str) -> int | Refused:
        sign = found[0] if found[0] in LONG else ""
        number = int(found.removeprefix(sign), 16) + LONG[sign][1]
        return number if number >= least else Refused(f"has {number} in {{}}, where numbers begin at {least}")

    def text(number: int) -> str:
        fit = (
            f"{sign}{number - more:0{digits}x}"
            for sign, (digits, more) in LONG.items()
            if least <= number and more <= number < more + 16**digits
        )
        return next(fit, "")

    forms = (rf"{re.escape(sign)}[\da-f]{{{digits}}}" for sign, (digits, _) in LONG.items())
    return Matched("|".join(forms), value, text, "a number")


def of_base(base: int) -> Matched:
    """Return the code of numbers, and 0 for None: a digit of a base, or `-` and two of them."""

    def text(number: int) -> str:
        tens, ones = divmod(number, base)
        return (f"-{DIGITS[tens]}" if tens else "") + DIGITS[ones] if tens < base else ""

    digit, words = f"[{DIGITS[:base]}]", f"a digit of base {base}"
    return Matched(f"{digit}|-{digit}{{2}}", lambda found: int(found.removeprefix("-"), base), text, words, "0")


def pointing(colours: int = 0, *, free: bool = False) -> Matched:
    """Return the code of pairs of a direction from 1 to 4 and a number of up to three hexadecimal digits.

    If there are colours, one comes first. Only a `free` number may have no direction, which is 0 then.
    """
    before = f"[{DIGITS[:colours]}]" if colours else ""

    def value(found: str) -> Sequence[int] | Refused:
        signs, at = found.replace("-", ""), len(before) and 1
        colour, side, number = map(int, signs[:at]), int(signs[at]) % 5, signs[at + 1 :]
        if not (side or free or number == "."):
            return Refused("has a number without an arrow in {}")
        return *colour, side, UNKNOWN if number == "." else int(number, 16)

    def text(held: Sequence[int]) -> str:
        *colour, side, number = held
        digits = "." if number == UNKNOWN else f"{number:x}"
        form = {1: f"{side}{digits}", 2: f"{side + 5}{digits}"}.get(len(digits), f"-{side}{digits}")
        return "".join(map(str, (*colour, form)))

    return Matched(rf"{before}([0-4][\da-f.]|[5-9][\da-f]{{2}}|-[0-4][\da-f]{{3}})", value, text, "an arrow")


HIDDEN = fixed({".": Refused("hides the number of {}, which this kind must know")})
NUMBERS = (hexadecimal(), HIDDEN, gap(16))
"""What most puzzles hold: numbers and gaps; an unknown number, `?` on the page, is refused."""
CLUES = (hexadecimal(), fixed({".": UNKNOWN}), gap(16))
"""The same, where a number may be unknown."""
