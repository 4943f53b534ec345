"""A site declared as data: `Page` fulfils the `Site` protocol from addresses, choices, selectors and patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from string import Formatter
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from scrapers._entrance import Button, Entrance, Press, texts_shown
from scrapers._errors import BadChoice, Declared
from scrapers._signs import SuccessSigns
from scrapers._site import About, Accepted, KnownBy, Layout, Policy, Quote, Site

if TYPE_CHECKING:
    from playwright.sync_api import Locator
    from playwright.sync_api import Page as BrowserPage

    from scrapers._reading.cells import Cells


@dataclass(frozen=True, slots=True)
class Choice(Declared):
    """Something that can be chosen on a site, such as size or difficulty."""

    values: Sequence[str]
    default: str = ""
    """The value if none is chosen; "" for the first of `values`."""
    words: str = ""
    """What the values mean, for people."""
    limits: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By an earlier choice such as `size=18`, the only values allowed with it."""
    buttons: Mapping[str, Button] = field(default_factory=dict)
    """By value, the button that chooses it on the page while there is no board."""
    board: str = ""
    """A selector that the board must also match if the address asks for a value; `{}` stands for the value."""
    quoted: Quote | None = None
    """Who has quoted that it does; without, `board` is not used."""

    def help(self) -> str:
        """Return its values, their meaning and the default in words."""
        meaning = f" ({self.words})" if self.words else ""
        limits = "".join(f", only {_either(values)} with {other}" for other, values in self.limits.items())
        return f"{_either(self.values)}{meaning}; {self.default or self.values[0]} by default{limits}"

    def value(self, name: str, chosen: Mapping[str, str], settled: Mapping[str, str]) -> str:
        """Return its value among what was chosen, or its default; raises `BadChoice`.

        `name` is its own name, `settled` the values of earlier choices.
        """
        others = [f"{other}={value}" for other, value in settled.items() if f"{other}={value}" in self.limits]
        values = self.limits[others[0]] if others else self.values
        value = chosen.get(name, self.default if self.default in values else values[0])
        if value not in values:
            where = f" with {others[0]}" if others else ""
            raise BadChoice(f"{name}={value} is not available{where}: choose {_either(values)}")
        return value


MAX_DIGITS = 9
"""Digits of a puzzle's number; what follows is cut."""


def _either(values: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(values[:-1]), values[-1]]))


@dataclass(frozen=True, slots=True)
class Success:
    """How a page says whether it accepts a solution."""

    present: str = ""
    """A selector that matches something once the solution is accepted, even if nobody can see it, such as a class."""
    words: str = ""
    """The selector of the text that says so; without one, the dialogs that the page opens say so."""
    yes: str = ""
    """A pattern of the text of a page that accepts the solution; it should match the whole text, from `^` to `$`.

    The text counts only if a person can see it.
    """
    no: str = ""
    """A pattern of the text of a page that refuses the solution."""
    shown: str = ""
    """A selector of what a person sees only once the solution is accepted."""

    def __call__(self, page: BrowserPage, dialogs: Sequence[str]) -> Accepted:
        """Return the verdict that the page shows now."""
        # The sign first: words that come with it are then there, too.
        found = SuccessSigns(present=self.present, shown=self.shown).now(page) if self.present or self.shown else []
        texts = texts_shown(page, self.words) if self.words else list(dialogs[-1:])
        said = texts[0] if texts else ""
        if self.yes and re.search(self.yes, said):
            if not self.words:
                found.append(f"dialog {len(dialogs)}: {said}")
            elif said in SuccessSigns(words=self.words).now(page):
                found.append(said)
        if found:
            sign = f"something matches {found[0]}" if found[0] == self.present else found[0]
            return Accepted(verdict=True, said=said or sign, signs=tuple(found))
        return Accepted(verdict=False if self.no and re.search(self.no, said) else None, said=said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Declared, Site):
    """One puzzle page of one site: a `Site` declared as data.

    A choice that `template` does not name is kept in the fragment of the address, which sites leave alone, and read
    back from there by `board`.
    """

    # A field without a default would have the property of the protocol as its default.
    NAME: str = field()
    KIND: str = field()
    HOME: str = field()
    URL: str = field()
    """A regular expression that matches the page's addresses from their beginning.

    A group `puzzle` is the part of the query that holds the puzzle, which is kept in what is shared.
    """
    template: str
    """The address to open: a format string of `date` and choices."""
    signed_in_template: str = ""
    """The same for users who are signed in, "" if it is the same."""
    POLICY: Policy = field()
    EVIDENCE: KnownBy | None = None
    choices: Mapping[str, Choice] = field(default_factory=dict)
    past_days: int | None = None
    """How many days ago the puzzle of an address may be; None for a page of today's puzzle only."""
    entrance: Entrance
    layouts: Sequence[Layout | Cells]
    title: str = ""
    """The title of the puzzle: a format string of choices and of groups in `facts`; "" if the page itself has one."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """By selectors of texts, patterns with the groups `number`, `date`, `difficulty`, `title`; earlier ones win."""
    success: Callable[[BrowserPage, Sequence[str]], Accepted]
    """How the page says that it accepts the solution: usually a `Success`."""

    def __post_init__(self) -> None:
        """Raise `TypeError` or `ValueError` for a declaration that cannot work."""
        Declared.__post_init__(self)
        for template in (self.template, self.signed_in_template):
            for name in _names(template):
                if name not in {"date", *self.choices}:
                    raise ValueError(f"the template {template} of {self.NAME} names {{{name}}}, which is not a choice")

    @property
    def CHOICES(self) -> Mapping[str, str]:
        """What can be chosen on the site, each with words on its values."""
        days = (
            {}
            if self.past_days is None
            else {"date": "YYYY-MM-DD, a month YYYY-MM, or a range A..B of dates; today by default"}
        )
        return {name: choice.help() for name, choice in self.choices.items()} | days

    @property
    def LAYOUTS(self) -> Sequence[Layout]:
        """Every generation of the page's markup."""
        from scrapers._reading.cells import Cells

        return [each.layout if isinstance(each, Cells) else each for each in self.layouts]

    @property
    def BOARD(self) -> str:
        """The selector of its board, "" if that names no id, class or attribute."""
        return self.entrance.board if re.search(r"[#.\[]", self.entrance.board) else ""

    def address(self, day: date, choices: Mapping[str, str], /, *, signed_in: bool) -> str:
        """Return the address of the page for a day and choices; raises `BadChoice` for what is not available."""
        if self.past_days is not None and not -1 <= (datetime.now(UTC).date() - day).days <= self.past_days:
            raise BadChoice(f"date={day} is not available: choose one of the last {self.past_days} days")
        values = self._settle(choices)
        template = (signed_in and self.signed_in_template) or self.template
        fragment = {name: value for name, value in values.items() if name in self._kept_in_fragment()}
        return template.format(date=day, **values) + (f"#{urlencode(fragment)}" if fragment else "")

    def board(self, page: BrowserPage, within: float, press: Press, /) -> Locator:
        """Find the board that the address asks for; `press` presses the buttons in front of it.

        Raises `NeedsHuman`, `ReadError` after `within` seconds, or `BadChoice` if the address asks for what is not
        available.
        """
        return self._entrance(page.url).enter(page, within, press, url=self.URL)

    def find(self, page: BrowserPage, /) -> Locator | None:
        """Return the board if the page shows exactly one now; press nothing, and wait for nothing."""
        return self._entrance(page.url).find(page, url=self.URL)

    def _entrance(self, url: str) -> Entrance:
        """Return the way to the board that an address asks for; raises `BadChoice` for what is not available."""
        asked = self.asked(url)
        entrance = self.entrance
        for name, value in self._settle(asked).items():
            choice = self.choices[name]
            start = [choice.buttons[value]] if value in choice.buttons else []
            sized = choice.board.replace("{}", value) if choice.quoted and name in asked else ""
            board = f":is({entrance.board}){sized}" if sized else entrance.board
            entrance = replace(entrance, start=(*start, *entrance.start), board=board)
        return entrance

    def about(self, page: BrowserPage, /) -> About:
        """Return the page's current facts about its puzzle."""
        texts = texts_shown(page, *self.facts) if self.facts else []
        matches = [re.search(pattern, text) for pattern, text in zip(self.facts.values(), texts, strict=True)]
        found = {name: text for match in matches[::-1] if match for name, text in match.groupdict().items() if text}
        on_offer = {name: value for name, value in self.asked(page.url).items() if value in self.choices[name].values}
        values = found | on_offer
        if self.title and _names(self.title) <= values.keys():
            found["title"] = self.title.format(**values)
        number = re.sub(r"[.,\s]", "", found.get("number", ""))[:MAX_DIGITS]
        return About(int(number) if number else None, found.get("date"), found.get("difficulty"), found.get("title"))

    def accepted(self, page: BrowserPage, dialogs: Sequence[str], /) -> Accepted:
        """Return the page's current verdict on the solution; `dialogs` are the texts of its dialogs so far."""
        return self.success(page, dialogs)

    def asked(self, url: str) -> dict[str, str]:
        """Return the choices that an address keeps in its fragment."""
        found = dict(parse_qsl(urlsplit(url).fragment, keep_blank_values=True))
        return {name: found[name] for name in self._kept_in_fragment() if name in found}

    def _kept_in_fragment(self) -> list[str]:
        named = _names(self.template)
        return [name for name in self.choices if name not in named]

    def _settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the value of each choice, chosen or by default; raises `BadChoice`."""
        for name in chosen:
            if name not in self.choices:
                others = f"choose {_either([*self.choices])}" if self.choices else "it has no choices"
                raise BadChoice(f"{name} is not a choice of {self.NAME}; {others}")
        settled: dict[str, str] = {}
        for name, choice in self.choices.items():
            settled[name] = choice.value(name, chosen, settled)
        return settled


def _names(template: str) -> set[str]:
    """Return the names in a format string, without their attributes."""
    return {name.partition(".")[0] for _, name, *_ in Formatter().parse(template) if name}
