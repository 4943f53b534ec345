"""Saved pages, boards and fixtures as targets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path

import msgspec

from bot.errors import UsageError, again, listed, reading
from bot.files import is_within, read_bytes, read_text
from bot.json_file import convert, read_json, read_object
from bot.play.fixture import MAX_PAGE, Fixture, fixtures
from bot.play.options import BY_LOOKS
from bot.play.sites import family_of, site_at, today_of
from bot.play.targets import Target
from bot.record.recorder import as_taken
from scrapers import GUESSED, SITES, Measured, Site, Snapshot, site_of, sites_in
from solvers import GivensError

STATE = ".state.json"
BOARD = "before"
"""The name of the board's files in sessions and captures."""
ADDRESS_LENGTH = 40_000
"""The number of characters at the start of a saved page that are searched for its address."""
STATE_VERSION = 1
"""The newest version of a saved state that this program reads."""
SAVED = "https://saved.invalid/page.html"
"""The address of a saved page that states none."""
_ADDRESSES = (
    r"<!-- saved from url=\(\d+\)(\S+) -->",
    r"<!--\s+Page saved with SingleFile\s+url: (\S+)",
    r"<link\b(?=[^>]*\brel=[\"']?canonical\b)[^>]*\bhref=[\"']?([^\"'\s>]+)",
    r"<meta\b(?=[^>]*\bproperty=[\"']?og:url\b)[^>]*\bcontent=[\"']?([^\"'\s>]+)",
)
"""Where a saved page states its address: in a comment of the program that saved it, or in its own head."""
Broken = Callable[[str, GivensError], None]
"""Called with the name and the error of a case that cannot be loaded."""


class _SavedState(msgspec.Struct):
    """What `NAME.state.json` says of a saved board."""

    url: str
    state: Measured


def read_state(path: Path) -> Snapshot:
    """Return the board saved as `NAME.html` and `NAME.state.json`; `path` is either; raise `UsageError`."""
    html = path.with_name(path.name.removesuffix(STATE).removesuffix(".html") + ".html")
    file = html.with_name(html.name.removesuffix(".html") + STATE)
    _check_inside(html)
    _check_inside(file)
    content = read_object(file, STATE_VERSION)
    url = convert(content, _SavedState, file).url
    with reading(html):
        return Snapshot(url, as_taken(read_text(html, MAX_PAGE)), content["state"])


def saved_targets(path: Path, chosen: Site | None, broken: Broken | None) -> Iterator[Target]:
    """Iterate over the targets of a folder, or return that of a file; raise `UsageError` for none."""
    if path.is_dir():
        yield from _folder(path, chosen, broken)
    elif not path.exists():
        raise UsageError(f"there is no file or folder {path}")
    elif path.name.endswith(STATE) or path.with_name(path.name.removesuffix(".html") + STATE).exists():
        snapshot = read_state(path)
        yield Target(str(path), _site_of_saved(snapshot.url, chosen, path), snapshot.url, snapshot=snapshot)
    else:
        yield saved_page(path, chosen)


def saved_page(path: Path, chosen: Site | None) -> Target:
    """Return a page that a browser has saved; raise `UsageError` if it is not of the chosen site, or of none."""
    _check_inside(path)
    html = read_bytes(path, MAX_PAGE).decode(errors="replace")
    if not html.strip():
        raise UsageError(f"{path} is empty")
    heads = (re.search(pattern, html[:ADDRESS_LENGTH], re.IGNORECASE) for pattern in _ADDRESSES)
    urls = [unescape(match[1]) for match in heads if match and match[1].startswith("http")]
    if chosen is not None and chosen.NAME == GUESSED:
        url = next(iter(urls), SAVED)
        return Target(str(path), site_at(url, chosen) or chosen, url, html=path)
    known = [(site, url) for url in urls for site in [chosen or site_of(url)] if site and re.match(site.URL, url)]
    if known:
        return Target(str(path), *known[0], html=path)
    others = [site for site in map(site_of, urls) if site is not None]
    found = [] if others else sites_in(html, SITES if chosen is None else [chosen])
    if chosen is not None and not urls:
        found = [chosen]  # Its board may be in a frame.
    elif len(found) > 1:
        found = _titled(html, found) or found
    if len(found) != 1:
        raise _not_of_site(path, urls, chosen, others or found)
    url = found[0].address(today_of(found[0]), {}, signed_in=False)
    return Target(str(path), found[0], url, html=path)


def _titled(html: str, sites: Sequence[Site]) -> list[Site]:
    """Return the sites, those with the longest name alone, whose own name a page has in its title."""
    match = re.search(r"<title\b[^>]*>(.*?)</title>", html, re.IGNORECASE | re.DOTALL)
    words = re.sub(r"\W+", "_", unescape(match[1]).replace("+", " plus ")) if match else ""
    names = {site.NAME: site.NAME.removeprefix(f"{family_of(site.NAME)}_") for site in sites}
    named = [site for site in sites if f"_{names[site.NAME]}_" in f"_{words.lower()}_"]
    longest = max((len(names[site.NAME]) for site in named), default=0)
    return [site for site in named if len(names[site.NAME]) == longest]


def _not_of_site(path: Path, urls: Sequence[str], chosen: Site | None = None, found: Sequence[Site] = ()) -> UsageError:
    """Return the error for a saved page or board that is not of the chosen site, or of none; `found` may be its own."""
    why = f"its address is {urls[0]}" if urls else "it does not contain its address"
    options = [] if chosen and found else [BY_LOOKS]
    if chosen is not None:
        words = f"{path} is not a page of {chosen.NAME}: {why}"
    elif found:
        words = f"{path} may be of several sites, {listed([site.NAME for site in found])}, and {why}"
        options = ["--site", found[0].NAME]
    else:
        words = f"no site module knows {path}: {why}. With {BY_LOOKS} it is read by what it looks like"
    return UsageError(words, command=again("givens read", path, options=options))


def _check_inside(path: Path) -> None:
    """Raise `UsageError` for a saved page that is a link to elsewhere: whoever made it would choose what is read."""
    if not is_within(path, path.parent.resolve()):
        raise UsageError(f"{path} is a link that leads out of its folder; name the file itself")


def _folder(folder: Path, chosen: Site | None, broken: Broken | None) -> Iterator[Target]:
    """Iterate over the target that a folder holds, or over those below it."""
    saved = {path.parent for path in folder.rglob(f"{BOARD}{STATE}")}
    cases = [folder] if folder in saved or (folder / "fixture.json").exists() else sorted({*fixtures(folder), *saved})
    if not cases:
        raise UsageError(f"{folder} is not a fixture, capture or session, and contains none")
    for case in cases:
        try:
            yield case_in(case, chosen)
        except GivensError as error:
            if broken is None or case == folder:
                raise
            broken(str(case), error)


def case_in(folder: Path, chosen: Site | None) -> Target:
    """Return the saved board or the fixture that a folder holds."""
    if not (folder / f"{BOARD}{STATE}").exists():
        fixture = Fixture.load(folder)
        return Target(str(folder), _site_of_saved(fixture.url, chosen, folder), fixture.url, fixture=fixture)
    snapshot = read_state(folder / f"{BOARD}.html")
    # The board may be in a frame, whose address says less than that of the page.
    url = snapshot.url if site_of(snapshot.url) is not None else _page_address(folder) or snapshot.url
    return Target(str(folder), _site_of_saved(url, chosen, folder), snapshot.url, snapshot=snapshot)


def _page_address(folder: Path) -> str | None:
    """Return the address of the page that the facts of a capture or session state, if they do."""
    for file in (folder / "fixture.json", folder / "session.json"):
        facts = read_json(file) if file.is_file() else None
        if isinstance(facts, dict) and isinstance(facts.get("url"), str):
            return str(facts["url"])
    return None


def _site_of_saved(url: str, chosen: Site | None, path: Path) -> Site:
    """Return the site of a saved page: the chosen one, or the one of its address."""
    site = site_at(url, chosen)
    if site is None:
        raise _not_of_site(path, [url] if url else [])
    return site
