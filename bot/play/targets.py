"""Targets: what a user may name to be played or read."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from datetime import date, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.errors import SetupError, UsageError, unknown
from bot.play.fixture import Fixture, fixtures
from scrapers import SITES, Site, Snapshot, site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

STATE = ".state.json"
BOARD = "before"
"""The name of the board's files in sessions and captures."""
NEWEST = 1
"""The newest version of a saved state that is read."""

_ADDRESSES = (
    r"<!-- saved from url=\(\d+\)(\S+) -->",
    r"<link\b[^>]*\brel=[\"']?canonical[\"']?[^>]*\bhref=[\"']([^\"']+)",
    r"<meta\b[^>]*\bproperty=[\"']og:url[\"'][^>]*\bcontent=[\"']([^\"']+)",
)


@dataclass(frozen=True, slots=True)
class Target:
    """One page to play or read."""

    name: str
    """As the user wrote it, or the folder it was found in."""
    site: Site
    url: str
    fixture: Fixture | None = None
    """The fixture that stands for the page."""
    html: Path | None = None
    """The saved page that stands for the page, whose scripts stay off."""
    snapshot: Snapshot | None = None
    """The saved board, which is read without any browser."""
    day: date | None = None
    """The day of the site that was asked for; None for what was not named by its site."""
    choices: str = ""
    """What else was asked of the site, as `key=value,…` in order."""


def resolve(text: str, *, site: str | None = None, signed_in: bool = False) -> list[Target]:
    """Return what a target names: one page, or each fixture of a folder; raises `UsageError`."""
    told = None if site is None else site_named(site)
    if re.match(r"https?://", text):
        found = told or site_of(text)
        if found is None:
            msg = f"no site module knows {text}; sites are {_names()}"
            raise UsageError(msg, command=f"givens read {text} --site NAME")
        return [Target(text, found, text)]
    is_site = any(text.partition(":")[0] in site.NAME for site in SITES)
    if "/" in text or text.endswith(".html") or (not is_site and Path(text).exists()):
        try:
            return list(_saved(Path(text), told))
        except OSError as error:
            msg = f"{text} cannot be read: {error.strerror}"
            raise UsageError(msg) from None
    target = _page_of(text, signed_in=signed_in)
    if told is not None and told is not target.site:
        msg = f"{text} is a page of {target.site.NAME}, not of {told.NAME}"
        raise UsageError(msg)
    return [target]


def read_state(path: Path) -> Snapshot:
    """Return the board that was saved as `NAME.html` and `NAME.state.json`; `path` is either; raises `UsageError`."""
    html = path.with_name(path.name.removesuffix(STATE).removesuffix(".html") + ".html")
    state = html.with_name(html.name.removesuffix(".html") + STATE)
    try:
        saved = json.loads(state.read_text(encoding="utf-8"))
        if saved["v"] > NEWEST:
            msg = f"{state} is of version {saved['v']}; this program reads versions up to {NEWEST}"
            raise UsageError(msg)
        if not (isinstance(saved["url"], str) and isinstance(saved["state"], dict)):
            msg = f"{state} is not the state of a saved board"
            raise UsageError(msg)
        return Snapshot(saved["url"], html.read_text(encoding="utf-8"), saved["state"])
    except OSError as error:
        msg = f"{error.filename} cannot be read: {error.strerror}"
        raise UsageError(msg) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        msg = f"{state} is not the state of a saved board: {error}"
        raise UsageError(msg) from None


def _names() -> str:
    return ", ".join(site.NAME for site in SITES)


def site_named(name: str) -> Site:
    """Return a site by its name, any part of it that no other has, or a module's file; raises `UsageError`."""
    if name.endswith(".py"):
        return _site_from_file(Path(name))
    found = [site for site in SITES if name == site.NAME] or [site for site in SITES if name in site.NAME]
    if len(found) == 1:
        return found[0]
    if not found:
        parts = [word for site in SITES for word in (site.NAME.partition("_")[2], site.NAME.split("_")[-1])]
        unknown("site", name, (site.NAME for site in SITES), parts)
    msg = f"{' and '.join(site.NAME for site in found)} are called {name!r}; sites are {_names()}"
    raise UsageError(msg, command="givens sites")


def _site_from_file(path: Path) -> Site:
    spec = spec_from_file_location(f"givens_site_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        msg = f"no site module at {path}"
        raise UsageError(msg)
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        msg = f"{path} cannot be imported: {type(error).__name__}: {error}"
        raise UsageError(msg) from error
    site = getattr(module, "SITE", None)
    if site is None:
        msg = f"{path} declares no site: it has no SITE"
        raise UsageError(msg)
    missing = [name for name in vars(Site) if not name.startswith("_") and not hasattr(site, name)]
    if missing:
        msg = f"the SITE of {path} is incomplete: it has no {', '.join(missing)}"
        raise UsageError(msg)
    return cast("Site", site)


def _page_of(text: str, *, signed_in: bool) -> Target:
    """Return the page of `SITE[:key=value,…]`."""
    name, _, rest = text.partition(":")
    site = site_named(name)
    choices: dict[str, str] = {}
    for choice in filter(None, rest.split(",")):
        key, equals, value = choice.partition("=")
        if not equals or key not in site.CHOICES:
            offer = ", ".join(f"{key}=…" for key in site.CHOICES) or "nothing"
            msg = f"{site.NAME} lets {offer} be chosen, not {choice!r}"
            raise UsageError(msg, command="givens sites")
        choices[key] = value
    day = _day(choices.pop("date", None), site)
    asked = ",".join(f"{key}={value}" for key, value in sorted(choices.items()))
    return Target(text, site, site.address(day, choices, signed_in=signed_in), day=day, choices=asked)


def _day(text: str | None, site: Site) -> date:
    if text is None:
        return today_of(site)
    try:
        return date.fromisoformat(text)
    except ValueError:
        msg = f"date={text} is not a day like 2026-11-19"
        raise UsageError(msg) from None


def today_of(site: Site) -> date:
    """Return the day that it is on a site now; raises `SetupError` where its time zone is not known here."""
    zone = site.POLICY.timezone
    try:
        return datetime.now(None if zone is None else ZoneInfo(zone)).date()
    except (ZoneInfoNotFoundError, ValueError):
        msg = f"the time zone of {site.NAME}, {zone!r}, is not known on this machine"
        raise SetupError(msg, command="pip install tzdata") from None


def _saved(path: Path, told: Site | None) -> Iterator[Target]:
    if path.is_dir():
        yield from _folder(path, told)
    elif not path.exists():
        msg = f"there is no file or folder {path}"
        raise UsageError(msg)
    elif path.name.endswith(STATE) or path.with_name(path.name.removesuffix(".html") + STATE).exists():
        snapshot = read_state(path)
        yield Target(str(path), _of(snapshot.url, told, path), snapshot.url, snapshot=snapshot)
    else:
        url = _own_address(path)
        site = _of(url, told, path)
        yield Target(str(path), site, url or site.address(today_of(site), {}, signed_in=False), html=path)


def _folder(folder: Path, told: Site | None) -> Iterator[Target]:
    """Iterate over the target that a folder is, or over those below it."""
    is_case = (folder / "fixture.json").exists()
    if (folder / f"{BOARD}{STATE}").exists():
        snapshot = read_state(folder / f"{BOARD}.html")
        yield Target(str(folder), _of(snapshot.url, told, folder), snapshot.url, snapshot=snapshot)
        return
    saved = [path.parent for path in folder.rglob(f"{BOARD}{STATE}")]
    cases = [folder] if is_case else sorted({*fixtures(folder), *saved})
    if not cases:
        msg = f"{folder} is no fixture, capture or session, and holds none"
        raise UsageError(msg)
    for case in cases:
        if case != folder and (case / f"{BOARD}{STATE}").exists():
            yield from _folder(case, told)
            continue
        fixture = Fixture.load(case)
        yield Target(str(case), _of(fixture.url, told, case), fixture.url, fixture=fixture)


def _of(url: str | None, told: Site | None, path: Path) -> Site:
    site = told or (site_of(url) if url else None)
    if site is None:
        why = f"its address is {url}, which no site module knows" if url else "it does not tell its address"
        msg = f"{path} belongs to no site: {why}"
        raise UsageError(msg, command=f"givens read {path} --site NAME")
    return site


def _own_address(path: Path) -> str | None:
    head = path.read_text(encoding="utf-8", errors="replace")[:20_000]
    found = (re.search(pattern, head, re.IGNORECASE) for pattern in _ADDRESSES)
    return next((match[1] for match in found if match), None)
