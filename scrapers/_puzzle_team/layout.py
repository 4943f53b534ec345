"""The layouts of the family: the drawn board and the page's task, which must agree cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any

from scrapers import SITES
from scrapers._errors import ReadError
from scrapers._puzzle_team.moves import States
from scrapers._reading.board import Board, select, with_options
from scrapers._reading.layout import BoardLayout, EntryOn, Reader
from scrapers._reading.places import Located, size_in
from scrapers._reading.statements import BOARD, Facts, Groups, Statement, everywhere, of_numbers
from scrapers._site import Quote

if TYPE_CHECKING:
    from scrapers._puzzle_team.task import Task
    from scrapers._reading.places import CellSource
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
SHOWN, TASK, IN_SCRIPT = "the board", "the task of the page", "the script"
"""The sources of a board."""
SQUARE = ".cell.selectable:not(.button)"
STATES = States()
IN_CLASS = size_in("#game", "class", rows=r"[a-z]\d{1,3}x(\d{1,3})\b", columns=r"[a-z](\d{1,3})x\d{1,3}\b")
"""The size in a class such as `slant10x10`."""
KNOWN = {"hashi", *(name.removeprefix("puzzle_team_").replace("_", "-") for name in SITES.names)}
"""What scripts call the puzzles of the family: the same as addresses do, but `hashi` for Bridges."""
NAMED = Quote("the scripts of Light Up and Nonograms, saved by newtomsoft and by dan-wells@366021b", "2026-06")
"""Who has quoted that a script names its puzzle."""
HINT = "; these sites send random tasks to programs that they take for scrapers"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLayout(BoardLayout):
    """The board of one puzzle of the family."""

    slug: str
    """The name of the puzzle in addresses."""
    task: Task
    """How the task of the page's script is decoded."""


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
    boxed: bool = False,
    word: str = "",
    sized: Quote | None = None,
) -> TeamLayout:
    """Return the layout of a puzzle: what the board shows, how the task says the same, how it is entered.

    `slug` is its name in addresses, by default that of its kind, `word` the one in the script if that is another, and
    `cell` selects all cells, walls included. Without `puzzle` the numbers in the cells are the puzzle. If cells are
    `points`, the script counts the squares between them; if it is `boxed`, the script states the size of a box.
    `sized` says who has quoted that the script states the size of the board.
    """
    slug = slug or kind.KIND.replace("_", "-")
    words = {slug, word or slug}
    return TeamLayout(
        NAME=NAME,
        slug=slug,
        task=task,
        kind=kind,
        cell=cell,
        sizes_by=(_size_in_script(int(points), boxed=boxed), IN_CLASS),
        checks={
            "the puzzle": lambda located: _other(located, slug, words, known=True),
            "the name": lambda located: _other(located, slug, words, known=False),
        },
        quoted={"the puzzle": NAMED} | ({IN_SCRIPT: sized} if sized else {}),
        placed=True,
        readers=(_shown_and_listed(drawn, task), _counts, *[_box] * boxed),
        puzzle=puzzle or of_numbers(kind),
        hint=HINT,
        entry=enter,
        state={"inline": INLINE, "info": INFO, "style": STYLE.replace("SLUG", word or slug)},
    )


def _shown_and_listed(drawn: Sequence[Callable[[Located], Groups]], task: Task) -> Reader:
    """Return a reader of what is drawn and, of all that may be drawn, what the task says."""

    def read(located: Located) -> Iterator[Statement]:
        shown = {group: found for reader in drawn for group, found in reader(located).items()}
        for group, found in shown.items():
            yield from everywhere(located, group, SHOWN, found)
        text = inline_of(located.board).get("task")
        if text is not None:
            listed = task(text, located.size)
            for group in sorted({*listed, *shown}):
                yield from everywhere(located, group, TASK, listed.get(group, {}))
            for group in sorted(listed.keys() - shown):
                yield from everywhere(located, group, SHOWN, {})

    return read


def _counts(located: Located) -> Iterator[Statement]:
    """Read how many stars or stitches there are, which the words beside the board or the script may leave out."""
    for name, sign in (("stars", "★"), ("stitches", "÷")):
        said = re.search(rf"(\d)\s*{sign}", str(located.board.state.get("info", "")))
        if said is not None:
            yield Statement(name, BOARD, "the words beside the board", int(said[1]))
    stars = inline_of(located.board).get("stars", "")
    if stars.isdecimal():
        yield Statement("stars", BOARD, "the script", int(stars))


def _other(located: Located, slug: str, words: set[str], *, known: bool) -> str:
    """Say that the script names another puzzle: one that is `known`, or one that is not."""
    ident = inline_of(located.board).get("ident", "")
    named = ident.partition(".")[0]
    disagrees = ident and named not in words and (named in KNOWN) == known
    return f"the script is of {ident}, not of {slug}" if disagrees else ""


def box_of(facts: Facts) -> tuple[int, int]:
    """Return the rows and columns of a box that the script states, or those that follow from the size of the board."""
    stated: tuple[int, int] | None = facts.groups.get("box", {}).get(BOARD)
    return stated or (isqrt(facts.height), facts.height // isqrt(facts.height))


def _box(located: Located) -> Iterator[Statement]:
    """Read the size of a box in the script, if it is that of one."""
    for box in stated_sizes(located.board):
        if box[0] * box[1] == located.size[0]:
            yield Statement("box", BOARD, IN_SCRIPT, box)


def inline_of(board: Board) -> Mapping[str, Any]:
    """Return the measured variables of the page's script."""
    inline = board.state.get("inline", {})
    if not isinstance(inline, dict) or not all(isinstance(value, str) for value in inline.values()):
        raise ReadError("what the script of the page says was not measured", selector="script")
    return inline


def stated_sizes(board: Board) -> list[tuple[int, int]]:
    """Return the size that the page's script states, if it does."""
    stated = [inline_of(board).get(name, "") for name in ("height", "width")]
    sides = [int(side) for side in stated if re.fullmatch(r"\d{1,3}", side, re.ASCII)]
    return [(sides[0], sides[1])] if len(sides) == len(stated) and max(sides) <= MAX_SIDE else []


@with_options
def _size_in_script(board: Board, more: int, *, boxed: bool) -> Mapping[str, tuple[int, int]]:
    """Return the size of the board that the page's script states, each side so many `more`; none if it is of a box."""
    cells = len(select(board.root, SQUARE)) if boxed else None
    found = [(rows + more, cols + more) for rows, cols in stated_sizes(board) if (rows * cols) ** 2 != cells]
    return {IN_SCRIPT: found[0]} if found else {}
