"""`givens coach`: hints in a panel on the open page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import click

from bot.commands import _complete
from bot.commands import _options as shared
from bot.commands._options import PageOptions, argument, collect_options
from bot.commands._output import print_json, say, status
from bot.interrupts import ended_by_signal


@click.command()
@argument(
    "target",
    "[TARGET]",
    "A URL, SITE[:key=value,...] or a fixture; with --here a part of the address of an open tab.",
    complete=_complete.targets,
)
@collect_options(
    PageOptions,
    shared.HERE,
    shared.SITE,
    shared.GUESS,
    shared.BROWSER,
    shared.PROFILE,
    shared.TRUST,
    shared.REPEAT,
    shared.JSON,
)
def coach(options: PageOptions, *, target: str | None) -> int:
    """Give hints in a panel while you play.

    Nothing is entered on the page.

    Alt+H gives a hint in three steps: where to look, why, and which mark. Alt+C outlines the marks that are wrong,
    Alt+S shows one cell of the solution, Alt+G moves the focus to the panel and back, and Esc hides it. It ends when
    you close the page, or with Ctrl-C.

    \b
    Examples:
      givens coach tango                                   today's LinkedIn Tango, in a window
      givens coach demo:tango                              a page that comes with givens
      givens coach --here                                  the tab that is open in your own browser
      givens coach --here --guess                          the same on a page that no module knows
    """
    from bot.addons.coach.coach import Coach, Outcome
    from bot.addons.coach.panel import Panel
    from bot.addons.coach.thinker import Thinker
    from bot.errors import UsageError
    from bot.play.resolve import resolve
    from bot.play.runner import Runner
    from bot.play.targets import Here

    if target is None and not options.here:
        raise click.UsageError("Missing argument 'TARGET': name a page, or use --here.")
    chosen, show = options.chosen_site(), partial(say, to_stderr=options.as_json)
    options = replace(options, window=True, headed=not options.here)
    panels: list[Panel] = []

    def tell(outcome: Outcome) -> None:
        if options.as_json:
            print_json({"target": found.name, "site": found.site.NAME} | outcome.line())
        else:
            show(f"{outcome.kind}: {outcome.words()}")

    with status() as set_status, Runner(options, set_status) as runner:
        if options.here:
            found = runner.find_tab(Here(target or "", chosen))
        else:
            found, *others = resolve(target or "", site=chosen, signed_in=options.profile is not None)
            if others:
                raise UsageError(f"{target} contains {1 + len(others)} pages, but you can play only one at a time")
        with (
            Thinker() as thinker,
            runner.opened(found, lambda page: panels.append(Panel(page))) as page,
        ):
            try:
                show(f"coaching {page.url}: Alt+H in the page gives a hint; Ctrl-C here ends")
                Coach(page, found.site, panels[0], thinker, tell).run()
            except KeyboardInterrupt:  # That is how it ends, and no failure.
                if ended_by_signal():
                    raise
    return 0
