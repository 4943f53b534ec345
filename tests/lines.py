"""What the lines of `--json` hold: each line that a command writes in a test is one of these."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.daily.canary import CheckResult
from bot.play.result import ABSENT, DayResult, Failure, TargetResult

Verdict = Literal["one", "several", "none", "unknown"]
Ms = dict[str, float]
Rows = list[Any]


class Played(TargetResult, kw_only=True):
    """A page that was read or played; a key is absent if the command does not ask for it or did not come to it."""

    v: int


class PlayedOnDay(DayResult, kw_only=True):
    """A puzzle of a day."""

    v: int


class Checked(CheckResult, kw_only=True):
    """A page that was checked."""

    v: int


class Figures(msgspec.Struct, kw_only=True):
    """The figures of one puzzle over all plays that are listed: counts, days in a row, and median milliseconds."""

    plays: int
    done: int
    rate: float
    streak: int
    longest: int
    ms: dict[str, float | None]


class Remembered(PlayedOnDay, kw_only=True):
    """A play in the history."""

    at: str = ABSENT
    done: bool = ABSENT
    forgotten: bool = ABSENT
    figures: Figures = ABSENT


class CommandError(msgspec.Struct, kw_only=True):
    """An error of the command as a whole, such as wrong usage."""

    v: int
    error: Failure
    verdict: Verdict = ABSENT
    proof: str = ABSENT
    solution: Rows | None = ABSENT
    forced: Any = ABSENT


class Answered(CommandError, kw_only=True):
    """A puzzle, named by `line` if it comes from a file and by `target` otherwise; further keys are passed through."""

    line: str = ABSENT
    target: str = ABSENT
    puzzle: dict[str, Any] = ABSENT
    session: str = ABSENT
    error: Failure = ABSENT
    ms: Ms = ABSENT


class Solved(Answered, kw_only=True):
    """The solution of a puzzle; with `--limit` also `solutions`, and whether these are all."""

    solutions: list[Rows] = ABSENT
    complete: bool = ABSENT


class GradeFacts(msgspec.Struct, kw_only=True):
    """How hard a puzzle is."""

    level: int
    name: str
    score: int
    technique: str


class Counted(msgspec.Struct, kw_only=True):
    """How many of some places have these values, at least and at most."""

    of: dict[str, int]
    least: int
    most: int


class StepReason(msgspec.Struct, kw_only=True):
    """A rule or a clue of the puzzle that a step needs, in words, and the cells it is about."""

    cells: list[str]
    rule: str = ABSENT
    clue: str = ABSENT
    says: Counted = ABSENT


class StepFacts(msgspec.Struct, kw_only=True):
    """A step: what it settles by place, and the rules, clues and known places that force it."""

    sets: dict[str, int]
    because: list[StepReason]
    known: dict[str, int]
    technique: str
    level: int
    words: str


class Explained(Answered, kw_only=True):
    """The steps to a puzzle's solution, and its grade; with `--grade`, how many places each technique settles."""

    steps: list[StepFacts] = ABSENT
    grade: GradeFacts = ABSENT
    techniques: dict[str, int] = ABSENT


class CheckedMarks(Answered, kw_only=True):
    """Marks of a puzzle: how many are right, which are wrong, and how many solutions have them all (`verdict`)."""

    marks: Rows = ABSENT
    right: int = ABSENT
    wrong: list[str] = ABSENT
    after: int | None = ABSENT
    """How many marks came after the first wrong one, if their order is known."""
    left: int | None = ABSENT
    words: str = ABSENT


class GeneratedPuzzle(Answered, kw_only=True):
    """A new puzzle, its solution, its grade, and the seed that makes it again."""

    grade: GradeFacts = ABSENT
    seed: int = ABSENT


class DrawnFile(Answered, kw_only=True):
    """The file that a puzzle was drawn into, its address on another site, or the drawing itself."""

    file: str = ABSENT
    address: str = ABSENT


class EvidenceFacts(msgspec.Struct, kw_only=True):
    """How the markup of a site is known, and the day or month of which."""

    grade: str
    date: str


class KnownSite(msgspec.Struct, kw_only=True):
    """A site, its address today, and what can be chosen."""

    v: int
    site: str
    kind: str | None
    """Null for a site whose addresses say the kind."""
    home: str
    url: str
    layouts: list[str]
    choices: dict[str, str]
    timezone: str | None
    played: bool
    """Whether its puzzles are played, or only read."""
    evidence: EvidenceFacts | None
    """Null for a module that does not say."""


class KnownKind(msgspec.Struct, kw_only=True):
    """A puzzle kind, and the JSON schema of its puzzles."""

    v: int
    kind: str
    schema: dict[str, Any]


class Examined(msgspec.Struct, kw_only=True):
    """Whether one thing is there that a run needs, or that only some uses need (`optional`)."""

    v: int
    check: str
    ok: bool
    words: str
    command: str | None = msgspec.field(default=ABSENT, name="try")
    optional: bool = False


class Recorded(msgspec.Struct, kw_only=True):
    """A recorded session."""

    v: int
    target: str
    id: str
    session: str
    site: str
    kind: str | None
    outcome: str
    started: str
    kept: bool
    size: int
    ms: Ms
    problem: str | None
    """Why it cannot be read, if so."""


LINES: dict[str, type[msgspec.Struct]] = {
    "play": Played,
    "read": Played,
    "daily run": PlayedOnDay,
    "daily today": PlayedOnDay,
    "daily history": Remembered,
    "demo": Played,
    "solve": Solved,
    "explain": Explained,
    "check": CheckedMarks,
    "generate": GeneratedPuzzle,
    "draw": DrawnFile,
    "sites list": KnownSite,
    "sites check": Checked,
    "kinds": KnownKind,
    "doctor": Examined,
    "sessions list": Recorded,
}
"""The type of the lines of each command."""
