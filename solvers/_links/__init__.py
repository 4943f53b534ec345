"""Addresses of puzz.link and its sisters, which hold a puzzle in their text (https://github.com/robx/pzprjs)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LINK_HOSTS: Mapping[str, str] = {
    "puzzlink": "https://puzz.link/p?",
    "pzprxs": "https://pzprxs.vercel.app/p?",
    "pzv": "http://pzv.jp/p.html?",
}
"""The beginnings of addresses that can be written, by name."""
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?(?:puzz\.link|pzprxs\.vercel\.app|pzv\.jp|pzplus\.tck\.mn)/"
    r"(?:p(?:\.html)?|pzprv3)/?\?(?P<query>.*)",
    re.IGNORECASE,
)
"""One of these addresses, well-formed or not."""


def is_link(text: str) -> bool:
    """Return whether a text is an address of one of these sites, well-formed or not."""
    return ADDRESS.fullmatch(text.strip()) is not None
