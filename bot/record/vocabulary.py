"""The words that may be shared: those that the program itself, or the module of a site, names in its own code."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapers import Site

PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
"""The words in a text; the parts of a name like `skipStartScreen` are words, too."""
ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "scrapers", "solvers")


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters."""
    return frozenset(word.casefold() for word in PARTS.findall(text))


def site_words(site: Site | None) -> frozenset[str]:
    """Return the words that the module of a site names, with what the modules of sites share."""
    modules = [module for module in list(sys.modules.values()) if site is not None and _site_in(module) is site]
    own = [Path(file) for module in modules if (file := getattr(module, "__file__", None))]
    return frozenset().union(*map(_words_of_file, [*own, *sorted((ROOT / "scrapers").glob("_*.py"))]))


@cache
def program_words() -> frozenset[str]:
    """Return the words of all messages of this program."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    names = words_in(" ".join(str(file.relative_to(ROOT)) for file in files))
    return names.union(*map(_words_of_file, files))


def _site_in(module: object) -> object:
    try:
        return vars(module).get("SITE")
    except TypeError:
        return None


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
