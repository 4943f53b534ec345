"""Remove everything that identifies a person or a login, before anything reaches the disk.

Texts are searched for known values, and for names and beginnings of secrets (`bot/record/secrets.py`), in a
time that is linear in their length, whatever they hold.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from bisect import bisect_right
from contextlib import suppress
from functools import cached_property, lru_cache
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from bot.browser.limits import answered
from bot.errors import PageGone
from bot.record.secrets import found_in, is_secret_name
from bot.record.words import program_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import BrowserContext

    from bot.record.secrets import Named, Span

SCRUBBED = "[scrubbed]"
SHORTEST, WORD = 6, 16
"""A known value shorter than the first is a flag or a number; one shorter than the second and without a digit may be a
word, which is replaced only where it stands alone."""
LEAST_ALONE = 3
"""Characters of a short value that is replaced in messages without its name."""
ANSWER_TIMEOUT = 2.0
"""Seconds in which a context must say its cookies."""
URL_SAFE = str.maketrans("+/", "-_")
MAX_SECRET = 4096
"""Characters of a value that is looked for as a whole."""
SHORT = 100
"""Characters of a text that is likely to occur again, like the styles of a board's elements."""
_NAMING, _NAMED = ("name", "id", "property", "type", "k"), frozenset({"value", "content", "v"})
"""Keys whose value names another value, as in headers, forms, markup and serialised objects."""
COOKIES = frozenset({"cookie", "cookies", "set-cookie", "set-cookies"})
_PHOTO = re.compile(r"(?i)^((?:profile )?photo of ).*", re.DOTALL)
LAYERS = 3
"""How often a text may be escaped."""
_ESCAPE = re.compile(
    r"%[0-9A-Fa-f]{2}"
    r"|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp|quot|lt|gt|apos|commat|period|lowbar|hyphen|equals|colon|sol|plus);"
    r"|\\{1,4}(?:u\{?[0-9A-Fa-f]{2,6}\}?|x[0-9A-Fa-f]{2}|[nr]|[/\"'\\])"
    r"|[=\\]?\r?\n[ \t]{0,8}"
)
_JOINT = (
    r"(?:[^\w\n]|%[0-9A-Fa-f]{2}|&#?\w{1,6};|\\{1,4}u00[0-9A-Fa-f]{2}|\\{1,4}x[0-9A-Fa-f]{2}"
    r"|(?<![a-z])(?:is|was|to|has|value|cookie)(?![a-z])){1,16}"
)
"""What may stand between a name and its value in a message."""


class Scrubber:
    """Replace the values of a browser context's cookies, and all values that look like secrets.

    A value of fewer than `SHORTEST` characters may be anything, such as the `en` of a cookie `lang`: it is replaced
    beside its name, in `messages` also where it stands alone, and never in `boards`, where it may be a mark.
    """

    def __init__(self, secrets: Iterable[str] = (), short: Iterable[Named] = (), *, everywhere: bool = False) -> None:
        """Take the values to replace, and short ones with their names; one that may be a word must stand alone."""
        self._secrets = frozenset(secret for secret in secrets if SHORTEST <= len(secret) <= MAX_SECRET)
        self._short, self._everywhere = frozenset(short), everywhere
        # The longest first, as one may be a part of another.
        forms = sorted({form for secret in self._secrets for form in _forms(secret)}, key=len, reverse=True)
        self._ordered = [form for form in forms if not _may_be_word(form)]
        self._words = [form for form in forms if _may_be_word(form)]

    def with_cookies(self, context: BrowserContext) -> Scrubber:
        """Return a scrubber that also knows the cookies of a context, if the context still answers."""
        with suppress(PageGone), answered(ANSWER_TIMEOUT, "the browser does not answer"):
            return self.with_values((cookie["name"], cookie["value"]) for cookie in context.cookies())
        return self

    def with_values(self, values: Iterable[Named]) -> Scrubber:
        """Return a scrubber that also knows these values, each with its name, "" if it has none."""
        secrets, short = set(self._secrets), set(self._short)
        for name, value in values:
            if SHORTEST <= len(value) <= MAX_SECRET:
                secrets.add(value)
            elif name and value.strip() and len(value) < SHORTEST:
                short.add((name, value))
        if len(secrets) + len(short) == len(self._secrets) + len(self._short):
            return self
        return Scrubber(secrets, short, everywhere=self._everywhere)

    @cached_property
    def boards(self) -> Scrubber:
        """The scrubber of files that are read again: short values stay."""
        return Scrubber(self._secrets) if self._short else self

    @cached_property
    def messages(self) -> Scrubber:
        """The scrubber of the page's messages and requests: short values go wherever they stand alone."""
        return Scrubber(self._secrets, self._short, everywhere=True) if self._short else self

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        text = self._without_short(_redacted(text, self._known_in(text)))
        return _without_secrets(text) if len(text) > SHORT else _without_secrets_again(text)

    def _known_in(self, text: str) -> list[Span]:
        """Return the places of known values, in any escaped form."""
        spans: list[Span] = []
        for layer in _layers(text) if self._secrets else ():
            for form in self._ordered:
                at = layer.text.find(form)
                while at >= 0:
                    spans.append(layer.origin(at, at + len(form)))
                    at = layer.text.find(form, at + len(form))
            for word in self._words:
                if word in layer.text and word.casefold() not in program_words():
                    alone = re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", layer.text)
                    spans += [layer.origin(*match.span()) for match in alone]
        return spans

    def _without_short(self, text: str) -> str:
        """Return a text without the short values that stand beside their names, or, in messages, alone."""
        if not self._short:
            return text

        def hidden(match: re.Match[str]) -> str:
            return match["before"] + SCRUBBED if (match["name"], match["value"]) in self._short else match[0]

        text = _beside(self._short).sub(hidden, text)
        alone = _alone(self._short) if self._everywhere else None
        return text if alone is None else alone.sub(SCRUBBED, text)

    def deep(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a JSON value without secrets in its texts or under secret names; a text may itself be JSON."""
        if isinstance(value, str):
            return self(self._nested(value) if value[:1] in {"{", "["} else value)
        if isinstance(value, list | tuple):
            return [self.deep(item) for item in value]
        if not isinstance(value, dict):
            return value
        names = [name for key in _NAMING if isinstance(name := value.get(key), str)]
        named = any(map(_names_a_secret, names))
        clean = {}
        for key, item in value.items():
            hidden = _names_a_secret(key) or (named and key in _NAMED) or self._is_short(key, item)
            hidden = hidden or (key in _NAMED and any(self._is_short(name, item) for name in names))
            clean[self(str(key)) if len(str(key)) >= WORD else key] = _hidden(item) if hidden else self.deep(item)
        if isinstance(alt := clean.get("alt"), str):
            clean["alt"] = _PHOTO.sub(rf"\1{SCRUBBED}", alt)
        return clean

    def _is_short(self, name: str, item: object) -> bool:
        """Return whether an item of a message is the short value of this name."""
        return self._everywhere and isinstance(item, str) and (name, item) in self._short

    def _nested(self, text: str) -> str:
        """Return a text with the JSON in it scrubbed, unchanged if it is not JSON or holds no secret."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        clean = self.deep(value)
        return text if clean == value else json.dumps(clean, ensure_ascii=False)


def _without_secrets(text: str) -> str:
    """Return a text without values that look like secrets."""
    return _redacted(text, found_in(text))


def _redacted(text: str, spans: Iterable[Span]) -> str:
    """Return a text in which places are replaced, those that overlap or touch by one replacement."""
    parts: list[str] = []
    end = -1
    for start, stop in sorted(span for span in spans if span[0] < span[1]):
        if start > end:
            parts += [text[max(end, 0) : start], SCRUBBED]
        end = max(end, stop)
    return "".join([*parts, text[max(end, 0) :]]) if parts else text


@lru_cache(maxsize=64)
def _beside(short: frozenset[Named]) -> re.Pattern[str]:
    """Return the pattern of any of these names with any of these values after it."""
    names, values = (_any_of({pair[at] for pair in short}) for at in (0, 1))
    return re.compile(rf"(?<![\w-])(?P<before>(?P<name>{names}){_JOINT})(?P<value>{values})(?![\w-])")


@lru_cache(maxsize=64)
def _alone(short: frozenset[Named]) -> re.Pattern[str] | None:
    """Return the pattern of the values that are more than a word of the program or a number."""
    found = {value for _, value in short if len(value) >= LEAST_ALONE and not value.isdigit()}
    found = {value for value in found if value.casefold() not in program_words()}
    return re.compile(rf"(?<![\w-])(?:{_any_of(found)})(?![\w-])") if found else None


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True))


_without_secrets_again = lru_cache(maxsize=4096)(_without_secrets)


def _may_be_word(value: str) -> bool:
    return len(value) < WORD and not any(map(str.isdigit, value))


def _forms(secret: str) -> set[str]:
    """Return the forms of a value that are no escapes: without quotes, as bytes, as Base64 of any text around it."""
    bare = secret.strip('"')
    plain = {secret, bare, unquote(bare), bare.replace(" ", "+"), bare.encode(errors="replace").decode("latin-1")}
    data = bare.encode(errors="replace")
    coded = {data.hex(), data.hex().upper()}
    for before in range(3):
        text = b64encode(bytes(before) + data).decode()[-(-8 * before // 6) : 8 * (before + len(data)) // 6]
        coded |= {text, text.translate(URL_SAFE)}
    return {form for form in plain if len(form) >= SHORTEST} | {form for form in coded if len(form) > SHORTEST}


@lru_cache(maxsize=4096)
def _names_a_secret(name: object) -> bool:
    return isinstance(name, str) and (is_secret_name(name) or name.lower() in COOKIES)


def _hidden(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the shape of a JSON value, with only the numbers that are too short to be secret."""
    if isinstance(value, dict):
        return {key: _hidden(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    short = isinstance(value, bool) or len(str(value)) < SHORTEST - 1
    return value if value is None or (short and not isinstance(value, str)) else value and SCRUBBED


class _Layer:
    """A text, or the text in which its escapes are resolved."""

    def __init__(self, text: str, source: _Layer | None = None) -> None:
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


def _layers(text: str) -> Iterator[_Layer]:
    """Yield a text, then the text with its escapes resolved once, then twice, and so on."""
    layer = _Layer(text)
    yield layer
    for _ in range(LAYERS):
        if not _ESCAPE.search(layer.text):
            return
        layer = _Layer(layer.text, layer)
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
