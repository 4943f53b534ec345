"""Test the studio's server and editor, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies

from bot.addons.studio import command
from bot.addons.studio.app import MOST_BYTES
from bot.addons.studio.board import BoardRequest, board
from bot.addons.studio.editor import ARROWS
from bot.addons.studio.listing import listed
from solvers import KINDS, GivensError, dump, load
from tests import typist
from tests.addons.studio.page import Studio
from tests.bot.sessions.test_report import TANGO, made
from tests.conftest import Givens
from tests.solvers.test_kinds import LINES, of_families
from tests.solvers.test_unknown_clues import BOARDS

PUZZLES = {line["puzzle"]["kind"]: line["puzzle"] for line in LINES.values()}
"""A puzzle of each kind."""


def shown(puzzle: dict[str, Any], *events: dict[str, Any] | str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """Return the board of a puzzle after some events; a text is a key."""
    listed = [{"key": event} if isinstance(event, str) else event for event in events]
    request = {"state": {"puzzle": puzzle}, "events": listed, **more}
    return board(msgspec.convert(request, BoardRequest))


def typed(kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """Return the puzzle that keys enter on an empty board."""
    puzzle: dict[str, Any] = shown({"kind": kind}, *keys)["state"]["puzzle"]
    return puzzle


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
        | strategies.sampled_from(["Backspace", "Delete"]),
        max_size=30,
    ),
)
def test_any_keys_leave_a_board_that_can_be_drawn(kind: str, keys: list[str]) -> None:
    """Whatever is typed, the draft is drawn, and reading it back gives the same."""
    first = shown({"kind": kind}, *keys)
    again = shown(first["state"]["puzzle"])

    assert first["state"]["puzzle"] == again["state"]["puzzle"]
    assert first["board"] == again["board"]


@pytest.mark.parametrize("path", ["solve", "board", "today/choose"])
def test_a_large_body_is_refused(studio: Studio, path: str) -> None:
    """A body may have a million bytes, whether its length is stated or it comes in chunks."""
    bodies = [b" " * (MOST_BYTES + 1), iter([b" " * 1000] * 1001), iter([b" " * 1000] * 1000)]

    answers = [studio.ask(path, body) for body in bodies]

    assert [True, True, False] == [answer.status == 413 for answer in answers]
    assert "a request has at most 1,000,000 bytes" == answers[0].json()["error"]["message"]


def test_no_script_runs_but_the_studio_s(studio: Studio) -> None:
    """The policy allows no inline script or style, and the page has none."""
    page = studio.ask("")
    policy = page.headers["content-security-policy"]

    assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "access-control-allow-origin" not in page.headers
    assert [] == re.findall(r"<script(?! type=\"module\" src=)|<style| style=| on\w+=", page.text)


@pytest.mark.parametrize("kind", of_families(5))
def test_every_kind_can_be_entered_by_keys(kind: str) -> None:
    """A board of each kind is typed, and is the puzzle of its file."""
    puzzle = dump(load(PUZZLES[kind]))

    board = shown({"kind": kind}, *typist.events(puzzle))

    assert puzzle == dump(load(board["state"]["puzzle"]))
    assert board["problem"] is None


@pytest.mark.parametrize("name", BOARDS)
def test_numbers_that_are_not_told_are_typed(name: str) -> None:
    """A `?` is typed like a number, in cells, on rims and in clues, and opened again."""
    puzzle = dump(load(BOARDS[name][0]))

    board = shown({"kind": puzzle["kind"]}, *typist.events(puzzle))

    assert puzzle == dump(load(board["state"]["puzzle"]))
    assert "?" in json.dumps(board["state"]["puzzle"])


def test_strokes_paint_regions_and_cages_and_draw_thermometers() -> None:
    """The pointer paints what it passes, and a stroke that begins in a region goes on with it."""
    down, move = ({"phase": phase} for phase in ("down", "move"))
    strokes = [down | {"point": [0.5, 0.5]}, move | {"point": [1.5, 0.5]}, move | {"point": [1.5, 1.5]}]

    regions = shown({"kind": "queens"}, *strokes)["state"]["puzzle"]["regions"]
    again = shown({"kind": "queens", "regions": regions}, *(event | {"point": [1.5, 1.5]} for event in strokes[:1]))
    drawn = shown({"kind": "thermometers"}, *strokes)["state"]["puzzle"]["thermometers"]

    assert ["AA......", ".A......"] == regions[:2]
    assert regions == again["state"]["puzzle"]["regions"]
    assert [["R1C1", "R1C2", "R2C2"]] == drawn


def test_the_pointer_sets_signs_near_edges_and_changes_marks() -> None:
    """A click on a cell moves there, another one changes its mark; with a sign's tool it is set on the nearest edge."""
    click = {"point": [2.5, 1.5]}

    marks = [shown({"kind": "tango"}, *[click] * count)["state"]["puzzle"]["givens"][1] for count in (1, 2, 3, 4)]
    odd = shown({"kind": "tango", "givens": ["....", "..7.", "....", "...."]}, click, click)["state"]["puzzle"]
    sign = shown({"kind": "tango"}, {"tool": "opposite"}, {"point": [0.9, 0.5]})["state"]["puzzle"]

    assert ["......", "..1...", "..0...", "......"] == marks
    assert "..1." == odd["givens"][1]
    assert [["R1C1", "R1C2"]] == sign["opposite"]


@pytest.mark.parametrize(
    ("puzzle", "message", "box"),
    [
        ({"kind": "sudoku", "box": [2, 2], "givens": [".5..", "....", "....", "...."]}, "R1C2 holds 5", [68, 24]),
        ({"kind": "nonogram", "rows": [[1], [9]], "columns": [[1], [1]]}, "row 2: runs of 9", [0, 86]),
        ({"kind": "queens", "regions": ["AB", "BA"]}, "R2C2 is cut off", [68, 64]),
        ({"kind": "kakuro", "blocks": ["..", ".."], "rows": [[], []], "columns": [[], []]}, "row 1: no sum", [0, 64]),
    ],
)
def test_what_is_malformed_is_said_at_its_cell(puzzle: dict[str, Any], message: str, box: list[int]) -> None:
    """A draft that is no puzzle is drawn all the same, with the places that are wrong."""
    problem = shown(puzzle)["problem"]

    assert message in problem["message"]
    assert box in [[x, y] for x, y, *_ in problem["boxes"]]


def test_unfinished_kakuro_has_its_sums_in_black_cells() -> None:
    """The sums that are there stand before their runs, so that the board does not change its form with the last one."""
    draft = {"kind": "kakuro", "blocks": ["..b", "...", "b.."], "rows": [[3], [6], []], "columns": [[4], [], []]}

    drawn = [shown(puzzle)["board"] for puzzle in (draft, {"kind": "kakuro"})]

    assert ["3", "4", "6"] == sorted(re.findall('class="givens-sum"[^>]*>(\\d+)<', drawn[0]["svg"]))
    assert drawn[0]["corner"] == drawn[1]["corner"]


def test_sums_are_typed_in_black_cells() -> None:
    """Digits in a black cell are the sum across, or with the tool of columns the sum down; Backspace removes it."""
    there = {"point": [1.5, 1.5]}
    keys: list[dict[str, Any]] = [there, {"key": "b"}, there, {"key": "1"}, {"key": "2"}]
    down: list[dict[str, Any]] = [{"tool": "columns"}, there, {"key": "9"}]
    blank = {"kind": "kakuro", "blocks": ["....", "....", "....", "...."], "rows": [[]] * 4, "columns": [[]] * 4}

    across, both = shown(blank, *keys), shown(blank, *keys, *down)
    erased = shown(blank, *keys, {"tool": "rows"}, {"key": "Backspace"})

    assert [[], [12], [], []] == across["state"]["puzzle"]["rows"]
    assert ([[], [12], [], []], [[], [9], [], []]) == tuple(
        both["state"]["puzzle"][name] for name in ("rows", "columns")
    )
    assert "R2C2: b, 12 across, 9 down" == both["words"]
    assert [[], [0], [], []] == erased["state"]["puzzle"]["rows"]


@pytest.mark.parametrize("seconds", ["nan", "0", "-1", "-inf", "soon"])
def test_time_limits_that_are_none_are_refused(studio: Studio, seconds: str) -> None:
    """A time limit must be a positive number, and other options what they can be."""
    answers = [studio.ask(path, {}) for path in (f"solve?timeout={seconds}", "solve?limit=x", "booklet?per-page=5")]

    assert [400] * 3 == [answer.status for answer in answers]
    assert all("the request has another form" in answer.text for answer in answers)


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("solve", b"kind: tango\n1...\n....\n....\n....", "several solutions"),
        ("solve", b"nonsense", "a drawn puzzle begins with"),
        ("booklet", b"", "puzzle 1 is empty"),
        ("booklet", json.dumps({"kind": "tango", "givens": ["...."] * 4}).encode(), "several solutions"),
        ("generate?kind=tango&size=7", b"", "rows"),
        ("generate?kind=tanga", b"", "did you mean tango"),
        ("hint", b"{}", "puzzle"),
    ],
)
def test_bad_requests_are_answered_in_a_sentence(studio: Studio, path: str, body: bytes, words: str) -> None:
    """What a command would refuse, the server refuses with the same words."""
    answer = studio.ask(path, body)

    assert 200 == answer.status
    assert words in answer.text


def test_sessions_are_listed_shown_and_played(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session's words are text, whatever they are; one that is gone is said in a sentence."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    folder = made(tmp_path, about={"title": "<img src=x onerror=alert(1)>"}).folder

    brief = listed()
    page = studio.ask(f"sessions/{folder.name}/player").text
    gone = studio.ask("sessions/nothing/player")

    assert [folder.name] == [session["id"] for session in brief]
    assert "<img" not in page
    assert "&lt;img src=x" in page
    assert (404, True) == (gone.status, "nothing" in gone.text)


def test_a_port_in_use_is_an_error_only_if_it_was_asked_for(givens: Givens, studio: Studio) -> None:
    """The error says what to type."""
    result = givens("studio", "--no-open", "--port", str(studio.port))

    assert 7 == result.returncode
    assert f"port {studio.port} cannot be used" in result.stderr


def test_script_and_style_stay_small() -> None:
    """All of it, report included, has at most 2,000 lines, of a normal length, in CSS with one declaration each."""
    files = [
        file
        for package, folder in (("bot.addons.studio", "static"), ("bot.sessions", "templates"))
        for file in (resources.files(package) / folder).iterdir()
    ]
    lines = {
        suffix: [line for file in files if file.name.endswith(suffix) for line in file.read_text().splitlines()]
        for suffix in (".js", ".css")
    }

    assert len(lines[".js"]) + len(lines[".css"]) <= 2000
    assert max(map(len, lines[".js"])) <= 140
    assert [] == [line for line in lines[".css"] if re.search(r"[;{]\s*\S", line)]


def test_links_of_others_are_opened_and_written(studio: Studio) -> None:
    """An address of puzz.link is a puzzle as any other, and a puzzle has an address there."""
    address = "https://puzz.link/p?sudoku/4/4/g2j1h1j3g"

    line = studio.ask("solve", address.encode()).json()
    written = studio.ask("export", line["puzzle"]).json()

    assert ("sudoku", "one") == (line["puzzle"]["kind"], line["verdict"])
    assert address == written["address"]


def test_what_is_opened(tmp_path: Path) -> None:
    """A file is a puzzle, wherever it is; a name that no file can have may be a game ID, or is an error."""
    with pytest.raises(GivensError, match="no site has such a name"):
        command._fragment("x" * 300, {})
    (tmp_path / "puzzle.json").write_text(json.dumps(TANGO["puzzle"]))

    assert command._fragment(str(tmp_path / "puzzle.json"), {}).startswith("#puzzle=%7B%22kind%22")
