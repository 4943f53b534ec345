"""Double Choco: divide the board into areas of a white and a grey part each, which have the same shape."""

# Long: an area is stated as a map of its white part onto the grey one for Z3, and by what is known of it for people.

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from functools import cached_property, reduce
from itertools import permutations, product
from operator import or_, xor
from typing import NamedTuple

from solvers.kind import *

SYMMETRIES = tuple(
    (down, right)
    for down, right in product(Cell(0, 0).around(), repeat=2)
    if down.row * right.row + down.col * right.col == 0
)
"""Where a step down and a step to the right lead on a board that is turned, or mirrored."""
LARGEST = 4
"""Cells of the largest part of a new puzzle."""
DEAD_ENDS = 5000
"""How many divisions of a new board are tried."""


class Image(NamedTuple):
    """A symmetry and a shift, as far as they take connected white cells to grey ones."""

    of: Mapping[Cell, Cell]
    """The image of each white cell, and the cell whose image a grey one is."""
    contact: tuple[Edge, ...]
    """The edges between both colours."""


@dataclass(frozen=True)
class DoubleChoco(Divided):
    """Double Choco of any size with up to 400 cells, rectangles too.

    1. Borders divide the board into areas.
    2. Each area consists of one white part and one grey part; the cells of a part are connected by their edges.
    3. Both have the same shape, which may be turned and mirrored.
    4. A number says how many cells the part has in which it stands.

    `grey` holds 1 in the grey cells. In a solution, the doubled board, each border between two cells holds 1 (it
    divides them) or 0 (source: the rules of puzz.link).
    """

    grey: Grid
    numbers: Grid

    MOST_CELLS: ClassVar = 400
    MARKS: ClassVar = {1: "a border", 0: "open"}
    HELD: ClassVar = {"grey": ((1,), "1"), "numbers": (range(1, MOST_CELLS), "a number from 1 on")}
    UNKNOWN_IN: ClassVar = frozenset({"numbers"})
    REMOVABLE: ClassVar = frozenset({"number"})
    NO_GRADES: ClassVar = frozenset({2})
    PHASE: ClassVar = "always_true"
    LARGEST_NEW: ClassVar = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.grey.same_shape(self.numbers):
            raise BadPuzzle(f"grey: {self.grey.height}×{self.grey.width}, but the numbers have another size")

    def rules(self) -> Iterator[Rule]:
        for cell in self.board.cells():
            right, below = cell.neighbours()
            across = Cell(below.row, right.col)
            around = [border(*edge) for edge in ((cell, right), (right, across), (across, below), (below, cell))]
            for edge in around if across in self.board else ():
                constraint = Clause((~used(edge), *(used(other) for other in around if other != edge)))
                words = f"a border goes on between {cell} and {across}"
                yield Rule(words, (cell, right, below, across), constraint, "dead end", f"a border would end at {cell}")

    def clues(self) -> Iterator[Clue]:
        for cell, number in self.numbers.known():
            words = f"the part of {cell} has {times(number, 'cell')}"
            yield Clue(words, (cell,), Clause((holds(cell, number),)), "number")

    def lazy_constraints(self) -> list[Lazy]:
        return [Halves(self)]

    def hints(self, *, for_people: bool) -> Iterator[Rule]:
        if for_people:
            return
        of = dict[Cell, list[Literal]]((cell, []) for cell in self.board.cells())
        for at, image in enumerate(self.images(dict(self.numbers.known()))):
            whole, touch = Literal(f"image{at}"), tuple(~used(edge) for edge in image.contact)
            yield Rule("a cell touches its image", image.contact[0], Clause((~whole, *touch)))
            for cell, other in image.of.items():
                mine = _taken(at, cell, other)
                of[cell].append(mine)
                yield Rule(f"{cell} has {other} as its image", (cell,), Clause((~mine, whole)))
                for near in self.board.beside(cell):
                    edge, twin = used(border(cell, near)), image.of.get(near)
                    also = () if twin is None else (_taken(at, near, twin),)
                    yield Rule(f"{near} has the same image", (cell, near), Clause((edge, ~mine, *also)))
                    if twin is not None and self.grey[near] == self.grey[cell]:
                        constraint = Clause((~edge, ~mine, used(border(other, twin))))
                        yield Rule(f"borders beside {cell} and {other} are alike", (cell, near), constraint)
        for cell, images in of.items():
            yield Rule(f"{cell} has an image", (cell,), Clause(tuple(images)))
        for root, number in self.numbers.known():
            alike = {cell for cell in of if self.grey[cell] == self.grey[root]}
            held = {cell: belongs(cell, root) for cell in steps_from(root, alike, number)}
            yield from (Rule(f"the part of {root} is connected", (root,), part) for part in part_of(root, held, number))
            for cell, mine in held.items():
                for near in alike.intersection(cell.around()):
                    edge, theirs = used(border(cell, near)), tuple(filter(None, [held.get(near)]))
                    yield Rule(f"{near} is in the part of {root}", (root,), Clause((edge, ~mine, *theirs)))
                    if theirs:
                        constraint = Clause((~edge, ~mine, ~theirs[0]))
                        yield Rule(f"no border parts {cell} and {near}", (root,), constraint)

    def images(self, known: Mapping[Cell, int]) -> Iterator[Image]:
        """Yield all images of white cells that parts with these numbers can have."""
        white, grey = [*self.grey.blanks()], [cell for cell, _ in self.grey.marked()]
        for down, right in SYMMETRIES:
            shifted = defaultdict[tuple[int, int], dict[Cell, Cell]](dict)
            for one, other in product(white, grey):
                if known.get(one, known.get(other)) == known.get(other, known.get(one)):
                    row = other.row - one.row * down.row - one.col * right.row
                    shifted[row, other.col - one.row * down.col - one.col * right.col][one] = other
            for to in shifted.values():
                yield from _connected(to, known)

    def is_solved_by(self, grid: Grid) -> bool:
        known, areas = dict(self.numbers.known()), self.areas(grid)
        for area in areas:
            halves = [sorted(cell for cell in area if self.grey[cell] == colour) for colour in (None, 1)]
            if not all(half and len(connected_part(half)) == len(half) for half in halves):
                return False
            if _shape(halves[0]) != _shape(halves[1]):
                return False
            if any(known.get(cell, len(halves[0])) != len(halves[0]) for cell in area):
                return False
        return bool(areas)

    def clue_glyphs(self) -> dict[Cell, Glyph]:
        found = dict[Cell, Glyph]()
        for cell in self.board.cells():
            number = self.numbers[cell]
            text = "" if number is None else number_text(number)
            if self.grey[cell]:  # Drawn as a given mark, on a grey ground.
                found[cell] = Glyph(f"g{text}", text or "\xa0")
            elif text:
                found[cell] = printed(f"w{text}", text)
        return found

    @classmethod
    def from_picture(cls, picture: Picture) -> Self:
        form = "a cell is blank, or g or w with a number, which grey ones may lack"
        found = [*picture.lettered(("grey", "white"), form, bare=True)]
        grey = {cell: 1 for cell, colour, _ in found if colour == "grey"}
        numbers = {cell: number for cell, _, number in found}
        return cls(*(Grid.make(picture.height, picture.width, held.get) for held in (grey, numbers)))

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        board = Grid.make(*size)
        for _ in range(DEAD_ENDS if size[0] * size[1] % 2 == 0 else 0):
            areas = _divided(board, rng)
            if areas is None:
                continue
            home = {cell: area for area in areas for half in area for cell in half}
            numbers = {cell: len(area[0]) for cell, area in home.items()}
            grey = {cell: 1 for area in areas for cell in area[rng.randrange(2)]}
            puzzle = cls(Grid.make(*size, grey.get), Grid.make(*size, numbers.get))
            grid = puzzle.grid([home[one] is not home[other] for one, other in puzzle.ways()])
            if is_only(puzzle, grid, rng):
                return puzzle, grid
        raise BadPuzzle(f"no {cls.KIND} with {size[0]} rows and {size[1]} columns was found")


class Halves(Lazy):
    """Each area has one white and one grey part, of the same shape and as large as the numbers in them say.

    Sets of edges are masks.
    """

    def __init__(self, puzzle: DoubleChoco) -> None:
        """Give each edge its bit."""
        self._puzzle, self._edges = puzzle, puzzle.ways()
        self.literals = tuple(map(used, self._edges))
        self._bit = {edge: 1 << at for at, edge in enumerate(self._edges)}
        self._near: dict[Cell, list[tuple[Cell, int]]] = {cell: [] for cell in puzzle.board.cells()}
        self._like = 0
        """The edges between two cells of one colour."""
        for edge, bit in self._bit.items():
            for cell, near in (edge, edge[::-1]):
                self._near[cell].append((near, bit))
            self._like |= bit if puzzle.grey[edge[0]] == puzzle.grey[edge[1]] else 0
        self._numbers = dict(puzzle.numbers.known())

    @cached_property
    def _images(self) -> Mapping[Cell, list[Image]]:
        """The images of each cell, whatever the numbers are."""
        found = defaultdict[Cell, list[Image]](list)
        for image in self._puzzle.images({}):
            for cell in image.of:
                found[cell].append(image)
        return found

    def forced(self, ones: int, zeros: int) -> Forced:
        must = cannot = 0
        for nogood in self._nogoods(ones, zeros):
            held, empty = nogood.ones & ~ones, nogood.zeros & ~zeros
            if not held | empty:
                return None
            if (held | empty).bit_count() == 1 and not held & zeros and not empty & ones:
                must, cannot = must | empty, cannot | held
        # Where an edge would have to be both, one nogood is broken as soon as the other is followed.
        return must, cannot & ~must

    def rule(self, ones: int, zeros: int, forced: int) -> Rule:
        found = []
        for nogood in self._nogoods(ones, zeros):
            left = nogood.ones & ~ones | nogood.zeros & ~zeros
            if left == left & forced and left.bit_count() == bool(forced):
                found.append(nogood)
        return self._stated(
            min(found, key=lambda nogood: (nogood.ones & forced > 0, (nogood.ones | nogood.zeros).bit_count()))
        )

    def broken(self, values: Sequence[bool]) -> Iterator[Rule]:
        ones = mask_where(values)
        zeros = (1 << len(values)) - 1 & ~ones
        for nogood in self._nogoods(ones, zeros):
            if not (nogood.ones & ~ones | nogood.zeros & ~zeros):
                yield self._stated(nogood, with_needs=True)

    def _stated(self, nogood: Nogood, *, with_needs: bool = False) -> Rule:
        """State that a nogood does not hold."""
        held = [~self.literals[at] for at in positions(nogood.ones)]
        empty = [self.literals[at] for at in positions(nogood.zeros)]
        cells = sorted({cell for at in positions(nogood.ones | nogood.zeros) for cell in self._edges[at]})
        constraint = Clause((*held, *empty, *(~literal for literal in nogood.needs if with_needs)))
        return Rule(nogood.otherwise, tuple(cells), constraint, nogood.name, nogood.otherwise)

    def _tree(self, start: Iterable[Cell], through: int) -> dict[Cell, tuple[Cell, int]]:
        """Return the cells that edges lead to, the nearest first, each with the one before it and its edge."""
        came = {cell: (cell, 0) for cell in start}
        queue = [*came]
        for cell in queue:  # which grows meanwhile
            for near, bit in self._near[cell]:
                if bit & through and near not in came:
                    came[near] = cell, bit
                    queue.append(near)
        return came

    def _groups(self, through: int) -> dict[Cell, list[Cell]]:
        """Return the cells that edges connect with each cell; the first of them is the first in reading order."""
        found = dict[Cell, list[Cell]]()
        for cell in self._near:
            if cell not in found:
                group = [*self._tree([cell], through)]
                found |= dict.fromkeys(group, group)
        return found

    def _way(self, start: Iterable[Cell], goal: Collection[Cell], through: int) -> tuple[int, Cell]:
        """Return the edges from some cells to the nearest of others, and this one."""
        tree = self._tree(start, through)
        end = next(cell for cell in tree if cell in goal)
        return _back(tree, end), end

    def _rim(self, cells: Iterable[Cell], among: int = -1) -> int:
        """Return the edges between some cells and others."""
        return reduce(xor, (bit for cell in cells for _, bit in self._near[cell]), 0) & among

    def _nogoods(self, ones: int, zeros: int) -> Iterator[Nogood]:
        """Yield nogoods, among them all of which one edge at most is not known to be so."""
        areas, parts = self._groups(zeros), self._groups(zeros & self._like)
        rooms = self._groups(self._like & ~ones)
        for (one, other), bit in self._bit.items():
            if not bit & zeros and areas[one] is areas[other]:
                yield Nogood(bit, self._way([one], [other], zeros)[0], "a border would end inside an area", "inside")
        for first, area in areas.items():
            if area[0] != first:
                continue
            halves = [parts[cell] for cell in area if parts[cell][0] == cell]
            if len(halves) == 1:
                otherwise = f"the part of {first} would have no other beside it"
                yield Nogood(self._rim(area), 0, otherwise, "alone")
            for half, goal in permutations(halves, 2):
                if self._puzzle.grey[half[0]] == self._puzzle.grey[goal[0]]:
                    otherwise = f"the area of {first} would have two parts of one colour"
                    yield Nogood(self._rim(half, self._like), self._way(half, goal, zeros)[0], otherwise, "two parts")
            yield from self._sizes(area, halves, rooms, zeros)
            room = {self._puzzle.grey[half[0]]: {*rooms[half[0]]} for half in halves}
            yield from self._shapes(area, room, ones, zeros)
        roots = {cell: next((root for root in area if root in self._numbers), None) for cell, area in areas.items()}
        for (one, other), bit in self._bit.items():
            root, another = roots[one], roots[other]
            if root and another and self._numbers[root] != self._numbers[another]:
                way = self._way([one], [root], zeros)[0] | self._way([other], [another], zeros)[0] | bit
                otherwise = f"{root} and {another} would be in one area"
                yield Nogood(0, way, otherwise, "two numbers", (self._says(root), self._says(another)))

    def _says(self, cell: Cell) -> Literal:
        return holds(cell, self._numbers[cell])

    def _sizes(
        self, area: Sequence[Cell], halves: Sequence[Sequence[Cell]], rooms: Mapping[Cell, list[Cell]], zeros: int
    ) -> Iterator[Nogood]:
        """Yield what follows from the numbers in an area."""
        for root, half in product(area, halves):
            if (number := self._numbers.get(root)) is None:
                continue
            (way, end), needs = self._way([root], half, zeros), (self._says(root),)
            for cells in (half, rooms[end]):
                if len(cells) < number:
                    few = f"the part of {half[0]} would have fewer than {times(number, 'cell')}"
                    yield Nogood(self._rim(cells, self._like), way, few, "room", needs)
            many = f"the part of {half[0]} would have more than {times(number, 'cell')}"
            for bit in (0,) if len(half) > number else bits(self._rim(half, self._like)):
                tree = [*self._tree([end], zeros & self._like | bit).values()][: number + 1]
                if len(tree) > number:
                    yield Nogood(0, reduce(or_, (edge for _, edge in tree), way), many, "full", needs)

    def _shapes(
        self, area: Sequence[Cell], rooms: Mapping[int | None, Collection[Cell]], ones: int, zeros: int
    ) -> Iterator[Nogood]:
        """Yield what holds for all images that an area may have."""
        root = min(area, key=lambda cell: len(self._images[cell]))
        tree = self._tree([root], zeros)
        why_ones = why_zeros = 0
        common: dict[int, _Seen] | None = None
        for image in self._images[root]:
            found = {seen.bit: seen for seen in self._seen(image, tree, rooms, ones, zeros)}
            refuted = next((seen for seen in found.values() if seen.is_border is None), None)
            if refuted is not None:
                why_ones, why_zeros = why_ones | refuted.ones, why_zeros | refuted.zeros
            elif common is None:
                common = found
            else:
                common = {
                    bit: seen._replace(ones=seen.ones | found[bit].ones, zeros=seen.zeros | found[bit].zeros)
                    for bit, seen in common.items()
                    if bit in found and found[bit].is_border == seen.is_border
                }
            if common == {}:
                return
        otherwise = f"the parts in the area of {area[0]} could not have one shape"
        if common is None:
            yield Nogood(why_ones, why_zeros, otherwise, "shape")
        for bit, seen in (common or {}).items():
            held, empty = (0, bit) if seen.is_border else (bit, 0)
            yield Nogood(why_ones | seen.ones | held, why_zeros | seen.zeros | empty, otherwise, "shape")

    def _seen(
        self,
        image: Image,
        tree: Mapping[Cell, tuple[Cell, int]],
        rooms: Mapping[int | None, Collection[Cell]],
        ones: int,
        zeros: int,
    ) -> Iterator[_Seen]:
        """Yield what an image says of edges that are not known, as far as the first that refutes it."""
        for cell in tree:
            way, other = _back(tree, cell), image.of.get(cell)
            if other is None:
                yield _Seen(0, None, 0, way)
                return
            colour = self._puzzle.grey[other]
            if colour in rooms and other not in rooms[colour]:
                held = next(near for near in tree if near in rooms[colour])
                yield _Seen(0, None, self._rim(rooms[colour], self._like), way | _back(tree, held))
                return
            pairs = [
                (bit, self._bit[border(other, image.of[near])] if near in image.of else 0)
                for near, bit in self._near[cell]
                if bit & self._like
            ]
            pairs += [(bit, 0) for near, bit in self._near[other] if bit & self._like and near not in image.of]
            for bit, twin in [*pairs, *((twin, bit) for bit, twin in pairs if twin)]:
                if bit & zeros and (not twin or twin & ones):
                    yield _Seen(0, None, twin, way | bit)
                    return
                if not bit & (ones | zeros) and (not twin or twin & (ones | zeros)):
                    is_border = not twin & zeros
                    yield _Seen(bit, is_border, twin * is_border, way | twin * (not is_border))


class _Seen(NamedTuple):
    """What an image says of an edge, and why: edges that are borders, and others that are open."""

    bit: int
    is_border: bool | None
    """None if it cannot be the image."""
    ones: int
    zeros: int


def _back(tree: Mapping[Cell, tuple[Cell, int]], cell: Cell) -> int:
    """Return the edges from a cell back to the root of its tree."""
    way = 0
    while tree[cell][1]:
        cell, bit = tree[cell]
        way |= bit
    return way


def _connected(to: Mapping[Cell, Cell], known: Mapping[Cell, int]) -> Iterator[Image]:
    """Yield what parts with these numbers can have of a symmetry and a shift, each piece for itself."""
    back = {other: one for one, other in to.items()}

    def contact(cells: Collection[Cell]) -> list[Edge]:
        """Return the edges between cells and their images."""
        return [border(one, near) for one in cells for near in one.around() if back.get(near) in cells]

    numbers = {one: known.get(one) or known[other] for one, other in to.items() if known.keys() & {one, other}}
    fits = {*to}
    for one, number in numbers.items():
        room = steps_from(one, {near for near in to if numbers.get(near, number) == number}, number)
        if len(room) < number or not contact(room):
            fits.remove(one)
    for part in regions.connected_parts([sorted(fits)]):
        if touching := contact({*part}):
            pairs = {one: to[one] for one in part}
            yield Image(pairs | {other: one for one, other in pairs.items()}, tuple(touching))


def _taken(at: int, cell: Cell, other: Cell) -> Literal:
    """Return the literal that the area of two cells has this image."""
    return Literal(f"image{at}_{min(cell, other)}")


def _turned(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield some cells in each symmetry."""
    for down, right in SYMMETRIES:
        yield [Cell(row * down.row + col * right.row, row * down.col + col * right.col) for row, col in cells]


def _shape(cells: Collection[Cell]) -> tuple[tuple[int, int], ...]:
    """Return what cells of the same shape, turned or mirrored, have in common."""
    found = []
    for turned in _turned(cells):
        up, left = (min(cell[axis] for cell in turned) for axis in (0, 1))
        found.append(tuple(sorted((row - up, col - left) for row, col in turned)))
    return min(found)


def _divided(board: Grid, rng: Random) -> list[tuple[frozenset[Cell], frozenset[Cell]]] | None:
    """Divide a board into random areas of two equal parts; None if cells are left."""
    left, areas = {*board.cells()}, list[tuple[frozenset[Cell], frozenset[Cell]]]()
    while left:
        first = min(left, key=lambda cell: (len(left.intersection(cell.around())), cell))
        half = {first}
        for _ in range(rng.randrange(LARGEST)):
            beside = sorted({near for cell in half for near in cell.around()} & left - half)
            half |= {rng.choice(beside)} if beside else set()
        rest = left - half
        beside = [near for cell in sorted(half) for near in cell.around() if near in rest]
        places = {
            frozenset(Cell(row + near.row - cell.row, col + near.col - cell.col) for row, col in turned)
            for turned in _turned(sorted(half))
            for cell in turned
            for near in beside
        }
        fitting = sorted(sorted(place) for place in places if place <= rest)
        if fitting:
            areas.append((frozenset(half), frozenset(rng.choice(fitting))))
            left = rest - areas[-1][1]
        elif len(half) == 1:
            return None
    return areas
