"""The command line: `givens play`, `read`, `solve` and their kin; a contract that scripts and tests depend on.

Exit codes: 0 done, 1 a bug, 2 usage, 3 the page cannot be read, 4 not one solution, 5 not entered or not accepted,
6 a person is needed, 7 something is missing on this machine, 8 several targets that failed differently, 130 Ctrl-C.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from bot.commands import about, bug_report, canary, days, doctor, login, pages, puzzles, schedule, sessions
from bot.commands._group import Commands
from bot.commands._output import tell_error

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
    doctor.doctor,
    sessions.sessions,
)
"""All commands, as they are listed in the help."""


@click.group(
    cls=Commands,
    epilog="A site's terms may forbid automation; whether to use it is yours to decide.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120, "show_default": True},
)
@click.version_option(package_name="givens", message="%(version)s", help="Tell the version and end.")
def app() -> None:
    """Play the grid puzzles of web sites: read the givens, prove the solution, enter it, see it accepted."""


for _command in COMMANDS:
    app.add_command(_command)


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
        code = app(prog_name="givens", standalone_mode=False, default_map=dict.fromkeys(SETTABLE, _settings()))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except click.ClickException as error:
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
        # Click ends with 1, and nothing else does, where whoever read our output has closed it.
        if end.code != 1:
            raise
        code = 0
    if code == INTERRUPTED:
        print("interrupted", file=sys.stderr)  # noqa: T201
    sys.exit(code)
