"""Wild pages: they are what they should be, and `--guess` reads, solves and enters them, or refuses them untouched."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.play.runner import Runner
from tests.wild import DEVELOPMENT, edges, person, strangers
from tests.wild.pages import HOME, wild
from tests.wild.play import Outcome, play, setup

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Dialog

    from tests.command import SharedPlaywright
    from tests.wild.pages import Wild

SMALL = (3, 31)
"""Two pages whose solution takes few inputs."""
OF = "of wild pages"


@pytest.mark.parametrize(
    "seed", [pytest.param(at, marks=[] if at in SMALL else pytest.mark.long(OF)) for at in DEVELOPMENT]
)
def test_page_accepts_its_solution_alone(context: BrowserContext, seed: int) -> None:
    """A person who enters the solution sees the page accept it with the last mark, and not before."""
    made = wild(seed)
    page = context.new_page()
    signs: list[str] = []

    def hear(dialog: Dialog) -> None:
        signs.append(dialog.message)
        dialog.accept()

    page.on("dialog", hear)
    page.route("**/*", lambda route: route.fulfill(body=made.html, content_type="text/html; charset=utf-8"))
    page.goto(f"{HOME}{seed}")
    person.enter(page, made, all_but=1)
    before = person.accepted(page, signs)
    person.enter(page, made)
    after = person.wait_until_accepted(page, signs)

    assert (False, True) == (before, after)
    assert [event for event in person.log(page) if event[1].startswith("cell ")]


def test_solution_is_not_in_the_page() -> None:
    """Neither the markup nor the script of a page holds its solution in a form that can be searched for."""
    found = [seed for seed in SMALL if says_solution(wild(seed))]

    assert [] == found


def says_solution(made: Wild) -> bool:
    """Return whether a page holds the rows of its solution."""
    marks = [str(made.puzzle.goal.get(cell, ".")) for cell in made.puzzle.cells]
    return any(between.join(marks) in made.html for between in ("", ",", ", ", '","'))


def test_equal_seeds_give_equal_pages() -> None:
    """A page depends on its seed alone, and another seed gives another page."""
    pages = [wild(seed).html for seed in (*SMALL, *SMALL)]

    assert pages[:2] == pages[2:]
    assert pages[0] != pages[1]


@pytest.mark.long(OF)
def test_pages_differ_in_everything() -> None:
    """Among the pages of development each choice that a page makes is made in more than one way."""
    made = [wild(seed) for seed in DEVELOPMENT]
    fixed = [
        field.name
        for field in fields(made[0].choices)
        if len({repr(getattr(page.choices, field.name)) for page in made}) < 2
    ]

    assert [] == fixed


# --- played by looks alone ------------------------------------------------------------------------------------------

PLAYED = 31
"""A page that the quick tier plays."""
CROSSES, MISTAKES = 90, 130
"""Queens whose givens are crosses alone; mistakes that are shown."""
REFUSED = frozenset({"calendar"})
"""Of the pages that are no puzzle, what the quick tier opens."""
ENDS: dict[str, tuple[str, str]] = {
    "canvas": ("refused", "drawn on a canvas"),
    "scrolled": ("refused", "is covered by something else"),
    "scaled": ("accepted", ""),
    "other_origin": ("refused", "in a frame of another site"),
    "changes": ("refused", ""),
    "large": ("accepted", ""),
    "moves_on": ("stopped", "is gone"),
    "punishes": ("stopped", "a counter falls"),
    "takes_back": ("stopped", "takes back the mark of"),
    "two_boards": ("refused", "2 boards in frames"),
    "restless": ("accepted", ""),
    "elements": ("refused", "has more than"),
}
"""How the pages at the edge end: the verdict, and a part of the sentence."""


def of_quick(names: Any, quick: Any) -> list[Any]:  # noqa: ANN401 - seeds or names
    """Return parameters, of which the quick tier takes some."""
    return [pytest.param(name, marks=[] if name in quick else pytest.mark.long(OF)) for name in names]


def guessed(playwright: SharedPlaywright, case: Path) -> Outcome:
    """Play a page by looks alone."""
    with Runner(setup(), lambda _: None, cast("Any", playwright)) as run:
        return play(run, case)


@pytest.mark.parametrize("seed", of_quick([PLAYED, CROSSES, MISTAKES, *range(0, 60, 6)], {PLAYED}))
def test_wild_page_is_played_or_left_alone(shared_playwright: SharedPlaywright, tmp_path: Path, seed: int) -> None:
    """No page is entered against a wrong reading, and none that is refused is touched."""
    outcome = guessed(shared_playwright, wild(seed).write(tmp_path))

    assert outcome.verdict not in {"wrong", "bug"}, outcome.sentence
    assert outcome.verdict != "refused" or outcome.inputs == 0
    assert seed not in {PLAYED, CROSSES, MISTAKES} or outcome.verdict == "accepted", outcome.sentence


@pytest.mark.parametrize("name", of_quick(strangers.STRANGERS, REFUSED))
def test_stranger_is_never_touched(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page that is no puzzle of ours is refused in a sentence, and no input reaches anything on it."""
    outcome = guessed(shared_playwright, strangers.write(tmp_path, name))

    assert outcome.verdict == "refused"
    assert outcome.sentence
    assert (0, 0) == (outcome.inputs, outcome.presses(cells=False))


@pytest.mark.parametrize("name", of_quick(ENDS, {"canvas"}))
def test_page_at_the_edge_ends_in_a_sentence(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A page at the edge is played, or ends in a sentence that says why not."""
    outcome = guessed(shared_playwright, edges.write(tmp_path, name))
    verdict, words = ENDS[name]

    assert verdict == outcome.verdict, outcome.sentence
    assert words in outcome.sentence
    assert outcome.inputs == 1 or name not in {"punishes", "takes_back"}
