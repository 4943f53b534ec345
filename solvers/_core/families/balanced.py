"""The family of kinds whose lines hold as many of each of two marks."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, ClassVar

from solvers._core.families.marks import TwoMarks, is_one
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.rules import Clause, Exactly, Rule
from solvers._core.model.sentences import LONG, assigned, joined, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers._core.model.grid import Cell, Grid, Place
    from solvers._core.model.puzzle import Broken, Step

LINE, PAIR, GAP = "balanced line", "pair", "gap"
AS_MANY = " holds as many of each"
THREES = bytes(3), bytes((1, 1, 1))
"""Three equal neighbours."""


class Balanced(TwoMarks):
    """Kinds of two marks on a board with even sides, half of each line each mark."""

    LOGIC: ClassVar = "QF_UF"

    def __post_init__(self) -> None:
        for side, length in (("rows", self.givens.height), ("columns", self.givens.width)):
            if length % 2:
                raise BadPuzzle(
                    f"givens: {length} {side}, but half of each line holds each mark, so the number must be even"
                )
        super().__post_init__()

    def rules(self) -> Iterator[Rule]:
        """Yield the rules that half of each line holds each mark, and no three neighbours in a line are equal."""
        yield from starmap(_halves, self.givens.lines())
        for _, line in self.givens.lines():
            yield from _threes(line)

    def is_solved_by(self, grid: Grid) -> bool:
        """Return whether the grid keeps the givens and obeys these rules."""
        lines = grid.line_values()
        return (
            self.keeps_givens(grid)
            and all(line.count(mark) == len(line) // 2 for line in lines for mark in (0, 1))
            and not any(three in bytes(map(bool, line)) for line in lines for three in THREES)
        )

    def technique(self, because: Sequence[Rule], sets: Sequence[Place]) -> str:
        """Distinguish a pair (two equal neighbours) from a gap (equal cells on both sides); join two rules' names."""
        if len(because) == 1 and because[0].name == PAIR:
            return GAP if because[0].cells[1] in sets else PAIR
        names = list(dict.fromkeys(rule.name for rule in because))
        return " and ".join(names) if len(names) in {1, 2} else ""

    def words(self, step: Step, broken: Broken | None) -> str:
        """Name the line, if everything happens inside one and would take long to list."""
        whole = next((rule for rule in step.because if rule.name == LINE), None)
        if whole is None or broken is not None or not all({*whole.cells} >= {*rule.cells} for rule in step.because):
            return ""
        if len(listed := plain(self, step)) <= LONG:
            return listed
        return f"{assigned(self, step)}: {whole.words.removesuffix(AS_MANY)} cannot be filled in any other way"


def _halves(name: str, line: tuple[Cell, ...]) -> Rule:
    """Return the rule that half of a line holds each mark."""
    says = Exactly(len(line) // 2, tuple(map(is_one, line)))
    return Rule(f"{name}{AS_MANY}", line, says, LINE, f"{name} would not hold as many of each")


def _threes(line: tuple[Cell, ...]) -> Iterator[Rule]:
    """Yield the rules that no three neighbours in a line are equal."""
    for three in zip(line, line[1:], line[2:], strict=False):
        literals = tuple(map(is_one, three))
        cells = joined(three)
        words, otherwise = f"{cells} are not all equal", f"{cells} would all be equal"
        yield Rule(words, three, Clause(literals), PAIR, otherwise)
        yield Rule(words, three, Clause(tuple(~literal for literal in literals)), PAIR, otherwise)
