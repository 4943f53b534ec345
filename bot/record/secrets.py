"""Secrets: what looks like one in a text, and the values that a page stores or sends in headers.

Each place where a name or a beginning of a secret stands is looked at once, and so is each character around it, up to a
bound. Names are found in addresses, forms, headers, JSON and markup, in their plain and in their escaped forms. A value
that is known once is scrubbed everywhere.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Span = tuple[int, int]
    Named = tuple[str, str]
    """A name, "" if there is none, and a value."""

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
MAX_VALUES = 500
"""How many stored values, and how many authorizations, are noted."""
TOKEN = 16
"""Characters of a value in a structure that is noted even without a digit."""
STORED = """async () => {
    const found = [];
    const plain = (key, value) => ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
    const note = (name, value) => {
        const text = typeof value === "string" ? value : JSON.stringify(value, plain);
        if (text && found.length < 500) found.push([String(name).slice(0, 200), text.slice(0, 20000)]);
    };
    const attempt = async (read) => { try { await read(); } catch { /* The page may not use it. */ } };
    const asked = (request) => new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = request.onblocked = fail;
    });
    for (const store of ["localStorage", "sessionStorage"]) {
        await attempt(() => {
            for (const key of Object.keys(window[store]).slice(0, 200)) note(key, window[store].getItem(key));
        });
    }
    await attempt(() => note("window.name", window.name));
    await attempt(() => note("history.state", history.state));
    const databases = async () => {
        for (const { name } of (await indexedDB.databases()).slice(0, 20)) {
            const database = await asked(indexedDB.open(name));
            for (const table of [...database.objectStoreNames].slice(0, 20)) {
                const store = database.transaction(table).objectStore(table);
                for (const value of await asked(store.getAll(null, 50))) note(table, value);
            }
            database.close();
        }
    };
    const cached = async () => {
        for (const name of (await caches.keys()).slice(0, 20)) {
            const cache = await caches.open(name);
            for (const request of (await cache.keys()).slice(0, 50)) {
                note(name, await (await cache.match(request)).text());
            }
        }
    };
    const slow = Promise.all([attempt(databases), attempt(cached)]);
    await Promise.race([slow, new Promise((done) => setTimeout(done, 500))]);
    return found;
}"""
"""Returns the names and values that a page has stored; a store that takes over half a second is left out."""
SENT = frozenset({"authorization", "proxy-authorization", "dpop", "dpop-nonce", "sec-websocket-protocol"})
"""Headers with secret values whose names do not say so."""
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"')
_PARTS = re.compile(r'[\s,;"]+')


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


def stored_values(answer: object) -> Iterator[Named]:
    """Yield the names and values in the answer of `STORED`, which may be anything; a value may be JSON."""
    for pair in answer if isinstance(answer, list) else []:
        if not (isinstance(pair, list) and [*map(type, pair)] == [str, str]):
            continue
        name, text = pair
        yield name, text
        if text[:1] in {"{", "[", '"'}:
            yield from _leaves(text)


def header_values(headers: Mapping[str, str]) -> Iterator[Named]:
    """Yield the values in the headers that hold cookies, authorizations and tokens."""
    for name, value in headers.items():
        if name.lower() in {"cookie", "set-cookie", "set-cookie2"}:
            pairs = (
                value.split(";") if name.lower() == "cookie" else [line.partition(";")[0] for line in value.split("\n")]
            )
            yield from ((key.strip(), text.strip()) for key, _, text in (pair.partition("=") for pair in pairs))
        elif name.lower() in SENT or is_secret_name(name):
            yield name, value
            for part in _PARTS.split(value):
                text = part.partition("=")[2].strip('="') if re.match(r"\w+=[^=]", part) else part
                if _is_token(text):
                    yield "", text


def _leaves(text: str) -> Iterator[Named]:
    """Yield the texts in a JSON value, also in one that was cut off."""
    try:
        waiting: list[tuple[str, object]] = [("", json.loads(text))]
    except (ValueError, RecursionError):
        waiting = [("", leaf) for leaf in _QUOTED.findall(text)]
    while waiting:
        name, item = waiting.pop()
        if isinstance(item, str):
            if _is_token(item) or is_secret_name(name):
                yield name, item
            if item[:1] in {"{", "[", '"'} and len(item) < len(text):
                yield from _leaves(item)
        elif isinstance(item, dict):
            waiting += item.items()
        elif isinstance(item, list):
            waiting += [(name, inner) for inner in item]


def _is_token(text: str) -> bool:
    """Return whether a text in a structure may be a secret, rather than a word or a number."""
    return len(text) >= TOKEN or (any(map(str.isdigit, text)) and not text.isdigit())
