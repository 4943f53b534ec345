"""Commands on pages: playing, reading, capturing them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands._options import (
    BROWSER,
    HEADED,
    JSON,
    NO_RECORD,
    OUT,
    PACE,
    PROFILE,
    RECORD,
    SITE,
    TARGETS,
    TIMEOUT,
    WATCH,
)
from bot.commands._output import joint, print_json, status, teller, tidy_up, wait, writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.run import Setup
    from solvers import GivensError

WATCHING_PACE = 150.0
"""Milliseconds between two inputs that somebody looks at."""
DEMO = ("brainbashers_three_in_a_row/table_2022_14", "linkedin_tango/guest")


def play(  # noqa: PLR0913 - each is an option
    targets: TARGETS,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Open, read and solve; enter nothing.")] = False,
    watch: WATCH = False,
    pace: PACE = None,
    any_solution: Annotated[bool, typer.Option("--any", help="Enter a solution even if there are several.")] = False,
    site: SITE = None,
    browser: BROWSER = None,
    headed: HEADED = False,
    profile: PROFILE = None,
    timeout: TIMEOUT = None,
    record: RECORD = "light",
    no_record: NO_RECORD = False,
    as_json: JSON = False,
) -> int:
    """Open a page, read its puzzle, solve it, enter the solution, see the page accept it, and record all that.

    \b
    Examples:
      givens play tango                                   today's LinkedIn Tango, as a guest
      givens play brainbashers:size=14,diff=2             today's 14x14 of BrainBashers
      givens play fixtures/linkedin_tango/guest --watch   a saved page, to look on
      givens play tango --dry-run --json                  everything but the input
    """
    from bot.play import Options
    from bot.run import Setup

    if watch and pace is None:
        pace = WATCHING_PACE
    say = teller(as_json=as_json) if watch else None
    options = Options(dry_run=dry_run, any_solution=any_solution, pace=(pace or 0) / 1000, timeout=timeout, say=say)
    keep, hold = record != "none" and not no_record, wait if watch else None
    setup = Setup(browser, headed or watch, profile, keep, options, hold, full=record == "full")
    return _each(targets, site, setup, entering=True, as_json=as_json)


def read(  # noqa: PLR0913 - each is an option
    targets: TARGETS,
    *,
    site: SITE = None,
    browser: BROWSER = None,
    headed: HEADED = False,
    profile: PROFILE = None,
    timeout: TIMEOUT = None,
    record: RECORD = "light",
    no_record: NO_RECORD = False,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Read the puzzle that a page shows; no input reaches the board.

    \b
    Examples:
      givens read tango --json                        today's puzzle, for another program
      givens read saved/tango.html --site tango       a page saved by a browser
      givens read tango --json | givens solve -       read here, solved there
    """
    from bot.play import Options
    from bot.run import Setup

    setup = Setup(browser, headed, profile, record != "none" and not no_record, Options(timeout=timeout))
    return _each(targets, site, setup, entering=False, as_json=as_json, out=out)


def capture(  # noqa: PLR0913 - each is an option
    target: Annotated[
        str,
        typer.Argument(metavar="TARGET", help="What to capture: a URL or SITE[:key=value,...].", show_default=False),
    ],
    *,
    folder: Annotated[
        Path, typer.Option("-o", "--out", metavar="FOLDER", help="The folder to make.", show_default=False)
    ],
    board_only: Annotated[bool, typer.Option("--board-only", help="The board alone, without the page.")] = False,
    site: SITE = None,
    browser: BROWSER = None,
    headed: HEADED = False,
    profile: PROFILE = None,
    timeout: TIMEOUT = None,
    as_json: JSON = False,
) -> int:
    """Make a fixture of a page, scrubbed.

    It holds what a maintainer needs when a page has changed, without cookies, tokens and names.

    \b
    Examples:
      givens capture tango -o my-tango                    then: givens read my-tango
      givens capture tango -o my-tango --board-only       the board element and what is measured of it
      givens capture saved/tango.html -o my-tango         a page saved by a browser, with its folder of files
    """
    from bot.capture import capture as capture_page
    from bot.errors import UsageError
    from bot.play import Options
    from bot.run import Runner, Setup
    from bot.targets import resolve

    found, *others = resolve(target, site=site, signed_in=profile is not None)
    if others:
        msg = f"{target} holds {1 + len(others)} pages; one at a time can be captured"
        raise UsageError(msg)
    setup = Setup(browser, headed, profile, record=False, options=Options(timeout=timeout))
    with status() as tell, Runner(setup, tell) as runner:
        facts = capture_page(runner, found, folder, board_only=board_only)
    sizes = [path.stat().st_size for path in folder.iterdir()]
    if as_json:
        size = {"files": len(sizes), "bytes": sum(sizes)}
        print_json({"v": 1, "target": found.name, "folder": str(folder)} | size | facts)
    else:
        expect = facts["expect"]
        print(f"captured {facts['url']} in {folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")  # noqa: T201
        print("it reads" if expect == "read" else f"it cannot be read: {expect['message']}")  # noqa: T201
    return 0


def demo(
    *,
    watch: WATCH = False,
    browser: BROWSER = None,
    as_json: JSON = False,
) -> int:
    """Play the two pages that come with givens, without any network."""
    from bot.fixture import bundled, fixtures

    cases = [str(case) for case in fixtures(bundled()) if f"{case.parent.name}/{case.name}" in DEMO]
    return play(cases, watch=watch, browser=browser, as_json=as_json)


def _each(  # noqa: PLR0913 - what the commands share
    texts: Sequence[str], site: str | None, setup: Setup, *, entering: bool, as_json: bool, out: Path | None = None
) -> int:
    """Play or read targets one after the other, tell each, and return the joint exit code."""
    from bot import show
    from bot.errors import SetupError
    from bot.history import keep
    from bot.run import VERSION, Runner, error_line
    from bot.targets import resolve
    from solvers import GivensError

    codes = []
    with writer(out, as_json=as_json) as write, status() as tell, Runner(setup, tell) as runner:

        def refused(name: str, error: GivensError) -> None:
            """Tell of a target that could not be begun."""
            codes.append(error.EXIT)
            if write is not None:
                write({"v": VERSION, "target": name} | error_line(error))
            show.error(error)

        for text in texts:
            try:
                found = resolve(text, site=site, signed_in=setup.profile is not None)
            except GivensError as error:
                refused(text, error)
                continue
            for target in found:
                try:
                    outcome = runner.play(target) if entering else runner.read(target)
                except GivensError as error:
                    refused(target.name, error)
                    continue
                except KeyboardInterrupt:
                    if runner.session is not None:
                        print(f"recorded in {runner.session}", file=sys.stderr)  # noqa: T201
                    raise
                codes.append(outcome.exit_code)
                if entering and setup.record and not setup.options.dry_run:
                    try:
                        keep(outcome, setup.profile)
                    except SetupError as error:
                        show.err.print(f"warning: {error}", style="yellow", markup=False)
                if write is not None:
                    write(outcome.line(entering=entering))
                show.outcome(outcome, entering=entering, quiet=write is not None)
        if not as_json and runner.browser.get("sandbox") is False:
            show.err.print("note: you are root, so Chromium's sandbox is off", style="dim")
    tidy_up(runner.session)
    return joint(codes)
