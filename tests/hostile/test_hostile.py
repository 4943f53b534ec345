"""Hostile pages: pretended success, stray inputs, floods, swapped puzzles, and text that controls a terminal."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin

import msgspec
import pytest
from playwright.sync_api import Page

from bot.daily.history import History
from bot.play.fixture import Fixture
from bot.play.loop import Run
from bot.play.sites import today_of
from bot.record import recorder
from bot.record.recorder import Recorder
from scrapers import SITES, About, Accepted, ReadError, clean, well_formed
from solvers import Grid, SolveError
from tests import FIXTURES
from tests.children import until
from tests.clock import run_until
from tests.command import SharedPlaywright
from tests.conftest import Givens
from tests.hostile import FAMILIES, RESULTS, Stray, attacked, hostile, matrix, serve, strays

DAY = date(2026, 11, 20)
DOES_NOT_FIT = {
    "hidden_signs": {"zero_hh1"},  # Its sign is a class of the board.
    "login_in_mid_round": {"brainbashers_three_in_a_row", "zero_hh1"},  # These have no accounts.
    "login_at_the_last": {"brainbashers_three_in_a_row", "zero_hh1"},
    "challenge_at_the_last": {"brainbashers_three_in_a_row", "zero_hh1"},
    # Their boards state no number to compare.
    "praised_with_another_number": {"brainbashers_three_in_a_row", "linkedin_patches", "zero_hh1"},
    "results_with_another_number": {"brainbashers_three_in_a_row", "linkedin_patches", "zero_hh1"},
}
"""By attack, the sites that cannot be attacked like this."""
NEEDS_HUMAN = {"login_in_mid_round", "login_at_the_last", "challenge_at_the_last"}
"""The attacks that lead to a wall, where only a person can go on."""


def case_of(attack: str, case: str) -> Fixture:
    """Return a case under attack, which serves every address that the attacks lead to."""
    fixture = hostile(attack, case)
    addresses = "/login", "/checkpoint/challenge/1", "/games/crossclimb/results/", RESULTS[fixture.site]
    return msgspec.structs.replace(
        fixture, pages={urljoin(fixture.url, address): "page.html" for address in addresses} | {**fixture.pages}
    )


@pytest.mark.parametrize(("attack", "case"), matrix("accepted"))
def test_false_acceptance(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str, case: str) -> None:
    """A page that only pretends to accept a solution is an error in one sentence, and is left to do."""
    name, site = attack.partition("/")[2], case.partition("/")[0]
    if site in DOES_NOT_FIT.get(name, ()):
        pytest.skip("does not fit the site")

    outcome = attacked(shared_playwright, attack, case_of(attack, case))

    assert outcome.result.accepted is not True, outcome.result.said
    assert outcome.exit_code in ({6} if name in NEEDS_HUMAN else {3, 4, 5}), outcome.error
    assert "\n" not in str(outcome.error)
    with History(tmp_path / "history.sqlite") as history:
        history.note(site, "", DAY, outcome.result.line())
        play = history.get(site, "", DAY)
    assert play is not None
    assert not play.done


SITE_OF = {site.NAME: site for site in SITES}


@pytest.mark.parametrize(("attack", "case"), matrix("proven"))
def test_proven(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Praise counts if the board goes with the only mark that it lacked, or if it states today's number."""
    fixture, site = case_of(attack, case), SITE_OF[case.partition("/")[0]]
    today = site.POLICY.number(today_of(site))
    if attack == "proven/today" and today is not None:
        fixture.replica["snippets"]["number"] = str(today)
    proven = attack != "proven/today" or today is not None

    outcome = attacked(shared_playwright, attack, fixture)

    assert (proven, not proven) == (outcome.result.accepted is True, outcome.exit_code != 0), outcome.error
    if attack == "proven/late_board":
        assert outcome.result.inputs > 0
        assert Grid.parse(outcome.result.board_after).agrees_with(Grid.parse(outcome.result.solution or []))


PLAIN = "brainbashers_three_in_a_row/table_2022_6"


def test_stray_input_is_reported(page: Page) -> None:
    """Without the bot's protection, input outside the board is reported, also from the next page and another origin."""
    case = hostile("clicks/navigates", PLAIN)
    refused = serve(page.context, case)
    page.goto(case.url)
    page.mouse.click(5, 5)  # Before any input to the board nothing is stray.
    x, y = page.evaluate("__cells()")[0]
    page.mouse.click(x, y)
    page.wait_for_url("https://elsewhere.example/")
    page.mouse.click(5, 5)
    page.keyboard.press("Enter")

    until(lambda: page.evaluate("true") and any(stray.type == "keydown" for stray in strays(refused)))
    first = {stray.type for stray in strays(refused) if stray.origin == "https://www.brainbashers.com"}
    assert first <= {"mouseup", "click"}  # The page may go between the press and the release.
    button = [stray for stray in strays(refused) if stray.target == "button#buy-0"]
    assert Stray("mousedown", "button#buy-0", "https://elsewhere.example", "") in button
    assert Stray("keydown", "button#buy-0", "https://elsewhere.example", "Enter") in button


@pytest.mark.parametrize(("attack", "case"), matrix("clicks", FAMILIES, each=4))
def test_clicks(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """At most one input is stray; none reaches another origin, opens a document or sends a form."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.inputs_outside <= 1
    assert outcome.inputs_elsewhere == 0
    assert (0, 0) == (outcome.opened, outcome.sent)
    assert outcome.exit_code in {0, 3, 5, 6}


HARMLESS = {"boards/modal_that_goes", "boards/moves_away"}
"""What does not keep a person from playing either."""


@pytest.mark.parametrize(("attack", "case"), matrix("boards"))
def test_boards(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
    """Two boards are refused, a board that does not answer gets three inputs, and harmless changes are overcome."""
    outcome = attacked(shared_playwright, attack, case)

    assert outcome.inputs_outside <= 1
    if attack in HARMLESS:
        assert (True, 0) == (outcome.result.accepted, outcome.exit_code), outcome.error
        return
    assert outcome.result.accepted is None
    if attack == "boards/copy_after":
        assert (3, 0) == (outcome.exit_code, outcome.result.inputs)
        assert "2 visible elements match" in str(outcome.error)
    else:
        assert 5 == outcome.exit_code
        assert attack != "boards/dead" or outcome.result.inputs <= 3


FLOOD = """<script>
    const fetches = [];
    for (let number = 0; number < 300; number++) {
        console.log("line", number);
        reportError(new Error("error"));
        fetches.push(fetch("/gone?" + "x".repeat(5000) + number));
    }
    Promise.allSettled(fetches).then(() => document.title = "done");
</script>"""


def test_kept_lines_are_bounded(page: Page, tmp_path: Path) -> None:
    """Of a page that floods a few hundred lines are kept, and no address of any length."""
    page.route("https://flood.example/", lambda route: route.fulfill(body=FLOOD, content_type="text/html"))
    page.route("https://flood.example/gone*", lambda route: route.abort())
    page.goto("https://flood.example/")
    run_until(page, "document.title === 'done'")
    first = Recorder(tmp_path).log(page)
    kept = [(tmp_path / name).read_text().splitlines() for name in ("console.jsonl", "requests.jsonl")]

    assert "error" == first
    assert 300 < len(kept[0]) <= 400
    assert 50 < len(kept[1]) <= 100
    assert recorder.MAX_ADDRESS >= max(len(json.loads(line)["at"].rpartition(":")[0]) for line in kept[0])
    assert recorder.MAX_ADDRESS >= max(len(json.loads(line)["url"]) for line in kept[1])


OTHER = {
    "brainbashers_three_in_a_row": "table_2015_6",
    "linkedin_mini_sudoku": "signed_in_poison",
    "linkedin_patches": "signed_in_wrong",
    "linkedin_queens": "guest_begun",
    "linkedin_tango": "guest_hard",
    "linkedin_zip": "signed_in_poison",
    "zero_hh1": "dropped",
}
"""For each site a case with another puzzle of the same size."""
LOADS = {"linkedin_mini_sudoku": [{"mount": True, "append": {".game-board": "{#pad}"}}]}
"""What a page does when it begins again, if it is more than mounting the board."""

HIDES_GIVENS = {"zero_hh1": ReadError.EXIT, "brainbashers_three_in_a_row": SolveError.EXIT}
"""The sites whose board, once somebody has played, no longer shows which marks are givens, and the error that follows.

The squares of BrainBashers never do; its page lists the givens, but these pages do not list those of the other puzzle.
"""


def case_of_swapped(attack: str, case: str) -> tuple[Fixture, list[str]]:
    """Return a case under attack, and the solution of the puzzle that takes the place of its own."""
    fixture = hostile(attack, case)
    other = Fixture.load(FIXTURES / fixture.site / OTHER[fixture.site])
    assert other.solution is not None
    assert other.puzzle != fixture.puzzle
    load = LOADS.get(fixture.site, [{"mount": True}])
    swapped = {"puzzle": other.puzzle, "solution": other.solution, "load": load, "keeps": fixture.site == "zero_hh1"}
    fixture.replica["hostile"]["other"] = swapped
    return fixture, list(other.solution)


def said_when_seen(wait: Callable[..., Accepted]) -> Callable[..., Accepted]:
    """Return the method that waits for the verdict; once it has one, it tells the page so."""

    def waited(run: Run, *arguments: Any) -> Accepted:  # noqa: ANN401 - as they are
        answer = wait(run, *arguments)
        run.task.page.evaluate("dispatchEvent(new Event('seen'))")
        return answer

    return waited


SIGN_ON_BOARD = "zero_hh1"
"""The site whose sign of success is a class of the board, and goes with it."""


@pytest.mark.parametrize(("attack", "case"), matrix("swapped"))
def test_swapped(shared_playwright: SharedPlaywright, monkeypatch: pytest.MonkeyPatch, attack: str, case: str) -> None:
    """The puzzle that is on the board in the end is solved, or the page that never stops changing is an error."""
    fixture, other = case_of_swapped(attack, case)
    if attack == "swapped/once_accepted":
        monkeypatch.setattr(Run, "wait_for_verdict", said_when_seen(Run.wait_for_verdict))

    outcome = attacked(shared_playwright, attack, fixture)

    played = outcome.result
    assert outcome.inputs_outside <= 1
    if attack == "swapped/always":
        assert (5, None) == (outcome.exit_code, played.accepted)
        return
    if outcome.exit_code == HIDES_GIVENS.get(fixture.site):
        assert played.accepted is None
        return
    entered = Grid.parse(played.solution or [])
    shown = Grid.parse(played.board_after)
    agrees = shown.agrees_with(entered) or shown.agrees_with(SITE_OF[fixture.site].POLICY.shown(entered))
    assert entered in [Grid.parse(list(fixture.solution or ())), Grid.parse(other)]
    if attack == "swapped/with_the_last_input":  # This page has no word for either solution.
        assert (5, None) == (outcome.exit_code, played.accepted)
        assert agrees
    elif attack == "swapped/once_accepted":
        assert (0, True) == (outcome.exit_code, played.accepted), outcome.error
        assert (Grid.parse(list(fixture.solution or ())), True) == (entered, agrees)
    elif attack == "swapped/once_solved":  # A board that contradicts what was accepted proves nothing.
        stands = agrees and (fixture.site != SIGN_ON_BOARD or entered == Grid.parse(other))
        assert ((0, True) if stands else (5, None)) == (outcome.exit_code, played.accepted), outcome.error
    else:
        assert (0, True) == (outcome.exit_code, played.accepted), outcome.error
        assert agrees


CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What no output may hold: control characters, marks of direction, invisible ones, lone halves of characters."""


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Tango · nº 7", "Tango · nº 7"),
        ("\x1b]0;owned\x07", r"\x1b]0;owned\x07"),
        ("a\x9b31mb\x00", r"a\x9b31mb\x00"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("one\ntwo\r\n\tthree", "one two   three"),
        ("👨\u200d👩\u200d👧 très\u202fbien !", "👨\u200d👩\u200d👧 très\u202fbien !"),
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    """What controls a terminal is shown; letters of every language stay."""
    assert cleaned == clean(text)
    assert cleaned == clean(cleaned)


def test_entries() -> None:
    """What a page says of its puzzle and its verdict is cleaned and cut where it enters."""
    assert About(title=r"\x1b[2J", date="x" * 499 + "…") == About(title="\x1b[2J", date="x" * 10_000)
    assert Accepted(verdict=True, said=r"\x07") == Accepted(verdict=True, said="\x07")
    assert {"a": ["\ufffd", 1, None, "é😀"]} == well_formed({"a": ["\ud800", 1, None, "é😀"]})


@pytest.mark.parametrize(("attack", "case"), matrix("text", each=2))
def test_text(givens: Givens, attack: str, case: str) -> None:
    """A page with such texts is played or refused, and all that is shown of it is harmless."""
    fixture = hostile(attack, case)
    with patch("bot.play.fixture.Fixture.load", lambda _: fixture), patch("bot.play.runner.serve", serve):
        played = givens("play", FIXTURES / case)
        listed = [
            givens(*command, FIXTURES / case, "--json", "--no-record")
            for command in (("read",), ("daily", "run", "--tries", "1"))
        ]
    shown = [
        givens(*command)
        for command in (
            (
                "daily",
                "history",
            ),
            ("daily", "history", "--json"),
            ("sessions", "list"),
            ("sessions", "show", "last"),
        )
    ]
    shown.append(givens("sessions", "show", "last", "--json"))

    assert {played.returncode} | {done.returncode for done in listed} <= {0, 3, 4, 5, 6}
    assert [0] * len(shown) == [done.returncode for done in shown]
    assert [[]] * 8 == [found(done) for done in (played, *listed, *shown)]
    assert all(isinstance(json.loads(line), dict) for done in listed for line in done.stdout.splitlines())


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return what an output must not hold, each with what is around it."""
    text = done.stdout + done.stderr
    places = [match.start() for match in CONTROLS.finditer(text)] + [at for at in (text.find("Traceback"),) if at >= 0]
    return [text[max(0, at - 40) : at + 40] for at in places]
