"""Targets: the pages, fixtures, saved boards and open tabs that a user can name."""

from __future__ import annotations

import os
import re
import sys
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from html import unescape
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from bot import addon
from bot.browser.limits import ANSWER_TIMEOUT, bounded
from bot.errors import PageGone, SetupError, UsageError, again, command_line, listed, reading, unknown
from bot.files import is_within, read_bytes, read_text
from bot.json_file import convert, read_json, read_object
from bot.play.fixture import DEMOS, MAX_PAGE, Fixture, bundled, fixtures
from bot.record.recorder import as_taken
from scrapers import (
    GUESSED,
    MAX_WORDS,
    SITES,
    About,
    Measured,
    NotYet,
    ReadError,
    Site,
    Snapshot,
    ask,
    clean,
    site_of,
    sites_in,
)
from solvers import KIND_WORDS, KINDS, GivensError, kind_like

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from bot.play.result import TargetResult

STATE = ".state.json"
BY_LOOKS = "--guess"
"""The site name of a page that no module knows; a colon and a kind may follow it."""
DEMO = "demo:"
"""What the names of cases that come with givens begin with."""
BOARD = "before"
"""The name of the board's files in sessions and captures."""
ADDRESS_LENGTH = 40_000
"""The number of characters at the start of a saved page that are searched for its address."""
STATE_VERSION = 1
"""The newest version of a saved state that this program reads."""

SAVED = "https://saved.invalid/page.html"
"""The address of a saved page that states none."""

HOST = re.compile(r"(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?=[/?#]|$)", re.IGNORECASE)
"""The host at the beginning of an address without a scheme."""
_ADDRESSES = (
    r"<!-- saved from url=\(\d+\)(\S+) -->",
    r"<!--\s+Page saved with SingleFile\s+url: (\S+)",
    r"<link\b(?=[^>]*\brel=[\"']?canonical\b)[^>]*\bhref=[\"']?([^\"'\s>]+)",
    r"<meta\b(?=[^>]*\bproperty=[\"']?og:url\b)[^>]*\bcontent=[\"']?([^\"'\s>]+)",
)
"""Where a saved page states its address: in a comment of the program that saved it, or in its own head."""


@dataclass(frozen=True, slots=True)
class Target:
    """One page to play or read."""

    name: str
    """As the user wrote it, or the folder it was found in."""
    site: Site
    url: str
    fixture: Fixture | None = None
    """The fixture that is served in place of the page."""
    html: Path | None = None
    """The saved page that is served in place of the page, without running its scripts."""
    snapshot: Snapshot | None = None
    """The saved board, which is read without a browser."""
    day: date | None = None
    """The requested day of the site; None for a target that is not named by its site."""
    choices: str = ""
    """The other choices of the site, as `key=value,…` sorted by key."""
    dated: bool = False
    """Whether the user named the day, so that it may be any day before others that were played."""
    chosen: str = ""
    """The site as the user named it by --site, or by --guess."""

    @property
    def is_live(self) -> bool:
        """Whether a page of the site itself is opened, not a saved one."""
        return self.fixture is None and self.html is None and self.snapshot is None

    @property
    def options(self) -> list[str]:
        """The options that name this target's site in a command, as far as the user had to name it."""
        if self.site.NAME == GUESSED:
            return [BY_LOOKS, *(["--kind", self.site.KIND] if self.site.KIND in KINDS else [])]
        return ["--site", self.chosen] if self.chosen and not self.chosen.startswith(BY_LOOKS) else []

    @property
    def is_inert(self) -> bool:
        """Whether none of the page's scripts run, so that it never changes."""
        return self.html is not None or (self.fixture is not None and not self.fixture.scripts)

    def of_another_day(self, about: Mapping[str, Any]) -> str:
        """Describe the statement of a page that contradicts this target's day; "" if there is none."""
        return "" if self.day is None else self.site.POLICY.of_another_day(About(**about), self.day)

    def check_day(self, result: TargetResult) -> None:
        """Raise `NotYet` if the page states that its puzzle is not that of this target's day."""
        if words := self.of_another_day(result.about):
            raise NotYet(f"{result.url} shows {words}: the puzzle of {self.day} is not there")


class _SavedState(msgspec.Struct):
    """What `NAME.state.json` says of a saved board."""

    url: str
    state: Measured


SPECIALS: dict[str, Callable[[date], date]] = {
    "daily": lambda day: day,
    "weekly": lambda day: day - timedelta(days=day.weekday()),
    "monthly": lambda day: day.replace(day=1),
}
"""For each word that some sites take in place of a date, the first day of the puzzle that is shown on a day."""
Broken = Callable[[str, GivensError], None]
"""Called with the name and the error of a case that cannot be loaded."""


def resolve(
    text: str, *, site: str | None = None, signed_in: bool = False, broken: Broken | None = None
) -> list[Target]:
    """Return the targets that a text names: a page, all pages of a company, or each fixture of a folder.

    Raise `UsageError` if it names none. The broken cases of a folder are left out if `broken` takes them.
    """
    chosen = None if site is None else site_chosen(site)
    found = _resolved(text, chosen, signed_in=signed_in, broken=broken)
    return [replace(target, chosen=site or "") for target in found]


def _resolved(text: str, chosen: Site | None, *, signed_in: bool, broken: Broken | None) -> list[Target]:
    """Return the targets that a text names."""
    if url := address_of(text):
        found = site_at(url, chosen)
        if found is None:
            known = listed(SITES.names)
            words = f"no site module knows {url}; sites are {known}. With --guess it is read by what it looks like"
            if HOST.match(text):
                words = f"there is no file {text}, and {words}"
            raise UsageError(words, command=again("givens read", text, options=[BY_LOOKS]))
        return [Target(text, found, url)]
    guesses = chosen is not None and chosen.NAME == GUESSED
    if text.startswith(DEMO) and not guesses:
        return [_demo(text)]
    text = text if guesses else _joined(text)
    name = text.partition(":")[0]
    is_name = not guesses and sites_like(name)
    if "/" in text or text.endswith(".html") or (not is_name and os.path.exists(text)):
        with reading(text):
            return list(_saved(Path(text), chosen, broken))
    if guesses:
        raise UsageError(
            f"{BY_LOOKS} takes an address or a saved page, and {text} is neither", command="givens sites list"
        )
    sites = [chosen] if chosen is not None and name == chosen.NAME else sites_named(name)
    if chosen is not None and chosen not in sites:
        raise UsageError(f"{text} belongs to {sites[0].NAME}, not to {chosen.NAME}")
    if chosen is not None or len(sites) == 1:
        return _pages_of(text, chosen or sites[0], signed_in=signed_in)
    playable = [found for found in sites if found.POLICY.daily and not found.POLICY.read_only]
    texts = [(f"{found.NAME}{text.removeprefix(name)}", found) for found in playable]
    return [page for each, found in texts for page in _pages_of(each, found, signed_in=signed_in)]


def address_of(text: str) -> str:
    """Return the address that a text is, "" if it is none; the scheme may be missing if no file has that name."""
    scheme = re.match(r"https?://", text, re.IGNORECASE)
    if scheme is None and (not HOST.match(text) or os.path.exists(text)):
        return ""
    url = text if scheme else f"https://{text}"
    url = re.sub(r"^https?://[\w.:-]*(?=[/?#]|$)", lambda begin: begin[0].lower(), url, flags=re.IGNORECASE)
    known = next((each for each in (url, url.replace("://", "://www.", 1)) if site_of(each)), "")
    return known or (url if scheme or "/" in text else "")


def _demo(text: str) -> Target:
    """Return the case that a name like `demo:tango` stands for, which any installation of givens has."""
    name = text.removeprefix(DEMO)
    if name not in DEMOS:
        raise UsageError(f"no demo is named {name!r}; demos are {listed([*DEMOS])}", command="givens demo")
    return replace(_case(bundled() / DEMOS[name], None), name=text)


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


def site_chosen(name: str) -> Site:
    """Return the site that the option --site names: only there, the file of a module is imported."""
    if name.partition(":")[0] == BY_LOOKS:
        return guessing(name.partition(":")[2])
    return _site_from_file(Path(name)) if name.endswith(".py") else site_named(name)


def _joined(text: str) -> str:
    """Return `FAMILY:NAME,…` as `FAMILY_NAME:…`, the name of one of several sites; any other text unchanged."""
    company, colon, rest = text.partition(":")
    name, _, choices = rest.partition(",")
    own = _plain(f"{company}_{name}")
    if not colon or "=" in name or not family(_plain(company)):
        return text
    return f"{own}:{choices}" if choices else own


def guessing(kind: str) -> Site:
    """Return the site of a page that no module knows; raise `UsageError` for a kind that cannot be seen."""
    make: Callable[[str], Site] = addon.needed("guessing_site", BY_LOOKS)
    return make(kind)


def seen_site(site: Site, *, told: bool = False) -> Site | None:
    """Return a site's page as one that is read by what it looks like; None if it is already, or if that cannot be.

    With `told`, it is only read if the script of the page states the same puzzle.
    """
    is_known = site.KIND in KINDS and not site.PLAYED_BY
    make: Callable[[Site, bool], Site] | None = addon.provided("seen_site") if is_known else None
    return make(site, told) if make is not None else None


def site_at(url: str, chosen: Site | None) -> Site | None:
    """Return the chosen site, else that of an address; if pages are guessed, one that no module knows has its own."""
    if chosen is not None and chosen.NAME == GUESSED:
        return site_of(url) or guessing(chosen.KIND if chosen.KIND in KINDS else "")
    return chosen or site_of(url)


def recorded_site(name: str, layout: str | None, kind: str) -> Site | None:
    """Return the site whose layout has read a board; None if there is none of that name any more."""
    if layout == GUESSED:
        return guessing(kind)
    return SITES.named(name) if name in SITES.names else None


def site_named(name: str) -> Site:
    """Return a site by its name, or by a part that no other name has; raise `UsageError`."""
    if name.endswith(".py"):
        raise UsageError(
            f"{name} is the file of a module, which runs only if --site names it",
            command=again("givens read", "URL", options=["--site", name]),
        )
    found = sites_like(name)
    if len(found) == 1:
        return found[0]
    if not found:
        parts = [word for site in SITES.names for word in (site.partition("_")[2], site.split("_")[-1])]
        unknown("site", name, [*SITES.names, *parts, *KIND_WORDS], "givens sites list")
    names = listed([site.NAME for site in found])
    raise UsageError(f"{name!r} matches several sites: {names}", command=command_line("givens sites list", name))


def sites_named(name: str) -> list[Site]:
    """Return all sites of a family by its whole name (`linkedin`), or the one that `site_named` returns."""
    name = _plain(name)
    own = [name] if name in SITES.names else family(name)
    return [SITES.named(site) for site in own] or [site_named(name)]


def family(name: str) -> list[str]:
    """Return the names of the sites of a family; none for a part of its name, like `puzzle` of `puzzle_team`."""
    names = [site for site in SITES.names if site.startswith(f"{name}_")]
    # Names that share more than this begin with the name of a family of which this is a part.
    rests = {site.removeprefix(f"{name}_").partition("_")[0] for site in names}
    return names if len(rests) > 1 else []


def family_of(name: str) -> str:
    """Return the name of the family of a site, its own if it is the only one."""
    words = name.split("_")
    return next((begun for begun in (words[0], "_".join(words[:2])) if family(begun)), name)


def sites_like(name: str) -> list[Site]:
    """Return the site of a name, or else all whose names end with it, or contain it, or that have a kind so called."""
    name = _plain(name)
    ends = [name] if name in SITES.names else [site for site in SITES.names if site.endswith(f"_{name}")]
    if found := ends or [site for site in SITES.names if name in site]:
        return [SITES.named(site) for site in found]
    kind = kind_like(name)
    return [] if kind is None else [site for site in SITES if kind == site.KIND]


def _plain(name: str) -> str:
    """Return a name as those of sites are written: in lower case, with `_` between words."""
    return name.lower().replace("-", "_").replace(" ", "_")


def sites() -> list[str]:
    """Return the names of the sites whose pages can be read, as `play` and `givens play` take them.

    >>> [name for name in givens.sites() if "tango" in name]
    ['linkedin_tango']
    """
    return [*SITES.names]


def site_of_page(url: str, site: Site | ModuleType | str | None, *, guess: bool) -> Site:
    """Return the site of an open page: the one that is given, by its name or as a module, or that of the address.

    With `guess` it is a page that no module knows.
    """
    if guess:
        if site is not None:
            raise UsageError("guess cannot be used with a site: it is for pages without a site module")
        return guessing("")
    if isinstance(site, str):
        return site_chosen(site)
    if isinstance(site, ModuleType):
        return _site_in(site, site.__name__)
    if site is None and (site := site_of(url)) is None:
        raise UsageError(f"no site module knows {url}; with guess=True it is read by what it looks like")
    return site


def sites_matching(name: str) -> list[Site]:
    """Return the sites that a part of a name, or the name of a family, stands for; raise `UsageError` for none."""
    return sites_like(name) or sites_named(name)


def site_facts(site: Site) -> dict[str, Any]:
    """Return what is known about a site: its kind, its address today, what can be chosen, and how it is known."""
    return {
        "site": site.NAME,
        "kind": site.KIND or None,
        "home": site.HOME,
        "url": site.address(today_of(site), {}, signed_in=False),
        "layouts": [layout.NAME for layout in site.LAYOUTS],
        "choices": dict(site.CHOICES),
        "timezone": site.POLICY.timezone,
        "played": not site.POLICY.read_only,
        "evidence": site.EVIDENCE and site.EVIDENCE._asdict(),
    }


def _site_from_file(path: Path) -> Site:
    spec = spec_from_file_location(f"givens_site_{path.stem}", path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise UsageError(f"there is no site module {path}")
    module = sys.modules[spec.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UsageError(f"{path} cannot be imported: {type(error).__name__}: {error}") from error
    return _site_in(module, str(path))


def _site_in(module: ModuleType, name: str) -> Site:
    """Return the site that a module defines; raise `UsageError` if it lacks members."""
    site = getattr(module, "SITE", None)
    if site is None:
        raise UsageError(f"{name} does not define SITE")
    missing = [member for member in vars(Site) if not member.startswith("_") and not hasattr(site, member)]
    if missing:
        raise UsageError(f"SITE in {name} is incomplete: it lacks {', '.join(missing)}")
    return cast("Site", site)


def _pages_of(text: str, site: Site, *, signed_in: bool) -> list[Target]:
    """Return the page of `SITE[:key=value,…]`, or those of all days that it names."""
    rest = text.partition(":")[2]
    choices: dict[str, str] = {}
    # Choices have no names that begin with a digit, but the number of a puzzle may be written 1,911,038.
    for choice in filter(None, re.split(r",(?!\d)", rest)):
        key, equals, value = choice.partition("=")
        if not equals or key not in site.CHOICES:
            known = ", ".join(f"{key}=…" for key in site.CHOICES)
            others = f"its choices are {known}" if known else "it has no choices"
            raise UsageError(f"{choice!r} is not a choice of {site.NAME}; {others}", command="givens sites list")
        choices[key] = value
    asked = choices.get("date")
    days = _days(choices, site)
    other = ",".join(f"{key}={value}" for key, value in sorted(choices.items()))
    return [
        Target(
            text if len(days) == 1 else text.replace(f"date={asked}", f"date={day}"),
            site,
            site.address(day, choices, signed_in=signed_in),
            day=day,
            choices=other,
            dated="date" not in choices and asked is not None,
        )
        for day in days
    ]


def _days(choices: dict[str, str], site: Site) -> list[date]:
    """Return the days of the date among the choices, which is removed, or the first day of a special."""
    text, today = choices.get("date"), today_of(site)
    specials = [name for name in SPECIALS if name in site.CHOICES.get("date", "")]
    if text in specials:
        return [SPECIALS[text](today)]
    if specials and text is not None:
        *others, last = specials
        raise UsageError(f"date={text} is not available: {site.NAME} takes {', '.join(others)} or {last}")
    choices.pop("date", None)
    if text is None:
        return [today]
    first, is_range, last = text.partition("..")
    if month := re.fullmatch(r"(\d{4})-(\d\d)", text, re.ASCII):
        begin = _day(f"{text}-01")
        end = min(begin.replace(day=monthrange(int(month[1]), int(month[2]))[1]), max(today, begin))
    else:
        begin = _day(first)
        end = _day(last) if is_range else begin
    if end < begin:
        raise UsageError(f"date={text} ends before it begins")
    return [begin + timedelta(days=number) for number in range((end - begin).days + 1)]


def _day(text: str) -> date:
    """Return a day from YYYY-MM-DD; raise `UsageError`."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise UsageError(f"date={text} is not a date like 2026-11-19, a month like 2026-11, or a range A..B of dates")


def today_of(site: Site) -> date:
    """Return the current day of a site; raise `SetupError` if this machine does not know the site's time zone."""
    return now_at(site).date()


def now_at(site: Site) -> datetime:
    """Return the current time in the time zone of a site; raise `SetupError` if this machine does not know that."""
    zone = site.POLICY.timezone
    try:
        return datetime.now(None if zone is None else ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        from bot.addon import install_command

        raise SetupError(
            f"the time zone of {site.NAME}, {zone!r}, is not known on this machine", command=install_command("tzdata")
        ) from None


def _saved(path: Path, chosen: Site | None, broken: Broken | None) -> Iterator[Target]:
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


def _not_of_site(path: Path, urls: Sequence[str], chosen: Site | None, found: Sequence[Site]) -> UsageError:
    """Return the error for a saved page that is not of the chosen site, or of none; `found` may be its own."""
    why = f"its address is {urls[0]}" if urls else "it does not contain its address"
    if chosen is not None:
        words, options = f"{path} is not a page of {chosen.NAME}: {why}", [] if found else [BY_LOOKS]
    elif found:
        words = f"{path} may be of several sites, {listed([site.NAME for site in found])}, and {why}"
        options = ["--site", found[0].NAME]
    else:
        return _unknown_site(path, urls)
    return UsageError(words, command=again("givens read", path, options=options))


def _unknown_site(path: Path, urls: Sequence[str]) -> UsageError:
    """Return the error for a saved page or board of no known site."""
    why = f"its address is {urls[0]}, which no site module knows" if urls else "it does not contain its address"
    return UsageError(
        f"the site of {path} is unknown: {why}. With {BY_LOOKS} it is read by what it looks like",
        command=again("givens read", path, options=[BY_LOOKS]),
    )


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
            yield _case(case, chosen)
        except GivensError as error:
            if broken is None or case == folder:
                raise
            broken(str(case), error)


def _case(folder: Path, chosen: Site | None) -> Target:
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
        raise _unknown_site(path, [url] if url else [])
    return site


class Here(NamedTuple):
    """A wish for the open tab: a part of its address, "" for the one in front; and its site, if that is chosen."""

    address: str = ""
    site: str | None = None

    @property
    def name(self) -> str:
        """What a user wrote."""
        return f"--here {self.address}".strip()


def find_tab(browser: Browser, wish: Here) -> tuple[Target, Page]:
    """Return the open tab that a user means; raise `UsageError` if there is none, or if there are several."""
    tabs = [page for context in browser.contexts for page in context.pages]
    pages = [page for page in tabs if urlsplit(page.url).scheme in {"http", "https", "file"}]
    if not pages:
        raise UsageError("the browser has no tab with a page: open the puzzle in it, and run this again")
    named = [page for page in pages if wish.address in page.url]
    if not named:
        raise UsageError(f"no open tab has {wish.address!r} in its address; the open tabs are {_urls(pages)}")
    chosen = None if wish.site is None else site_chosen(wish.site)
    found = [(page, site) for page in named if (site := site_at(page.url, chosen)) is not None]
    if not found:
        raise UsageError(
            f"no site module knows {_urls(named)}. With {BY_LOOKS} a page is read by what it looks like",
            command=f"add {BY_LOOKS} to the command",
        )
    front = [tab for tab in found if _in_front(tab[0])] or found
    if len(front) > 1:
        raise UsageError(
            f"{len(front)} open tabs match: {_urls([page for page, _ in front])}. Name one by a part of its address"
        )
    page, site = front[0]
    return Target(page.url, site, page.url), page


def _in_front(page: Page) -> bool:
    """Return whether a tab is the one in front in its window."""
    from playwright.sync_api import Error

    try:
        with bounded(ANSWER_TIMEOUT, "it hangs"):
            visible: bool = ask(page.main_frame, "() => document.visibilityState === 'visible'", None, bool)
    except (Error, PageGone, ReadError):
        return False
    return visible


def _urls(pages: list[Page]) -> str:
    return listed([clean(page.url, MAX_WORDS) for page in pages])
