"""Test the studio's server and editor, without a browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, strategies

from bot.studio.app import MOST_BYTES
from bot.studio.board import BoardRequest, board
from bot.studio.editor import ARROWS
from solvers import KINDS
from tests.studio import Studio, chunks, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SUN_CLASH = {"kind": "tango", "givens": ["111.", "....", "....", "...."]}


def shown(puzzle: dict[str, Any], *events: dict[str, Any] | str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return the board of a puzzle after some events; a text is a key."""
    listed = [{"key": event} if isinstance(event, str) else event for event in events]
    request = {"state": {"puzzle": puzzle}, "events": listed, **more}
    return board(msgspec.convert(request, BoardRequest))


def typed(kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """Return the puzzle that keys enter on an empty board."""
    puzzle: dict[str, Any] = shown({"kind": kind}, *keys)["state"]["puzzle"]
    return puzzle


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """Return a running studio."""
    with running() as studio:
        yield studio


def test_marks_and_signs_are_typed_in_reading_order() -> None:
    """A mark moves the cursor on, and a sign stands on the edge that was crossed."""
    puzzle = typed("tango", ["s", "=", "m", "ArrowDown", "x"])

    assert "10...." == puzzle["givens"][0]
    assert [["R1C1", "R1C2"]] == puzzle["equal"]
    assert [["R1C3", "R2C3"]] == puzzle["opposite"]


@given(
    strategies.sampled_from(sorted(KINDS)),
    strategies.lists(
        strategies.sampled_from(
            [*"0123456789abcqstwx=<~|-./ ", *ARROWS, "Shift+ArrowRight", "Shift+ArrowDown", "Control+ArrowLeft"]
        )
        | strategies.sampled_from(["Enter", "Home", "End", "Backspace", "Delete"]),
        max_size=30,
    ),
)
def test_any_keys_leave_a_board_that_can_be_drawn(kind: str, keys: list[str]) -> None:
    """Whatever is typed, the draft is drawn, and reading it back gives the same."""
    first = shown({"kind": kind}, *keys)
    again = shown(first["state"]["puzzle"])

    assert first["state"]["puzzle"] == again["state"]["puzzle"]
    assert first["board"] == again["board"]


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/other/", {}),
        ("/token/", {"host": "example.org"}),
        ("/token/", {"host": "127.0.0.1:1"}),
        ("/token/", {"origin": "https://example.org"}),
        ("/token/", {"origin": "null"}),
        ("/token/kinds", {"origin": "http://127.0.0.1:1"}),
    ],
)
def test_a_wrong_token_host_or_origin_is_refused(studio: Studio, path: str, headers: dict[str, str]) -> None:
    """Only the printed address is answered, and only for its own page."""
    assert 403 == studio.ask(path, headers=headers, at="").status


def test_the_page_s_own_origin_is_answered(studio: Studio) -> None:
    """The page may ask, under both names of this machine."""
    for host in (f"127.0.0.1:{studio.port}", f"localhost:{studio.port}"):
        assert 204 == studio.ask("alive", headers={"host": host, "origin": f"http://{host}"}).status


def test_a_large_body_is_refused(studio: Studio) -> None:
    """A body is refused by its stated length, or as soon as too much of it has arrived."""
    assert 413 == studio.ask("solve", chunks(MOST_BYTES + 1)).status
    assert 413 == studio.ask("board", chunks(MOST_BYTES + 1)).status
    assert 413 == studio.ask("solve", headers={"content-length": str(MOST_BYTES + 1)}).status


def test_no_script_runs_but_the_studio_s(studio: Studio) -> None:
    """The policy allows no inline script or style, and the page has none."""
    page = studio.ask("")
    policy = page.headers["content-security-policy"]

    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "access-control-allow-origin" not in page.headers
    assert [] == re.findall(r"<script(?! type=\"module\" src=)|<style| style=| on\w+=", page.text)


def test_lines_are_those_of_the_commands(studio: Studio) -> None:
    """A puzzle without a solution names the clues that clash."""
    line = studio.ask("solve", SUN_CLASH).json()

    assert (1, "none") == (line["v"], line["verdict"])
    assert ["R1C1"] in [clue["cells"] for clue in line["error"]["details"]["core"]]
