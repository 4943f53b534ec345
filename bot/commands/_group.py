"""A group of commands, for `givens` and for `givens sessions`, and one whose commands are imported when asked for."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from bot import addon
from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from click import Context


class Commands(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - as Click calls it
        """Return the names of the commands."""
        return list(self.commands)

    def invoke(self, ctx: Context) -> object:
        """Run a command so that Ctrl-C is never lost."""
        try:
            with ended_by_ctrl_c():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            # Click would print a blank line first.
            raise click.Abort from None


class LazyCommands(Commands):
    """All commands of the core and of the add-ons, under headings; each is imported when it is run or listed."""

    def __init__(
        self,
        *,
        places: Mapping[str, Mapping[str, str]],
        settable: Sequence[str],
        settings: Callable[[], Mapping[str, Any]],
        **more: Any,  # noqa: ANN401 - as Click calls it
    ) -> None:
        """Take the places of the core's commands, the names of those that take defaults, and what gives these."""
        super().__init__(**more)
        self.places, self.settable, self.settings = places, settable, settings

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - as Click calls it
        """Return the names of all commands, in the order of the help."""
        return [name for names in self._headings().values() for name in names]

    def get_command(self, ctx: Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as Click calls it
        """Import a command; an add-on is looked for only if the core has none of that name."""
        place = self._core().get(cmd_name) or next(
            (names[cmd_name] for names in addon.commands().values() if cmd_name in names), None
        )
        found: click.Command | None = addon.imported(place) if place else None
        return found

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run, and give it the defaults of the settings; say which add-on a command needs."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            ctx.fail(f"{name} {words}" if (words := addon.missing(name)) else f"there is no command {name!r}{hint}")
        settings = self.settings()  # Invalid ones are an error for every command.
        if name in self.settable or (name not in self._core() and name in addon.settable()):
            ctx.default_map = {name: settings}
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings."""
        for heading, names in self._headings().items():
            with formatter.section(heading):
                limit = formatter.width - 6 - max(map(len, names))
                commands = [(name, self.get_command(ctx, name)) for name in names]
                formatter.write_dl([(name, found.get_short_help_str(limit)) for name, found in commands if found])

    def _core(self) -> Mapping[str, str]:
        """Return where each command of the core is."""
        return {name: place for names in self.places.values() for name, place in names.items()}

    def _headings(self) -> Mapping[str, Sequence[str]]:
        """Return the names of all commands by heading."""
        more = addon.commands()
        return {heading: [*names, *more.get(heading, ())] for heading, names in self.places.items()}
