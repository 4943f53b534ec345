"""Find secrets in a text: values beside their names, and values that are recognised by their form.

Each place where a name or a beginning of a secret stands is looked at once, and so is each character around it, up to a
bound. Names are found in addresses, forms, headers, JSON and markup, in their plain and in their escaped forms.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Span = tuple[int, int]

NAMES = (
    *("token", "csrf", "xsrf", "session", "secret", "passw", "auth", "apikey", "api_key", "api-key", "credential"),
    *("signature", "pwd", "dpop", "jwt", "set-cookie", "li_at", "bcookie", "bscookie", "firstname", "first_name"),
    *("lastname", "last_name", "fullname", "full_name", "publicidentifier"),
)
"""The parts by which a secret's name is recognised, in small letters."""
NOT = "author"
"""A word that contains one of these and names no secret."""
MAX_NAME, MAX_VALUE, MAX_TAG, MAX_KEY = 64, 4096, 8192, 20_000
"""Characters of a name, of a value, of a tag, and of a private key."""
LEAST_KEY, LEAST_TOKEN = 16, 20
"""The fewest characters of a key after its prefix, and of a web token."""
PREFIXES = (
    *(f"gh{kind}_" for kind in "opsur"),
    *("github_pat_", "glpat-", "akia", "asia", "aiza", "ya29.", "sk_live_", "rk_live_", "pk_live_", "sk-"),
    *("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-", "npm_", "pypi-", "hf_", "sg."),
)
"""The beginnings of keys, in small letters."""
AT = ("@", "%40", "&#64;", "&#x40;", "&commat;", "\\u0040", "\\x40")
"""The sign in a mail address, as it may be written."""
_QUOTE = r"\\{0,8}[\"'`]|&quot;|&#34;|&#x22;|&#39;|\\{1,8}u0022|\\{1,8}u0027|\\{1,8}x22|%22|%27"
_IS = r"[:=]|%3[aAdD]|&#61;|&#58;|\\{1,8}u003[aAdD]"
_REST = re.compile(rf"[\w.-]{{0,{MAX_NAME}}}")
_VALUE = re.compile(
    rf"(?P<close>{_QUOTE})?\s{{0,8}}(?P<is>{_IS}|,\s{{0,8}}\\{{0,8}}[\"'](?:value|content|v)\\{{0,8}}[\"']\s{{0,8}}:)\s{{0,8}}"
    rf"(?P<open>{_QUOTE})?"
)
_BARE = re.compile(rf"(?![\[{{])[^&;,\s<>\"'\\)}}]{{1,{MAX_VALUE}}}")
_NAMING = re.compile(
    r"(?:name|id|property|type|itemprop|autocomplete)\s{0,4}=\s{0,4}[\"']?[\w.-]{0,40}\Z", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    rf"\b(?:value|content)\s{{0,8}}=\s{{0,8}}(?:\"([^\"]{{0,{MAX_VALUE}}}+)|'([^']{{0,{MAX_VALUE}}}+)|([^\s\"'<>]{{1,{MAX_VALUE}}}+))",
    re.IGNORECASE,
)
_DOMAIN = re.compile(r"[\w-]{1,63}+(?:\.[\w-]{1,63}+){1,8}")
_PAGE = re.compile(r"[\da-f]{32}")


def found_in(text: str) -> list[Span]:
    """Return the places of all secrets in a text; some may overlap."""
    small = text.replace("İ", "I").lower()
    anchors = _anchors(tuple(anchor for anchor in _LOOKS if anchor in small))
    spans: list[Span] = []
    done = tagged = 0
    for hit in anchors.finditer(small) if anchors else ():
        if hit.start() < done:
            continue
        look = _LOOKS[hit[0]]
        if isinstance(look, re.Pattern):
            match = look.match(small, hit.start())
            found, done = ([], hit.end()) if match is None else ([match.span(look.groups)], match.end())
        else:
            found, done = look(text, hit.start(), hit.end(), done)
        spans += found
        if hit[0] in NAMES and hit.start() >= tagged:
            found, tagged = _in_tag(text, hit.start())
            spans += found
    return spans


@lru_cache(maxsize=64)
def _anchors(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return the pattern of the anchors that a text has; a short pattern is many times as fast as one of all."""
    return re.compile("|".join(map(re.escape, words))) if words else None


def is_secret_name(name: str) -> bool:
    """Return whether a name is one of a secret."""
    small = name.lower()
    return len(name) <= 2 * MAX_NAME and re.fullmatch(r"[\w.-]+", name) is not None and _has_name(small)


def _has_name(small: str) -> bool:
    return any(name in small for name in NAMES if name != "auth") or "auth" in small.replace(NOT, "")


def _named(text: str, start: int, end: int, done: int) -> tuple[list[Span], int]:
    """Find the value beside the name of a secret."""
    after = _end(_REST, text, end)
    name = text[_beginning(text, start, done, "_.-") : after]
    beside = _VALUE.match(text, after) if _has_name(name.lower()) else None
    if beside is None:
        return [], after
    at = beside.end()
    if (quote := beside["open"]) is not None:
        close = text.find(quote, at, at + MAX_VALUE)
        stop = close if close >= 0 else _first_of("<>\n", text, at, MAX_VALUE)
        return [(at, stop)], stop
    bare = _BARE.match(text, at)
    if bare is None or (":" in beside["is"] and not _looks_secret(bare[0])):
        return [], after
    return [bare.span()], bare.end()


def _beginning(text: str, at: int, done: int, signs: str) -> int:
    """Return the start of the letters, digits and signs before a place."""
    first = at
    while first > max(done, at - MAX_NAME) and (text[first - 1].isalnum() or text[first - 1] in signs):
        first -= 1
    return first


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of a match at a place; the place itself if there is none."""
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _first_of(signs: str, text: str, at: int, most: int) -> int:
    """Return the place of the first of some signs, or the end of the text or of that many characters."""
    end = min(len(text), at + most)
    return min((place for sign in signs if (place := text.find(sign, at, end)) >= 0), default=end)


def _looks_secret(value: str) -> bool:
    """Return whether a text after a colon is a secret value rather than a word of a sentence."""
    digits = sum(map(str.isdigit, value))
    return digits >= 5 or (digits > 0 and len(value) >= 8) or len(value) >= 20  # noqa: PLR2004 - lengths of words


def _in_tag(text: str, at: int) -> tuple[list[Span], int]:
    """Return the places of the values in a tag that the attribute around a place names, and the end of the tag."""
    start = text.rfind("<", max(0, at - MAX_TAG), at) if _NAMING.search(text, max(0, at - MAX_NAME), at) else -1
    if start < 0 or text.find(">", start, at) >= 0:
        return [], 0
    end = _first_of("<>", text, at, MAX_TAG)
    return [found.span(found.lastindex or 0) for found in _ATTRIBUTE.finditer(text, start, end)], end


def _mail(text: str, start: int, end: int, done: int) -> tuple[list[Span], int]:
    first = _beginning(text, start, done, "._+-")
    domain = _DOMAIN.match(text, end)
    # Playwright's names of pages occur in the names of a trace's files.
    if first == start or domain is None or (text[first:start] == "page" and _PAGE.match(text, end)):
        return [], end
    return [(first, domain.end())], domain.end()


def _private_key(text: str, _start: int, end: int, _done: int) -> tuple[list[Span], int]:
    start = text.find("-----", end, end + MAX_NAME) + 5
    stop = _end(_KEY, text, start)
    return ([(start, stop)], stop) if start > end and text[start:stop].strip("-") else ([], end)


_KEY = re.compile(rf"[A-Za-z0-9+/=\s\\-]{{0,{MAX_KEY}}}")
_HEADER = re.compile(rf"(?:bearer|basic)\s{{1,4}}([\w.~+/=-]{{8,{MAX_VALUE}}})")
_LOOKS: dict[str, re.Pattern[str] | Callable[[str, int, int, int], tuple[list[Span], int]]] = {
    **dict.fromkeys(NAMES, _named),
    **{prefix: re.compile(rf"(?<![\w-]){re.escape(prefix)}[\w-]{{{LEAST_KEY},{MAX_VALUE}}}") for prefix in PREFIXES},
    **dict.fromkeys(AT, _mail),
    "bearer": _HEADER,
    "basic": _HEADER,
    "eyj": re.compile(rf"(?=[\w.-]{{{LEAST_TOKEN}}})[\w-]{{1,{MAX_VALUE}}}+(?:\.[\w-]{{1,{MAX_VALUE}}}+){{1,2}}"),
    "urn:li:": re.compile(r"urn:li:(?:fsd?_)?(?:member|profile|fs_miniprofile|fsd_profile):([\w-]{1,200})"),
    "linkedin.com/in/": re.compile(r"linkedin\.com/in/([\w%-]{1,200})"),
    "photo of ": re.compile(r"photo of ([^\"'<>\n]{1,200})"),
    "-----begin": _private_key,
    "://": re.compile(r"://[^\s/@:\"'<>]{0,100}+:([^\s/@\"'<>]{1,200}+)@"),
}
"""By anchor, a text in small letters, the pattern of what begins there, whose last group is the secret; or a function,
which returns the places of secrets, and how far it looked."""
