"""Boards as people paste them: comments, frames and separators go, other spellings of signs become those of a drawing.

`drawings` yields what a text may mean in the form that `_core.model.picture` reads; nothing of a board is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from html import unescape
from itertools import chain, groupby, product
from math import isqrt
from string import ascii_uppercase
from typing import Any

from solvers._core.model.errors import times
from solvers._core.model.grid import BLANK, BLANK_SIGNS, BLANK_WORDS, DARK_BLANKS, DIGITS
from solvers._core.model.picture import CORNERS, DOTS, DOUBLED, POINTS, REGIONS, RIM, Parts, parts_of
from solvers._core.model.puzzle import Puzzle
from solvers._names import kind_like

Rows = list[list[str]]
LONGEST = 2
"""Characters of a cell in a list of cells; longer texts are rows."""


HIDDEN = re.compile("[\u200b-\u200f\u2060\ufe0e\ufe0f\u20e3\u00ad\ufeff]")
"""What draws nothing, and what makes a digit a key of a telephone."""
SIGNS = str.maketrans(
    "≠✕✖\u2228\u22c1\u02c5\u2227\u22c0\u02c4–—\u2212÷•" + BLANK_SIGNS,
    f"xxx>>><<<---/~{BLANK * len(BLANK_SIGNS)}",
) | {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(map(ord, "─━┄┅┈┉╌╍═╴╶╸╺╼╾"), "-"),
    **dict.fromkeys(map(ord, "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"), "|"),
}
"""Other spellings of signs and of frames, each with what our drawings have."""
DOWN = re.compile(r"[\s<>vV^.]*[vV^][\s<>vV^.]*")
DOWNWARDS = str.maketrans("v^.", "><" + " ")
"""A line of signs between two rows that are compared, and what our drawings have there."""
COMMENT = re.compile(
    r"(?:^|\s+)(?:[#%;]|//|--|/\*|<!--)(?=.*\s\S).*[^\W\d_]{3}.*"
    r"|^\s*(?:\w+\s*=\s*)?(?:[\[({]|'{3}|\"{3})\\?\s*$|^\s*(?:[\])}]|'{3}|\"{3})[;,\s]*$"
    r"|^\s*(?:(`{3}|~{3}).*|\[/?[A-Za-z]+\]|[A-Za-z]{3,} #?\d+:?)\s*$"
)
"""What is said about a board: after a sign for comments, around code and its lists, or a name with a number."""
LISTED = re.compile(r"""\s*(?:\w+\s*=)?\s*\[\s*(["'])([^\[\]]*)\1\s*,?\s*\]\s*;?\s*""")
"""A list of texts, which are lines."""
QUOTED = re.compile(r"""^\s*(["'])([^"',]*)\1,?\s*$""")
FRAME = re.compile(r"\s*(?=.*[+|:*.'`,])(?=.*(?:([-=~])\1\1|\+|:-|-:))[-=+|:*.'`,~ ]+")
"""A line of a frame, whose corners tell it from a row of blanks."""
CELL, DASH = re.compile(r"[^\s=x|<>~%]+"), re.compile(r"(?<![^\s=x|<>~%])[-_*](?![^\s=x|<>~%])")
ALONE = re.compile(r"\D?|0|-1|[1-9]\d?|None|null|nan")
"""What is one cell by itself, and not a row of a box."""
CORNERS_ALONE = re.compile(r"\+( \+)+")
WORDS = re.compile(r"[^\W\d_]{3,}([\s,:]+[^\W\d_]{2,}|\s*[:={(])|(?<!\S)[A-Z]?[a-z]{3,}\s+\S|[{}]|^\s*\d+-\d+-\d+\s*$")


def lines_of(text: str, marks: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Return a text's lines in plain signs, and in our marks for those that no key has; "" for those with no board."""
    if part := re.search(r"^\[puzzle\]\s*$([^\[]*)", text, re.IGNORECASE | re.MULTILINE):
        text = part[1]
    text = unicodedata.normalize("NFKC", unescape(HIDDEN.sub("", text))).strip("\n")
    if "\n" not in text and text.count("/") > 1:
        text = text.strip("\"' ").replace("/", "\n")
    elif (found := LISTED.fullmatch(text)) and max(map(len, rows := re.split(r"[\"'],\s*[\"']", found[2]))) > LONGEST:
        text = "\n".join(rows)
    lines = text.splitlines()
    if lines and all(line.startswith(">") for line in lines):
        lines = [line[1:].removeprefix(" ") for line in lines]
    widest = max(map(len, lines), default=0)
    kept = (QUOTED.sub(r"\2", COMMENT.sub("", line)) for line in lines)
    # A line of nothing but spaces is a row of blanks if it is as long as the others.
    shown = [line if line.strip() or len(line) == widest or "\t" in line else "" for line in kept]
    if len(first_two := [at for at, line in enumerate(shown) if line][:2]) > 1 and kind_like(shown[first_two[0]]):
        shown[first_two[0]] = ""
    plain: dict[int, int | str] = {**SIGNS}
    if not {BLANK, *BLANK_SIGNS}.difference(DARK_BLANKS).isdisjoint(text):
        plain |= {ord(sign): sign for sign in DARK_BLANKS}
    plain |= {ord(sign): sign if sign.isascii() else ours for sign, ours in marks}
    return [line.translate(plain) for line in shown]


def drawings(text: str, kind: type[Puzzle]) -> Iterator[str | Parts]:
    """Yield the drawings, or the parts of those, that a text may mean, the likeliest first."""
    yield "\n".join(lines_of(text))
    own = {field.name: field for field in fields(kind)}  # type: ignore[arg-type] # every kind is a dataclass
    needed = [name for name, field in own.items() if field.default is field.default_factory]
    looks = kind.LOOKS.items() if own.keys() & {"givens", "tiles"} else ()
    marks = {**kind.SPELLED, **{symbol: DIGITS[value] for value, (symbol, _) in looks if symbol not in DIGITS}}
    notes, strands, parts = parts_of(lines_of(text, marks.items()))
    below = {head: [*lines.values()] for head, lines in parts.items() if lines}
    board = below.pop("", [])
    if "less" in own:
        board = [line.lower().translate(DOWNWARDS) if DOWN.fullmatch(line) else line for line in board]
    top, low = board[: (half := len(board) // 2)], board[half:]
    if not below and needed == ["regions"]:
        below, board = {REGIONS: board}, []
    elif not below and "points" in own and (rows := next(tables(board), [])):
        below, board = {POINTS: board}, [f" {BLANK}" * (len(rows[0]) - 1)] * (len(rows) - 1)
    elif not below and "regions" in own and _has_blanks(top) and not _has_blanks(low):
        below, board = {REGIONS: low}, top
    below = {head: _part(head, lines) for head, lines in below.items()}
    # A kind that may do without a rim has one only where it is parted from the cells.
    names = {key for key, at in own.items() if at.default != () or key not in {"rows", "columns"} or RIM in str(board)}
    tabled = tables(board, bars="walls" not in own)
    words = ([[_word(word, kind, marks) for word in row] for row in rows] for rows in tabled)
    rimmed = (lines for rows in words if all(rows) for lines in _rimmed(rows, names))
    for lines in chain(dict.fromkeys((tuple(board), tuple(_undashed(board)))), rimmed):
        each = {**dict.fromkeys(parts, ()), **below, "": lines}
        yield notes, strands, {head: dict(enumerate(part, start=1)) for head, part in each.items()}


def tables(lines: Sequence[str], *, bars: bool = True) -> Iterator[Rows]:
    """Yield the rows of cells that lines may show, the likeliest first; without `bars`, those of no frame stay."""
    if rows := listed("\n".join(lines)):
        yield rows
        return
    for sign in "\t", ";", ",":
        if len(lines) > 1 and all(sign in line for line in lines):
            split = [[word.strip().strip("\"'") for word in line.split(sign)] for line in lines]
            if _has_blanks(lines) and not any(row[0] for row in split):
                split = [row[1:] for row in split]  # The lines are indented.
            is_ended = not any(row[-1] for row in split) and all(word for row in split for word in row[:-1])
            yield _sized([row[: -1 if is_ended else None] for row in split])
    has_bars = any("|" in line for line in lines)
    if corners := next(filter(CORNERS_ALONE.fullmatch, lines), ""):  # A cell is where its sign stands.
        yield from _between([[line.ljust(len(corners))] for line in lines if not CORNERS_ALONE.fullmatch(line)])
        return
    body = [line for line in lines if not FRAME.fullmatch(line) and not (has_bars and not line.strip("-= "))]
    counts = {line.count("|") for line in body}
    bars = len(body) > 1 == len(counts) and counts != {0} and (bars or body[0].startswith("|"))
    each = [line.strip().split("|") if bars else [line] for line in body]
    if bars and (len(body) == len(lines) or len(lines) - len(body) >= len(body) - 1):
        split = [[part.strip() for part in row[row[0] == "" :][: None if row[-1] else -1]] for row in each]
        if not any(" " in part for row in split for part in row):
            yield split
    words = [" ".join(row).split() for row in each]
    if not body:
        return
    if any(len(row) > 1 for row in words):
        yield _sized(words)
    yield _sized([[*"".join(row)] for row in words])
    if not rectangular(words) and BLANK_WORDS.isdisjoint("".join(map("".join, words))):  # Blanks may be spaces.
        yield [[*"".join(row)] for row in each]
        yield from _between(each)


def _between(rows: Rows) -> Iterator[Rows]:
    """Yield the cells at every second place of lines in boxes, if nothing stands at the others."""
    if not "".join(box[::2] for row in rows for box in row).strip():
        yield [[*"".join(box[1::2] for box in row)] for row in rows]


def _has_blanks(lines: Sequence[str]) -> bool:
    return not BLANK_WORDS.isdisjoint(re.sub(r"\s", "", "".join(lines)))


def rectangular(rows: Rows) -> bool:
    """Return whether rows are of equal length."""
    return len({len(row) for row in rows}) == 1


def strange(text: str, *, lengths: bool) -> str:
    """Say what in a text is no row of a board, or which row has another length; nothing if all rows are alike."""
    _, _, parts = parts_of(lines_of(text))
    lines = [line for part in parts.values() for line in part.values()]
    if line := next(filter(WORDS.search, lines), ""):
        return f"the line {line.strip()[:40]!r} is no row of a board; a comment begins with '# '"
    if re.search("[│┃║]", text):
        return "the frame has walls that are not alike in all rows; regions are read as letters below 'regions:'"
    both = [next(filter(rectangular, tables(block.splitlines())), []) for block in blocks(text)]
    if len(both) == 2 and [*map(len, both[0])] == [*map(len, both[1])]:  # noqa: PLR2004 - boards
        pairs = {*zip(*map(chain.from_iterable, both), strict=True)}
        if pairs and all(two not in BLANK_WORDS and one in {two, "0", *BLANK_WORDS} for one, two in pairs):
            return "below the board stands another that agrees with it, as its solution would; a text has one board"
    is_whole = lengths and lines and lines == [*parts[""].values()] and not set("".join(lines)) & {*"<>=~%:|"}
    if not is_whole or any(map(rectangular, tables(lines))):
        return ""
    if re.fullmatch(r"\s*\d{1,3}(\s+\d{1,3}){0,2}\s*", lines[0]):
        return f"the first line, {lines[0].strip()!r}, seems to be a size, but {len(lines) - 1} lines of another follow"
    rows = next(tables(lines), [])
    at = next((at for at, row in enumerate(rows) if len(row) != len(rows[0])), None)
    return "" if at is None else f"row {at + 1} has {times(len(rows[at]), 'cell')}, and row 1 has {len(rows[0])}"


def blocks(text: str) -> list[str]:
    """Return the parts of a text between which are blank lines, titles, comments, or lines of one sign."""
    lines = (line if line.strip("-=_* ") else "" for line in lines_of(text))
    return ["\n".join(part) for is_part, part in groupby(lines, bool) if is_part]


def is_board(text: str) -> bool:
    """Return whether a text is a square with blanks; without them it may be the regions of one."""
    has_blanks = re.search("(?<![1-9])0", text) is not None or _has_blanks([text])
    tabled = tables([*filter(None, lines_of(text))]) if has_blanks else ()
    return any(
        rectangular(rows) and 1 < len(rows) == len(rows[0]) and all(map(ALONE.fullmatch, chain.from_iterable(rows)))
        for rows in tabled
    )


def _undashed(board: Sequence[str]) -> list[str]:
    """Return the lines of a board with a point for each dash that stands alone, unless points are its blanks."""
    if BLANK in "".join(board):
        return [*board]
    widest = max((len(CELL.findall(line)) for line in board), default=0)
    return [DASH.sub(BLANK, line) if RIM in line or len(CELL.findall(line)) == widest else line for line in board]


def _word(word: str, kind: type[Puzzle], marks: Mapping[str, str]) -> str:
    """Return a word of a cell as our drawings have it."""
    for pattern, ours in kind.WORDS.items():
        if re.fullmatch(pattern, word):
            return re.sub(pattern, ours, word)
    return marks.get(word) or (BLANK if word in BLANK_WORDS else word.replace("x", "X"))


def _part(head: str, lines: Sequence[str]) -> list[str]:
    """Return the lines of a part below a board, with its blanks as points."""
    if head in DOUBLED:
        return [re.sub("[-_*]", BLANK, line) if head == DOTS else line for line in lines]
    if head == CORNERS:  # A sign of times that is a blank elsewhere, and one of division that parts a rim elsewhere.
        lines = [re.sub(r"(?<=\d)[.∙]", "*", re.sub("(?<=\\d):", "/", line)) for line in lines]
    found = (rows for rows in tables(lines) if head == REGIONS or rectangular(rows))
    rows = next(found, [line.split() for line in lines])
    return [f" {' '.join(BLANK if word in BLANK_WORDS else word for word in row)}" for row in rows]


def listed(text: str) -> Rows:
    """Return the rows of a list as programs write it, in brackets of any sort; nothing for other texts."""
    text = re.sub(r"^[\w\s.:\[\]*]*=", "", text)
    if not re.fullmatch(r"[\s\w.]*[\[({].*[\])}][\s;,]*", text, re.DOTALL):
        return []
    found = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    rows = [re.split(r"\s*,\s*" if "," in row else r"\s+", row.strip().rstrip(",")) for row in found]
    bare = [[re.sub(r"(?<=\d)\.0*$", "", word.strip("\"' \t\n")) for word in row] for row in rows]
    return bare if len(bare) != 1 else [row for row in squared(bare[0]) if isinstance(row, list)]


def squared(cells: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the rows of a square whose cells are listed or written in one line; other values as they are."""
    side = isqrt(len(cells))
    is_flat = all(type(mark) in {int, str, type(None)} and len(str(mark or "")) <= LONGEST for mark in cells)
    rows = [cells[at : at + side] for at in range(0, len(cells), side or 1)]
    return rows if is_flat and 1 < side == len(rows) == len(rows[-1]) else cells


def _sized(rows: Rows) -> Rows:
    """Return rows without a line before them that says how many there are, and how long."""
    first, *others = rows
    product_of = re.fullmatch(r"(\d+)[x×*](\d+)", "".join(first))
    size = product_of.groups() if product_of else first
    is_size = len(size) in {1, 2} and all(map(str.isdecimal, size)) and others and rectangular(others)
    is_other = is_size and (product_of or len(first) != len(others[0]))
    return others if is_other and {*map(int, size)} == {len(others), len(others[0])} else rows


def _rimmed(rows: Rows, names: set[str]) -> Iterator[list[str]]:
    """Yield drawings of rows, with the numbers at the ends of lines where a kind has them, perhaps around corners."""
    has_sides = "right" in names
    has_rims = has_sides or {"rows", "columns"} <= names
    for ends in (0, 1) if has_rims else (0,):
        width = len(rows[1]) - 1 - ends if len(rows) > LONGEST else 0
        if width > 1 and rows[0][:-width] in ([], [BLANK]) and len(rows) > 1 + ends:
            body = rows[1 : len(rows) - ends]
            heads, least = ("".join(rows[0][-width:]), "".join(row[0] for row in body)), ends or not has_rims
            counts = [ascii_uppercase, *("".join(map(str, range(first, 100))) for first in (0, least))]
            if all(any(count.startswith(head) for count in counts) for head in heads):  # Names of rows and columns.
                has_rims = ends > 0
                rows = [row[1:] for row in body] + [row[-width:] for row in rows[len(rows) - ends :]]
    if has_rims:
        for down, across in product(((1, 1), (1, 0), (0, 1)), repeat=2):
            if (has_sides or (1, 1) not in (down, across)) and (drawn := _around(rows, down, across, has_sides)):
                yield drawn
    if rectangular(rows) or any(RIM in row for row in rows):
        yield [f" {' '.join(row)}" for row in rows]


def _around(rows: Rows, down: tuple[int, int], across: tuple[int, int], has_sides: bool) -> list[str]:  # noqa: FBT001 - as it is called
    """Return the drawing of rows whose outer lines are numbers; nothing if they are not, or a colon says otherwise."""
    (top, bottom), (left, right) = down, across
    inner = [[word for word in row if word != RIM] for row in rows[top : len(rows) - bottom]]
    cells = [row[left : len(row) - right] for row in inner]
    width = len(cells[0]) if cells else 0
    wanted = {(0, width + 1)} if left and right else {(1,)} if left else {(width,)}
    outer = [*rows[:top], *rows[len(rows) - bottom :]]
    corners = {word for row in outer if len(row) > width for word in (*row[:left], *row[len(row) - right :])}
    ends = [row[left : len(row) - right] if len(row) > width else row for row in outer]
    sides = [[row[:left] for row in inner], [row[len(row) - right :] for row in inner]]
    numbers = [*ends, *([word for part in side for word in part] for side in sides if side and side[0])]
    colons = {tuple(at for at, word in enumerate(row) if word == RIM) for row in rows} - {()}
    is_even = width and len(outer) == top + bottom and all(len(row) == width for row in (*cells, *ends))
    if not is_even or corners - {BLANK, "0"} or (colons and colons != wanted):
        return []
    if not all({*line} != {BLANK} and all(re.fullmatch(r"[0-9]+|[?.]", word) for word in line) for line in numbers):
        return []
    if not has_sides:
        top, right, sides = 1, 0, [sides[right], [[]] * len(cells)]
    parted = zip(sides[0], cells, sides[1], strict=True)
    lines = (" ".join((*before, RIM, *row, RIM * right, *after)) for before, row, after in parted)
    drawn = [f" {' '.join(row)}" for row in ends]
    return [*drawn[:top], *lines, *drawn[top:]]
