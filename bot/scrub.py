"""Taking out what identifies a person or a session, before anything reaches the disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import BrowserContext

SCRUBBED = "[scrubbed]"
SHORTEST = 6
"""Cookie values shorter than this are flags and counts, not secrets."""

_NAME = r"[\w.-]*(?:token|csrf|xsrf|session|secret|passw|auth(?!or)|api_?key|jsessionid|li_at|bcookie|bscookie)[\w.-]*"
_PATTERNS = (
    # name=value in addresses, "name": "value" in scripts, name="…" value="…" and name="…" content="…" in markup
    (re.compile(rf"(?i)([?&;]{_NAME}=)[^&;#\"'<>\s]+"), rf"\1{SCRUBBED}"),
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
        """Take values to replace wherever they stand; short ones are left."""
        self._secrets = sorted({secret for secret in secrets if len(secret) >= SHORTEST}, key=len, reverse=True)

    @classmethod
    def of(cls, context: BrowserContext) -> Scrubber:
        """Know the values of all cookies that the context holds now."""
        return cls(cookie["value"] for cookie in context.cookies())

    def __call__(self, text: str) -> str:
        """Return the text without secrets."""
        for secret in self._secrets:
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
