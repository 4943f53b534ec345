"""Find sites: by name, family, kind, address or file, or as a page that is read by its looks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import date, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot import addon
from bot.errors import SetupError, UsageError, again, command_line, listed, unknown
from bot.play.options import BY_LOOKS
from scrapers import GUESSED, SITES, Site, site_of
from solvers import KIND_WORDS, KINDS, kind_like


def sites() -> list[str]:
    """Return the names of the sites whose pages can be read, as `play` and `givens play` take them.

    >>> [name for name in givens.sites() if "tango" in name]
    ['linkedin_tango']
    """
    return [*SITES.names]


def site_chosen(name: str) -> Site:
    """Return the site that the option --site names: only there, the file of a module is imported."""
    if name.partition(":")[0] == BY_LOOKS:
        return guessing(name.partition(":")[2])
    return _site_from_file(Path(name)) if name.endswith(".py") else site_named(name)


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
    name = plain_name(name)
    own = [name] if name in SITES.names else family(name)
    return [SITES.named(site) for site in own] or [site_named(name)]


def sites_matching(name: str) -> list[Site]:
    """Return the sites that a part of a name, or the name of a family, stands for; raise `UsageError` for none."""
    return sites_like(name) or sites_named(name)


def sites_like(name: str) -> list[Site]:
    """Return the site of a name, or else all whose names end with it, or contain it, or that have a kind so called."""
    name = plain_name(name)
    ends = [name] if name in SITES.names else [site for site in SITES.names if site.endswith(f"_{name}")]
    if found := ends or [site for site in SITES.names if name in site]:
        return [SITES.named(site) for site in found]
    kind = kind_like(name)
    return [] if kind is None else [site for site in SITES if kind == site.KIND]


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


def plain_name(name: str) -> str:
    """Return a name as those of sites are written: in lower case, with `_` between words."""
    return name.lower().replace("-", "_").replace(" ", "_")


def site_at(url: str, chosen: Site | None) -> Site | None:
    """Return the chosen site, else that of an address; if pages are guessed, one that no module knows has its own."""
    if chosen is not None and chosen.NAME == GUESSED:
        return site_of(url) or guessing(chosen.KIND if chosen.KIND in KINDS else "")
    return chosen or site_of(url)


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


def guessing(kind: str) -> Site:
    """Return the site of a page that no module knows; raise `UsageError` for a kind that cannot be seen."""
    make: Callable[[str], Site] = addon.needed("guessing_site", BY_LOOKS)
    return make(kind)


def seen_site(site: Site, *, stated: bool = False) -> Site | None:
    """Return a site's page as one that is read by what it looks like; None if it is already, or if that cannot be.

    With `stated`, it is only read if the script of the page states the same puzzle.
    """
    is_known = site.KIND in KINDS and not site.PLAYED_BY
    make: Callable[[Site, bool], Site] | None = addon.provided("seen_site") if is_known else None
    return make(site, stated) if make is not None else None


def site_of_record(name: str, layout: str | None, kind: str) -> Site | None:
    """Return the site whose layout has read a board; None if there is none of that name any more."""
    if layout == GUESSED:
        return guessing(kind)
    return SITES.named(name) if name in SITES.names else None


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
