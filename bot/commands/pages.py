"""Commands on pages: play, read and capture them."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, nullcontext
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands import _complete
from bot.commands._many import interrupted_once
from bot.commands._options import (
    BROWSER,
    ENTER_HERE,
    GUESS,
    HERE,
    JSON,
    OUT,
    PACE,
    PAGE,
    RECORD,
    REPEAT,
    ROBOT,
    SUCCESS,
    TARGETS,
    WATCH,
    Count,
    File,
    PageOptions,
    collected,
)
from bot.commands._output import joint_exit_code, print_json, printer, progress, say, status, tidy_up, writer
from bot.interrupts import ended_by_signals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from playwright.sync_api import Playwright

    from bot.authoring.explore import Seen
    from bot.play.here import Here
    from bot.play.result import TargetResult
    from bot.play.runner import Runner, Setup
    from bot.play.targets import Target

PRELOADED = (
    "bot.play.targets",
    "bot.batch.parallel",
    "bot.daily.history",
    "importlib.metadata",
    "solvers._core.search.engine",
)
"""Modules that playing needs besides the browser; they are imported while the driver starts."""
MAX_DRAWN = 2
"""For more targets than these only a table is printed, not the boards."""
DEMO = ("brainbashers_three_in_a_row/table_2022_14", "linkedin_tango/guest")


@click.command()
@collected(
    PageOptions,
    TARGETS,
    HERE,
    click.option("--dry-run", is_flag=True, help="Open, read and solve, but enter nothing."),
    WATCH,
    PACE,
    click.option("--any", "any_solution", is_flag=True, help="Enter a solution even if there are several."),
    ROBOT,
    PAGE,
    GUESS,
    SUCCESS,
    ENTER_HERE,
    REPEAT,
    RECORD,
)
@click.option(
    "--parallel",
    metavar="N",
    type=Count(min=1),
    default=1,
    help="Play fixtures in this many processes, each with its own browser.",
)
@JSON
def play(options: PageOptions, *, targets: tuple[str, ...], parallel: int, as_json: bool) -> int:
    """Play the puzzle on a page and record the session.

    Opens the page, reads its puzzle, solves it, enters the solution, and waits until the page accepts it.

    \b
    Examples:
      givens play tango                                   today's LinkedIn Tango, as a guest
      givens play three_in_a_row:size=14,diff=2           today's 14x14 of BrainBashers
      givens play fixtures/linkedin_tango/guest --watch   a fixture, slowly in a window
      givens play URL --site mine.py --seed 7             the same board of a page with random boards
      givens play tango --dry-run --json                  everything except input
      givens play fixtures/linkedin_tango --parallel 2    a folder of fixtures, in two browsers
      givens play URL --guess                             a page that no module knows, by what it looks like
      givens play URL --guess --press 'Got it'            the same, once that button has been pressed
      givens play URL --guess --success 'Level done'      the same, and this text says that it is solved
      givens play --here --browser http://127.0.0.1:9222  the tab that is open in your own browser
    """
    if options.here and parallel > 1:
        raise click.UsageError("--parallel plays fixtures, and --here the tab that is open.")
    since = time.monotonic()
    site = options.chosen_site()
    with _driver(options.timeout) if parallel == 1 else nullcontext() as playwright:
        setup = options.setup(as_json=as_json, since=since)
        return _each(targets, site, setup, playwright, entering=True, as_json=as_json, parallel=parallel)


@click.command()
@collected(PageOptions, TARGETS, HERE, PAGE, GUESS, REPEAT, RECORD)
@OUT
@JSON
def read(options: PageOptions, *, targets: tuple[str, ...], out: Path | None, as_json: bool) -> int:
    """Read the puzzle on a page; nothing is entered.

    \b
    Examples:
      givens read tango --json                        today's puzzle, for another program
      givens read saved/tango.html --site tango       a page saved by a browser
      givens read tango --json | givens solve -       read here, solved there
      givens read --here --browser http://...         the tab that is open in your own browser
      givens read URL --guess --press '#start'        a page that no module knows, behind a start button
    """
    return _each(targets, options.chosen_site(), options.setup(), None, entering=False, as_json=as_json, out=out)


@click.command()
@click.argument(
    "target",
    metavar="TARGET",
    shell_complete=_complete.targets,
    help="What to capture: a URL, SITE[:key=value,...], or a saved .html file.",
)
@click.option("-o", "--out", "folder", metavar="FOLDER", type=File(), required=True, help="The folder to create.")
@click.option("--board-only", is_flag=True, help="Save only the board, not the whole page.")
@click.option("--private", is_flag=True, help="Keep the words of the page, for your own machine: not to be shared.")
@collected(PageOptions, PAGE, GUESS, SUCCESS, REPEAT)
@JSON
def capture(  # noqa: PLR0913 - each is an option
    options: PageOptions, *, target: str, folder: Path, board_only: bool, private: bool, as_json: bool
) -> int:
    """Save a page as a fixture, without personal data.

    The fixture holds what a maintainer needs when a page has changed, but no cookies, tokens or names.

    \b
    Examples:
      givens capture tango -o my-tango                    then: givens read my-tango
      givens capture tango -o my-tango --board-only       the board's markup and its measured state
      givens capture saved/tango.html -o my-tango         a page saved by a browser, with its folder of files
    """
    from bot.authoring.capture import capture as capture_page
    from bot.errors import UsageError
    from bot.play.runner import Runner
    from bot.play.targets import resolve

    found, *others = resolve(target, site=options.chosen_site(), signed_in=options.profile is not None)
    if others:
        raise UsageError(f"{target} contains {1 + len(others)} pages, but only one at a time can be captured")
    seen: list[Seen] = []
    with status() as set_status, Runner(options.setup(), set_status) as runner:
        facts = capture_page(runner, found, folder, board_only=board_only, private=private, seen=seen)
    if options.guess and facts["expect"] == "read" and seen:
        from bot.authoring.site import Draft, files_elsewhere, shown_in_the_end, write_files

        draft = Draft(
            seen[0],
            kind=options.kind,
            name=None,
            press=options.press,
            success=options.success,
            candidates=shown_in_the_end(target),
        )
        facts["module"] = str(folder / f"{draft.name}.py")
        write_files(files_elsewhere(draft, folder))
    sizes = [path.stat().st_size for path in folder.iterdir()]
    if as_json:
        size = {"files": len(sizes), "bytes": sum(sizes)}
        print_json({"target": found.name, "folder": str(folder)} | size | facts)
    else:
        expect = facts["expect"]
        show = printer(as_json=False)
        show(f"captured {facts['url']} in {folder}: {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")
        if "module" in facts:
            show(f"the draft of a site module is {facts['module']}")
        show("it can be read" if expect == "read" else f"it cannot be read: {expect['message']}")
    return 0


@click.command()
@collected(PageOptions, WATCH, BROWSER)
@JSON
def demo(options: PageOptions, *, as_json: bool) -> int:
    """Play the two pages that come with givens, offline.

    \b
    Examples:
      givens demo
      givens demo --watch                                 slowly in a window
    """
    with _driver() as playwright:
        from bot.play.fixture import bundled, fixtures

        cases = [str(case) for case in fixtures(bundled()) if f"{case.parent.name}/{case.name}" in DEMO]
        setup = replace(options, record="light").setup(as_json=as_json)
        code = _each(cases, None, setup, playwright, entering=True, as_json=as_json)
    printer(as_json=as_json)(
        "Open the studio to enter a puzzle by hand, or to watch what was just played: givens studio"
    )
    return code


def _driver(timeout: float | None = None) -> AbstractContextManager[Playwright]:
    """Start Playwright's driver, and meanwhile import the modules for playing."""
    from bot.browser.driver import playwright_started

    return playwright_started(PRELOADED, timeout or inf)


def _each(  # noqa: PLR0913 - shared by the commands
    texts: Sequence[str],
    site: str | None,
    setup: Setup,
    playwright: Playwright | None,
    *,
    entering: bool,
    as_json: bool,
    out: Path | None = None,
    parallel: int = 1,
) -> int:
    """Play or read targets, print each result and a table of several, and return the joint exit code."""
    targets, expected = _found(texts, site, setup)
    drawn = not entering or (parallel == 1 and len(targets) <= MAX_DRAWN)
    results: list[TargetResult] = []
    with writer(out, as_json=as_json) as write, ExitStack() as stack:
        try:
            for result in _results(targets, site, setup, playwright, stack, entering=entering, parallel=parallel):
                results.append(result)
                if write is not None:
                    write(result.line())
                _tell(result, entering=entering, drawn=drawn, written=write is not None)
        finally:
            if entering and write is None and len(targets) > 1 and results:
                from bot.commands import _show

                _show.summary(results)
        _tell_expected(results, expected)
        if not as_json and any(result.sandbox is False for result in results):
            from bot.draw.terminal import err

            err.print("note: you are root, so Chromium's sandbox is off", style="dim")
    sessions = [Path(result.session) for result in results if result.session]
    tidy_up(sessions[-1] if sessions else None)
    return joint_exit_code(_exit_code(result, expected.get(result.target), entering=entering) for result in results)


def _found(
    texts: Sequence[str], site: str | None, setup: Setup
) -> tuple[list[Target | TargetResult | Here], dict[str, tuple[str, str]]]:
    """Return the targets, a result with the error for each that does not exist, and which errors folders expect."""
    from bot.play.here import Here
    from bot.play.result import TargetResult
    from bot.play.targets import resolve
    from solvers import GivensError

    found: list[Target | TargetResult | Here] = []
    expected: dict[str, tuple[str, str]] = {}

    def refuse(name: str, error: GivensError) -> None:
        found.append(TargetResult.refused(name, error))

    if setup.here:
        return [Here(text, site) for text in texts or ("",)], expected
    for text in texts:
        try:
            targets = resolve(text, site=site, signed_in=setup.profile is not None, broken=refuse)
        except GivensError as error:
            refuse(text, error)
            continue
        found += targets
        for target in targets if len(targets) > 1 else ():
            if target.fixture is not None and not isinstance(target.fixture.expect, str):
                expected[target.name] = target.fixture.expect["family"], target.fixture.expect["kind"]
    return found, expected


def _exit_code(result: TargetResult, expected: tuple[str, str] | None, *, entering: bool) -> int:
    """Return the exit code of a result: 0 for an expected failure, 5 if the failure is missing."""
    from bot.errors import EnterError

    if expected is None or (not result.error and not entering):
        return result.exit_code
    if result.error:
        return 0 if expected == (result.error.family, result.error.kind) else result.exit_code
    return EnterError.EXIT


def _tell_expected(results: Sequence[TargetResult], expected: Mapping[str, tuple[str, str]]) -> None:
    """Print how many cases of folders failed as expected, and which were accepted instead."""
    failed = sum(bool(result.error) and result.target in expected for result in results)
    wrong = [
        result
        for result in results
        if result.target in expected and result.error and _exit_code(result, expected[result.target], entering=True)
    ]
    missing = [result for result in results if result.target in expected and result.accepted and not result.error]
    if not failed and not missing:
        return
    from rich.text import Text

    from bot.draw.terminal import err

    err.print(Text(f"{failed - len(wrong)} failed as expected"))
    for result in wrong:
        err.print(Text(f"{result.target} should have failed with {expected[result.target][1]}", style="red"))
    for result in missing:
        err.print(Text(f"{result.target} was accepted instead of {expected[result.target][1]}", style="red"))


def _results(  # noqa: PLR0913 - shared by all targets
    targets: Sequence[Target | TargetResult | Here],
    site: str | None,
    setup: Setup,
    playwright: Playwright | None,
    stack: ExitStack,
    *,
    entering: bool,
    parallel: int,
) -> Iterator[TargetResult]:
    """Yield the results of targets, in their order; the browsers end with the stack."""
    from bot.batch.parallel import at_once, check
    from bot.play.here import Here
    from bot.play.result import TargetResult
    from bot.play.runner import Runner

    if parallel == 1:
        runner = stack.enter_context(Runner(setup, stack.enter_context(status()), playwright))
        yield from (_result(target, runner, entering=entering) for target in targets)
        return
    saved = [target for target in targets if not isinstance(target, Here)]
    check(saved, setup)
    stack.enter_context(interrupted_once())
    stack.enter_context(ended_by_signals())
    to_play = sum(not isinstance(target, TargetResult) for target in targets)
    bar = stack.enter_context(progress("playing", to_play))
    yield from stack.enter_context(closing(at_once(saved, setup, site, parallel, bar.advance)))


def _result(target: Target | TargetResult | Here, runner: Runner, *, entering: bool) -> TargetResult:
    """Play or read one target; add a play to the history."""
    from bot.daily import history
    from bot.play.here import Here
    from bot.play.result import TargetResult
    from solvers import GivensError

    if isinstance(target, TargetResult):
        return target
    try:
        if isinstance(target, Here):
            target = runner.find_tab(target)
        result = runner.play(target) if entering else runner.read(target)
    except GivensError as error:
        return TargetResult.refused(target.name, error)
    except KeyboardInterrupt:
        if runner.session is not None:
            say(f"recorded in {runner.session}", to_stderr=True)
        raise
    if entering and runner.setup.record and not (runner.setup.options.dry_run or runner.setup.repeats):
        history.add(target, result, runner.setup.profile)
    return result


def _tell(result: TargetResult, *, entering: bool, drawn: bool, written: bool) -> None:
    """Print a result, or only its error; if its JSON line is written, only facts that the line lacks."""
    if written and result.begun and result.traceback is result.lost is None:
        return  # No need to import the drawing modules.
    from rich.text import Text

    from bot.commands import _show
    from bot.draw.terminal import err, warning

    if drawn and result.begun and not written:
        (_show.played if entering else _show.read)(result)
    elif result.error and not (written and result.begun):
        _show.failure(result.error)
    if result.traceback is not None:
        err.print(Text(result.traceback))
    if result.lost is not None:
        warning(result.lost)
