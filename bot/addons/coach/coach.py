"""Coach a person who plays on an open page: watch the board, and show hints in the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from playwright.sync_api import Dialog, Error, Frame, Page

from bot.addons.coach.board import BoardView, BoardWatcher, Box
from bot.addons.coach.hints import Reason
from bot.addons.coach.panel import CellChoice, Look, Panel, PanelLine, PanelShape, PanelState, Request
from bot.addons.coach.thinker import Answer, Question, Thinker, What
from scrapers import NeedsHuman, PageClock, ReadError, Site, clock_of
from solvers import Cell, GivensError, Grade, Grid, Hint, Mark, Puzzle, listed

Outline = tuple[str, Look]
"""A cell, and how it is outlined."""
TICK_MS = 40
"""Milliseconds between two checks for the person's requests."""
LOOK_EVERY, SEARCH_EVERY = 0.2, 0.7
"""Seconds between two looks at a board, and between two searches for one."""
SHARE = 5
"""The pause between two looks at the board, in durations of the last look: large boards are read less often."""
UNREAD_AFTER = 1.5
"""Seconds after which the panel says that the board cannot be read: it may only be changing."""
RULER = 18
"""The width and the height of a number of a ruler, in px."""
STAGES = ("Hint", "Why?", "Show the mark", "Next hint")
"""The label of the button for hints, by how much of a hint is shown."""
LOOK, WHY, MARK = range(1, 4)
"""How much of a hint is shown: where to look, the reason, the mark."""
LABELS = ("", "Why", "Mark")
READY = PanelLine("Alt+H gives a hint in three steps: where to look, why, and which mark.")
NO_BOARD = PanelLine("No board is shown yet. Open the puzzle; the coach finds it by itself.")
THINKING = PanelLine("Thinking …")


@dataclass
class Outcome:
    """How one puzzle went."""

    url: str
    kind: str
    solved: bool = False
    seconds: float = 0.0
    """From when its board was first seen until it was solved, or last seen."""
    hints: int = 0
    checks: int = 0
    cells: int = 0
    """How many cells of the solution were shown."""
    grade: Grade | None = None

    def line(self) -> dict[str, object]:
        """Return how it went, as JSON values."""
        grade = self.grade and {"level": self.grade.level, "name": self.grade.name}
        return vars(self) | {"seconds": round(self.seconds, 1), "grade": grade}

    def words(self) -> str:
        """Say how it went."""
        minutes, seconds = divmod(round(self.seconds), 60)
        took = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
        used = [_count(self.hints, "hint")]
        used += [_count(self.checks, "check")] if self.checks else []
        used += [_count(self.cells, "cell") + " shown"] if self.cells else []
        grade = f", grade {self.grade.level} ({self.grade.name})" if self.grade else ""
        return f"{'solved in' if self.solved else 'not solved after'} {took}, {', '.join(used)}{grade}"


@dataclass
class Coach:
    """One page with its panel, until the page is closed."""

    page: Page
    site: Site
    panel: Panel
    thinker: Thinker
    on_end: Callable[[Outcome], None] = lambda _: None
    """Called with each puzzle when it is solved or left."""
    board: BoardWatcher = field(init=False)
    clock: PageClock = field(init=False)
    outcome: Outcome | None = None
    began: float = 0.0
    sight: BoardView | None = None
    """The board as it was last seen, None while there is none."""
    puzzle: Puzzle | None = None
    marks: Grid | None = None
    noted: tuple[Mark, ...] = ()
    """Marks from earlier hints that the board need not show."""
    ready: Hint | str | None = None
    """The next hint for these marks, or why there is none, once that is known."""
    hint: Hint | None = None
    """The hint that is shown."""
    stage: int = 0
    """How much of it is shown."""
    wanted: bool = False
    """Whether the person waits for a hint."""
    lines: tuple[PanelLine, ...] = (NO_BOARD,)
    outlined: tuple[Outline, ...] = ()
    rounds: dict[Cell, int] = field(default_factory=dict)
    """In which look at the board each of its marks was seen first."""
    picking: bool = False
    with_rulers: bool = False
    hidden: bool = False
    at: tuple[float, float] | None = None
    unread_since: float | None = None
    look_at: float = 0.0
    """When the board is looked at next."""

    def __post_init__(self) -> None:
        self.board, self.clock = BoardWatcher(self.page, self.site), clock_of(self.page)

    def run(self) -> None:
        """Coach until the page is closed or Ctrl-C."""
        with self.watching():
            try:
                while not self.page.is_closed():
                    self.tick()
                    self.clock.pause(TICK_MS)
            except Error:
                if not self.page.is_closed():
                    raise

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen to the page; in the end take the panel away and report the puzzle."""
        self.page.on("framenavigated", self._navigated)
        self.page.on("dialog", _leave_open)
        try:
            yield
        finally:
            self._end()
            self.page.remove_listener("framenavigated", self._navigated)
            self.page.remove_listener("dialog", _leave_open)
            self.panel.remove()

    def tick(self) -> None:
        """Carry out the person's requests, look at the board if it is due, and show the changes."""
        for request in self.panel.requests():
            self._serve(request)
        if self.clock.now() >= self.look_at:
            started = self.clock.now()
            self._look()
            took = self.clock.now() - started
            self.look_at = self.clock.now() + max(LOOK_EVERY if self.sight else SEARCH_EVERY, SHARE * took)
        for question, answer in self.thinker.answers():
            self._take(question, answer)
        self.panel.show(self._state())

    def _navigated(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self.board.forget()

    # What the board shows.

    def _look(self) -> None:
        """Look at the board, and find the next hint if it has changed."""
        try:
            sight = self.board.look()
            self.unread_since = None
        except NeedsHuman:
            sight = None
        except Error:  # The page is going on to another document.
            return
        except GivensError as error:
            self.unread_since = self.unread_since or self.clock.now()
            if self.clock.now() > self.unread_since + UNREAD_AFTER:
                self._say(PanelLine(f"The board cannot be read: {error.message}"))
                self.sight = None
            return
        if sight is None:
            if self.sight is not None and not (self.outcome is not None and self.outcome.solved):
                self._lose_board()
        elif sight.puzzle != self.puzzle:
            self._end()
            self.puzzle, self.marks, self.noted, self.rounds = sight.puzzle, None, (), {}
            self.outcome, self.began = Outcome(self.page.url, sight.puzzle.KIND), self.clock.now()
            self._clear()
            self._say(READY)
        self.sight = sight
        if sight is not None and sight.marks != self.marks:
            self._date(sight.marks)
            self.marks, self.picking = sight.marks, False
            self._ask_ahead()
            if self.hint is None:
                self._say(READY)

    def _date(self, marks: Grid) -> None:
        """Note which marks are new."""
        before = dict(self.marks.marked()) if self.marks is not None else {}
        now = dict(marks.marked())
        number = max(self.rounds.values(), default=0) + 1
        kept = {cell: at for cell, at in self.rounds.items() if now.get(cell) == before.get(cell)}
        self.rounds = kept | {cell: number for cell, mark in now.items() if before.get(cell) != mark}

    def _lose_board(self) -> None:
        """Say that there is no board, or that the puzzle is solved, if the page has put its result in place of it."""
        with suppress(Error, ReadError):
            if self.outcome is not None and self.site.accepted(self.page, []).verdict:
                self._solved()
                return
        self._clear()
        self._say(NO_BOARD)

    def _end(self) -> None:
        """Report the puzzle that was on the board, whether it was solved or left."""
        if self.outcome is None:
            return
        if not self.outcome.solved:
            self.outcome.seconds = self.clock.now() - self.began
        self.on_end(self.outcome)
        self.outcome = None

    def _ask_ahead(self) -> None:
        """Find the next hint before anybody asks for it."""
        self.ready = None
        self._ask("hint")

    def _ask(self, what: What, place: str = "") -> None:
        if self.puzzle is not None and self.marks is not None:
            self.thinker.ask(Question(what, self.puzzle, self.marks, self.noted, place))

    # What the person asks for.

    def _serve(self, request: Request) -> None:
        match request.ask:
            case "move":
                self.at = request.at
                return
            case "focus":
                self.hidden = False
                self.panel.show(self._state())
                self.panel.focus()
                return
            case "escape":
                self.hidden, self.picking = not self.picking, False
                return
            case "rulers":
                self.with_rulers = self.sight is not None and not self.with_rulers
                return
        self.hidden = False
        if self.sight is None or self.outcome is None:
            return
        match request.ask:
            case "hint" if not self.outcome.solved:
                self._next(self.outcome)
            case "check" | "cell" as what:
                self.outcome.checks += what == "check"
                self._ask(what)
            case "why" if request.cell:
                self._ask("why", request.cell)
            case "why" if not self._choices():
                self._say(PanelLine("No mark of yours is on the board yet."))
            case "why":
                self.picking = not self.picking

    def _next(self, outcome: Outcome) -> None:
        """Show more of the hint, or the first part of the next one."""
        if self.hint is not None and self.stage < MARK:
            self.stage += 1
        elif isinstance(self.ready, str):
            self._say(PanelLine(f"There is no hint: {self.ready}. Check and One cell may still help."))
            self._ask_ahead()
        elif self.ready is None:
            self.wanted = True
        elif self.ready.what != "solved":
            self.hint, self.stage = self.ready, LOOK
            outcome.hints += 1
        if self.hint is not None and not self.wanted:
            self._show(self.hint)

    def _show(self, hint: Hint) -> None:
        """Show the stages of the hint that the person has asked for; note the values that cannot be entered alone."""
        parts = (hint.look, hint.reason, hint.answer)
        labels = LABELS if hint.what != "wrong" else (*LABELS[:2], "Undo")
        self.lines = tuple(PanelLine(text, label) for text, label in zip(parts, labels, strict=True))[: self.stage]
        marked = _outlined(hint.marks, "wrong" if hint.what == "wrong" else "mark") if self.stage == MARK else ()
        cells: dict[str, Look] = dict.fromkeys(hint.cells, "look")
        self.outlined = tuple((cells | dict(sorted(marked))).items())
        if self.stage == MARK and hint.noted:
            self.noted += tuple(mark for mark in hint.noted if mark not in self.noted)
            self._ask_ahead()

    # What was found.

    def _take(self, question: Question, answer: Answer) -> None:
        """Take an answer, unless the board has changed meanwhile."""
        if question.what == "grade" and self.outcome is not None and self.outcome.solved:
            self.outcome.grade = answer if isinstance(answer, Grade) else None
            self._say_solved(self.outcome)
            return
        is_old = question.marks != self.marks or (question.what == "hint" and question.noted != self.noted)
        if is_old or self.outcome is None:
            return
        match answer:
            case str() | Hint() if question.what == "hint":
                self._take_hint(self.outcome, answer)
            case str():
                self._say(PanelLine(answer))
            case tuple():
                self._say(PanelLine(_checked(answer) + _first(answer, self.rounds)), *_outlined(answer, "wrong"))
            case Mark():
                self.outcome.cells += 1
                self._say(PanelLine(f"{answer.place} is {answer.words}.", "Solution"), *_outlined([answer], "mark"))
            case Reason():
                self.picking = False
                look: Look = "wrong" if answer.verdict == "wrong" else "look"
                self._say(PanelLine(answer.words, "Why not"), *((cell, look) for cell in answer.cells))

    def _take_hint(self, outcome: Outcome, answer: Hint | str) -> None:
        """Store the next hint; the current one stays on the panel until the player has followed it."""
        self.ready = answer
        if isinstance(answer, Hint) and answer.what == "solved":
            self._solved()
            return
        if self.hint is not None and not self._still_holds(self.hint, answer):
            self._clear()
            self._say(READY)
        if self.wanted:
            self.wanted = False
            self._next(outcome)

    def _still_holds(self, hint: Hint, following: Hint | str) -> bool:
        """Return whether the player has not followed a hint yet."""
        if isinstance(following, str) or hint.what != following.what or self.marks is None:
            return False
        if hint == following:
            return True
        places = {str(cell): mark for cell, mark in self.marks.marked()}
        is_shown = [places.get(mark.place) == mark.value for mark in hint.marks]
        return all(is_shown) if hint.what == "wrong" else not all(is_shown)

    def _solved(self) -> None:
        if self.outcome is None or self.outcome.solved:
            return
        self.outcome.solved, self.outcome.seconds = True, self.clock.now() - self.began
        self._clear()
        self._say_solved(self.outcome)
        self._ask("grade")

    def _say_solved(self, outcome: Outcome) -> None:
        words = outcome.words()
        self._say(PanelLine(f"{words[:1].upper()}{words[1:]}.", "Done:"))

    def _clear(self) -> None:
        """Forget the hint that is shown."""
        self.hint, self.stage, self.outlined, self.wanted, self.picking = None, 0, (), False, False

    def _say(self, line: PanelLine, *outlined: Outline) -> None:
        """Show a line, and outlines, in place of the hint."""
        self.hint, self.stage = None, 0
        self.lines, self.outlined = (line,), outlined

    def _boxes(self) -> dict[str, Box]:
        """Return the boxes of the cells; empty without a board."""
        return {} if self.sight is None else {str(cell): box for cell, box in self.sight.boxes.items()}

    def _state(self) -> PanelState:
        boxes = self._boxes()
        shapes = [PanelShape(boxes[cell], look) for cell, look in self.outlined if cell in boxes]
        shapes += _rulers(self.sight.boxes) if self.with_rulers and self.sight is not None else ()
        title = "Coach"
        if self.puzzle is not None:
            size = f"{self.puzzle.board.height}×{self.puzzle.board.width}"
            title = f"{self.puzzle.KIND.replace('_', ' ').capitalize()} {size}"
        return PanelState(
            title,
            STAGES[self.stage],
            (*self.lines, THINKING) if self.wanted else self.lines,
            () if self.hidden else tuple(shapes),
            tuple(self._choices()) if self.picking and not self.hidden else (),
            busy=self.wanted,
            hidden=self.hidden,
            at=self.at,
            board=_around([*boxes.values()]),
            goes_on=self.stage > LOOK,
        )

    def _choices(self) -> list[CellChoice]:
        """Return the cells that hold a mark of the person."""
        boxes = self._boxes()
        if self.puzzle is None or self.marks is None:
            return []
        givens = self.puzzle.given_marks
        printed = set() if givens is None else {cell for cell, _ in givens.marked()}
        return [
            CellChoice(str(cell), f"{cell}: {self.puzzle.MARKS.get(mark, mark)}", boxes[str(cell)])
            for cell, mark in self.marks.marked()
            if cell not in printed and str(cell) in boxes
        ]


def _rulers(boxes: Mapping[Cell, Box]) -> Iterator[PanelShape]:
    """Yield the numbers to the left of the first cells of rows, and above those of columns, within the window."""
    for cell, (left, top, width, height) in boxes.items():
        if cell.col == 0:
            box = (max(0, left - RULER - 2), top + (height - RULER) / 2, RULER, RULER)
            yield PanelShape(box, "ruler", str(cell.row + 1))
        if cell.row == 0:
            box = (left + (width - RULER) / 2, max(0, top - RULER - 2), RULER, RULER)
            yield PanelShape(box, "ruler", str(cell.col + 1))


def _around(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def _outlined(marks: Iterable[Mark], look: Look) -> list[Outline]:
    return [(cell, look) for cell in dict.fromkeys(cell for mark in marks for cell in mark.place.split("-"))]


def _checked(wrong: tuple[Mark, ...]) -> str:
    if not wrong:
        return "No mark contradicts the solution."
    which = "One mark contradicts" if len(wrong) == 1 else f"{len(wrong)} marks contradict"
    return f"{which} the solution: {', '.join(mark.place for mark in wrong)}."


def _first(wrong: tuple[Mark, ...], rounds: Mapping[Cell, int]) -> str:
    """Say which of the wrong marks was the first, and which marks came after it, as far as the coach has seen it."""
    seen = {mark.place: at for mark in wrong if "-" not in mark.place and (at := rounds.get(Cell.parse(mark.place)))}
    first = min(seen.values(), default=0)
    places = [place for place, at in seen.items() if at == first]
    after = [str(cell) for cell, at in sorted(rounds.items(), key=lambda item: item[1]) if at > first]
    if len(places) != 1 or len(seen) != len(wrong) or not after:
        return ""
    return f" {places[0]} was the first; to go back to before it, remove {listed([*places, *after])}."


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _leave_open(_dialog: Dialog) -> None:
    """Leave a dialog to the person; without a listener Playwright would dismiss it."""
