"""Buttons that change while they are pressed: at most one input is stray, and nothing is opened or sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.play.fixture import Fixture
from bot.play.judge import press_check
from bot.play.live import press_named
from scrapers import NeedsHuman
from tests.addons.unknown.pages import ADDRESS, played, write_case
from tests.addons.unknown.pages import page as unknown_page
from tests.hostile import ELSEWHERE, attacked, attacks, hostile, serve, strays
from tests.tiers import chosen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    from tests.command import SharedPlaywright
    from tests.hostile import Stray

MOMENT = "pointerover"
"""When a page changes its button: until the pointer goes down, it must be what was looked at."""
DECLARED = ("linkedin_tango/guest_modal", "zero_hh1/size_6", "linkedin_zip/guest")
"""Cases whose modules declare buttons to press."""
QUICK = {"press/replaced"}
OF = "of hostile presses"


def each() -> Sequence[Any]:
    """Return every attack; the quick tier takes some."""
    return chosen(attacks("press"), QUICK)


def check(found: list[Stray]) -> None:
    """Fail if more than one input was stray, or if anything was opened, sent, or pressed on another origin."""
    changed = [stray for stray in found if stray.type == "changed"]
    others = [stray for stray in found if stray.type != "changed"]
    presses = [stray for stray in others if stray.type == "mousedown"]
    clicks = [stray for stray in others if stray.type == "click"]

    assert 1 == len(changed)
    assert [] == [stray for stray in others if stray.type in {"submit", "opened"} or stray.origin == ELSEWHERE]
    assert max(len(presses), len(clicks)) <= 1


@pytest.mark.parametrize("attack", each())
@pytest.mark.parametrize(
    "case", [DECLARED[0], *(pytest.param(case, marks=pytest.mark.long(OF)) for case in DECLARED[1:])]
)
def test_declared_buttons(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """The buttons that a module declares."""
    outcome = attacked(shared_playwright, attack, hostile(attack, case, moment=MOMENT))

    check(outcome.strays)
    assert outcome.exit_code in {0, 3, 5, 6}


@pytest.mark.parametrize("attack", each())
def test_check_control(context: BrowserContext, tmp_path: Path, attack: str) -> None:
    """The control that checks a board."""
    html = "<!doctype html><body><button id=check type=button>Check</button>"
    case = Fixture.load(write_case(tmp_path, html, attack=attack, button="#check", moment=MOMENT))
    refused = serve(context, case)
    page = context.new_page()
    page.goto(case.url)

    press_check(page, "^check$")

    check(strays(refused))


DIALOG = """{board}<div class=over role=dialog><h2>Rules</h2>
    <button id=b type=button onclick="document.querySelector('.over').remove()">Got it</button></div>"""


@pytest.mark.parametrize("attack", each())
def test_what_a_person_names(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str) -> None:
    """A button that a person names by --press."""
    outcome = played(
        shared_playwright, tmp_path, unknown_page(DIALOG), press=["Got it"], attack=attack, button="#b", moment=MOMENT
    )

    check(strays(outcome.elsewhere))
    assert outcome.exit_code in {0, 5, 6}
    assert ADDRESS == outcome.result.url


BUTTON = "<button id=b style='{style}' {does}>Start</button><script>{script}</script>"
CHANGES = {
    "its text": "this.textContent = 'Starting'",
    "its label": "this.ariaLabel = 'Starting'",
    "its content": "this.innerHTML = '<i>…</i><b>Starting</b>'",
    "its size": "this.textContent = 'Please wait, this is starting'",
    "its class": "this.className = 'busy'",
    "its place": "this.style.translate = '8px 0'",
    "disabled": "this.disabled = true",
    "disabled and renamed": "this.disabled = true, this.textContent = 'Starting'",
    "removed": "this.remove()",
    "replaced": "this.outerHTML = '<p>Starting</p>'",
    "hidden": "this.hidden = true",
    "page emptied": "document.body.innerHTML = '<p>Starting</p>'",
    "hash": "location.hash = 'play'",
    "same page": "history.pushState({}, '', '?play')",
    "covered": "document.body.append(Object.assign(new Image(), { style: 'position: fixed; inset: 0' }))",
    "scrolled": "document.body.style.paddingTop = '900px', scrollTo(0, 900)",
}
"""What a button does with itself or its page when it is pressed."""


@pytest.mark.parametrize("event", chosen(["onpointerdown", "onmousedown", "onmouseup", "onclick"], {"onclick"}))
@pytest.mark.parametrize("style", ["width: 90px", pytest.param("", marks=pytest.mark.long("of the same"))])
def test_what_a_press_changes_is_no_reason(page: Page, event: str, style: str) -> None:
    """What a button changes because it is pressed does not count as a change before the press."""
    page.route("**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    for name, change in CHANGES.items():
        page.goto("https://plain.example/")
        html = BUTTON.format(style=style, does="", script=f"b.{event} = () => {{ document.title += 'pressed'; }}")
        page.set_content(html)
        page.evaluate(f"b.addEventListener('{event[2:]}', function () {{ {change} }})")

        pressed = (press_named(page, "Start"), page.title())
        assert ("'Start'", "pressed") == pressed, name


@pytest.mark.parametrize("event", ["pointerdown", "mousedown"])
@pytest.mark.parametrize(
    "name", chosen(["its text", "its label", "its size", "its class", "its place", "its content"], {"its size"})
)
def test_click_arrives_at_a_button_that_has_changed(blank: Page, event: str, name: str) -> None:
    """A button that changes when the pointer goes down still gets the click."""
    blank.set_content(BUTTON.format(style="", does="onclick=\"document.title = 'clicked'\"", script=""))
    blank.evaluate(f"b.addEventListener('{event}', function () {{ {CHANGES[name]} }})")
    press_named(blank, "Start")

    assert "clicked" == blank.title()


@pytest.mark.parametrize("wanted", ["Start", "#b"])
@pytest.mark.parametrize("disabled", ["disabled", "aria-disabled=true", "inert"])
def test_button_that_is_disabled_at_first(blank: Page, wanted: str, disabled: str) -> None:
    """A button is pressed once it is enabled, whatever it said before that."""
    before = "Start" if wanted == "Start" else "Loading"
    enable = f"b.removeAttribute('{disabled.split('=', maxsplit=1)[0]}'), b.textContent = 'Start'"
    does = f"{disabled} onclick=\"document.title += 'pressed'\""
    html = BUTTON.format(style="", does=does, script=f"setTimeout(() => {{ {enable} }}, 400)")
    blank.set_content(html.replace(">Start<", f">{before}<"))

    assert ("'Start'", "pressed") == (press_named(blank, wanted), blank.title())


def test_button_that_stays_disabled(blank: Page) -> None:
    """A button that is never enabled is not pressed, and the message says why."""
    blank.set_content(BUTTON.format(style="", does="disabled", script=""))

    with pytest.raises(NeedsHuman, match="was not pressed at about:blank, because it is disabled"):
        press_named(blank, "Start", 0.5)
