"""What is asked: of a board, its state between two requests and what a person did; of a worker, a command."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from solvers import Mark  # noqa: TC001 - msgspec evaluates the annotations

FRESH, IN_NUMBER, AFTER_SPACE = 0, 1, 2
"""The role of the last key in a number: none, one of its digits, or the space after it."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Command = Literal["undo", "redo", "branch", "keep", "drop", "pencil", "notes"]


Move = dict[str, int | list[int] | None]
"""What one key, or one stroke of the pointer, changed: by place its mark, None for a blank, or its notes in pencil."""


class Progress(msgspec.Struct, omit_defaults=True):
    """Everything that a person has done on a puzzle."""

    moves: list[Move] = []
    done: Count = 0
    """How many of the moves stand; those after them are undone."""
    bookmark: Count | None = None
    """After how many moves a branch of trial began."""
    pencil: bool = False
    stroke: bool = False
    """Whether the last move belongs to a stroke that may go on."""
    held: Count | None = None
    """Which domino of the tray is in hand."""


class EditorState(msgspec.Struct):
    """An editor between two requests; all but the puzzle may be left out."""

    puzzle: dict[str, Any]
    tool: str = ""
    at: tuple[int, int] = (0, 0)
    back: tuple[int, int] | None = None
    """The cell that the cursor came from; a sign stands on the edge that was crossed."""
    typing: int = FRESH
    play: Progress | None = None
    """What was done on the puzzle, None while it is edited."""


class Event(msgspec.Struct):
    """One thing that a person did: a key, the pointer at a place, or another tool, size, kind or setting."""

    key: str | None = None
    """As in the browser's events, after `Shift+` for an arrow with Shift, and `Control+` with Control."""
    phase: Literal["down", "move"] = "down"
    point: tuple[float, float] | None = None
    """Column and row, from zero, with the place within the cell as a fraction."""
    cross: bool = False
    """Whether it was the right button, which makes crosses."""
    tool: str | None = None
    size: tuple[int, int] | None = None
    set: dict[str, Any] | None = None
    do: Command | None = None
    """While a puzzle is played: something with the list of moves."""
    before: str | None = None
    """Go back to before the mark in this place."""
    enter: dict[str, int | None] | None = None
    """Marks by place, as a hint names them."""


class HintRequest(msgspec.Struct):
    """A puzzle, and the marks on it."""

    puzzle: dict[str, Any]
    noted: list[Mark] = []


class WorkerRequest(msgspec.Struct, rename="kebab"):
    """What a command is asked for; each takes what it knows."""

    timeout: Annotated[float, msgspec.Meta(gt=0, le=300)]
    """Seconds for the answer."""
    command: Literal["solve", "grade", "generate", "read", "export", "booklet", "hint", "check"]
    body: bytes = b""
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    kind: str = ""
    size: str | None = None
    grade: str | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=10**12)] | None = None
    title: str = "Puzzles"
    paper: Literal["a4", "letter"] = "a4"
    per_page: Literal[1, 2, 3, 4, 6] = 1
    rulers: Literal["on"] | None = None
