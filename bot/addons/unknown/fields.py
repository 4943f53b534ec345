"""What a page asks a person for: fields that no puzzle has, and forms that would send a board somewhere.

The words are in `fields.toml`. They only ever refuse: a page is never taken for harmless because of a word.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from scrapers._ask import DOM, ask, clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Frame

    from scrapers._site import Box, Point

NEAR = 160.0
"""How far from the board, in px, a field must be that asks who a person is."""
MOST_PERSONAL = 2
"""How many different things of a person fields may ask for, however far from the board."""
MOST_LETTERS = 40
"""How much of a field's label a message holds."""
_KNOWN = tomllib.loads(files(__package__).joinpath("fields.toml").read_text(encoding="utf-8"))
_LOOK = f"({files(__package__).joinpath('fields.js').read_text(encoding='utf-8')})({DOM})"

_AUTOCOMPLETE = {
    r"cc-|transaction-": "a payment",
    r"(current|new)-password$": "a password",
    r"one-time-code$": "a code that confirms something",
    r"street-address$|address-|postal-code$": "an address",
    r"tel\b": "a phone number",
    r"bday": "a date of birth or a number of a document",
    r"(given-|additional-|family-|honorific-.*|nick)?name$|.*-name$": "a name",
    r"email$": "an e-mail address",
    r"username$": "a user name",
}
_TYPES = {"password": "a password", "email": "an e-mail address", "tel": "a phone number"}
_OF_GAMES = frozenset(_KNOWN["of_games"].split())
"""Words beside which a name is none of a person, and Zip is a puzzle."""
_ADDRESS = frozenset({"address", "addresses", "adresse", "adress"})
"""Words that go with "e-mail" without asking where somebody lives."""
_PAYERS = re.compile(r"(^|\.)(stripe|paypal|braintreegateway|braintree-api|adyen|klarna|checkout|squareup|mollie)\.")
_PAYS = re.compile(r"(?i)\b(payments?|zahlung\w*|paiement|pago|pagamento|betaling|credit ?card)\b")
"""The title of a frame that takes payments."""
_SHAPES = {
    r"(?:[\dX•·*#_]{4}[ -]?){4}": "a payment",
    r"(?i)m\s?m\s?[/-]\s?([yaj]\s?){2,4}": "a payment",
    r"(?i).*([€$£¥₹₽₩₪]|\b(eur|euros?|usd|dollars?|gbp|chf|jpy|inr|btc|eth)\b).*": "a payment",
}
"""What an example of an entry, or a unit, says of a field."""


class PageField(msgspec.Struct):
    """A visible field of a page."""

    type: str
    autocomplete: str
    inputmode: str
    names: list[str]
    labels: list[str]
    cell: bool
    """Whether it is a cell of the board."""
    held: bool
    """Whether it belongs to a form that holds the board."""
    apart: bool
    """Whether it stands in the header, the footer, or beside what the page is about."""
    texts: bool
    """Whether its form also takes a text of several lines, as a comment form does."""
    gap: float | None
    """How far it is from the board, in px; None if there is no board in its document."""

    @property
    def label(self) -> str:
        """What a person calls it."""
        words = next((word for word in [*self.labels, *self.names, self.autocomplete, self.type] if word), "")
        return clean(words, MOST_LETTERS)

    def asks_for(self) -> set[str]:
        """Return the things that it asks for and no puzzle needs."""
        autocomplete = self.autocomplete.casefold().split()
        found = {what for token in autocomplete for part, what in _AUTOCOMPLETE.items() if re.match(part, token)}
        # Digits are typed into fields for telephone numbers on boards, too: these bring up the right keys.
        types = {self.type} if not self.cell or self.type == "password" else set[str]()
        found |= {what for name, what in _TYPES.items() if name in types}
        if not self.cell and self.inputmode.casefold() in {"tel", "email"}:
            found.add(_TYPES[self.inputmode.casefold()])
        found |= {what for shape, what in _SHAPES.items() if any(re.fullmatch(shape, text) for text in self.labels)}
        return found.union(*(_asked(words) for words in (*self.names, *self.labels)))


class _Seen(msgspec.Struct):
    """What a document asks for."""

    sends: list[str]
    """Where the forms send their data that hold the board."""
    fields: list[PageField]
    frames: list[tuple[str, str]]
    """The addresses and titles of the frames."""


def _words(text: str) -> list[str]:
    """Return the words of a label or of a name in markup, in small letters without accents."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", parted.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter) or ord(letter) > 0x900)  # noqa: PLR2004 - Devanagari needs its vowel signs
    letters = letters.translate(str.maketrans("łøđı", "lodi"))
    return re.findall(r"[^\W\d_]+", letters)


def _table(sort: str) -> dict[str, tuple[frozenset[str], list[str]]]:
    """Return, by the thing that fields of a sort ask for, words that stand alone and parts of words."""

    def plain(words: str) -> list[str]:
        return ["".join(_words(word)) for word in words.split()]

    return {what: (frozenset(plain(known["words"])), plain(known["parts"])) for what, known in _KNOWN[sort].items()}


_SERIOUS, _PERSONAL = _table("serious"), _table("personal")
_TABLES = _SERIOUS | _PERSONAL


def _asked(text: str) -> Iterator[str]:
    """Yield what a label asks for."""
    words = _words(text)
    joined = "".join(words)
    if any(part in joined for part in _TABLES["an e-mail address"][1]):
        words = [word for word in words if word not in _ADDRESS]
    for what, (alone, parts) in _TABLES.items():
        own = alone - {"name", "user", "zip"} if not _OF_GAMES.isdisjoint(words) else alone
        if not own.isdisjoint(words) or "".join(words) in own or any(part in "".join(words) for part in parts):
            yield what


def asked_for(frame: Frame, cells: Sequence[Point] = (), box: Box | None = None) -> tuple[list[str], list[str]]:
    """Return the reasons to enter nothing on a document's board, and those of them that are a login or a payment.

    `cells` are the middles of the cells, and `box` is around the board, if it is in this document.
    """
    seen: _Seen = ask(frame, _LOOK, {"cells": cells, "box": box}, _Seen)
    serious: list[str] = []
    near: list[str] = []
    personal: dict[str, str] = {}
    for field in seen.fields:
        asked = field.asks_for()
        words = [f"a field asks for {what}: {field.label!r}" for what in _SERIOUS if what in asked]
        serious += words
        others = {what: f"a field asks for {what}: {field.label!r}" for what in _PERSONAL if what in asked}
        close = field.held or (field.gap is not None and field.gap < NEAR and not field.apart)
        if close:
            near += others.values()
        elif not field.texts:
            personal |= others
    if len(personal) > MOST_PERSONAL:
        near += personal.values()
    for url, title in seen.frames:
        if _PAYERS.search(urlsplit(url).hostname or "") or _PAYS.search(title):
            serious.append(f"a frame takes payments: {clean(urlsplit(url).hostname or title, MOST_LETTERS)}")
    forms = [f"the board is in a form that sends data{f' to {clean(to, 80)}' if to else ''}" for to in seen.sends]
    return list(dict.fromkeys([*forms, *serious, *near])), list(dict.fromkeys(serious))
