"""Start a site module from its page: what the markup of its board says, and what clicks on one of its cells change."""

from __future__ import annotations

import ast
import json
import os
import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from itertools import chain, permutations, product, repeat, takewhile
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import scrapers
from bot.addons.unknown.guess.between import entry_of
from bot.addons.unknown.guess.find import centre, seen_of
from bot.addons.unknown.guess.hypotheses import Hypothesis, field_names
from bot.addons.unknown.guess.layout import LOOK, like
from bot.addons.unknown.guess.looks import CROSSES, Looks
from bot.addons.unknown.guess.site import GuessedSite, asked_for
from bot.errors import PageGone, UsageError, kind_named
from bot.play.live import Live, press_nothing
from bot.play.reading import MOUNT_TIMEOUT
from scrapers import SITES, Click, NeedsHuman, Patience, ReadError, Snapshot, frames, read_saved, site_of
from scrapers._reading.layout import MEASURE
from solvers import KINDS, Cell, GivensError, dump

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

    from bot.addons.unknown.guess.find import Lattice
    from bot.commands._options import PageOptions
    from solvers import Puzzle

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
SELECTOR = re.compile(r"[\w\s>+~*-]*[#.\[:][\w-][^!?]*$")
"""Matches a selector, as opposed to a text."""
_MODULE = files(__package__).joinpath("module.jinja").read_text(encoding="utf-8")


class CellFacts(NamedTuple):
    """What a page says of one cell."""

    own: frozenset[str]
    """The names in the cell's own markup."""
    inside: frozenset[str] = frozenset()
    """Those of what is in it."""
    text: str = ""


class PlaceIn(NamedTuple):
    """Attributes that say where a cell is, with the pattern and the first number of `place_in`."""

    attributes: tuple[str, ...]
    pattern: str
    first: int


@dataclass(slots=True)
class Findings:
    """What one page shows."""

    url: str
    answer: Hypothesis | None = None
    """The puzzle that was recognized."""
    refusal: str = ""
    """Why no puzzle was recognized, or no markup of its board."""
    board: str = "body"
    """What matches the board, and nothing else on the page."""
    css: str = ""
    """What all cells match, and nothing else on the board."""
    cells: Mapping[Cell, CellFacts] = field(default_factory=dict)
    is_table: bool = False
    first: Snapshot | None = None
    """The board before anything was pressed on it."""
    cell: Cell | None = None
    """The cell that was clicked."""
    shown: list[CellFacts] = field(default_factory=list)
    """What it said before the first click and after each."""
    why: str = ""
    """Why there were no more clicks, or none at all."""

    @property
    def cycle(self) -> list[CellFacts]:
        """What the cell said in each state from blank on, if the last click has brought back an earlier one."""
        if len({*self.shown}) == len(self.shown) or self.shown[-1] == self.shown[-2]:
            return []
        # The first state may never come back as it was, as the cell had no focus then.
        start = self.shown.index(self.shown[-1])
        states = self.shown[start:-1]
        return states[-start % len(states) :] + states[: -start % len(states)]


def explore(page: Page, site: GuessedSite) -> Findings:
    """Look at an open page and click one empty cell of its board where that is safe.

    Raise `NeedsHuman` where the page asks for a login or a payment, or something is in front of the board.
    """
    from playwright.sync_api import Error

    refused: NeedsHuman | ReadError | None = None
    try:
        site.board(page, MOUNT_TIMEOUT, press_nothing)
    except (NeedsHuman, ReadError) as error:
        refused = error
    for frame in frames(page, written=True):
        if serious := asked_for(frame)[1]:
            raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")
    if isinstance(refused, NeedsHuman) and site.front(page)[0]:
        raise refused
    seen = Findings(page.url, site.found.answer, refused.message if refused else "")
    boards = [seen.answer.looks.lattice] if seen.answer else [board for board in site.found.boards if not board.broken]
    try:
        if site.frame is not None and boards:
            _probe(site.frame, boards[0], seen)
    except (Error, PageGone, ReadError) as error:
        seen.why = str(error)
    return seen


def _probe(frame: Frame, lattice: Lattice, seen: Findings) -> None:
    """Note what the markup of a board says, and what clicks on one of its cells change."""
    steps = zip(*(path.split(" > ") for path in lattice.paths.values()), strict=False)
    around = " > ".join(own[0] for own in takewhile(lambda own: len({*own}) == 1, steps))
    holder = re.sub(r"( > (tbody|thead|tr):[^ ]*)+$", "", around)  # These are not parsed without their table.
    live = Live(frame.page, lambda: frame.locator(holder))
    live.widen([*map(centre, lattice.boxes.values())])

    def look() -> tuple[Looks, dict[Cell, CellFacts]]:
        snapshot = live.take(_MEASURE)
        elements = seen_of(snapshot)
        now = like(lattice, elements)
        if now is None:
            raise PageGone(f"no elements at {frame.url} show the cells of the board")
        looks, seen.first = Looks(now, elements), seen.first or snapshot
        own = {cell: frozenset(elements[number].names) for cell, number in now.cells.items()}
        said = looks.cells.items()
        return looks, {cell: CellFacts(own[cell], one.names - own[cell], one.drawing.text) for cell, one in said}

    def settle() -> Looks:
        patience, before = Patience(live.clock, 2.0), None
        while patience.wait(QUIET_MS) and (now := look())[1] != before:
            before = now[1]
        seen.shown.append(now[1][cell])
        return now[0]

    looks, seen.cells = look()
    elements, numbers = looks.elements, [*looks.lattice.cells.values()]
    shared = map(selector, frozenset.intersection(*(one.own for one in seen.cells.values())))
    every = sorted(filter(None, [elements[numbers[0]].tag, *shared]), key=lambda css: (css[0] != ".", len(css), css))
    inner = frame.locator(holder)
    seen.css = next((css for css in every if inner.locator(css).count() == len(numbers)), "")
    top = elements[holder.count(" > ")].names  # What is around the board comes before it.
    said = filter(None, map(selector, sorted(top, key=lambda name: not name.startswith("id="))))
    seen.board = next((css for css in said if frame.locator(css).count() == 1), holder)
    seen.is_table = len({elements[number].parent for number in numbers}) == lattice.height
    solution = seen.answer and seen.answer.solution
    wanted = entry_of(seen.answer).wanted(solution) if seen.answer and solution else {}
    cell = seen.cell = min(
        seen.cells, key=lambda at: (wanted.get(at) != 1, at not in wanted, bool(seen.cells[at].text))
    )
    looks = settle()
    while not (seen.why or seen.cycle) and len(seen.shown) <= (MAX_CLICKS if len({*seen.shown}) > 1 else MAX_SILENT):
        point = centre(looks.boxes[cell])
        seen.why = live.perform([Click(point, {})], [point]).stopped
        looks = settle()
    if len({*seen.shown}) == 1 and not seen.why:
        seen.why = "two clicks changed nothing: the page may want keys, a drag, or a button of a pad"


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
    common = set.intersection(*map(set, said.values())) - WORDS
    varied = sorted(name for name in common if len({one[name] for one in said.values()}) > 1)
    numbers = [name for name in varied if all(one[name].isdecimal() for one in said.values())]
    ways = [*((name,) for name in varied), *permutations(numbers, 2)]
    texts = ({cell: "-".join(own[name] for name in way) for cell, own in said.items()} for way in ways)
    return [*filter(None, map(_place_in, ways, texts, repeat(width)))]


def _place_in(names: tuple[str, ...], texts: Mapping[Cell, str], width: int) -> PlaceIn | None:
    at = [{"row": cell.row, "col": cell.col, "number": cell.row * width + cell.col} for cell in texts]
    words = re.split(r"\d+", texts[Cell(0, 0)])
    for groups in (("row", "col"), ("col", "row"), ("number",)):
        for start, first in product(reversed(range(len(words) - len(groups))), (0, 1)):
            parts = re.findall(r"\S*\s*$", words[start])[0], words[start + 1]
            before, between = (re.escape(part).replace(r"\-", "-") for part in parts)
            before = before or "^" * (start == 0)
            pattern = before + between.join(rf"(?P<{group}>\d{{1,3}})" for group in groups) + r"(?!\d)"
            if before and all(
                (match := re.search(pattern, text))
                and {int(match[group]) - first - place[group] for group in groups} == {0}
                for text, place in zip(texts.values(), at, strict=True)
            ):
                return PlaceIn(names, pattern, first)
    return None


def _features(facts: CellFacts, placed: Collection[str]) -> list[str]:
    """Return selectors that a cell, or something in it, matches by what it says of itself, the plainest first."""
    names = {name for name in facts.own | facts.inside if name.partition("=")[0] not in {*placed, "id"}}
    return sorted(filter(None, map(selector, names)), key=lambda css: (css[0] != ".", css))


def _declared(seen: Findings, kind: type[Puzzle], given: Mapping[Cell, int]) -> dict[str, Any]:
    """Return what says the places of cells, what tells their marks in the states that were shown, what locks givens."""
    found = places({cell: facts.own for cell, facts in seen.cells.items()}, 1 + max(cell.col for cell in seen.cells))
    placed = {name for place in found for name in place.attributes}
    said = {cell: _features(facts, placed) for cell, facts in seen.cells.items()}
    shown = seen.cycle or [*dict.fromkeys(seen.shown)]
    states = [_features(facts, placed) for facts in shown]
    printed = {*chain(*map(said.__getitem__, given))}
    usual = {*chain(*(said[cell] for cell in said if cell not in given and cell != seen.cell))}
    counts = Counter(chain(*states))
    own = [[css for css in state if counts[css] == 1 and not (at and css in usual)] for at, state in enumerate(states)]
    for unique in own:  # A class that no given has may only say that the mark is wrong.
        unique.sort(key=lambda css: css not in printed)
    names = {mark: {*chain(*(said[cell] for cell in given if given[cell] == mark))} for mark in (0, 1)}
    crosses = [{*shown[at].text} & CROSSES or "cross" in " ".join(own[at]) for at in range(len(own))]

    def fit(order: Sequence[int | None]) -> int:
        marked = [(at, mark) for at, mark in enumerate(order) if mark is not None]
        return sum(len(names[mark].intersection(own[at])) + (mark == 0 and bool(crosses[at])) for at, mark in marked)

    # The first state is blank; the others are told by the givens, else by what is drawn.
    orders: list[tuple[int | None, ...]] = [(None, 0, 1), (None, 1, 0), *[(None, 1)] * (kind.MARKS.get(0) == "empty")]
    order = max((each for each in orders if len(each) == len(own)), key=fit, default=(None,) * len(own))
    sources: dict[str, dict[str, int | None]] = {}
    state_of = {names[0]: at for at, names in enumerate(own) if names and at}
    if len(state_of) == len(order) - 1 > 0:
        marked = ", ".join(state_of)
        is_inside = any(selector(name) in state_of for state in shown for name in state.inside)
        blank = f"{seen.css or '.cell'}:not({marked})" + f":not(:has({marked}))" * is_inside
        sources["selectors"] = {blank: None, **{css: order[at] for css, at in state_of.items()}}
    texts = dict(zip((state.text.upper() for state in shown), order, strict=True))
    if len(texts) == len(order) > 1:
        sources["text"] = texts
    locks = {*said[min(given)]}.intersection(*map(said.__getitem__, given)) if given else set[str]()
    locks -= {*chain(usual, *states)}
    lock = min(locks, key=lambda css: (not css.startswith("."), len(css), css), default="")
    return {"place": [*found, None][0], "states": states, "order": order, "sources": sources, "lock": lock}


class ModuleDraft:
    """The module of a page that was seen."""

    def __init__(self, seen: Findings, url: str, options: PageOptions, name: str | None = None) -> None:
        """Write the module; raise `UsageError` for a kind that nobody knows."""
        kind = options.kind or (seen.answer and seen.answer.kind)
        if not kind:
            words = f"the kind of the puzzle is not known: {seen.refusal}; name it by --kind"
            raise UsageError(words, command="givens kinds")
        self.kind, self.seen, self.url, self.options = kind_named(kind), seen, url, options
        self.host = re.sub(r"[^\w.:\[\]-]", "", urlsplit(url).netloc)
        stem = "_".join(re.findall(r"[a-z0-9]+", self.host.partition(":")[0].lower().removeprefix("www."))[:-1])
        self.name = name or f"{stem if stem[:1].isalpha() else 'page'}_{self.kind}"
        self.todo: list[str] = []
        """What is not known, each with what was seen."""
        self.text = self._text()
        self.text = self._text(*self._trial())

    def _miss(self, what: str, seen: object = "") -> str:
        """Note what is not known, and return it as a comment."""
        words = f"{what}. Seen: {seen}" if seen else what
        words = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())[:400]
        self.todo.append(words)
        return "\n    ".join(textwrap.wrap(f"# TODO {words}", 112, subsequent_indent="#   "))

    def _text(self, *reading: object) -> str:
        """Return the module, which also says what was noted of how it reads the board."""
        from jinja2 import Environment

        puzzle, kind = self.seen.answer and self.seen.answer.puzzle, KINDS[self.kind]
        marks = puzzle and puzzle.given_marks
        given = dict(marks.marked()) if marks else {}
        environment = Environment(trim_blocks=True, keep_trailing_newline=True)  # noqa: S701 - it is no HTML
        environment.filters |= {"quoted": quoted, "pattern": _pattern}
        environment.tests["selector"] = SELECTOR.match
        self.todo = []
        facts = {**vars(self), "kind": kind, "puzzle": puzzle, "given": given, "reading": reading, "todo": self._miss}
        facts |= _declared(self.seen, kind, given) if self.seen.cells else {}
        facts |= {"fields": {*field_names(kind)} - {"givens", "connected"}, "today": f"{datetime.now(UTC):%Y-%m-%d}"}
        # The address that was opened, and that to which the page has gone.
        plain = dict.fromkeys(re.sub(r"[?#].*", "", url) for url in (self.url, self.seen.url))
        facts["address"] = "|".join(_pattern(url).replace("https://", "https?://", 1) for url in plain)
        text = environment.from_string(_MODULE).render(facts)
        text = re.sub(r"\n *(?=\n(    |\)))", "", text)  # What is left out leaves its line.
        names = {
            node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and hasattr(scrapers, node.id)
        }
        # In the order that the linter wants: constants, classes, functions.
        ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
        return text.replace("import Page\n", f"import {', '.join(ordered)}\n", 1)

    def _trial(self) -> Sequence[object]:
        """Return how the declared layout reads the board that was seen, if there is anything to say."""
        if self.seen.first is None:
            return ()
        try:
            names: dict[str, Any] = {"__name__": "draft"}
            exec(compile(self.text, "draft.py", "exec"), names)  # noqa: S102 - in our own text a page's is quoted
            reading = read_saved(names["SITE"], self.seen.first)
        except (GivensError, TypeError, ValueError) as error:
            return "GRID does not read the board yet", error
        answer = self.seen.answer
        if answer is not None and dump(reading.puzzle) != dump(answer.puzzle):
            return "GRID reads another puzzle than what is seen", f"{reading.puzzle} instead of {answer.puzzle}"
        return ()


def quoted(text: str) -> str:
    """Return a text as Python writes it, with double quotes where they need no backslash."""
    is_plain = text.isprintable() and '"' not in text and not text.endswith("\\")
    return ("r" if "\\" in text else "") + f'"{text}"' if is_plain else repr(text)


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")


def check_new(folder: Path, name: str | None, url: str) -> None:
    """Raise `UsageError` if a folder can have no module with this address, and this name if it is known."""
    if name is not None and (not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name)):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")
    if not os.path.isfile(folder / "__init__.py"):
        return
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")
    if name and (name in SITES.names or os.path.lexists(folder / f"{name}.py")):
        raise UsageError(f"the site {name} exists already; choose another --name")
    if name and re.search(rf"\b{name}\b", (folder / "__init__.py").read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")
