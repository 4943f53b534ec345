"""Profiles: browsers' folders in which a person has signed in; they are shown a window, and nothing is looked at."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.browser import launch
from bot.browser.limits import interruptible
from bot.errors import SetupError, UsageError, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Playwright

    from scrapers import Site

BEAT = 200
"""Milliseconds between two looks at whether the person is done."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile as it lies on the disk."""

    name: str
    folder: Path
    used: datetime
    """When a browser was opened on it last, or closed."""
    size: int
    """Bytes."""


def default_name(site: Site) -> str:
    """Return the name of a site's profile: that of its host, without what stands around it, like `linkedin`."""
    host = urlsplit(site.HOME).hostname or site.NAME
    return host.split(".")[-2] if "." in host else host


def sign_in(  # noqa: PLR0913 - what a person may choose, and what a test puts in their place
    playwright: Playwright,
    address: str,
    name: str,
    *,
    told: str | None,
    ended: Callable[[], bool],
    headed: bool = True,
) -> Path:
    """Show a page in a window on a profile, until that is closed or `ended` says so; returns the profile's folder.

    The folder is made where there is none, for its owner alone. Raises `SetupError` where no window opens.
    """
    from playwright.sync_api import Error, TimeoutError  # noqa: A004 - Playwright's own

    folder = launch.profile_folder(name)
    launch.find(playwright, told)
    if headed:
        launch.check_display()
    made = _made(folder)
    try:
        with (
            launch.folder_opened(playwright, folder, told=told, headed=headed, viewport=None) as (context, _),
            interruptible(),
        ):
            page = context.pages[0] if context.pages else context.new_page()
            # What does not open, or is closed meanwhile, the person sees.
            with suppress(Error):
                page.goto(address, wait_until="commit")
            while context.pages and not ended():
                with suppress(TimeoutError):
                    context.wait_for_event("close", timeout=BEAT)
    except SetupError:
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def profiles() -> list[Profile]:
    """Return all profiles, by name."""
    folder = launch.profiles_folder()
    found = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return [_profile(path) for path in found]


def profile(name: str) -> Profile:
    """Return the profile of a name; raises `UsageError` where there is none, `SetupError` where it is in use."""
    folder = launch.profile_folder(name)
    if not folder.is_dir():
        known = ", ".join(one.name for one in profiles())
        msg = f"there is no profile {name!r}; {f'profiles are {known}' if known else 'there is none at all'}"
        raise UsageError(msg, command="givens login --list")
    launch.check_free(folder)
    return _profile(folder)


def forget(found: Profile) -> None:
    """Remove a profile with all that is in it; raises `SetupError` where that fails."""
    try:
        shutil.rmtree(found.folder)
    except OSError as error:
        msg = f"{error.filename or found.folder} cannot be removed: {error.strerror}"
        raise SetupError(msg) from None


def _profile(folder: Path) -> Profile:
    # A browser makes its lock in the folder when it opens it, and takes it away when it closes.
    used = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    sizes = (path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return Profile(folder.name, folder, used, sum(sizes))


def _made(folder: Path) -> bool:
    """Make a folder that only its owner can open, and tell whether there was none."""
    made = not folder.exists()
    for path in (folder.parent, folder):
        with writing(path):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.chmod(0o700)
    return made
