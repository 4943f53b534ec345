"""Read pictures and numbers in cells, numbers around them, and what the script of the page says of both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from scrapers._errors import ReadError
from scrapers._reading.board import Box, select, tokens, with_options
from scrapers._reading.places import Located, line_beside
from scrapers._reading.statements import COLUMN, ROW, Statement, line, places_of

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

ALT, FILE, CLASS, TEXT = "its alt", "its file", "its class", "its text"
"""The sources of marks in markup."""
NUMBER: Final = -1
"""Stands for the number beside a word, as in `clue3` or `Clue 3`."""


def words_of(node: Node) -> dict[str, str]:
    """Return the words of an element and its only picture by their source, the most trusted first."""
    found: dict[str, str] = {}
    pictures = node.css("img")
    if len(pictures) == 1:
        found[ALT] = pictures[0].attributes.get("alt") or ""
        found[FILE] = re.sub(r"\.\w+$", "", (pictures[0].attributes.get("src") or "").rpartition("/")[2])
    found[CLASS] = " ".join(sorted({name for part in [node, *pictures] for name in tokens(part)}))
    found[TEXT] = node.text().strip()
    return {source: words.lower() for source, words in found.items() if words}


def value_in(words: str, values: Mapping[str, int | None]) -> list[int | None]:
    """Return the values of the known words; a word whose value is `NUMBER` counts only with the number beside it."""
    parts = re.findall(r"[a-z]+|\d+", words)
    number = next((int(part) for part in parts if part.isdecimal()), None)
    found = [values[part] for part in parts if part in values]
    return [number if value == NUMBER else value for value in found if value != NUMBER or number is not None]


@with_options
def pictures(located: Located, values: Mapping[str, int | None]) -> Iterator[Statement]:
    """Read cells by the words in their alts, file names and texts."""
    for cell, node in located.nodes.items():
        for source, words in words_of(node).items():
            said = set(value_in(words, values)) if source != CLASS else set[int | None]()
            if len(said) > 1:
                raise ReadError(f"{cell}: {source}, {words!r}, says {len(said)} things", selector="img")
            if said:
                yield Statement("number", cell, source, said.pop())


@with_options
def numbers(located: Located, *, some: bool = False) -> Iterator[Statement]:
    """Read the number in each cell or, if only `some` have one, none where a cell is empty."""
    for cell, node in located.nodes.items():
        if some and not node.text().strip() and not node.css("img"):
            yield Statement("number", cell, TEXT, None)
        for source, said in numbers_said(node).items():
            if len(said) == 1:
                yield Statement("number", cell, source, said[0])


def numbers_said(node: Node) -> dict[str, tuple[int, ...]]:
    """Return the numbers of an element by their source: those of all its alts, its files, or its text."""
    images = node.css("img")
    alts = [re.search(r"\d+", image.attributes.get("alt") or "") for image in images]
    files = [re.search(r"(\d+)b?\.\w+$", image.attributes.get("src") or "") for image in images]
    found = {
        source: tuple(int(match[match.lastindex or 0]) for match in matches if match is not None)
        for source, matches in ((ALT, alts), (FILE, files))
        if matches and None not in matches
    }
    text = node.text(separator=" ").strip()
    if re.fullmatch(r"\d+(\s+\d+)*", text, re.ASCII):
        found[TEXT] = tuple(map(int, text.split()))
    return found


def others(located: Located) -> Iterator[tuple[Node, Box]]:
    """Yield the parts of the table that are drawn and are no cells."""
    taken = {node.mem_id for node in located.nodes.values()}
    for node in select(located.board.root, "td, th"):
        box = located.board.box(node)
        if node.mem_id not in taken and box is not None:
            yield node, box


def around(located: Located) -> Iterator[tuple[str, int, Node]]:
    """Yield what stands around the cells: the side, the number of the line from zero, and the element."""
    for node, box in others(located):
        if (beside := line_beside(located, box)) is not None:
            yield *beside, node


def views(located: Located) -> Iterator[Statement]:
    """Read one number on each of the four sides of each line; 0 is none."""
    for side, number, node in around(located):
        said = numbers_said(node)
        if not said and not node.css("img") and not node.text().strip():
            said[TEXT] = (0,)
        for source, found in said.items():
            if len(found) == 1:
                yield Statement("view", line(side, number), source, found[0] or None)


def counts(located: Located) -> Iterator[Statement]:
    """Read the numbers above each column and beside each row."""
    for side, number, node in around(located):
        if side in {"top", "left"}:
            for source, said in numbers_said(node).items():
                yield Statement("rim", line(COLUMN if side == "top" else ROW, number), source, said)


# --- the page's script ----------------------------------------------------------------------------------------------


@with_options
def listed(
    located: Located, group: str, variables: Mapping[str, str], values: Mapping[str, Any]
) -> Iterator[Statement]:
    """Read one character for each place from each variable, given by the name of its lines or, for cells, by ""."""
    stated = located.board.state.get("inline")
    if not isinstance(stated, dict):
        raise ReadError("the script of the page was not measured", selector="script")
    for name, variable in variables.items():
        text = stated.get(variable)
        if not isinstance(text, str) or not text:
            continue
        places = [place for place in places_of(group, *located.size) if str(place).startswith(name)]
        letters = [letter if letter in values else letter.lower() for letter in text]
        if len(text) != len(places) or not set(letters) <= values.keys():
            expected = f"{len(places)} of the characters {''.join(values)}"
            said = f"{variable} is {text[:60]!r}, which states no clues: expected {expected}"
            raise ReadError(said, selector="script")
        for place, letter in zip(places, letters, strict=True):
            yield Statement(group, place, variable, values[letter])
