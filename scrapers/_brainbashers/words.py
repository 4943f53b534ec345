"""Sources of marks in the words of markup: in alts, file names, classes, texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from scrapers._reading.board import tokens

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.sources import Evidence, Source, Spot

Value = TypeVar("Value")
ALT, FILE, CLASS, TEXT = "its alt", "its file", "its class", "its text"


def words_of(node: Node) -> dict[str, str]:
    """Return what an element and its only picture say, by its source, in the order of trust; sources may be missing."""
    found: dict[str, str] = {}
    pictures = node.css("img")
    if len(pictures) == 1:
        found[ALT] = pictures[0].attributes.get("alt") or ""
        found[FILE] = re.sub(r"\.\w+$", "", (pictures[0].attributes.get("src") or "").rpartition("/")[2])
    found[CLASS] = " ".join(sorted({name for part in [node, *pictures] for name in tokens(part)}))
    found[TEXT] = node.text().strip()
    return {source: words.lower() for source, words in found.items() if words}


def named(values: Mapping[str, Value], *, parts: Mapping[str, Value]) -> Source[Value]:
    """Name the value of each word in what a cell says; `parts` are the words at the end of parts of its classes.

    A cell without picture, text and name is blank if `""` is a word. An alt or a file without a known word is a look.
    """

    def source(spot: Spot) -> Evidence[Value]:
        if len(pictures := spot.content.css("img")) > 1:
            raise spot.fail(f"shows {len(pictures)} pictures, not one", "img")
        said = words_of(spot.content)
        names: dict[str, Value] = {}
        looks: dict[str, Hashable] = {}
        for where, words in said.items():
            parted = re.split(r"[^a-z]+", words)
            if where == CLASS:
                found = {word for word in parts if any(part.endswith(word) for part in parted)}
                names |= {f"{where} ({word})": parts[word] for word in sorted(found)}
                continue
            found = {word for word in parted if word and word in values}
            names |= {f"{where} ({word})": values[word] for word in sorted(found)}
            if not found and where in {ALT, FILE}:
                looks[where.removeprefix("its ")] = words
        if not names and not said.keys() & {ALT, FILE, TEXT} and "" in values:
            names[TEXT] = values[""]
        return names, looks

    return source
