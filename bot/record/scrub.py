"""Removing what identifies a person or a session, before anything reaches the disk.

Texts are searched for known values, and for names and beginnings of secrets (`bot/record/secrets.py`), in a
time that is linear in their length, whatever they hold.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from bot.record.secrets import found_in, is_secret_name
from bot.record.vocabulary import program_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import BrowserContext

SCRUBBED = "[scrubbed]"
SHORTEST, WORD = 6, 16
"""A known value shorter than the first is a flag or a number; one shorter than the second and without a digit may be a
word, which is replaced only where it stands alone."""
MAX_SECRET = 4096
"""Characters of a value that is looked for as a whole."""
SHORT = 100
"""Characters of a text that is likely to occur again, like the styles of a board's elements."""
_NAMING, _NAMED = ("name", "id", "property", "type", "k"), frozenset({"value", "content", "v"})
"""Keys whose value names another value, as in headers, forms, markup and serialised objects."""
COOKIES = frozenset({"cookie", "cookies", "set-cookie", "set-cookies"})
_PHOTO = re.compile(r"(?i)^((?:profile )?photo of ).*", re.DOTALL)


class Scrubber:
    """Replace the values of a browser context's cookies, and everything that looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take the values to replace; one that may be a plain word is replaced only where it stands alone."""
        self._secrets = frozenset(secret for secret in secrets if SHORTEST <= len(secret) <= MAX_SECRET)
        # The longest first, as one may be a part of another.
        forms = sorted({form for secret in self._secrets for form in _forms(secret)}, key=len, reverse=True)
        self._ordered = [form for form in forms if not _may_be_word(form)]
        self._words = [form for form in forms if _may_be_word(form)]

    def with_cookies(self, context: BrowserContext) -> Scrubber:
        """Return a scrubber that also knows the cookies of a context, if the context still answers."""
        from playwright.sync_api import Error

        try:
            return self.with_secrets(cookie["value"] for cookie in context.cookies())
        except Error:
            return self

    def with_secrets(self, secrets: Iterable[str]) -> Scrubber:
        """Return a scrubber that also knows these values."""
        more = {secret for secret in secrets if SHORTEST <= len(secret) <= MAX_SECRET} - self._secrets
        return Scrubber(self._secrets | more) if more else self

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._ordered:
            text = text.replace(secret, SCRUBBED)
        for word in self._words:
            if word in text and word.casefold() not in program_words():
                text = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", SCRUBBED, text)
        return _without_secrets(text) if len(text) > SHORT else _without_secrets_again(text)

    def deep(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a JSON value without secrets in its texts or under secret names; a text may itself be JSON."""
        if isinstance(value, str):
            return self(self._nested(value) if value[:1] in {"{", "["} else value)
        if isinstance(value, list | tuple):
            return [self.deep(item) for item in value]
        if not isinstance(value, dict):
            return value
        named = any(_names_a_secret(value.get(key)) for key in _NAMING)
        clean = {}
        for key, item in value.items():
            hidden = _names_a_secret(key) or (named and key in _NAMED)
            clean[self(str(key)) if len(str(key)) >= WORD else key] = _hidden(item) if hidden else self.deep(item)
        if isinstance(alt := clean.get("alt"), str):
            clean["alt"] = _PHOTO.sub(rf"\1{SCRUBBED}", alt)
        return clean

    def _nested(self, text: str) -> str:
        """Return a text with the JSON in it scrubbed, unchanged if it is not JSON or holds no secret."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return text
        clean = self.deep(value)
        return text if clean == value else json.dumps(clean, ensure_ascii=False)


def _without_secrets(text: str) -> str:
    """Return a text without what looks like a secret."""
    parts, end = [], 0
    for start, stop in found_in(text):
        parts += [text[end:start], SCRUBBED]
        end = stop
    return "".join([*parts, text[end:]]) if parts else text


_without_secrets_again = lru_cache(maxsize=4096)(_without_secrets)


def _may_be_word(value: str) -> bool:
    return len(value) < WORD and not any(map(str.isdigit, value))


def _forms(secret: str) -> set[str]:
    """Return the forms of a value elsewhere: without quotes, in addresses, in markup, in JSON, in Base64."""
    bare = secret.strip('"')
    coded = {code(bare.encode()).decode().rstrip("=") for code in (b64encode, urlsafe_b64encode)}
    forms = {secret, bare, unquote(bare), quote(bare, safe=""), escape(bare), json.dumps(bare)[1:-1], *coded}
    return {form for form in forms if len(form) >= SHORTEST}


def _names_a_secret(name: object) -> bool:
    return isinstance(name, str) and _is_secret_name(name)


@lru_cache(maxsize=4096)
def _is_secret_name(name: str) -> bool:
    return is_secret_name(name) or name.lower() in COOKIES


def _hidden(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the shape of a JSON value, with only the numbers that are too short to be secret."""
    if isinstance(value, dict):
        return {key: _hidden(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    short = isinstance(value, bool) or len(str(value)) < SHORTEST - 1
    return value if value is None or (short and not isinstance(value, str)) else value and SCRUBBED
