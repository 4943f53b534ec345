"""The layouts of the player: the address and the drawing, which must agree place by place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import solvers
from scrapers._errors import OtherLayout, ReadError
from scrapers._puzzlink.drawn import Drawn, beside, look_at
from scrapers._puzzlink.ways import doubled
from scrapers._reading.board import Board, cache_last
from scrapers._reading.layout import EntryOn, StatedLayout
from scrapers._reading.statements import BOARD, SIDES, Statement, everywhere, in_order, line, spot

if TYPE_CHECKING:
    from scrapers._site import Move, Snapshot
    from solvers import Grid, Puzzle

ADDRESS = "the address"
CONTROLS = """(() => {
    const chosen = (name) => document.querySelector(`#usepanel [data-config=${name}] .childsel`)?.dataset.value ?? "";
    return {
        mode: chosen("mode"), input: chosen("inputmode"), use: chosen("use"), triangles: chosen("use_tri"),
        inverted: document.querySelector("#menu_setting [data-config=lrinvert]")?.className === "checked",
    };
})()"""
"""JavaScript for what the page says of its input: whether it is an editor, and what the buttons of the mouse do."""
USUAL = (
    ("mode", "mode", "play"),
    ("input", "input mode", "auto"),
    ("triangles", "way to enter triangles", "1"),
    ("inverted", "exchange of mouse buttons", False),
)
"""What the page says of its input: the name in the state, the words, and the value if nobody has changed it."""


@lru_cache(maxsize=16)
def puzzle_of(address: str) -> Puzzle:
    """Return the puzzle of an address; raise `BadPuzzle`."""
    return solvers.load_link(address)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLayout(StatedLayout[Drawn]):
    """The boards of one genre."""

    @cache_last
    def look(self, snapshot: Snapshot) -> Drawn:
        """Return what is drawn; raise `OtherLayout` if the address is of another genre, `BadPuzzle` if of none."""
        puzzle = puzzle_of(snapshot.url)
        if not isinstance(puzzle, self.kind):
            raise OtherLayout(f"{self.NAME}: the address holds a puzzle of kind {puzzle.KIND}")
        return look_at(Board(snapshot), puzzle)

    def moves(self, snapshot: Snapshot, solution: Grid) -> Sequence[Move]:
        """Return the next inputs; raise `ReadError` if the page is an editor, or if a person has changed its input."""
        drawn = self.look(snapshot)
        controls = drawn.board.state.get("controls", {})
        for name, words, usual in USUAL:
            if controls.get(name, "") not in {"", usual}:
                raise ReadError(f"the {words} of the page is {controls[name]!r}, not {usual!r}", selector="#usepanel")
        return self.entry.moves(drawn, solution)


def genre(
    name: str, kind: type[Puzzle], *drawn: Callable[[Drawn], Iterable[Statement]], enter: EntryOn[Drawn]
) -> PlayerLayout:
    """Return the layout of a genre: its name in addresses, what its boards show, and how answers are entered."""
    return PlayerLayout(
        NAME=name,
        kind=kind,
        readers=(linked, *drawn),
        puzzle=lambda facts: facts.one("puzzle"),
        entry=enter,
        state={"controls": CONTROLS},
    )


def linked(drawn: Drawn) -> Iterator[Statement]:
    """Say what the puzzle of the address looks like, in the groups of what is drawn."""
    picture = drawn.puzzle.picture()
    yield Statement("puzzle", BOARD, ADDRESS, drawn.puzzle)
    texts = {cell: glyph.symbol or glyph.text for cell, glyph in picture.glyphs.items()}
    # Pages draw rooms, sums and corners whose number is unknown as `?`, as 0 or not at all; it says nothing.
    glyphs = {cell: text for cell, text in texts.items() if not (picture.fills and text == "?")}
    yield from everywhere(drawn, "number", ADDRESS, glyphs)
    yield from everywhere(drawn, "sign", ADDRESS, picture.signs)
    if fills := picture.fills:
        inner = (wall for cell in fills for wall in doubled(cell).around() if fills.keys() >= {*beside(wall)})
        walls = {wall for wall in inner if len({fills[cell] for cell in beside(wall)}) > 1}
        yield from everywhere(drawn, "region", ADDRESS, in_order(drawn.regions(walls)))
    rims = zip(SIDES, (picture.rows, picture.columns, picture.right, picture.bottom), strict=True)
    lines = {line(side, at): numbers for side, rim in rims for at, numbers in enumerate(rim)}
    known = {place: [number for number in numbers if number != solvers.UNKNOWN] for place, numbers in lines.items()}
    views = {place: tuple(map(picture.rim_name, numbers)) for place, numbers in known.items() if numbers}
    yield from everywhere(drawn, "view", ADDRESS, views)
    if picture.dots:
        yield from everywhere(drawn, "centre", ADDRESS, {spot(*dot): True for dot in picture.dots})
    if picture.points:
        known_points = ((at, number) for at, number in picture.points.items() if number != solvers.UNKNOWN)
        corners = {spot(2 * row, 2 * col): str(number) for (row, col), number in known_points}
        yield from everywhere(drawn, "corner", ADDRESS, corners)
    for name, number in picture.notes.items():
        yield Statement(name, BOARD, ADDRESS, number)
