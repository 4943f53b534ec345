"""A page that no module knows, as a site: its board is found by what it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from bot.addons.unknown.guess.between import entry_of
from bot.addons.unknown.guess.confirm import confirmed, seen_at
from bot.addons.unknown.guess.find import ancestors, centre, path_of, seen_of
from bot.addons.unknown.guess.hypotheses import Guess, Stated, guess, seeable, stated_by
from bot.addons.unknown.guess.layout import LOOK, layout_of, like
from bot.addons.unknown.guess.looks import Colour, Looks
from bot.addons.unknown.guess.success import SHOWN, Endings, ShownText, asks, checks, holds
from bot.addons.unknown.pixels.eye import largest_drawn, offset_of, with_drawn
from bot.errors import UsageError, again, kind_named, listed
from bot.play.live import press
from bot.play.reading import MOUNT_TIMEOUT
from scrapers import lines_shown
from scrapers._ask import DOM, ask, clean
from scrapers._clock import clock_of
from scrapers._entrance import MOST_NAMED, WITHOUT_WORDS, Press, PressTarget, frames, in_front, matching, poll
from scrapers._errors import NeedsHuman, ReadError
from scrapers._signs import SuccessText
from scrapers._site import GUESSED, About, Accepted, Layout, Point, Policy, Reading, Site, Snapshot
from solvers import KINDS, kind_like

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page

    from solvers import Cell, Puzzle

MAX_LOADING_TEXTS = 2
"""The most texts that a page may show and still count as loading."""
MAX_HOLDER_RATIO = 2.5
"""The largest area of the element that holds a board and its rim, as a multiple of the board's area."""
MIN_SPREAD = 10
"""How much redder a cell must be that shows a mistake."""
SETTLED_SECONDS = 1.0
"""The time without a change after which a page without a board is given up."""
BOARD_SECONDS = 8.0
"""The time in which a page must show its board, unless a person may still open it."""
COMPARISONS, COMPARISON_MS = 3, 250
"""How often to compare a board with its picture, as it may be moving, and the milliseconds in between."""
WAYS = "press it with --press 'ITS WORDS', open the board yourself with --headed, or take the open tab with --here"
"""The ways to go on if something must be pressed before the board appears."""
_Found = tuple[list[str], list[tuple[str, str]], list[str]]
_FIELDS = f"({files(__package__).joinpath('fields.js').read_text(encoding='utf-8')})({DOM})"


@dataclass(frozen=True)
class GuessedLayout(Layout):
    """The last layout of a site: its reading is a guess that has exactly one solution, or of which any is right."""

    guess: Callable[[Snapshot], Guess]
    """Returns what a board may be."""
    NAME: str = GUESSED
    MEASURE: str = LOOK

    def read(self, snapshot: Snapshot) -> Reading:
        """Return the one puzzle that the page may show; raise `ReadError` if there are none or several."""
        found = self.guess(snapshot)
        if found.answer is None:
            raise ReadError(f"no puzzle was recognized at {snapshot.url}: {found.refusal}")
        return layout_of(entry_of(found.answer), snapshot).read(snapshot)


@dataclass(eq=False)
class GuessedSite(Site):
    """A page that no module knows; it fulfils the `Site` protocol for one run."""

    kinds: Mapping[str, type[Puzzle]]
    PLAYED_BY: ClassVar = "bot.addons.unknown.learning:SeenRun"
    KIND: str = GUESSED
    NAME: str = GUESSED
    HOME: str = ""
    URL: str = r"(?s).*"
    CHOICES: ClassVar[Mapping[str, str]] = {}
    known: Site | None = None
    """The site whose page it is, but which has changed so that its module cannot read it."""
    must_be_told: bool = False
    """Whether the script of the page must state the same puzzle."""
    any_right: bool = False
    """Whether a person has asked for any solution; each clue must then be read from two sources."""
    success: str = ""
    """The text by which the page says that it accepts a solution, if a person has named it."""
    found: Guess = field(default_factory=Guess)
    """What was found last."""
    frame: Frame | None = None
    """Where its board is."""
    guessed: dict[tuple[Frame, bool], tuple[object, Guess]] = field(default_factory=dict)
    """By document, and whether it was read from pixels: what it showed last, and the guess of that."""
    is_drawn: bool = False
    """Whether no elements show the cells of its board, so that it is read from pixels."""
    is_begun: bool = False
    """Whether input was made, after which only the board is touched, and what checks it."""
    is_over: bool = False
    """Whether the input was made that completes the solution."""
    is_bare: bool = False
    """Whether the page shows hardly anything yet, or says that it is at work."""
    endings: Endings = field(default_factory=Endings)
    """What the page said before that input, and says now."""
    is_heard: bool = False
    """Whether the module of a known site still finds what the page says of the solution."""
    scripts: list[tuple[Layout, Snapshot]] = field(default_factory=list)
    """Each layout of a known site, with what it measured on the page last."""
    unasked: str = ""
    """The control that checks the solution, or sends it, "" for none."""
    news: Sequence[str] = ()
    """The lines with words that are new since that input, or those of controls, or what has gone already."""
    is_gone: bool = False
    """Whether its board is drawn, and has gone since that input, or something is drawn over it."""
    before: Looks | None = None
    """What the board looked like before it."""

    @property
    def POLICY(self) -> Policy:  # noqa: N802 - the protocol's name
        """No pace and no time zone are known."""
        answer = self.found.answer
        shows_marks = answer is None or not answer.puzzle.PATHS
        if self.known is not None:
            policy = self.known.POLICY
            shortest = {GUESSED: max(policy.min_elapsed.values(), default=0.0)}
            return replace(policy, shows_marks=shows_marks and policy.shows_marks, min_elapsed=shortest)
        return Policy(timezone=None, shows_marks=shows_marks, solutions="any" if self.any_right else "one")

    @property
    def is_judged(self) -> bool:
        """Whether it is known how the page says that it accepts a solution."""
        return self.is_heard if self.known is not None else bool(self.success)

    def begin(self, stage: Literal["input", "last input", "verdict"]) -> None:
        """Once input is made, only the board is touched, and what checks it; a verdict counts after the last input."""
        self.is_begun = True
        self.is_over = stage == "verdict"

    @property
    def LAYOUTS(self) -> Sequence[Layout]:  # noqa: N802 - the protocol's name
        """The one layout: a guess of the kind that the whole page was taken for."""
        return [GuessedLayout(self._guess_again)]

    def _guess_again(self, seen: Snapshot) -> Guess:
        """Keep and return the guess of a board."""
        self.found = self._guess_anew(seen)
        return self.found

    def _guess_anew(self, seen: Snapshot) -> Guess:
        """Return the guess of the kind that was found before; else of the one that is named, or akin; else of any."""
        answer = self.found.answer
        kinds = self.kinds if answer is None else {answer.kind: self.kinds[answer.kind]}
        guess_as = partial(guess, seen, any_right=self.any_right, told=self._told)
        if len(kinds) == 1 or not (named := named_by(seen)):
            return guess_as(kinds, known=len(kinds) == 1)
        own, words = kinds.get(named), {*named.split("_")}
        first = guess_as({named: own} if own else {}, known=True)
        named_so = (k for k in kinds if own and words & {*k.split("_")})
        akin = (k for k in kinds if own and (kinds[k].PATHS or kinds[k].__bases__ == own.__bases__))
        found = first if first.answer else guess_as({name: kinds[name] for name in (*named_so, *akin)})
        return found if found.answer and not found.answer.unexplained else first

    def _told(self, size: tuple[int, int]) -> Stated | None:
        """Return the puzzle that a script of the page states for a board of some size."""
        return next(filter(None, (stated_by(*script, size) for script in self.scripts)), None)

    def address(self, _day: date, _choices: Mapping[str, str], /, *, signed_in: bool) -> str:  # noqa: ARG002 - protocol
        """Return the home page, "" by default: a page that no module knows is always named by its own address."""
        return self.HOME

    def about(self, page: Page, /) -> About:
        """Return the title of the page, and what a known site says besides."""
        return About(title=page.title() or None) if self.known is None else self.known.about(page)

    def board(self, page: Page, within: float, _press: Press, /) -> Locator:
        """Find the board whose guess has an answer; press nothing, as nobody has said what may be pressed.

        Raise `ReadError`, or `NeedsHuman` if a person must open the board.
        """
        words, since, waits = "", 0.0, within > MOUNT_TIMEOUT  # A person may open the board meanwhile.
        for now in poll(page, within if waits else min(within, BOARD_SECONDS)):
            locator, said = self._located(page)
            if locator is not None:
                return locator
            if self.is_begun:
                raise ReadError(f"the board at {page.url} is not there any more: {said}")
            if said != words:
                words, since = said, now
            elif now > since + SETTLED_SECONDS and not self.is_bare:
                error = self._without_answer(page, words)
                if not (waits and isinstance(error, NeedsHuman)):
                    raise error
        raise self._without_answer(page, words)

    def front(self, page: Page) -> tuple[str, list[str]]:
        """Return a description of the cover of the board (or page), "" for none, and the names of the buttons."""
        board = next((lattice for lattice in self.found.boards if lattice.covered), None)
        points = [] if board is None else [*map(centre, board.boxes.values())]
        views = [in_front(frame, points * (frame == self.frame)) for frame in frames(page, written=True)]
        cover = next((words for words, _ in views if words), "")
        named = [name for words, names in views if words or not cover for name in names]
        return cover, [name for name in named if re.search(r"[^\W\d_]{2}", name)]  # The others are cells and keys.

    def _without_answer(self, page: Page, words: str) -> ReadError | NeedsHuman:
        """Return the error of a page on which no board has an answer, as `words` say."""
        message = f"no puzzle was recognized at {page.url}: {words}"
        if why := next((reason for _, reasons, _ in self._asked(page) for reason in reasons), ""):
            return NeedsHuman(f"the page at {page.url} is not played, because {why} ({message})")
        is_covered = "is covered by" in words or any(lattice.covered for lattice in self.found.boards)
        if any(one.verdict == "several" for one in self.found.hypotheses) and not is_covered:
            return ReadError(message)  # It was read, so nothing is in front of it.
        cover, names = self.front(page)
        is_drawn = any(words in message for words in ("on a canvas", "frame of another site"))
        is_blank = cover == WITHOUT_WORDS and not names and not is_covered  # Perhaps the board itself.
        if (is_blank or not cover) and (is_drawn or any(not lattice.covered for lattice in self.found.boards)):
            return ReadError(message)
        shown = listed([*map(repr, names)], MOST_NAMED)
        buttons = f"the button{'s' * (len(names) > 1)} {shown}" if names else "no button"
        where = f"{cover} is in front of it, with" if cover else f"{words}; the page shows"
        return NeedsHuman(f"no puzzle was recognized at {page.url}: {where} {buttons}. Nothing was pressed: {WAYS}")

    def find(self, page: Page, /) -> Locator | None:
        """Return the board if the page shows exactly one now; press nothing, and wait for nothing."""
        return self._located(page)[0]

    def _located(self, page: Page) -> tuple[Locator | None, str]:
        """Return the board, the one that was found before if there is one, or what is said of each document.

        Raise `ReadError` if several documents show a board with an answer.
        """
        known = self.found if self.found.answer is not None else None
        places = [frame for frame in frames(page, written=True) if known is None or frame == self.frame]
        snapshots = {frame: look_at(frame) for frame in places}
        texts = [element.text for one in snapshots.values() for element in seen_of(one) if element.text]
        loading = (text for text in texts if text.endswith(("…", "...")) or holds(text, "loading"))
        self.is_bare = len(texts) <= MAX_LOADING_TEXTS or any(loading)
        if known is not None:
            snapshots = {frame: self.see(page, snapshot) for frame, snapshot in snapshots.items()}
        self.scripts = [
            (layout, Snapshot(page.url, "<div></div>", ask(page.main_frame, way, None, dict[str, Any])))
            for layout in (() if self.known is None else self.known.LAYOUTS)
            for way in [f"() => ({layout.MEASURE})(document.createElement('div'))"]
        ]
        found, guesses = self._answers(page, snapshots, known)
        if not found and known is None:
            drawn = {frame: one for frame, one in snapshots.items() if largest_drawn(one.state["looked"]) is not None}
            found, others = self._answers(page, drawn, is_drawn=True)
            self.is_drawn = bool(found)
            places, guesses = [*places, *drawn], [*guesses, *others]
        if found:
            self.frame, self.found, holder = found
            return self.frame.locator(holder), ""
        if known is None and places:
            self.frame, self.found = max(zip(places, guesses, strict=True), key=lambda pair: len(pair[1].boards))
        blind = "no board of squares is shown" if any(one.boards for one in guesses) else ""
        return None, "; ".join(dict.fromkeys(one.refusal for one in guesses if one.refusal not in {"", blind}))

    def _answers(
        self, page: Page, snapshots: Mapping[Frame, Snapshot], known: Guess | None = None, *, is_drawn: bool = False
    ) -> tuple[tuple[Frame, Guess, str] | None, list[Guess]]:
        """Return the one document whose board has an answer, with a selector, and what is guessed of each.

        Raise `ReadError` if several documents show a board with an answer.
        """
        guesses: list[Guess] = []
        found: list[tuple[Frame, Guess, str]] = []
        for frame, snapshot in snapshots.items():
            try:
                seen = with_drawn(page, frame, snapshot) if is_drawn else snapshot
            except ReadError as error:
                guesses.append(Guess(refusal=error.message.replace(f" at {frame.url}", "")))
                continue
            clock_of(page).on_look(3600)  # The page is not asked meanwhile.
            guesses.append(known or self._guess((frame, is_drawn), seen))
            clock_of(page).on_look()
            elements, answer = seen_of(seen), guesses[-1].answer
            if answer is None or (self.must_be_told and not answer.told):
                continue
            if (lattice := like(answer.looks.lattice, elements)) is not None:
                found.append((frame, guesses[-1], holder_of(Looks(lattice, elements))))
        if len(found) > 1:
            raise ReadError(
                f"no puzzle was recognized at {page.url}: it shows {len(found)} boards in frames of their own"
            )
        return (found[0] if found else None), guesses

    def _guess(self, place: tuple[Frame, bool], seen: Snapshot) -> Guess:
        """Return the guess of a document, or of what is drawn in it; the last one if nothing has changed since."""
        shown = seen, [snapshot.state for _, snapshot in self.scripts]
        if place not in self.guessed or self.guessed[place][0] != shown:
            self.guessed[place] = shown, self._guess_anew(seen)
        return self.guessed[place][1]

    def see(self, page: Page, snapshot: Snapshot, /) -> Snapshot:
        """Return a snapshot with the cells that are drawn, if no elements show them.

        Raise `ReadError` if something there cannot be told for certain before the first input.
        """
        if self.frame is None or self.found.answer is None:
            return snapshot
        if not self.is_drawn:
            return snapshot if self.is_begun or self.found.answer.told else self._confirmed(page, self.frame, snapshot)
        seen = with_drawn(page, self.frame, snapshot, keeps=self.is_begun)
        return snapshot if self.is_over and self._is_painted_over(seen) else seen

    def _is_painted_over(self, seen: Snapshot) -> bool:
        """Return whether something is drawn over a board: nearly all grounds are new, and not all cells are figures."""
        looks, grounds = self._looks_of(seen), {*_grounds(self.before).values()}
        cells = [] if looks is None else [*looks.cells.values()]
        is_read = not seen.state.get("doubts") and all(look.drawing.text for look in cells)
        return not is_read and 10 * sum(look.ground in grounds for look in cells) < len(cells)

    def _confirmed(self, page: Page, frame: Frame, snapshot: Snapshot, left: int = COMPARISONS) -> Snapshot:
        """Return a snapshot with the cells that are drawn as their elements say; raise `ReadError` if some are not."""
        looks, drawn = self._looks_of(snapshot), None
        with suppress(ReadError):
            drawn = None if looks is None else seen_at(page, looks.lattice.boxes, offset_of(frame))
        if looks is None or drawn is None:
            return snapshot
        try:
            return replace(snapshot, state={**snapshot.state, "confirmed": sorted(confirmed(drawn, looks))})
        except ReadError:
            if left == 1:
                raise
        clock_of(page).pause(COMPARISON_MS)  # The page may be drawing.
        return self._confirmed(page, frame, snapshot, left - 1)

    def dangers(self, page: Page) -> list[str]:
        """Return the reasons to enter nothing on the page, however well its puzzle was read."""
        asked = self._asked(page) if self.known is None else []
        return list(dict.fromkeys(reason for reasons, _, _ in asked for reason in reasons))

    def _asked(self, page: Page) -> list[tuple[list[str], list[str], list[str]]]:
        """Return what each document of the page asks for."""
        looks = self._looks()
        cells = [] if looks is None else [*map(centre, looks.lattice.boxes.values())]
        return [asked_for(frame, cells * (frame == self.frame)) for frame in frames(page, written=True)]

    def accepted(self, page: Page, dialogs: Sequence[str], /) -> Accepted:
        """Return a verdict from signs of failure or success that are new since the last input, or no verdict.

        Without one, the words are a sign that is not enough yet, and the signs are all lines that are new.
        """
        self.endings.asked = clock_of(page).now()
        looks, board = self._looks(), None
        if looks is not None:
            first, *_, last = looks.lattice.cells.values()
            board = {"box": looks.lattice.box, "cells": [path_of(number, looks.elements) for number in (first, last)]}
        shown: list[ShownText] = [
            ask(frame, SHOWN, {"board": board if frame == self.frame else None, "note": not self.is_over}, ShownText)
            for frame in self._places(page)
        ]
        judge = SuccessText(self.success) if self.success else self.known and self.known.accepted
        told = judge(page, dialogs) if judge else Accepted(None)
        if not self.is_over:
            self.endings.note(shown, dialogs, clock_of(page).now())
            self.before = looks or self.before
            return told
        if told.verdict is not None and not self.success:
            self.is_heard = True
            return told
        self.is_gone = self.is_drawn and looks is None
        signs = self.endings.news(shown, dialogs)
        controls = [line.text for one in shown for line in one.lines if one.is_control(line)]
        news = [line for line in dict.fromkeys(signs) if re.search(r"[^\W\d_]", line)]
        self.news = [line for line in news if line not in controls] or news or [one.words for one in self.endings.read]
        self.unasked = "" if self.known else next(filter(asks, controls), "")
        if failure := self.endings.failure(shown, dialogs):
            return Accepted(verdict=False, said=failure)
        is_green, is_shut = self._changes(looks)
        weighed = self.endings.weighed(shown, dialogs, clock_of(page).now(), is_green=is_green, is_shut=is_shut)
        answer = told if self.success else weighed
        if answer.verdict and not self._marks_mistakes(looks):
            return answer
        return Accepted(None, answer.said, (*signs, *[""] * self.is_gone))

    def check(self, page: Page) -> bool:
        """Press the one control that only checks the solution, or sends it to nobody; return whether that was done."""
        places = self._places(page)
        sent = [*(fields for *_, fields in self._asked(page)), *(holds(line, "contests") for line in lines_shown(page))]
        hows = ["checking"] if any(sent) else ["checking", "finishing"]
        shown = [target.name for target in matching(places, "")[1]], self.endings.past  # It may look like a text.
        named = ({name for name in names if checks(name, how)} for names, how in product(shown, hows))
        found = matching(places, *names)[0] if len(names := next(filter(None, named), set())) == 1 else []
        if was_pressed := len(found) == 1 and _is_pressed(page, *found[0]):
            self.is_over = True  # also if no input was seen to be the last
            self.endings.clocks.noted = self.endings.checked_at = clock_of(page).now()
            self.endings.past.update(names - self.endings.past.keys())  # It is no news.
        return was_pressed

    def _places(self, page: Page) -> list[Frame]:
        """Return the board's document and those around it: what other frames say, such as adverts, is about others."""
        places = []
        frame = self.frame
        while frame is not None and not frame.is_detached():
            places.append(frame)
            frame = frame.parent_frame
        return places or [page.main_frame]

    def _looks(self) -> Looks | None:
        """Return what the board looks like now, None if it is not shown."""
        if self.frame is None or self.frame.is_detached():
            return None
        return self._looks_of(self.see(self.frame.page, look_at(self.frame)))

    def _looks_of(self, seen: Snapshot) -> Looks | None:
        """Return what a snapshot shows of the board, None if it does not show it."""
        elements, answer = seen_of(seen), self.found.answer
        if answer is None or (lattice := like(answer.looks.lattice, elements)) is None:
            return None
        return Looks(lattice, elements, answer.looks)

    def _changes(self, looks: Looks | None) -> tuple[bool, bool | None]:
        """Return whether all marks turned green, and whether they changed or were shut, None if the board is gone."""
        if looks is None or looks.first is None or self.before is None:
            return False, None if looks is None else False
        marked = [cell for cell, look in self.before.cells.items() if look[:2] != looks.first.cells[cell][:2]]
        seen = {ink for look in self.before.cells.values() for ink in (look.ground, *look.drawing.colours)}
        new = [{looks.cells[cell].ground, *looks.cells[cell].drawing.colours} - seen for cell in marked]
        greens = [any(green - max(red, blue) >= MIN_SPREAD for red, green, blue in inks) for inks in new]
        is_red = any(red - max(green, blue) >= MIN_SPREAD for inks in new for red, green, blue in inks)
        shut = [cell for cell in marked if looks.is_locked(cell) and not self.before.is_locked(cell)]
        is_other = len(new) > 1 and all(new) and not is_red
        return is_other and all(greens), is_other or 0 < len(marked) <= 2 * len(shut)

    def _marks_mistakes(self, looks: Looks | None) -> bool:
        """Return whether some cells are redder than any before: not all, just all marked ones, or those of lines."""
        answer, grounds = self.found.answer, _grounds(looks)
        if answer is not None and answer.puzzle.PATHS:  # Its numbers may keep their looks.
            grounds = {cell: own for cell, own in grounds.items() if not answer.looks.cells[cell].drawing.text}
        reddest = max([0, *(red - max(green, blue) for red, green, blue in _grounds(self.before).values())])
        redder = {
            cell
            for cell, (red, green, blue) in grounds.items()
            if red - max(green, blue) >= MIN_SPREAD + reddest and abs(green - blue) <= (red - min(green, blue)) / 2
        }
        solution = answer and answer.solution
        marked = {cell for cell, mark in solution.marked() if mark and cell in grounds} if solution else set()
        has_lines = bool(looks and solution and solution.height > looks.size[0])
        return len({*grounds.values()}) > 1 and bool(redder) and redder != marked and not has_lines


def guessing(kind: str) -> GuessedSite:
    """Return the site of a page that no module knows; raise `UsageError` for a kind that cannot be seen."""
    if not kind:
        return GuessedSite({name: found for name, found in KINDS.items() if not seeable(found)})
    kind = kind_named(kind)
    if missing := seeable(KINDS[kind]):
        raise UsageError(
            f"--guess cannot read the {' and '.join(missing)} of {kind}, which needs a site module",
            command=again("givens sites new", "URL", options=["--kind", kind]),
        )
    return GuessedSite({kind: KINDS[kind]}, KIND=kind)


def seen(site: Site, told: bool) -> GuessedSite:  # noqa: FBT001 - called through the table of what add-ons provide
    """Return a known site as one whose board is found by its looks, and perhaps `told` by the page's script, too."""
    kinds = {site.KIND: KINDS[site.KIND]}
    return GuessedSite(kinds, site.KIND, site.NAME, site.HOME, site.URL, known=site, must_be_told=told)


def named_by(seen: Snapshot) -> str:
    """Return the one kind that the title of a page names, or else its main heading; "" for none, or several."""
    headings = [element.text for element in seen_of(seen) if element.tag == "h1"]
    for words in (re.findall(r"\w+", text) for text in (seen.state.get("title", ""), *headings)):
        found = set[str]()
        for size, at in product((3, 2, 1), range(len(words))):  # the longest names first
            name = "".join(words[at : at + size])
            if kind := kind_like(name) or kind_like(name.removesuffix("s")):
                found.add(kind)
                words[at : at + size] = [""] * len(words[at : at + size])
        if len(found) == 1:
            return found.pop()
    return ""


def asked_for(frame: Frame, cells: Sequence[Point] = ()) -> tuple[list[str], list[str], list[str]]:
    """Return the reasons to enter nothing on a document's board, those that are a login or a payment, and other fields.

    `cells` are the middles of the cells, if the board is in this document.
    """
    found: _Found = ask(frame, _FIELDS, cells, _Found)
    forms = [f"the board is in a form that sends data{f' to {clean(to, 80)}' if to else ''}" for to in found[0]]
    serious = [f"a field asks for {what}: {clean(label, 40)!r}" for what, label in found[1]]
    return list(dict.fromkeys([*forms, *serious])), list(dict.fromkeys(serious)), found[2]


def _is_pressed(page: Page, frame: Frame, control: PressTarget) -> bool:
    """Press a control if it neither sends nor leads elsewhere; return whether that was done."""
    is_button = all(re.match(r"(?:\w+ )?button\b|input (?:image|submit)|link in this", does) for does in control.does)
    return is_button and not asked_for(frame, [control.at])[0] and not press(page, frame.locator(control.path), control)


def _grounds(looks: Looks | None) -> dict[Cell, Colour]:
    """Return the background of each cell, nothing if the board is not shown."""
    return {} if looks is None else {cell: look.ground for cell, look in looks.cells.items()}


def look_at(frame: Frame) -> Snapshot:
    """Return what the document of a frame shows."""
    state: dict[str, Any] = ask(frame, LOOK, None, dict[str, Any])
    return Snapshot(frame.url, "", state)


def holder_of(looks: Looks) -> str:
    """Return a selector of the element that holds the cells, what stands around them, and their keypad if any."""
    lattice, elements = looks.lattice, looks.elements
    held = [*lattice.cells.values(), *looks.keys.values()]
    held += [number for lines in looks.beside.values() for line in lines for number in line]
    held += [number for edge in looks.signs for number in looks.on_edge[edge]]
    around = set.intersection(*({*ancestors(number, elements)} for number in held))
    number = next(outer for outer in ancestors(held[0], elements) if outer in around - {*held})
    while (parent := elements[number].parent) >= 0 and (box := elements[parent].box) is not None:
        if box[2] * box[3] > MAX_HOLDER_RATIO * lattice.area or elements[parent].tag in {"body", "html"}:
            break
        number = parent
    return path_of(number, elements)
