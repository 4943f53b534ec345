"""Settings in a file: the `[defaults]` of `config.toml`, for what neither a flag nor the environment says."""

from __future__ import annotations

import os
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import platformdirs

from bot.errors import UsageError

DEFAULTS: dict[str, type | tuple[type, ...]] = {
    "browser": str,
    "headed": bool,
    "profile": str,
    "pace": (int, float),
    "timeout": (int, float),
    "record": str,
}
"""What may be set for all commands that know it, and its type."""


def path() -> Path:
    """Return where the settings are: `GIVENS_CONFIG`, else the user's folder of settings."""
    told = os.environ.get("GIVENS_CONFIG")
    return Path(told) if told else platformdirs.user_config_path("givens", appauthor=False) / "config.toml"


def defaults() -> dict[str, Any]:
    """Return the `[defaults]`, none where there is no file; raises `UsageError` naming what is wrong in it."""
    file = path()
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        msg = f"{file} cannot be read: {error.strerror}"
        raise UsageError(msg) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{file} is not TOML: {error}"
        raise UsageError(msg) from None
    found = settings.get("defaults", {})
    if not isinstance(found, dict):
        msg = f"{file}: defaults is a table, not {found!r}"
        raise UsageError(msg)
    for key, value in found.items():
        if key not in DEFAULTS:
            near = get_close_matches(key, DEFAULTS, n=1)
            meant = f"; is it {near[0]}?" if near else f"; known are {', '.join(DEFAULTS)}"
            msg = f"{file}: no default is called {key!r}{meant}"
            raise UsageError(msg)
        if not isinstance(value, DEFAULTS[key]) or (isinstance(value, bool) and DEFAULTS[key] is not bool):
            msg = f"{file}: {key} cannot be {value!r}"
            raise UsageError(msg)
    return found
