"""The command line: `givens play`, `read`, `solve` and their kin; a contract that scripts and tests depend on.

Exit codes: 0 done, 1 a bug, 2 usage, 3 the page cannot be read, 4 not one solution, 5 not entered or not accepted,
6 a person is needed, 7 something is missing on this machine, 8 several targets that failed differently, 130 Ctrl-C.
"""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType

    from bot.run import Setup
    from solvers import GivensError

USAGE = 2
INTERRUPTED = 130
NEEDS_HUMAN = 6
DIFFERENT = 8
"""The code of several targets that failed in different families."""
WATCHING_PACE = 150.0
"""Milliseconds between two inputs that somebody looks at."""
SETTABLE = ("play", "read", "solve", "explain", "grade", "generate", "render", "capture", "demo", "doctor")
"""The commands that settings apply to, as far as they have the option."""
DEMO = ("brainbashers_three_in_a_row/table_2022_14", "linkedin_tango/guest")

app = typer.Typer(
    name="givens",
    help="Play the grid puzzles of web sites: read the givens, prove the solution, enter it, see it accepted.",
    epilog="A site's terms may forbid automation; whether to use it is yours to decide.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

TARGETS = Annotated[
    list[str],
    typer.Argument(
        metavar="TARGET...",
        help="A URL, SITE[:key=value,...] (any clear part of its name), a fixture or a folder of them, a saved .html.",
        show_default=False,
    ),
]
SOURCES = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A file (JSON, JSON Lines, or drawn text), - for stdin, or any TARGET.",
        show_default=False,
    ),
]
KIND = Annotated[
    str | None,
    typer.Option("--kind", metavar="NAME", help="The kind of a puzzle that does not say it.", show_default=False),
]
SITE = Annotated[
    str | None, typer.Option("--site", metavar="NAME|FILE.py", help="The site module to use.", show_default=False)
]
BROWSER = Annotated[
    str | None,
    typer.Option(
        "--browser", metavar="PATH", envvar="GIVENS_BROWSER", help="The browser to start.", show_default=False
    ),
]
HEADED = Annotated[bool, typer.Option("--headed", envvar="GIVENS_HEADED", help="Show the browser's window.")]
PROFILE = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="A signed-in profile that you have set up; guest pages without.",
        show_default=False,
    ),
]
TIMEOUT = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="S",
        envvar="GIVENS_TIMEOUT",
        min=0.001,
        help="Seconds for one target, everything included.",
        show_default=False,
    ),
]
NO_RECORD = Annotated[bool, typer.Option("--no-record", envvar="GIVENS_NO_RECORD", help="Keep no session.")]
RECORD = Annotated[
    Literal["none", "light"],
    typer.Option("--record", envvar="GIVENS_RECORD", help="What to keep of the run."),
]
PACE = Annotated[
    float | None,
    typer.Option(
        "--pace",
        metavar="MS",
        envvar="GIVENS_PACE",
        min=0,
        help="Milliseconds from one input to the next, at least.",
        show_default=False,
    ),
]
WATCH = Annotated[bool, typer.Option("--watch", help="Visible, paced, told step by step, kept open until Enter.")]
JSON = Annotated[bool, typer.Option("--json", help="Write one JSON object a line to stdout, and nothing else there.")]
OUT = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="OUT", help="Write the JSON lines to a file instead.", show_default=False),
]


def _tell_version(wanted: bool) -> None:  # noqa: FBT001 - the option's value
    if wanted:
        from importlib.metadata import version

        print(version("givens"))  # noqa: T201
        raise typer.Exit


@app.callback()
def givens(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell the version and end.")
    ] = False,
) -> None:
    """Play the grid puzzles of web sites: read the givens, prove the solution, enter it, see it accepted."""


@app.command()
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
    say = _teller(as_json=as_json) if watch else None
    options = Options(dry_run=dry_run, any_solution=any_solution, pace=(pace or 0) / 1000, timeout=timeout, say=say)
    setup = Setup(
        browser, headed or watch, profile, record != "none" and not no_record, options, _wait if watch else None
    )
    return _each(targets, site, setup, entering=True, as_json=as_json)


@app.command()
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


@app.command()
def solve(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", metavar="N", min=1, help="Find that many solutions instead of proving one.", show_default=False
        ),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Find the solution of a puzzle, and prove it the only one.

    \b
    Examples:
      givens solve puzzle.json                               the one solution
      givens solve puzzles.jsonl --json                      one line for each line
      givens solve board.txt --kind three_in_a_row           a drawn board
      givens solve puzzle.json --limit 10                    up to ten solutions
    """
    from bot.solve import given, solved

    codes = []
    with _writer(out, as_json=as_json) as write, _status() as tell:
        for one in given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell):
            line, code = solved(one, limit=limit, timeout=timeout, draw=write is None)
            if write is not None:
                write(line)
            codes.append(code)
    return _joint(codes)


@app.command()
def explain(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="A hint: the next N steps only.", show_default=False),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Explain the solution of a puzzle as steps that a person can follow, the easiest first.

    \b
    Examples:
      givens explain puzzle.json                             from the givens to the solution
      givens explain puzzle.json --steps 1                   a hint
      givens explain tango                                   today's puzzle; no input reaches the board
      givens generate sudoku --json | givens explain -       made here, explained there
    """
    from bot.explain import explained
    from bot.solve import given

    codes = []
    with _writer(out, as_json=as_json) as write, _status() as tell:
        for one in given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell):
            line, code = explained(one, steps=steps, timeout=timeout, tell=tell, draw=write is None)
            if write is not None:
                write(line)
            codes.append(code)
    return _joint(codes)


@app.command()
def grade(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Tell how hard a puzzle is for a person, from 1 trivial to 5 hard, and which technique makes it so.

    \b
    Examples:
      givens grade puzzle.json                               the grade, in words
      givens grade puzzles.jsonl                             a table
      givens generate tango --count 9 --json | givens grade - --json
    """
    from bot.explain import graded
    from bot.solve import given

    codes = []
    with _writer(out, as_json=as_json) as write, _status() as tell:
        ones = given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell)
        for line, code in graded(ones, timeout=timeout, tell=tell, draw=write is None):
            if write is not None:
                write(line)
            codes.append(code)
    return _joint(codes)


@app.command()
def generate(  # noqa: PLR0913 - each is an option
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="What to make; `givens kinds` lists them.", show_default=False)
    ],
    *,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="N|RxC", help="Rows and columns; the kind's usual size without."),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option("--grade", metavar="1-5|NAME", help="How hard: 1 trivial, 2 easy, 3 normal, 4 tricky, 5 hard."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, help="Equal seeds make equal puzzles; a random one without."),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many, of seeds S, S+1, ...")] = 1,
    timeout: TIMEOUT = None,
    out: OUT = None,
    as_json: JSON = False,
) -> int:
    """Make new puzzles with exactly one solution.

    \b
    Examples:
      givens generate tango                                  one of the usual size
      givens generate sudoku --size 6 --grade easy           as hard as you like it
      givens generate tango --seed 7                         the same on every run
      givens generate queens --count 100 -o queens.jsonl     many, as JSON Lines
    """
    from bot.generate import generated

    codes = []
    with _writer(out, as_json=as_json) as write, _progress(f"making {kind}", count) as advance:
        for line, code in generated(
            kind, size=size, grade=grade, seed=seed, count=count, timeout=timeout, draw=write is None
        ):
            if write is not None:
                write(line)
            codes.append(code)
            advance()
    return _joint(codes)


@app.command()
def render(  # noqa: PLR0913 - each is an option
    sources: SOURCES,
    *,
    out: Annotated[
        str,
        typer.Option(
            "-o",
            "--out",
            metavar="OUT",
            help="The file to draw: .txt, .svg, .png or .pdf; with numbers if there are several. Or a folder/.",
            show_default=False,
        ),
    ],
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solved board.")] = False,
    dark: Annotated[
        bool | None,
        typer.Option("--dark/--light", help="The ground; an SVG follows its reader's by default.", show_default=False),
    ] = None,
    kind: KIND = None,
    site: SITE = None,
    browser: BROWSER = None,
    timeout: TIMEOUT = None,
    as_json: JSON = False,
) -> int:
    """Draw puzzles, or their solutions, as pictures in files.

    With --solution a puzzle that has not one is drawn with the cells lit that tell why.

    \b
    Examples:
      givens render puzzle.json -o puzzle.svg                    the board as given
      givens render puzzle.json --solution -o solved.png         the board solved
      givens render puzzles.jsonl --dark -o boards/day.pdf       boards/day-1.pdf, boards/day-2.pdf, ...
      givens solve tango --json | givens render - --solution -o tango.svg
    """
    from bot.render import file_names, rendered
    from bot.solve import given

    named = file_names(out)
    codes = []
    with _writer(None, as_json=as_json) as write, _status() as tell:
        ones = given(sources, kind=kind, site=site, told=browser, timeout=timeout, tell=tell)
        for one, path in named(ones):
            line, code = rendered(one, path, solution=solution, dark=dark, timeout=timeout, tell=write is None)
            if write is not None:
                write(line)
            codes.append(code)
    return _joint(codes)


@app.command()
def capture(  # noqa: PLR0913 - each is an option
    target: Annotated[
        str,
        typer.Argument(metavar="TARGET", help="What to capture: a URL or SITE[:key=value,...].", show_default=False),
    ],
    *,
    folder: Annotated[
        Path, typer.Option("-o", "--out", metavar="FOLDER", help="The folder to make.", show_default=False)
    ],
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
      givens capture tango -o my-tango        then: givens read my-tango
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
    with _status() as tell, Runner(setup, tell) as runner:
        facts = capture_page(runner, found, folder)
    if as_json:
        _print_json({"v": 1, "target": found.name, "folder": str(folder)} | facts)
    else:
        expect = facts["expect"]
        print(f"captured {facts['url']} in {folder}")  # noqa: T201
        print("it reads" if expect == "read" else f"it cannot be read: {expect['message']}")  # noqa: T201
    return 0


@app.command()
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


@app.command()
def sites(*, as_json: JSON = False) -> int:
    """List the sites, their pages of today, and what can be chosen."""
    from bot.targets import today_of
    from scrapers import SITES

    for one in SITES:
        address = one.address(today_of(one), {}, signed_in=False)
        layouts = [layout.NAME for layout in one.LAYOUTS]
        if as_json:
            facts = {"site": one.NAME, "kind": one.KIND, "home": one.HOME, "url": address, "layouts": layouts}
            _print_json({"v": 1} | facts | {"choices": dict(one.CHOICES), "timezone": one.POLICY.timezone})
        else:
            choices = "".join(f"\n    {name}=  {words}" for name, words in one.CHOICES.items())
            print(f"{one.NAME}  ({one.KIND})\n    {address}\n    layouts: {', '.join(layouts)}{choices}")  # noqa: T201
    return 0


@app.command()
def kinds(*, as_json: JSON = False) -> int:
    """List the puzzle kinds and their rules; with --json their JSON schemas."""
    from solvers import KINDS, schema

    for name, kind in KINDS.items():
        if as_json:
            _print_json({"v": 1, "kind": name, "schema": schema(kind)})
        else:
            print(f"{name}\n    {(kind.__doc__ or '').strip()}\n")  # noqa: T201
    return 0


@app.command()
def doctor(
    *,
    fix: Annotated[bool, typer.Option("--fix", help="Install a browser if there is none.")] = False,
    browser: BROWSER = None,
    as_json: JSON = False,
) -> int:
    """Look at what a run needs on this machine; exit 7 if something is missing."""
    from bot import doctor as doctors
    from bot.errors import SetupError

    if fix:
        doctors.fix(browser, lambda words: print(words, file=sys.stderr))  # noqa: T201
    missing = False
    for check in doctors.checks(browser):
        missing |= not check.ok
        if as_json:
            _print_json({"v": 1, "check": check.name, "ok": check.ok, "words": check.words, "try": check.command})
        else:
            then = f"  (try: {check.command})" if check.command else ""
            print(f"{'ok     ' if check.ok else 'MISSING'}  {check.name}: {check.words}{then}")  # noqa: T201
    return SetupError.EXIT if missing else 0


def main() -> None:
    """Run a command and end with its exit code: the one place where errors become codes."""
    as_json = "--json" in sys.argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        from bot.config import defaults
        from solvers import GivensError

        settings = {} if {"-h", "--help", "--version"} & set(sys.argv) else defaults()
        code = app(standalone_mode=False, default_map=dict.fromkeys(SETTABLE, settings))
    except typer.Exit as end:
        code = end.exit_code
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except typer.TyperException as error:
        words = error.format_message()
        print(words if words.startswith("Usage:") else f"usage: {words}", file=sys.stderr)  # noqa: T201
        code = USAGE
    except GivensError as error:
        _tell_error(error, as_json=as_json)
        code = error.EXIT
    except BrokenPipeError:
        # Whoever read our output has closed it; the interpreter must not complain about that at its end.
        sys.stdout = None
        code = 0
    if code == INTERRUPTED:
        print("interrupted", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def _each(  # noqa: PLR0913 - what the commands share
    texts: Sequence[str], site: str | None, setup: Setup, *, entering: bool, as_json: bool, out: Path | None = None
) -> int:
    """Play or read targets one after the other, tell each, and return the joint exit code."""
    from bot import show
    from bot.run import VERSION, Runner, error_line
    from bot.targets import resolve
    from solvers import GivensError

    codes = []
    with _writer(out, as_json=as_json) as write, _status() as tell, Runner(setup, tell) as runner:

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
                if write is not None:
                    write(outcome.line(entering=entering))
                show.outcome(outcome, entering=entering, quiet=write is not None)
        if not as_json and runner.browser.get("sandbox") is False:
            show.err.print("note: you are root, so Chromium's sandbox is off", style="dim")
    return _joint(codes)


def _joint(codes: Sequence[int]) -> int:
    """Return the code of several targets: 6 if any needs a human, else the one on which all failures agree, else 8."""
    failed = {code for code in codes if code}
    if NEEDS_HUMAN in failed:
        return NEEDS_HUMAN
    return next(iter(failed), 0) if len(failed) <= 1 else DIFFERENT


def _wait() -> None:
    """Wait for Enter, or for Ctrl-C, which is as good here."""
    if sys.stdin.isatty():
        with suppress(KeyboardInterrupt):
            sys.stdin.readline()


def _teller(*, as_json: bool) -> Callable[[str], None]:
    """Return what tells people a sentence, on stderr where stdout is for a script."""
    from rich.text import Text

    from bot.show import err, out

    return lambda words: (err if as_json else out).print(Text(words))


@contextmanager
def _status() -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is being done; yield the function that is told."""
    from rich.spinner import Spinner

    spinner = Spinner("dots")
    with _below(spinner):
        yield lambda words: spinner.update(text=words)


@contextmanager
def _progress(doing: str, total: int) -> Iterator[Callable[[], None]]:
    """Show on a terminal how much is done; yield what is called when one more is."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    progress = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = progress.add_task(doing, total=total)
    with _below(progress):
        yield lambda: progress.advance(task)


@contextmanager
def _below(shown: RenderableType) -> Iterator[None]:
    """Show something on a terminal, below whatever is printed meanwhile; nothing in a pipe."""
    from rich.live import Live

    from bot.show import err, out

    if not err.is_terminal:
        yield
        return
    # What is printed goes through the display only if both share a screen: it must reach its pipe or file.
    same = sys.stdout.isatty()
    with Live(shown, console=err, refresh_per_second=10, transient=True, redirect_stdout=same) as live:
        if same:
            out.push_render_hook(live)
        try:
            yield
        finally:
            if same:
                out.pop_render_hook()


@contextmanager
def _writer(out: Path | None, *, as_json: bool) -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """Yield what writes lines, to stdout or to a file that is there once it is whole; None if people are to be told."""
    if out is None:
        yield _print_json if as_json else None
        return
    import json
    import os

    from bot.errors import SetupError
    from bot.recorder import write_whole

    out = out.resolve()
    if out.is_dir() or not os.access(out if out.exists() else out.parent, os.W_OK):
        msg = f"{out} cannot be written"
        raise SetupError(msg)
    lines: list[str] = []
    to = out.with_name(f"{out.name}.partial")
    try:
        yield lambda value: lines.append(json.dumps(value, ensure_ascii=False) + "\n")
        to = out
    finally:
        # What was done before an interruption is not lost, and does not pass for the whole.
        try:
            if to.exists() and not to.is_file():
                to.write_text("".join(lines), encoding="utf-8")
            else:
                write_whole(to, "".join(lines))
        except OSError as error:
            msg = f"{to} cannot be written: {error.strerror}"
            raise SetupError(msg) from None


def _print_json(value: dict[str, Any]) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False), flush=True)  # noqa: T201


def _tell_error(error: GivensError, *, as_json: bool) -> None:
    from bot import show
    from bot.run import VERSION, error_line

    if as_json:
        _print_json({"v": VERSION} | error_line(error))
    show.error(error)
