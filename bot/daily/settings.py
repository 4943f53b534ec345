"""The puzzles in `config.toml` that `givens daily run` plays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot import config
from bot.errors import UsageError
from bot.files import make_file, make_folder
from bot.play.targets import family_of, resolve
from scrapers import SITES
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from scrapers import Site

HEAD = """\
# What `givens daily run` plays, in this order, except that the puzzles of a site follow each other; each is played at
# most once on the site's own day. `givens sites list` lists the sites.
"""
OTHERS = """
# Other sites. To play one, remove the # before its [[daily]] and its target.
"""
REST = """
# In each [[daily]]:
# pace = 50             # at least this many milliseconds between two inputs
# timeout = 120         # seconds for this puzzle, everything included
# record = "light"      # or "full" (with a video), or "none"
# profile = "linkedin"  # a profile that you created with `givens sites login`; without one you play as a guest
# notify = "never"      # for this puzzle alone

# Messages, sent with Apprise (https://github.com/caronc/apprise/wiki); `givens doctor` says how to install it.
# [notify]
# to = ["ntfy://ntfy.sh/your-own-topic", "mailto://user:password@example.org"]
# when = "on_error"     # or "always", or "never"
"""


def template(targets: Iterable[str] = ()) -> str:
    """Return settings that play the targets, with every other site and its choices in comments.

    Raise `UsageError` for a target that does not exist.
    """
    chosen = [target for text in targets for target in resolve(text)]
    families = [family_of(target.site.NAME) for target in chosen]
    chosen.sort(key=lambda target: families.index(family_of(target.site.NAME)))
    parts = [HEAD]
    for target in chosen:
        parts.append(f'\n[[daily]]\ntarget = "{target.name if target.day is None else target.site.NAME}"\n')
        if target.choices:
            fields = (choice.partition("=") for choice in target.choices.split(","))
            words = (f"{name} = {value if value.isdecimal() else json.dumps(value)}" for name, _, value in fields)
            parts.append(f"choices = {{ {', '.join(words)} }}\n")
    parts.append(OTHERS)
    named = {target.site.NAME for target in chosen}
    family = ""
    for site in SITES:
        if site.NAME in named or not site.POLICY.daily:
            continue
        if family != (family := family_of(site.NAME)):
            parts.append(f"\n# --- {family} ---\n")
        parts.append(f'\n# [[daily]]\n# target = "{site.NAME}"\n')
        if choices := choices_of(site):
            parts.append(f"# choices = {{ {', '.join(f'{name} = …' for name in choices)} }}\n")
        parts += [f"#   {name}: {words}\n" for name, words in choices.items()]
    return "".join([*parts, REST])


def choices_of(site: Site) -> Mapping[str, str]:
    """Return what can be chosen of a site besides the day, each with its words."""
    return {name: words for name, words in site.CHOICES.items() if name != "date"}


def load() -> config.Settings:
    """Return the settings, with every target checked; raise `UsageError` with the line of a mistake."""
    file = config.ConfigFile.read()
    settings = file.settings()
    for number, puzzle in enumerate(settings.daily):
        try:
            resolve(puzzle.text, signed_in=puzzle.profile is not None)
        except GivensError as error:
            file.fail("daily", error.message, "choices" if puzzle.choices else "target", number)
    return settings


def write_template(targets: Iterable[str] = (), messages_to: str = "") -> Path:
    """Add the template for targets to the file, or create the file with it; return its path.

    `messages_to` is an address for messages on failures. Raise `UsageError` if a target does not exist, or if the file
    lists daily puzzles already or cannot be written.
    """
    text = template(targets)
    if messages_to:
        text += f'\n[notify]\nto = [{json.dumps(messages_to)}]\nwhen = "on_error"\n'
    file = config.ConfigFile.read()
    if "daily" in file.tables:
        raise UsageError(f"{file.path} lists daily puzzles already")
    try:
        make_folder(file.path.parent)
        make_file(file.path)
        with file.path.open("a", encoding="utf-8") as out:
            out.write(f"\n{text}" if file.text else text)
    except OSError as error:
        raise UsageError(
            f"{file.path} cannot be written: {error.strerror}", command="set GIVENS_CONFIG to a file that you can write"
        ) from None
    return file.path
