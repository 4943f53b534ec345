"""`givens sites login`: sign in to a site on a browser profile."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from bot.commands import _complete
from bot.commands._options import BROWSER, JSON, argument, option
from bot.commands._output import print_json, printer

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.browser.profiles import Profile


@click.command()
@argument(
    "site",
    "[SITE]",
    "Any unambiguous part of a site's name, or the file of your own site module.",
    complete=_complete.sites,
)
@option("--profile NAME", "The name of the profile. Default: the name of the site's host.", "name")
@option("--list", "List the profiles and exit.", "listed")
@option("--forget NAME", "Remove a profile and exit.")
@option("--yes", "Do not ask before removing.")
@BROWSER
@JSON
def login(  # noqa: PLR0913 - each is an option
    *,
    site: str | None,
    name: str | None,
    listed: bool,
    forget: str | None,
    yes: bool,
    browser: str | None,
    as_json: bool,
) -> int:
    """Sign in to a site in a browser window.

    Afterwards `givens play --profile NAME` plays signed in. You type your password into the browser, so givens never
    sees it. The browser keeps its cookies in a folder that only you can open. Nothing is read or recorded. When you are
    done, close the window or press Enter here.

    \b
    Examples:
      givens sites login tango                            sign in to LinkedIn, with the profile `linkedin`
      givens play tango --profile linkedin                play there
      givens sites login --list                           the profiles, when they were last used, and their size
      givens sites login --forget linkedin                remove one
    """
    from bot.errors import UsageError

    if (site is not None) + listed + (forget is not None) != 1:
        raise UsageError("name a site, or use --list or --forget NAME", command="givens sites list")
    if site is not None:
        return _sign_in(site, name, browser, as_json=as_json)
    return _list(as_json=as_json) if forget is None else _forget(forget, yes=yes, as_json=as_json)


def _sign_in(text: str, profile: str | None, browser: str | None, *, as_json: bool) -> int:
    from bot.browser.driver import playwright_started
    from bot.browser.profiles import default_name, sign_in
    from bot.errors import command_line
    from bot.play.targets import site_chosen, today_of

    site = site_chosen(text)
    name = profile or default_name(site)
    address = site.address(today_of(site), {}, signed_in=True)
    show = printer(as_json=as_json)
    with playwright_started() as playwright:
        enter = " or press Enter here" if sys.stdin.isatty() else ""
        show(f"sign in at {address} in the window that opens, then close it{enter}")
        folder = sign_in(playwright, address, name, browser=browser, ended=enter_pressed())
    if as_json:
        print_json({"site": site.NAME, "url": address, "profile": name, "folder": str(folder)})
    else:
        show(f"the browser's data is in {folder}, which only you can open")
        own = text.endswith(".py")
        chosen = ["--site", text, "--profile", name] if own else ["--profile", name]
        show(f"to play signed in: {command_line('givens play', address if own else text, options=chosen)}")
    return 0


def _list(*, as_json: bool) -> int:
    from rich.table import Table

    from bot.browser.profiles import profiles
    from bot.draw.terminal import out

    found = profiles()
    table = Table("profile", "last used", "size", box=None, pad_edge=False)
    for profile in found:
        if as_json:
            print_json(_facts(profile))
        else:
            table.add_row(profile.name, f"{profile.used.astimezone():%Y-%m-%d %H:%M}", _size(profile))
    if not as_json:
        out.print(table if found else "no profiles exist; `givens sites login SITE` creates one")
    return 0


def _forget(name: str, *, yes: bool, as_json: bool) -> int:
    from bot.browser.profiles import forget, profile
    from bot.errors import UsageError, command_line

    found = profile(name)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(
                f"without a terminal, --yes is required to remove the profile {name!r}",
                command=command_line("givens sites login", options=["--forget", name, "--yes"]),
            )
        question = f"remove {found.folder} ({_size(found)}) and its sign-ins?"
        if not click.confirm(question, err=True):
            return 0
    forget(found)
    if as_json:
        print_json({"removed": True} | _facts(found))
    else:
        printer(as_json=False)(f"removed {found.folder}")
    return 0


def _facts(profile: Profile) -> dict[str, Any]:
    return {
        "profile": profile.name,
        "folder": str(profile.folder),
        "used": profile.used.isoformat(),
        "bytes": profile.size,
    }


def _size(profile: Profile) -> str:
    from rich.filesize import decimal

    return decimal(profile.size)


def enter_pressed() -> Callable[[], bool]:
    """Wait for Enter in a thread, on a terminal; return a function that returns whether it was pressed."""
    from threading import Event, Thread

    pressed = Event()

    def wait() -> None:
        # Not `sys.stdin`: a thread that still waits at the end of the program would hold its lock.
        os.read(sys.stdin.fileno(), 1)
        pressed.set()

    if sys.stdin.isatty():
        Thread(target=wait, daemon=True).start()
    return pressed.is_set
