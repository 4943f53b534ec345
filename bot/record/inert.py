"""Saved markup that is inert when a browser opens it: it loads nothing and runs nothing."""

from __future__ import annotations

import re

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
"""The first element of saved markup; only inline styles apply."""
_GLASS = re.compile(r"<x-pw-glass\b.*?</x-pw-glass>", re.DOTALL)


def inert(html: str) -> str:
    """Return markup with the policy."""
    return html if POLICY in html else POLICY + html


def as_taken(html: str) -> str:
    """Return saved markup without the policy: the page's own markup."""
    return html.replace(POLICY, "", 1)


def unmarked(html: str) -> str:
    """Return a page's markup without the overlay on which Playwright draws a video's titles and marks."""
    return _GLASS.sub("", html)
