"""Texts that may be shared: words that somebody is known to have written into code, short numbers and single marks."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
"""The words in a text; the parts of a name like `skipStartScreen` are words, too."""
MAX_NUMBER = 3
"""Digits of a number that stays; a number on a board may also count its elements."""
MAX_DIGITS = {"board": 6, "page": 4}
"""Digits that may stand together, with only spaces and signs between them; more could be a telephone number."""
MAX_MARK = 4
"""Characters of a text that may be a mark with punctuation around it."""
MIXED = 6
"""Characters of letters and digits together that may stay, like `R10C12`."""
MAX_NAMED_DIGITS = 4
"""Digits beside the words of a name that the readers of a layout look for."""
MAX_MARK_CODE = 2
"""Characters of a name that may be any sign, like `=`."""
MAX_CODE, MAX_LETTERS, MAX_MIXED, MAX_CODE_DIGITS = 80, 24, 10, 5
"""Characters of a name in code: all of it, letters in a row, letters and digits in a row, digits in a row."""
MAX_SEEN = 10_000
"""Texts that are remembered."""
ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "scrapers", "solvers")
"""The packages of this program, whose messages may be shared."""
_NUMBERS = re.compile(r"\d+(?:[ \t\u00a0().+/:-]{1,3}\d+)*+")
_TOKENS = re.compile(r"\w+")
_CHUNKS = re.compile(r"\S+")
_RUNS = re.compile(r"[A-Za-z0-9]+")
_CODE = re.compile(rf"[\w.:\[\]()>#&*!,|-]{{0,{MAX_CODE}}}", re.ASCII)
_PLAIN = re.compile(r"[^\W\d_]+")
_OTHER = re.compile(r"[^\w\s\x21-\x7e]")


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters."""
    return frozenset(word.casefold() for word in PARTS.findall(text))


@cache
def program_words() -> frozenset[str]:
    """Return the words of this program's own messages, which may be shared wherever they stand."""
    texts: list[str] = []
    for file in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        texts.append(str(file.relative_to(ROOT)))
        with suppress(OSError, ValueError, SyntaxError):
            # Compiled so, a module has no docstrings; a syntax tree would take three times as long.
            texts += _texts(compile(file.read_bytes(), file, "exec", dont_inherit=True, optimize=2))
    return words_in(" ".join(texts))


def _texts(constant: object) -> Iterator[str]:
    """Yield the texts and the names of compiled code."""
    match constant:
        case CodeType():
            yield from (constant.co_name, *constant.co_names, *constant.co_varnames)
            yield from _texts(constant.co_consts)
        case str():
            yield constant
        case tuple() | frozenset():
            for inner in constant:
                yield from _texts(inner)


def is_code(name: str, longest: int = MAX_MIXED) -> bool:
    """Return whether a name looks like one that a programmer or a compiler has given, rather than like a secret."""
    if len(name) <= MAX_MARK_CODE:
        return True
    if not _CODE.fullmatch(name):
        return False
    mixed = 0
    for run in _RUNS.findall(name):
        digits = sum(map(str.isdigit, run))
        if 0 < digits < len(run):
            mixed += len(run)
            limit = longest
        else:
            limit = MAX_CODE_DIGITS if digits else MAX_LETTERS
        if len(run) > limit:
            return False
    return mixed <= 2 * longest


def is_named(name: str, named: frozenset[str]) -> bool:
    """Return whether a name consists of known words, of signs, and of few digits, like `square12`.

    Two more letters may follow a known word, as in `uneqr`, where a pattern goes on.
    """
    words = [word.casefold() for word in PARTS.findall(name)]
    known = [any(word[: len(word) - more] in named for more in range(MAX_MARK_CODE + 1)) for word in words]
    return (
        any(known)
        and sum(map(str.isdigit, name)) <= MAX_NAMED_DIGITS
        and all(is_known or len(word) <= MAX_MARK_CODE for word, is_known in zip(words, known, strict=True))
    )


@dataclass(slots=True)
class PageWords:
    """Texts around a board: unknown words become filler of the same length."""

    named: frozenset[str]
    """The words that stay."""
    _seen: dict[str, str] = field(default_factory=dict, init=False)

    def __call__(self, text: str) -> str:
        """Return the text that may be shared."""
        if (shared := self._seen.get(text)) is None:
            shared = self._shared(_NUMBERS.sub(self._numbers, text))
            if len(self._seen) < MAX_SEEN:
                self._seen[text] = shared
        return shared

    def other(self, word: str) -> str:
        """Return a replacement for a word, of the same length."""
        return "".join("0" if char.isdigit() else "x" for char in word)

    def _shared(self, text: str) -> str:
        return _OTHER.sub("x", _TOKENS.sub(self._token, text))

    def _token(self, match: re.Match[str]) -> str:
        token = match[0]
        if token.isdigit():
            return token
        if len(token) > MIXED and any(map(str.isdigit, token)) and not self._is_name(token):
            return self.other(token)
        return PARTS.sub(lambda word: word[0] if word[0].casefold() in self.named else self.other(word[0]), token)

    def _numbers(self, match: re.Match[str]) -> str:
        return match[0] if self._may_stay(re.findall(r"\d+", match[0])) else re.sub(r"\d", "0", match[0])

    def _is_name(self, _token: str) -> bool:
        return False

    def _may_stay(self, numbers: list[str]) -> bool:
        return sum(map(len, numbers)) <= MAX_DIGITS["page"] and max(map(len, numbers)) <= MAX_NUMBER


@dataclass(slots=True)
class BoardWords(PageWords):
    """Texts of a board: marks and numbers stay; unknown words become other words, equal ones for equal ones."""

    elements: int
    """The number of the board's elements; no cell or region has a larger number."""
    _others: dict[str, str] = field(default_factory=dict, init=False)
    _used: Counter[int] = field(default_factory=Counter, init=False)

    def other(self, word: str) -> str:
        """Return the replacement for a word, of the same length."""
        key, length = word.casefold(), len(word)
        if key not in self._others:
            while (found := _letters(self._used[length], length)) in self.named and self._used[length] < 26**length:
                self._used[length] += 1
            self._used[length] += 1
            self._others[key] = found
        return self._others[key]

    def _shared(self, text: str) -> str:
        return _CHUNKS.sub(self._chunk, text)

    def _chunk(self, match: re.Match[str]) -> str:
        chunk = match[0]
        if len(chunk) <= MAX_MARK and all(len(letters) <= 1 + letters.isascii() for letters in _PLAIN.findall(chunk)):
            return chunk
        return _TOKENS.sub(self._token, chunk)

    def _is_name(self, token: str) -> bool:
        return is_named(token, self.named)

    def _may_stay(self, numbers: list[str]) -> bool:
        many = sum(map(len, numbers)) > MAX_DIGITS["board"] and any(len(number) > 1 for number in numbers)
        # A longer number may count elements of the board.
        return not many and all(
            len(number) <= MAX_NUMBER or (len(number) <= MAX_CODE_DIGITS and int(number) <= self.elements)
            for number in numbers
        )


def _letters(number: int, length: int) -> str:
    """Return the word of a number, such as `aab` for 1."""
    return "".join(chr(ord("a") + number // 26**place % 26) for place in reversed(range(length)))
