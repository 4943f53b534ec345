"""Styles that may be shared: rules and sizes stay, comments, texts and addresses do not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_PIECES = re.compile(
    r"""(?P<comment>/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z))"""
    r"""|(?P<url>\b[uU][rR][lL]\(\s*+(?:"[^"\n]*+"?|'[^'\n]*+'?|[^)"']*+)\s*+\)?)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*+(?:"|\Z|(?=\n))|'(?:[^'\\\n]|\\.)*+(?:'|\Z|(?=\n)))"""
    r"""|(?P<name>(?<![\w#.-])--[\w-]{1,80}+(?=\s{0,9}:))"""
    r"""|(?P<long>[A-Za-z0-9+=]{25,}+)""",
    re.DOTALL,
)
MAX_TEXT = 2
"""Characters of a text that may be drawn as a mark."""


def clean_css(text: str, address: Callable[[str], str], words: Callable[[str], str]) -> str:
    """Return a style sheet or declarations without comments; `address` and `words` replace what they quote."""

    def piece(match: re.Match[str]) -> str:
        found = match[0]
        if match["comment"] is not None:
            return ""
        if match["url"] is not None:
            inside = found[4:].removesuffix(")").strip().strip("\"'")
            return f'url("{address(inside)}")'
        if match["text"] is not None:
            return found[0] + words(found[1:].rstrip(found[0])) + found[0]
        if match["name"] is not None:
            return found
        return "x" * len(found)

    return _PIECES.sub(piece, text)
