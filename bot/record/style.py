"""Styles that may be shared: rules, sizes and names in code stay; comments, texts, addresses and other names do not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.record.words import is_code

if TYPE_CHECKING:
    from collections.abc import Callable

_PIECES = re.compile(
    r"""(?P<comment>/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z))"""
    r"""|(?P<url>\b[uU][rR][lL]\(\s*+(?:"[^"\n]*+"?|'[^'\n]*+'?|[^)"']*+)\s*+\)?)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*+(?:"|\Z|(?=\n))|'(?:[^'\\\n]|\\.)*+(?:'|\Z|(?=\n)))"""
    r"""|(?P<long>[A-Za-z0-9+=]{25,}+)"""
    r"""|(?P<name>(?<![\w#-])-{0,2}[A-Za-z_][\w-]*+)""",
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
        return found if match["name"] is not None and is_code(found) else words(found)

    return _PIECES.sub(piece, text)
