"""Boards as people paste them: comments, frames and separators go, other spellings of signs become those of a drawing.

`drawings` yields what a text may mean in the form that `_core.model.picture` reads; nothing of a board is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from html import unescape
from itertools import chain, groupby, product
from math import isqrt
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from solvers._core.model.errors import times
from solvers._core.model.grid import BLANK, BLANK_SIGNS, BLANK_WORDS, DIGITS
from solvers._core.model.picture import CORNERS, DOTS, HEADS, POINTS, REGIONS, RIM
from solvers._core.model.puzzle import Puzzle
from solvers._names import kind_like

Rows = list[list[str]]
LONGEST = 2
"""Characters of a cell in a list of cells; longer texts are rows."""


def _part_of_frame(sign: int) -> str:
    """Return the plain sign for one that draws boxes, as its name says where it goes."""
    names = {*unicodedata.name(chr(sign)).split()}
    is_upright, is_level = names & {"VERTICAL", "UP", "DOWN"}, names & {"HORIZONTAL", "LEFT", "RIGHT"}
    return "+" if is_upright and is_level else "|" if is_upright else "-"


HIDDEN = re.compile("[\u200b-\u200f\u2060\ufe0e\ufe0f\u20e3\u00ad\ufeff]")
"""What draws nothing, and what makes a digit a key of a telephone."""
SIGNS = str.maketrans(
    "≠✕✖\u2228\u22c1\u02c5\u2227\u22c0\u02c4–—\u2212÷•" + BLANK_SIGNS,
    f"xxx>>><<<---/~{BLANK * len(BLANK_SIGNS)}",
) | {at: _part_of_frame(at) for at in range(0x2500, 0x2580)}
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
LISTED_SIGN = r"""["'],\s*["']"""
"""A list of texts, which are lines, and what parts them."""
QUOTED = re.compile(r"""^\s*(["'])([^"',]*)\1,?\s*$""")
FRAME = re.compile(r"\s*(?=.*[+|:*.'`,])(?=.*(?:([-=~])\1\1|\+|:-|-:))[-=+|:*.'`,~ ]+")
"""A line of a frame, whose corners tell it from a row of blanks."""
SECTION, NOTE = re.compile(r"\s*(\w+:)\s*"), re.compile(r"(?i)\s*[a-z_]+\s*:(\s*\d+|(\s+R\d+C\d+)+)\s*")
CELL, DASH = re.compile(r"[^\s=x|<>~%]+"), re.compile(r"(?<![^\s=x|<>~%])[-_*](?![^\s=x|<>~%])")
ALONE = re.compile(r"\D?|0|-1|[1-9]\d?|None|null|nan")
"""What is one cell by itself, and not a row of a box."""
CORNERS_ALONE = re.compile(r"\+( \+)+")
RIM_NUMBER = re.compile(r"[0-9]+|[?.]")
WORDS = re.compile(r"[^\W\d_]{3,}([\s,:]+[^\W\d_]{2,}|\s*[:={(])|(?<!\S)[A-Z]?[a-z]{3,}\s+\S|[{}]|^\s*\d+-\d+-\d+\s*$")


def lines_of(text: str, marks: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Return a text's lines in plain signs, and in our marks for those that no key has; "" for those with no board."""
    if part := re.search(r"^\[puzzle\]\s*$([^\[]*)", text, re.IGNORECASE | re.MULTILINE):
        text = part[1]
    text = unicodedata.normalize("NFKC", unescape(HIDDEN.sub("", text))).strip("\n")
    if "\n" not in text and text.count("/") > 1:
        text = text.replace("/", "\n")
    elif (listed := LISTED.fullmatch(text)) and max(map(len, rows := re.split(LISTED_SIGN, listed[2]))) > LONGEST:
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
    plain |= {ord(sign): sign if sign.isascii() else ours for sign, ours in marks.items()}
    return [line.translate(plain) for line in shown]


def drawings(text: str, kind: type[Puzzle]) -> Iterator[str]:
    """Yield the drawings that a text may mean, the likeliest first."""
    marks = {**kind.SPELLED}
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type] # every kind is a dataclass
    needed = {field.name for field in fields(kind) if field.default is field.default_factory}  # type: ignore[arg-type] # as above
    if names & {"givens", "tiles"}:
        marks |= {symbol: DIGITS[value] for value, (symbol, _) in kind.LOOKS.items() if symbol not in DIGITS}
    parts, notes, part = dict[str, list[str]]({"": []}), list[str](), ""
    yield "\n".join(lines_of(text))
    for line in filter(None, lines_of(text, marks)):
        if (head := SECTION.fullmatch(line.lower())) and head[1] in HEADS:
            part = head[1]
            parts[part] = []
        elif NOTE.fullmatch(line):
            notes.append(line.lower())
        else:
            is_down = "less" in names and DOWN.fullmatch(line)
            parts[part].append(line.lower().translate(DOWNWARDS) if is_down else line)
    if len(parts) == 1 and needed == {"regions"}:
        parts = {"": [], REGIONS: parts[""]}
    if len(parts) == 1 and "points" in names and (rows := next(tables(parts[""]), [])):
        parts = {"": [f" {BLANK}" * (len(rows[0]) - 1)] * (len(rows) - 1), POINTS: parts[""]}
    board = parts.pop("")
    top, low = board[: (half := len(board) // 2)], board[half:]
    if "regions" in names and not parts and _has_blanks(top) and not _has_blanks(low):
        parts, board = {REGIONS: low}, top
    below = [f"{head}\n{_part(head, lines)}" for head, lines in parts.items()]
    for lines in dict.fromkeys((tuple(board), tuple(_undashed(board)))):
        yield "\n".join([*notes, *lines, *below])
    if RIM not in "".join(board):  # A kind that may do without a rim has one only where it is parted from the cells.
        names -= {field.name for field in fields(kind) if field.default == () and field.name in {"rows", "columns"}}  # type: ignore[arg-type] # as above
    for rows in tables(board, bars="walls" not in names):
        words = [[_word(word, kind, marks) for word in row] for row in rows]
        if all(words):
            yield from ("\n".join([*notes, drawn, *below]) for drawn in _rimmed(words, names))


def tables(lines: Sequence[str], *, bars: bool = True) -> Iterator[Rows]:
    """Yield the rows of cells that lines may show, the likeliest first; a blank cell may be an empty word.

    Without `bars`, upright ones that are no frame stay.
    """
    if listed := _listed("\n".join(lines)):
        yield listed
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
        yield [[*line.ljust(len(corners))[1::2]] for line in lines if not CORNERS_ALONE.fullmatch(line)]
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
        yield [[*"".join(box[1::2] for box in row)] for row in each]


def _has_blanks(lines: Sequence[str]) -> bool:
    return not BLANK_WORDS.isdisjoint(re.sub(r"\s", "", "".join(lines)))


def rectangular(rows: Rows) -> bool:
    """Return whether rows are of equal length."""
    return len({len(row) for row in rows}) == 1


def strange(text: str, *, lengths: bool) -> str:
    """Say what in a text is no row of a board, or which row has another length; nothing if all rows are alike."""
    lines = [line for line in lines_of(text) if line and not NOTE.fullmatch(line)]
    lines, is_whole = [line for line in lines if line.strip().lower() not in HEADS], {*lines}.isdisjoint(HEADS)
    if line := next(filter(WORDS.search, lines), ""):
        return f"the line {line.strip()[:40]!r} is no row of a board; a comment begins with '# '"
    if re.search("[│┃║]", text):
        return "the frame has walls that are not alike in all rows; regions are read as letters below 'regions:'"
    both = [next(filter(rectangular, tables(part.splitlines())), []) for part in parts(text)]
    if len(both) == 2 and [*map(len, both[0])] == [*map(len, both[1])] and _agree(*both):  # noqa: PLR2004 - boards
        return "below the board stands another that agrees with it, as its solution would; a text has one board"
    if (
        not lengths
        or not is_whole
        or not lines
        or any(map(rectangular, tables(lines)))
        or set("".join(lines)) & {*"<>=~%:|"}
    ):
        return ""
    if re.fullmatch(r"\s*\d{1,3}(\s+\d{1,3}){0,2}\s*", lines[0]):
        below = f"but below are {len(lines) - 1} lines of another"
        return f"the first line, {lines[0].strip()!r}, seems to be a size, {below}"
    rows = next(tables(lines), [])
    at = next((at for at, row in enumerate(rows) if len(row) != len(rows[0])), None)
    return "" if at is None else f"row {at + 1} has {times(len(rows[at]), 'cell')}, and row 1 has {len(rows[0])}"


def boards(text: str) -> list[str]:
    """Return the boards of a text that has several, parted by blank lines; else nothing."""
    found = parts(text)
    return found if len(found) > 1 and all(map(_is_board, found)) else []


def parts(text: str) -> list[str]:
    """Return the parts of a text between which are blank lines, titles, comments, or lines of one sign."""
    lines = (line if line.strip("-=_* ") else "" for line in lines_of(text))
    return ["\n".join(part) for is_part, part in groupby(lines, bool) if is_part]


def _is_board(text: str) -> bool:
    """Return whether a text is a square with blanks; without them it may be the regions of one."""
    has_blanks = re.search("(?<![1-9])0", text) is not None or _has_blanks([text])
    tabled = tables([*filter(None, lines_of(text))]) if has_blanks else ()
    return any(
        rectangular(rows) and 1 < len(rows) == len(rows[0]) and all(map(ALONE.fullmatch, chain.from_iterable(rows)))
        for rows in tabled
    )


def _agree(board: Rows, other: Rows) -> bool:
    """Return whether a board without blanks has what another one has."""
    pairs = [*zip(chain.from_iterable(board), chain.from_iterable(other), strict=True)]
    is_full = bool(pairs) and BLANK_WORDS.isdisjoint(two for _, two in pairs)
    return is_full and all(one == two or one in BLANK_WORDS | {"0"} for one, two in pairs)


def _undashed(board: Sequence[str]) -> list[str]:
    """Return the lines of a board with a point for each dash that stands alone, unless points are its blanks."""
    counts = [len(CELL.findall(line)) for line in board]
    if any(BLANK in line for line in board):
        return [*board]
    rows = ((line, RIM in line or count == max(counts)) for line, count in zip(board, counts, strict=True))
    return [DASH.sub(BLANK, line) if is_row else line for line, is_row in rows]


def _word(word: str, kind: type[Puzzle], marks: Mapping[str, str]) -> str:
    """Return a word of a cell as our drawings have it."""
    for pattern, ours in kind.WORDS.items():
        if re.fullmatch(pattern, word):
            return re.sub(pattern, ours, word)
    return marks.get(word) or (BLANK if word in BLANK_WORDS else word.replace("x", "X"))


def _text(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(" " + " ".join(row) for row in rows)


def _part(head: str, lines: Sequence[str]) -> str:
    """Return a part below a board, with its blanks as points."""
    if head == DOTS:
        return re.sub("[-_*]", BLANK, "\n".join(lines))
    if head == CORNERS:  # A sign of times that is a blank elsewhere, and one of division that parts a rim elsewhere.
        lines = [re.sub(r"(?<=\d)[.∙]", "*", re.sub("(?<=\\d):", "/", line)) for line in lines]
    rows = next(
        (rows for rows in tables(lines) if head == REGIONS or rectangular(rows)), [line.split() for line in lines]
    )
    return _text([BLANK if word in BLANK_WORDS else word for word in row] for row in rows)


def _listed(text: str) -> Rows:
    """Return the rows of a list as programs write it, in brackets of any sort; nothing for other texts."""
    text = re.sub(r"^[\w\s.:\[\]*]*=", "", text)
    if not re.fullmatch(r"[\s\w.]*[\[({].*[\])}][\s;,]*", text, re.DOTALL):
        return []
    found = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", text)
    rows = [re.split(r"\s*,\s*" if "," in row else r"\s+", row.strip().rstrip(",")) for row in found]
    bare = [[re.sub(r"(?<=\d)\.0*$", "", word.strip().strip("\"'")) for word in row] for row in rows]
    if len(bare) != 1:
        return bare
    (words,) = bare
    found = squared(words)
    return [] if found is words else found


def squared(cells: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the rows of a square whose cells are listed or written in one line; other values as they are."""
    side = isqrt(len(cells))
    is_flat = all(type(mark) in {int, str, type(None)} and len(str(mark or "")) <= LONGEST for mark in cells)
    if side**2 != len(cells) or not is_flat or side <= 1:
        return cells
    return [cells[at : at + side] for at in range(0, len(cells), side)]


def _sized(rows: Rows) -> Rows:
    """Return rows without a line before them that says how many there are, and how long."""
    first, *others = rows
    product_of = re.fullmatch(r"(\d+)[x×*](\d+)", "".join(first))
    size = product_of.groups() if product_of else first
    is_size = len(size) in {1, 2} and all(map(str.isdecimal, size)) and others and rectangular(others)
    is_other = is_size and (product_of or len(first) != len(others[0]))
    return others if is_other and {*map(int, size)} == {len(others), len(others[0])} else rows


def _rimmed(rows: Rows, names: set[str]) -> Iterator[str]:
    """Yield drawings of rows, with the numbers at the ends of lines where a kind has them, perhaps around corners."""
    has_sides = "right" in names
    has_rims = has_sides or {"rows", "columns"} <= names
    for ends in (0, 1) if has_rims else (0,):
        width = len(rows[1]) - 1 - ends if len(rows) > LONGEST else 0
        if width > 1 and rows[0][:-width] in ([], [BLANK]) and len(rows) > 1 + ends:
            body = rows[1 : len(rows) - ends]
            heads = "".join(rows[0][-width:]), "".join(row[0] for row in body)
            if all(map(partial(_counts, least=ends or not has_rims), heads)):  # The names of rows and columns.
                rows, has_rims = (
                    [row[1:] for row in body] + [row[-width:] for row in rows[len(rows) - ends :]],
                    ends > 0,
                )
    if has_rims:
        for down, across in product(((1, 1), (1, 0), (0, 1)), repeat=2):
            if has_sides or (1, 1) not in (down, across):
                yield from _around(rows, down, across, has_sides=has_sides)
    if rectangular(rows) or any(RIM in row for row in rows):
        yield _text(rows)


def _counts(heads: str, least: int) -> bool:
    """Return whether heads of lines count from zero, from `least`, or in letters."""
    counted = ("".join(map(str, range(first, len(heads) + first))) for first in (0, least))
    return heads in {*(count[: len(heads)] for count in counted), ascii_uppercase[: len(heads)]}


def _around(rows: Rows, down: tuple[int, int], across: tuple[int, int], *, has_sides: bool) -> Iterator[str]:
    """Yield the drawing of rows whose outer lines are numbers, unless they are not, or a colon says otherwise."""
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
        return
    if not all({*line} != {BLANK} and all(map(RIM_NUMBER.fullmatch, line)) for line in numbers):
        return
    above, below, more = _text(ends[:top]), _text(ends[top:]), f" {RIM} " * right
    if not has_sides:
        above, below, more, sides = above or below, "", "", [sides[right], [[]] * len(cells)]
    lines = (" ".join((*one, RIM, *row, more, *end)) for one, row, end in zip(sides[0], cells, sides[1], strict=True))
    yield "\n".join(filter(None, (above, *lines, below)))
