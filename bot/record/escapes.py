"""Texts without their escapes: percent signs, entities, backslashes, line breaks, with the way back to each place."""

from __future__ import annotations

import re
from bisect import bisect_right
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

LAYERS = 3
"""How often a text may be escaped."""
_ESCAPE = re.compile(
    r"%[0-9A-Fa-f]{2}"
    r"|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|quot|lt|gt|apos|commat|period|lowbar|hyphen|equals|colon|sol|plus);"
    r"|\\{1,4}(?:u\{?[0-9A-Fa-f]{2,6}\}?|x[0-9A-Fa-f]{2}|[nr]|[/\"'\\])"
    r"|[=\\]?\r?\n[ \t]{0,8}"
)


class Layer:
    """A text, or the text in which its escapes are resolved."""

    def __init__(self, text: str, source: Layer | None = None) -> None:
        """Take a text; of a text in a layer, the text with its escapes resolved."""
        self.source = source
        self._at, self._from = [0], [(0, 0)]
        """The places from which on characters come from others in the layer before: plain ones, or an escape."""
        parts: list[str] = []
        length = end = 0
        for match in _ESCAPE.finditer(text) if source is not None else ():
            plain, char = text[end : match.start()], _resolved(match[0])
            length += len(plain) + len(char)
            end = match.end()
            parts += [plain, char]
            self._at += [length - len(char), length]
            self._from += [match.span(), (end, 0)]
        self.text = "".join([*parts, text[end:]])

    def origin(self, start: int, stop: int) -> Span:
        """Return the place in the first text of a place in this one."""
        if self.source is None:
            return start, stop
        return self.source.origin(self._place(start)[0], self._place(stop - 1)[1])

    def _place(self, at: int) -> Span:
        """Return the place of one character in the layer before."""
        number = bisect_right(self._at, at) - 1
        start, end = self._from[number]
        return (start, end) if end else (start + at - self._at[number], start + at - self._at[number] + 1)


def layers(text: str) -> Iterator[Layer]:
    """Yield a text, then the text with its escapes resolved once, then twice, and so on."""
    layer = Layer(text)
    yield layer
    for _ in range(LAYERS):
        if not _ESCAPE.search(layer.text):
            return
        layer = Layer(layer.text, layer)
        yield layer


def _resolved(escape: str) -> str:
    """Return the character of an escape, "" for a line break."""
    if escape[0] == "%":
        return chr(int(escape[1:], 16))
    if escape[0] == "&":
        return unescape(escape)[:1]
    code = escape.lstrip("\\")
    if code[:1] in {"u", "x"}:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number < 0x110000 else ""  # noqa: PLR2004 - all characters
    return "" if escape[-1] in "\n\t nr" else escape[-1]
