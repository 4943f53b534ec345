"""Taking out what identifies a person or a session, before anything reaches the disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import BrowserContext

SCRUBBED = "[scrubbed]"
SHORTEST, WORD = 6, 16
"""Cookie values shorter than the first are flags and counts; without a digit and shorter than the second, words."""

_WORDS = (
    "token|csrf|xsrf|session|secret|passw|auth(?!or)|api_?key|jsessionid|li_at|bcookie|bscookie"
    "|first_?name|last_?name|full_?name|publicidentifier"
)
_NAME = rf"[\w.-]*(?:{_WORDS})[\w.-]*"
_PATTERNS = (
    # name=value in addresses, "name": "value" in scripts, name="…" value="…" and name="…" content="…" in markup
    (re.compile(rf"(?i)([?&;#]\s*{_NAME}=)[^&;#\"'<>\s]+"), rf"\1{SCRUBBED}"),
    (
        re.compile(
            rf"(?i)((?:\"|&quot;|'|\\\")?\b{_NAME}(?:\"|&quot;|'|\\\")?\s*[:=]\s*(?:\"|&quot;|'|\\\"))[^\"'&\\]+"
        ),
        rf"\1{SCRUBBED}",
    ),
    (
        re.compile(
            rf"(?i)(<(?:input|meta)\b[^>]*?\b(?:name|id|property)=[\"']{_NAME}[\"'][^>]*?\b(?:value|content)=[\"'])[^\"']*"
        ),
        rf"\1{SCRUBBED}",
    ),
    (
        re.compile(
            rf"(?i)(<(?:input|meta)\b[^>]*?\b(?:value|content)=[\"'])[^\"']*([\"'][^>]*?\b(?:name|id|property)=[\"']{_NAME}[\"'])"
        ),
        rf"\1{SCRUBBED}\2",
    ),
    (re.compile(r"(?i)(<input\b[^>]*?\btype=[\"']password[\"'][^>]*?\bvalue=[\"'])[^\"']*"), rf"\1{SCRUBBED}"),
    (re.compile(rf"(?i)(\"{_NAME}\"\s*:\s*)\d{{5,}}"), rf'\1"{SCRUBBED}"'),
    (re.compile(r"(?i)(\balt=[\"'](?:profile )?photo of )[^\"']*"), rf"\1{SCRUBBED}"),
    # headers, JSON web tokens, members' numbers and profiles, mail addresses
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {SCRUBBED}"),
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"), SCRUBBED),
    (re.compile(r"(urn:li:(?:fsd?_)?(?:member|profile|fs_miniProfile|fsd_profile):)[\w-]+"), rf"\1{SCRUBBED}"),
    (re.compile(r"(linkedin\.com/in/)[\w%-]+"), rf"\1{SCRUBBED}"),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), SCRUBBED),
)


class Scrubber:
    """Replaces the values of a browser context's cookies, and everything that looks like a secret."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Take values to replace wherever they stand; what may be a plain word is left."""
        self._secrets = frozenset(secret for secret in secrets if _is_secret(secret))
        # The longest first: one may be a part of another.
        self._ordered = sorted(self._secrets, key=len, reverse=True)

    def knowing(self, context: BrowserContext) -> Scrubber:
        """Return a scrubber that knows the cookies of a context, too, if it can still be asked."""
        from playwright.sync_api import Error

        try:
            values = {cookie["value"] for cookie in context.cookies()}
        except Error:
            return self
        return self if values <= self._secrets else Scrubber(self._secrets | values)

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._ordered:
            text = text.replace(secret, SCRUBBED)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text

    def deep(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a JSON value without secrets in its texts."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {key: self.deep(item) for key, item in value.items()}
        return [self.deep(item) for item in value] if isinstance(value, list | tuple) else value


def _is_secret(value: str) -> bool:
    return len(value) >= (SHORTEST if any(map(str.isdigit, value)) else WORD)
