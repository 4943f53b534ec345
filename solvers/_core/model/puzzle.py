"""What every puzzle kind is: the base class `Puzzle`, with a default for whatever follows from the rest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from itertools import chain
from random import Random
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, get_type_hints

from solvers._core.model import regions
from solvers._core.model.connected import OnBoard, Together
from solvers._core.model.edges import canonical
from solvers._core.model.errors import BadPuzzle, ZeroForBlank, times
from solvers._core.model.grid import MOST_CELLS, UNKNOWN, Cell, Grid, Place, cells_of, check_size, number_text, spot
from solvers._core.model.picture import Glyph, Picture, Shown, printed
from solvers._core.model.rules import Clue, Lazy, Literal, Rule

V = TypeVar("V")
Choices = Mapping[Place, Mapping[int, tuple[Literal, ...]]]
"""For each place and each value that it can have, the literals that hold if it has that value."""

GRIDS = frozenset({"givens", "numbers", "lengths", "blocks", "circles", "trees", "parts", "tiles"})
"""The fields that hold a grid, drawn as the glyphs of a picture."""
BOARDS = ("size", "givens", "numbers", "blocks", "circles", "lengths", "tiles", "trees", "parts", "regions")
"""The fields that say the size of a board, or have a value or the region of each cell; the first that a kind has is its
board."""
SIDES = {"left": "rows", "top": "columns", "right": "right", "bottom": "bottom"}
"""The fields that hold a number or None for each line, with the attribute of a picture that shows them."""
KEPT = 32
"""How many shapes each cache keeps; the least recently used is dropped first."""

_layouts: OrderedDict[Hashable, _Layout] = OrderedDict()
_lazy: OrderedDict[Hashable, list[Lazy]] = OrderedDict()


class Puzzle(Shown, ABC):
    """A frozen dataclass of one kind: its givens and clues, checked when it is made (`BadPuzzle`).

    The rules are numbered in the kind's docstring and kept in that order in `rules` (for Z3) and in `is_solved_by`
    (plain Python). Kinds inherit from this class, most of them through a family: `TwoMarks`, `Digits` or one of theirs.
    """

    KIND: ClassVar[str]
    """The kind's name in files and on the command line: the name of its module."""
    MARKS: ClassVar[Mapping[int, str]]
    """The values of a place, with the words people use."""
    SIZE: ClassVar[tuple[int, int]] = (6, 6)
    """Rows and columns of a new puzzle by default."""
    SIZES: ClassVar[Mapping[int | None, tuple[int, int]]] = {}
    """Those of the grades that new puzzles of the usual size never have, or hardly ever, as far as is known."""
    NO_GRADES: ClassVar[frozenset[int]] = frozenset()
    """The grades that no new puzzle has, whatever its size; docs/grading.md says why."""
    KEPT_SHARE: ClassVar[Mapping[int, float]] = {}
    """The share of its clues that a new puzzle of a grade keeps at least, though fewer would do."""
    RARE: ClassVar[Mapping[int, int]] = {}
    """The grades that new puzzles of their usual size seldom have, and about how many minutes one takes to make."""
    MOST_CELLS: ClassVar[int] = MOST_CELLS
    """Cells of the largest board that is read and solved."""
    LARGEST_NEW: ClassVar[int] = 30
    """Rows and columns of the largest new puzzle; making a larger one takes more than about ten seconds."""
    LOGIC: ClassVar[str] = "QF_FD"
    """The Z3 solver that is fastest for this kind."""
    PHASE: ClassVar[str] = ""
    """What QF_FD guesses first, if measurement chose another value than its usual one."""
    ENCODED: ClassVar[bool] = False
    """Whether the hints say to Z3 all that the rules do, for this puzzle alone; chosen by measurement."""
    ALONE: ClassVar[bool] = False
    """Whether no structure is kept, since Z3 simplifies what stands in no scope; chosen by measurement."""
    LOOKS: ClassVar[Mapping[int, tuple[str, str]]] = {}
    """The symbol and the tone of a mark; by default a plain number."""
    EMPTY: ClassVar[int] = 0
    """The value of a place with nothing, which nobody needs to mark unless it looks like a mark."""
    COVERS: ClassVar[bool] = False
    """Whether pieces cover the board, so that no cell is entered by itself."""
    PATHS: ClassVar[bool] = False
    """Whether a cell of a solution depends on more than the variables of that cell: it is a step of a path.

    Then people go by the hints, the lazy rules and what is printed; the other rules and clues are for Z3.
    """
    TURNS: ClassVar[int] = 7
    """How a puzzle may be turned and be one of this kind, as hard as before: 1 swaps rows and columns, 2 reverses the
    order of the rows, 4 that of the columns; the sum of these."""
    TURNED: ClassVar[Mapping[str, str]] = {}
    """Letters in the glyphs of clues that change when rows and columns are swapped, like `w` (wide) to `t` (tall)."""

    SPELLED: ClassVar[Mapping[str, str]] = {}
    """Other signs for what stands in a cell, besides those that people see, each with that of a picture."""
    WORDS: ClassVar[Mapping[str, str]] = {}
    """Patterns of other words for it, each with what a picture has instead."""
    LINK: ClassVar[Sequence[Any]] = ()
    """The parts of its addresses on puzz.link, made of `solvers._links.parts`, if its `Genre` lists none."""
    GAME_ID: ClassVar[Sequence[Any]] = ()
    """The parts of its game IDs, if its `Game` lists none."""
    UNKNOWN_IN: ClassVar[frozenset[str]] = frozenset()
    """The fields in which a clue's number may be `UNKNOWN`."""
    HELD: ClassVar[Mapping[str, tuple[Container[int], str]]] = {}
    """The values that the cells of a field may hold, and the words for them."""
    PRINTED: ClassVar[Mapping[int, Glyph]] = {}
    """How the values of the board that are no numbers are drawn."""
    CLUED: ClassVar[bool] = False
    """Whether the rules depend on which cells of the board have a clue."""
    LISTED: ClassVar[str] = ""
    """The field that lists clues of one `cell` each."""
    SEVERAL: ClassVar[bool] = False
    """Whether a line may have several numbers on the rim."""
    REMOVABLE: ClassVar[frozenset[str]] = frozenset()
    """The names of the clues that a puzzle can do without: their cells are then blank on the board, or hold `BARE`."""
    BARE: ClassVar[int | None] = None
    SQUARES: ClassVar[str] = "grid"
    """How the squares of the board are drawn, as in `Picture`."""
    COLOURED: ClassVar[bool] = False
    """Whether regions are drawn in colours, too, not by thick lines alone."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "KIND" not in cls.__dict__:
            cls.KIND = cls.__module__.rpartition(".")[2]

    def __post_init__(self) -> None:
        """Check the fields that have a known name or are declared, and bring them into their usual form."""
        names = getattr(self, "__dataclass_fields__", ())
        size: tuple[int, int] = getattr(self, "size", (1, 1))
        if min(size) < 1:
            raise BadPuzzle(f"size: {size[0]}×{size[1]}, but a board has at least one row and one column")
        check_size(*size, self.MOST_CELLS, self.KIND)
        if self.LISTED:
            object.__setattr__(self, self.LISTED, in_order(self.LISTED, getattr(self, self.LISTED), size))
        if "regions" in names and "connected" not in names:
            rooms = regions.connected_regions(vars(self)["regions"])
            object.__setattr__(self, "regions", rooms)
            if "numbers" in names:
                object.__setattr__(self, "numbers", regions.numbers_of_rooms(vars(self)["numbers"], rooms))
            if "walls" in names:
                home, drawn = regions.homes(rooms), canonical("walls", getattr(self, "walls", ()), self.board)
                object.__setattr__(self, "walls", tuple(edge for edge in drawn if home[edge[0]] == home[edge[1]]))
        for name, (values, words) in self.HELD.items():
            check_values(name, getattr(self, name), values, words, unknown=name in self.UNKNOWN_IN)
        if "rows" in names:
            self.check_rims()

    def check_rims(self) -> None:
        """Raise `BadPuzzle` unless there are as many `rows` and `columns` as the board has, with one number or none."""
        rims = {name: getattr(self, name) for name in ("rows", "columns")}
        if empty := [name for name, lines in rims.items() if not lines]:
            raise BadPuzzle(f"{empty[0]}: a board has at least one, but there are none")
        for (name, lines), count in zip(rims.items(), (self.board.height, self.board.width), strict=True):
            if len(lines) != count:
                raise BadPuzzle(f"{name}: {len(lines)} of them, but the board has {count}")
            for at, numbers in enumerate(() if self.SEVERAL else lines, start=1):
                if len(numbers) > 1:
                    line = f"{name.removesuffix('s')} {at}"
                    raise BadPuzzle(f"{name}: {line} has {len(numbers)} numbers, but one or none")

    def _shown(self) -> tuple[str, Picture]:
        height, width = self.board.height, self.board.width
        return f"{self.KIND.replace('_', ' ')}, {height} × {width}", self.picture()

    @property
    def board(self) -> Grid:
        """A grid with the rows and columns of the puzzle; its values do not matter."""
        fields: Any = self
        if not (name := _board_field(type(self))):
            return Grid.make(len(fields.rows), len(fields.columns))
        board = getattr(self, name)
        if isinstance(board, Grid):
            return board
        return Grid.make(*(board if name == "size" else (len(board), len(board[0]))))

    @property
    def in_cells(self) -> bool:
        """Whether an answer is a grid of the board's cells, and not of its doubled board."""
        return self.answer_size == (self.board.height, self.board.width)

    @property
    def answer_size(self) -> tuple[int, int]:
        """The rows and columns of a solution, by default those of the board."""
        return self.board.height, self.board.width

    @classmethod
    def has_givens(cls) -> bool:
        """Return whether puzzles of the kind may have marks that stand there from the start."""
        return "givens" in getattr(cls, "__dataclass_fields__", ())

    @property
    def given_marks(self) -> Grid | None:
        """The marks that stand there from the start, None for a kind that has none."""
        givens = getattr(self, "givens", None)
        return givens if isinstance(givens, Grid) else None

    def is_needed(self, value: int) -> bool:
        """Return whether a board must show a value: every value but that which stands for nothing or for a cross."""
        symbol, _ = self.LOOKS.get(0, ("×", ""))
        return value != self.EMPTY or symbol != "×"

    def check_marks(self, marks: Grid) -> None:
        """Raise `BadPuzzle` for marks of another size than a solution, or that a cell cannot hold."""
        if (marks.height, marks.width) != self.answer_size:
            height, width = self.answer_size
            size = f"the marks have {times(marks.height, 'row')} and {times(marks.width, 'column')}"
            raise BadPuzzle(f"{size}, and a solution {times(height, 'row')} and {times(width, 'column')}")
        choices = self.choices()
        for cell, mark in marks.marked() if self.in_cells else ():
            if cell in choices and mark not in choices[cell]:
                raise BadPuzzle(f"the marks: {cell} holds {mark}, which no cell of {self.KIND} can")

    @property
    def shape(self) -> Hashable:
        """Everything that `rules` and `choices` depend on; boards of one shape share one warm Z3 solver."""
        clued = (tuple(cell for cell, _ in self.board.marked()),) if self.CLUED else ()
        return self.board.height, self.board.width, *clued

    def bare(self) -> Puzzle:
        """Return a board of this kind whose shape depends on no given: what clues clash on it clash on this one."""
        return self

    @abstractmethod
    def rules(self) -> Iterable[Rule]:
        """Return the rules of the kind for a board of this shape."""

    @abstractmethod
    def clues(self) -> Iterable[Clue]:
        """Return the clues of this puzzle: its given marks, then the others."""

    def hints(self, *, for_people: bool) -> Iterable[Rule]:  # noqa: ARG002 - few kinds have some
        """Return what follows from rules and clues, and helps Z3, or people: what they see at once."""
        return ()

    def likely(self) -> Sequence[Literal]:
        """Return what Z3 assumes first, where it would look long for a solution if there are many; mostly nothing."""
        return ()

    @abstractmethod
    def choices(self) -> Choices:
        """Return the places to assign, in reading order, with their values.

        A place is a cell and its values are marks. If the answer lives on edges, a place is an edge with the values
        1 = used, 0 = not. In a solution exactly one value of each place has all of its literals true.
        """

    def assignment(self, grid: Grid) -> Mapping[Place, int]:
        """Return the places that the marks of a grid assign, with their values; other marks are left out."""
        choices = self.choices()
        return {cell: mark for cell, mark in grid.marked() if mark in choices.get(cell, ())}

    def answer(self) -> Sequence[str]:
        """Return the names of the variables of the answer; a solution is unique if these are."""
        return _layout(self).names

    def one_each(self) -> Sequence[range]:
        """Return the positions in `answer` of each place if exactly one of them holds in a solution, else nothing."""
        return _layout(self).one_each

    def grid(self, values: Sequence[bool | None]) -> Grid:
        """Turn the values of `answer` into a grid; a cell is blank if they (None = unknown) do not decide it."""
        return _layout(self).grid(values)

    def lazy_constraints(self) -> Sequence[Lazy]:
        """Return the constraints of more clauses than can be stated: by default those among the rules.

        All are over the same literals, with which the answer begins.
        """
        return of_shape(
            self, _lazy, lambda: [rule.constraint for rule in self.rules() if isinstance(rule.constraint, Lazy)]
        )

    def stated_rules(self) -> list[Rule]:
        """Return the rules but those that are lazy, which are kept for later."""
        rules = [*self.rules()]
        of_shape(self, _lazy, lambda: [rule.constraint for rule in rules if isinstance(rule.constraint, Lazy)])
        return [rule for rule in rules if not isinstance(rule.constraint, Lazy)]

    def lazy(self) -> Lazy | None:
        """Return the lazy constraints as one, None if there are none."""
        found = self.lazy_constraints()
        on_board = [each for each in found if isinstance(each, OnBoard)]
        return Together(on_board) if on_board else found[0] if found else None

    @abstractmethod
    def is_solved_by(self, grid: Grid) -> bool:
        """Return, without any search, whether the grid obeys every rule and clue."""

    @staticmethod
    def clue_at(grid: Grid, cell: Cell) -> Any:  # noqa: ANN401 - a number or, of `LISTED`, the kind's own clue
        """Return the clue that may stand in a cell of this solution, None if there can be none."""
        raise NotImplementedError

    def keeps_clues(self, grid: Grid) -> bool:
        """Return whether each clue of the board is the one that `clue_at` returns for a solution."""
        found = ((clue, self.clue_at(grid, cell)) for cell, clue in self.board.marked())
        return all(right is not None and clue in {UNKNOWN, right} for clue, right in found)

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Return the puzzle of a solution, with all clues that it can have: by default those of `clue_at`."""
        board = Grid.make(*cls.board_size(grid), lambda cell: cls.clue_at(grid, cell))
        return cls(**{_board_field(cls): board})

    @classmethod
    def board_size(cls, grid: Grid) -> tuple[int, int]:
        """Return the rows and columns of the board that has this solution."""
        return grid.height, grid.width

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:  # noqa: ARG002 - kinds use it
        """Return the name people have for assigning these places by these rules and clues, empty if they have none."""
        return because[0].name if len(because) == 1 else ""

    def is_scanned(self, rule: Rule) -> bool:  # noqa: ARG002 - kinds use it
        """Return whether people first look for the last place that a rule has for a value, as for a digit in a box."""
        return False

    def words(self, step: Step, broken: Broken | None) -> str:  # noqa: ARG002 - kinds use it
        """Say in one sentence what a step assigns and why, empty for the sentence that suits all kinds.

        `broken` is what another value would break; None if that takes more than one assumption.
        """
        return ""

    def failure(self, broken: Broken) -> str:
        """Return the consequence of a broken rule in words, as the end of a sentence."""
        return broken.rule.failure()

    def grid_of(self, assigned: Mapping[Place, int]) -> Grid:
        """Return the grid of values of some places; values that a place cannot have are left out."""
        choices = self.choices()
        known = {
            literal.name: literal.holds
            for place, value in assigned.items()
            for literal in choices.get(place, {}).get(value, ())
        }
        return self.grid([known.get(name) for name in self.answer()])

    def assigned_in(self, picture: Picture) -> dict[Place, int]:
        """Return the places that a picture of this puzzle assigns: the marks in its cells, or what its family draws."""
        cells = {cell: values for cell, values in self.choices().items() if isinstance(cell, Cell)}
        plain = self.glyphs(None)
        found: dict[Place, int] = {}
        for value in {value for values in cells.values() for value in values}:
            held = {cell if self.in_cells else spot(cell): value for cell, values in cells.items() if value in values}
            drawn = self.glyphs(Grid.make(*self.answer_size, held.get))
            found |= {
                cell: value
                for cell, values in cells.items()
                if value in values and plain.get(cell) != picture.glyphs.get(cell) == drawn.get(cell) is not None
            }
        return found

    def clue_glyphs(self) -> Mapping[Cell, Glyph]:
        """Return what is printed in cells: by default the numbers of the board."""
        return {cell: self.PRINTED.get(clue) or printed(number_text(clue)) for cell, clue in self.board.marked()}

    def glyphs(self, grid: Grid | None) -> Mapping[Cell, Glyph]:  # noqa: ARG002 - kinds draw the marks
        """Return what cells show, with the marks of `grid` in those that are not given; by default what is printed."""
        return self.clue_glyphs()

    def picture(self, grid: Grid | None = None) -> Picture:
        """Draw the puzzle with the marks of `grid`: its glyphs and its fields."""
        board, fields = self.board, drawn_fields(self, self.COLOURED)
        return Picture(board.height, board.width, self.glyphs(grid), squares=self.SQUARES, **fields)

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        """Read the puzzle back from its picture; raises `BadPuzzle`.

        The caller checks that the puzzle's own picture contains all that this one does.
        """
        return cls(**read_fields(cls, picture))

    @classmethod
    def in_rows(cls, rows: Sequence[Sequence[str]], *, named: bool) -> dict[str, Any] | None:  # noqa: ARG003 - few have some
        """Return the fields of a board that others draw in rows of words as no picture is; None for other rows.

        `named` is whether somebody has named the kind.
        """
        return None

    @classmethod
    def in_text(cls, text: str, *, named: bool) -> dict[str, Any] | None:  # noqa: ARG003 - few have some
        """Return the fields in the text of another program, None for other texts."""
        return None

    def as_text(self) -> str:
        """Write the puzzle as another program reads it; "" for a kind that has no such form."""
        return ""

    @classmethod
    @abstractmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        """Make a random puzzle with as many clues as possible, and the solution it was made from.

        Nothing but `rng` may be random; which second solution Z3 finds depends on its earlier work, so only whether
        there is one may be asked (`is_only`).
        Raises `BadPuzzle` for a size that the kind does not have.
        """

    def without(self, clue: Clue) -> Self | None:
        """Return the puzzle without one of its clues; None for a clue that must stay."""
        if clue.name not in self.REMOVABLE:
            return None
        if self.LISTED:
            kept = tuple(one for one in getattr(self, self.LISTED) if one.cell != clue.cells[0])
            return replace(self, **{self.LISTED: kept})  # type: ignore[type-var] # every kind is a dataclass
        board = self.board.with_value(clue.cells, self.BARE)
        return replace(self, **{_board_field(type(self)): board})  # type: ignore[type-var] # every kind is a dataclass


@dataclass(frozen=True, slots=True)
class _Layout:
    """Which variables of an answer mean which mark, for all puzzles of one kind and shape."""

    names: tuple[str, ...]
    size: tuple[int, int]
    marks: tuple[tuple[int, int, tuple[int, bool], tuple[tuple[int, bool], ...]], ...]
    """For each value of a cell the number of the cell, the value, and the variables that decide it, with their values:
    the first, then the others, if there are any."""
    one_each: tuple[range, ...]
    """The variables of each place if exactly one of them holds in a solution, else nothing."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> _Layout:
        positions: dict[str, int] = {}
        by_place = dict[Place, list[tuple[int, tuple[int, bool], tuple[tuple[int, bool], ...]]]]()
        for place, values in puzzle.choices().items():
            counts = Counter(chain.from_iterable(values.values()))
            for name, _ in counts:
                positions.setdefault(name, len(positions))
            by_place[place] = []
            for value, literals in values.items():
                first, *more = ((positions[name], holds) for name, holds in _deciding(literals, counts, len(values)))
                by_place[place].append((value, first, tuple(more)))
        height, width = puzzle.answer_size
        where = {place: place if puzzle.in_cells else spot(place) for place in by_place}
        marks = tuple(
            (cell.row * width + cell.col, *option)
            for place, cell in where.items()
            if isinstance(cell, Cell)
            for option in by_place[place]
        )
        options = [*chain.from_iterable(by_place.values())]
        are_single = len(options) == len(positions) and all(first[1] and not more for _, first, more in options)
        one_each = [range(found[0][1][0], found[-1][1][0] + 1) for found in by_place.values() if found]
        return cls(tuple(positions), (height, width), marks, tuple(one_each if are_single else ()))

    def grid(self, values: Sequence[bool | None]) -> Grid:
        """Return the grid of an answer's values."""
        height, width = self.size
        marks: list[int | None] = [None] * (height * width)
        for at, value, (first, holds), more in self.marks:
            if values[first] is holds and all(values[position] is held for position, held in more):
                marks[at] = value
        return Grid(marks[start : start + width] for start in range(0, height * width, width))


def _deciding(literals: tuple[Literal, ...], counts: Mapping[Literal, int], values: int) -> tuple[Literal, ...]:
    """Return a literal that holds for one value alone, if there is one, else all literals of the value."""
    for literal in literals:
        if counts[literal] == 1 and counts[~literal] == values - 1:
            return (literal,)
    return literals


@cache
def _board_field(kind: type[Puzzle]) -> str:
    """Return the field that has the board of a kind."""
    return next((name for name in BOARDS if name in getattr(kind, "__dataclass_fields__", ())), "")


def check_values(field: str, grid: Grid, values: Container[int], words: str, *, unknown: bool = False) -> None:
    """Raise `BadPuzzle` unless the cells of a grid that are not blank hold some of these values."""
    for cell, value in grid.known() if unknown else grid.marked():
        if value not in values:
            error = BadPuzzle if value else ZeroForBlank
            raise error(f"{field}: {cell} holds {number_text(value)}, but a cell is blank or holds {words}")


def in_order(field: str, clues: Iterable[Any], size: tuple[int, int]) -> tuple[Any, ...]:
    """Return clues of a `cell` each in reading order; raises `BadPuzzle` for one off the board, or two in a cell."""
    found = tuple(sorted(clues, key=lambda clue: clue.cell))
    for before, clue in zip((None, *found), found, strict=False):
        if clue.cell not in Grid.make(*size):
            raise BadPuzzle(f"{field}: {clue.cell} is off the board of {size[0]}×{size[1]}")
        if before and before.cell == clue.cell:
            raise BadPuzzle(f"{field}: {clue.cell} has two")
    return found


def _layout(puzzle: Puzzle) -> _Layout:
    return of_shape(puzzle, _layouts, lambda: _Layout.of(puzzle))


def of_shape(puzzle: Puzzle, cache: OrderedDict[Hashable, V], make: Callable[[], V]) -> V:
    """Return what the puzzles of one kind and shape share, from a cache if possible, which keeps the latest `KEPT`."""
    key = (puzzle.KIND, puzzle.shape)
    found = cache.pop(key) if key in cache else make()
    cache[key] = found
    while len(cache) > KEPT:
        cache.popitem(last=False)
    return found


@dataclass(frozen=True, slots=True)
class Step(Shown):
    """Places that are assigned together, and a set of rules, clues and known places that forces them.

    No member of the set can be left out.
    """

    sets: Mapping[Place, int]
    because: tuple[Rule, ...]
    known: Mapping[Place, int]
    technique: str
    level: int
    words: str
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    before: Mapping[Place, int] = field(default_factory=dict, compare=False, repr=False)
    """What is known before: the givens, and what earlier steps have assigned."""

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to highlight: those of the known places and of the assigned ones."""
        return frozenset(cell for place in (*self.known, *self.sets) for cell in cells_of(place))

    def _shown(self) -> tuple[str, Picture | None]:
        return self.words, None if self.puzzle is None else self.picture(self.puzzle)

    def __str__(self) -> str:
        return self.words

    def picture(self, puzzle: Puzzle) -> Picture:
        """Return the board after this step and those before, with the cells of this step lit."""
        return replace(puzzle.picture(puzzle.grid_of({**self.before, **self.sets})), lit=self.cells)


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a place cannot have a value: rules, clues and known places that forbid it, none of which can be left out."""

    place: Place
    value: int
    because: tuple[Rule, ...]
    known: Mapping[Place, int]
    level: int
    words: str

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells to highlight: those of the place, of the known places and of a single broken rule."""
        ruled = self.because[0].cells if len(self.because) == 1 else ()
        return frozenset(cell for place in (self.place, *self.known) for cell in cells_of(place)).union(ruled)


class Broken(NamedTuple):
    """The rule that another value of an assigned place would break, and what it would assign on the way."""

    rule: Rule
    too_many: bool
    """Whether too many of what the rule counts would hold, not too few."""
    leads_to: Mapping[Place, int]


def drawn_fields(puzzle: Any, coloured: bool) -> dict[str, Any]:  # noqa: ANN401, FBT001 - any dataclass
    """Return the parts of a picture, beside its glyphs, that show the fields of a puzzle."""
    parts: dict[str, Any] = {"notes": {}}
    for at in fields(puzzle):
        name, value = at.name, getattr(puzzle, at.name)
        if name == "regions":
            parts |= {"fills": regions.fills(value), "shaded": coloured}
        elif name in {"rows", "columns"}:
            parts[name] = value
        elif name == "centres":
            parts["dots"] = frozenset(value)
        elif name == "points":
            parts[name] = dict(value.marked())
        elif name == "walls":
            parts["signs"] = {edge: "|" if edge[0].row == edge[1].row else "-" for edge in value}
        elif name in SIDES:
            parts[SIDES[name]] = tuple(() if number is None else (number,) for number in value)
        elif name == "connected":  # It is noted only if it is false.
            parts["notes"] |= {} if value else {name: 0}
        elif isinstance(value, int) and value is not False:
            parts["notes"][name] = int(value)
    return parts


def _check_letters(picture: Picture, values: Container[int]) -> None:
    """Raise `BadPuzzle` for a letter above 20 where numbers have no end: there `o` and `x` are signs."""
    for cell, glyph in picture.glyphs.items() if MOST_CELLS - 1 in values else ():
        if glyph.text > "k":
            raise BadPuzzle(f"{cell} of the picture holds {glyph.text!r}, which is no number")


_types = cache(get_type_hints)


def read_fields(kind: Any, picture: Picture) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """Return the fields of a kind that a picture shows; raises `BadPuzzle` for a cell in no region."""
    found: dict[str, Any] = {}
    types = _types(kind)
    for at in fields(kind):
        name = at.name
        if name in GRIDS:
            found[name] = picture.grid()
            _check_letters(picture, kind.HELD.get(name, ((), ""))[0])
        elif name == "regions":
            found[name] = regions.read(picture)
        elif name == "size":
            found[name] = picture.height, picture.width
        elif name == "centres":
            found[name] = tuple(picture.dots)
        elif name == "points":
            found[name] = Grid.make(picture.height + 1, picture.width + 1, picture.points.get)
        elif name == "walls":
            found[name] = picture.edges("|") + picture.edges("-")
        elif name in {"rows", "columns"}:
            count = picture.height if name == "rows" else picture.width
            found[name] = getattr(picture, name) or ((),) * count
        elif name in SIDES:
            found[name] = tuple(numbers[0] if numbers else None for numbers in getattr(picture, SIDES[name]))
        elif name in picture.notes:
            found[name] = bool(picture.notes[name]) if types[name] is bool else picture.notes[name]
        elif at.default is MISSING and types[name] is int:
            found[name] = 0
    return found
