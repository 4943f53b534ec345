"""The options that several commands share: they mean the same everywhere."""

from __future__ import annotations

from functools import reduce
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from collections.abc import Callable

    Options = Callable[[Callable[..., Any]], Callable[..., Any]]


class Number(click.FloatRange):
    """A number, which is called so where something is none."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - as Click calls it
        """Return it within its bounds; what is no number, like `nan`, is within all of them."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


class Count(click.IntRange):
    """A whole number, likewise."""

    name = "whole number"


def together(*options: Options) -> Options:
    """Return a decorator that stands for several, in their order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def _record(context: click.Context, _option: click.Parameter, record: str) -> str:
    """Return what to keep: nothing where --no-record, which is read before this, was given; commands never see that."""
    if not context.params.pop("no_record", False):
        return record
    context.set_parameter_source("record", ParameterSource.COMMANDLINE)
    return "none"


TARGETS = click.argument(
    "targets",
    nargs=-1,
    required=True,
    metavar="TARGET...",
    help="A URL, SITE[:key=value,...] (any clear part of its name), a fixture or a folder of them, a saved .html.",
)
SESSION = click.argument(
    "session", metavar="ID", help="An id, any unique beginning of one, `last`, or a session's folder."
)
SITE = click.option("--site", metavar="NAME|FILE.py", help="The site module to use.")
BROWSER = click.option(
    "--browser",
    metavar="PATH|ENDPOINT",
    envvar="GIVENS_BROWSER",
    show_envvar=True,
    help="The browser to start, or where one runs: ws://... (a Playwright server), http://... (DevTools).",
)
HEADED = click.option(
    "--headed", is_flag=True, envvar="GIVENS_HEADED", show_envvar=True, help="Show the browser's window."
)
PROFILE = click.option(
    "--profile", metavar="NAME", help="A signed-in profile that you have set up; guest pages without."
)
TIMEOUT = click.option(
    "--timeout",
    metavar="S",
    type=Number(min=0.001),
    envvar="GIVENS_TIMEOUT",
    show_envvar=True,
    help="Seconds for one target, everything included.",
)
RECORD = together(
    click.option(
        "--record",
        type=click.Choice(["none", "light", "full"]),
        default="light",
        envvar="GIVENS_RECORD",
        show_envvar=True,
        callback=_record,
        help="What to keep of the run; full adds a video and a trace.",
    ),
    click.option(
        "--no-record",
        is_flag=True,
        is_eager=True,
        envvar="GIVENS_NO_RECORD",
        show_envvar=True,
        help="Keep no session.",
    ),
)
"""Both of them are one `record`."""
PACE = click.option(
    "--pace",
    metavar="MS",
    type=Number(min=0),
    envvar="GIVENS_PACE",
    show_envvar=True,
    help="Milliseconds from one input to the next, at least.",
)
WATCH = click.option("--watch", is_flag=True, help="Visible, paced, told step by step, kept open until Enter.")
JSON = click.option(
    "--json", "as_json", is_flag=True, help="Write one JSON object a line to stdout, and nothing else there."
)
OUT = click.option("-o", "--out", metavar="OUT", type=Path, help="Write the JSON lines to a file instead.")
PAGE = together(SITE, BROWSER, HEADED, PROFILE, TIMEOUT)
"""How a page is opened."""
PUZZLES = together(
    click.argument(
        "sources",
        nargs=-1,
        required=True,
        metavar="PUZZLE...",
        help="A file (JSON, JSON Lines, or drawn text), - for stdin, or any TARGET.",
    ),
    click.option("--kind", metavar="NAME", help="The kind of a puzzle that does not say it."),
    SITE,
    BROWSER,
    TIMEOUT,
)
"""Puzzles, wherever they come from."""
