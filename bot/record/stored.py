"""The values that a page keeps in the browser or sends in headers; once known, they are scrubbed everywhere."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from bot.record.secrets import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Named = tuple[str, str]
    """A name, "" if there is none, and a value."""

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
