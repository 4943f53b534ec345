"""The group `givens sites`: list the sites, check that pages can be read, save one as a fixture, and sign in."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from shutil import make_archive
from typing import Any

import click
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text

from bot.browser import profiles
from bot.browser.driver import start_playwright
from bot.commands import _complete, _show
from bot.commands import _options as shared
from bot.commands._options import BROWSER, JSON, PATH, PageOptions, argument, collect_options, option
from bot.commands._output import confirm, emit, joint_exit_code, print_json, say, status
from bot.daily import canary
from bot.daily.daily import Throttle
from bot.draw.terminal import err, out
from bot.errors import UsageError, again, writing
from bot.files import FILE
from bot.play.resolve import resolve
from bot.play.result import TargetResult
from bot.play.runner import Runner
from bot.play.sites import site_chosen, site_facts, sites_matching, today_of
from scrapers import SITES, by_evidence
from solvers import GivensError

LEGEND = """
can play: `read` where a puzzle is only read, and nothing entered
known from: its code, a saved page, what programs of others say, or inferred
givens sites list NAME shows the choices of one"""


@click.command("list")
@argument("names", "[SITE...]", "Any unambiguous part of a site's name, or a family.", complete=_complete.sites)
@shared.JSON
def list_(*, names: tuple[str, ...], as_json: bool) -> int:
    """List the sites, or show some with their choices.

    \b
    Examples:
      givens sites list                                   one line each, the longest unseen first
      givens sites list tango                             all that is known about one
      givens sites list --json | jq -r .url               today's addresses
    """
    if not names and not as_json:
        say(f"{'':<42} can  known     last\n{'site':<27} {'kind':<14} play from      seen")
        for site in by_evidence(SITES):
            state = "read" if site.POLICY.read_only else "yes"
            grade, date = site.EVIDENCE or ("", "")
            say(f"{site.NAME:<27} {site.KIND:<14} {state:<4} {grade:<9} {date[:7]}")
        say(LEGEND)
        return 0
    chosen = [site for name in names for site in sites_matching(name)]
    for site in chosen or SITES:
        facts = site_facts(site)
        choices = "".join(f"\n    {name}=  {help_}" for name, help_ in site.CHOICES.items())
        kind, layouts = site.KIND or "any kind", ", ".join(facts["layouts"])
        known = f"{'played' if facts['played'] else 'only read'}; known: {', '.join(site.EVIDENCE or ('nothing',))}"
        words = f"{site.NAME}  ({kind})\n    {facts['url']}\n    {known}\n    layouts: {layouts}{choices}"
        emit(facts, words, as_json=as_json)
    return 0


@click.command()
@argument("targets", "[TARGET...]", "As for `givens read`. Default: today's page of every site.")
@option("-o, --out FOLDER", "A new or empty folder for what fails.", "folder", type=PATH, required=True)
@shared.HOST_PAUSE
@collect_options(PageOptions, shared.SITE, shared.BROWSER, shared.TRUST, shared.JSON)
def check(options: PageOptions, *, folder: Path, pause: float) -> int:
    """Check that the sites' pages can still be read.

    Pages are opened as a guest, and nothing is entered. For each page that cannot be read, FOLDER gets a capture
    (SITE/, as from `givens sites capture`) and an issue (SITE.md, with its title on the first line). No
    issue is written for a login wall, or if the network fails twice.

    \b
    Examples:
      givens sites check -o today                         every site
      givens sites check tango -o today --json            one site, for a script
      givens read today/linkedin_tango                    read the capture again, offline
    """
    codes = []
    with status() as set_status, Runner(options, set_status) as runner:
        canary.prepare(folder)
        throttle = Throttle(set_status, pause)
        for text in options.targets or SITES.names:
            try:
                targets = resolve(text, site=options.site)
                results: Iterable[TargetResult] = (canary.check(one, runner, folder, throttle) for one in targets)
            except GivensError as error:
                results = [TargetResult.refused(text, error)]
            for result in results:
                codes.append(result.exit_code)
                if options.as_json:
                    print_json(result.line())
                _tell(result, quiet=options.as_json)
    return joint_exit_code(codes)


def _tell(result: TargetResult, *, quiet: bool) -> None:
    if result.traceback is not None:
        err.print(Text(result.traceback))
    if quiet:
        return
    if not result.error:
        out.print(Text(f"{result.target}: can be read, layout {result.layout}"))
        return
    words = "was not checked"
    if isinstance(result, canary.CheckResult) and result.issue:
        words = f"cannot be read; see {result.issue} and {result.capture}"
    out.print(Text(f"{result.target}: {words}"))
    _show.failure(result.error)


@click.command()
@argument(
    "target",
    "TARGET",
    "What to capture: a URL, SITE[:key=value,...], or a saved .html file.",
    complete=_complete.targets,
)
@option("-o, --out FOLDER", "The folder to create.", "folder", type=PATH, required=True)
@collect_options(PageOptions, shared.PAGE, shared.GUESS, shared.REPEAT, shared.JSON)
def capture(options: PageOptions, *, target: str, folder: Path) -> int:
    """Save a page as a fixture, without personal data.

    FOLDER, and FOLDER.zip to attach to an issue, hold what a maintainer needs when a page is new or has changed, but no
    cookies, tokens or names.

    \b
    Examples:
      givens sites capture tango -o my-tango              then: givens read my-tango
      givens sites capture saved/tango.html -o my-tango   a page saved by a browser, with its folder of files
    """
    from bot.sessions.capture import capture as capture_page

    found, *others = resolve(target, site=options.chosen_site(), signed_in=options.profile is not None)
    if others:
        raise UsageError(f"{target} contains {1 + len(others)} pages, but only one at a time can be captured")
    archive = Path(f"{folder}.zip")
    if os.path.lexists(archive):
        raise UsageError(f"{archive} exists already")
    with status() as set_status, Runner(options, set_status) as runner:
        facts = capture_page(runner, found, folder)
    with writing(archive):
        make_archive(str(folder), "zip", folder)
        archive.chmod(FILE)
    sizes = [path.stat().st_size for path in folder.iterdir()]
    expect = facts["expect"]
    form = "A page has changed" if found.site.NAME in SITES.names else "A new page"
    emit(
        {"target": found.name, "folder": str(folder), "archive": str(archive), "files": len(sizes), "bytes": sum(sizes)}
        | facts,
        f"captured {facts['url']} in {folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB\n"
        + ("it can be read" if expect == "read" else f"it cannot be read: {expect['message']}")
        + f"\nto report it, attach {archive} to a new issue, {form!r}",
        as_json=options.as_json,
    )
    return 0


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
    done, close the window.

    \b
    Examples:
      givens sites login tango                            sign in to LinkedIn, with the profile `linkedin`
      givens play tango --profile linkedin                play there
      givens sites login --list                           the profiles, when they were last used, and their size
      givens sites login --forget linkedin                remove one
    """
    if (site is not None) + listed + (forget is not None) != 1:
        raise UsageError("name a site, or use --list or --forget NAME", command="givens sites list")
    if site is not None:
        return _sign_in(site, name, browser, as_json=as_json)
    return _list(as_json=as_json) if forget is None else _forget(forget, yes=yes, as_json=as_json)


def _sign_in(text: str, profile: str | None, browser: str | None, *, as_json: bool) -> int:
    site = site_chosen(text)
    name = profile or profiles.default_name(site)
    address = site.address(today_of(site), {}, signed_in=True)
    with start_playwright() as playwright:
        say(f"sign in at {address} in the window that opens, then close it", to_stderr=as_json)
        folder = profiles.sign_in(playwright, address, name, browser=browser)
    own = text.endswith(".py")
    chosen = ["--site", text, "--profile", name] if own else ["--profile", name]
    emit(
        {"site": site.NAME, "url": address, "profile": name, "folder": str(folder)},
        f"the browser's data is in {folder}, which only you can open\n"
        f"to play signed in: {again('givens play', address if own else text, options=chosen)}",
        as_json=as_json,
    )
    return 0


def _list(*, as_json: bool) -> int:
    found = profiles.profiles()
    table = Table("profile", "last used", "size", box=None, pad_edge=False)
    for profile in found:
        if as_json:
            print_json(_facts(profile))
        else:
            table.add_row(profile.name, f"{profile.used.astimezone():%Y-%m-%d %H:%M}", decimal(profile.size))
    if not as_json:
        out.print(table if found else "no profiles exist; `givens sites login SITE` creates one")
    return 0


def _forget(name: str, *, yes: bool, as_json: bool) -> int:
    found = profiles.profile(name)
    question = f"remove {found.folder} ({decimal(found.size)}) and its sign-ins?"
    command = again("givens sites login", options=["--forget", name, "--yes"])
    if confirm(question, command, yes=yes):
        profiles.forget(found)
        emit({"removed": True} | _facts(found), f"removed {found.folder}", as_json=as_json)
    return 0


def _facts(profile: profiles.Profile) -> dict[str, Any]:
    return {
        "profile": profile.name,
        "folder": str(profile.folder),
        "used": profile.used.isoformat(),
        "bytes": profile.size,
    }
