"""What the cells of a page say: where they are, how they look, how they change, and what tells them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from solvers import Cell

Facts = Mapping[str, Any]
"""What `cells.js` says of one cell."""

_PLACES = re.compile(r"""\s(?:id|style|name|for|aria-[\w-]+|data-[\w-]+)=(?:"[^"]*"|'[^']*')""")
_PLAIN = re.compile(r"[\w-]{1,40}")
NOT_STATES = frozenset({"aria-label", "aria-describedby", "aria-labelledby", "aria-controls", "aria-owns"})
"""Attributes that name other elements, or say in words what others say in code."""
MOST_LOOKS = 12
"""The looks that are listed; a board with more of them is described by its most frequent ones."""


class PlaceIn(NamedTuple):
    """Attributes that say where a cell is, with the pattern and the first number of `place_in`."""

    attributes: tuple[str, ...]
    pattern: str
    first: int

    def __str__(self) -> str:
        return f"{' and '.join(self.attributes)}: {self.pattern}"


def places(cells: Mapping[Cell, Facts], width: int) -> list[PlaceIn]:
    """Return the attributes, and pairs of them, that say the place of every cell."""
    shared = set.intersection(*(set(one["attributes"]) for one in cells.values())) - {"style", "aria-label", "title"}
    values = {name: [one["attributes"][name] for one in cells.values()] for name in shared}
    varied = sorted(name for name in shared if len({*values[name]}) > 1)
    numbers = [name for name in varied if all(value.isdecimal() for value in values[name])]
    ways = [*((name,) for name in (*varied, "class")), *permutations(numbers, 2)]
    return [place for names in ways if (place := _place_in(names, cells, width)) is not None]


def _place_in(names: tuple[str, ...], cells: Mapping[Cell, Facts], width: int) -> PlaceIn | None:
    texts = {
        cell: "-".join(" ".join(facts["classes"]) if name == "class" else facts["attributes"][name] for name in names)
        for cell, facts in cells.items()
    }
    sample = next(iter(texts.values()))
    found = [*re.finditer(r"\d+", sample)]
    for groups in (("row", "col"), ("col", "row"), ("number",)):
        for start in range(len(found) - len(groups), -1, -1):
            chosen = found[start : start + len(groups)]
            before = sample[: chosen[0].start()]
            before = before[len(re.sub(r"[^\s\d]*\s*$", "", before)) :]
            between = sample[chosen[0].end() : chosen[-1].start()] if len(groups) > 1 else ""
            if not before and start:
                continue
            edge = "" if before else "^"
            pattern = rf"{edge}{re.escape(before)}(?P<{groups[0]}>\d{{1,3}})"
            pattern += rf"{re.escape(between)}(?P<{groups[1]}>\d{{1,3}})" if len(groups) > 1 else ""
            pattern = pattern.replace(r"\-", "-") + r"(?!\d)"
            for first in (0, 1):
                if all(_says(re.search(pattern, text), cell, width, first) for cell, text in texts.items()):
                    return PlaceIn(names, pattern, first)
    return None


def _says(match: re.Match[str] | None, cell: Cell, width: int, first: int) -> bool:
    if match is None:
        return False
    said = {name: int(number) - first for name, number in match.groupdict().items()}
    return said in ({"row": cell.row, "col": cell.col}, {"number": cell.row * width + cell.col})


def look(cell: Facts, placed: Collection[str] = ()) -> dict[str, Any]:
    """Return the facts of a cell's look, without those that state its place."""
    classes = sorted(name for name in cell["classes"] if "class" not in placed or not re.search(r"\d", name))
    attributes = {name: value for name, value in cell["attributes"].items() if name not in {*placed, "style", "id"}}
    inside = _PLACES.sub("", cell["html"]) if "<" in cell["html"] else ""
    facts = {"classes": classes, "attributes": attributes, "text": cell["text"], "inside": inside, **cell["looks"]}
    return {name: value for name, value in facts.items() if value}


def looks(cells: Mapping[Cell, Facts], placed: Collection[str]) -> list[dict[str, Any]]:
    """Return the different looks of cells, most frequent first, each with its count and its first cell."""
    found = {cell: look(facts, placed) for cell, facts in cells.items()}
    counts = Counter(map(repr, found.values()))
    first = {repr(facts): (facts, cell) for cell, facts in reversed(found.items())}
    return [
        {"count": count, "cell": str(first[key][1]), **first[key][0]} for key, count in counts.most_common(MOST_LOOKS)
    ]


def emptiest(cells: Mapping[Cell, Facts], placed: Collection[str]) -> list[Cell]:
    """Return the cells to click, best first: without text, of the most frequent look, in the middle."""
    found = {cell: repr(look(facts, placed)) for cell, facts in cells.items()}
    counts = Counter(found.values())
    middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1)]

    def rank(cell: Cell) -> tuple[bool, int, float]:
        away = abs(cell.row - middle[0]) + abs(cell.col - middle[1])
        return bool(cells[cell]["text"]), -counts[found[cell]], away

    return sorted((cell for cell, facts in cells.items() if not facts["leaves"]), key=rank)


def changes(before: Facts, after: Facts) -> dict[str, Any]:
    """Return the differences of a cell: attributes, classes, text, markup and looks."""
    found: dict[str, Any] = {}
    gone, new = (set(one["classes"]) - set(other["classes"]) for one, other in ((before, after), (after, before)))
    if gone or new:
        found["classes"] = [*(f"+{name}" for name in sorted(new)), *(f"-{name}" for name in sorted(gone))]
    for group in ("attributes", "looks"):
        names = sorted({*before[group], *after[group]})
        pairs = {name: [before[group].get(name), after[group].get(name)] for name in names}
        if different := {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}:
            found[group] = different
    if before["text"] != after["text"]:
        found["text"] = [before["text"], after["text"]]
    if before["html"] != after["html"]:
        found["inside"] = [before["html"], after["html"]]
    return found


def cycle(states: Sequence[object]) -> tuple[int, int] | None:
    """Return the index of the first state that repeats, and the clicks until it does; None if none repeats."""
    for end, state in enumerate(states):
        if state in states[:end]:
            start = states.index(state)
            return start, end - start
    return None


def features(facts: Facts, placed: Collection[str]) -> list[str]:
    """Return selectors that a cell, or something in it, matches by what it says of itself, the plainest first."""
    own = [f".{name}" for name in facts["classes"] if _PLAIN.fullmatch(name)]
    said = [
        f'[{name}="{value}"]'
        for name, value in facts["attributes"].items()
        if name.startswith(("data-", "aria-")) and name not in {*placed, *NOT_STATES} and _PLAIN.fullmatch(value)
    ]
    return sorted([*own, *facts["inside"], *said], key=lambda css: (css[0] != ".", css[0] != "["))
