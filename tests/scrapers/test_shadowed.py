"""Pages whose forms and documents hide their own properties behind the names of fields."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from scrapers import _world, unshadowed
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.tiers import first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.command import SharedPlaywright

PROPERTIES = _world._PROPERTIES.split()
SCRIPTS = {
    "scrapers": [
        "_reading/measure.js",
        "_deed.js",
        "_dom.js",
        "_pressable.js",
        "_seen.js",
        "_signs.js",
    ],
    "scrapers ": ["_entrance.py", "_linkedin.py", "_puzzle_team/layout.py"],
    "bot.addons.unknown": ["fields.js", "guess/look.js", "start/cells.js"],
    "bot.play": ["shield.js", "live.py", "press.py", "targets.py"],
    "bot.addons.coach": ["panel.js"],
}
OTHERS = {
    *("after", "all", "click", "length", "name", "open", "target", "title", "ELEMENT_NODE", "TEXT_NODE"),
    *("tagName", "append", "close", "normalize"),
}
"""Names that are also those of values which are no elements, where scripts use them."""
NAMES = [
    *PROPERTIES,
    *("nodeName", "firstElementChild", "lastElementChild", "nextSibling", "nextElementSibling", "childElementCount"),
    *(
        "parent",
        "elements",
        "length",
        "action",
        "method",
        "name",
        "id",
        "submit",
        "reset",
        "getRootNode",
        "isConnected",
    ),
    *("compareDocumentPosition", "contains", "cloneNode", "offsetWidth", "offsetParent", "shadowRoot", "toString"),
    *("constructor", "prototype", "__proto__", "hasOwnProperty", "valueOf", "insertBefore", "removeChild"),
]
FIELDS = "".join(f"<input type=hidden name='{name}' form=f>" for name in NAMES)
IMAGES = "".join(f"<img name='{name}' style='display: none'>" for name in NAMES)
EMBEDDED = "".join(f"<form name='{name}' style='display: none'></form>" for name in NAMES)


def test_every_property_is_reached_by_a_symbol(page: Page) -> None:
    """Whatever scripts use of elements, forms and documents is on the list."""
    types = "[EventTarget, Node, Element, HTMLElement, HTMLFormElement, Document, DocumentFragment, ShadowRoot]"
    known = set(page.evaluate(f"() => {types}.flatMap((type) => Object.getOwnPropertyNames(type.prototype))"))
    used = {
        name
        for package, names in SCRIPTS.items()
        for script in names
        for name in re.findall(
            r"(?<=[\w)\]?])\.(\w+)\b", files(package.strip()).joinpath(script).read_text(encoding="utf-8")
        )
        if name in known
    }

    assert set() == used - {*PROPERTIES} - OTHERS


def test_properties_of_a_form(page: Page) -> None:
    """A form and a document whose names are taken answer as if they were not."""
    page.set_content(f"<div id=outer><form id=f>{FIELDS}<b>1</b></form></div>{IMAGES}{EMBEDDED}")
    script = """() => {
        const form = Document.prototype.getElementById.call(document, "outer").firstChild;
        const found = [form.parentNode.id, form.localName, form.matches("form"), form.querySelectorAll("b").length];
        form.style.color = "red";
        return [...found, form.children.length > 9, form.type ?? null, form.getAttribute("style"), ({ id: 3 }).id,
            document.body.localName, document.querySelectorAll("b").length, form.contains(document.body)];
    }"""

    found = page.evaluate(unshadowed(script))

    assert ["outer", "form", True, 1, True, None, "color: red;", 3, "body", 1, False] == found


@pytest.mark.parametrize(
    "around",
    first(
        [
            f"<form id=f method=dialog><table><tr><td>{{board}}{FIELDS}</td></tr></table></form>{IMAGES}",
            f"<form id=f method=dialog><div>{{board}}</div>{FIELDS}</form>",
            f"<form id=f method=dialog></form>{{board}}{FIELDS}",
            f"{IMAGES}{{board}}",
            f"{EMBEDDED}{{board}}",
        ]
    ),
)
def test_board_is_read_and_entered(shared_playwright: SharedPlaywright, tmp_path: Path, around: str) -> None:
    """Names that hide properties make no board unreadable."""
    outcome = played(shared_playwright, tmp_path, unknown_page(around))

    assert (0, True) == (outcome.exit_code, outcome.result.entered), outcome.message
