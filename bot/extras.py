"""Libraries that givens can do without, and how to install one where this givens is installed."""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

EXTRAS = {
    "figures": ("matplotlib", "PNG and PDF, plots of the history"),
    "mcp": ("mcp", "givens mcp"),
    "notify": ("apprise", "messages of givens daily"),
    "video": ("av", "videos of sessions"),
    "cluster": ("distributed", "--cluster"),
}
"""The library of each extra, and what needs it."""


def install_command(package: str, *, again: bool = False) -> str:
    """Return the command that installs a package beside this givens, whether pipx, uv or pip has installed that.

    `again` replaces one that is there.
    """
    home = Path(sys.prefix)
    if "pipx" in home.parts:
        return shlex.join(["pipx", "inject", *(["--force"] if again else []), home.name, package])
    options = ["--force-reinstall"] if again else []
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", *options, "--python", sys.executable, package])
    return shlex.join([sys.executable, "-m", "pip", "install", *options, package])
