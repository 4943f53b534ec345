"""Nonogram: fill cells so that each line has runs of the given lengths."""

# Long: the forms of other programs are read, and what runs force is found on masks.

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, groupby, takewhile
from typing import Any

from solvers.kind import *

HARD, HARD_SHARE = 5, 0.35
"""In a new puzzle of this grade, a smaller share of the board is filled at first: lines with fewer runs assign less."""


NUMBERS = re.compile(r"[\d\s,]*")
NAMED = re.compile(r"^[ \t]*(rows|columns):?[ \t]*$", re.IGNORECASE | re.MULTILINE)
LISTS = re.compile(r"\[((?:\s*\[[\d,\s]*\],?)+)\s*\]")
LINES = re.compile(r"(?:[a-z]+:)?([\d\s,]*(?:[;/|][\d ,]*)+)\n(?:[a-z]+:)?([\d ,]*(?:[;/|][\d ,]*)+)", re.IGNORECASE)
"""Both lists in brackets, and each in a line."""
IN_XML = re.compile(r"<clues type=\"(rows|columns)\">(.*?)</clues>", re.DOTALL)
BETWEEN = re.compile(r"\s*(?:[#&:*].*)?")
"""What stands between rows and columns where nobody names them."""
SIDE = re.compile(r"^[ \t]*(width|height)[ \t]+(\d{1,9})[ \t]*$", re.IGNORECASE | re.MULTILINE)
COLOURS = re.compile(
    r"^color\b|^#d\s*$|^[\d,]*\d[a-z]|<count[^>]* color=\"(?!black|white)", re.IGNORECASE | re.MULTILINE
)


def _slots(board: Grid) -> list[int]:
    """Return how many runs an address has for each column, then for each row."""
    return [(board.height + 1) // 2] * board.width + [(board.width + 1) // 2] * board.height


def _of_slots(values: list[Any], board: Grid) -> link_parts.Fields:
    """Return the runs of lines, of which an address has the last first."""
    left = iter(values)
    lines = [[next(left) for _ in range(count)][::-1] for count in _slots(board)]
    return _by_side([[number for number in line if number is not None] for line in lines], board)


def _in_slots(fields: link_parts.Fields, board: Grid) -> Iterable[Any]:
    """Return the values of an address, None where no run is left."""
    lines = zip((*fields["columns"], *fields["rows"]), _slots(board), strict=True)
    return chain.from_iterable((*numbers[::-1], *[None] * (count - len(numbers))) for numbers, count in lines)


def _by_side(lines: list[Any], board: Grid) -> link_parts.Fields:
    return {"rows": lines[board.width :], "columns": lines[: board.width]}


RUNS = codes.Matched(
    r"/(\d{1,3}(\.\d{1,3})*)?",
    lambda found: [int(run) for run in found[1:].split(".") if run],
    lambda runs: f"/{'.'.join(map(str, runs))}",
    "the runs of a line",
)


@dataclass(frozen=True)
class Nonogram(Rimmed, Repaired):
    """A Nonogram (Picross, Griddlers) of any size, rectangles too; 1 = filled, 0 = empty.

    1. The numbers of a line are the lengths of its runs of filled cells, in order.
    2. At least one empty cell stands between two runs.

    A line without numbers is empty (source: the help page of puzzle-nonograms.com). A new puzzle has the numbers of all
    lines, whether needed or not, as everywhere.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    LOGIC: ClassVar = "QF_FD"
    SIZE: ClassVar = (10, 10)
    LINK: ClassVar = (
        link_parts.Values(codes.NUMBERS, lambda board: ["a run"] * sum(_slots(board)), _of_slots, _in_slots),
    )
    GAME_ID: ClassVar = (
        link_parts.Values(
            (RUNS,),
            lambda board: ["a line"] * (board.width + board.height),
            _by_side,
            lambda fields, _: (*fields["columns"], *fields["rows"]),
        ),
    )
    SEVERAL: ClassVar = True
    SQUARES: ClassVar = "fives"
    NO_GRADES: ClassVar = frozenset({2})
    RARE: ClassVar = {5: 1}
    SHARE: ClassVar = 0.55

    def __post_init__(self) -> None:
        for field in ("rows", "columns"):  # People write 0 for a line without runs.
            object.__setattr__(self, field, tuple(() if line == (0,) else line for line in getattr(self, field)))
        super().__post_init__()
        for name, line, lengths in self.rims():
            if lengths and min(lengths) < 1:
                raise BadPuzzle(f"{name}: a run of {min(lengths)} cells; a line without runs has no numbers")
            if sum(lengths) + len(lengths) - 1 > len(line):
                raise BadPuzzle(f"{name}: runs of {joined(lengths)} do not fit into {len(line)} cells")

    @classmethod
    def in_text(cls, text: str, *, named: bool) -> dict[str, Any] | None:
        """Read files of other programs, which name both lists or have the rows first (webpbn.com/export.cgi)."""
        sides = {name.lower(): int(number) for name, number in SIDE.findall(text)}
        if found := dict(IN_XML.findall(text)):
            lists = {name: re.findall(r"<line.*?(?:/line>|/>)", part, re.DOTALL) for name, part in found.items()}
            lists = {
                name: [" ".join(re.findall(r">\s*(\d+)", line)) for line in lines] for name, lines in lists.items()
            }
        elif len(parts := NAMED.split(text)) > 1:
            sections = zip(map(str.lower, parts[1::2]), parts[2::2], strict=True)
            lists = {
                name: [*takewhile(NUMBERS.fullmatch, part.removeprefix("\n").splitlines())] for name, part in sections
            }
            lists = {
                name: _filled(lines, sides.get("height" if name == "rows" else "width"))
                for name, lines in lists.items()
            }
        elif named and len(parts := LISTS.findall(text)) == 2:  # noqa: PLR2004 - rows and columns
            lists = {
                name: re.findall(r"\[([^\]]*)\]", part) for name, part in zip(("rows", "columns"), parts, strict=True)
            }
        elif named and (in_lines := LINES.fullmatch(text.strip())):
            lists = {
                name: re.split("[;/|]", part) for name, part in zip(("rows", "columns"), in_lines.groups(), strict=True)
            }
        else:
            lists = dict(zip(("rows", "columns"), _unnamed(text.strip().splitlines()) if named else (), strict=False))
        if COLOURS.search(text) and (named or len(lists) == 2):  # noqa: PLR2004 - rows and columns
            raise BadPuzzle("a nonogram in colours is not read: its runs may touch")
        if len(lists) != 2:  # noqa: PLR2004 - rows and columns
            return None
        return {
            name: [[int(run) for run in re.findall(r"\d{1,9}", line) if int(run)] for line in lines]
            for name, lines in lists.items()
        }

    def as_text(self) -> str:
        """Write a `.non` file."""
        lists = ("\n".join(",".join(map(str, line)) or "0" for line in lines) for lines in (self.rows, self.columns))
        size = f"width {self.board.width}\nheight {self.board.height}"
        return "\n\n".join((size, *map("\n".join, zip(("rows", "columns"), lists, strict=True)))) + "\n"

    def clues(self) -> Iterator[Clue]:
        for name, line, lengths in self.rims():
            words = f"the run{'s' * (len(lengths) > 1)} {joined(lengths)}" if lengths else "no runs"
            yield Clue(f"{name} has {words}", line, Runs(lengths, tuple(map(is_one, line))), "runs of a line")

    def is_solved_by(self, grid: Grid) -> bool:
        return self.has_marks(grid) and self.rims_for(grid) == (self.rows, self.columns)

    @staticmethod
    def numbers_of(line: Sequence[int | None]) -> tuple[int, ...]:
        return tuple(map(len, filter(None, bytes(map(bool, line)).split(b"\0"))))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        return repaired(cls.of, size, rng, HARD_SHARE if wanted_of(rng) == HARD else cls.SHARE)


def _filled(lines: list[str], count: int | None) -> list[str]:
    """Return the lines that are not empty; those count only if there are fewer than `count` others."""
    filled = [line for line in lines if line.strip()]
    return filled if count is None or len(filled) >= count else [*lines, *[""] * count][:count]


def _unnamed(lines: list[str]) -> list[list[str]]:
    """Return two lists of numbers, which may stand behind the width and the height; nothing for other lines."""
    groups = [[*part] for is_list, part in groupby(lines, lambda line: not BETWEEN.fullmatch(line)) if is_list]
    if not groups or not all(NUMBERS.fullmatch(line) for part in groups for line in part):
        return []
    size = groups[0][0].split() if lines[0] == groups[0][0] else []
    if len(groups) == 3 and len(" ".join(groups[0]).split()) == 2:  # noqa: PLR2004 - a size, and two lists
        return groups[1:]
    if len(size) == 2 and len(lines) - 1 == sum(map(int, size)):  # noqa: PLR2004 - the width and the height
        return [lines[1 : 1 + int(size[1])], lines[1 + int(size[1]) :]]
    return [groups[0][len(size) == 2 :], groups[1]] if len(groups) == 2 else []  # noqa: PLR2004 - as above


@dataclass(frozen=True, slots=True)
class Runs(InOrder):
    """The literals that hold stand in runs of these lengths, in order, with gaps between them."""

    lengths: tuple[int, ...]
    literals: tuple[Literal, ...]

    def clauses(self, helper: str) -> tuple[list[Literal], str]:
        """Return variables of its own, whose names begin with `helper`, and the term.

        `…1_2` says that the run 1 begins 2 or more places behind its first possible place. What a cell says of a run,
        and a run of the cells and of its neighbours, follows by unit propagation, unlike from a list of ways.
        """
        size, slack = len(self.literals), len(self.literals) + 1 - sum(self.lengths) - len(self.lengths)
        if slack < 0:
            return [], "false"
        starts = [sum(self.lengths[:run]) + run for run in range(len(self.lengths))]
        behind = [
            {shift: f"{helper}{run}_{shift}" if shift > 0 else "true" for shift in range(-size, slack + 1)}
            for run in range(len(starts))
        ]
        clauses = []
        for run, start in enumerate(starts):
            for shift in range(slack + 1):
                here, further = behind[run][shift], behind[run].get(shift + 1, "false")
                clauses.append(f"(not {further}) {here}")
                clauses += [f"(not {behind[run - 1][shift]}) {here}"] if run else []
                cells = self.literals[start + shift : start + shift + self.lengths[run]]
                clauses += (f"(not {here}) {further} {cell}" for cell in cells)
        for place, cell in enumerate(self.literals):
            for run in range(len(starts) + 1):
                # The run before ends at the cell or behind it, or the next one does not begin behind the cell.
                ends = place - starts[run - 1] - self.lengths[run - 1] + 1 if run else slack + 1
                before = behind[run - 1].get(ends, "false") if run else "false"
                after = behind[run].get(place - starts[run] + 1, "false") if run < len(starts) else "true"
                if before != "true" and after != "false":
                    clauses.append(f"{before} (not {after}) {~cell}")
        names = [Literal(name) for shifts in behind for shift, name in shifts.items() if shift > 0]
        return names, f"(and true {' '.join(f'(or {clause})' for clause in clauses)})"

    def forced(self, ones: int, zeros: int) -> Forced:
        """Find all at once where the runs can stand: 2.6 times as fast as an automaton."""
        lengths, size = self.lengths, len(self.literals)
        cells = (1 << size) - 1
        # One more position that does not hold ends the last run, so each run has a gap behind it.
        may_hold, may_not = ~zeros & cells, ~ones & (cells | 1 << size)
        fits = {length: _narrow(may_hold, length) & may_not >> length for length in lengths}
        # Where the rest can begin behind no run, behind the first, and so on.
        before = [_risen(1, may_not)]
        for length in lengths:
            before.append(_risen((before[-1] & fits[length]) << length + 1, may_not))
        behind = 1 << size + 1
        if not before[-1] & behind:
            return None
        # The same from the end.
        behind, held = _fallen(behind, may_not), 0
        empty = before[-1] & may_not & behind >> 1
        for length, reached in zip(lengths[::-1], before[-2::-1], strict=True):
            start = fits[length] & behind >> length + 1
            placed = reached & start
            empty |= placed << length
            for step in _steps(length):
                placed |= placed << step
            held |= placed
            behind = _fallen(start, may_not)
            empty |= reached & may_not & behind >> 1
        unknown = ~(ones | zeros) & cells
        return unknown & held & ~empty, unknown & empty & ~held


def _narrow(cells: int, length: int) -> int:
    """Return the positions from which so many belong to the cells."""
    for step in _steps(length):
        cells &= cells >> step
    return cells


def _risen(start: int, free: int) -> int:
    """Return the positions that are reached from some through free ones, each row's end among them."""
    first = start & free
    # In a row of free positions the carry runs from the lowest of these to the position behind the row.
    return start | (free ^ first + free)


def _fallen(start: int, free: int) -> int:
    """Return the positions from which some are reached through free ones."""
    step = 1
    while free:
        start |= start >> step & free
        free, step = free & free >> step, 2 * step
    return start


@lru_cache
def _steps(length: int) -> tuple[int, ...]:
    """Return how far to move a mask, and join it with itself, until each bit has spread over so many positions."""
    steps, done = list[int](), 1
    while done < length:
        steps.append(min(done, length - done))
        done += steps[-1]
    return tuple(steps)
