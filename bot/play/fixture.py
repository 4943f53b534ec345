"""Fixtures: pages in a folder, served at their real addresses inside a browser without any network."""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote, urldefrag, urlsplit

import msgspec

from bot.errors import UsageError, reading
from bot.files import check_readable, is_within, read_bytes, read_text
from bot.json_file import convert, read_json, read_object
from bot.record.recorder import POLICY

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route, WebSocketRoute

    Response = tuple[str | bytes, str]
    """What is served, and its type."""

VERSION: Final = 1
ENGINES: Final = "_replica"
SCRIPTS: Final = "/__replica__/"
SCRIPT: Final = "text/javascript; charset=utf-8"
DOCUMENT: Final = "text/html; charset=utf-8"
UNSERVED: Final = frozenset({"fixture.json", "puzzle.json", "solution.json"})

CHANNELS: Final = (
    "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src http: https:; worker-src 'none'; "
    "object-src 'none'"
)
"""The policy of served documents: nothing but requests, all of which are answered here."""
NO_WEBRTC: Final = """for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
}"""

MAX_PAGE: Final = 20 * 2**20
"""Bytes of the largest saved page, frame or board; passing a larger one to the browser outlasts any time limit."""
MAX_REFUSED: Final = 1000
"""How many refused addresses are kept."""
MAX_ADDRESS: Final = 2000
"""Characters of one of them."""


class FixtureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What `fixture.json` says, together with the files that it extends."""

    url: str
    """The real address of the page. A fragment is for the site module; the page is served without it."""
    scripts: bool
    """Whether the page's scripts are part of this repository and may run."""
    expect: str | dict[str, Any]
    """`accepted` or `read`, or the `family` and `kind` of the error that the run must end with."""
    made: str
    how: str
    evidence: dict[str, str]
    layout: str | None = None
    """The layout that must read the page, or None if none does."""
    twice: bool = False
    """Whether a fresh board of this page states each clue in two places."""
    pages: dict[str, str] = {}
    """Address to file, for every document except the main one."""
    redirects: dict[str, str] = {}
    """Address to address."""
    replica: dict[str, Any] = {}
    """Appearance, behaviour and faults for the engine (see docs/fixtures.md)."""


class Fixture(FixtureFacts, frozen=True, kw_only=True):
    """One case: a page (playable, if its scripts run), what is known about it, and how a run on it must end."""

    folder: Path
    """The case's own folder."""
    bases: tuple[Path, ...]
    """The folders it extends, nearest first; a file is looked for in `folder`, then in these."""
    puzzle: dict[str, Any] | None
    """The JSON object of its puzzle, or None."""
    solution: tuple[str, ...] | None
    """The rows of its only solution, or None."""

    @property
    def site(self) -> str:
        """The name of the site that the page belongs to."""
        return self.folder.parent.name

    @property
    def name(self) -> str:
        """The site and the case, as the path of the folder ends."""
        return f"{self.site}/{self.folder.name}"

    @classmethod
    def load(cls, folder: Path) -> Fixture:
        """Read a case and all that it extends; raise `UsageError` for a missing file or a wrong key."""
        folder = folder.resolve()
        with reading(folder):
            folders, merged = _extended(folder)
            facts = convert(merged, FixtureFacts, folder / "fixture.json")
            puzzle = _find(folders, "puzzle.json")
            # A case with a puzzle of its own must not use the solution of its base.
            solution = _find([puzzle.parent], "solution.json") if puzzle else None
            fixture = cls(
                folder=folder,
                bases=tuple(folders[1:]),
                puzzle=convert(read_json(puzzle), dict[str, Any], puzzle) if puzzle else None,
                solution=convert(read_json(solution), tuple[str, ...], solution) if solution else None,
                **msgspec.structs.asdict(facts),
            )
            fixture.check_paths()
        return fixture

    @property
    def is_bundled(self) -> bool:
        """Whether the case, with all that it extends, is a part of givens: so its scripts are known."""
        ours = bundled().resolve()
        return all(folder.is_relative_to(ours) for folder in (self.folder, *self.bases))

    def check_known(self, name: str) -> None:
        """Raise `UsageError` for scripts that are not a part of givens; `name` is what the user calls the case."""
        if self.scripts and not self.is_bundled:
            raise UsageError(
                f"scripts that are not a part of givens run only with --trust, and {name} has some. Use it only if you "
                "know where they come from: they get no network, but can do everything else that a page can",
            )

    def check_paths(self) -> None:
        """Raise `UsageError` for a page whose file is missing or elsewhere, `OSError` for one unreadable."""
        for address in (self.url, *self.pages):
            if (document := self.document(address)) is not None:
                check_readable(document, MAX_PAGE)

    def file(self, name: str) -> Path | None:
        """Return a file of the case, or else of a folder that it extends."""
        return _find([self.folder, *self.bases], name)

    def document(self, address: str) -> Path | None:
        """Return the file that is served at an address, whatever its fragment; raise `UsageError` if it is gone."""
        address = urldefrag(address).url
        if name := {urldefrag(self.url).url: "page.html", **self.pages}.get(address):
            found = self.file(name)
            if found is None:
                raise UsageError(f"{self.folder} serves {name} at {address}, but there is no such file in it")
            return found
        beside = urldefrag(self.url.partition("?")[0]).url.rpartition("/")[0] + "/"
        parts = unquote(address.removeprefix(beside).partition("?")[0]).split("/")
        if not address.startswith(beside) or {"", ".."} & {*parts} or parts[0].startswith("_") or parts[0] in UNSERVED:
            return None
        return self.file("/".join(parts))

    def origins(self) -> frozenset[str]:
        """Return the origins (scheme and host) that the fixture serves."""
        return frozenset(
            _origin(address) for address in [self.url, *self.pages, *self.redirects, *self.redirects.values()]
        )


def fixtures(folder: Path) -> list[Path]:
    """Return the cases in a folder and below, sorted; a folder whose name begins with an underscore is no case."""
    found = [path.parent for path in folder.rglob("fixture.json")]
    return sorted(case for case in found if not any(part.startswith("_") for part in case.relative_to(folder).parts))


DEMOS: Final = {"three_in_a_row": "brainbashers_three_in_a_row/table_2022_14", "tango": "linkedin_tango/guest"}
"""The cases that `demo:NAME` means: pyproject.toml puts them into the wheel."""


def bundled() -> Path:
    """Return the folder of the fixtures that are installed with givens: a few in the wheel, all of them in a clone."""
    here = Path(__file__).parent.parent
    return here / "_fixtures" if (here / "_fixtures").is_dir() else here.parent / "fixtures"


def note(refused: list[str], address: str) -> None:
    """Add an address to those that are refused; a page may ask for any number of any length."""
    if len(refused) < MAX_REFUSED:
        refused.append(address[:MAX_ADDRESS])


def serve(context: BrowserContext, fixture: Fixture) -> list[str]:
    """Serve a fixture inside a browser context; return the growing list of the addresses that are refused."""
    origins = fixture.origins()

    def content_of(address: str) -> Response | None:
        script = urlsplit(address).path if _origin(address) in origins else ""
        if script == SCRIPTS + "fixture.js":
            data = {"replica": fixture.replica, "puzzle": fixture.puzzle, "solution": fixture.solution}
            return f"window.__fixture = {json.dumps(data, ensure_ascii=False)};\n", SCRIPT
        engine = bundled() / ENGINES / script.removeprefix(SCRIPTS)
        if re.fullmatch(rf"{SCRIPTS}\w+\.js", script) and engine.is_file():
            return read_text(engine), SCRIPT
        if address in fixture.redirects:
            # A real 302 would be followed past our route, into the network: the browser does not ask again.
            return f"<script>location.replace({json.dumps(fixture.redirects[address])})</script>", DOCUMENT
        path = fixture.document(address)
        return None if path is None else _content(path)

    return _answer_all(context, content_of)


def serve_file(context: BrowserContext, url: str, html: Path) -> list[str]:
    """Serve one saved page at its address inside a browser context; return the growing list of refused addresses.

    `NAME_files`, the folder that a browser saves beside a page, is served beside the address, unless it is a link.
    """
    files = html.with_name(f"{html.stem}_files")
    beside = urldefrag(url.partition("?")[0]).url.rpartition("/")[0]

    def content_of(address: str) -> Response | None:
        if _bare(address) == _bare(url):
            return _content(html)
        name = unquote(address.partition("?")[0].removeprefix(f"{beside}/{quote(files.name)}/"))
        path = _find([files], name) if "/" not in name and name not in {"", ".."} else None
        return None if path is None else _content(path)

    return _answer_all(context, content_of)


def _answer_all(context: BrowserContext, content_of: Callable[[str], Response | None]) -> list[str]:
    """Answer every request of a context without a network; return the growing list of the addresses that are refused.

    `content_of` returns what is served at an address, None if it is refused.
    """
    from asyncio import CancelledError

    refused: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        note(refused, socket.url)
        with suppress(CancelledError):
            socket.close()

    def answer(route: Route) -> None:
        address = urldefrag(route.request.url).url
        try:
            content = content_of(address)
        except (OSError, ValueError, UsageError):  # A name that no file can have, or a file that has just gone.
            content = None
        with suppress(CancelledError):  # as the browser is closed meanwhile
            if content is None:
                note(refused, address)
                route.abort("blockedbyclient")
            else:
                body, kind = content
                route.fulfill(body=body, headers={"content-security-policy": CHANNELS, "content-type": kind})

    # Requests are not all that a page can send.
    context.route_web_socket(lambda _: True, refuse)
    context.add_init_script(NO_WEBRTC)
    context.route("**/*", answer)
    return refused


def _bare(address: str) -> str:
    """Return an address without its fragment and with a path."""
    bare = urldefrag(address).url
    return bare if urlsplit(bare).path else f"{bare}/"


def _extended(folder: Path) -> tuple[list[Path], dict[str, Any]]:
    """Return the folders of a case, nearest first, and their fixture.json files merged."""
    found: dict[Path, dict[str, Any]] = {}
    while True:
        file = folder / "fixture.json"
        if folder in found:
            raise UsageError(f"{file} extends itself")
        if not is_within(file, folder):
            raise UsageError(f"{file} is a link that leads out of its folder")
        found[folder] = read_object(file, VERSION)
        if (extends := found[folder].get("extends")) is None:
            break
        folder = _base(file, str(extends))
    merged: dict[str, Any] = {}
    for own in reversed(found.values()):
        merged = _merge(merged, own)
    return [*found], merged


def _base(file: Path, extends: str) -> Path:
    """Return the folder that a case extends."""
    folder = file.parent
    try:
        base = (folder / extends).resolve()
    except (OSError, ValueError, RuntimeError):  # No name of a file, or links that lead to each other.
        raise UsageError(f"{file} extends {extends!a}, which is no folder") from None
    if not (base.is_relative_to(folder.parent) or base.is_relative_to(bundled().resolve())):
        raise UsageError(f"{file} extends {extends}, which is neither beside its folder nor a part of givens")
    return base


def _merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Merge objects key by key; any other value replaces the one of the base."""
    merged = dict(base)
    for key, value in own.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _find(folders: list[Path], name: str) -> Path | None:
    """Return the first file of this name in the folders; a path or a link that leads out of its folder is no file."""
    return next(
        (folder / name for folder in folders if is_within(folder / name, folder) and (folder / name).is_file()), None
    )


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _content(path: Path) -> Response:
    """Return the content of a file, without the policy of saved markup, which would keep its styles from loading."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    return read_bytes(path).replace(POLICY.encode(), b"", 1), f"{kind}{charset}"
