"""What may be shared of a page: the names that the readers of its site name, and no others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.play.targets import guessing
from bot.record.share import Share
from scrapers import SITES
from tests.snapshots import site_named

if TYPE_CHECKING:
    from tests.snapshots import Boards

ADDRESS = "https://www.linkedin.com/games/tango/"
SHARE = Share(SITES.named("linkedin_tango"), ADDRESS)
AROUND = """<x-anna-schmidt class="anna-schmidt launch-footer" id="u-anna" for="anna" data-testid="anna-cell"
 role="anna" type="schmidt" data-anna-schmidt="1" d-491701234567="4" aria-anna="true" colspan="anna" width="anna"
 lang="an-na" style="--anna: 1" part="anna" name="anna" value="anna" aria-valuetext="anna 49170" is="anna">
<anna></anna><schmidt-anna></schmidt-anna><svg viewbox="49 170 12 345"><path d="M49 17 01 23 45"/></svg>
<label for="u-anna">Anna</label></x-anna-schmidt>"""


def test_names_around_the_board() -> None:
    """Of the names around the board only those in the selectors of the readers stay; others become letters, alike."""
    shared = SHARE.page(AROUND)
    ids = [part.partition('"')[0] for key in (' id="', '<label for="') for part in shared.split(key)[1:2]]

    assert [] == [secret for secret in ("anna", "schmidt", "49170", "4917", "170") if secret in shared.casefold()]
    assert "launch-footer" in shared
    assert ids[0] == ids[1]
    assert "<svg " in shared


def test_elements_stay() -> None:
    """The elements of HTML keep their names, so that the structure of a page can be seen."""
    html = "<nav></nav><table><caption></caption><tbody><tr><td></td></tr></tbody></table><h2></h2><dialog></dialog>"

    assert html in SHARE.page(html)


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("https://www.linkedin.com/games/view/tango/desktop?size=6&x=1#me", "/games/view/tango/desktop"),
        ("https://www.linkedin.com/in/anna-schmidt-4711/", "/x/x/"),
        ("https://www.linkedin.com/voyager/api/anna-schmidt", "/x/x/x"),
        ("https://www.linkedin.com/games/tango/anna", "/games/tango/x"),
        ("https://www.linkedin.com/games/tango-anna/4711", "/games/tango-x/x"),
        ("https://www.linkedin.com/~anna/@anna/%41nna/.anna", "/~x/@x/x/.x"),
        ("https://www.linkedin.com/mark/may/rose", "/x/x/x"),
    ],
)
def test_paths(address: str, shared: str) -> None:
    """The parts of a path stay that a site module names."""
    found = SHARE.address(address)

    assert found.startswith("https://www.linkedin.com/")
    assert shared == "/".join(
        part[: part.rindex("x") + 1] if part.rpartition("x")[2].isdigit() else part
        for part in found.removeprefix("https://www.linkedin.com").split("/")
    )


@pytest.mark.parametrize(
    "address", ["https://anna.schmidt.example/a", "https://anna:pw@schmidt.example/", "anna:schmidt", "/in/anna"]
)
def test_other_addresses(address: str) -> None:
    """Neither the host of another site nor a scheme that a page has made up stays."""
    shared = SHARE.address(address)

    assert shared
    assert [] == [secret for secret in ("anna", "schmidt", "pw") if secret in shared]


def test_address_of_an_unknown_page() -> None:
    """No module names a part of the path of an unknown page, whose own pattern fits any address."""
    share = Share(guessing(""), "https://puzzles.example/u/anna/7")

    assert "https://puzzles.example/x0/x1/x2" == share.address("https://puzzles.example/u/anna/7?id=anna")


@pytest.mark.parametrize("value", ["Annabell", "anna", "12345678"])
def test_choices(value: str) -> None:
    """The choices of a site stay in an address if they are numbers or words of its readers."""
    share = Share(SITES.named("brainbashers_tents"), "https://www.brainbashers.com/showtents.asp")
    address = "https://www.brainbashers.com/showtents.asp?size=8&diff=Easy"

    assert address == share.address(address)
    assert address == share.address(f"{address}&date={value}")


def test_page_whose_board_is_any_element(boards: Boards) -> None:
    """Where a script alone is read, no name of the element that stands for the board is shared."""
    board = boards["puzzlemadness_giant_sudoku/fresh"]
    html = board.html.replace("<h1", '<h1 class="anna-schmidt"', 1)
    share = Share(site_named(board.url), board.url, replace(board, html=html))

    assert html != board.html
    assert share.lost is None
    assert share.board is not None
    assert "anna-schmidt" not in share.board.html


def test_capture_that_lacks_something(boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """A capture without what its readers need, here a script's data of an unknown form, says what names it."""
    monkeypatch.setattr("bot.record.share._DATA", re.compile("-"))
    board = boards["zero_hn0/size_5"]
    share = Share(site_named(board.url), board.url, board)

    assert share.unread is None
    assert share.lost is not None
    assert share.lost.message.startswith("the page can be read, but not its capture, which lacks what no selector")
