"""What the cells of a page say: where they are, how they look, and how they change."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Facts = Mapping[str, Any]
    """What `probe.js` says of one cell."""

NUMBER = re.compile(r"\d+")
_PLACES = re.compile(r"""\s(?:id|style|name|for|aria-[\w-]+|data-[\w-]+)=(?:"[^"]*"|'[^']*')""")
MOST_LOOKS = 12
"""The looks that are listed; a board with more of them is described by its most frequent ones."""


def cell_of(facts: Facts) -> Cell:
    """Return the cell that facts are about."""
    return Cell(facts["row"], facts["col"])


def places(cells: Sequence[Facts], rows: int, cols: int) -> dict[str, str]:
    """Return the attributes that say where a cell is, each with its pattern, such as `cell-{row1}-{col}`.

    `row` and `col` count from zero, `row1` and `col1` from one; `index` counts in reading order, `down` in columns.
    """
    names = set.intersection(*(set(cell["attributes"]) for cell in cells)) - {"style"} if cells else set()
    values = {name: [cell["attributes"][name] for cell in cells] for name in sorted(names)}
    values["class"] = [" ".join(cell["classes"]) for cell in cells]
    found = {name: _pattern(texts, cells, rows, cols) for name, texts in values.items() if len(set(texts)) > 1}
    return {name: pattern for name, pattern in found.items() if pattern is not None}


def _pattern(texts: Sequence[str], cells: Sequence[Facts], rows: int, cols: int) -> str | None:
    """Return the pattern of texts whose last numbers say a place; None if they do not say the whole place."""
    numbers = [[int(number) for number in NUMBER.findall(text)] for text in texts]
    count = min(map(len, numbers))
    ways: Mapping[str, Callable[[int, int], int]] = {
        "row": lambda row, _: row,
        "col": lambda _, col: col,
        "row1": lambda row, _: row + 1,
        "col1": lambda _, col: col + 1,
        "index": lambda row, col: row * cols + col,
        "index1": lambda row, col: row * cols + col + 1,
        "down": lambda row, col: col * rows + row,
        "down1": lambda row, col: col * rows + row + 1,
    }
    names: dict[int, str] = {}
    for at in range(-count, 0):
        for name, number in ways.items():
            if all(found[at] == number(cell["row"], cell["col"]) for found, cell in zip(numbers, cells, strict=True)):
                names[at] = name
                break
    said = {name.removesuffix("1") for name in names.values()}
    if not said & {"index", "down"} and not said >= {"row", "col"}:
        return None
    patterns = [_named(text, names) for text in texts]
    if len(set(patterns)) == 1:
        return patterns[0]
    ends = zip(*(reversed(pattern) for pattern in patterns), strict=False)
    return "…" + "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, ends))[::-1]


def _named(text: str, names: Mapping[int, str]) -> str:
    """Return a text with names in the place of its numbers, which are counted from the end."""
    matches = list(NUMBER.finditer(text))
    for at, name in sorted(names.items(), reverse=True):
        start, end = matches[at].span()
        text = f"{text[:start]}{{{name}}}{text[end:]}"
    return text


def look(cell: Facts, placed: Mapping[str, str]) -> dict[str, Any]:
    """Return what a cell looks like, without what says its place."""
    classes = sorted(name for name in cell["classes"] if "class" not in placed or not NUMBER.search(name))
    attributes = {name: value for name, value in cell["attributes"].items() if name not in {*placed, "style", "id"}}
    inside = _PLACES.sub("", cell["html"]) if "<" in cell["html"] else ""
    facts = {"classes": classes, "attributes": attributes, "text": cell["text"], "inside": inside, **cell["looks"]}
    return {name: value for name, value in facts.items() if value}


def looks(cells: Sequence[Facts], placed: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the different looks of cells, most frequent first, each with its count and its first cell."""
    found = [look(cell, placed) for cell in cells]
    counts = Counter(map(repr, found))
    first = {repr(facts): (facts, cell) for cell, facts in reversed([*zip(cells, found, strict=True)])}
    return [
        {"count": count, "cell": str(cell_of(first[key][1])), **first[key][0]}
        for key, count in counts.most_common(MOST_LOOKS)
    ]


def emptiest(cells: Sequence[Facts], placed: Mapping[str, str]) -> list[int]:
    """Return the numbers of the cells to click, best first: without text, of the most frequent look, in the middle."""
    found = [repr(look(cell, placed)) for cell in cells]
    counts = Counter(found)
    middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in ("row", "col")]

    def rank(at: int) -> tuple[bool, int, float]:
        cell = cells[at]
        return bool(cell["text"]), -counts[found[at]], abs(cell["row"] - middle[0]) + abs(cell["col"] - middle[1])

    return sorted((at for at, cell in enumerate(cells) if not cell["leaves"]), key=rank)


def changes(before: Facts | None, after: Facts | None) -> dict[str, Any]:
    """Return what is different about a cell: attributes, classes, text, markup and looks."""
    if before is None or after is None:
        return {} if before == after else {"element": "removed" if after is None else "added"}
    found: dict[str, Any] = {}
    gone, new = (set(one["classes"]) - set(other["classes"]) for one, other in ((before, after), (after, before)))
    if gone or new:
        found["classes"] = [*(f"+{name}" for name in sorted(new)), *(f"-{name}" for name in sorted(gone))]
    for group in ("attributes", "looks"):
        if different := {name: [was, now] for name, was, now in _different(before[group], after[group])}:
            found[group] = different
    if before["text"] != after["text"]:
        found["text"] = [before["text"], after["text"]]
    if before["html"] != after["html"]:
        found["inside"] = [before["html"], after["html"]]
    return found


def _different(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[tuple[str, str | None, str | None]]:
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            yield name, before.get(name), after.get(name)


def cycle(states: Sequence[object]) -> tuple[int, int] | None:
    """Return where the first repeated state stood first, and after how many clicks it came back; None without one."""
    for end, state in enumerate(states):
        if state in states[:end]:
            start = states.index(state)
            return start, end - start
    return None
