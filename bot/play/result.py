"""The result of one target: the record that every command, worker, session and history row shares."""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from string import ascii_uppercase
from typing import Any, Self

import msgspec
from msgspec import structs

from scrapers import Reading, clean, well_formed
from solvers import PROOF, BadPuzzle, GaveUp, GivensError, Grid, NoSolution, NotUnique, Puzzle, dump, dump_grid, load

ABSENT: Any = msgspec.UNSET
"""The value of a field that is not known, or that the command does not ask for; it is left out of the JSON line."""
NOTHING_ENTERED: dict[str, Any] = {"entered": False, "accepted": None, "said": "", "inputs": 0, "repaired": 0}
"""The fields of a page that is to be played, before anything was entered."""
BUG = "Bug"
"""The family of an error that is no `GivensError`."""
MAX_MESSAGE = 4000
"""Characters of an error's message."""
GIVEN, BLANK = "⬛", "⬜"
REGIONS = "🟥🟧🟨🟩🟦🟪🟫"
WIDEST = 15
"""Columns of the widest board in a text to share: a wider one would be wrapped where it is pasted."""
_PLACE = re.compile(r"(\b(?:at|of) )?(https?:/|(?<!\S))/\S+")
"""An address or a path in a message."""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """An error as data."""

    family: str
    kind: str
    message: str
    details: dict[str, Any] = ABSENT
    retry: bool = ABSENT
    """Whether the cause may pass by itself."""
    command: str | None = msgspec.field(default=ABSENT, name="try")
    """What to type next, if anything helps."""

    @classmethod
    def of(cls, error: BaseException) -> Self:
        """Return the data of an error."""
        kind = type(error).__name__
        if not isinstance(error, GivensError):
            return cls(family=BUG, kind=kind, message=clean(error, MAX_MESSAGE, lines=True))
        return cls(
            family=error.family,
            kind=kind,
            message=clean(error.message, MAX_MESSAGE, lines=True),
            details=well_formed(error.details()),
            retry=error.RETRY,
            command=error.command,
        )

    @property
    def exit_code(self) -> int:
        """The exit code of this error alone: that of its family, 1 for a bug."""
        return next((family.EXIT for family in GivensError.__subclasses__() if family.__name__ == self.family), 1)

    def __str__(self) -> str:
        """Return the message; only a bug's needs the name of its error."""
        return f"{self.kind}: {self.message}" if self.family == BUG else self.message

    def brief(self, target: str) -> str:
        """Return the first clause of the message without its places and the target, for a table that names it."""
        words = " ".join(re.sub(f"(?<!'){re.escape(target)}(?!')", "", _PLACE.sub("", str(self))).split())
        return re.split("[:;.] ", words.lstrip(": "), maxsplit=1)[0].rstrip(":")


class TargetResult(msgspec.Struct, kw_only=True):
    """What is known about one target; a run fills the fields as it goes, so a failure keeps what was known before.

    `line` encodes the fields in their order, without those that are absent and without those of `NOT_WRITTEN`.
    """

    target: str
    """The target as the user wrote it, or the folder it was found in."""
    site: str = ABSENT
    """The name of the site; absent if the target could not be begun, except in the lines of `givens daily run`."""
    layout: str | None = ABSENT
    url: str = ABSENT
    about: dict[str, Any] = ABSENT
    """What the page says about its puzzle: `number`, `date`, `difficulty`, `title`, as far as it does."""
    puzzle: dict[str, Any] = ABSENT
    confirmed: int = ABSENT
    """How many clues were read in two places."""
    single: int = ABSENT
    """How many clues were read in one place."""
    ms: dict[str, float] = ABSENT
    """Milliseconds by phase, `total` last."""
    verdict: str = ABSENT
    proof: str = ABSENT
    """What proves the verdict: `z3`."""
    solution: list[Any] | None = ABSENT
    """The rows of the solution; null if there is not exactly one."""
    forced: Any = ABSENT
    """The rows that all solutions share, where there are several."""
    entered: bool = ABSENT
    accepted: bool | None = ABSENT
    """Whether the page accepted what was entered; null if nothing proves that it did, or nothing was entered."""
    said: str = ABSENT
    """The page's own words on the solution."""
    inputs: int = ABSENT
    repaired: int = ABSENT
    """How many inputs did not show in time, so that the board had to be looked at again."""
    error: Failure = ABSENT
    session: str | None = ABSENT
    """The folder of the recorded session, null if nothing was recorded."""

    board_before: list[Any] = ABSENT
    """The rows of the board when it was read."""
    board_after: list[Any] = ABSENT
    """The rows of the board when it was last seen."""
    why_single: str = ""
    """Why clues were read in one place, in words."""
    left_aside: tuple[str, ...] = ()
    """What the page says that disagrees with its board, but that nobody has quoted, in words."""
    note: str = ""
    """What the user should know about a puzzle played in this layout."""
    lost: str | None = None
    """Why something of the session could not be written, if so."""
    traceback: str | None = None
    """The traceback of an error that is a bug."""
    streak: int = 0
    """On how many days in a row, this one included, the page has accepted the solution, as far as the history knows."""

    @classmethod
    def begin(cls, target: str, site: str, url: str, *, entering: bool) -> Self:
        """Return the result of a target whose page is to be opened, and played if `entering`."""
        fields = NOTHING_ENTERED if entering else {}
        return cls(target=target, site=site, layout=None, url=url, about={}, ms={"total": 0}, **fields)

    @classmethod
    def refused(cls, target: str, error: GivensError, **fields: Any) -> Self:  # noqa: ANN401 - those of the struct
        """Return the result of a target that could not be begun."""
        result = cls(target=target, **fields)
        result.fail(error)
        return result

    @property
    def begun(self) -> bool:
        """Whether a page was to be opened for the target."""
        return self.site is not ABSENT

    @property
    def unique(self) -> bool:
        """Whether the solution is the only one."""
        return self.verdict == "one"

    @property
    def clues(self) -> str:
        """How many clues were read, and from how many sources, in words; "" if nobody knows."""
        if ABSENT in {self.confirmed, self.single}:
            return ""
        why = self.why_single or "the page states each once"
        total = self.confirmed + self.single
        sources = ((self.confirmed, "two sources that agree"), (self.single, f"one ({why})"))
        read = ", ".join(f"{count} from {source}" for count, source in sources if count)
        clues = f"{total} {'clue' if total == 1 else 'clues'} read{': ' if read else ''}{read}."
        return " ".join([clues, *(f"{words[:1].upper()}{words[1:]}." for words in self.left_aside)])

    @property
    def exit_code(self) -> int:
        """The exit code of this target alone."""
        return self.error.exit_code if self.error else 0

    @property
    def to_check(self) -> bool:
        """Whether a solution was entered, and nothing on the page proves that it was accepted."""
        return not self.error and self.entered is True and self.accepted is None

    @property
    def words(self) -> str:
        """The result in a sentence."""
        if self.error:
            return str(self.error)
        if self.to_check:
            return f"entered, but nothing proves that the page accepted it, so look yourself: {self.said}"
        if self.accepted is None:
            return "solved, nothing was entered"
        said = self.said or "accepted"
        return said if self.entered else f"it was solved already: {said}"

    @contextmanager
    def time_phase(self, phase: str) -> Iterator[None]:
        """Add the time that the block takes to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            del self.ms["total"]
            self.ms[phase] = round(self.ms.get(phase, 0.0) + 1000 * (time.perf_counter() - start), 1)
            self.ms["total"] = round(sum(self.ms.values()), 1)

    def set_reading(self, reading: Reading, board: Grid | None = None) -> None:
        """Store what was read, and the board that it was read from."""
        self.layout, self.puzzle = reading.layout.NAME, dump(reading.puzzle)
        self.confirmed, self.single, self.why_single = len(reading.confirmed), len(reading.single), reading.why_single
        self.left_aside = reading.left_aside
        if board is not None:
            self.board_before = dump_grid(known_marks(board, reading.puzzle), reading.puzzle)

    def fail(self, error: BaseException) -> None:
        """Store an error, and the verdict on the puzzle if that is what failed."""
        self.error = Failure.of(error)
        for name, value in _verdict(error).items():
            setattr(self, name, value)
        if not isinstance(error, GivensError):
            self.traceback = clean("".join(traceback.format_exception(error)), lines=True)

    def share_text(self) -> str:
        """Return what a player tells others about an accepted puzzle: a line, and the board without a mark; else ""."""
        with suppress(BadPuzzle):  # What the history holds may be damaged.
            if self.accepted is True and not self.error and (puzzle := self.load_puzzle()) is not None:
                number, day = self.about.get("number"), self.about.get("date", "")
                name = f"{puzzle.KIND.replace('_', ' ').capitalize()} {f'#{number}' if number else day}".rstrip()
                minutes, seconds = divmod(max(1, round(self.ms.get("total", 0) / 1000)), 60)
                facts = [name, f"{minutes}:{seconds:02}", *([f"streak {self.streak}"] if self.streak > 1 else [])]
                return "\n".join([" · ".join(facts), *_squares(puzzle)])
        return ""

    def load_puzzle(self) -> Puzzle | None:
        """Return the puzzle, if the page was read."""
        return load(self.puzzle) if self.puzzle else None

    def line(self) -> dict[str, Any]:
        """Return the facts of the JSON line."""
        return {key: value for key, value in msgspec.to_builtins(self).items() if key not in NOT_WRITTEN}

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> Self:
        """Return the result that a line was written of; raises `ValueError` where a field has another type."""
        return msgspec.convert(line, cls)


class DayResult(TargetResult, kw_only=True):
    """What is known about one puzzle of a daily run."""

    day: str | None
    """The day of the site, null where the target itself is wrong."""
    done_before: bool = msgspec.field(default=False, name="before")
    """Whether an earlier run of the same day has done it."""

    @classmethod
    def of(cls, result: TargetResult, day: str, *, done_before: bool = False) -> Self:
        """Return the result of a play as that of a day."""
        return cls(**structs.asdict(result), day=day, done_before=done_before)

    @property
    def words(self) -> str:
        """The result in a sentence."""
        words = super().words
        if self.error or not self.done_before:
            return words
        return f"entered before{words.removeprefix('entered')}" if self.to_check else "done before"

    def line(self) -> dict[str, Any]:
        """Return the facts of the JSON line, those of the day after the target."""
        return in_front(super().line(), "target", "day", "before")


def in_front(line: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Return a JSON line that begins with some of its keys."""
    return {key: line[key] for key in keys} | line


def known_marks(board: Grid, puzzle: Puzzle | type[Puzzle]) -> Grid:
    """Return the marks of a board in the size of its answer, blank where its kind lacks a mark or nobody named it."""
    size = puzzle.answer_size if isinstance(puzzle, Puzzle) else (board.height, board.width)
    return Grid.make(*size, {cell: mark for cell, mark in board.marked() if is_mark(mark, puzzle)}.get)


def is_mark(mark: int | None, puzzle: Puzzle | type[Puzzle]) -> bool:
    """Return whether a kind has a mark, or the mark is blank; on a path, every number is a mark."""
    return mark is None or mark in puzzle.MARKS or puzzle.PATHS


NOT_WRITTEN = frozenset(
    ["board_before", "board_after", "left_aside", "lost", "note", "streak", "traceback", "why_single"]
)
"""The fields for people and for other processes, which no JSON line holds."""


def error_facts(error: BaseException) -> dict[str, Any]:
    """Return the part of a JSON line about an error, with the verdict on the puzzle if that is what failed."""
    return _verdict(error) | {"error": msgspec.to_builtins(Failure.of(error))}


def _verdict(error: BaseException) -> dict[str, Any]:
    """Return the verdict on a puzzle that has not exactly one solution, nothing for any other error."""
    match error:
        case NoSolution():
            return {"verdict": "none", "proof": PROOF, "solution": None}
        case NotUnique():
            return {"verdict": "several", "proof": PROOF, "solution": None, "forced": error.details()["forced"]}
        case GaveUp():
            return {"verdict": "unknown", "solution": None}
        case _:
            return {}


def _squares(puzzle: Puzzle) -> list[str]:
    """Draw what the page shows before play: its regions, or which cells are given."""
    picture = puzzle.picture()
    squares = {cell: REGIONS[ascii_uppercase.find(name) % len(REGIONS)] for cell, name in picture.fills.items()}
    squares = squares or dict.fromkeys(picture.glyphs, GIVEN)
    cells = [squares.get(cell, BLANK) for cell in picture.cells()]
    if picture.width > WIDEST:
        return []
    return ["".join(cells[at : at + picture.width]) for at in range(0, len(cells), picture.width)]
