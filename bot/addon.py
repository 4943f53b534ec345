"""What givens can do without: add-ons, the folders in `bot/addons`, each found by its place; and libraries.

The package of an add-on may define

* `EXTRAS`: the libraries that it needs, with versions, and for what, by the name of the extra that installs them;
* `COMMANDS`: its commands, as in `bot/commands/__init__.py`: also those that it adds to a group of the core;
* `GROUPS`: what the groups that it brings are for;
* `PROVIDES`: what it gives to the core, by the name that the core asks for, as `module:name`.

Importing the package of an add-on must not import the rest of it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

FOLDER = "bot.addons"
KNOWN = {
    "agent": "agents",
    "coach": "coach",
    "sites new": "unknown",
    "studio": "studio",
    "--cluster": "cluster",
    "--guess": "unknown",
}
"""The commands and options of the add-ons that givens comes with, to name the one that is missing."""

EXTRAS = {
    "notify": (("apprise>=1.9",), "messages of givens daily run"),
}
"""The libraries of each extra of the core, and what needs them."""


@cache
def addons() -> Sequence[ModuleType]:
    """Return the packages of all add-ons, by their names."""
    try:
        folder = import_module(FOLDER)
    except ModuleNotFoundError as error:
        if error.name != FOLDER:
            raise
        return ()
    return [import_module(f"{FOLDER}.{found.name}") for found in iter_modules(folder.__path__)]


def declared(name: str) -> dict[str, Any]:
    """Return what all add-ons declare under a name."""
    return {key: value for addon in addons() for key, value in getattr(addon, name, {}).items()}


def provided(name: str) -> Any:  # noqa: ANN401 - each name stands for something of its own type
    """Return what an add-on gives to the core under a name, None if no add-on does."""
    place = declared("PROVIDES").get(name)
    return imported(place) if place else None


def needed(name: str, option: str) -> Any:  # noqa: ANN401 - as above
    """Return what an add-on gives to the core under a name; raise `SetupError` that names the option if none does."""
    found = provided(name)
    if found is None:
        from bot.errors import SetupError  # `givens --help` does not need it.

        raise SetupError(f"{option} {missing(option)}")
    return found


def missing(name: str) -> str:
    """Return the words that say which add-on is missing for a command or an option; "" for any other name."""
    addon = KNOWN.get(name)
    return f"needs the add-on {addon!r}, which is not in the folder bot/addons of this givens" if addon else ""


def imported(place: str) -> Any:  # noqa: ANN401 - as above
    """Return what `module:name` stands for."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def extras() -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the libraries of each extra, those of add-ons too, and what needs them."""
    return EXTRAS | declared("EXTRAS")


@contextmanager
def importing(extra: str) -> Iterator[None]:
    """Raise `SetupError`, with the command that installs the libraries of an extra, if the block cannot import them."""
    try:
        yield
    except ImportError as error:
        from bot.errors import SetupError  # As above.

        libraries, use = extras()[extra]
        message = f"for {use}, {' and '.join(libraries)} must be installed ({error})"
        raise SetupError(message, command=install_command(*libraries)) from None


def uninstall_command() -> str:
    """Return the command that removes this givens, whether pipx, uv or pip has installed it."""
    if "pipx" in Path(sys.prefix).parts:
        return "pipx uninstall givens"
    if find_spec("pip") is None:
        return "uv tool uninstall givens"
    return shlex.join([sys.executable, "-m", "pip", "uninstall", "givens"])


def install_command(*packages: str, again: bool = False) -> str:
    """Return the command that installs packages beside this givens, whether pipx, uv or pip has installed that.

    `again` replaces those that are there.
    """
    home = Path(sys.prefix)
    if "pipx" in home.parts:
        return shlex.join(["pipx", "inject", *(["--force"] if again else []), home.name, *packages])
    options = ["--force-reinstall"] if again else []
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", *options, "--python", sys.executable, *packages])
    return shlex.join([sys.executable, "-m", "pip", "install", *options, *packages])
