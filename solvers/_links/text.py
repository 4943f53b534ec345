"""The text of an address behind its size: read from left to right, strictly."""

from __future__ import annotations

from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import DIGITS, Grid

MOST_SHOWN = 20
"""How many characters of a rest an error shows."""


class Text:
    """What is left of an address, with its blank board and its flags."""

    def __init__(self, body: str, height: int, width: int, flags: str = "") -> None:
        """Begin at the start of the text behind the size."""
        self.body, self.board, self.flags = body, Grid.make(height, width), flags
        self.at = 0
        self.left = 0
        """How many places of the part that is read are left."""

    def rest(self) -> str:
        """Return what is not read yet."""
        return self.body[self.at :]

    def take(self, what: str = "the board") -> str:
        """Return the next character; raises `BadPuzzle` if there is none."""
        if self.at == len(self.body):
            raise BadPuzzle(f"the address ends before {what} is whole; was it copied to its end?")
        self.at += 1
        return self.sign

    @property
    def sign(self) -> str:
        """The last character that was read."""
        return self.body[self.at - 1]

    def number(self, base: int, count: int) -> int:
        """Return a number of so many digits of a base."""
        digits = ""
        while len(digits) < count:
            digits += self.take()
            if digits[-1] not in DIGITS[:base]:
                raise self.wrong(f"a digit of base {base}")
        return int(digits, base)

    def wrong(self, wanted: str) -> BadPuzzle:
        """Return the error for the last character."""
        return BadPuzzle(f"character {self.at} of the address's board is {self.sign!r}, not {wanted}")

    def end(self) -> None:
        """Raise `BadPuzzle` unless all was read."""
        if left := self.rest():
            shown = left if len(left) <= MOST_SHOWN else f"{left[:MOST_SHOWN]}…"
            size = f"{self.board.height}×{self.board.width}"
            raise BadPuzzle(f"the address goes on with {shown!r} after the end of the {size} board")
