"""A group of commands, for `givens` and for `givens sessions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
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
