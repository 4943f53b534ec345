"""The puzzles in `config.toml` that `givens daily` plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import config
from bot.errors import UsageError
from bot.play.targets import resolve
from bot.private import make_file, make_folder
from scrapers import SITES
from solvers import GivensError

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """\
# What `givens daily` plays, in this order, each at most once on the site's own day; `givens sites` lists the sites.
# Remove what you do not want, and add what you do.
"""
REST = """
# In each [[daily]]:
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


def template() -> str:
    """Return commented settings with every site and its choices."""
    parts = [HEAD]
    for site in (site for site in SITES if site.POLICY.daily):
        parts.append(f'\n[[daily]]\ntarget = "{site.NAME}"\n')
        choices = {name: words for name, words in site.CHOICES.items() if name != "date"}
        if choices:
            fields = ", ".join(f"{name} = …" for name in choices)
            parts.append(f"# choices = {{ {fields} }}\n")
        parts += [f"#   {name}: {words}\n" for name, words in choices.items()]
    return "".join([*parts, REST])


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
        make_folder(file.path.parent)
        make_file(file.path)
        with file.path.open("a", encoding="utf-8") as out:
            out.write(f"\n{template()}" if file.text else template())
    except OSError as error:
        raise UsageError(
            f"{file.path} cannot be written: {error.strerror}", command="set GIVENS_CONFIG to a file that you can write"
        ) from None
    return file.path
