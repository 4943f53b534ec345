"""The groups of commands: `givens` itself and those below it; a command is imported when it is run or listed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from bot import addon
from bot.commands import COMMANDS, GROUPS, RENAMED
from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click import Context, HelpFormatter


class Commands(click.Group):
    """A group of commands: those of the core, and those that add-ons add to it."""

    def full_name(self, command: str) -> str:
        """Return the name of a command with that of this group."""
        return f"{self.name} {command}"

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - as Click calls it
        """Return the names of the commands, in the order of the help."""
        return [name for names in self._headings().values() for name in names]

    def get_command(self, ctx: Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as Click calls it
        """Import a command, or make the group of that name; an add-on is only looked for if the core has none."""
        name = self.full_name(cmd_name)
        place = _merged(COMMANDS).get(name) or ("" if name in GROUPS else _merged(addon.commands()).get(name))
        if place:
            found: click.Command = addon.imported(place)
            return found
        words = GROUPS.get(name) or addon.groups().get(name)
        return Commands(cmd_name, help=words) if words else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run, and give it the defaults of the settings; say what is meant by a wrong name."""
        if not {"-h", "--help"} & set(sys.argv):  # Help works with invalid settings.
            from bot.config import defaults

            ctx.default_map = {args[0]: defaults()}
        if not ctx.resilient_parsing and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(self._no_command(ctx, args[0]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Context) -> object:
        """Run a command so that Ctrl-C is never lost."""
        try:
            with ended_by_ctrl_c():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            # Click would print a blank line first.
            raise click.Abort from None

    def _headings(self) -> Mapping[str, list[str]]:
        """Return the names of the commands in this group, by heading."""
        found: dict[str, list[str]] = {}
        begin = self.full_name("")
        for table in (COMMANDS, addon.commands()):
            for heading, names in table.items():
                own = (name.removeprefix(begin).split()[0] for name in names if name.startswith(begin))
                found[heading] = [*dict.fromkeys([*found.get(heading, ()), *own])]
        return found

    def _no_command(self, ctx: Context, name: str) -> str:
        """Say that there is no such command, and which is meant."""
        full = self.full_name(name)
        from solvers import nearest  # Help does not need it.

        if words := addon.missing(full):
            return f"{full} {words}"
        own = self.list_commands(ctx)
        moved = [known for known in _merged(COMMANDS) | _merged(addon.commands()) if known.endswith(f" {name}")]
        near = nearest(name, own)
        meant = RENAMED.get(full) or next(iter(moved), self.full_name(near) if near else "")
        if not meant and not isinstance(self, Root):
            first = self.get_command(ctx, own[0])
            takes_names = first is not None and any(isinstance(given, click.Argument) for given in first.params)
            meant = self.full_name(f"{own[0]} {name}") if takes_names else ""
        return f"there is no command {full!r}{f'; did you mean `givens {meant}`?' if meant else ''}"


class Root(Commands):
    """The group `givens`, whose help fits a screen of 80 columns and 24 rows."""

    def full_name(self, command: str) -> str:
        """Return the name of a command."""
        return command

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write one line for each command and option, the first below a heading beside it."""
        headings = self._headings()
        width = 2 + max(map(len, headings))
        rows = []
        for heading, names in headings.items():
            for before, name in zip((heading, *[""] * len(names)), names, strict=False):
                command = self.get_command(ctx, name)
                words = command.get_short_help_str(formatter.width) if command else ""
                rows.append((f"{before:<{width}}{name}", words))
        formatter.write_paragraph()
        rows += [
            (f"{'Options':<{width}}--help", "Show this, or the options and examples of a command."),
            (f"{'':<{width}}--version", "Show the version and exit."),
        ]
        formatter.write_dl(rows, col_spacing=1)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:  # noqa: ARG002 - as Click calls it
        """Write the last line as it stands."""
        formatter.write(f"{self.epilog}\n")


def _merged(table: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return where commands are, without their headings."""
    return {name: place for names in table.values() for name, place in names.items()}
