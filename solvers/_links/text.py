"""The text of an address behind its size: read from left to right, strictly; and its common number formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.errors import BadPuzzle
from solvers._core.grid import DIGITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HIDDEN = -1
"""A number that the address says is there, without its value: `?` on the page."""
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""The number of hexadecimal digits behind a sign, and what is added to their value."""
MOST_SKIPPED = 20
"""The most blank cells of one letter."""


class Text:
    """What is left of an address, with the size of its board and its flags."""

    def __init__(self, body: str, height: int, width: int, flags: str = "") -> None:
        """Begin at the start of the text behind the size."""
        self.body, self.height, self.width, self.flags = body, height, width, flags
        self.at = 0

    def rest(self) -> str:
        """Return what is not read yet."""
        return self.body[self.at :]

    def take(self, count: int = 1, what: str = "the board") -> str:
        """Return so many characters; raises `BadPuzzle` if the text ends before."""
        taken = self.body[self.at : self.at + count]
        if len(taken) < count:
            raise BadPuzzle(f"the address ends before {what} is whole; was it copied to its end?")
        self.at += count
        return taken

    def number(self, base: int, count: int = 1) -> int:
        """Return a number of so many digits of a base."""
        return int(self._digits(base, count), base)

    def short_or_long(self, base: int, sign: str) -> int:
        """Return the number that a sign begins: a digit of a base, or `-` and two of them."""
        if sign == "-":
            return self.number(base, 2)
        if sign not in DIGITS[:base]:
            raise self.wrong(f"a digit of base {base}")
        return DIGITS.index(sign)

    def wrong(self, wanted: str) -> BadPuzzle:
        """Return the error for the last character."""
        return BadPuzzle(f"character {self.at} of the address's board is {self.body[self.at - 1]!r}, not {wanted}")

    def end(self) -> None:
        """Raise `BadPuzzle` unless all was read."""
        if left := self.rest():
            shown = left if len(left) <= MOST_SKIPPED else f"{left[:MOST_SKIPPED]}…"
            raise BadPuzzle(f"the address goes on with {shown!r} after the end of the {self.height}×{self.width} board")

    def _digits(self, base: int, count: int) -> str:
        taken = ""
        while len(taken) < count:
            taken += self.take()
            if taken[-1] not in DIGITS[:base]:
                raise self.wrong(f"a digit of base {base}")
        return taken


def read_numbers(text: Text, count: int) -> list[int | None]:
    """Read so many places: a hexadecimal digit, more digits behind a sign, `.` a hidden one, `g` … `z` blanks."""
    places: list[int | None] = []
    while len(places) < count:
        sign = text.take()
        if sign in DIGITS[:16]:
            places.append(DIGITS.index(sign))
        elif sign in LONG:
            digits, more = LONG[sign]
            places.append(text.number(16, digits) + more)
        elif sign == ".":
            places.append(HIDDEN)
        elif sign in DIGITS[16:]:
            places += [None] * (DIGITS.index(sign) - 15)
        else:
            raise text.wrong("a number or a gap")
    check_end(places, count)
    return places


def write_numbers(places: Iterable[int | None]) -> str:
    """Write numbers, with gaps for None."""
    return with_gaps((None if place is None else _number(place) for place in places), first=16)


def _number(value: int) -> str:
    if value == HIDDEN:
        return "."
    if value < 16:  # noqa: PLR2004 - one hexadecimal digit
        return DIGITS[value]
    forms = (
        (sign, digits, more)
        for sign, (digits, more) in LONG.items()
        if sign != "%" and more <= value < more + 16**digits
    )
    sign, digits, more = next(forms, ("", 0, 0))
    if not sign:
        raise BadPuzzle(f"an address cannot hold the number {value}")
    return f"{sign}{value - more:0{digits}x}"


def write_short_or_long(value: int, base: int) -> str:
    """Write a number as a digit of a base, or as `-` and two of them; raises `BadPuzzle` for what is larger."""
    if value < base:
        return DIGITS[value]
    if value >= base**2:
        raise BadPuzzle(f"an address cannot hold the number {value}")
    return f"-{DIGITS[value // base]}{DIGITS[value % base]}"


def with_gaps(tokens: Iterable[str | None], *, first: int, most: int = MOST_SKIPPED) -> str:
    """Join tokens; a run of None is a letter, of which the digit `first` is a gap of one place."""
    written, gap = "", 0
    for token in (*tokens, ""):
        if token is None:
            gap += 1
            continue
        while gap:
            now = min(gap, most)
            written, gap = written + DIGITS[first + now - 1], gap - now
        written += token
    return written


def read_bits(text: Text, count: int) -> list[bool]:
    """Read so many bits, five in a digit of base 32."""
    bits: list[bool] = []
    while len(bits) < count:
        value = text.number(32)
        bits += [bool(value >> place & 1) for place in range(4, -1, -1)]
    if any(bits[count:]):
        raise text.wrong("the end of the borders of its board")
    return bits[:count]


def write_bits(bits: Sequence[bool]) -> str:
    """Write bits, five in a digit of base 32."""
    groups = (bits[at : at + 5] for at in range(0, len(bits), 5))
    return "".join(DIGITS[sum(bit << 4 - place for place, bit in enumerate(group))] for group in groups)


def shown(places: Iterable[int | None], where: Iterable[object]) -> Iterator[int | None]:
    """Yield the places of a board; raises `BadPuzzle` for a hidden number."""
    for place, name in zip(places, where, strict=True):
        if place == HIDDEN:
            raise BadPuzzle(f"the address hides the number of {name}, which this kind must know")
        yield place


def check_end(places: Sequence[object], count: int) -> None:
    """Raise `BadPuzzle` if there are more places than the board has."""
    if len(places) > count:
        raise BadPuzzle(f"the address has a gap that reaches {len(places) - count} places past the end of its board")
