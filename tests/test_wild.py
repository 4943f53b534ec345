"""Wild pages: they are what they should be, and `--guess` reads, solves and enters them, or refuses them untouched."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from tests.wild import DEVELOPMENT, person
from tests.wild.pages import HOME, wild

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Dialog

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
