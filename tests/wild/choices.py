"""What a wild page is like, drawn at random: how it was built, takes input, and says that it is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from tests.wild.puzzles import PLACED, Shown

T = TypeVar("T")

WIDTH: Final = 560
"""The largest width of a board, in px."""
PASTELS: Final = (
    "#f6c1c1", "#c1d8f6", "#c9efc4", "#fbe8a6", "#dcc7f2", "#f9cfa5", "#bfeeea", "#e6e6e6", "#f2c0e2", "#d9d0b4",
    "#b3c7b0", "#a9b8e8", "#e8a9a9", "#cfe86b", "#8fd3f4", "#ffb3d1",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choices:
    """What a page is like."""

    structure: str = "grid"
    """`table`, `flex`, `grid`, `absolute`, `buttons` or `svg`."""
    names: str = "plain"
    """`plain`, `modules` or `hashed`."""
    dark: bool = False
    side: int = 48
    gap: int = 0
    nested: bool = False
    """Whether a cell's mark is in an element of its own."""
    signs: str = ""
    """`element`, `layer`, `pseudo`, `between` or "", how signs on edges are drawn."""
    sign_texts: tuple[str, str] = ("=", "×")
    """What means equal, and what means opposite; "" for a drawing."""
    regions: str = ""
    """`colour`, `border`, `both` or ""."""
    palette: Sequence[str] = PASTELS
    locked: str = "bold"
    """`shade`, `bold`, `colour` or "", how given marks differ from the others."""
    event: str = "click"
    mode: str = "cycle"
    """`cycle`, `keys`, `pad` or `typed`."""
    zero_first: bool = False
    """Whether the second mark comes before the first."""
    crosses: bool = False
    """Whether a cell can also be crossed out."""
    automatic: bool = False
    """Whether the page crosses out by itself."""
    mistakes: bool = False
    """Whether the page shows marks that break a rule."""
    replace: str = ""
    """`cell` or `board`, what is replaced by a copy at each input, or ""."""
    delegated: bool = True
    """Whether the board listens, rather than each cell."""
    win: str = "text"
    """`text`, `hidden`, `dialog`, `modal`, `alert`, `address` or `fragment`."""
    win_after: int = 0
    says: bool = False
    """Whether a full board with a mistake is told so."""
    clock: bool = False
    counter: str = ""
    """`moves`, `left` or ""."""
    legend: bool = False
    dialog: bool = False
    frame: bool = False
    shadow_root: bool = False
    hover: bool = False
    moves: bool = False
    """Whether marks appear with an animation."""
    menu: bool = False


def _one(chance: Random, **weights: int) -> str:
    """Return one of some words by weight; `none` stands for ""."""
    word = chance.choices(list(weights), list(weights.values()))[0]
    return "" if word == "none" else word


def choices(chance: Random, puzzle: Shown) -> Choices:
    """Draw what the page of a puzzle is like."""
    kind = puzzle.kind

    def often(share: float) -> bool:
        return chance.random() < share

    structure = _one(chance, table=5, flex=4, grid=6, absolute=3, buttons=4, svg=3)
    svg = structure == "svg"
    signs = ""
    if puzzle.signs:
        signs = _one(chance, layer=3, element=2) if svg else _one(chance, element=5, layer=3, pseudo=3, between=2)
    if signs == "between":
        structure = "grid"
    queens = kind in {"queens", "star_battle"}
    if kind == "sudoku":
        regions = _one(chance, border=7, both=2, colour=1)
    else:
        regions = _one(chance, colour=5, border=2, both=3) if queens else ""
    if kind == "sudoku":
        small = puzzle.highest <= 4
        mode = _one(chance, keys=3, pad=4, typed=0 if structure in {"svg", "buttons"} else 2, cycle=4 if small else 0)
    else:
        mode = "cycle"
    coloured = regions in {"colour", "both"}
    crosses = kind in PLACED and often(0.6)
    crosses |= any(value == 0 for value in puzzle.givens.values()) and kind in PLACED
    gap = 0 if regions in {"border", "both"} else chance.choice((0, 0, 1, 2, 4, 6))
    lines = max(puzzle.width, puzzle.height) + 1
    win = _one(chance, text=4, hidden=3, dialog=4, modal=2, alert=2, address=1, fragment=1)
    replace = _one(chance, none=6, cell=2, board=2) if mode != "typed" else ""
    moving = often(0.15)
    return Choices(
        structure=structure,
        names=_one(chance, plain=3, modules=3, hashed=4),
        dark=often(0.2),
        side=min(chance.randint(30, 66), WIDTH // lines),
        gap=18 if signs == "between" else gap,
        nested=svg or mode == "typed" or signs in {"pseudo", "element"} or often(0.5),
        signs=signs,
        sign_texts=chance.choice((("=", "×"), ("=", "×"), ("=", "x"), ("=", "≠"), ("", ""))),
        regions=regions,
        palette=chance.sample(PASTELS, len(PASTELS)),
        locked=_one(chance, shade=0 if coloured else 4, bold=3, colour=2, none=3),
        event=_one(chance, click=6, mousedown=2, pointerdown=2),
        mode=mode,
        zero_first=often(0.3),
        crosses=crosses,
        automatic=crosses and queens and often(0.4),
        mistakes=mode != "typed" and often(0.3),
        replace=replace,
        delegated=often(0.5),
        win=win,
        win_after=chance.choice((0, 0, 100, 400, 900)),
        says=win != "hidden" and often(0.3),
        clock=often(0.4),
        counter=_one(chance, none=6, moves=2, left=2),
        legend=often(0.25),
        dialog=often(0.15),
        frame=often(0.06),
        shadow_root=structure != "svg" and often(0.07),
        hover=often(0.3),
        moves=moving,
        menu=often(0.6),
    )


PLAIN: Final = Choices()
"""A page without anything special."""
