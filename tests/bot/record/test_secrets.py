"""Secrets of many kinds are planted in a played page, and none is in what is made to be shared."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from bot.browser.launch import new_context
from bot.daily.history import History
from bot.daily.settings import add
from bot.play.fixture import Fixture, serve
from bot.play.sites import site_chosen, site_named
from bot.record.recorder import Recorder
from bot.record.words import ROOT, code_of, words_of_code
from bot.sessions.store import Session
from tests.conftest import FIXTURES

PRIVATE_KEY = "MIIEpAIBAAKCAQEAvexampleexampleexampleexampleexampleexampleexampleQ"
NAME = "Wilhelmina Privatperson"
STORE = """new Promise((done) => {
    const request = indexedDB.open('store');
    request.onupgradeneeded = () => request.result.createObjectStore('rows', { autoIncrement: true });
    request.onsuccess = () => {
        const all = request.result.transaction('rows', 'readwrite');
        all.objectStore('rows').add(VALUE);
        all.oncomplete = () => { request.result.close(); done(); };
    };
})"""
CREDENTIALS = {
    "cookie": ("document.cookie = 'li_at={}; path=/'", "AQEDATc0ZmI2NzYtY29va2ll"),
    "short cookie": ("document.cookie = 'sid={}; path=/'", "k7xq2p"),
    "cookie without digits": ("document.cookie = 'theme_owner={}; path=/'", "zanzibarquokka"),
    "long cookie without digits": ("document.cookie = 'who={}; path=/'", "lorikeetwombatnumbatquoll"),
    "quoted cookie": ("document.cookie = 'bcookie=\"{}\"; path=/'", "v=2&8f1c2d3e-quoted"),
    "local storage": ("localStorage.setItem('session', '{}')", "storage-8837261-local"),
    "local storage without digits": ("localStorage.setItem('nick', '{}')", "platypusechidna"),
    "JSON in local storage": (
        "localStorage.setItem('auth', JSON.stringify({ user: { key: '{}' } }))",
        "jsonstore-55120-x",
    ),
    "session storage": ("sessionStorage.setItem('t', '{}')", "sessionstore-99128"),
    "authorization header": (
        "fetch('/api', { headers: { authorization: 'Bearer {}' } }).catch(() => 0)",
        "hdr-7fc1b2a90e",
    ),
    "key in a header": ("fetch('/api', { headers: { 'x-api-key': '{}' } }).catch(() => 0)", "hdrkey-1b2a90e7fc"),
    "proof of possession": ("fetch('/api', { headers: { DPoP: '{}' } }).catch(() => 0)", "dpop.proof~77120"),
    "header against forgery": ("fetch('/api', { headers: { 'X-Csrf-Token': '{}' } }).catch(() => 0)", "forgery-61-hdr"),
    "nested JSON in session storage": (
        "sessionStorage.setItem('a', JSON.stringify({ b: [{ c: JSON.stringify({ d: '{}' }) }] }))",
        "nestedstore-40712",
    ),
    "name of the window": ("window.name = '{}'", "windowname-66120"),
    "state of the history": ("history.replaceState({ user: { key: '{}' } }, '')", "historystate-20771"),
    "database": (STORE.replace("VALUE", "{ id: 1, token: '{}' }"), "indexed-31177-db"),
    "bytes in a database": (STORE.replace("VALUE", "new TextEncoder().encode('{}')"), "indexedbytes-88213"),
    "cache": (
        "caches.open('offline').then((all) => all.put('/me', new Response(JSON.stringify({ me: '{}' }))))",
        "cached-answer-51772",
    ),
    "cached text": ("caches.open('v1').then((all) => all.put('/t', new Response('{}')))", "cachedtext-90210"),
}
"""Cookies, stored values and authorizations, and the script that sets them; the page then says each in a text."""
MARKUP = {
    "coded cookie": ["<p>{}</p>", b64encode(b"AQEDATc0ZmI2NzYtY29va2ll").decode(), quote("v=2&8f1c2d3e quoted")],
    "deleted cookie": ["<p>{}</p>", "gone-5521-cookie", "deletedwithoutdigits"],
    "GitHub key": [
        "<p>{}</p>",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsT",
    ],
    "cloud key": ["<p>{}</p>", "AKIAIOSFODNN7EXAMPLE", "AIzaSyA1234567890abcdefghijklmnopqrstu"],
    "chat key": ["<p>{}</p>", "xoxb-1234567890-abcdefABCDEF", "xapp-1-A111-222-b3c4d5e6f7"],
    "payment key": ["<p>{}</p>", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "rk_live_51H8xYzAbCdEfGhIjKl"],
    "private key": ["<pre>-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----</pre>", PRIVATE_KEY],
    "web token": [
        "<p>{}</p>",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlLWhlcmU",
        "eyJhbGciOiJub25lIn0.eyJpZCI6NDJ9.x1y2z3w4v5u6",
    ],
    "signed address": [
        "<a href='https://files.example/a?X-Amz-Signature={}&a=1'>a</a>",
        "9f8e7d6c5b4a39281706",
        "deadbeefcafe0123",
    ],
    "token in an address": [
        "<a href='https://example.org/?a=1&authToken={}&b=2'>a</a>",
        "address-token-41890",
        "Zq8vK2mXw7RtB4nJcY6d",
    ],
    "token in a path": [
        "<a href='https://example.org/reset/{}/now'>a</a>",
        "pathtoken-88x31aa",
        "abcdefghijklmnopqrstuvwxyz",
    ],
    "token in a fragment": ["<a href='https://example.org/#access_token={}'>a</a>", "fragment-31337-token"],
    "address with a password": ["<a href='https://me:{}@example.org/'>a</a>", "hunter2hunter2"],
    "mail": ["<p>{}</p>", "somebody.private@example.org", "other.person+tag@mail.example"],
    "mail with %40": ["<a href='/x?u=somebody.else%40example.org'>{}</a>", "somebody.else%40example.org"],
    "mail as an entity": ["<p>jane&#46;doe&#64;example.org {}</p>", "jane.doe@example.org"],
    "mail link": ["<a href='mailto:{}'>write</a>", "write.me@example.org", "another.writer@example.org"],
    "name in a text": ["<p>Welcome back, {}!</p>", NAME, "王小明", "Ødegård Åse"],
    "name in a German label": ["<button aria-label='Profilbild von {}'></button>", "Hannelore Vertraulich"],
    "name in a French label": ["<img alt='Photo de profil de {}'>", "Élodie Confidentielle"],
    "name in a Japanese label": ["<img alt='{}さんの写真'>", "佐藤花子"],
    "name in a title": ["<p title='Signed in as {}'>x</p>", "Theodora Geheim", "Angemeldet als Zacharias"],
    "name in an option": ["<select><option selected>{}</option></select>", "Optionia Secretan", "Optimus Hiddenman"],
    "member's number": ["<p>urn:li:fsd_profile:{}</p>", "ACoAAB1x2y3zMEMBERNUMBER", "AEMAABzz91kQsEcReT"],
    "member's address": ["<a href='https://www.linkedin.com/in/{}/'>me</a>", "wilhelmina-privatperson-4711"],
    "telephone number": ["<p>{}</p>", "+49 170 1234567", "06 12 34 56 78", "(555) 010-9988"],
    "telephone link": ["<a href='tel:{}'>call</a>", "+15550109988", "+81-3-1234-5678"],
    "bank account": ["<p>{}</p>", "DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"],
    "card number": ["<p>{}</p>", "4111 1111 1111 1111", "5500-0000-0000-0004"],
    "street": ["<address>{}</address>", "Musterstraße 12, 80331 Geheimstadt", "221B Hidden Lane, Secretville"],
    "birthday": ["<p>{}</p>", "1985-03-12", "12. März 1985"],
    "network address": ["<p>{}</p>", "192.168.17.23", "a4:5e:60:b2:1c:9f"],
    "hidden field": [
        "<form><input type='hidden' name='csrf_token' value='{}'></form>",
        "hidden-csrf-value-58231",
        "hiddenwithoutdigits",
    ],
    "unquoted attribute": ["<input name=token value={}>", "unquoted-value-7781"],
    "password": ["<input type='password' value='{}'>", "correct-horse-battery", "Tr0ub4dor&amp;3xyz"],
    "text field": ["<textarea>{}</textarea>", "what I never wanted to send", "a draft for Ottokar"],
    "meta element": ["<meta name='session-id' content='{}'>", "meta-session-value-93417", "metawithoutdigits"],
    "data-api-key": ["<div data-api-key='{}'></div>", "datakey-00417-aa", "datakeywithoutdigits"],
    "data attribute": ["<div data-user='{}'></div>", "Eulalia Dataset"],
    "identifier": ["<div id='session-{}'></div>", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "user-8837261552"],
    "class": ["<div class='u-{}'></div>", "ACoAAB9x8y7zCLASS"],
    "name as a class": ["<div class='{}'></div>", "klassina-vertraulich"],
    "name as an identifier": ["<b id='{}'></b><label for='{}'>x</label>", "identa-geheim"],
    "name for tests": ["<div data-testid='{}'></div>", "testine-member-cell"],
    "name as a role": ["<div role='{}'></div>", "rolanda"],
    "name of an attribute": ["<div data-{}='1'></div>", "attributa-secretan"],
    "name as an element": ["<{}></{}>", "elementine-hidden", "elementina"],
    "JSON in a script": ["<script type='application/json'>{'csrfToken': '{}'}</script>", "ajax:7483927483927483927"],
    "escaped JSON": ["<code>{\\u0022accessToken\\u0022:\\u0022{}\\u0022}</code>", "escaped-token-9910"],
    "JSON with entities": ["<code>{&quot;firstName&quot;:&quot;{}&quot;}</code>", "Quotilde"],
    "comment": ["<!-- user {} -->", "commentator-1190", "built for Commentia Xu"],
    "name in a style": ["<style>.{} { font-family: {}; --a: {} }</style>", "q7x2k9v4m1z8t5", "rowanberry44k2lmn"],
    "name of an element": ["<x-{}></x-{}>", "h4m2k9v7q1z8t5"],
    "style": ["<style>.a::after { content: '{}' } /* {} */</style>", "Stylinda Private", "Fontaine Cssman"],
    "picture's address": ["<img src='https://media.example/{}.jpg?e=1'>", "profile-displayphoto-4491x"],
    "data address": [
        "<img src='data:image/svg+xml;base64,{}'>",
        b64encode(b"<svg><text>Basil Secret</text></svg>").decode(),
    ],
    "frame": ["<iframe srcdoc='<p>{}</p>'></iframe>", "framed-secret-88120", "framed by Framina Inner"],
    "noscript": ["<noscript><img src='https://px.example/?u={}'></noscript>", "pixel-user-3321"],
    "template": ["<template><p>{}</p></template>", "templated-secret-1"],
    "event": ["<button onclick=\"go('{}')\">x</button>", "onclick-secret-77", "clicker-9917-abc"],
    "form body": ["<pre>a=1&session_token={}&b=2</pre>", "body-token-6612", "bodytokenwithoutdigits"],
}
"""The kinds of secrets in the page around the board: where they stand, and their values."""
ON_BOARD = {
    "label of a cell": [
        "cell.setAttribute('aria-label', cell.getAttribute('aria-label') + ', {}')",
        "Leonora Labelled",
    ],
    "value of a cell": [
        "cell.setAttribute('data-x', JSON.stringify({ accessToken: '{}' }))",
        "state-bearing-token-7731",
    ],
    "style of a cell": ["cell.style.backgroundImage = 'url(https://example.org/?sessiontoken={})'", "style-token-5561"],
    "title of a cell": ["cell.title = '{}'", "Titania Celler"],
}
SAID = {
    "console": ["console.log('{}')", "console-secret-5519", "Consolata Printed"],
    "alert": ["alert('{}')", "alerted-secret-6617"],
    "request": ["fetch('/x?token={}').catch(() => 0)", "requested-token-7719"],
    "path of a request": ["fetch('/voyager/{}/me').catch(() => 0)", "requesta-pathwoman", "in-pathina"],
    "host of a request": ["fetch('https://{}.example/').catch(() => 0)", "hostina-secretan"],
    "method of a request": ["fetch('/x', { method: '{}' }).catch(() => 0)", "METHODINA"],
    "request body": ["fetch('/x', { method: 'POST', body: 'password={}' }).catch(() => 0)", "posted-password-8821"],
    "address of the page": ["history.replaceState(history.state, '', '?session={}')", "page-address-2213"],
    "title of the page": ["document.title = '{}'", "Tituba Documented"],
}
POST = "fetch('/x', {{ method: 'POST', {} }}).catch(() => 0)"
SENT = {
    "form": (POST.format("body: new URLSearchParams({ user: 'me', pin: '{}' })"), "formpin-11872"),
    "multipart form": (
        "{ const form = new FormData(); form.append('pin', '{}'); " + POST.format("body: form") + " }",
        "multipartpin-22873",
    ),
    "JSON": (POST.format("body: JSON.stringify({ a: { pin: '{}' } })"), "jsonpin-33874"),
    "query language": (
        POST.format("body: JSON.stringify({ query: 'mutation { in(pin: \"{}\") }' })"),
        "graphpin-44875",
    ),
    "bytes": (POST.format("body: new Uint8Array([10, 14, ...new TextEncoder().encode('{}')])"), "bytespin-55876"),
    "beacon": ("navigator.sendBeacon('/x', '{}')", "beaconpin-66877"),
    "unknown header": (POST.format("headers: { 'X-Custom-Thing': '{}' }"), "customheader-77878"),
    "answer": ("fetch('/answer/json').then((answer) => answer.json())", "answeredjson-10880"),
    "header of an answer": ("fetch('/answer/header').then((answer) => answer.text())", "answeredheader-20881"),
    "script": ("import('/answer/script')", "answeredscript-30882"),
    "cookie of an answer": ("fetch('/answer/cookie').then((answer) => answer.text())", "answeredcookie-40883"),
}
"""What a page sends and receives without saying it."""
PLANTED = {
    name if number == 0 else f"{name} {number + 1}": value
    for kinds in (MARKUP, ON_BOARD, SAID)
    for name, (_, *values) in kinds.items()
    for number, value in enumerate(values)
} | {name: value for group in (CREDENTIALS, SENT) for name, (_, value) in group.items()}
"""All secrets by name."""


def plant(page: Page) -> None:
    """Plant all secrets in an open page."""
    said = "".join(f"<p>{value}</p>" for _, value in CREDENTIALS.values())
    html = said + "".join(markup.replace("{}", value) for markup, *values in MARKUP.values() for value in values)
    gone = "; ".join(
        f"document.cookie = 'gone={value}'; document.cookie = 'gone=; max-age=0'"
        for value in MARKUP["deleted cookie"][1:]
    )
    scripts = [
        *(script.replace("{}", value) for script, value in CREDENTIALS.values()),
        *(f"{{ {script.replace('{}', value)} }}" for script, value in SENT.values()),
        gone,
        *(f"console.log('it is {value}', {{ in: ['{value}'] }})" for _, value in CREDENTIALS.values()),
        *(f"postMessage({{ token: '{value}' }})" for _, value in CREDENTIALS.values()),
        *(f"cell.setAttribute('data-y', '{value}')" for _, value in CREDENTIALS.values()),
        *(
            script.replace("{}", value)
            for kinds in (ON_BOARD, SAID)
            for script, *values in kinds.values()
            for value in values
        ),
    ]
    page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", html)
    page.evaluate(
        """async (scripts) => {
        const cells = [...document.querySelectorAll('[data-cell-idx]')];
        return Promise.all(
            scripts.map((script, number) => {
                const body = script[0] === "{" ? script : `return ${script}`;
                return new Function("cell", body)(cells[number % cells.length]);
            }),
        );
    }""",
        scripts,
    )


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Open the guest Tango with the secrets."""
    context = new_context(chromium)
    fixture = Fixture.load(FIXTURES / "linkedin_tango" / "guest")
    serve(context, fixture)
    answers: dict[str, dict[str, Any]] = {
        "json": {"json": {"inner": [SENT["answer"][1]]}},
        "header": {"body": "", "headers": {"X-Custom-Answer": SENT["header of an answer"][1]}},
        "script": {"body": f"const x = '{SENT['script'][1]}'", "content_type": "text/javascript"},
        "cookie": {"body": "", "headers": {"Set-Cookie2": f"z={SENT['cookie of an answer'][1]}; Path=/"}},
    }
    context.route("**/answer/*", lambda route: route.fulfill(**answers[route.request.url.rpartition("/")[2]]))
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(fixture.url)
    page.locator("#launch-footer-start-button").click()
    page.locator(".lotka-grid").wait_for()
    yield page
    context.close()


def test_words_of_a_site_elsewhere(tmp_path: Path) -> None:
    """What the module of a site names may be shared of its pages, but neither its docstring nor its folder."""
    folder = tmp_path / "peregrine"
    folder.mkdir()
    file = folder / "own.py"
    base = (ROOT / "scrapers" / "websudoku.py").read_text()
    file.write_text(base.replace('"""Web Sudoku', '"""Sasquatch').replace("#puzzle_grid", "#quintessence"))
    named = [words_of_code(*code_of(site)) for site in (site_named("websudoku"), site_chosen(str(file)))]

    assert [[], ["quintessence"]] == [
        [word for word in ("quintessence", "sasquatch", "peregrine") if word in words] for words in named
    ]


@pytest.mark.posix("file modes")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_the_user_reads_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int) -> None:
    """Sessions, the history and the settings are in folders of mode 0700 and files of mode 0600."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path / "data" / "sessions"))
    monkeypatch.setenv("GIVENS_CONFIG", str(tmp_path / "config" / "config.toml"))
    before = os.umask(umask)
    try:
        recorder = Recorder.start("linkedin_tango", "tango")
        recorder.event("read")
        recorder.finish("read", {})
        assert recorder.folder is not None
        Session.load(recorder.folder).keep(kept=True)
        with History(tmp_path / "history" / "history.sqlite"):
            pass
        add(["tango"])
    finally:
        os.umask(before)
    found = [*tmp_path.rglob("*")]

    assert len(found) >= 10
    assert set() == {path.name for path in found if path.stat().st_mode & 0o777 != (0o700 if path.is_dir() else 0o600)}
