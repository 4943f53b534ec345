"""A group of commands as all of givens is one: `sessions` is another inside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bot.interrupts import ended_by_ctrl_c

if TYPE_CHECKING:
    from click import Context


class Commands(click.Group):
    """Commands that are listed in the order in which they were added."""

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - as Click calls it
        """Return their names."""
        return list(self.commands)

    def invoke(self, ctx: Context) -> object:
        """Run one of them, inside of what makes Ctrl-C an exit code."""
        try:
            with ended_by_ctrl_c():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            # Click would begin a new line first.
            raise click.Abort from None
