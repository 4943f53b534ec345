"""Profiles: browser folders in which a person has signed in, in a window that the program does not look into."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.browser import launch
from bot.errors import SetupError, UsageError, writing
from bot.files import FOLDER, make_folder

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

    from scrapers import Site

POLL_MS = 200
"""Milliseconds between two checks whether the person is done."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile on the disk."""

    name: str
    folder: Path
    used: datetime
    """When a browser last opened or closed it."""
    size: int
    """Bytes."""


def default_name(site: Site) -> str:
    """Return the name of a site's profile: its host without subdomain and ending, like `linkedin`."""
    host = urlsplit(site.HOME).hostname or site.NAME
    return host.split(".")[-2] if "." in host else host


def sign_in(  # noqa: PLR0913 - each is a choice of the person, or of a test in their place
    playwright: Playwright,
    address: str,
    name: str,
    *,
    browser: str | None,
    headed: bool = True,
    ended: Callable[[], bool] = lambda: False,
) -> Path:
    """Show a page in a window on a profile until the window is closed or `ended` is true; return the profile's folder.

    A new folder is readable by its owner alone. Raise `SetupError` if no window opens.
    """
    from playwright.sync_api import Error, TimeoutError  # noqa: A004 - Playwright's own

    folder = launch.profile_folder(name)
    launch.find(playwright, browser)
    if headed:
        launch.check_display()
    created = not folder.exists()
    for path in (folder.parent, folder):
        with writing(path):
            make_folder(path)
            path.chmod(FOLDER)
    try:
        with launch.open_profile(playwright, name, browser, headed=headed, viewport=None) as (context, _):
            page = context.pages[0] if context.pages else context.new_page()
            # The person sees a page that does not open or that was closed.
            with suppress(Error):
                page.goto(address, wait_until="commit")
            while context.pages and not ended():
                with suppress(TimeoutError):
                    context.wait_for_event("close", timeout=POLL_MS)
    except SetupError:
        if created:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def profiles() -> list[Profile]:
    """Return all profiles, sorted by name."""
    folder = launch.profiles_folder()
    found = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return [_profile(path) for path in found]


def profile(name: str) -> Profile:
    """Return the profile of a name; raise `UsageError` if it does not exist, `SetupError` if it is in use."""
    folder = launch.profile_folder(name)
    if not folder.is_dir():
        known = ", ".join(existing.name for existing in profiles())
        others = f"profiles are {known}" if known else "no profiles exist"
        raise UsageError(f"there is no profile {name!r}; {others}", command="givens sites login --list")
    if folder.is_symlink():
        raise UsageError(f"{folder} is a link, which givens sites login did not make, so it stays: remove it by hand")
    with launch.in_use(folder):
        pass  # No other run and no browser has it open.
    return _profile(folder)


def forget(found: Profile) -> None:
    """Remove a profile with its contents; raise `SetupError` if that fails."""
    with writing(found.folder, "removed"):
        shutil.rmtree(found.folder)


def _profile(folder: Path) -> Profile:
    # A browser creates its lock in the folder when it opens it, and removes it when it closes.
    used = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    sizes = (path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return Profile(folder.name, folder, used, sum(sizes))
