"""Which browser is found, and where the driver caches its code."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.browser import driver
from bot.browser.launch import INSTALLED, SHELLS, find

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

INSTALLED_BROWSERS = [name for name in (*SHELLS, *INSTALLED) if shutil.which(name)]
"""The browsers that are installed on this machine."""


def program(path: Path, script: str = "") -> Path:
    """Create an executable script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def test_driver_compile_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver caches its compiled code in the user's cache folder, or where the environment says."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, **_: tmp_path / name)
    monkeypatch.delenv("NODE_COMPILE_CACHE", raising=False)
    found = []
    for _ in range(2):
        with driver._environment(tmp_path):
            found.append(os.environ["NODE_COMPILE_CACHE"])
        monkeypatch.setenv("NODE_COMPILE_CACHE", "mine")

    assert [str(tmp_path / "givens" / "driver"), "mine"] == found


@pytest.mark.posix("file modes, shell scripts")
def test_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order is: chosen, Playwright's own, installed; without a window a headless shell comes before each."""
    monkeypatch.setenv("PATH", "bin")
    monkeypatch.chdir(tmp_path)
    full, shell = "ms/chromium-1255/chrome-linux64/chrome", "chrome-headless-shell-linux64/chrome-headless-shell"
    older, same = (f"ms/chromium_headless_shell-{revision}/{shell}" for revision in (1200, 1255))
    own = SimpleNamespace(chromium=SimpleNamespace(executable_path=str(tmp_path / full)))
    found: list[list[str]] = []
    for new in ("bin/chromium", "bin/chromium-headless-shell", full, older, same, "mine"):
        program(tmp_path / new)
        chosen = "./mine" if new == "mine" else None
        paths = [find(cast("Playwright", own), chosen, window=window).path for window in (True, False)]
        found.append([str(path.absolute().relative_to(tmp_path)) for path in paths])

    assert [
        ["bin/chromium", "bin/chromium"],
        ["bin/chromium", "bin/chromium-headless-shell"],
        [full, full],
        [full, full],
        [full, same],
        ["mine", "mine"],
    ] == found
