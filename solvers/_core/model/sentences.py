"""Steps in words: one sentence that says what is settled, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers._core.model.steps import place_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from solvers._core.model.grid import Place
    from solvers._core.model.puzzle import Puzzle
    from solvers._core.model.steps import Broken, Clash, Step

SEVERAL = 3
"""From this number of rules, and this level, on it is no longer obvious what rules force together."""
LONG = 160
"""Sentences with more characters say what would happen otherwise, not all that a step follows from."""
ARE, WOULD_BE = ("is", "are"), ("would be", "would be")
NAMED = 3
"""How many consequences of another value are named."""


def sentence(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:
    """Say what a step settles, and either what it follows from or, if that is long, what would happen otherwise."""
    listed = plain(puzzle, step)
    is_clear = len(step.because) < SEVERAL or step.level < SEVERAL
    if len(step.because) == 1 or len(listed) <= (LONG if is_clear or broken is None else 0):
        return listed
    return f"{settled(puzzle, step)}: {otherwise(puzzle, step, broken)}"


def plain(puzzle: Puzzle, step: Step) -> str:
    """Say what a step settles, and list all that it follows from."""
    reasons = [*facts(puzzle, step.known), *dict.fromkeys(rule.words for rule in step.because)]
    *more, last = reasons
    return f"{settled(puzzle, step)}: {', '.join(more)}{', and ' if more else ''}{last}"


def settled(puzzle: Puzzle, step: Step) -> str:
    """Say what a step settles."""
    return " and ".join(facts(puzzle, step.sets))


def otherwise(puzzle: Puzzle, step: Step, broken: Broken | None) -> str:
    """Say what other values than those of a step would lead to."""
    if broken is None:
        return "anything else would end in a contradiction, whatever is tried next"
    failure = puzzle.failure(broken)
    if not broken.leads_to:
        return f"otherwise {failure}"
    if len(step.sets) > 1:
        return f"otherwise more would follow, and in the end {failure}"
    if len(broken.leads_to) > NAMED:
        return f"otherwise {len(broken.leads_to)} more would follow, and in the end {failure}"
    consequences = joined(list(facts(puzzle, broken.leads_to, WOULD_BE)))
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
    *more, last = [*reasons, failure]
    return f"{start}: {', '.join(more)}{', and ' if more else ''}{last}"


def impossible(puzzle: Puzzle, place: Place, value: int) -> str:
    """Say that a place cannot have a value."""
    mark = puzzle.MARKS[value]
    opposite = mark.removeprefix("not ")
    return f"{place_name(place)} {'cannot' if mark == opposite else 'must'} be {opposite}"


def facts(puzzle: Puzzle, places: Mapping[Place, int], verbs: tuple[str, str] = ARE) -> Iterator[str]:
    """Yield what places hold, those with the same mark together."""
    by_value: dict[int, list[str]] = {}
    for place, value in places.items():
        by_value.setdefault(value, []).append(place_name(place))
    for value, names in by_value.items():
        mark = puzzle.MARKS[value]
        if len(names) == 1:
            yield f"{names[0]} {verbs[0]} {mark}"
        else:
            yield f"{joined(names)} {verbs[1]} {plural(mark)}"


def plural(mark: str) -> str:
    """Return the plural of a mark: `a sun` becomes `suns`, `blue` stays."""
    return f"{mark.removeprefix('a ')}s" if mark.startswith("a ") else mark


def joined(words: Sequence[str]) -> str:
    """List words as people do: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
