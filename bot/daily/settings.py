"""The puzzles in `config.toml` that `givens daily` plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import config
from bot.errors import UsageError
from bot.play.targets import resolve
from solvers import GivensError

if TYPE_CHECKING:
    from pathlib import Path

TEMPLATE = """\
# What `givens daily` plays, in this order, each at most once on the site's own day; `givens sites` lists the sites.
# Remove what you do not want, and add what you do.

[[daily]]
target = "linkedin_tango"

[[daily]]
target = "linkedin_queens"

[[daily]]
target = "linkedin_zip"

[[daily]]
target = "linkedin_mini_sudoku"

[[daily]]
target = "linkedin_patches"

[[daily]]
target = "brainbashers_three_in_a_row"
choices = { size = 14, diff = 2 }
# pace = 50             # at least this many milliseconds between two inputs
# timeout = 120         # seconds for this puzzle, everything included
# record = "light"      # or "full" (with a video and a trace), or "none"
# profile = "linkedin"  # a profile that you created with `givens login`; without one you play as a guest
# notify = "never"      # for this puzzle alone

# Messages, sent with Apprise (https://github.com/caronc/apprise/wiki): pip install 'givens[notify]'
# [notify]
# to = ["ntfy://ntfy.sh/your-own-topic", "mailto://user:password@example.org"]
# when = "on_error"     # or "always", or "never"
"""


def load() -> config.Settings:
    """Return the settings, with every target checked; raise `UsageError` with the line of a mistake."""
    file = config.File.read()
    settings = file.settings()
    for number, puzzle in enumerate(settings.daily):
        try:
            resolve(puzzle.text, signed_in=puzzle.profile is not None)
        except GivensError as error:
            file.fail("daily", error.message, "choices" if puzzle.choices else "target", number)
    return settings


def write_template() -> Path:
    """Add the template to the file, or create the file with it; return its path.

    Raise `UsageError` if the file lists daily puzzles already or cannot be written.
    """
    file = config.File.read()
    if "daily" in file.tables:
        raise UsageError(f"{file.path} lists daily puzzles already")
    try:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        with file.path.open("a", encoding="utf-8") as out:
            out.write(f"\n{TEMPLATE}" if file.text else TEMPLATE)
    except OSError as error:
        raise UsageError(
            f"{file.path} cannot be written: {error.strerror}", command="set GIVENS_CONFIG to a file that you can write"
        ) from None
    return file.path
