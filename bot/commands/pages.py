"""Commands on pages: play, read and capture them."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands import _options as shared
from bot.commands._options import PageOptions, collect_options, option
from bot.commands._output import joint_exit_code, say, status, tidy_up, writer

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

    from bot.play.result import TargetResult
    from bot.play.runner import Runner
    from bot.play.targets import Here, Target

PRELOADED = (
    "bot.play.resolve",
    "bot.play.runner",
    "importlib.metadata",
    "solvers._core.search.engine",
)
"""Modules that playing needs besides the browser; they are imported while the driver starts."""
MAX_DRAWN = 2
"""For more targets than these only a table is printed, not the boards."""


@click.command()
@collect_options(
    PageOptions,
    shared.TARGETS,
    shared.HERE,
    option("--dry-run", "Open, read and solve, but enter nothing."),
    shared.WATCH,
    shared.PACE,
    option("--any", "Enter a solution even if there are several.", "any_solution"),
    shared.ROBOT,
    shared.SHARE,
    shared.PAGE,
    shared.GUESS,
    shared.SUCCESS,
    shared.ENTER_HERE,
    shared.REPEAT,
    shared.RECORD,
    shared.JSON,
)
def play(options: PageOptions) -> int:
    """Play the puzzle on a page and record the session.

    Opens the page, reads its puzzle, solves it, enters the solution, and waits until the page accepts it. With --guess,
    cells are clicked only if the puzzle found has exactly one solution.

    \b
    Examples:
      givens play tango                                   today's LinkedIn Tango, as a guest
      givens play demo:tango --watch                      a page that comes with givens, slowly in a window
      givens play three_in_a_row:size=14,diff=2           today's 14x14 of BrainBashers
      givens play URL --site mine.py --seed 7             the same board of a page with random boards
      givens play tango --dry-run --json                  everything except input
      givens play FOLDER --trust                          a folder of fixtures, whose scripts then run
      givens play URL --guess                             a page that no module knows, by what it looks like
      givens play URL --guess --press 'Got it'            the same, once that button has been pressed
      givens play URL --guess --success 'Level done'      the same, and this text says that it is solved
      givens play --here                                  the tab that is open in your own browser
    """
    since = time.monotonic()
    site = options.chosen_site()
    with _driver(options.timeout) as playwright:
        return _Targets(options.for_watching(), site, playwright, entering=True, since=since).run()


@click.command()
@collect_options(
    PageOptions,
    shared.TARGETS,
    shared.HERE,
    shared.PAGE,
    shared.GUESS,
    shared.REPEAT,
    shared.RECORD,
    shared.OUT,
    shared.JSON,
)
def read(options: PageOptions) -> int:
    """Read the puzzle on a page; nothing is entered.

    \b
    Examples:
      givens read tango --json                        today's puzzle, for another program
      givens read saved/tango.html --site tango       a page saved by a browser
      givens read tango --json | givens solve -       read here, solved there
      givens read --here                              the tab that is open in your own browser
      givens read URL --guess --press '#start'        a page that no module knows, behind a start button
    """
    return _Targets(options, options.chosen_site(), None, entering=False).run()


@click.command()
@collect_options(PageOptions, shared.WATCH, shared.BROWSER, shared.JSON)
def demo(options: PageOptions) -> int:
    """Play the two pages that come with givens, offline.

    \b
    Examples:
      givens demo
      givens demo --watch                                 slowly in a window
    """
    with _driver() as playwright:
        from bot.play.fixture import DEMOS

        chosen = replace(options, record="light", targets=tuple(f"demo:{name}" for name in DEMOS))
        code = _Targets(chosen.for_watching(), None, playwright, entering=True).run()
    say("Next: givens sessions report last, givens play tango, or givens studio", to_stderr=options.as_json)
    return code


def _driver(timeout: float | None = None) -> AbstractContextManager[Playwright]:
    """Start Playwright's driver, and meanwhile import the modules for playing."""
    from bot.browser.driver import start_playwright

    return start_playwright(PRELOADED, timeout or inf)


@dataclass
class _Targets:
    """The targets of a command, which are played, or only read unless `entering`."""

    options: PageOptions
    site: str | None
    playwright: Playwright | None
    entering: bool
    since: float | None = None
    """When the first target's time began, on the monotonic clock."""

    def run(self) -> int:
        """Play or read all, print each result and a table of several, and return the joint exit code."""
        from bot.play.runner import Runner

        options = self.options
        targets = self._found()
        drawn = not self.entering or len(targets) <= MAX_DRAWN
        results: list[TargetResult] = []
        with writer(options.out, as_json=options.as_json, force=options.force, inputs=options.targets) as write:
            try:
                with status() as set_status, Runner(options, set_status, self.playwright, since=self.since) as runner:
                    for result in (self._result(target, runner) for target in targets):
                        results.append(result)
                        if write is not None:
                            write(result.line())
                        self._tell(result, drawn=drawn, written=write is not None)
                        if options.share and (text := result.share_text()):
                            say(f"\n{text}\n", to_stderr=write is not None)
            finally:
                if self.entering and write is None and len(targets) > 1 and results:
                    from bot.commands import _show

                    _show.summary(results)
        sessions = [Path(result.session) for result in results if result.session]
        tidy_up(sessions[-1] if sessions else None)
        if sessions and write is None and any(result.error for result in results):
            say("givens sessions report last  shows what the page did", to_stderr=True)
        return joint_exit_code(result.exit_code for result in results)

    def _found(self) -> list[Target | TargetResult | Here]:
        """Return the targets, and a result with the error for each that does not exist."""
        from bot.play.resolve import resolve
        from bot.play.result import TargetResult
        from bot.play.targets import Here
        from solvers import GivensError

        texts = self.options.targets
        if self.options.here:
            return [Here(text, self.site) for text in texts or ("",)]
        found: list[Target | TargetResult | Here] = []

        def refuse(name: str, error: GivensError) -> None:
            found.append(TargetResult.refused(name, error))

        for text in texts:
            try:
                found += resolve(text, site=self.site, signed_in=self.options.profile is not None, broken=refuse)
            except GivensError as error:
                refuse(text, error)
        return found

    def _result(self, target: Target | TargetResult | Here, runner: Runner) -> TargetResult:
        """Play or read one target; add a play to the history."""
        from bot.play.result import TargetResult
        from bot.play.targets import Here
        from solvers import GivensError

        if isinstance(target, TargetResult):
            return target
        try:
            if isinstance(target, Here):
                target = runner.find_tab(target)
            result = runner.play(target) if self.entering else runner.read(target)
        except GivensError as error:
            return TargetResult.refused(target.name, error)
        except KeyboardInterrupt:
            if runner.session is not None:
                say(f"recorded in {runner.session}", to_stderr=True)
            raise
        options = self.options
        is_todays = target.day is not None and (options.clock, options.seed) == (None, None)
        if self.entering and is_todays and options.record != "none" and not options.dry_run:
            from bot.daily.history import store

            store(target, result, options.profile)
        return result

    def _tell(self, result: TargetResult, *, drawn: bool, written: bool) -> None:
        """Print a result, or only its error; if its JSON line is written, only facts that the line lacks."""
        if written and result.begun and result.traceback is result.lost is None:
            return  # No need to import the drawing modules.
        from bot.commands import _show
        from bot.draw.terminal import note, warning

        if drawn and result.begun and not written:
            (_show.play if self.entering else _show.read)(result)
        elif result.error and not (written and result.begun):
            _show.failure(result.error, result.target)
        if result.traceback is not None:
            note(result.traceback)
        if result.lost is not None:
            warning(result.lost)
