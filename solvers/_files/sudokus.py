"""Sudokus as their signs: in one line, in a grid with or without a frame, and in the files of other programs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from solvers._core.families.boxes import squarest
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import DIGITS
from solvers._files.unread import is_unread

SIDES = {side**2: side for side in (4, 6, 9, 12, 16, 25)}
"""The rows of a board by the number of its cells."""
TOLD = 9
"""Rows of the smallest board that is taken for a Sudoku where nobody says that it is one."""
BLANKS = frozenset(". _-*")
"""What stands for a blank, besides 0."""
SIGNS = re.compile(r"[0-9A-Za-z. _*-]+")
_CORNERS = r"+*|.:'`,~┼╋╬┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩"
FRAME = re.compile(rf"[ {_CORNERS}=─━═-]*([-=─━═~])\1\1[ {_CORNERS}=─━═-]*")
"""A line of a frame."""
WALLS = re.compile(r"[|!:│┃║]")
ADDRESS = re.compile(r"https?://\S*[=/]([0-9.*_-]{81})(?:[&#/]\S*)?")
"""An address of another site that holds a Sudoku, as `?bd=` of sudokuwiki.org does."""
GAME = re.compile(r"<game\b[^>]*?\bdata=\"([^\"]*)\"")


def is_line(text: str) -> bool:
    """Return whether a line is a Sudoku that needs no name, or an address that is known and not read."""
    return is_unread(text) or any(reader(text, None) for reader in (line, hodoku, address))


def games(text: str) -> list[str]:
    """Return the boards of a file of OpenSudoku, a folder of games in XML; none for other files."""
    return GAME.findall(text) if "<opensudoku" in text[:1000] else []


def hodoku(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read a line of HoDoKu's library: its fourth field holds the signs, with + before those that are no givens."""
    fields = text.strip().split(":")
    if fields[0] or len(fields) < 4 or "\n" in text.strip():  # noqa: PLR2004 - the number, techniques, a digit, signs
        return None
    return line(re.sub(r"\+.", ".", fields[3]), kind)


def address(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read the signs in an address."""
    found = ADDRESS.fullmatch(text.strip())
    return line(found[1], kind) if found else None


def line(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read the signs of all cells in reading order; a comment, or the solution, may follow."""
    whole = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip("\r\n")
    tries = (whole, whole.strip(), re.split("[,;#\t]", whole.strip())[0].strip())
    signs = next((part for part in tries if len(part) in SIDES and SIGNS.fullmatch(part)), "")
    if not signs or kind not in {None, "sudoku"}:
        return None
    side = SIDES[len(signs)]
    return _sudoku([signs[start : start + side] for start in range(0, len(signs), side)], kind)


def grid(text: str, kind: str | None) -> dict[str, Any] | None:
    """Read rows of signs, perhaps in a frame, below comments, or in the part `[Puzzle]` of a file."""
    part = re.search(r"^\[puzzle\]\s*$([^\[]*)", text, re.IGNORECASE | re.MULTILINE)
    lines = [line for line in (part[1] if part else text).splitlines() if line.strip() and line.lstrip()[0] != "#"]
    for rows in _rows(lines) if kind in {None, "sudoku"} and len(lines) ** 2 <= 4 * max(SIDES) else ():
        if len(rows) ** 2 in SIDES and all(len(row) == len(rows) and SIGNS.fullmatch(row) for row in rows):
            return _sudoku(rows, kind)
    return None


def _rows(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield what the rows may be: lines may be a frame, spaces may be blanks, or stand around each sign."""
    bare = [line for line in lines if not FRAME.fullmatch(line)]
    for kept in (bare, lines):
        yield ["".join(WALLS.sub(" ", line).split()) for line in kept]
        yield [WALLS.sub("", line.strip()) for line in kept]
        yield ["".join(box[1::2] for box in WALLS.split(line.strip())) for line in kept]


def _sudoku(rows: Sequence[str], kind: str | None) -> dict[str, Any] | None:
    """Return the object of a board; None for one that is small, or blank, where nobody says that it is a Sudoku."""
    signs, side = {*"".join(rows)}, len(rows)
    if kind is None and side < TOLD:
        return None
    digits = _digits(signs, side)
    if kind is None and not digits:
        return None
    return {"kind": "sudoku", "box": squarest(side), "givens": [[digits.get(sign) for sign in row] for row in rows]}


def signs(puzzle: Any) -> str:  # noqa: ANN401 - a Sudoku
    """Write a Sudoku as the signs of its cells, with 0 for a blank, or . where digits are letters, too."""
    blank = "0" if puzzle.board.height <= TOLD else "."
    return "".join(blank if mark is None else DIGITS[mark].upper() for row in puzzle.givens.values for mark in row)


def _digits(signs: set[str], side: int) -> dict[str, int]:
    """Return the digits that signs stand for: from 1, from 0 if another sign is blank, or letters from A."""
    letters = {sign for sign in signs if sign.isalpha()}
    others = signs - letters - BLANKS
    if letters and others <= {"0"}:
        found = {sign: DIGITS.index(sign.lower()) - DIGITS.index("a") + 1 for sign in letters}
    else:
        highest = max((DIGITS.index(sign.lower()) for sign in letters), default=0)
        from_zero = "0" in signs and not signs.isdisjoint(BLANKS) and highest == side - 1
        values = {sign: DIGITS.index(sign.lower()) + from_zero for sign in letters | others}
        found = {sign: value for sign, value in values.items() if value}
    for sign, value in found.items():
        if value > side:
            raise BadPuzzle(f"a Sudoku of {side} rows and columns has no digit {sign!r}")
    return found
