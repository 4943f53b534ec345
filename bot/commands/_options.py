"""Options that several commands share and that mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import partial, reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from bot.commands import _complete
from bot.commands._output import say, wait
from bot.play.options import BY_LOOKS, Options

if TYPE_CHECKING:
    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

MAX_SEED = 2**32 - 1
PATH: click.ParamType[Path] = click.Path(path_type=Path)
"""The path of a file or folder."""
WATCHING_PACE = 0.15
"""Minimum seconds between two inputs with --watch."""


def to_time(text: str) -> datetime:
    """Return a date, or a date and time, in ISO 8601; without an offset it is in the time zone of this machine."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise click.BadParameter(f"{text!r} is not a time like 2026-11-19 or 2026-11-19T08:30") from None


@dataclass(frozen=True, kw_only=True)
class PageOptions(Options):
    """The options of commands that open pages; a command that lacks one leaves its default."""

    site: str | None = None
    guess: bool = False
    kind: str | None = None
    watch: bool = False
    share: bool = False
    targets: tuple[str, ...] = ()
    out: Path | None = None
    force: bool = False
    as_json: bool = False

    def chosen_site(self) -> str | None:
        """Return the site that the options choose; raise `UsageError` for options that exclude each other."""
        for refused, words in (
            (self.guess and self.site, "--guess cannot be used with --site: it is for pages without a site module"),
            (self.kind and not self.guess, "--kind can only be used with --guess: a site module knows its kind"),
            (self.success and not self.guess, "--success can only be used with --guess: a site module knows the words"),
            (self.enter_here and not self.guess, "--yes-enter-here can only be used with --guess"),
            (self.here and (self.clock, self.seed) != (None, None), "--clock and --seed cannot be used with --here"),
        ):
            if refused:
                raise click.UsageError(words)
        if self.guess:
            return f"{BY_LOOKS}:{self.kind}" if self.kind else BY_LOOKS
        return self.site

    def for_watching(self) -> Self:
        """Return the options with what --watch means: show the browser, slow down, explain each step, and wait."""
        if not self.watch:
            return self
        pace = WATCHING_PACE if self.pace is None else self.pace
        return replace(self, headed=True, pace=pace, say=partial(say, to_stderr=self.as_json), hold=wait)


def option(usage: str, words: str, *name: str, env: str | None = None, complete: Any = None, **more: Any) -> Decorator:  # noqa: ANN401 - as Click's
    """Declare an option as the help shows it, like `-o, --out OUT`; without a placeholder or a type it is a flag.

    `words` is its help, and `name` that of its parameter if it is not the option's; `env` is a variable that sets it.
    """
    flags = [part.rstrip(",") for part in usage.split() if part.startswith("-")]
    metavar = usage.rpartition(" ")[2] if len(flags) < len(usage.split()) else None
    if metavar is None and "type" not in more and "/" not in usage:
        more["is_flag"] = True
    shown = {"envvar": env, "show_envvar": env is not None, "shell_complete": complete}
    return click.option(*flags, *name, metavar=metavar, help=words, **shown, **more)


def argument(name: str, metavar: str, words: str, *, complete: Any = None, **more: Any) -> Decorator:  # noqa: ANN401 - as Click's
    """Declare an argument as the help shows it: `[X]` may be missing, and of `X...` there may be several."""
    count = -1 if metavar.rstrip("]").endswith("...") else 1
    facts = {"nargs": count, "required": not metavar.startswith("["), "shell_complete": complete}
    return click.argument(name, metavar=metavar, help=words, **facts | more)


def combine_options(*options: Decorator) -> Decorator:
    """Return one decorator for several, in their order."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


def collect_options(record: type[Any], *options: Decorator) -> Decorator:
    """Return a decorator for several options; those that are fields of a dataclass are passed as one argument."""
    names = [field.name for field in fields(record)]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def call(**given: Any) -> Any:  # noqa: ANN401 - each of its own type
            return command(record(**{name: given.pop(name) for name in names if name in given}), **given)

        return combine_options(*options)(call)

    return decorate


def _targets(context: click.Context, parameter: click.Parameter, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the targets; raise the usual error if there are none, unless --here names the open tab."""
    if not targets and not context.params.get("here"):
        raise click.MissingParameter(ctx=context, param=parameter)
    return targets


HERE = option(
    "--here",
    "The tab that is open in your own browser, in which you allow it; TARGET is then a part of its address.",
    is_eager=True,
)
TARGETS = argument(
    "targets",
    "TARGET...",
    "A URL, SITE[:key=value,...], a fixture or a folder of them, or a saved .html file. "
    "SITE is any unambiguous part of a site's name.",
    callback=_targets,
    complete=_complete.targets,
    required=False,
)
SESSION = argument(
    "session",
    "ID",
    "A session's id, an unambiguous beginning of it, `last`, or a session's folder.",
    complete=_complete.sessions,
)
SESSIONS = argument("ids", "[ID...]", "Unambiguous beginnings of ids, or `last`.", complete=_complete.sessions)
SITE = option("--site NAME|FILE.py", "The site module to use.", complete=_complete.sites)
BROWSER = option(
    "--browser PATH|ENDPOINT",
    "The browser to start, or the address of a running one: ws://... (Playwright server) or http://... (DevTools).",
    env="GIVENS_BROWSER",
)
HEADED = option("--headed", "Show the browser window.", env="GIVENS_HEADED")
PROFILE = option("--profile NAME", "Use a signed-in profile made by `givens sites login`. Default: play as a guest.")
TIMEOUT = option(
    "--timeout SECONDS", "Time limit for each target or puzzle.", type=click.FloatRange(min=0.001), env="GIVENS_TIMEOUT"
)
RECORD = combine_options(
    option(
        "--record",
        "What to record in the session; full adds a video.",
        type=click.Choice(["none", "light", "full"]),
        default="light",
        env="GIVENS_RECORD",
    ),
    option("--no-record", "Do not record a session.", "record", flag_value="none", env="GIVENS_NO_RECORD"),
)
"""Both options set the one parameter `record`."""
PACE = option(
    "--pace MS",
    "Minimum time between two inputs, in milliseconds.",
    type=click.FloatRange(min=0),
    env="GIVENS_PACE",
    callback=lambda _context, _parameter, ms: None if ms is None else ms / 1000,
)
"""Commands get it in seconds."""
HOST_PAUSE = option(
    "--pause SECONDS",
    "Minimum time between two pages of one host.",
    type=click.FloatRange(min=0),
    default=5.0,
    env="GIVENS_PAUSE",
)
ENTER_HERE = option(
    "--yes-enter-here",
    "With --guess: enter the solution even if the board is in a form, or the page asks for personal data.",
    "enter_here",
)
SUCCESS = option(
    "--success TEXT",
    "With --guess: what the page says once it accepts the solution; it counts if it is newly seen.",
    default="",
    show_default=False,
)
ROBOT = option(
    "--robot", "Set the field in which a site asks programs to say what they are (puzzle-*.com); nothing else changes."
)
SHARE = option(
    "--share", "Print a text to share for each accepted puzzle: its time, its streak, a board without marks."
)
WATCH = option("--watch", "Show the browser, slow down, explain each step, and stay open until Enter.")
REPEAT = combine_options(
    option(
        "--clock ISO-TIME",
        "Fix the page's date and time, as in 2026-11-19T08:30, so that a page that picks its puzzle by date "
        "picks the same one again.",
        type=to_time,
    ),
    option(
        "--seed N",
        "Seed the page's random numbers, so that a page with random puzzles shows the same one again.",
        type=click.IntRange(min=0, max=MAX_SEED),
    ),
)
"""How to repeat a page that picks its puzzle by date or at random."""
JSON = option("--json", "Write one JSON object per line to stdout, and nothing else there.", "as_json")
FORCE = option("--force", "Replace a file that givens did not write.")
OUT = combine_options(option("-o, --out OUT", "Write the JSON lines to this file.", type=PATH), FORCE)
TRUST = option("--trust", "Run the scripts of a fixture that is not a part of givens, in a browser without network.")
RUN = combine_options(BROWSER, HEADED, PROFILE, TRUST, TIMEOUT)
"""How to run a browser."""
PAGE = combine_options(SITE, RUN)
"""How to open a page."""
PRESS = option(
    "--press TEXT|SELECTOR",
    "What to press once before the board is there, as in --press 'Got it'. Repeat for more.",
    multiple=True,
)
"""On a page that no module knows, nothing is pressed but the things that a person names."""
GUESS = combine_options(
    option("--guess", "Read a page that no site module knows by what it looks like."),
    option("--kind NAME", "With --guess: the kind of puzzle that the page shows."),
    PRESS,
)
"""How to read a page that no module knows."""
PUZZLES = combine_options(
    argument(
        "sources",
        "PUZZLE...",
        "A file (JSON, JSON Lines, a plain-text picture, or puzz.link addresses), - for stdin, such an address, a game "
        "ID such as tents:8x8:…, or any TARGET of `givens play`.",
        complete=_complete.targets,
    ),
    option("--kind NAME", "The kind of the puzzles, if they do not name it.", complete=_complete.kinds),
    SITE,
    option("--guess", "Read a page that no site module knows by what it looks like.", "site", flag_value=BY_LOOKS),
    BROWSER,
    TIMEOUT,
)
"""Puzzles from any source."""
