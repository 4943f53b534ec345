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
_SIGNS = ("%", "&", "\\", "\n")


class Layer:
    """A text, or the text in which its escapes are resolved."""

    def __init__(self, text: str, source: Layer | None = None) -> None:
        """Take a text, and the layer that it was made from."""
        self.text, self.source = text, source
        self._at: list[int] = []
        self._from: list[Span] = []

    def resolved(self) -> Layer | None:
        """Return the next layer, None if the text has no escapes."""
        if not any(sign in self.text for sign in _SIGNS):
            return None
        layer = Layer("", self)
        parts: list[str] = []
        length = end = 0
        for match in _ESCAPE.finditer(self.text):
            plain, char = self.text[end : match.start()], _resolved(match[0])
            layer._at += [length, length + len(plain)]
            layer._from += [(end, 0), match.span()]
            parts += [plain, char]
            length += len(plain) + len(char)
            end = match.end()
        if not end:
            return None
        layer._at.append(length)
        layer._from.append((end, 0))
        layer.text = "".join([*parts, self.text[end:]])
        return layer

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
    layer: Layer | None = Layer(text)
    for _ in range(LAYERS + 1):
        if layer is None:
            return
        yield layer
        layer = layer.resolved()


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
