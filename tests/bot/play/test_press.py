"""Buttons that change while they are pressed cost at most one stray input; entering in the order of the explanation."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bot.errors import UsageError
from bot.play.fixture import Fixture
from bot.play.judge import press_check
from bot.play.live import press_named
from bot.play.loop import play
from bot.play.options import Options
from bot.play.result import TargetResult
from bot.record.recorder import Recorder
from scrapers import NeedsHuman
from solvers import Cell, Step, explain
from tests.addons.unknown.pages import write_case
from tests.cases import opened
from tests.children import until
from tests.command import SharedPlaywright
from tests.hostile import ELSEWHERE, Stray, attacked, attacks, hostile, serve, strays
from tests.tiers import chosen, first

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
    until(lambda: page.evaluate("true") and strays(refused))

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


def test_button_that_moves_in(page: Page) -> None:
    """A button is pressed once it stands still: before, its page may not listen yet."""
    moves = "b.style.transform = `translateY(${at -= 5}px)`, at || (b.onclick = () => { document.title = 'started' })"
    page.set_content(BUTTON.format(style="", does="", script=f"let at = 100; setInterval(() => at && ({moves}), 10)"))
    press_named(page, "Start")

    assert "started" == page.title()


@pytest.mark.parametrize("wanted", first(["Start", "#b"]))
@pytest.mark.parametrize("disabled", first(["disabled", "aria-disabled=true", "inert"]))
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


CARDS = """<div style="height: 0; overflow: hidden"><button>Easy 1</button></div>
<button>▶ Start Puzzle</button><button>Restart</button><svg style="cursor: pointer"></svg>
<div style="cursor: pointer"><b>4×4</b><p>Standard</p></div>
<div style="cursor: pointer"><p>apps</p><b>14×4</b><p>Timed</p></div>
<table style="cursor: pointer"><tr><td>Easy</td><td>Hard or expert</td></table><button>🖼️<p>Words</p></button>"""


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("start puzzle", "'▶ Start Puzzle'"),
        ("Start", ""),
        ("4×4", "'4×4'"),
        ("Easy 1", ""),
        ("4×4 Standard", "'4×4 Standard'"),
        ("easy", "'Easy'"),
        ("Hard", ""),
        ("14×4", "'14×4'"),
        ("words", "'🖼️ Words'"),
        ("time", ""),
        ("▶", ""),
        ("#start", ""),
    ],
)
def test_part_of_a_name(page: Page, wanted: str, name: str) -> None:
    """Signs and further lines may be left out where one visible name has the rest; no words of a line."""
    page.set_content(CARDS)
    if name:
        assert name == press_named(page, wanted, 0.5)
        return

    with pytest.raises(UsageError, match="nothing visible"):
        press_named(page, wanted, 0.5)


class Heard(Recorder):
    """Records inputs and printed words in one list."""

    def __init__(self) -> None:
        """Record in memory only."""
        super().__init__(None)
        self.events: list[str | Cell] = []

    def event(self, name: str, **data: Any) -> None:  # noqa: ANN401 - any JSON value
        """Record the cells of an input."""
        if name == "input":
            self.events += map(Cell.parse, data["leaves"])


def watched(page: Page, named: str) -> tuple[TargetResult, Heard, list[Step]]:
    """Play a fixture for a spectator; return the result, the words and inputs, and the steps of its puzzle."""
    opened(page, named)
    heard = Heard()
    played = play(page, options=Options(say=heard.events.append), recorder=heard)
    puzzle = played.load_puzzle()
    assert puzzle is not None
    return played, heard, list(explain(puzzle))


@pytest.mark.parametrize(
    "named",
    first(
        [
            "brainbashers_three_in_a_row/table_2022_6",
            "zero_hh1/size_4",
            "linkedin_tango/guest",
            "linkedin_mini_sudoku/guest",
        ]
    ),
)
def test_steps_are_entered_in_order(page: Page, named: str) -> None:
    """Each step is printed, and then only its cells are entered."""
    played, heard, steps = watched(page, named)
    parts = [(is_words, list(part)) for is_words, part in groupby(heard.events, lambda entry: isinstance(entry, str))]
    said = [words for is_words, part in parts for words in part if is_words]
    entered = [set(part) for is_words, part in parts if not is_words]

    assert (True, 0) == (played.accepted, played.repaired)
    assert [step.words for step in steps] == said
    assert [set(step.sets) for step in steps] == entered


def test_without_steps(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no steps are found in time, this is printed once, and the page is still played."""
    monkeypatch.setattr("bot.play.entering.EXPLAIN_TIMEOUT", 1e-6)

    played, heard, _ = watched(page, "brainbashers_three_in_a_row/table_2022_6")

    (said,) = [words for words in heard.events if isinstance(words, str)]
    assert played.accepted
    assert "entering in the page's own order, because no steps were found: gave up" in str(said)
