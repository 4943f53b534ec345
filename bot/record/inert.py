"""Saved markup that is inert when a browser opens it: it loads nothing and runs nothing."""

from __future__ import annotations

POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
)
"""The first element of saved markup; only inline styles apply."""


def inert(html: str) -> str:
    """Return markup with the policy."""
    return html if POLICY in html else POLICY + html


def as_taken(html: str) -> str:
    """Return saved markup without the policy: the page's own markup."""
    return html.replace(POLICY, "", 1)
