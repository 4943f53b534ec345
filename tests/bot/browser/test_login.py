"""`givens sites login`: a profile keeps a site's cookies for later runs, and nothing else is kept."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.browser import launch
from bot.browser.profiles import default_name
from scrapers import SITES
from tests.bot.commands.test_cli import SMALL, lines
from tests.children import child, run
from tests.conftest import ROOT, Givens
from tests.tiers import first

URL = "https://www.brainbashers.com/show3inarow.asp"


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put all files of the user into `tmp_path`, and return the folder of profiles."""
    names = {"HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
    for name, folder in names.items():
        monkeypatch.setenv(name, str(tmp_path / folder))
    return tmp_path / "data" / "givens" / "profiles"


def made(profiles: Path, name: str) -> Path:
    """Create a folder that looks like a profile."""
    (profiles / name / "Default").mkdir(parents=True)
    (profiles / name / "Default" / "Cookies").write_bytes(b"x" * 2048)
    return profiles / name


@pytest.fixture
def screen() -> Iterator[str]:
    """Return the name of a display on which something listens that shows no windows."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"\0/tmp/.X11-unix/X{os.getpid()}")
        listening.listen()
        yield f":{os.getpid()}"


@pytest.mark.usefixtures("profiles")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="DISPLAY exists on Linux only")
@pytest.mark.parametrize(
    ("name", "value", "arguments"),
    [
        ("DISPLAY", ":4711", ["sites", "login", "tango"]),
        ("WAYLAND_DISPLAY", "wayland-4711", ["play", SMALL, "--watch"]),
        ("DISPLAY", "", ["sites", "login", "tango"]),
    ],
)
def test_no_display(givens: Givens, tmp_path: Path, name: str, value: str, arguments: list[object]) -> None:
    """A display that is not there or does not answer is named, and no profile remains."""
    done = givens(*arguments, **{"DISPLAY": "", "WAYLAND_DISPLAY": "", name: value})

    missing = "a visible browser needs a display, and there is none (DISPLAY is not set)\n"
    assert 7 == done.returncode
    assert (": the display does not answer\n" if value else missing) in done.stderr
    assert "try: " in done.stderr
    assert [] == [*tmp_path.glob("data/givens/profiles/*")]


@pytest.mark.posix("file modes, shell scripts")
def test_browser_that_is_none(givens: Givens, tmp_path: Path, profiles: Path, screen: str) -> None:
    """If no window opens, no new profile remains."""
    (tmp_path / "false").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "false").chmod(0o755)
    old = made(profiles, "old")
    for name in ("new", "old"):
        options = ("--profile", name, "--browser", tmp_path / "false")
        done = givens("sites", "login", "tango", *options, DISPLAY=screen)

        assert 7 == done.returncode
        assert f"the profile {name!r} cannot be opened: " in done.stderr
    assert [old] == list(profiles.iterdir())
    assert (old / "Default" / "Cookies").exists()


@pytest.mark.posix("links")
def test_in_use(givens: Givens, profiles: Path, screen: str) -> None:
    """A profile that a run or a browser has open is refused in one sentence; the lock of a dead browser is none."""
    profile = made(profiles, "mine")
    with launch.in_use(profile):  # A headless shell would write to it, too.
        done = givens("play", URL, "--profile", "mine", "--no-record")

    words = "error: the profile 'mine' is in use by another run: wait until it has ended\n"
    assert (7, words) == (done.returncode, done.stderr)

    lock = profile / "SingletonLock"
    lock.symlink_to(f"{socket.gethostname()}-{os.getpid()}")
    where = f"process {os.getpid()} on {socket.gethostname()}"
    words = f"error: the profile 'mine' is in use by another browser ({where}): close that first\n"
    for arguments in (
        ["sites", "login", "three_in_a_row", "--profile", "mine"],
        ["sites", "login", "--forget", "mine", "--yes"],
        ["play", URL, "--profile", "mine", "--no-record"],
        ["read", URL, "--profile", "mine"],
        ["sites", "capture", URL, "--profile", "mine", "-o", "captured"],
    ):
        done = givens(*arguments, DISPLAY=screen)

        assert (7, words) == (done.returncode, done.stderr)
    assert (profile / "Default" / "Cookies").exists()

    lock.unlink()
    lock.symlink_to("elsewhere-1")
    assert "(process 1 on elsewhere)" in givens("sites", "login", "--forget", "mine", "--yes").stderr

    with child([sys.executable, "-c", ""]) as dead:
        dead.wait()
    lock.unlink()
    lock.symlink_to(f"{socket.gethostname()}-{dead.pid}")
    assert 0 == givens("sites", "login", "--forget", "mine", "--yes").returncode
    assert not profile.exists()


def test_list_and_forget(givens: Givens, profiles: Path) -> None:
    """The list shows each profile with its last use and its size; only the named one is removed, if that is wanted."""
    assert "no profiles exist" in givens("sites", "login", "--list").stdout

    profile, other = made(profiles, "mine"), made(profiles, "other")
    os.utime(profile, (1_790_000_000, 1_790_000_000))
    line, _ = lines(givens("sites", "login", "--list", "--json"))
    listed = givens("sites", "login", "--list", TZ="UTC")
    facts = {"profile": "mine", "folder": str(profile), "used": "2026-09-21T14:13:20+00:00", "bytes": 2048}

    assert {"v": 1} | facts == line
    assert re.search(r"^mine +2026-09-21 14:13 +2\.0 kB", listed.stdout, re.MULTILINE)

    asked = givens("sites", "login", "--forget", "mine")

    assert (2, True) == (asked.returncode, profile.exists())
    assert "try: givens sites login --forget mine --yes" in asked.stderr

    (line,) = lines(givens("sites", "login", "--forget", "mine", "--yes", "--json"))

    assert ("mine", True) == (line["profile"], line["removed"])
    assert [other] == list(profiles.iterdir())


@pytest.mark.posix("pseudo-terminals")
@pytest.mark.parametrize(("answer", "there"), first([(b"\n", True), (b"n\n", True), (b"y\n", False)]))
def test_forget_asks(profiles: Path, answer: bytes, *, there: bool) -> None:
    """On a terminal, the command asks before it removes a profile."""
    profile = made(profiles, "mine")
    master, terminal = os.openpty()
    os.write(master, answer)
    done = run([sys.executable, "-m", "bot", "sites", "login", "--forget", "mine"], cwd=ROOT, stdin=terminal)

    assert (0, there) == (done.returncode, profile.exists())
    assert f"remove {profile} (2.0 kB) and its sign-ins?" in done.stdout + done.stderr


def test_default_names() -> None:
    """By default, a profile has the name of the site's host."""
    names = {site.NAME: default_name(site) for site in SITES}

    assert ["linkedin", "0hh1"] == [names["linkedin_tango"], names["zero_hh1"]]
