"""The words of this program's own messages, which may be shared wherever they stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from bot.record.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator


ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "scrapers", "solvers")


@cache
def program_words() -> frozenset[str]:
    """Return the words of all messages of this program."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    names = words_in(" ".join(str(file.relative_to(ROOT)) for file in files))
    return names.union(*map(_words_of_file, files))


@cache
def _words_of_file(file: Path) -> frozenset[str]:
    try:
        # Compiled so, a module has no docstrings; a syntax tree would take three times as long.
        code = compile(file.read_bytes(), file, "exec", dont_inherit=True, optimize=2)
    except (OSError, ValueError, SyntaxError):
        return frozenset()
    return words_in(" ".join(_texts(code)))


def _texts(constant: object) -> Iterator[str]:
    """Yield the texts and the names of compiled code."""
    match constant:
        case CodeType():
            yield from (constant.co_name, *constant.co_names, *constant.co_varnames)
            for inner in constant.co_consts:
                yield from _texts(inner)
        case str():
            yield constant
        case tuple() | frozenset():
            for inner in constant:
                yield from _texts(inner)
