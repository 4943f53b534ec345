"""Removing what identifies a person or a session, before anything reaches the disk."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import BrowserContext

SCRUBBED = "[scrubbed]"
SHORTEST, WORD = 6, 16
"""A cookie value shorter than the first is a flag or a number; shorter than the second and without a digit, a word."""

_ALL = (
    "token|csrf|xsrf|session|secret|passw|auth|apikey|api_key|li_at|bcookie|bscookie"
    "|firstname|first_name|lastname|last_name|fullname|full_name|publicidentifier"
)
_WORDS = _ALL.split("|")
_BEGIN = "".join(sorted({word[0] for word in _WORDS}))
_WORD = _ALL.replace("auth", "auth(?!or)")
_NAME = rf"[\w.-]*(?:{_WORD})[\w.-]*"
_WRITTEN = (
    # name=value in addresses, "name": "value" in scripts, name="…" value="…" and name="…" content="…" in markup
    (_WORDS, rf"(?i)([?&;#]\s*{_NAME}=)[^&;#\"'<>\s]+", rf"\1{SCRUBBED}"),
    (
        _WORDS,
        # The lookahead for the first letter makes this five times as fast.
        rf"(?i)((?=[{_BEGIN}])(?:{_WORD})[\w.-]*(?:\"|&quot;|'|\\\")?\s*[:=]\s*(?:\"|&quot;|'|\\\"))[^\"'&\\]+",
        rf"\1{SCRUBBED}",
    ),
    (
        _WORDS,
        rf"(?i)(<(?:input|meta)\b[^>]*?\b(?:name|id|property)=[\"']{_NAME}[\"'][^>]*?\b(?:value|content)=[\"'])[^\"']*",
        rf"\1{SCRUBBED}",
    ),
    (
        _WORDS,
        rf"(?i)(<(?:input|meta)\b[^>]*?\b(?:value|content)=[\"'])[^\"']*([\"'][^>]*?\b(?:name|id|property)=[\"']{_NAME}[\"'])",
        rf"\1{SCRUBBED}\2",
    ),
    (["password"], r"(?i)(<input\b[^>]*?\btype=[\"']password[\"'][^>]*?\bvalue=[\"'])[^\"']*", rf"\1{SCRUBBED}"),
    (_WORDS, rf"(?i)(\"{_NAME}\"\s*:\s*)\d{{5,}}", rf'\1"{SCRUBBED}"'),
    (["photo of "], r"(?i)(\balt=[\"'](?:profile )?photo of )[^\"']*", rf"\1{SCRUBBED}"),
    # headers, JSON web tokens, members' numbers and profiles, mail addresses
    (["bearer", "basic"], r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}", rf"\1 {SCRUBBED}"),
    (["eyj"], r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*", SCRUBBED),
    (["urn:li:"], r"(urn:li:(?:fsd?_)?(?:member|profile|fs_miniProfile|fsd_profile):)[\w-]+", rf"\1{SCRUBBED}"),
    (["linkedin.com/in/"], r"(linkedin\.com/in/)[\w%-]+", rf"\1{SCRUBBED}"),
    # … except Playwright's names of pages, which occur in the names of a trace's files
    (["@"], r"(?<![\w.+-])(?!page@[\da-f]{32})[\w.+-]+@[\w-]+(?:\.[\w-]+)+", SCRUBBED),
)
PATTERNS = [(words, re.compile(pattern), instead) for words, pattern, instead in _WRITTEN]
"""The lower-case words of which a text must contain one for the pattern to match; the pattern; its replacement."""
SHORT = 100
"""Characters of a text that is likely to occur again, like the styles of a board's elements."""
_SECRET_NAME = re.compile(rf"(?i){_NAME}|(?:set-)?cookies?")
_NAMING, _NAMED = ("name", "id", "property", "type", "k"), frozenset({"value", "content", "v"})
"""Keys whose value names another value, as in headers, forms, markup and serialised objects."""
_PHOTO = re.compile(r"(?i)^((?:profile )?photo of ).*", re.DOTALL)


class Scrubber:
    """Replace the values of a browser context's cookies, and everything that looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take the values to replace; a value that may be a plain word is ignored."""
        self._secrets = frozenset(secret for secret in secrets if _is_secret(secret))
        # The longest first, as one may be a part of another.
        self._ordered = sorted({form for secret in self._secrets for form in _forms(secret)}, key=len, reverse=True)

    def with_cookies(self, context: BrowserContext) -> Scrubber:
        """Return a scrubber that also knows the cookies of a context, if the context still answers."""
        from playwright.sync_api import Error

        try:
            return self.with_secrets(cookie["value"] for cookie in context.cookies())
        except Error:
            return self

    def with_secrets(self, secrets: Iterable[str]) -> Scrubber:
        """Return a scrubber that also knows these values."""
        more = set(filter(_is_secret, secrets)) - self._secrets
        return Scrubber(self._secrets | more) if more else self

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._ordered:
            text = text.replace(secret, SCRUBBED)
        return _without_patterns(text) if len(text) > SHORT else _without_patterns_again(text)

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


def _without_patterns(text: str) -> str:
    small = text.lower()
    for words, pattern, instead in PATTERNS:
        if any(word in small for word in words):
            text = pattern.sub(instead, text)
    return text


_without_patterns_again = lru_cache(maxsize=4096)(_without_patterns)


def _is_secret(value: str) -> bool:
    return len(value) >= (SHORTEST if any(map(str.isdigit, value)) else WORD)


def _forms(secret: str) -> set[str]:
    """Return the forms of a cookie's value elsewhere: without quotes, in addresses, in markup."""
    bare = secret.strip('"')
    return set(filter(_is_secret, (secret, bare, unquote(bare), quote(bare, safe=""), escape(bare))))


def _names_a_secret(name: object) -> bool:
    return isinstance(name, str) and _is_secret_name(name)


@lru_cache(maxsize=4096)
def _is_secret_name(name: str) -> bool:
    return _SECRET_NAME.fullmatch(name) is not None


def _hidden(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return the shape of a JSON value, with only the numbers that are too short to be secret."""
    if isinstance(value, dict):
        return {key: _hidden(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    short = isinstance(value, bool) or len(str(value)) < SHORTEST - 1
    return value if value is None or (short and not isinstance(value, str)) else value and SCRUBBED
