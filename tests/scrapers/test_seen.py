"""What proves success must be seen by a person: large enough, opaque, in front, not struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapers import SITES
from scrapers._page import Page as Site
from scrapers._signs import SuccessSigns

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRAISE = {
    "linkedin_tango": "<h2>You’re crushing it!</h2>",
    "linkedin_queens": "<p class='games-share-footer'>See results</p>",
    "brainbashers_three_in_a_row": "<p id='showtext'>Puzzle Solved [Time = 0:01]</p>",
    "brainbashers_sudoku": "<p>Puzzle Solved</p>",
    "puzzle_team_binairo": "<div id='ajaxResponse'><p class='succ'>Congratulations!</p></div>",
}
"""What each family says, by one of its sites."""
STYLES = {
    "opacity": "opacity: 0",
    "little opacity": "opacity: 0.1",
    "clip": "position: absolute; clip: rect(0 0 0 0)",
    "clip path": "clip-path: inset(50%)",
    "out of the window": "position: absolute; left: -9999px",
    "above the window": "position: absolute; top: -9999px",
    "struck out": "text-decoration: line-through",
    "no height": "height: 0; overflow: hidden",
    "scaled": "transform: scale(0)",
    "turned away": "transform: rotateY(90deg)",
    "tiny": "font-size: 1px",
    "behind": "position: relative; z-index: -1",
}
SHEET = '<div style="position: fixed; inset: 0; background: #fff"></div>'
PLAIN = "<style>body { background: #fff; color: #222 }</style>"


def site(name: str) -> Site:
    """Return a declared site."""
    found = next(each for each in SITES if each.NAME == name)
    assert isinstance(found, Site)
    return found


@pytest.mark.parametrize("name", PRAISE)
def test_praise_that_is_seen_counts(blank: Page, name: str) -> None:
    """What a page of the family says is a sign, also if the page must be scrolled to it."""
    said = site(name)
    blank.set_content(f"{PLAIN}{PRAISE[name]}")
    near = said.accepted(blank, []).verdict
    blank.set_content(f"{PLAIN}<div style='height: 3000px'></div>{PRAISE[name]}")
    far = said.accepted(blank, []).verdict

    assert (True, True) == (near, far)
    assert 0 == blank.evaluate("scrollY")


@pytest.mark.parametrize("name", PRAISE)
def test_praise_that_nobody_sees_does_not_count(blank: Page, name: str) -> None:
    """Hidden in any of many ways, the same is no sign."""
    seen = []
    for style, rule in STYLES.items():
        cover = SHEET if style == "behind" else ""
        blank.set_content(f"{PLAIN}<div style='{rule}'>{PRAISE[name]}</div>{cover}")
        if site(name).accepted(blank, []).verdict:
            seen.append(style)

    assert [] == seen


def test_present_may_be_invisible(blank: Page) -> None:
    """A declared state of the page, such as a class, counts even if it is not drawn."""
    blank.set_content("<div id='grid' class='completed' style='display: none'></div>")

    assert ["#grid.completed"] == SuccessSigns(present="#grid.completed").now(blank)


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<p style='color: oklch(0.3 0.1 200)'>Solved</p>", True),
        ("<p style='background: #123; color: #fff'>Solved</p>", True),
        ("<p style='background: linear-gradient(#123, #312); color: #fff'>Solved</p>", True),
        ("<p><b>Sol</b>ved</p>", True),
        ("<p style='pointer-events: none'>Solved</p>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0'></div>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0; background: #fff; opacity: 0'></div>", True),
        ("<p>Solved</p><canvas style='position: fixed; inset: 0; pointer-events: none'></canvas>", True),
        ("<p>Solved</p><div style='position: fixed; inset: 0; background: #fff'></div>", False),
        ("<div><template shadowrootmode=open><p>Solved</p></template></div>", True),
        ("<svg width=200 height=50><text y=30>Solved</text></svg>", True),
    ],
)
def test_what_is_painted_decides(blank: Page, html: str, *, seen: bool) -> None:
    """A line is seen if nothing that is painted lies over it."""
    blank.set_content(f"{PLAIN}{html}")

    assert seen == (SuccessSigns(lines=(("^solved$",),)).now(blank) == ["Solved"])
