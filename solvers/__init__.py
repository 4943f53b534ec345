"""The solvers: puzzles as values, and the engine that proves that a solution is the only one.

`load` and `dump` turn JSON objects into puzzles and back, `solve` returns the one solution, `solutions` all of them.
A plain file in this folder is a puzzle kind, which is imported when it is first asked for; `_core` is what they share.
Importing this package does not import Z3.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from solvers._core.model import files as _own
from solvers._core.model.errors import BadPuzzle as BadPuzzle
from solvers._core.model.errors import GaveUp as GaveUp
from solvers._core.model.errors import GivensError as GivensError
from solvers._core.model.errors import SolveError as SolveError
from solvers._core.model.errors import TooLarge as TooLarge
from solvers._core.model.errors import explained as explained
from solvers._core.model.files import dump as dump
from solvers._core.model.files import dump_grid as dump_grid
from solvers._core.model.files import dump_picture as dump_picture
from solvers._core.model.files import is_object as is_object
from solvers._core.model.files import schema as schema
from solvers._core.model.files import with_unknown as with_unknown
from solvers._core.model.grid import DIGITS as DIGITS
from solvers._core.model.grid import TREE as TREE
from solvers._core.model.grid import UNKNOWN as UNKNOWN
from solvers._core.model.grid import UNKNOWN_TEXT as UNKNOWN_TEXT
from solvers._core.model.grid import Cell as Cell
from solvers._core.model.grid import Edge as Edge
from solvers._core.model.grid import Grid as Grid
from solvers._core.model.grid import Place as Place
from solvers._core.model.grid import cells_of as cells_of
from solvers._core.model.grid import number_text as number_text
from solvers._core.model.grid import place_at as place_at
from solvers._core.model.grid import place_name as place_name
from solvers._core.model.grid import place_of as place_of
from solvers._core.model.grid import size_of as size_of
from solvers._core.model.picture import CLUE as CLUE
from solvers._core.model.picture import SMALL as SMALL
from solvers._core.model.picture import Glyph as Glyph
from solvers._core.model.picture import Picture as Picture
from solvers._core.model.picture import Shown as Shown
from solvers._core.model.picture import picture_text as picture_text
from solvers._core.model.puzzle import Clash as Clash
from solvers._core.model.puzzle import Puzzle as Puzzle
from solvers._core.model.puzzle import Step as Step
from solvers._core.model.results import GRADES as GRADES
from solvers._core.model.results import METHODS as METHODS
from solvers._core.model.results import OUT_OF_TIME as OUT_OF_TIME
from solvers._core.model.results import PROOF as PROOF
from solvers._core.model.results import Check as Check
from solvers._core.model.results import Clock as Clock
from solvers._core.model.results import Explanation as Explanation
from solvers._core.model.results import Generated as Generated
from solvers._core.model.results import Grade as Grade
from solvers._core.model.results import NoSolution as NoSolution
from solvers._core.model.results import NotUnique as NotUnique
from solvers._core.model.results import Solution as Solution
from solvers._core.model.results import Solutions as Solutions
from solvers._core.model.rules import Clue as Clue
from solvers._core.model.rules import Given as Given
from solvers._core.model.rules import Rule as Rule
from solvers._names import KIND_NAMES as KIND_NAMES
from solvers._names import KIND_WORDS as KIND_WORDS
from solvers._names import added as added
from solvers._names import kind_like as kind_like
from solvers._names import names_of as names_of
from solvers._names import nearest as nearest
from solvers._names import nearest_kind as nearest_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from solvers._core.explain.explain import explain as explain
    from solvers._core.explain.explain import refute as refute
    from solvers._core.explain.grade import grade as grade
    from solvers._core.explain.reasoner import Reasoner as Reasoner
    from solvers._core.families.cages import Cage as Cage
    from solvers._core.model.sentences import spoken as spoken
    from solvers._core.model.turns import shared_form as shared_form
    from solvers._hints import Hint as Hint
    from solvers._hints import Hints as Hints
    from solvers._hints import Mark as Mark
    from solvers._hints import listed as listed
    from solvers._links import LINK_HOSTS as LINK_HOSTS
    from solvers._links import is_link as is_link
    from solvers._links.links import LINKED_KINDS as LINKED_KINDS

    # The table of kinds for type checkers: one line for each.
    from solvers.abc_view import AbcView as AbcView
    from solvers.aquarium import Aquarium as Aquarium
    from solvers.battleships import Battleships as Battleships
    from solvers.binairo import Binairo as Binairo
    from solvers.calcudoku import Calcudoku as Calcudoku
    from solvers.castle_wall import CastleWall as CastleWall
    from solvers.country_road import CountryRoad as CountryRoad
    from solvers.dominosa import Dominosa as Dominosa
    from solvers.double_choco import DoubleChoco as DoubleChoco
    from solvers.fillomino import Fillomino as Fillomino
    from solvers.futoshiki import Futoshiki as Futoshiki
    from solvers.galaxies import Galaxies as Galaxies
    from solvers.hashi import Hashi as Hashi
    from solvers.heyawake import Heyawake as Heyawake
    from solvers.hitori import Hitori as Hitori
    from solvers.jigsaw_sudoku import JigsawSudoku as JigsawSudoku
    from solvers.kakurasu import Kakurasu as Kakurasu
    from solvers.kakuro import Kakuro as Kakuro
    from solvers.killer_sudoku import KillerSudoku as KillerSudoku
    from solvers.kurodoko import Kurodoko as Kurodoko
    from solvers.kurotto import Kurotto as Kurotto
    from solvers.light_up import LightUp as LightUp
    from solvers.lits import Lits as Lits
    from solvers.masyu import Masyu as Masyu
    from solvers.minesweeper import Minesweeper as Minesweeper
    from solvers.mosaic import Mosaic as Mosaic
    from solvers.n_queens import NQueens as NQueens
    from solvers.net import Net as Net
    from solvers.nonogram import Nonogram as Nonogram
    from solvers.norinori import Norinori as Norinori
    from solvers.numberlink import Numberlink as Numberlink
    from solvers.nurikabe import Nurikabe as Nurikabe
    from solvers.nurimisaki import Nurimisaki as Nurimisaki
    from solvers.off_by_one_sums import OffByOneSums as OffByOneSums
    from solvers.patches import Patch as Patch
    from solvers.patches import Patches as Patches
    from solvers.patches import Shape as Shape
    from solvers.pips import Condition as Condition
    from solvers.pips import Pips as Pips
    from solvers.queens import Queens as Queens
    from solvers.renzoku import Renzoku as Renzoku
    from solvers.ripple_effect import RippleEffect as RippleEffect
    from solvers.sashigane import Sashigane as Sashigane
    from solvers.shakashaka import Shakashaka as Shakashaka
    from solvers.shingoki import Shingoki as Shingoki
    from solvers.skyscrapers import Skyscrapers as Skyscrapers
    from solvers.slalom import Slalom as Slalom
    from solvers.slant import Slant as Slant
    from solvers.slitherlink import Slitherlink as Slitherlink
    from solvers.star_battle import StarBattle as StarBattle
    from solvers.stitches import Stitches as Stitches
    from solvers.sudoku import Sudoku as Sudoku
    from solvers.suguru import Suguru as Suguru
    from solvers.tango import Tango as Tango
    from solvers.tapa import Tapa as Tapa
    from solvers.tents import Tents as Tents
    from solvers.thermometers import Thermometers as Thermometers
    from solvers.three_in_a_row import ThreeInARow as ThreeInARow
    from solvers.yajilin import Yajilin as Yajilin
    from solvers.yin_yang import YinYang as YinYang
    from solvers.zero_hn0 import ZeroHn0 as ZeroHn0
    from solvers.zip import Zip as Zip

KIND_CLASSES = {"".join(word.title() for word in name.split("_")): name for name in KIND_NAMES}
"""The name of each kind, by the name of its class."""
_MORE = {
    "_core.explain.explain": "explain refute",
    "_core.explain.grade": "grade",
    "_core.explain.reasoner": "Reasoner",
    "_core.families.cages": "Cage",
    "_core.model.sentences": "spoken",
    "_core.model.turns": "shared_form",
    "_hints": "Hint Hints Mark listed",
    "_links": "LINK_HOSTS is_link",
    "_links.links": "LINKED_KINDS",
    "patches": "Patch Shape",
    "pips": "Condition",
}
_LATER = KIND_CLASSES | {name: module for module, names in _MORE.items() for name in names.split()}
"""The modules of the names that are imported when they are first used."""

if not TYPE_CHECKING:  # A type checker would take any name for one of this module.

    def __getattr__(name: str) -> object:
        """Import a name of `_LATER`."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"solvers.{_LATER[name]}"), name)
        return value


class _Kinds(Mapping[str, type[Puzzle]]):
    """Every puzzle kind by its name, or by one that people use, imported when it is asked for."""

    def __init__(self) -> None:
        self._classes = {kind: name for name, kind in KIND_CLASSES.items()}

    def __getitem__(self, kind: str) -> type[Puzzle]:
        name = kind if kind in self._classes else kind_like(kind) or kind
        found: type[Puzzle] = getattr(import_module(f"solvers.{name}"), self._classes[name])
        return found

    def __contains__(self, kind: object) -> bool:
        return kind in self._classes or (isinstance(kind, str) and kind_like(kind) is not None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


KINDS: Mapping[str, type[Puzzle]] = _Kinds()
"""Every puzzle kind by its name."""
SUDOKUWIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
WRITERS = {"sdm": ("sudoku", ""), "non": ("nonogram", ""), "sudokuwiki": ("sudoku", SUDOKUWIKI)}
"""The texts that `dump_link` writes, too: each with its kind, and what stands before it."""


def load(value: object, kind: str | None = None) -> Puzzle:
    """Make a puzzle from its JSON object, or from a text in any form that a file may have; raises `BadPuzzle`.

    `kind` is the kind of a text that does not name it.

    >>> print(givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}))
    . . . .
    . 1 1 .
    . 1 . .
    0 . . .
    """
    if isinstance(value, str):
        if is_object(value.lstrip().removeprefix("[")):
            found = _own.parsed(value)
            if not isinstance(found, list) or len(found) == 1:
                return load(found[0] if isinstance(found, list) else found, kind)
        from solvers._links import is_link

        return load_link(value, kind) if is_link(value[: _own.MAX_DRAWING]) else load_picture(value, kind)
    if isinstance(value, Mapping):
        inner = value.get("puzzle")  # As in a line that a command wrote.
        named = {"kind": value["kind"]} if "kind" in value else {}
        value = {**named, **inner} if isinstance(inner, Mapping) else value
        value = {**({} if kind is None else {"kind": kind}), **added(kind, value.get("kind")), **value}
    try:
        return _own.load(value, KINDS)
    except BadPuzzle:
        from solvers._files import load_usual

        if not isinstance(value, Mapping):
            raise
        return load_usual(value, KINDS)


def load_picture(drawn: str, kind: str | None = None) -> Puzzle:
    r"""Make a puzzle from a drawing, whose first line is `kind: NAME` unless `kind` is given; raises `BadPuzzle`.

    >>> givens.load_picture("1 . . .\n. . 0 .\n. 1 . .\n. . . .", "three_in_a_row").givens.rows()
    ['1...', '..0.', '.1..', '....']
    """
    _own.check_length(drawn)
    from solvers._files import read

    named, _ = _own.named_kind(drawn, kind)
    return replace(read(drawn, kind, KINDS), **added(kind, named))  # type: ignore[type-var] # every kind is a dataclass


def boards(text: str) -> list[str]:
    """Return the texts of the puzzles in a text that has several, or lines of some; else nothing."""
    from solvers._files import boards

    return boards(text, KINDS)


def is_line(text: str) -> bool:
    """Return whether a line is a puzzle by itself: an address, read or not, or a Sudoku that needs no name."""
    from solvers._files import is_line

    return is_line(text, KINDS)


def load_marks(marks: str | Sequence[Any], puzzle: Puzzle) -> Grid:
    r"""Return the marks on a puzzle: its rows, a drawing like those of `draw`, or another form; raises `BadPuzzle`.

    >>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
    >>> givens.load_marks("kind: three_in_a_row\n1 . . .\n. 1 1 .\n. 1 . .\n0 . . .", puzzle).rows()[0]
    '1...'
    """
    from solvers._files import in_drawing, in_rows

    if isinstance(marks, str):
        _own.check_length(marks)
    named = _own.named_kind(marks, None)[0] if isinstance(marks, str) else None
    is_drawn = named is not None
    if is_drawn and kind_like(named or "") != puzzle.KIND:
        raise BadPuzzle(f"the marks are drawn on a puzzle of kind {named}, not on one of kind {puzzle.KIND}")
    ways: list[Callable[[], Grid | None]] = [] if is_drawn else [lambda: in_rows(marks)]
    if isinstance(marks, str):
        ways += [lambda: in_drawing(marks, puzzle), lambda: load_picture(marks, puzzle.KIND).given_marks]
    errors: list[BadPuzzle] = []
    for way in ways:
        try:
            if (grid := way()) is not None:
                puzzle.check_marks(grid)
                return grid
        except BadPuzzle as error:
            errors.append(error)
    raise errors[0]


def load_link(link: str, kind: str | None = None) -> Puzzle:
    """Make the puzzle of an address of puzz.link; `kind` chooses one of several that it may be. Raises `BadPuzzle`.

    >>> givens.load_link("https://puzz.link/p?norinori/5/5/cag4ocjo").KIND
    'norinori'
    """
    from solvers._links import links

    return links.load_link(link, KINDS, kind and _own.kind_of(kind, KINDS).KIND)


def dump_link(puzzle: Puzzle, host: str = "puzzlink") -> str:
    """Return the address of a puzzle on puzz.link or another of `LINK_HOSTS`; raises `BadPuzzle` if it has none.

    `sdm`, `sudokuwiki` and `non` are the text of a Sudoku or a nonogram for other programs.

    >>> givens.dump_link(givens.generate("norinori", (4, 4), seed=1).puzzle)
    'https://puzz.link/p?norinori/4/4/6s0sao'
    """
    from solvers._links import links

    if host not in WRITERS:
        return links.dump_link(puzzle, KINDS, host)
    kind, begin = WRITERS[host]
    if kind == puzzle.KIND:
        with suppress(BadPuzzle):
            if load_picture(text := begin + puzzle.as_text(), kind) == puzzle:
                return text
    raise BadPuzzle(f"{host} holds any {kind} with usual size, boxes and rules, not this {puzzle.KIND}")


def solve(puzzle: Puzzle, *, timeout: float | None = None) -> Solution:
    """Return the one solution; `timeout` is in seconds. Raises `NoSolution`, `NotUnique` or `GaveUp`.

    >>> solution = givens.solve(givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}))
    >>> solution.grid.rows()
    ['1001', '0110', '1100', '0011']
    """
    from solvers._core.search.engine import solve

    return replace(solve(puzzle, Clock(timeout)), puzzle=puzzle)


def solutions(
    puzzle: Puzzle, *, limit: int | None = None, timeout: float | None = None, steps: int | None = None
) -> Solutions:
    """Return at most `limit` solutions and if those are all; `timeout` is in seconds, `steps` in Z3's. Raises `GaveUp`.

    >>> found = givens.solutions(givens.load({"kind": "n_queens", "givens": ["....", "....", "....", "...."]}))
    >>> len(found.grids), found.complete
    (2, True)
    """
    from solvers._core.search.engine import solutions

    return solutions(puzzle, Clock(timeout, steps), limit=limit)


def check(puzzle: Puzzle, marks: Grid, *, order: Sequence[Place] = (), timeout: float | None = None) -> Check:
    """Return whether marks are right so far, else which are wrong, and how many solutions have them all.

    `order` are places in the order in which they were marked; then the first wrong one is known. Raises `NoSolution` if
    the puzzle has none without the marks, `BadPuzzle` for marks that are none of its kind, and `GaveUp`.

    >>> puzzle = givens.load({"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]})
    >>> givens.check(puzzle, givens.Grid.parse(["....", ".110", ".1..", "0..."])).words
    'right so far: 1 mark, 11 left'
    """
    from solvers._core.search.check import check

    return check(puzzle, marks, Clock(timeout), order=order)


def generate(  # noqa: PLR0913 - each is an option
    kind: str,
    size: tuple[int, int] | None = None,
    *,
    grade: int | str | None = None,
    seed: int = 0,
    timeout: float | None = None,
    on_attempt: Callable[[int], None] = lambda _number: None,
) -> Generated:
    """Make a new puzzle with one solution: one without a superfluous clue, or one of a grade (1 … 5, or its name).

    `size` is rows and columns; without it, a grade that the usual size does not have comes at another. `timeout` is in
    seconds; equal seeds give equal puzzles. Raises `BadPuzzle` for a size or a grade that the kind does not have, and
    `GaveUp`. `on_attempt` is called with the number of each random puzzle that is tried.

    >>> made = givens.generate("queens", (5, 5), seed=1)
    >>> made.puzzle.is_solved_by(made.solution), made.grade.name
    (True, 'easy')
    """
    from solvers._core.generate.generate import generate

    found = _own.kind_of(kind, KINDS)
    try:
        return generate(found, size, grade=grade, seed=seed, clock=Clock(timeout), on_attempt=on_attempt)
    except BadPuzzle as error:  # Whoever asks has named no field.
        raise BadPuzzle(error.message.removeprefix("givens: ")) from None
