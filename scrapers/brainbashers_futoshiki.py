"""BrainBashers Futoshiki: digits in fields, with signs between them in every other row and column of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrapers import KnownBy, ReadError, Statement, Typed, edge_at, fields, place_in
from scrapers._brainbashers.drawn import FILE, TEXT, others
from scrapers._brainbashers.layout import squares
from scrapers._brainbashers.page import daily
from solvers import Futoshiki

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Located

ADDRESSES = r"brainbashers\.com/"
BOARD = "table:not(:has(table)):has(> tbody > tr > td > input[id^=BB])"
SIGNS = {"r": ">", "d": ">", "l": "<", "u": "<", "h": None, "v": None}
"""By the letter of a sign's file, what it says of the left or upper cell; `h` and `v` are no signs."""
SIGN_TEXTS = {">": ">", "v": ">", "<": "<", "^": "<"}


def signs(located: Located) -> Iterator[Statement]:
    """Read the signs between cells, by their files or texts; `>` says that the left or upper cell holds more."""
    for node, box in others(located):
        edge, said = edge_at(located, box), _sign_said(node)
        if edge is None and any(said.values()):
            raise ReadError(f"a sign {next(filter(None, said.values()))} is drawn on no edge", selector="td")
        if edge is not None:
            yield from (Statement("sign", edge, source, value) for source, value in said.items())


def _sign_said(node: Node) -> dict[str, str | None]:
    images = node.css("img")
    file = (images[0].attributes.get("src") or "").lower() if len(images) == 1 else ""
    match = re.search(rf"uneq([{''.join(SIGNS)}])\d*b?\.\w+$", file)
    text = node.text().strip().lower()
    return ({} if match is None else {FILE: SIGNS[match[1]]}) | ({TEXT: SIGN_TEXTS[text]} if text in SIGN_TEXTS else {})


FUTOSHIKI = squares(
    kind=Futoshiki,
    cell="td:has(> input[id^=BB])",
    place=place_in("id", inside="input[id^=BB]", pattern=r"(?P<row>[1-9])(?P<col>[1-9])$", first=1),
    reads=(fields, signs),
    required=("number", "sign"),
    step=2,
    puzzle=lambda facts: Futoshiki(facts.grid(), facts.edges("<"), facts.edges(">")),
    enter=Typed(),
)
SITE = daily("futoshiki", FUTOSHIKI, BOARD, size="5 4 6 7 8 9", diff="1 2 3", known=KnownBy("described", "2018-02"))
