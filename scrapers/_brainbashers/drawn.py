"""What cells and the parts around them say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrapers._reading.board import Box, select, tokens

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.places import Located

ALT, FILE, CLASS, TEXT = "its alt", "its file", "its class", "its text"
"""The sources of marks in markup."""


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


def others(located: Located) -> Iterator[tuple[Node, Box]]:
    """Yield the parts of the table that are drawn and are no cells."""
    taken = {node.mem_id for node in located.nodes.values()}
    for node in select(located.board.root, "td, th"):
        box = located.board.box(node)
        if node.mem_id not in taken and box is not None:
            yield node, box
