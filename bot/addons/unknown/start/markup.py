"""What the markup of a board says: of its cells and how these change, where they are, and what selects them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers._reading.board import Board, select

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from solvers import Cell

_PLAIN = re.compile(r"[a-zA-Z_-][\w-]{0,39}")
NOT_STATES = frozenset({"aria-label", "aria-describedby", "aria-labelledby", "aria-controls", "aria-owns"})
"""Attributes that name other elements, or say in words what others say in code."""
LONGEST, LONGEST_VALUE = 300, 60
"""The most letters of what is kept, and of an attribute's value in a selector."""


class CellFacts(NamedTuple):
    """What a page says of one cell."""

    attributes: Mapping[str, str]
    shown: Mapping[str, Any]
    """Its text, the markup inside, and its measured colours, borders and pseudo-elements."""

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()


def facts_of(board: Board, node: Node) -> CellFacts:
    """Return what a page says of a cell."""
    looks = {name: value for name, value in board.measured(node).items() if name not in {"tag", "box"}}
    shown = {"text": _tidy(node.text())[:LONGEST], "inside": _tidy(node.inner_html) if node.css("*")[1:] else ""}
    return CellFacts({name: _tidy(value)[:LONGEST] for name, value in node.attributes.items()}, shown | looks)


def _tidy(text: str | None) -> str:
    return " ".join((text or "").split())


def shared(nodes: Sequence[Node]) -> list[str]:
    """Return selectors that all of some elements match by what they say of themselves, the surest first."""
    own = [{name: value or "" for name, value in node.attributes.items()} for node in nodes]
    names = [name for name in own[0] if name not in {"class", "style"} and all(name in other for other in own)]
    equal = {name: own[0][name] for name in names if len({other[name] for other in own}) == 1}
    classes = [each for each in own[0].get("class", "").split() if all(each in o.get("class", "").split() for o in own)]
    return [
        *(f"#{value}" for name, value in equal.items() if name == "id" and _PLAIN.fullmatch(value)),
        *(
            f"[{name}={json.dumps(value)}]"
            for name, value in equal.items()
            if name != "id" and 0 < len(value) < LONGEST_VALUE
        ),
        *(f".{each}" if _PLAIN.fullmatch(each) else f"[class~={json.dumps(each)}]" for each in classes),
        *(f"[{name}]" for name in names if name.startswith(("data-", "aria-", "role"))),
        nodes[0].tag or "",
    ]


def selects(root: Node, css: str, cells: Sequence[Node]) -> bool:
    """Return whether a selector matches the cells of a board, and nothing else there."""
    return {node.mem_id for node in select(root, css)} == {node.mem_id for node in cells}


def cell_selectors(root: Node, cells: Sequence[Node]) -> list[str]:
    """Return selectors that match the cells of a board, and nothing else there."""
    own = shared(cells)
    parents = shared([*{node.parent.mem_id: node.parent for node in cells if node.parent is not None}.values()])
    ways = [*own, *(f"{parent} > {css}" for parent in parents for css in own)]
    return [css for css in ways if selects(root, css, cells)]


class PlaceIn(NamedTuple):
    """Attributes that say where a cell is, with the pattern and the first number of `place_in`."""

    attributes: tuple[str, ...]
    pattern: str
    first: int


def places(cells: Mapping[Cell, CellFacts], width: int) -> list[PlaceIn]:
    """Return the attributes, and pairs of them, that say the place of every cell."""
    common = set.intersection(*({*one.attributes} for one in cells.values())) - {"style", "aria-label", "title"}
    values = {name: [one.attributes[name] for one in cells.values()] for name in common}
    varied = sorted((name for name in common if len({*values[name]}) > 1), key=lambda name: (name == "class", name))
    numbers = [name for name in varied if all(value.isdecimal() for value in values[name])]
    ways = [*((name,) for name in varied), *permutations(numbers, 2)]
    return [place for names in ways if (place := _place_in(names, cells, width)) is not None]


def _place_in(names: tuple[str, ...], cells: Mapping[Cell, CellFacts], width: int) -> PlaceIn | None:
    texts = {cell: "-".join(facts.attributes[name] for name in names) for cell, facts in cells.items()}
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


def emptiest(cells: Mapping[Cell, CellFacts]) -> list[Cell]:
    """Return the cells to click, best first: without text, of the most frequent ground, in the middle."""
    counts = Counter(facts.shown.get("ground") for facts in cells.values())
    middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1)]

    def rank(cell: Cell) -> tuple[bool, int, float]:
        away = abs(cell.row - middle[0]) + abs(cell.col - middle[1])
        shown = cells[cell].shown
        return bool(shown["text"]), -counts[shown.get("ground")], away

    return sorted(cells, key=rank)


def changes(before: CellFacts, after: CellFacts) -> dict[str, list[Any]]:
    """Return what has changed in a cell, each as it was and as it is."""
    was, now = ({**facts.attributes, **facts.shown} for facts in (before, after))
    return {name: [was.get(name), now.get(name)] for name in {**was, **now} if was.get(name) != now.get(name)}


def inside(facts: CellFacts) -> list[str]:
    """Return selectors that something in a cell matches."""
    found: list[str] = []
    for tag, attributes in re.findall(r"<(\w+)([^>]*)>", facts.shown["inside"]):
        said = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        found += [f".{name}" for name in said.get("class", "").split()] or [tag]
        found += [
            f'[{name}="{value}"]'
            for name, value in said.items()
            if re.match(r"data-(?!.*(row|col|index))|role$|alt$", name)
        ]
    return list(dict.fromkeys(found))


def features(facts: CellFacts, placed: Collection[str]) -> list[str]:
    """Return selectors that a cell, or something in it, matches by what it says of itself, the plainest first."""
    own = [f".{name}" for name in facts.classes if _PLAIN.fullmatch(name)]
    said = [
        f'[{name}="{value}"]'
        for name, value in facts.attributes.items()
        if name.startswith(("data-", "aria-")) and name not in {*placed, *NOT_STATES} and _PLAIN.fullmatch(value)
    ]
    return sorted([*own, *inside(facts), *said], key=lambda css: (css[0] != ".", css[0] != "["))
