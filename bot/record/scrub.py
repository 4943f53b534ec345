"""Taking out what identifies a person or a session, before anything reaches the disk."""

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
"""Cookie values shorter than the first are flags and counts; without a digit and shorter than the second, words."""

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
        # What a word can begin with is asked first: that is five times as fast.
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
    # … but for Playwright's own names of pages, which files in a trace bear
    (["@"], r"(?<![\w.+-])(?!page@[\da-f]{32})[\w.+-]+@[\w-]+(?:\.[\w-]+)+", SCRUBBED),
)
PATTERNS = [(words, re.compile(pattern), instead) for words, pattern, instead in _WRITTEN]
"""What of a text has to be there, in small letters, for a pattern to match; the pattern; what to write instead."""
SHORT = 100
"""Characters of a text that is likely to come again, as the styles of a board's elements do."""
_SECRET_NAME = re.compile(rf"(?i){_NAME}|(?:set-)?cookies?")
_NAMING, _NAMED = ("name", "id", "property", "type", "k"), frozenset({"value", "content", "v"})
"""Keys that say what stands under others, as in headers, forms, markup, and objects on their way out of a page."""
_PHOTO = re.compile(r"(?i)^((?:profile )?photo of ).*", re.DOTALL)


class Scrubber:
    """Replaces the values of a browser context's cookies, and everything that looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take values to replace wherever they stand; what may be a plain word is left."""
        self._secrets = frozenset(secret for secret in secrets if _is_secret(secret))
        # The longest first: one may be a part of another.
        self._ordered = sorted({form for secret in self._secrets for form in _forms(secret)}, key=len, reverse=True)

    def knowing(self, context: BrowserContext) -> Scrubber:
        """Return a scrubber that knows the cookies of a context, too, if it can still be asked."""
        from playwright.sync_api import Error

        try:
            return self.also(cookie["value"] for cookie in context.cookies())
        except Error:
            return self

    def also(self, secrets: Iterable[str]) -> Scrubber:
        """Return a scrubber that knows more values."""
        more = set(filter(_is_secret, secrets)) - self._secrets
        return Scrubber(self._secrets | more) if more else self

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._ordered:
            text = text.replace(secret, SCRUBBED)
        return _without_patterns(text) if len(text) > SHORT else _without_patterns_again(text)

    def deep(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a JSON value without secrets in its texts, nor under names of secrets; a text may be JSON itself."""
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
        """Return a text that may be JSON with that scrubbed; as it is where there is nothing to scrub."""
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
    """Return the ways in which a cookie's value is written elsewhere: without its quotes, in addresses, in markup."""
    bare = secret.strip('"')
    return set(filter(_is_secret, (secret, bare, unquote(bare), quote(bare, safe=""), escape(bare))))


def _names_a_secret(name: object) -> bool:
    return isinstance(name, str) and _is_secret_name(name)


@lru_cache(maxsize=4096)
def _is_secret_name(name: str) -> bool:
    return _SECRET_NAME.fullmatch(name) is not None


def _hidden(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value of which nothing is left but its shape, and numbers that are too short to be secret."""
    if isinstance(value, dict):
        return {key: _hidden(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_hidden(item) for item in value]
    short = isinstance(value, bool) or len(str(value)) < SHORTEST - 1
    return value if value is None or (short and not isinstance(value, str)) else value and SCRUBBED
