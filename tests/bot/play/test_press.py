"""Buttons that change while they are pressed: at most one input is stray, and nothing is opened or sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.play.fixture import Fixture
from bot.play.judge import press_check
from bot.play.live import press_named
from scrapers import NeedsHuman
from tests.addons.unknown.pages import write_case
from tests.hostile import ELSEWHERE, attacked, attacks, hostile, serve, strays
from tests.tiers import chosen, first

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.command import SharedPlaywright
    from tests.hostile import Stray

MOMENT = "pointerover"
"""When a page changes its button: until the pointer goes down, it must be what was looked at."""
DECLARED = ("linkedin_tango/guest_modal", "zero_hh1/size_6", "linkedin_zip/guest")
"""Cases whose modules declare buttons to press."""
ATTACKS = chosen(attacks("press"), {"press/replaced"})


def check(found: list[Stray]) -> None:
    """Fail if more than one input was stray, or if anything was opened, sent, or pressed on another origin."""
    changed = [stray for stray in found if stray.type == "changed"]
    others = [stray for stray in found if stray.type != "changed"]
    presses = [stray for stray in others if stray.type == "mousedown"]
    clicks = [stray for stray in others if stray.type == "click"]

    assert 1 == len(changed)
    assert [] == [stray for stray in others if stray.type in {"submit", "opened"} or stray.origin == ELSEWHERE]
    assert max(len(presses), len(clicks)) <= 1


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("case", first(DECLARED))
def test_declared_buttons(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """The buttons that a module declares."""
    outcome = attacked(shared_playwright, attack, hostile(attack, case, moment=MOMENT))

    check(outcome.strays)
    assert outcome.exit_code in {0, 3, 5, 6}


@pytest.mark.parametrize("attack", ATTACKS)
def test_check_control(page: Page, tmp_path: Path, attack: str) -> None:
    """The control that checks a board."""
    html = "<!doctype html><body><button id=check type=button>Check</button>"
    case = Fixture.load(write_case(tmp_path, html, attack=attack, button="#check", moment=MOMENT))
    refused = serve(page.context, case)
    page.goto(case.url)

    press_check(page, "^check$")

    check(strays(refused))


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
@pytest.mark.parametrize("style", first(["width: 90px", ""]))
def test_what_a_press_changes_is_no_reason(page: Page, event: str, style: str) -> None:
    """What a button changes because it is pressed does not count as a change before the press."""
    page.route("**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto("https://plain.example/")
    for name, change in CHANGES.items():
        page.evaluate("history.replaceState({}, '', '/')")
        html = BUTTON.format(style=style, does="", script=f"b.{event} = () => {{ document.title += 'pressed'; }}")
        page.set_content(html)
        page.evaluate(f"b.addEventListener('{event[2:]}', function () {{ {change} }})")

        pressed = (press_named(page, "Start"), page.title())
        assert ("'Start'", "pressed") == pressed, name


@pytest.mark.parametrize("event", ["pointerdown", "mousedown"])
@pytest.mark.parametrize(
    "name", chosen(["its text", "its label", "its size", "its class", "its place", "its content"], {"its size"})
)
def test_click_arrives_at_a_button_that_has_changed(page: Page, event: str, name: str) -> None:
    """A button that changes when the pointer goes down still gets the click."""
    page.set_content(BUTTON.format(style="", does="onclick=\"document.title = 'clicked'\"", script=""))
    page.evaluate(f"b.addEventListener('{event}', function () {{ {CHANGES[name]} }})")
    press_named(page, "Start")

    assert "clicked" == page.title()


@pytest.mark.parametrize("wanted", ["Start", "#b"])
@pytest.mark.parametrize("disabled", ["disabled", "aria-disabled=true", "inert"])
def test_button_that_is_disabled_at_first(page: Page, wanted: str, disabled: str) -> None:
    """A button is pressed once it is enabled, whatever it said before that."""
    before = "Start" if wanted == "Start" else "Loading"
    enable = f"b.removeAttribute('{disabled.split('=', maxsplit=1)[0]}'), b.textContent = 'Start'"
    does = f"{disabled} onclick=\"document.title += 'pressed'\""
    html = BUTTON.format(style="", does=does, script=f"setTimeout(() => {{ {enable} }}, 400)")
    page.set_content(html.replace(">Start<", f">{before}<"))

    assert ("'Start'", "pressed") == (press_named(page, wanted), page.title())


def test_button_that_stays_disabled(page: Page) -> None:
    """A button that is never enabled is not pressed, and the message says why."""
    page.set_content(BUTTON.format(style="", does="disabled", script=""))

    with pytest.raises(NeedsHuman, match="was not pressed at about:blank, because it is disabled"):
        press_named(page, "Start", 0.5)
