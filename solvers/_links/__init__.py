"""Addresses that hold a puzzle: of puzz.link and its sisters, and game IDs of Simon Tatham's collection.

Their sources are https://github.com/robx/pzprjs and https://www.chiark.greenend.org.uk/~sgtatham/puzzles/.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

LINK_HOSTS: Mapping[str, str] = {
    "puzzlink": "https://puzz.link/p?",
    "pzprxs": "https://pzprxs.vercel.app/p?",
    "pzv": "http://pzv.jp/p.html?",
    "tatham": "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/",
}
"""The beginnings of addresses that can be written, by name."""
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?(?:puzz\.link|pzprxs\.vercel\.app|pzv\.jp|pzplus\.tck\.mn)/"
    r"(?:p(?:\.html)?|pzprv3)/?\?(?P<query>.*)",
    re.IGNORECASE,
)
"""One of these addresses, well-formed or not."""
_MARKDOWN = re.compile(r"\[[^\]\n]*\]\((\S+)\)")

GAME_ID = re.compile(
    rf"(?:{re.escape(LINK_HOSTS['tatham'])}(?P<page>[a-z]+)\.html#|(?P<name>[a-z_]+):)?"
    r"(?P<size>\d{1,3}(?:x\d{1,3})?[\w.]*)(?P<sign>[:#])(?P<body>\S*)"
)
"""A game ID, with the name of its game or without."""


def address_in(text: str) -> re.Match[str] | None:
    """Return the address that a text is, in brackets, as a Markdown link, or inside another address."""
    whole = text.strip()
    if markdown := _MARKDOWN.fullmatch(whole):
        whole = markdown[1]
    whole = whole.strip("<>()[]\"'`")
    if (address := ADDRESS.fullmatch(whole)) or not whole.startswith("http") or len(whole.split()) > 1:
        return address
    return ADDRESS.search(unquote(whole))


def is_link(text: str) -> bool:
    """Return whether a text is one of these addresses or IDs, well-formed or not.

    A size and a board without a name may be a line of a drawing; it is an ID if it has what no drawing has.
    """
    found = GAME_ID.fullmatch(text.strip())
    return address_in(text) is not None or (
        found is not None
        and (
            bool(found["page"] or found["name"])
            or "x" in found["size"]
            or re.search("[,/[]", found["body"]) is not None
        )
    )
