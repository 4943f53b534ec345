"""Tents: a tent beside each tree, none touching another, and the stated number in each line."""

from __future__ import annotations

from solvers.kind import *

TENT_SHARE = 0.2
"""The share of a random board that tents take, if they find room."""


@dataclass(frozen=True)
class Tents(Rimmed):
    """Tents of any size, rectangles too; 1 = a tent, 0 = grass, blank = a tree.

    1. Each tree has a tent of its own in one of the four cells beside it, and there are no other tents.
    2. No two tents touch, not even at a corner.
    3. The number beside a row or above a column says how many tents it holds.

    In `trees`, `t` is a tree. A line without a number may hold any number of tents (source: the help page of
    puzzle-tents.com). A new puzzle has all numbers.
    """

    trees: Grid
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    MARKS: ClassVar = {1: "a tent", 0: "grass"}
    SPELLED: ClassVar = dict.fromkeys("♣🌲🌳🎄🌴", "t")
    LOOKS: ClassVar = {1: ("▲", "warm"), 0: CROSS}
    PRINTED: ClassVar = {TREE: Glyph("t", "♣", "plain")}
    TEXTS: ClassVar = {1: "o", 0: "x"}
    HELD: ClassVar = {"trees": ({TREE}, "t, a tree")}
    LINK: ClassVar = (
        link_parts.lines(),
        link_parts.cells("trees", codes.with_gap((TREE,), 17, "a tree"), codes.gap(18, 18)),
    )
    GAME_ID: ClassVar = (
        link_parts.cells("trees", codes.until(f"_{ids.LETTERS}", TREE), beyond=TREE),
        link_parts.lines(ids.behind(",", "+")),
    )
    SIZE: ClassVar = (8, 8)
    CLUED: ClassVar = True
    SIZES: ClassVar = {5: (15, 15)}
    RARE: ClassVar = {5: 2}

    def _places(self) -> dict[Cell, list[Cell]]:
        """Return for each tree the cells beside it where its tent may stand."""
        free = {*self.open_cells()}
        return {tree: [cell for cell in tree.around() if cell in free] for tree, _ in self.trees.marked()}

    def rules(self) -> Iterator[Rule]:
        places = self._places()
        for tree, cells in places.items():
            around, own = (tree, *cells), tuple(Literal(f"{tree}_{cell}") for cell in cells)
            yield Rule(f"the tree {tree} has a tent beside it", around, Clause(tuple(map(is_one, cells))), "last place")
            yield Rule(f"the tree {tree} has one tent of its own", around, Exactly(1, own), "one tent")
        for cell in self.open_cells():
            owners = [Literal(f"{tree}_{cell}") for tree in cell.around() if tree in places]
            words = f"a tent on {cell} belongs to one tree" if owners else f"no tree is beside {cell}"
            # Of the tent's negation and its trees one holds: there is no tent, or one tree that it belongs to.
            yield Rule(words, (cell,), Exactly(1, (~is_one(cell), *owners)), "" if owners else "no tree")
        yield from none_touch(self.trees, "tent", set(self.open_cells()))

    def clues(self) -> Iterator[Clue]:
        return self.counts("tent")

    def is_solved_by(self, grid: Grid) -> bool:
        tents = {cell for cell, mark in grid.marked() if mark}
        return (
            super().is_solved_by(grid)
            and len(tents) == len(places := self._places()) == len(matched(places, tents))
            and not has_touching(grid)
        )

    @classmethod
    def random(cls, size: tuple[int, int], rng: Random) -> tuple[Self, Grid]:
        blank = Grid.make(*size)

        def of(trees: dict[Cell, Cell]) -> tuple[Self, Grid]:
            grid = Grid.make(*size, lambda _: 0).with_value(trees, 1).with_value(trees.values(), None)
            return cls(blank.with_value(trees.values(), TREE), *cls.rims_for(grid)), grid

        def changed(trees: dict[Cell, Cell], doubtful: list[Cell]) -> dict[Cell, Cell]:
            gone = {rng.choice([tent for tent in doubtful if tent in trees] or list(trees)), rng.choice(list(trees))}
            return _planted({tent: tree for tent, tree in trees.items() if tent not in gone}, blank, rng)

        return corrected(_planted({}, blank, rng), changed, of, rng)


def _planted(trees: dict[Cell, Cell], blank: Grid, rng: Random) -> dict[Cell, Cell]:
    """Add tents, each with its tree, where there is room."""
    cells = list(blank.cells())
    for tent in rng.sample(cells, len(cells)):
        taken = {*trees, *trees.values()}
        free = [cell for cell in tent.around() if cell in blank and cell not in taken]
        if len(trees) < TENT_SHARE * len(cells) and tent not in taken and free and not {*trees} & {*blank.near(tent)}:
            trees[tent] = rng.choice(free)
    return trees
