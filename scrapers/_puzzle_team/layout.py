"""The layouts of the family: the drawn board and the page's task, which must agree cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapers._errors import OtherLayout, ReadError
from scrapers._puzzle_team.moves import States
from scrapers._reading.board import Board, with_options
from scrapers._reading.layout import BoardLayout, EntryOn, Reader
from scrapers._reading.places import Located
from scrapers._reading.statements import BOARD, Facts, Groups, Statement, everywhere, of_numbers, settle
from scrapers._site import Stated
from solvers import BadPuzzle

if TYPE_CHECKING:
    from scrapers._puzzle_team.task import Task
    from scrapers._reading.places import CellSource
    from scrapers._site import Snapshot
    from solvers import Puzzle

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
NAME = "desktop"
MAX_SIDE = 100
SHOWN, TASK = "the board", "the task of the page"
"""The sources of a board."""
NUMBERS = frozenset({"number", "across", "down", "sum", "rim", "view", "corner"})
"""The groups whose values are numbers that a board shows."""
STATES = States()
HINT = "; these sites send random tasks to programs that they take for scrapers"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLayout(BoardLayout):
    """The board of one puzzle of the family."""

    slug: str
    """The name of the puzzle in the site's script."""
    task: Task
    """How the task of the page's script is decoded."""

    def stated(self, snapshot: Snapshot, size: tuple[int, int]) -> Stated | None:
        """Return the puzzle of the page's task for a board of some size; None if it is of another size."""
        located = Located(Board(snapshot), size, {}, {})
        try:
            listed = self.task(_inline(located.board).get("task", ""), size)
            said = [each for group, found in listed.items() for each in everywhere(located, group, TASK, found)]
            puzzle = self.puzzle(Facts.of(size, settle([*said, *_counts(located)])))
        except (ReadError, BadPuzzle, KeyError):
            return None
        numbers: dict[Any, list[int]] = {}
        for group in NUMBERS & listed.keys():
            for place, value in listed[group].items():
                numbers.setdefault(place, []).extend(value if isinstance(value, tuple) else [value])
        return Stated(puzzle, numbers, [*listed.get("centre", {}).values()])


def team(  # noqa: PLR0913 - what differs between the puzzles
    *,
    kind: type[Puzzle],
    slug: str = "",
    drawn: Sequence[Callable[[Located], Groups]],
    task: Task,
    puzzle: Callable[[Facts], Puzzle] | None = None,
    enter: EntryOn[Located] = STATES,
    cell: CellSource = ".cell",
    points: bool = False,
) -> TeamLayout:
    """Return the layout of a puzzle: what the board shows, how the task says the same, how it is entered.

    `slug` is its name in the site's script, by default that of its kind, and `cell` selects all cells, walls included.
    Without `puzzle` the numbers in the cells are the puzzle. If cells are `points`, the script counts the squares
    between them.
    """
    slug = slug or kind.KIND.replace("_", "-")
    return TeamLayout(
        NAME=NAME,
        slug=slug,
        task=task,
        kind=kind,
        cell=cell,
        sizes_by=(_size_in_script(int(points)),),
        placed=True,
        check=lambda located: _check_ident(located, slug),
        readers=(_shown_and_listed(drawn, task), _counts),
        puzzle=puzzle or of_numbers(kind),
        hint=HINT,
        entry=enter,
        state={"inline": INLINE, "info": INFO, "style": STYLE.replace("SLUG", slug)},
    )


def _shown_and_listed(drawn: Sequence[Callable[[Located], Groups]], task: Task) -> Reader:
    """Return a reader of what is drawn and, of all that may be drawn, what the task says."""

    def read(located: Located) -> Iterator[Statement]:
        shown = {group: found for reader in drawn for group, found in reader(located).items()}
        for group, found in shown.items():
            yield from everywhere(located, group, SHOWN, found)
        text = _inline(located.board).get("task")
        if text is not None:
            listed = task(text, located.size)
            for group in sorted({*listed, *shown}):
                yield from everywhere(located, group, TASK, listed.get(group, {}))
            for group in sorted(listed.keys() - shown):
                yield from everywhere(located, group, SHOWN, {})

    return read


def size_alone(board: Board) -> tuple[int, int]:
    """Return the size that the script states, for a board of which only some cells are elements."""
    for size in _size_in_script(0)(board).values():
        return size
    raise OtherLayout(f"{NAME}: the script states no size", selector="script")


def _counts(located: Located) -> Iterator[Statement]:
    """Read how many stars or stitches there are, which the words beside the board or the script may leave out."""
    for name, sign in (("stars", "★"), ("stitches", "÷")):
        said = re.search(rf"(\d)\s*{sign}", str(located.board.state.get("info", "")))
        if said is not None:
            yield Statement(name, BOARD, "the words beside the board", int(said[1]))
    stars = _inline(located.board).get("stars", "")
    if stars.isdecimal():
        yield Statement("stars", BOARD, "the script", int(stars))


def _check_ident(located: Located, slug: str) -> None:
    """Raise `OtherLayout` if the board is of another puzzle of the family."""
    ident = _inline(located.board).get("ident")
    if ident is not None and re.fullmatch(rf"{slug}(\.\w+)*", ident) is None:
        raise OtherLayout(f"{NAME}: the page shows {ident}, not {slug}", selector="script")


def _inline(board: Board) -> Mapping[str, Any]:
    """Return the measured variables of the page's script."""
    inline = board.state.get("inline", {})
    if not isinstance(inline, dict) or not all(isinstance(value, str) for value in inline.values()):
        raise ReadError("what the script of the page says was not measured", selector="script")
    return inline


@with_options
def _size_in_script(board: Board, more: int) -> Mapping[str, tuple[int, int]]:
    """Return the size of the board that the page's script states, each side so many `more`."""
    stated = [_inline(board).get(name, "") for name in ("height", "width")]
    sides = [int(side) for side in stated if re.fullmatch(r"\d{1,3}", side, re.ASCII)]
    return (
        {"the script": (sides[0] + more, sides[1] + more)}
        if len(sides) == len(stated) and max(sides) <= MAX_SIDE
        else {}
    )
