"""The command line, a contract that scripts and tests depend on.

Exit codes: 0 done, 1 a bug, 2 usage, 3 the page cannot be read, 4 not exactly one solution, 5 not entered or not
accepted, 6 a human is needed, 7 something is missing on this machine, 8 several targets failed differently,
130 Ctrl-C.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from bot.commands import (
    about,
    bug_report,
    canary,
    days,
    doctor,
    login,
    new_site,
    pages,
    probe,
    puzzles,
    schedule,
    sessions,
)
from bot.commands._group import Commands
from bot.commands._output import print_error

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
    "probe",
)
"""The commands that take defaults from the settings, for the options that they have."""
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
    probe.probe,
    new_site.new_site,
    pages.demo,
    about.sites,
    about.kinds,
    doctor.doctor,
    sessions.sessions,
)
"""All commands, in the order of the help."""


@click.group(
    cls=Commands,
    epilog="The terms of a site may forbid automation. Whether to use it there is your decision.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120, "show_default": True},
)
@click.version_option(package_name="givens", message="%(version)s", help="Show the version and exit.")
def app() -> None:
    """Play grid puzzles on web sites: read the puzzle, prove its solution, enter it until the page accepts it."""


for _command in COMMANDS:
    app.add_command(_command)


def _settings() -> dict[str, Any]:
    """Return the defaults in the settings; none for help, which must work with invalid settings."""
    if {"-h", "--help", "--version"} & set(sys.argv):
        return {}
    from bot.config import defaults

    return defaults()


def main() -> None:
    """Run a command and exit with its code: the only place where errors become exit codes."""
    as_json = "--json" in sys.argv
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(prog_name="givens", standalone_mode=False, default_map=dict.fromkeys(SETTABLE, _settings()))
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except click.ClickException as error:
        message = error.format_message()
        print(message if message.startswith("Usage:") else f"usage: {message}", file=sys.stderr)  # noqa: T201
        if isinstance(error, click.UsageError) and error.ctx is not None and not message.startswith("Usage:"):
            print(f"try: {error.ctx.command_path} --help", file=sys.stderr)  # noqa: T201
        code = USAGE
    except Exception as error:
        from solvers import GivensError  # Not at the top: help does not need it.

        if not isinstance(error, GivensError):
            raise
        print_error(error, as_json=as_json)
        code = error.EXIT
    except SystemExit as exit_:
        # Click, and nothing else, exits with 1 when the reader of our output has closed it.
        if exit_.code != 1:
            raise
        code = 0
    if code == INTERRUPTED:
        print("interrupted", file=sys.stderr)  # noqa: T201
    sys.exit(code)
