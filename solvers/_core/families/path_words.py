"""What is said of a path: the literals about its cells, and the words of its steps."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solvers._core.model.grid import Cell
from solvers._core.model.rules import Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from solvers._core.model.grid import Edge, Grid
    from solvers._core.model.steps import Broken, Step

FEW = 2
"""How many steps ahead a person sees at once."""


@lru_cache(maxsize=2**15)
def is_end(cell: Cell, end: str) -> Literal:
    """Return the literal "the path starts (or stops) in the cell"."""
    return Literal(f"{cell}-{end}")


@lru_cache(maxsize=2**15)
def is_number(cell: Cell, number: int) -> Literal:
    """Return the literal "the number is in the cell"."""
    return Literal(f"{cell}-is-{number}")


@lru_cache(maxsize=2**15)
def is_before(cell: Cell, number: int) -> Literal:
    """Return the literal "the path passes the cell before it reaches the number"."""
    return Literal(f"{cell}-before-{number}")


def listed(cells: Iterable[Cell]) -> str:
    """Return the names of cells."""
    return ", ".join(map(str, cells))


def path_words(step: Step, broken: Broken | None, failure: Callable[[Broken], str]) -> str:
    """Return what a step says about the path, and what would happen otherwise."""
    sets = {place: value for place, value in step.sets.items() if not isinstance(place, Cell)}
    chains = _chains([edge for edge, value in sets.items() if value])
    goes = [f"goes {'–'.join(map(str, chain))}" for chain in chains]
    if off := [f"{first}–{second}" for (first, second), value in sets.items() if not value]:
        goes.append(f"does not go {' or '.join(off)}")
    why = "otherwise it would get stuck, whichever way it went on"
    if broken is not None:
        why = f"otherwise {'in the end ' if len(broken.leads_to) > FEW else ''}{failure(broken)}"
    return f"the path {' and '.join(goes)}: {why}"


def path_failure(broken: Broken, numbers: Grid) -> str:
    """Return what would be wrong with the path if a rule were broken."""
    if broken.rule.otherwise:
        return broken.rule.otherwise
    (cell,) = broken.rule.cells
    number, last = numbers[cell], max(number for _, number in numbers.marked())
    if number in {1, last}:
        return f"{'two ways' if broken.too_many else 'no way'} would lead {'from' if number == 1 else 'to'} {number}"
    return f"the path would fork at {cell}" if broken.too_many else f"{cell} would be a dead end"


def _chains(steps: Sequence[Edge]) -> list[list[Cell]]:
    """Return the cells along steps, joined where they meet."""
    chains: list[list[Cell]] = []
    for step in steps:
        meeting = [chain for chain in chains if {chain[0], chain[-1]} & {*step}]
        chains = [chain for chain in chains if chain not in meeting]
        joined = list(step)
        for chain in meeting:
            if joined[-1] not in {chain[0], chain[-1]}:
                joined.reverse()
            joined += (chain if chain[0] == joined[-1] else chain[::-1])[1:]
        chains.append(joined)
    return [min(chain, chain[::-1]) for chain in chains]
