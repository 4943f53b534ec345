"""Parse markup in a time that is linear in its length: parsers and selectors are slow where it is deep."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

__all__ = ["parsed"]

MOST_DEEP = 1000
"""Elements within each other; a browser's own parser stops at 512."""
FEW = 10_000
"""Tags that take no time, however they are nested."""
_BLOCK = re.compile(
    r"<(?P<end>/?)(?P<name>address|article|aside|blockquote|button|center|details|dialog|dir|div|dl|fieldset|figcaption|"
    r"figure|footer|form|h[1-6]|header|hgroup|listing|main|menu|nav|ol|pre|search|section|summary|ul)(?=[\s/>])",
    re.IGNORECASE,
)
"""The tags for which a parser looks at all elements that are open."""


def parsed(html: str) -> LexborHTMLParser:
    """Parse markup; raise `ReadError` for elements that are nested too deeply."""
    is_long = html.count("<") > FEW
    if is_long and _unclosed(html) > MOST_DEEP:
        raise _too_deep()
    tree = LexborHTMLParser(html)
    if is_long and tree.root is not None:
        level: list[Node] = [tree.root]
        for _ in range(MOST_DEEP):
            level = [child for node in level for child in node.iter()]
        if level:
            raise _too_deep()
    return tree


def _unclosed(html: str) -> int:
    """Return how many blocks are open at most, by their tags alone."""
    is_open, count, most = Counter[str](), 0, 0
    for tag in _BLOCK.finditer(html):
        name = tag["name"].lower()
        change = 1 if not tag["end"] else -1 if is_open[name] else 0
        is_open[name] += change
        count += change
        most = max(most, count)
    return most


def _too_deep() -> ReadError:
    return ReadError(f"the markup has more than {MOST_DEEP:,} elements within each other, which no page needs")
