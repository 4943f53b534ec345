"""What an open page shows: its board, what its markup says of the cells, and what a click on one of them changes."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from bot.addons.unknown.guess.between import entry_of
from bot.addons.unknown.guess.find import Lattice, ancestors, centre, path_of, seen_of
from bot.addons.unknown.guess.hypotheses import Hypothesis, seeable
from bot.addons.unknown.guess.layout import LOOK, like
from bot.addons.unknown.guess.looks import Looks
from bot.addons.unknown.guess.site import GuessedSite, asked_for, guessing, look_at
from bot.errors import PageGone, UsageError
from bot.play.live import Live, press_nothing
from bot.play.options import BY_LOOKS
from bot.play.resolve import resolve
from scrapers import Click, NeedsHuman, Patience, ReadError, clock_of, frames
from scrapers._reading.board import Board
from scrapers._reading.layout import MEASURE
from solvers import KINDS, Cell

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

    from bot.play.targets import Target

ROWS = frozenset({"tbody", "thead", "tr"})
"""What is not parsed without the table around it."""
BOARD_TIMEOUT = 10.0
"""Seconds in which a board must appear."""
MAX_CLICKS = 6
MAX_SILENT = 2
"""The number of clicks without any change after which no more are made."""
QUIET_MS = 250
"""The time without a change after which a board has settled."""
_MEASURE = f"(board) => ({{ ...({LOOK})(board), ...({MEASURE})(board) }})"
"""Measures a board so that the general reader and any declared layout can read it."""
_PLAIN = re.compile(r"[a-zA-Z_-][\w-]{0,39}")
WORDS = frozenset({"alt", "aria-label", "fill", "href", "src", "style", "title", "xlink:href"})
"""Attributes whose values are words, addresses or colours: no selector is made of them."""


class CellFacts(NamedTuple):
    """What a page says of one cell."""

    own: frozenset[str]
    """The names in the cell's own markup, and those of what is in it."""
    inside: frozenset[str]
    text: str
    look: object = None


class PlaceIn(NamedTuple):
    """Attributes that say where a cell is, with the pattern and the first number of `place_in`."""

    attributes: tuple[str, ...]
    pattern: str
    first: int


@dataclass(slots=True)
class Trial:
    """What the clicks on one cell changed."""

    cell: Cell | None = None
    why: str = ""
    """Why there were no more clicks, or none at all."""
    shown: list[CellFacts] = field(default_factory=list)
    """What the cell said before the first click and after each."""

    @property
    def is_cycle(self) -> bool:
        """Whether the last click has brought back an earlier state."""
        return len(self.shown) > 1 and self.shown[-1] != self.shown[-2] and self.shown[-1] in self.shown[:-1]

    @property
    def marks(self) -> list[CellFacts]:
        """What the cell said in each state of its cycle from blank on, or in each different state if none came back."""
        states = list(dict.fromkeys(self.shown))
        start = states.index(self.shown[-1]) if self.is_cycle else 0
        length = len(states) - start
        # The first state may never come back as it was, as the cell had no focus then.
        return [states[start + (at - start) % length] for at in range(length)]


class ProbedBoard:
    """One board that the general reader has found on a page."""

    def __init__(self, page: Page, frame: Frame, lattice: Lattice, holder: str) -> None:
        """Look at the board in `holder`; raise `PageGone` if it is gone, `ReadError` if a layout cannot parse it."""
        self.page, self.lattice, self.holder = page, lattice, holder
        self.live = Live(page, lambda: frame.locator(holder))
        self.live.widen([*map(centre, lattice.boxes.values())])
        self.cells = self.look()
        self.first = self.snapshot
        """The board before anything was pressed on it."""
        Board(self.first)
        elements, numbers = self.looks.elements, [*self.looks.lattice.cells.values()]
        top = holder.count(" > ")  # What is around the board comes before it.
        shared = frozenset.intersection(*(one.own for one in self.cells.values()))
        common = [*filter(None, map(selector, sorted(shared))), elements[numbers[0]].tag]
        self.cell_selectors = [css for css in common if frame.locator(holder).locator(css).count() == len(numbers)]
        """What all cells match, and nothing else on the board."""
        said = filter(None, map(selector, sorted(elements[top].names, key=lambda name: not name.startswith("id="))))
        self.selector = next((css for css in said if frame.locator(css).count() == 1), holder)
        self.places = places({cell: one.own for cell, one in self.cells.items()}, lattice.width)
        self.placed = frozenset(name for place in self.places for name in place.attributes)
        self.is_table = len({elements[number].parent for number in numbers}) == lattice.height

    def look(self) -> dict[Cell, CellFacts]:
        """Return what each cell says now; raise `PageGone` if the board is not there any more."""
        self.snapshot = self.live.take(_MEASURE)
        elements = seen_of(self.snapshot)
        now = like(self.lattice, elements)
        if now is None:
            raise PageGone(f"the cells of the board at {self.page.url} are gone")
        self.looks, self.boxes = Looks(now, elements), now.boxes
        own = {cell: frozenset(elements[number].names) for cell, number in now.cells.items()}
        return {
            cell: CellFacts(own[cell], look.names - own[cell], look.drawing.text, (look.ground, look.drawing))
            for cell, look in self.looks.cells.items()
        }

    def try_cell(self, wanted: Sequence[Cell] = ()) -> Trial:
        """Click one empty cell, of `wanted` if it can be, until a state comes back; return what each click changed."""
        from playwright.sync_api import Error

        cell = min(self.cells, key=lambda cell: (cell not in wanted, bool(self.cells[cell].text)))
        trial, address = Trial(cell), self.page.url
        try:
            trial.shown = [self._settled()[cell]]
            while not (trial.why or trial.is_cycle) and len(trial.shown) <= MAX_CLICKS:
                point = centre(self.boxes[cell])
                trial.why = self.live.perform([Click(point, {})], [point]).stopped
                if not trial.why:
                    trial.shown.append(self._settled()[cell])
                    if len(trial.shown) > MAX_SILENT and len({facts[:3] for facts in trial.shown}) == 1:
                        trial.why = "two clicks changed nothing: the page may want keys, a drag, or a button of a pad"
        except (Error, PageGone, ReadError) as error:
            trial.why = f"the page went to {self.page.url}" if self.page.url != address else str(error)
        return trial if len(trial.shown) > 1 else Trial(why=trial.why)

    def _settled(self) -> dict[Cell, CellFacts]:
        """Return what each cell says once it stays the same for a while."""
        patience, before = Patience(clock_of(self.page), 2.0), None
        while patience.wait(QUIET_MS) and (now := self.look()) != before:
            before = now
        return now


def selector(name: str) -> str:
    """Return the selector of a name in the markup, "" for one that is only words."""
    key, is_attribute, value = name.partition("=")
    if not is_attribute:
        return f".{name}" if _PLAIN.fullmatch(name) else f"[class~={json.dumps(name)}]"
    if key in WORDS:
        return ""
    return f"#{value}" if key == "id" and _PLAIN.fullmatch(value) else f"[{key}={json.dumps(value)}]"


def places(names: Mapping[Cell, Iterable[str]], width: int) -> list[PlaceIn]:
    """Return the attributes, and pairs of them, that say the place of every cell by the names in its markup."""
    said = {cell: dict(name.split("=", 1) for name in own if "=" in name) for cell, own in names.items()}
    common = set.intersection(*map(set, said.values())) - {"aria-label", "style", "title"}
    varied = sorted(name for name in common if len({one[name] for one in said.values()}) > 1)
    numbers = [name for name in varied if all(one[name].isdecimal() for one in said.values())]
    ways = [*((name,) for name in varied), *permutations(numbers, 2)]
    return [place for way in ways if (place := _place_in(way, said, width)) is not None]


def _place_in(names: tuple[str, ...], said: Mapping[Cell, Mapping[str, str]], width: int) -> PlaceIn | None:
    texts = {cell: "-".join(own[name] for name in names) for cell, own in said.items()}
    words = re.split(r"\d+", next(iter(texts.values())))
    for groups in (("row", "col"), ("col", "row"), ("number",)):
        for start in reversed(range(len(words) - len(groups))):
            before, between = re.findall(r"\S*\s*$", words[start])[0], words[start + 1]
            before, between = (re.escape(part).replace(r"\-", "-") for part in (before, between))
            before = before or "^" * (start == 0)
            pattern = before + between.join(rf"(?P<{group}>\d{{1,3}})" for group in groups) + r"(?!\d)"
            for first in (0, 1) if before else ():
                if all(_says(re.search(pattern, text), cell, width, first) for cell, text in texts.items()):
                    return PlaceIn(names, pattern, first)
    return None


def _says(match: re.Match[str] | None, cell: Cell, width: int, first: int) -> bool:
    if match is None:
        return False
    said = {name: int(number) - first for name, number in match.groupdict().items()}
    return said in ({"row": cell.row, "col": cell.col}, {"number": cell.row * width + cell.col})


def features(facts: CellFacts, placed: Collection[str]) -> list[str]:
    """Return selectors that a cell, or something in it, matches by what it says of itself, the plainest first."""
    names = {name for name in facts.own | facts.inside if name.partition("=")[0] not in {*placed, "id"}}
    return sorted(filter(None, map(selector, names)), key=lambda css: (css[0] != ".", css))


@dataclass(slots=True)
class PageFindings:
    """The findings about one page."""

    asked: str
    """The address that was opened; the page may have gone on to another."""
    url: str
    answer: Hypothesis | None
    """The puzzle that was recognized."""
    refusal: str = ""
    """Why no puzzle was recognized, or no markup of its board."""
    board: ProbedBoard | None = None
    trial: Trial = field(default_factory=Trial)


def target_of(text: str, kind: str | None) -> Target:
    """Return a page, a saved one or a fixture as one that no module knows; raise `UsageError` for several."""
    target, *others = resolve(text, site=BY_LOOKS)
    if others:
        raise UsageError(f"{text} contains {1 + len(others)} pages: name one")
    return replace(target, site=guessing(kind if kind and not (kind in KINDS and seeable(KINDS[kind])) else ""))


def explore(page: Page, target: Target) -> PageFindings:
    """Look at an open page and click one empty cell of its board where that is safe.

    Raise `NeedsHuman` where the page asks for a login or a payment, or something is in front of the board.
    """
    site = target.site
    if not isinstance(site, GuessedSite):
        raise TypeError(f"{target.name} is not to be guessed")
    refusal = ""
    try:
        site.board(page, BOARD_TIMEOUT, press_nothing)
    except (ReadError, NeedsHuman) as error:
        refusal = error.message
    for frame in frames(page, written=True):
        if serious := asked_for(frame)[1]:
            raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")
    answer = site.found.answer
    seen = PageFindings(target.url, page.url, answer, refusal)
    cover, names = site.front(page)
    try:
        board = _board(page, site)
    except (PageGone, ReadError) as error:
        seen.refusal = refusal or error.message
    else:
        seen.board, cover = board, cover if answer is None else ""
    if cover:
        buttons = f", with {', '.join(map(repr, names))}" if names else ""
        raise NeedsHuman(f"{cover} is in front of the page at {page.url}{buttons}: press it away by --press")
    if seen.board is not None:
        wanted = entry_of(answer).wanted(answer.solution) if answer and answer.solution else {}
        seen.trial = seen.board.try_cell([cell for cell, mark in wanted.items() if mark == 1] or [*wanted])
    return seen


def _board(page: Page, site: GuessedSite) -> ProbedBoard:
    """Return the board that was recognized, else the first one; raise `ReadError` if the page has none."""
    answer, boards = site.found.answer, [board for board in site.found.boards if not board.broken]
    if site.frame is None or not boards:
        raise ReadError(f"no board of squares is shown at {page.url}")
    elements = seen_of(look_at(site.frame))
    lattice = like(boards[0] if answer is None else answer.looks.lattice, elements)
    if lattice is None:
        raise ReadError(f"no elements show the cells of the board at {page.url}")
    cells = {*lattice.cells.values()}
    around = set.intersection(*({*ancestors(number, elements)} for number in cells)) - cells
    near = next(
        outer for outer in ancestors(min(cells), elements) if outer in around and elements[outer].tag not in ROWS
    )
    return ProbedBoard(page, site.frame, lattice, path_of(near, elements))
