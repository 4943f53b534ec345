"""What sites have in common whose pages a module knows: there is nothing to find out while one is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playwright.sync_api import Page

    from scrapers._site import Stage

MOUNT_TIMEOUT = 20.0
"""Seconds in which a page must show its board."""


class SiteDefaults:
    """The members of a site that are the same wherever a module knows the page."""

    __slots__ = ()

    @property
    def mount(self) -> float:
        """The number of seconds in which the page must show its board."""
        return MOUNT_TIMEOUT

    def attend(self, *, by_person: bool) -> None:
        """Do nothing: the site's own buttons are pressed."""

    def events(self) -> Mapping[str, Mapping[str, object]]:
        """Return nothing: how the board is found is declared."""
        return {}

    def dangers(self, _page: Page, /) -> Sequence[str]:
        """Return nothing: the page is known."""
        return ()

    def begin(self, _stage: Stage, /) -> None:
        """Do nothing."""

    @property
    def declaration(self) -> object:
        """The site itself."""
        return self
