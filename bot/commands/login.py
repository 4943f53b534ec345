"""The command with which a person signs in."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import BROWSER, JSON
from bot.commands._output import print_json, teller

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.browser.profiles import Profile


@click.command()
@click.argument("site", required=False, metavar="[SITE]", help="Any clear part of a site's name.")
@click.option("--profile", "name", metavar="NAME", help="What to call the profile; the site's host without.")
@click.option("--list", "listed", is_flag=True, help="List the profiles, and end.")
@click.option("--forget", metavar="NAME", help="Remove a profile, and end.")
@click.option("--yes", is_flag=True, help="Remove it without asking.")
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
    """Open a window in which you sign in to a site, on a profile that --profile names later.

    No password passes through givens: you type it into the browser, which keeps what the site gives it, in a folder
    that only you can open. Nothing is read or recorded. Close the window, or press Enter here, when you are done.

    \b
    Examples:
      givens login tango                                  sign in at LinkedIn, on the profile `linkedin`
      givens play tango --profile linkedin                play there
      givens login --list                                 the profiles: when last used, how large
      givens login --forget linkedin                      remove one
    """
    from bot.errors import UsageError

    if (site is not None) + listed + (forget is not None) != 1:
        msg = "name a site to sign in to, or --list, or --forget NAME"
        raise UsageError(msg, command="givens sites")
    if listed:
        return _list(as_json=as_json)
    if forget is not None:
        return _forget(forget, yes=yes, as_json=as_json)
    assert site is not None  # noqa: S101 - one of the three
    return _sign_in(site, name, browser, as_json=as_json)


def _sign_in(text: str, profile: str | None, told: str | None, *, as_json: bool) -> int:
    from bot.browser.driver import playwright_started
    from bot.browser.profiles import default_name, sign_in
    from bot.play.targets import site_named, today_of

    site = site_named(text)
    name = profile or default_name(site)
    address = site.address(today_of(site), {}, signed_in=True)
    tell = teller(as_json=as_json)
    with playwright_started() as playwright:
        enter = " or press Enter here" if sys.stdin.isatty() else ""
        tell(f"sign in at {address} in the window that opens; close it{enter} when you are done")
        folder = sign_in(playwright, address, name, told=told, ended=enter_pressed())
    if as_json:
        print_json({"site": site.NAME, "url": address, "profile": name, "folder": str(folder)})
    else:
        tell(f"what the browser has kept is in {folder}, which only you can open")
        tell(f"givens play {text} --profile {name}  plays as whoever has signed in there")
    return 0


def _list(*, as_json: bool) -> int:
    from rich.table import Table

    from bot.browser.profiles import profiles
    from bot.draw.terminal import out

    found = profiles()
    table = Table("profile", "last used", "size", box=None, pad_edge=False)
    for one in found:
        if as_json:
            print_json(_facts(one))
        else:
            table.add_row(one.name, f"{one.used.astimezone():%Y-%m-%d %H:%M}", _size(one))
    if not as_json:
        out.print(table if found else "there is no profile; givens login SITE makes one")
    return 0


def _forget(name: str, *, yes: bool, as_json: bool) -> int:
    from bot.browser.profiles import forget, profile
    from bot.errors import UsageError

    found = profile(name)
    if not yes:
        if not sys.stdin.isatty():
            msg = f"the profile {name!r} is removed only if you say so"
            raise UsageError(msg, command=f"givens login --forget {name} --yes")
        question = f"remove {found.folder} ({_size(found)}) and whatever is signed in there?"
        if not click.confirm(question, err=True):
            return 0
    forget(found)
    if as_json:
        print_json({"removed": True} | _facts(found))
    else:
        teller(as_json=False)(f"removed {found.folder}")
    return 0


def _facts(one: Profile) -> dict[str, Any]:
    return {"profile": one.name, "folder": str(one.folder), "used": one.used.isoformat(), "bytes": one.size}


def _size(one: Profile) -> str:
    from rich.filesize import decimal

    return decimal(one.size)


def enter_pressed() -> Callable[[], bool]:
    """Return what tells whether Enter was pressed since, on a terminal; the window goes on meanwhile."""
    from threading import Event, Thread

    pressed = Event()

    def wait() -> None:
        # Not through `sys.stdin`, whose lock a thread that still waits would hold when the program ends.
        os.read(sys.stdin.fileno(), 1)
        pressed.set()

    if sys.stdin.isatty():
        Thread(target=wait, daemon=True).start()
    return pressed.is_set
