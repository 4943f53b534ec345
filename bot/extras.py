"""Libraries that givens can do without, and how to install one where this givens is installed."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from bot import addon
from bot.errors import SetupError

EXTRAS = {
    "figures": (("matplotlib",), "PNG and PDF, plots of the history"),
    "notify": (("apprise",), "messages of givens daily run"),
}
"""The libraries of each extra of the core, and what needs them."""


def extras() -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the libraries of each extra, those of add-ons too, and what needs them."""
    found: dict[str, tuple[tuple[str, ...], str]] = {**EXTRAS}
    for one in addon.addons():
        found |= getattr(one, "EXTRAS", {})
    return found


def require(extra: str) -> None:
    """Raise `SetupError` if a library of an extra is not installed."""
    libraries, use = extras()[extra]
    if missing := [name for name in libraries if find_spec(name) is None]:
        raise SetupError(f"{use} needs {' and '.join(missing)}", command=install_command(*missing))


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
