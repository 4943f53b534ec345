"""Steps in words: one sentence that says what is assigned, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from solvers._core.model.grid import Cell, Place, place_name
from solvers._core.model.puzzle import Broken, Clash, Puzzle, Step

SEVERAL = 3
"""From this number of rules, and this level, on it is no longer obvious what rules force together."""
LONG = 160
"""Sentences with more characters say what would happen otherwise, not all that a step follows from."""
LONGEST = 200
"""Characters of the longest sentence, which names all reasons where no other value tells a short story."""
ARE, WOULD_BE = ("is", "are"), ("would be", "would be")
NAMED = 3
"""How many consequences of another value are named."""
RANGE = 4
"""From this number on, cells in a row or column are named by the first and the last."""
HALF, FEW = 100, 3
"""Characters of the longest list of marks, and how many places with a mark are named of a longer one."""


def sentence(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:
    """Return a step in words: the places it assigns, and its reasons or, if long, what other values would lead to."""
    listed, is_single = plain(puzzle, step), len(step.because) == 1
    is_clear = len(step.because) < SEVERAL or step.level < SEVERAL
    most = LONGEST if broken is None or is_single else LONG if is_clear else 0
    if len(listed) <= most:
        return listed
    if is_single and broken is None:
        return plain(puzzle, step, FEW)
    return f"{assigned(puzzle, step)}: {otherwise(puzzle, step, broken)}"


def plain(puzzle: Puzzle, step: Step, most: int | None = None) -> str:
    """Return a step in words: the places it assigns, and all of its reasons, or of places so many with each mark."""
    reasons = [*facts(puzzle, step.known, most=most), *dict.fromkeys(rule.words for rule in step.because)]
    return f"{assigned(puzzle, step)}: {_clauses(reasons)}"


def assigned(puzzle: Puzzle, step: Step) -> str:
    """Return the places that a step assigns, in words; of many, only a few are named."""
    every, few = (list(facts(puzzle, step.sets, most=most)) for most in (None, FEW))
    parts = every if sum(map(len, every)) <= HALF else few
    return _clauses(parts) if len(parts) > 2 else " and ".join(parts)  # noqa: PLR2004 - two need no comma


def otherwise(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:
    """Return the consequence of other values than those of a step, in words."""
    if broken is None:
        return "anything else would end in a contradiction, whatever is tried next"
    failure = puzzle.failure(broken)
    if not broken.leads_to:
        return f"otherwise {failure}"
    if len(step.sets) > 1:
        return f"otherwise more would follow, and in the end {failure}"
    if len(broken.leads_to) > NAMED:
        return f"otherwise {len(broken.leads_to)} more would follow, and in the end {failure}"
    consequences = joined(facts(puzzle, broken.leads_to, WOULD_BE))
    return f"otherwise {consequences}, and {failure}"


def refutation(puzzle: Puzzle, clash: Clash, broken: Broken | None) -> str:
    """Say why a place cannot have a value."""
    start = impossible(puzzle, clash.place, clash.value)
    if broken is None:
        return f"{start}: it would end in a contradiction, whatever is tried next"
    failure = puzzle.failure(broken)
    if len(broken.leads_to) > NAMED:
        return f"{start}: {len(broken.leads_to)} more would follow, and in the end {failure}"
    reasons = [*facts(puzzle, clash.known), *facts(puzzle, broken.leads_to, WOULD_BE)]
    return f"{start}: {_clauses([*reasons, failure])}"


def _clauses(parts: Iterable[str]) -> str:
    """Join parts of a sentence that are sentences themselves."""
    *more, last = parts
    return f"{', '.join(more)}{', and ' if more else ''}{last}"


def impossible(puzzle: Puzzle, place: Place, value: int) -> str:
    """Return the words for a value that a place cannot have."""
    mark = puzzle.MARKS[value]
    opposite = mark.removeprefix("not ")
    return f"{spoken(puzzle, place)} {'cannot' if mark == opposite else 'must'} be {opposite}"


def facts(
    puzzle: Puzzle, places: Mapping[Place, int], verbs: tuple[str, str] = ARE, most: int | None = None
) -> Iterator[str]:
    """Yield the marks of places in words, those with the same mark together, `most` of them by name."""
    by_value: dict[int, list[Place]] = {}
    for place, value in places.items():
        by_value.setdefault(value, []).append(place)
    for value, alike in by_value.items():
        mark = puzzle.MARKS[value]
        if len(alike) == 1:
            yield f"{spoken(puzzle, alike[0])} {verbs[0]} {mark}"
        else:
            named = alike if most is None or len(alike) <= most + 1 else alike[:most]
            more = [f"{len(alike) - len(named)} more"] if len(named) < len(alike) else []
            yield f"{joined([*_names(puzzle, named), *more])} {verbs[1]} {plural(mark)}"


def _names(puzzle: Puzzle, places: Iterable[Place]) -> Iterator[str]:
    """Yield the names of places; of many cells side by side only the first and the last are named."""
    line: list[Place] = []
    for place in (*places, None):
        if line and (place is None or not _goes_on(line, place)):
            names = [spoken(puzzle, other) for other in line]
            yield from names if len(names) < RANGE else (f"{names[0]} to {names[-1]}",)
            line = []
        line += [] if place is None else [place]


def _goes_on(line: Sequence[Place], place: Place) -> bool:
    """Return whether a cell follows others in their row or column."""
    first, last = line[0], line[-1]
    if not (isinstance(first, Cell) and isinstance(last, Cell) and isinstance(place, Cell)):
        return False
    across, down = (last.row, last.col + 1), (last.row + 1, last.col)
    return place in ({across, down} if first == last else {across if first.row == last.row else down})


def spoken(puzzle: Puzzle, place: Place) -> str:
    """Return the name of a place in a sentence: an edge at the rim is one of its cell."""
    if isinstance(place, Cell) or all(cell in puzzle.board for cell in place):
        return place_name(place)
    first, second = place
    is_first = first in puzzle.board
    sides = ("right", "bottom") if is_first else ("left", "top")
    return f"the {sides[first.col == second.col]} edge of {first if is_first else second}"


def plural(mark: str) -> str:
    """Return the plural of a mark: `a sun` becomes `suns`, `blue` stays."""
    article, _, noun = mark.partition(" ")
    return f"{noun}{'es' if noun.endswith('ch') else 's'}" if article in {"a", "an"} else mark


def gathered(names: Iterable[str]) -> str:
    """List units as people do: `row 1`, `rows 1 and 3`; all are of one sort."""
    sorts, own = zip(*(name.rsplit(" ", 1) for name in names), strict=True)
    return f"{sorts[0]}{'s' if len(own) > 1 else ''} {joined(own)}"


def joined(names: Iterable[object]) -> str:
    """List names as people do: `a, b and c`."""
    *more, last = map(str, names)
    return f"{', '.join(more)} and {last}" if more else last
