"""Texts that may be shared: words that somebody is known to have written into code, short numbers and single marks."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product
from pathlib import Path
from string import ascii_lowercase
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapers import Site

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
"""The words in a text; the parts of a name like `skipStartScreen` are words, too."""
MAX_NUMBER = 3
"""Digits of a number that stays; a number on a board may also count its elements."""
MAX_DIGITS = {"board": 6, "page": 4}
"""Digits that may stand together, with only spaces and signs between them; more could be a telephone number."""
MAX_MARK = 4
"""Characters of a text that may be a mark with punctuation around it."""
MAX_MIXED_TEXT = 6
"""Characters of letters and digits together of which the digits stay in a board."""
MAX_SIGN = 2
"""Characters of a name that may be any sign, like `=`, and of letters that may follow a known word."""
MAX_LETTERS, MAX_CODE_DIGITS, MAX_MIXED = 24, 5, 20
"""Characters of a name in code: letters in a row, digits in a row, and all those that have both."""
ROOT = Path(__file__).parents[2]
_NUMBERS = re.compile(r"\d+(?:[ \t\u00a0().+/:-]{1,3}\d+)*+")
_CELL = re.compile(r"R\d{1,3}C\d{1,3}")
_RUNS = re.compile(r"[A-Za-z0-9]+")
_PLAIN_RUN = re.compile(rf"[A-Za-z]{{1,{MAX_LETTERS}}}\d{{0,2}}|\d{{1,{MAX_CODE_DIGITS}}}")
_MIXED_RUN = re.compile(r"(?=\d*[A-Za-z])[A-Za-z0-9]{1,10}")
_CODE = re.compile(r"[\w.:\[\]()>#&*!,|-]{0,80}", re.ASCII)
_LETTERS = re.compile(r"[^\W\d_]+")
_NAMES = re.compile(r"""(?://|[.#=/[]["']?)((?<=//)[\w.-]{3,}|[\w-]{3,})""", re.ASCII)
"""The names in selectors, patterns and addresses."""


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters."""
    return frozenset(word.casefold() for word in PARTS.findall(text))


def code_of(site: Site | None) -> Sequence[Path]:
    """Return where the readers of a site's pages are: our folder, and the site's own module if that lies elsewhere."""
    own = [module.__file__ for module in [*sys.modules.values()] if site and getattr(module, "SITE", None) is site]
    return [ROOT / "scrapers", *(Path(file) for file in own if file)] if site else []


@cache
def words_of_code(*places: Path) -> frozenset[str]:
    """Return the words of modules, and of those in folders."""
    return words_in(" ".join(_constants(*places)))


@cache
def names_of_code(*places: Path) -> frozenset[str]:
    """Return the names in the selectors and addresses of such modules, each as a whole."""
    return frozenset(chain(*map(_NAMES.findall, _constants(*places))))


@cache
def _constants(*places: Path) -> frozenset[str]:
    files = {
        file.relative_to(place.parent): file
        for place in places
        for file in (place.rglob("*.py") if place.is_dir() else [place])
    }
    # Compiled so, a module has no docstrings.
    codes = (compile(file.read_bytes(), name, "exec", dont_inherit=True, optimize=2) for name, file in files.items())
    return frozenset(chain(map(str, files), *map(_texts, codes)))


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a constant of compiled code."""
    if isinstance(value, str):
        yield value
    for part in value.co_consts if isinstance(value, CodeType) else value if isinstance(value, tuple) else ():
        yield from _texts(part)


def is_code(name: str) -> bool:
    """Return whether a name looks like one that a programmer or a compiler has given, rather than like a secret."""
    mixed = [run for run in _RUNS.findall(name) if not _PLAIN_RUN.fullmatch(run)]
    is_short = len("".join(mixed)) <= MAX_MIXED and all(map(_MIXED_RUN.fullmatch, mixed))
    return len(name) <= MAX_SIGN or (is_short and _CODE.fullmatch(name) is not None)


def is_named(name: str, named: frozenset[str]) -> bool:
    """Return whether a name consists of known words, of signs, and of few digits, like `square12`.

    Two more letters may follow a known word, as in `uneqr`, where a pattern goes on.
    """
    words = [word.casefold() for word in PARTS.findall(name)]
    stems = [[word[: len(word) - more] for more in range(MAX_SIGN + 1)] for word in words]
    known = [any(len(stem) > MAX_SIGN and stem in named for stem in stems_of) for stems_of in stems]
    return (
        any(known)
        and sum(map(str.isdigit, name)) <= MAX_DIGITS["page"]
        and all(is_known or len(word) <= MAX_SIGN for word, is_known in zip(words, known, strict=True))
    )


class SharedWords:
    """What may be shared of the texts of a page or of a board: any other word becomes another one of its length.

    Equal words become equal ones.
    """

    def __init__(self, named: frozenset[str], elements: int = 0) -> None:
        """Take the words that stay, and the number of a board's elements, than which its numbers are not larger."""
        self.named, self.elements = named, elements
        self._others: dict[str, str] = {}
        self._free: dict[int, Iterator[str]] = {}
        """The replacements that are left, by length."""

    def __call__(self, text: str) -> str:
        """Return the text that may be shared."""
        return re.sub(r"\S+", self._chunk, _NUMBERS.sub(self._numbers, text))

    def _chunk(self, match: re.Match[str]) -> str:
        chunk = match[0]
        letters = _LETTERS.findall(chunk)
        if self.elements and len(chunk) <= MAX_MARK and all(len(run) <= 1 + run.isascii() for run in letters):
            return chunk
        if "@" in chunk:  # perhaps a mail address
            return self._other(chunk)
        return re.sub(r"\w+", self._token, chunk)

    def _token(self, match: re.Match[str]) -> str:
        token = match[0]
        if token.isdigit() or _CELL.fullmatch(token):
            return token
        is_mixed = any(map(str.isdigit, token)) and not is_named(token, self.named)
        if is_mixed and (not self.elements or len(token) > MAX_MIXED_TEXT):
            return self._other(token)
        return PARTS.sub(lambda word: word[0] if word[0].casefold() in self.named else self._other(word[0]), token)

    def _other(self, word: str) -> str:
        """Return the replacement for a word, such as `aab` for the second word of three letters."""
        key = word.casefold()
        if key not in self._others:
            free = self._free.setdefault(len(word), map("".join, product(ascii_lowercase, repeat=len(word))))
            self._others[key] = next((other for other in free if other not in self.named), "x" * len(word))
        return self._others[key]

    def _numbers(self, match: re.Match[str]) -> str:
        numbers = re.findall(r"\d+", match[0])
        are_digits = self.elements and all(len(number) == 1 for number in numbers)
        are_few = sum(map(len, numbers)) <= MAX_DIGITS["board" if self.elements else "page"]
        stay = (are_digits or are_few) and all(
            len(number) <= MAX_NUMBER or (len(number) <= MAX_CODE_DIGITS and int(number) <= self.elements)
            for number in numbers
        )
        return match[0] if stay else re.sub(r"\d", "0", match[0])
