"""Find the browser in which a person has allowed remote debugging, as Chrome and its relatives do from version 144 on.

Such a browser writes the file `DevToolsActivePort` into the folder of its profiles: a port, then the path of a web
socket. It has no HTTP endpoints, and asks the person whenever a program connects.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from bot.browser.launch import Endpoint
from bot.draw.terminal import note
from bot.errors import SetupError, UsageError, listed

FOLDERS = {
    "Chrome": ("google-chrome*", "Google/Chrome*"),
    "Chromium": ("chromium", "Chromium"),
    "Edge": ("microsoft-edge*", "Microsoft Edge*", "Microsoft/Edge*"),
    "Brave": ("BraveSoftware/Brave-Browser*",),
}
"""The folders of profiles on Linux, macOS and Windows, below those of settings; on Windows, `User Data` is in them."""
PORT_FILES = ("DevToolsActivePort", "User Data/DevToolsActivePort")
SWITCH = "turn on “Allow remote debugging for this browser instance” at chrome://inspect/#remote-debugging"


def own_browser(browser: str | None) -> str:
    """Return the DevTools address of a person's own browser: the chosen address, or that of the one that allows it.

    Raise `SetupError` if no open browser allows it, and `UsageError` if several do or `browser` is a Playwright server.
    """
    chosen = Endpoint.of(browser)
    if chosen is not None and not chosen.devtools:
        raise UsageError(f"--here needs your own browser, and {chosen} is a Playwright server: leave out --browser")
    found = _allowing()
    if chosen is not None:
        place = urlsplit(chosen.address).netloc.replace("localhost", "127.0.0.1")
        # The switch's page shows host and port, where nothing answers by HTTP.
        found = {address: name for address, name in found.items() if urlsplit(address).netloc == place}
        found = found or {chosen.address: str(chosen)}
    if not found:
        raise SetupError(
            f"no open browser allows remote debugging: {SWITCH} in Chrome, Chromium, Edge or Brave (144 or newer)"
        )
    if len(found) > 1:
        several = listed([f"{name} (--browser http://{urlsplit(address).netloc})" for address, name in found.items()])
        raise UsageError(f"{len(found)} open browsers allow remote debugging, so name one: {several}")
    ((address, name),) = found.items()
    note(f"connecting to {name}: if it asks whether to allow remote debugging, press Allow there")
    return address


def _allowing() -> dict[str, str]:
    """Return the names of the browsers that allow remote debugging now, by their addresses."""
    found: dict[int, tuple[str, str]] = {}
    for file, name in sorted(_port_files().items(), key=lambda item: item[0].stat().st_mtime):
        with suppress(OSError, ValueError):
            # The file of a browser that has crashed stays; another may have got its port since.
            port, path = file.read_text(encoding="utf-8").split()
            socket.create_connection(("127.0.0.1", int(port)), 1).close()
            found[int(port)] = f"ws://127.0.0.1:{port}{path}", name
    return dict(found.values())


def _port_files() -> dict[Path, str]:
    """Return the names of browsers by the files in which they have written their port."""
    home = Path.home()
    # Of all programs, also of those from Snap and Flatpak.
    settings = [platformdirs.user_config_path(), home / "snap/chromium/common", *home.glob(".var/app/*/config")]
    return {
        file.resolve(): name
        for base in settings
        for name, patterns in FOLDERS.items()
        for pattern in patterns
        for folder in base.glob(pattern)
        for file in map(folder.joinpath, PORT_FILES)
        if file.is_file()
    }
