"""The page of a puzzle: its addresses in every language, its daily, weekly and monthly puzzles, and its verdict."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import quote

from scrapers._entrance import Button, Entrance, Press, texts_shown
from scrapers._errors import BadChoice, ReadError
from scrapers._page import Page, Success
from scrapers._reading.layout import ReadOnly
from scrapers._site import About, KnownBy, Policy, Quote

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from playwright.sync_api import Page as BrowserPage

    from scrapers._puzzle_team.layout import TeamLayout

NAME = "puzzle_team"
KNOWN = KnownBy("described", "2025-12-08")
"""How the markup of most puzzles is known."""
DONE = "^(done|fini)$"
"""The button of a page that may not send a finished board in by itself, in the two languages in which it is known."""
SPECIALS = ("daily", "weekly", "monthly")
ENTRANCE = Entrance(
    board="#game:has(.cell, .loop-dot, .bridges-task-cell)",
    dismiss=(
        Button(".fc-consent-root .fc-cta-do-not-consent, .fc-consent-root .fc-close"),
        Button("#qc-cmp2-container button[mode=secondary]", "^(reject|disagree|do not)"),
        Button("#snigel-cmp-framework #sn-b-reject, #snigel-cmp-framework .sn-b-reject"),
    ),
)
SUCCESS = Success(shown="#ajaxResponse .succ", words="#ajaxResponse .succ, #ajaxResponse .err")
"""An element with the class `err` is no refusal: it may be a word about advertisements."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be chosen on a site of the family, and the number of each choice in addresses."""

    sizes: Mapping[str, int]
    specials: Mapping[str, int]
    """Those of the day, the week and the month; none if their numbers are not known."""
    by_name: bool = False
    """Whether the name of the puzzle and of the choice are the path of an address."""


def sized(sides: str, *levels: str) -> list[str]:
    """Return the names of choices: each side of a square board, with each level."""
    return [f"{side}x{side}{level and f'-{level}'}" for side in sides.split() for level in levels or ("",)]


def menu(daily: int, weekly: int, monthly: int, names: Sequence[str]) -> Menu:
    """Return a menu by numbers: those of the specials, and the names of the other choices, in order from zero."""
    return Menu({size: number for number, size in enumerate(names)}, specials(daily, weekly, monthly))


def specials(daily: int, weekly: int, monthly: int) -> dict[str, int]:
    """Return the numbers of the specials by name."""
    return dict(zip(SPECIALS, (daily, weekly, monthly), strict=True))


def named(names: Sequence[str], first: int = 0) -> Menu:
    """Return a menu by names, whose numbers begin at `first`."""
    numbers = {size: first + number for number, size in enumerate(names)}
    return Menu(numbers, specials(*range(first + len(names), first + len(names) + len(SPECIALS))), by_name=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage(Page):
    """A puzzle of the family: a `Page` whose addresses follow from its slug and its menu."""

    slug: str
    menu: Menu

    @classmethod
    def of(
        cls, layout: TeamLayout, choices: Menu, host: str = "", *, check: str = "", known: KnownBy = KNOWN
    ) -> TeamPage:
        """Return the page of a puzzle; `host` is the name of its site, if that is not the puzzle's own.

        `check` is the pattern of the button that a finished board needs, if the page may not submit it by itself.
        """
        slug = layout.slug
        domain = f"puzzle-{host or slug}.com"
        # Where a site has several puzzles, its addresses name the puzzle, but forms may lead to the root.
        path = rf"({slug}-\d|({'|'.join(SPECIALS)})-{slug}([/?#]|$)|[?#]|$)" if choices.by_name else r"(?!\w+\.php)"
        return cls(
            NAME=f"{NAME}_{slug.replace('-', '_')}",
            KIND=layout.kind.KIND,
            HOME=f"https://www.{domain}/",
            URL=rf"https?://(www\.|[a-z]{{2}}(-[a-z]{{2}})?\.)?{re.escape(domain)}(/{path}|$)",
            template=f"https://www.{domain}/",
            EVIDENCE=known,
            POLICY=Policy(
                timezone="Etc/UTC",
                dated=Quote("a daily page saved by newtomsoft/Puzzles-Solver@79b0e01", "2025-12-08"),
                daily=bool(choices.specials),
                check=check,
                robot_field="input[name=robot]",
                read_only=isinstance(layout.entry, ReadOnly),
            ),
            entrance=ENTRANCE,
            layouts=[layout],
            facts={
                "#puzzleID": r"^(?P<number>[\d.,\s]+)$",
                ".puzzleInfo": r"^(?P<title>.+?)(?: -| (?:Puzzle )?ID\b|$)",
            },
            success=SUCCESS,
            slug=slug,
            menu=choices,
        )

    def board(self, page: BrowserPage, within: float, press: Press, /) -> Locator:
        """Find the board; where there is none, the error has the page's own words."""
        try:
            return Page.board(self, page, within, press)
        except ReadError as error:
            if said := texts_shown(page, ".err")[0]:
                error.add(f"the page says: {said}")
            raise

    def about(self, page: BrowserPage, /) -> About:
        """Return the page's facts, with the day of the daily puzzle, and in the title what else was asked for."""
        about = Page.about(self, page)
        daily = rf"[?&]size={self.menu.specials.get('daily')}(?!\d)|/daily-"
        if re.search(daily, page.url) and (dates := page.query_selector("select[name=date]")):
            about = replace(about, date=dates.input_value())
        form = f"/{self.slug}-{{}}/" if self.menu.by_name else r"[?&]size={}(?!\d)"
        choices = ((size, size if self.menu.by_name else number) for size, number in self.menu.sizes.items())
        asked = next((size for size, code in choices if re.search(form.format(code), page.url)), "")
        sizes = [re.search(r"\d+x\d+", text) for text in (asked, about.title or "")]
        if all(sizes) and len({size[0] for size in sizes if size}) > 1:
            about = replace(about, title=f"{about.title}, where size={asked} was asked for")
        return about

    @property
    def CHOICES(self) -> Mapping[str, str]:  # noqa: N802 - the protocol's name
        """What can be chosen: one of the specials, a size, and one puzzle of that size by its number."""
        dates = f"{', '.join(SPECIALS[:-1])} or {SPECIALS[-1]}; {SPECIALS[0]} by default"
        return {
            **({"date": dates} if self.menu.specials else {}),
            "size": f"{', '.join(self.menu.sizes)}; a new puzzle each time",
            "id": "the number of one puzzle of a size, like 1,911,038",
        }

    def address(self, _day: date, choices: Mapping[str, str], /, *, signed_in: bool) -> str:  # noqa: ARG002 - the protocol's
        """Return the address of a special, of a size or of one puzzle; raises `BadChoice` for what is not available."""
        for name in choices:
            if name not in self.CHOICES:
                raise BadChoice(f"{name} is not a choice of {self.NAME}; choose {', '.join(self.CHOICES)}")
        size, number = choices.get("size"), choices.get("id")
        if size is None:
            if number is not None:
                raise BadChoice(f"id={number} needs a size: choose size={', '.join(self.menu.sizes)}")
            if not self.menu.specials:
                return self.HOME
            return self._address(self.menu.specials, "date", choices.get("date", SPECIALS[0]))
        if "date" in choices:
            raise BadChoice(f"date={choices['date']} is of one size only: choose either a date or a size")
        address = self._address(self.menu.sizes, "size", size)
        if number is None:
            return address
        if re.fullmatch(r"\d{1,3}(,?\d{3}){0,3}", number, re.ASCII) is None:
            raise BadChoice(f"id={number} is not the number of a puzzle, like 1,911,038")
        puzzle_number = int(number.replace(",", ""))
        if self.menu.by_name:
            code = base64.b64encode(f"{self.menu.sizes[size]}:{puzzle_number:,}".encode()).decode()
            return f"{address}?e={quote(code)}"
        return f"{address}&specific=1&specid={puzzle_number}"

    def _address(self, menu: Mapping[str, int], name: str, value: str) -> str:
        """Return the address of an entry of the menu."""
        if value not in menu:
            raise BadChoice(f"{name}={value} is not available: choose {', '.join(menu)}")
        if not self.menu.by_name:
            return f"{self.HOME}?size={menu[value]}"
        return f"{self.HOME}{self.slug}-{value}/" if name == "size" else f"{self.HOME}{value}-{self.slug}/"
