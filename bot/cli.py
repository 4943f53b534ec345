"""The command line: `givens play`, `read`, `solve` and their kin; a contract that scripts and tests depend on.

Exit codes: 0 done, 1 a bug, 2 usage, 3 the page cannot be read, 4 not one solution, 5 not entered or not accepted,
6 a person is needed, 7 something is missing on this machine, 8 several targets that failed differently, 130 Ctrl-C.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from bot.commands import about, bug_report, canary, days, login, pages, puzzles, schedule, sessions
from bot.commands._output import tell_error
from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
    from typer._click.core import Context

USAGE = 2
INTERRUPTED = 130
SETTABLE = (
    "play",
    "read",
    "solve",
    "explain",
    "grade",
    "generate",
    "render",
    "capture",
    "demo",
    "doctor",
    "daily",
    "login",
    "canary",
)
"""The commands that settings apply to, as far as they have the option."""
COMMANDS = (
    pages.play,
    pages.read,
    puzzles.solve,
    puzzles.explain,
    puzzles.grade,
    puzzles.generate,
    puzzles.render,
    days.daily,
    days.history,
    pages.capture,
    schedule.schedule,
    login.login,
    canary.canary,
    bug_report.bug_report,
    pages.demo,
    about.sites,
    about.kinds,
    about.doctor,
)
"""All commands, as they are listed in the help."""


class _Commands(TyperGroup):
    def invoke(self, ctx: Context) -> object:
        """Run a command; around all of them, inside of what makes Ctrl-C an exit code."""
        with ended_by_ctrl_c():
            return super().invoke(ctx)


app = typer.Typer(
    name="givens",
    cls=_Commands,
    help="Play the grid puzzles of web sites: read the givens, prove the solution, enter it, see it accepted.",
    epilog="A site's terms may forbid automation; whether to use it is yours to decide.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
for _command in COMMANDS:
    app.command()(_command)
app.add_typer(sessions.app)


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


def _settings() -> dict[str, Any]:
    """Return what the settings say for all commands, nothing for help: wrong ones do not matter there."""
    if {"-h", "--help", "--version"} & set(sys.argv):
        return {}
    from bot.config import defaults

    return defaults()


def main() -> None:
    """Run a command and end with its exit code: the one place where errors become codes."""
    as_json = "--json" in sys.argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(standalone_mode=False, default_map=dict.fromkeys(SETTABLE, _settings()))
    except typer.Exit as end:
        code = end.exit_code
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except typer.TyperException as error:
        words = error.format_message()
        print(words if words.startswith("Usage:") else f"usage: {words}", file=sys.stderr)  # noqa: T201
        code = USAGE
    except Exception as error:
        from solvers import GivensError  # What only shows help has no need of all kinds.

        if not isinstance(error, GivensError):
            raise
        tell_error(error, as_json=as_json)
        code = error.EXIT
    except SystemExit as end:
        # Typer ends with 1 where whoever read our output has closed it.
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        code = 0
    if code == INTERRUPTED:
        print("interrupted", file=sys.stderr)  # noqa: T201
    sys.exit(code)
