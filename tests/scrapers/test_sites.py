"""Sites: their addresses, and the pages that they offer for a day and choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from unittest.mock import Mock

import pytest
from playwright.sync_api import Page

from scrapers import SITES, Accepted, BadChoice, Givens, Site, Success, _page, has, site_of, text
from scrapers._signs import SuccessSigns
from scrapers.brainbashers_three_in_a_row import SITE as BRAINBASHERS
from scrapers.linkedin_patches import SITE as PATCHES
from scrapers.linkedin_tango import SITE as TANGO
from scrapers.zero import HH1
from scrapers.zero import SITES as ZEROS

DAY = date(2026, 11, 9)
ZERO_HH1, _ = ZEROS


def by_name(name: str) -> Site:
    """Return the site of this name."""
    return next(site for site in SITES if site.NAME == name)


SHOW = "https://www.brainbashers.com/show3inarow.asp"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://www.linkedin.com/games/view/tango/desktop", "linkedin_tango"),
        ("https://www.linkedin.com/games/tango/", "linkedin_tango"),
        ("https://www.linkedin.com/games/", None),
        ("https://www.linkedin.com/games/patches/?skipStartScreen=true", "linkedin_patches"),
        ("https://www.linkedin.com/games/view/pinpoint/desktop", None),
        ("https://www.linkedin.com/games/tangos/", None),
        ("https://linkedin.example/games/tango/", None),
        ("https://a.example/?to=https://www.linkedin.com/games/tango/", None),
        (SHOW, "brainbashers_three_in_a_row"),
        (f"{SHOW}?date=1109&diff=1&size=6", "brainbashers_three_in_a_row"),
        ("https://www.brainbashers.com/3inarow.asp", None),
        ("https://wwwXbrainbashers.com/show3inarow.asp", None),
    ],
)
def test_site_of_an_address(address: str, name: str | None) -> None:
    """An address belongs to one site or none."""
    site = site_of(address)

    assert name == (None if site is None else site.NAME)


def test_every_site_knows_its_own_page() -> None:
    """A site recognises the page that it offers today, and its name and layout names are unique."""
    addresses = {site.NAME: site.address(DAY, {}, signed_in=False) for site in SITES}

    assert list(addresses) == [getattr(site_of(address), "NAME", None) for address in addresses.values()]
    assert len([*SITES]) == len({site.NAME for site in SITES})
    for site in SITES:
        assert len(site.LAYOUTS) == len({layout.NAME for layout in site.LAYOUTS}), f"{site.NAME} has two of one name"
        assert {layout.NAME for layout in site.LAYOUTS} >= {*site.POLICY.min_elapsed, *site.POLICY.notes}


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({}, f"{SHOW}?date=1109&diff=1&size=6"),
        ({"size": "8", "diff": "2"}, f"{SHOW}?date=1109&diff=2&size=8"),
        ({"size": "18"}, f"{SHOW}?date=1109&diff=2&size=18"),
    ],
)
def test_brainbashers_address(choices: dict[str, str], expected: str) -> None:
    """The address has the size, the difficulty, and the date as two-digit month and day."""
    assert expected == BRAINBASHERS.address(DAY, choices, signed_in=False)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"size": "7"}, "size=7 is not available: choose 6, 8, 10, 12, 14 or 18"),
        ({"size": "18", "diff": "1"}, "diff=1 is not available with size=18: choose 2"),
        ({"size": "6&x=1"}, "size=6&x=1 is not available: choose 6, 8, 10, 12, 14 or 18"),
    ],
)
def test_brainbashers_unknown_choices(choices: dict[str, str], sentence: str) -> None:
    """A choice that is not available is an error that lists the available ones."""
    with pytest.raises(BadChoice) as caught:
        BRAINBASHERS.address(DAY, choices, signed_in=False)

    assert sentence == caught.value.message
    assert caught.value.EXIT == 2


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: _page.Choice("6"), "Choice.values must be a tuple or a list, not '6'; is a comma missing?"),
        (lambda: Givens(locked=has(".given")), "Givens.locked must be a tuple or a list, not <function"),  # type: ignore[arg-type]
        (
            lambda: replace(HH1, marks_by=text({"X": 1})),  # type: ignore[arg-type]
            "Cells.marks_by must be a tuple or a list, not <function",
        ),
        (lambda: replace(ZERO_HH1, template="https://0hh1.com/{sze}"), "names {sze}, which is not a choice"),
    ],
)
def test_wrong_declarations(declare: Callable[[], object], message: str) -> None:
    """A declaration that cannot work is refused where it is made, in a sentence that names the field."""
    with pytest.raises((TypeError, ValueError)) as caught:
        declare()

    assert message in str(caught.value)


def test_linkedin_address() -> None:
    """The address is the guest page unless signed in, and only for today."""
    assert TANGO.address(DAY, {}, signed_in=False) == "https://www.linkedin.com/games/view/tango/desktop"
    assert TANGO.address(DAY, {}, signed_in=True) == "https://www.linkedin.com/games/tango/"
    with pytest.raises(BadChoice) as caught:
        TANGO.address(DAY, {"size": "8"}, signed_in=False)

    assert caught.value.message == "size is not a choice of linkedin_tango; it has no choices"


def test_choices_in_the_fragment() -> None:
    """A choice without a parameter in the address is kept in the fragment, and can be read from it."""
    address = ZERO_HH1.address(DAY, {"size": "8"}, signed_in=False)

    assert "https://0hh1.com/#size=8" == address
    assert {"size": "8"} == ZERO_HH1.asked(address)
    assert {} == ZERO_HH1.asked(BRAINBASHERS.address(DAY, {"size": "8"}, signed_in=False))


def test_help_of_choices() -> None:
    """The help lists values, their meanings, the default, and valid combinations."""
    assert BRAINBASHERS.CHOICES == {
        "size": "6, 8, 10, 12, 14 or 18 (18 is the weekly special); 6 by default",
        "diff": "1 or 2 (easy or medium); 1 by default, only 2 with size=18",
        "date": "YYYY-MM-DD, a month YYYY-MM, or a range A..B of dates; today by default",
    }
    assert ZERO_HH1.CHOICES == {"size": "4, 6, 8, 10 or 12; 6 by default"}


def test_success_said_by_a_dialog() -> None:
    """Without a selector, the last dialog says whether the solution is accepted."""
    both = Success(yes="Well done", no="Not yet")

    assert [None, True, False] == [both(Mock(), said).verdict for said in ([], ["Really?", "Well done!"], ["Not yet!"])]


def test_words_that_come_with_the_sign_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that shows its sign and its words between two looks is accepted with its words."""
    shown: list[str] = []

    def now(signs: SuccessSigns, _page: object) -> list[str]:
        shown.append("Well done!")
        return [signs.present]

    monkeypatch.setattr(SuccessSigns, "now", now)
    monkeypatch.setattr(_page, "texts_shown", lambda _page, _selector: shown[:1] or [""])

    answer = Success(present="#solved", words="#solved")(Mock(), [])

    assert Accepted(verdict=True, said="Well done!", signs=("#solved",)) == answer


def test_sign_without_words_is_named(page: Page) -> None:
    """A sign without words is what the page is said to accept the solution by."""
    page.set_content('<div id="solved" style="width: 9px; height: 9px; background: red"></div><p id="cup">You won</p>')
    signs = (Success(present="#solved"), Success(shown="#solved"), Success(shown="#cup"))

    answers = [success(page, []) for success in signs]

    assert [True] * 3 == [answer.verdict for answer in answers]
    assert ["something matches #solved", "div", "You won"] == [answer.said for answer in answers]


STALE = Accepted(verdict=True, said="See results", signs=("See results",))


@pytest.mark.parametrize(
    ("now", "before", "verdict"),
    [
        (STALE, Accepted(None), True),
        (STALE, STALE, None),
        (Accepted(verdict=True, said="See results", signs=("See results", "See results")), STALE, True),
        (Accepted(verdict=True, said="See results", signs=("See results", "Solved in 0:12")), STALE, True),
        (Accepted(verdict=True, said="Well done!"), Accepted(verdict=True, said="Well done!"), None),
        (Accepted(verdict=True, said="Well done!"), Accepted(verdict=False, said="Well done!"), True),
        (Accepted(verdict=False, said="Mistakes"), STALE, False),
        (Accepted(None, "No mistakes"), STALE, None),
    ],
)
def test_signs_that_were_there_before_do_not_count(now: Accepted, before: Accepted, verdict: bool | None) -> None:  # noqa: FBT001
    """A page accepts a solution only with a sign that it did not show before the first input."""
    assert verdict is now.since(before).verdict


def test_brainbashers_words(page: Page) -> None:
    """Only the whole sentence of the page counts, not a text that contains its words."""
    for words, verdict in (
        ("Puzzle Solved [Time = 1:23]", True),
        ("Puzzle Solved", True),
        ("Puzzle Solved!", True),
        ('no "Puzzle Solved" for you', None),
        ("Not yet. Puzzle Solved is shown at the end", None),
        ("Puzzle Solved? No.", None),
        ("No Mistakes Found [Time = 0:10]", None),
        ("Mistakes Found [Time = 0:10]", False),
        ("Puzzle Solved, but Mistakes Found", False),
    ):
        page.set_content(f"<span id=showtext><span>{words}</span><br>&nbsp;</span>")
        assert verdict is BRAINBASHERS.accepted(page, []).verdict, words


def test_linkedin_signs(page: Page) -> None:
    """Only whole sentences count, and visible links to the results of this game."""
    for content, verdict in (
        ("<h2>You’re crushing it!</h2>", True),
        ("<p>Solved in 0:12</p>", True),
        ('<a href="/games/tango/results/">See results</a>', True),
        ('<a href="/games/queens/results/">See results</a>', None),
        ('<a href="/search/results/people">All people</a>', None),
        ('<a style="visibility: hidden" href="/games/tango/results/">See results</a>', None),
        ("<p>Not solved in 3 tries</p>", None),
        ("<p>You’re crushing it? Not yet.</p>", None),
        ("<p>Nobody has solved in 0:12 what takes a minute</p>", None),
        ("<h2>You’re crushing it!</h2><p>There was an issue saving your game</p>", False),
    ):
        page.set_content(content)
        assert verdict is TANGO.accepted(page, []).verdict, content


@pytest.mark.parametrize(
    ("site", "day", "number"),
    [
        (TANGO, date(2026, 7, 13), 644),
        (PATCHES, date(2026, 7, 13), 118),
        (by_name("linkedin_queens"), date(2026, 7, 13), 804),
        (by_name("linkedin_zip"), date(2026, 7, 13), 483),
        (by_name("linkedin_mini_sudoku"), date(2026, 7, 15), 338),
    ],
)
def test_number_of_the_day(site: Site, day: date, number: int) -> None:
    """The number of a day's puzzle follows from the day of the first one; these were seen."""
    assert site.POLICY.first is not None
    assert number == site.POLICY.number(day)
