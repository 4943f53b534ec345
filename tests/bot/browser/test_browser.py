"""Finding a browser, installing one, and playing in every browser installed on this machine."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.browser.launch import INSTALLED, SHELLS, find
from scrapers import SITES
from tests.bot.commands.test_cli import lines
from tests.cases import UNCOPIED
from tests.children import run
from tests.conftest import FIXTURES, ROOT, Givens
from tests.tiers import LONG, TIER, first

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


def playwright_with(own: Path) -> Playwright:
    """Return a Playwright whose own Chromium has this path."""
    return cast("Playwright", SimpleNamespace(chromium=SimpleNamespace(executable_path=str(own))))


@pytest.mark.parametrize("own", first(["mine", ""]))
def test_driver_compile_cache(tmp_path: Path, own: str) -> None:
    """The driver caches its compiled code in the user's cache folder, or where the environment says."""
    (tmp_path / "mine").mkdir()
    code = """if True:
        import os
        from bot.browser.driver import playwright_started
        with playwright_started():
            print(os.environ.get("NODE_COMPILE_CACHE"))
    """
    variables = {"NODE_COMPILE_CACHE": str(tmp_path / own)} if own else {}
    environment = {name: value for name, value in os.environ.items() if name != "NODE_COMPILE_CACHE"}
    said = run(
        [sys.executable, "-c", code],
        check=True,
        env=environment | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)} | variables,
    )
    kept = [*(tmp_path / "cache" / "givens" / "driver").rglob("*")]

    assert f"{variables.get('NODE_COMPILE_CACHE')}\n" == said.stdout
    assert (bool(own), not own) == (any((tmp_path / "mine").iterdir()), bool(kept))


@pytest.mark.posix("file modes, shell scripts")
def test_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order is: chosen, Playwright's own, installed; without a window a headless shell comes before each."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    own = tmp_path / "ms" / "chromium-1255" / "chrome-linux64" / "chrome"
    playwright = playwright_with(own)
    found: list[Any] = []

    def look(chosen: str | None = None) -> None:
        found.extend(find(playwright, chosen, window=window).path.relative_to(tmp_path) for window in (True, False))

    chosen = program(tmp_path / "mine")
    program(tmp_path / "bin" / "chromium")
    look()
    program(tmp_path / "bin" / "chromium-headless-shell")
    look()
    program(own)
    look()
    program(
        tmp_path / "ms" / "chromium_headless_shell-1200" / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    )
    look()
    program(
        tmp_path / "ms" / "chromium_headless_shell-1255" / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    )
    look()
    look(str(chosen))

    full, shell = "ms/chromium-1255/chrome-linux64/chrome", "ms/chromium_headless_shell-1255"
    assert [
        *("bin/chromium", "bin/chromium"),
        *("bin/chromium", "bin/chromium-headless-shell"),
        *(full, full),
        *(full, full),
        *(full, f"{shell}/chrome-headless-shell-linux64/chrome-headless-shell"),
        *("mine", "mine"),
    ] == [str(path) for path in found]


@pytest.mark.posix("file modes, shell scripts")
def test_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path is that of this folder, not of the driver's."""
    program(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)

    assert tmp_path / "mine" == find(playwright_with(tmp_path), "./mine").path


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long("of the browser that most tests use")] if name in SHELLS else [])
        for name in INSTALLED_BROWSERS
    ],
)
def test_every_browser_plays(givens: Givens, name: str) -> None:
    """Every installed browser, with or without windows, plays a page of each site; in the quick tier of one site."""
    sites = [site.NAME for site in SITES if not site.POLICY.read_only and site.NAME not in UNCOPIED]
    plain = ("guest", "table_2022_6", "size_4", "fresh", "easy", "size_8")
    cases = [next(filter(Path.exists, (FIXTURES / site / case for case in plain))) for site in sites]
    played = cases if TIER == LONG else cases[:1]
    done = givens("play", *played, "--browser", name, "--no-record", "--json")

    assert [True] * len(played) == [line["accepted"] for line in lines(done)]
