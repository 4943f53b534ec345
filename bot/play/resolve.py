"""Resolve what a user names to targets: an address, a site and its days, a fixture, a saved page, or a folder."""

from __future__ import annotations

import os
import re
from calendar import monthrange
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from bot.errors import UsageError, again, listed, reading
from bot.play.fixture import DEMOS, bundled
from bot.play.options import BY_LOOKS
from bot.play.saved import Broken, case_in, saved_targets
from bot.play.sites import family, plain_name, site_at, site_chosen, sites_like, sites_named, today_of
from bot.play.targets import Target
from scrapers import GUESSED, SITES, Site, site_of

DEMO = "demo:"
"""What the names of cases that come with givens begin with."""
HOST = re.compile(r"(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?=[/?#]|$)", re.IGNORECASE)
"""The host at the beginning of an address without a scheme."""
SPECIALS: dict[str, Callable[[date], date]] = {
    "daily": lambda day: day,
    "weekly": lambda day: day - timedelta(days=day.weekday()),
    "monthly": lambda day: day.replace(day=1),
}
"""For each word that some sites take in place of a date, the first day of the puzzle that is shown on a day."""


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
            words = f"no site module knows {url}; sites are {known}. With {BY_LOOKS} it is read by what it looks like"
            if HOST.match(text):
                words = f"there is no file {text}, and {words}"
            raise UsageError(words, command=again("givens read", text, options=[BY_LOOKS]))
        return [Target(text, found, url)]
    guesses = chosen is not None and chosen.NAME == GUESSED
    if text.lower().startswith(DEMO) and not guesses:
        return [_demo(text)]
    text = text if guesses else _joined(text)
    name = text.partition(":")[0]
    is_name = not guesses and sites_like(name)
    if "/" in text or text.endswith(".html") or (not is_name and os.path.exists(text)):
        with reading(text):
            return list(saved_targets(Path(text), chosen, broken))
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
    name = text.lower().removeprefix(DEMO).replace("-", "_")
    if name not in DEMOS:
        raise UsageError(f"no demo is named {name!r}; demos are {listed([*DEMOS])}", command="givens demo")
    return replace(case_in(bundled() / DEMOS[name], None), name=text)


def _joined(text: str) -> str:
    """Return `FAMILY:NAME,…` as `FAMILY_NAME:…`, the name of one of several sites; any other text unchanged."""
    company, colon, rest = text.partition(":")
    name, _, choices = rest.partition(",")
    own = plain_name(f"{company}_{name}")
    if not colon or "=" in name or not family(plain_name(company)):
        return text
    return f"{own}:{choices}" if choices else own


def _pages_of(text: str, site: Site, *, signed_in: bool) -> list[Target]:
    """Return the page of `SITE[:key=value,…]`, or those of all days that it names."""
    rest = text.partition(":")[2]
    choices: dict[str, str] = {}
    # Choices have no names that begin with a digit, but the number of a puzzle may be written 1,911,038.
    for choice in filter(None, re.split(r",(?!\d)", rest)):
        key, equals, value = choice.partition("=")
        if not equals or key not in site.CHOICES:
            known = " · ".join(f"{key}={values}" for key, values in site.CHOICES.items())
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
