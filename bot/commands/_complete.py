"""What the shell completes: targets, sites, kinds and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import click

MAX_SESSIONS = 50
"""How many of the newest sessions are offered."""


def sites(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the sites that begin with a text, or else those that a command takes it for."""
    from bot.play.sites import sites_like
    from scrapers import SITES

    begin = [SITES.named(name) for name in SITES.names if name.startswith(begun)]
    return [CompletionItem(site.NAME, help=site.KIND) for site in begin or sites_like(begun)]


def targets(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the sites or, behind the name of one, its choices; files otherwise."""
    from scrapers import SITES

    name, colon, choices = begun.partition(":")
    if not colon:
        return sites(context, parameter, begun) or [CompletionItem(begun, type="file")]
    before, comma, last = choices.rpartition(",")
    return [
        CompletionItem(f"{name}:{before}{comma}{choice}=", help=words)
        for choice, words in (SITES.named(name).CHOICES.items() if name in SITES.names else ())
        if choice.startswith(last)
    ]


def kinds(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the puzzle kinds that begin with a text."""
    from solvers import KINDS

    return [CompletionItem(kind) for kind in KINDS if kind.startswith(begun)]


def sessions(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return `last` and the newest sessions that begin with a text, the newest first."""
    from bot.sessions import store

    newest = [session.folder.name for session in reversed(store.sessions())][:MAX_SESSIONS]
    return [CompletionItem(name) for name in ("last", *newest) if name.startswith(begun)]
