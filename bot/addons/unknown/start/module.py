"""Write the module of a new site, with the declaration of its layout."""

from __future__ import annotations

import os
import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from keyword import iskeyword
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bot.addons.unknown.guess.hypotheses import field_names
from bot.addons.unknown.guess.looks import CROSSES
from bot.addons.unknown.start.explore import PageFindings, features, selector
from bot.errors import UsageError, kind_named, writing
from scrapers import SITES, read_saved, site_of
from solvers import KINDS, GivensError, dump

SELECTOR = re.compile(r"[\w\s>+~*-]*[#.\[:][\w-][^!?]*$")
"""Matches a selector, as opposed to a text."""


class LayoutDeclaration:
    """The declaration of the layout of a board that was seen, in words."""

    def __init__(self, seen: PageFindings, kind: str) -> None:
        """Write the arguments of `Cells` in the order of its fields."""
        self.lines: list[str] = []
        """The arguments of `Cells`."""
        self.imports = {"Cells"}
        self.todo: list[str] = []
        """What is not known, each with what was seen."""
        self.cell = ""
        """The selector of a cell."""
        if seen.board is None:
            self.use('cell="TODO"')
            self.use('marks_by=(text({"": None}),)', "text")
            self.miss("the board: no elements that are its cells were seen", seen.refusal)
            return
        self.board, self.trial, self.kind = seen.board, seen.trial, kind
        self.puzzle = None if seen.answer is None else seen.answer.puzzle
        printed = None if self.puzzle is None else self.puzzle.given_marks
        self.given = {} if printed is None else dict(printed.marked())
        self.said = {cell: features(facts, seen.board.placed) for cell, facts in seen.board.cells.items()}
        """What each cell says of itself, as selectors."""
        self.states = [features(facts, seen.board.placed) for facts in seen.trial.marks]
        """The same of each state that the clicks have shown."""
        self._cell()
        self._places()
        self._marks()
        self._givens()
        self._clues()

    def miss(self, what: str, seen: object = "") -> None:
        """Note what is not known."""
        shown = "".join(letter if letter.isprintable() else " " for letter in str(seen or ""))
        words = re.sub(r"\s+", " ", shown)[:300].strip()
        self.todo.append(f"{what}{f'. Seen: {words}' if words else ''}")

    def use(self, line: str, *names: str) -> None:
        """Add an argument, and the names that it needs."""
        self.lines.append(line)
        self.imports.update(names)

    def _cell(self) -> None:
        css = min(self.board.cell_selectors, key=lambda css: (not css.startswith("."), len(css)), default="")
        self.use(f"cell={quoted(css or 'TODO')}")
        if not css:
            self.miss("a selector that all cells match, and nothing else on the board")
        self.cell = css or ".cell"

    def _places(self) -> None:
        board = self.board
        if board.places:
            place = board.places[0]
            names = ", ".join(map(quoted, place.attributes))
            first = f", first={place.first}" if place.first else ""
            self.use(f"places_by=(place_in({names}, pattern={raw(place.pattern)}{first}),)", "place_in")
        elif board.is_table:
            self.use("places_by=(in_table,)", "in_table")
        else:
            self.miss("places_by: no attribute of the cells says their places, so only the drawn lattice does")

    def _marks(self) -> None:
        """Declare what tells the marks of a cell, from the states that the clicks have shown."""
        trial, marks = self.trial, KINDS[self.kind].MARKS
        if set(marks) != {0, 1}:
            self.use("marks_by=(number(digits=2),)", "number")
            self.miss("how a digit is entered: pad=Pad('[data-key=\"{}\"]', active='.active'), or cycle", self.states)
            return
        unique = self._own_selectors()
        order = self._mark_of_each_state(unique)
        if sources := self._sources(unique, order):
            self.use(f"marks_by=({', '.join(sources)},)", *(source.partition("(")[0] for source in sources))
        else:
            self.use('marks_by=(text({"": None}),)', "text")
            self.miss("marks_by: no class, attribute or text tells the marks of a cell", trial.why or self.states)
        if not trial.is_cycle:
            self.miss("cycle: the marks in the order of the clicks", trial.why)
        elif 1 in order:
            self.use(f"cycle={tuple(order)!r}")
        if marks[0] == "empty":  # A cell without a mark is as good as one with a cross.
            self.use("spare=(None, 0)")
            if 0 in order:
                self.use('words={0: "a cross"}')
        if order and 1 not in order:
            self.miss(f"which mark is {marks[1]}", self.states)

    def _own_selectors(self) -> list[list[str]]:
        """Return selectors of each state that match no other, those of givens first; a mark's match no blank cell."""
        free = (said for cell, said in self.said.items() if cell not in self.given and cell != self.trial.cell)
        usual, printed = {*chain(*free)}, {*chain(*(self.said[cell] for cell in self.given))}
        counts = Counter(chain(*map(set, self.states)))
        own = [
            [css for css in said if counts[css] == 1 and not (at and css in usual)]
            for at, said in enumerate(self.states)
        ]
        # A class that no given has may only say that the mark is wrong.
        return [sorted(names, key=lambda css: css not in printed) for names in own]

    def _mark_of_each_state(self, unique: Sequence[Sequence[str]]) -> list[int | None]:
        """Return the mark of each state, the first of which is blank: by the givens, else by what is drawn."""
        shown = self.trial.marks
        marks: dict[int, int | None] = {0: None}
        for mark in {*self.given.values()}:
            own = {*chain(*(self.said[cell] for cell, given in self.given.items() if given == mark))}
            shared, at = max(((len({*unique[at]} & own), at) for at in range(1, len(shown))), default=(0, 0))
            if shared:
                marks[at] = mark
        left = [at for at in range(1, len(shown)) if at not in marks]
        free = [mark for mark in (0, 1) if mark not in marks.values()]
        if len(left) == len(free) or (len(left) == 1 and free and KINDS[self.kind].MARKS[0] == "empty"):
            left.sort(key=lambda at: not ({*shown[at].text} & CROSSES or "cross" in " ".join(unique[at])))
            marks |= dict(zip(left, free[-len(left) :], strict=True))
        return [marks.get(at) for at in range(len(shown))]

    def _sources(self, unique: Sequence[Sequence[str]], order: Sequence[int | None]) -> list[str]:
        """Return the sources that tell all marks apart: selectors, texts, both or neither."""
        sources: list[str] = []
        state_of = {own[0]: at for at, own in enumerate(unique) if own and at}
        if len(state_of) == len(order) - 1 > 0:
            within = {selector(name) for state in self.trial.marks for name in state.inside}
            bare, held = (", ".join(css for css in state_of if (css in within) == inside) for inside in (False, True))
            blank = self.cell + f":not({bare})" * bool(bare) + f":not(:has({held}))" * bool(held)
            sources.append(_call("selectors", {blank: None, **{css: order[at] for css, at in state_of.items()}}))
        texts = [state.text.upper() for state in self.trial.marks]
        if len({*texts}) == len(texts) > 1:
            sources.append(_call("text", dict(zip(texts, order, strict=True))))
        return sources

    def _givens(self) -> None:
        """Declare what locks a given, by what all given cells have and no other has."""
        if not KINDS[self.kind].has_givens():
            return
        shared = set.intersection(*({*self.said[cell]} for cell in self.given)) if self.given else set()
        free = {*chain(*self.states, *(said for cell, said in self.said.items() if cell not in self.given))}
        lock = min(shared - free, key=lambda name: (not name.startswith("."), len(name), name), default="")
        if not self.given:
            lock = ".TODO-given"
            self.miss("givens: this board has none; write their class in place of TODO-given, or remove `givens`")
        elif not lock:
            self.miss("givens: nothing tells them from entered marks, so on a begun board all marks are givens")
        if lock:
            self.use(f"givens=Givens(locked=(has({quoted(lock)}),))", "Givens", "has")

    def _clues(self) -> None:
        """Declare regions and signs, and name what is left."""
        fields = {*field_names(KINDS[self.kind])} - {"givens", "connected"}
        if "regions" in fields:
            self.use("clues=(Regions(),)", "Regions")
        if {"equal", "opposite"} <= fields:
            self.miss("the signs: clues=(Signs(css, signs_by=(text({…}),), picture=css),)", self.puzzle)
        left = fields - {"regions", "equal", "opposite"}
        if "box" in left and self.puzzle is not None:
            left -= {"box"}
            self.use(f"fixed={{'box': {self.puzzle.box!r}}}".replace("'", '"'))  # type: ignore[attr-defined] # a field
        if left:
            self.miss(
                f"the {', '.join(sorted(left))} of the puzzle: a part of your own, or a BoardLayout, for them",
                self.puzzle,
            )


def quoted(text: str) -> str:
    """Return a text as Python writes it, with double quotes where they need no backslash."""
    return repr(text) if '"' in text or "\\" in text or not text.isprintable() else f'"{text}"'


def raw(pattern: str) -> str:
    """Return a pattern as Python writes it."""
    return f'r"{pattern}"' if '"' not in pattern else repr(pattern)


def _call(source: str, values: Mapping[str, object]) -> str:
    """Return the declaration of a source: what it says of each selector or text."""
    return f"{source}({{{', '.join(f'{quoted(name)}: {value!r}' for name, value in values.items())}}})"


class ModuleDraft:
    """The module of a page that was seen."""

    def __init__(
        self, seen: PageFindings, *, kind: str | None, name: str | None, press: Sequence[str], success: str
    ) -> None:
        """Write the module; raise `UsageError` for a kind that nobody knows."""
        shown = seen.answer.kind if seen.answer is not None else None
        if not (kind or shown):
            hint = "" if "--kind" in seen.refusal else "; name it by --kind"
            raise UsageError(f"the kind of the puzzle is not known: {seen.refusal}{hint}", command="givens kinds")
        self.kind = kind_named(kind or shown or "")
        self.seen, self.url, self.press, self.success = seen, seen.asked, press, success
        self.name = name or _name(urlsplit(seen.url).netloc, self.kind)
        self.declared = LayoutDeclaration(seen, self.kind)
        if not self.success:
            self.declared.miss("success: what the page shows once it is solved")
        self._try()
        self.text = self._text()

    def _try(self) -> None:
        """Note how the declared layout reads the board that was seen."""
        board, answer, missing = self.seen.board, self.seen.answer, self.declared
        if board is None:
            return
        try:
            names: dict[str, Any] = {"__name__": "draft"}
            exec(compile(self._text(), "draft.py", "exec"), names)  # noqa: S102 - in our own text a page's is quoted
            reading = read_saved(names["SITE"], board.first)
        except (GivensError, TypeError, ValueError) as error:
            missing.miss("GRID does not read the board yet", error)
            return
        if answer is not None and dump(reading.puzzle) != dump(answer.puzzle):
            missing.miss("GRID reads another puzzle than what is seen", f"{reading.puzzle} instead of {answer.puzzle}")
        elif reading.single:
            some = f"{len(reading.single)} clues are read in one place only, such as '{min(reading.single)}'"
            missing.todo.append(f"{some}, as {reading.why_single}")

    def _text(self) -> str:
        out, parts, cls = self.declared, urlsplit(self.url), KINDS[self.kind].__name__
        board = self.seen.board
        css = board.selector if board is not None else "body"
        css += f":has({out.cell})" if self.press and out.cell else ""
        pressed = f", start=({', '.join(map(_button, self.press))},)" if self.press else ""
        success, title = _success(self.success), self.name.replace("_", " ").capitalize()
        names = out.imports | {"Entrance", "Page", "Policy", success.partition("(")[0], *["Button"][: len(self.press)]}
        # In the order that the linter wants: constants, classes, functions.
        ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
        todo = (textwrap.wrap(f"# TODO {missing}", 116, subsequent_indent="#   ") for missing in out.todo)
        missing = "".join(f"\n{line}" for lines in todo for line in lines) + "\n" * bool(out.todo)
        arguments, today = "\n".join(f"    {line}," for line in out.lines), f"{datetime.now(UTC):%Y-%m-%d}"
        # The address that was opened, and that to which the page has gone.
        plain = dict.fromkeys(re.sub(r"[?#].*", "", url) for url in (self.url, self.seen.url))
        address = "|".join(_pattern(url).replace("https://", "https?://", 1) for url in plain)
        return f'''\
"""{title}: {self.kind} at {parts.netloc}.

How the markup is known: one page, seen by `givens sites new` on {today}.
"""
{missing}
from __future__ import annotations

from scrapers import {", ".join(ordered)}
from solvers import {cls}

ADDRESSES = {raw(_pattern(parts.netloc))}
GRID = Cells(
    "grid",
    kind={cls},
{arguments}
)
SITE = Page(
    NAME={quoted(self.name)},
    KIND={quoted(self.kind)},
    HOME={quoted(f"{parts.scheme}://{parts.netloc}/")},
    URL={raw(address)},
    template={quoted(self.url.replace("{", "{{").replace("}", "}}"))},
    POLICY=Policy(timezone=None),
    entrance=Entrance(board={quoted(css)}{pressed}),
    layouts=[GRID],
    title={quoted(title)},
    success={success},
)
'''

    def write(self, folder: Path) -> Path:
        """Write the module into a folder, which is made if it is missing; return its file."""
        path = folder / f"{self.name}.py"
        with writing(path):
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(self.text)
        return path


def check_new(folder: Path, name: str | None, url: str) -> None:
    """Raise `UsageError` if a folder can have no module with this address, and this name if it is known."""
    if name is not None and (not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name)):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")
    if not os.path.isfile(folder / "__init__.py"):
        return
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")
    if name is None:
        return
    if name in SITES.names or os.path.lexists(folder / f"{name}.py"):
        raise UsageError(f"the site {name} exists already; choose another --name")
    if re.search(rf"\b{name}\b", (folder / "__init__.py").read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")


def _name(host: str, kind: str) -> str:
    """Return a module's name for the pages of a host."""
    stem = re.sub(r"\W+", "_", host.partition(":")[0].removeprefix("www.").rpartition(".")[0].lower()).strip("_")
    return f"{stem}_{kind}" if re.match(r"[a-z]", stem) else f"page_{kind}"


def _success(wanted: str) -> str:
    """Return the sign of success that a person has named, a text or a selector."""
    is_text = SELECTOR.match(wanted) is None
    return f"SuccessText({quoted(wanted or 'TODO')})" if is_text else f"Success(present={quoted(wanted)})"


def _button(wanted: str) -> str:
    """Return the declaration of a start button from the text or selector that was pressed."""
    if SELECTOR.match(wanted):
        return f"Button({quoted(wanted)})"
    return f'Button("button, [role=button], a", words={quoted("^" + re.escape(wanted) + "$")})'


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")
