"""The command line, a contract that scripts and tests depend on.

Exit codes: 0 done, 1 a bug, 2 usage, 3 the page cannot be read, 4 not exactly one solution, 5 not entered or not
accepted, 6 a human is needed, 7 something is missing on this machine, 8 several targets failed differently,
130 Ctrl-C, 129 and 143 SIGHUP and SIGTERM while a browser runs.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from bot import addon
from bot.commands import COMMANDS, GROUPS
from bot.commands._output import print_json, say
from bot.interrupts import INTERRUPTED, exit_code

if TYPE_CHECKING:
    from click import Context, HelpFormatter

UNWRITABLE = 7
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""The errors of a stream whose disk is full, or that is closed."""
DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The errors of a file or folder that the user has no right to."""


class Commands(click.Group):
    """A group whose commands, those of the core and those of add-ons, are imported when they are asked for."""

    def full_name(self, command: str) -> str:
        """Return the name of a command with that of this group, if it has one."""
        return f"{self.name} {command}".lstrip()

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - as Click calls it
        """Return the names of the commands, in the order of the help."""
        begin, names = self.full_name(""), COMMANDS | addon.declared("COMMANDS")
        return [*dict.fromkeys(name.removeprefix(begin).split()[0] for name in names if name.startswith(begin))]

    def get_command(self, ctx: Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as Click calls it
        """Import a command, or make the group of that name; an add-on is only looked for if the core has none."""
        name = self.full_name(cmd_name)
        if name not in GROUPS and (place := COMMANDS.get(name) or addon.declared("COMMANDS").get(name)):
            found: click.Command = addon.imported(place[0])
            return found
        words = GROUPS.get(name) or addon.declared("GROUPS").get(name)
        return Commands(cmd_name, help=words) if words else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run, and give it the defaults of the settings; say which a wrong name may mean."""
        if not {"-h", "--help"} & set(sys.argv):  # Help works with invalid settings.
            from bot.config import defaults

            ctx.default_map = {args[0]: defaults()}
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            why = addon.missing(self.full_name(error.command_name))
            message = f"{self.full_name(error.command_name)} {why}" if why else None
            raise click.NoSuchCommand(error.command_name, message, self.list_commands(ctx), ctx) from None

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the commands alone, none of which is imported; the first line of the help has the options."""
        commands = COMMANDS | addon.declared("COMMANDS")
        groups = GROUPS | addon.declared("GROUPS")
        names = {name: self.full_name(name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl([(name, groups.get(full) or commands[full][1]) for name, full in names.items()])


@click.group(
    "",
    cls=Commands,
    epilog="A site's terms may forbid automation: whether you use it is up to you.",
    options_metavar="[--help | --version]",
    subcommand_metavar="COMMAND [--help] [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120, "show_default": True},
)
@click.version_option(
    None, "-V", "--version", package_name="givens", message="%(version)s", help="Show the version and exit."
)
def app() -> None:
    """Play grid puzzles on web sites: read one, prove its solution, and enter it."""


def main() -> None:
    """Run a command and exit with its code: the only place where errors become exit codes."""
    _prepare_streams()
    code = _flush(_run())
    if code == INTERRUPTED:
        _tell("interrupted")
        code = exit_code()
    sys.exit(code)


def _run() -> int:
    """Run a command, print its error if it fails, and return the exit code."""
    try:
        code: int = app(prog_name="givens", standalone_mode=False)
    except (click.Abort, KeyboardInterrupt):
        sys.unraisablehook = lambda _: None  # Playwright's half-finished objects fail once more as they are destroyed.
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        _tell(error.format_message())
        return error.exit_code
    except Exception as error:
        from bot.errors import SetupError, UsageError  # Not at the top: help does not need it.
        from solvers import GivensError

        if isinstance(error, click.ClickException):
            message, context = error.format_message(), getattr(error, "ctx", None)
            command = f"{context.command_path} --help" if context else None
            error = UsageError(f"{message[0].lower()}{' '.join(message[1:].split())}", command=command)
        if isinstance(error, OSError) and error.filename is None and error.errno in FULL:
            _tell(f"error: the output cannot be written: {error.strerror}")
            return UNWRITABLE
        if isinstance(error, OSError) and error.filename is not None and error.errno in DENIED:
            error = SetupError(f"{error.filename} cannot be used: {error.strerror}")
        if not isinstance(error, GivensError):
            raise
        with suppress(OSError):  # Of a full disk behind stderr.
            from bot.commands import _show
            from bot.play.result import error_facts

            if "--json" in sys.argv:
                print_json(error_facts(error))
            _show.error(error)
        return error.EXIT
    except SystemExit as exit_:
        # Click, and nothing else, exits with 1 when the reader of our output has closed it.
        if exit_.code != 1:
            raise
        return 0
    return code


def _prepare_streams() -> None:
    """Replace characters that a stream cannot encode, and open those that are closed."""
    for name, flags in (("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            # What is written to a closed output must fail, as to a full disk; messages are lost.
            setattr(sys, name, open(os.open(os.devnull, flags), "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open as long as the process
        if isinstance(stream := getattr(sys, name), io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _flush(code: int) -> int:
    """Flush the output; return the exit code, or that of the failure if flushing fails."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # Python would try it once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE or code == UNWRITABLE:
            return code  # The reader wants no more, or it has been said already.
        _tell(f"error: the output cannot be written: {error.strerror}")
        return UNWRITABLE
    return code


def _tell(message: str) -> None:
    with suppress(OSError):
        say(message, to_stderr=True)
