"""Fixtures: pages in a folder, served at their real addresses inside a browser without any network."""

from __future__ import annotations

import json
import mimetypes
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote, urldefrag, urlsplit

from bot.browser.limits import uncancelled
from bot.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import BrowserContext, Route

VERSION: Final = 1
ENGINE: Final = "_replica/engine.js"
SCRIPTS: Final = "/__replica__/"
PRIVATE: Final = frozenset({"fixture.json", "puzzle.json", "solution.json"})


class FixtureError(UsageError):
    """A fixture's folder does not hold what it should; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One case: a page (playable, when its scripts run), what is known of it and what should come of it."""

    folder: Path
    """The case's own folder."""
    bases: tuple[Path, ...]
    """The folders it extends, nearest first; a file is looked for in `folder`, then in these."""
    url: str
    """The real address of its page; a fragment is for the site module, the page is found without it."""
    scripts: bool
    """Whether its scripts are ours and may run."""
    layout: str | None
    """The layout a reader must recognise, or None where there is none to."""
    twice: bool
    """Whether a fresh board of this page says each of its clues in two places."""
    expect: str | Mapping[str, str]
    """The word "accepted", or the `family` and `kind` of the error that must come of it."""
    pages: Mapping[str, str]
    """Address to file, for every document but the main one."""
    redirects: Mapping[str, str]
    """Address to address."""
    made: str
    how: str
    evidence: Mapping[str, str]
    replica: Mapping[str, Any] = field(repr=False)
    """Looks, behaviour and faults for the engine (see docs/fixtures.md)."""
    puzzle: Mapping[str, Any] | None = field(repr=False)
    """The JSON object of its puzzle, or None."""
    solution: tuple[str, ...] | None = field(repr=False)
    """The rows of its one solution, or None."""

    @property
    def site(self) -> str:
        """The name of the site it belongs to."""
        return self.folder.parent.name

    @property
    def name(self) -> str:
        """Site and case, as one would write the folder."""
        return f"{self.site}/{self.folder.name}"

    @classmethod
    def load(cls, folder: Path) -> Fixture:
        """Read a case and all it extends; FixtureError says in one sentence what is wrong."""
        folder = folder.resolve()
        folders, merged = _extended(folder, (folder,))
        puzzle = _find(folders, "puzzle.json")
        # A case with a puzzle of its own must not take over the solution of its base.
        solution = _find([puzzle.parent], "solution.json") if puzzle else None
        try:
            return cls(
                folder=folder,
                bases=tuple(folders[1:]),
                url=merged["url"],
                scripts=merged["scripts"],
                layout=merged.get("layout"),
                twice=merged.get("twice", False),
                expect=merged["expect"],
                pages=MappingProxyType(merged.get("pages", {})),
                redirects=MappingProxyType(merged.get("redirects", {})),
                made=merged["made"],
                how=merged["how"],
                evidence=MappingProxyType(merged["evidence"]),
                replica=MappingProxyType(merged.get("replica", {})),
                puzzle=MappingProxyType(_object(puzzle)) if puzzle else None,
                solution=tuple(_rows(solution)) if solution else None,
            )
        except KeyError as missing:
            message = f"{folder / 'fixture.json'} says nothing about {missing}."
            raise FixtureError(message) from None

    def file(self, name: str) -> Path | None:
        """Find a file of the case, or else of what it extends."""
        return _find([self.folder, *self.bases], name)

    def document(self, address: str) -> Path | None:
        """Find the file that stands for an address, whatever its fragment."""
        address = urldefrag(address).url
        if address in self.pages:
            found = self.file(self.pages[address])
            if found is None:
                message = (
                    f"{self.folder / 'fixture.json'} serves {self.pages[address]} at {address}; there is no such file."
                )
                raise FixtureError(message)
            return found
        if address == urldefrag(self.url).url:
            found = self.file("page.html")
            if found is None:
                message = f"{self.folder} has no page.html."
                raise FixtureError(message)
            return found
        beside = urldefrag(self.url.partition("?")[0]).url.rpartition("/")[0] + "/"
        rest = unquote(address.removeprefix(beside).partition("?")[0])
        if (
            not rest
            or not address.startswith(beside)
            or ".." in rest.split("/")
            or rest.startswith(("/", "_"))
            or rest in PRIVATE
        ):
            return None
        return self.file(rest)

    def origins(self) -> frozenset[str]:
        """List the origins (scheme and host) that the fixture stands for."""
        return frozenset(
            _origin(address) for address in [self.url, *self.pages, *self.redirects, *self.redirects.values()]
        )


def fixtures(folder: Path) -> list[Path]:
    """List the cases in a folder and below, sorted; names with a leading underscore are no cases."""
    found = [path.parent for path in folder.rglob("fixture.json")]
    return sorted(case for case in found if not any(part.startswith("_") for part in case.relative_to(folder).parts))


def bundled() -> Path:
    """Return the folder of fixtures that came with givens: a few in the wheel, all of them in a clone."""
    here = Path(__file__).parent.parent
    return here / "_fixtures" if (here / "_fixtures").is_dir() else here.parent / "fixtures"


def serve(context: BrowserContext, fixture: Fixture) -> list[str]:
    """Serve a fixture inside a browser context; return the growing list of the other addresses, which are refused."""
    refused: list[str] = []
    origins = fixture.origins()

    def answer(route: Route) -> None:
        address = urldefrag(route.request.url).url
        script = urlsplit(address).path if _origin(address) in origins else ""
        if script == SCRIPTS + "fixture.js":
            route.fulfill(body=_data(fixture), content_type="text/javascript; charset=utf-8")
        elif script == SCRIPTS + "engine.js":
            route.fulfill(
                body=_engine(fixture).read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8"
            )
        elif address in fixture.redirects:
            # A real 302 would be followed past our route, into the network: the browser does not ask again.
            target = json.dumps(fixture.redirects[address])
            route.fulfill(body=f"<script>location.replace({target})</script>", content_type="text/html; charset=utf-8")
        elif (path := fixture.document(address)) is not None:
            route.fulfill(body=path.read_bytes(), content_type=_content_type(path))
        else:
            refused.append(address)
            route.abort("blockedbyclient")

    context.route("**/*", uncancelled(answer))
    return refused


def serve_file(context: BrowserContext, url: str, html: Path) -> list[str]:
    """Serve one saved page at its address inside a browser context; return the growing list of what is refused.

    The folder of files that a browser saves beside a page, `NAME_files`, is served beside it, too.
    """
    refused: list[str] = []
    files = html.with_name(f"{html.stem}_files")
    beside = urldefrag(url.partition("?")[0]).url.rpartition("/")[0]

    def answer(route: Route) -> None:
        address = route.request.url
        name = unquote(address.partition("?")[0].removeprefix(f"{beside}/{quote(files.name)}/"))
        if _bare(address) == _bare(url):
            route.fulfill(body=html.read_bytes(), content_type=_content_type(html))
        elif "/" not in name and name not in {"", ".."} and (files / name).is_file():
            route.fulfill(body=(files / name).read_bytes(), content_type=_content_type(files / name))
        else:
            refused.append(address)
            route.abort("blockedbyclient")

    context.route("**/*", uncancelled(answer))
    return refused


def _bare(address: str) -> str:
    """Return an address without its fragment, and with a path."""
    bare = urldefrag(address).url
    return bare if urlsplit(bare).path else f"{bare}/"


def _extended(folder: Path, seen: tuple[Path, ...] = ()) -> tuple[list[Path], dict[str, Any]]:
    """Return the folders a case is made of, nearest first, and their fixture.json merged."""
    own = _object(folder / "fixture.json")
    version = own.get("v")
    if not isinstance(version, int) or version > VERSION:
        message = f"{folder / 'fixture.json'} is of version {version}; this program reads versions up to {VERSION}."
        raise FixtureError(message)
    if "extends" not in own:
        return [folder], own
    parent = (folder / own.pop("extends")).resolve()
    if parent in seen:
        message = f"{folder / 'fixture.json'} extends itself."
        raise FixtureError(message)
    folders, base = _extended(parent, (*seen, parent))
    return [folder, *folders], _merge(base, own)


def _merge(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Merge objects key by key; any other value replaces the base's."""
    merged = dict(base)
    for key, value in own.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _find(folders: list[Path], name: str) -> Path | None:
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _json(path: Path) -> object:
    try:
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = f"There is no {path}."
        raise FixtureError(message) from None
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}."
        raise FixtureError(message) from None
    except UnicodeDecodeError:
        message = f"{path} is not UTF-8."
        raise FixtureError(message) from None
    except RecursionError:
        message = f"{path} is not JSON: it is nested too deeply."
        raise FixtureError(message) from None
    except json.JSONDecodeError as error:
        message = f"{path} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        raise FixtureError(message) from None
    return value


def _object(path: Path) -> dict[str, Any]:
    value = _json(path)
    if not isinstance(value, dict):
        message = f"{path} must hold a JSON object."
        raise FixtureError(message)
    return value


def _rows(path: Path) -> list[str]:
    value = _json(path)
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        message = f"{path} must hold a JSON list of rows."
        raise FixtureError(message)
    return value


def _engine(fixture: Fixture) -> Path:
    engine = fixture.folder.parent.parent / ENGINE
    if not engine.is_file():
        message = f"There is no {engine}, which plays the fixtures of its folder."
        raise FixtureError(message)
    return engine


def _data(fixture: Fixture) -> str:
    """Write the script that hands the fixture to the engine."""
    data = {
        "replica": dict(fixture.replica),
        "puzzle": dict(fixture.puzzle) if fixture.puzzle else None,
        "solution": list(fixture.solution) if fixture.solution else None,
    }
    return f"window.__fixture = {json.dumps(data, ensure_ascii=False)};\n"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _content_type(path: Path) -> str:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
