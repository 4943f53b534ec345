"""The layout of all puzzles of the family: the drawn board and the page's task, which must agree cell by cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from scrapers._errors import OtherLayout, ReadError
from scrapers._facts import BOARD, Facts
from scrapers._puzzle_team.facts import check_agree
from scrapers._reading.board import cache_last
from scrapers._reading.measure import measuring
from scrapers._reading.places import locate
from scrapers._site import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers._facts import Groups
    from scrapers._puzzle_team.drawn import Drawn
    from scrapers._puzzle_team.moves import Mark
    from scrapers._puzzle_team.task import Task
    from scrapers._reading.board import Board
    from scrapers._reading.places import Located
    from scrapers._site import Box, Move, Snapshot
    from solvers import Cell, Grid, Puzzle

INLINE = r"""(() => {
    const script = [...document.scripts].map((script) => script.text).join("\n");
    const patterns = {
        task: /\bvar\s+task\s*=\s*'([^']*)'/, ident: /\bident\s*:\s*'([^']*)'/, width: /\bpuzzleWidth\s*:\s*(\d+)/,
        height: /\bpuzzleHeight\s*:\s*(\d+)/, stars: /\bstars\s*:\s*(\d+)/,
    };
    const found = Object.entries(patterns).map(([name, pattern]) => [name, script.match(pattern)?.[1]]);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
})()"""
INFO = """(document.querySelector(".puzzleInfo")?.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 200)"""
STYLE = """(() => {
    try {
        const chosen = JSON.parse(localStorage.getItem("puzzleSettings.SLUG.draw-style"));
        if (typeof chosen === "string") return chosen;
    } catch {}
    // As the site itself chooses.
    return /Mac|iPhone|iPod|iPad/i.test(navigator.platform) || "ontouchstart" in window ? "rotate" : "black";
})()"""
MAX_SIDE = 100


class Entering(Protocol):
    """What the marks of cells look like, and how they are entered."""

    def mark(self, node: Node, cell: Cell, /) -> Mark:
        """Return the mark of a cell."""

    def moves(self, located: Located, marks: Grid, solution: Grid, style: str, /) -> Sequence[Move]:
        """Return the next inputs towards the solution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLayout:
    """The board of one puzzle of the family."""

    slug: str
    """The name of the puzzle in the site's script."""
    kind: type[Puzzle]
    drawn: Sequence[Drawn]
    """What the board shows."""
    task: Task
    """What the task says."""
    puzzle: Callable[[Facts], Puzzle]
    """Makes the puzzle of what both say."""
    enter: Entering
    cell: str = ".cell"
    """The selector of all cells, walls included."""
    NAME: str = "desktop"

    @property
    def MEASURE(self) -> str:  # noqa: N802 - the protocol's name
        """JavaScript that measures the board."""
        return measuring(inline=INLINE, info=INFO, style=STYLE.replace("SLUG", self.slug))

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the puzzle, whose clues are confirmed if the page has a task."""
        located = self._locate(snapshot)
        groups = {name: found for read in self.drawn for name, found in read(located).items()}
        inline, (height, width) = _inline(located.board), (located.places.height, located.places.width)
        task = inline.get("task")
        if task is not None:
            listed = self.task(task, (height, width))
            _add_stars(groups, listed, inline)
            check_agree(groups, listed)
        puzzle = self.puzzle(Facts(height, width, groups))
        return Reading.of(self, puzzle, {clue.words: task is not None for clue in puzzle.clues()}, placed=True)

    def marks(self, snapshot: Snapshot) -> Grid:
        """Return the mark of each cell, given or entered."""
        located = self._locate(snapshot)
        return located.grid({cell: self.enter.mark(node, cell) for cell, node in located.nodes.items()})

    def boxes(self, snapshot: Snapshot) -> Mapping[Cell, Box | None]:
        """Return where each cell is drawn, None for one that is not."""
        return self._locate(snapshot).boxes

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs towards the solution."""
        style = snapshot.state.get("style")
        located = self._locate(snapshot)
        return self.enter.moves(located, self.marks(snapshot), solution, style if isinstance(style, str) else "black")

    @cache_last
    def _locate(self, snapshot: Snapshot) -> Located:
        """Return the cells of the board; raise `OtherLayout` if it is another puzzle of the family."""
        located = locate(snapshot, of=self.NAME, cell=self.cell, sizes_by=(_size_told,))
        ident = _inline(located.board).get("ident")
        if ident is not None and re.fullmatch(rf"{self.slug}(\.\w+)*", ident) is None:
            raise OtherLayout(f"{self.NAME}: the page shows {ident}, not {self.slug}", selector="script")
        return located


def _inline(board: Board) -> Mapping[str, Any]:
    """Return what the page's script says."""
    inline = board.state.get("inline", {})
    if not isinstance(inline, dict) or not all(isinstance(value, str) for value in inline.values()):
        raise ReadError("what the script of the page says was not measured", selector="script")
    return inline


def _size_told(board: Board) -> Mapping[str, tuple[int, int]]:
    """Return the size of the board that the page's script tells."""
    told = [_inline(board).get(name, "") for name in ("height", "width")]
    sides = [int(side) for side in told if re.fullmatch(r"\d{1,3}", side, re.ASCII)]
    return {"the script": (sides[0], sides[1])} if len(sides) == len(told) and max(sides) <= MAX_SIDE else {}


def _add_stars(drawn: Groups, listed: Groups, inline: Mapping[str, str]) -> None:
    """Add to what both say the number of stars, which the words beside the board or the script may leave out."""
    told = inline.get("stars", "")
    if told.isdecimal():
        listed["stars"] = {BOARD: int(told)}
    for there, other in ((drawn, listed), (listed, drawn)):
        if "stars" in there:
            other.setdefault("stars", there["stars"])
