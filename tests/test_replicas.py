"""The fixtures themselves: each is served without a network, can be played with a mouse, and behaves as described."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from bot.errors import UsageError
from bot.play.fixture import VERSION, Fixture, fixtures, serve
from scrapers import clock_of
from tests.cases import CASES
from tests.tiers import first, sampled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Frame, Page

FOLDER = Path(__file__).parent.parent / "fixtures"
COMMON = {
    "v": 1,
    "url": "https://a.example/x?y#z",
    "scripts": True,
    "expect": "accepted",
    "made": "2026-11-21",
    "how": "So.",
    "evidence": {"grade": "g", "date": "d", "what": "w"},
}
PLAYED = [case.folder for case in CASES.values() if case.expect == "accepted"]
SHOWN = "JSON.stringify(__shown) === JSON.stringify(__board)"
EMBEDDED_SOLUTION = {
    "linkedin_tango": """JSON.parse(document.querySelector("#rehydrate-data").text && __como_rehydration__[0].slice(2))
      .lotkaGamePuzzle.solution.map(mark => ({LotkaCellValue_ZERO: "1", LotkaCellValue_ONE: "0"})[mark])""",
    "linkedin_mini_sudoku": """JSON.parse(document.querySelector("code[id^=bpr-guid]").textContent)
      .included[0].gamePuzzle.miniSudokuGamePuzzle.solution.map(String)""",
}
"""For each site, the script that returns the solution embedded in a signed-in page: a mark for each cell."""
ENTRANCE = [
    "button:text-is('Reject')",
    "#launch-footer-start-button",
    "a[href*=skipStartScreen]",
    ".artdeco-modal__dismiss",
]


def name(case: Path) -> str:
    """Return the name of a case for the test's report."""
    return f"{case.parent.name}/{case.name}"


@dataclass
class Opened:
    """A fixture that is open in its own page."""

    fixture: Fixture
    page: Page

    @property
    def frame(self) -> Frame:
        """The frame in which the engine runs."""
        return next(frame for frame in self.page.frames if frame.evaluate("'__cells' in window"))

    def enter(self) -> Frame:
        """Dismiss start screen, banner and modal, and return the frame of the board."""
        for _ in range(200):
            for frame in self.page.frames:
                if (
                    frame.evaluate("'__cells' in window && __cells().length > 0 && __cells().every(Boolean)")
                    and frame.locator(ENTRANCE[-1]).count() == 0
                ):
                    return frame
                for selector in ENTRANCE:
                    if frame.locator(selector).count():
                        frame.locator(selector).first.click()
                        break
            clock_of(self.page).pause(20)
        pytest.fail(f"{self.fixture.name} shows no board")

    def places(self, frame: Frame) -> list[list[float]]:
        """Return the middle of every cell in page coordinates."""
        cells: list[list[float]] = frame.evaluate("__cells()")
        if frame.parent_frame is None:
            return cells
        box = frame.frame_element().bounding_box()
        assert box is not None
        return [[x + box["x"], y + box["y"]] for x, y in cells]

    def click(self, frame: Frame, index: int, times: int = 1) -> None:
        """Click one cell with the mouse."""
        place = self.places(frame)[index]
        for _ in range(times):
            self.page.mouse.click(*place)

    def play(self, frame: Frame) -> None:
        """Enter the solution round by round, like a player who knows it."""
        assert self.fixture.solution
        answer = [int(mark) for mark in "".join(self.fixture.solution)]
        cycle = self.fixture.replica["input"]["cycle"]
        for _ in range(12):
            while not frame.evaluate(SHOWN):
                clock_of(self.page).pause(20)
            marks, places = frame.evaluate("__shown"), self.places(frame)
            if marks == answer:
                return
            for mark, wanted, place in zip(marks, answer, places, strict=True):
                for _ in range((cycle.index(wanted) - cycle.index(mark)) % len(cycle)):
                    self.page.mouse.click(*place)


@pytest.fixture
def opened(page: Page) -> Callable[[Path | str], Opened]:
    """Open a case in place of the one before."""

    def open_case(case: Path | str) -> Opened:
        fixture = Fixture.load(FOLDER / case)
        page.context.unroute_all()
        serve(page.context, fixture)
        page.goto(fixture.url)
        return Opened(fixture, page)

    return open_case


# --- folders --------------------------------------------------------------------------------------------------------


def test_cases_are_complete() -> None:
    """A case loads, states its purpose, and has the files that it names."""
    for name, case in CASES.items():
        assert case.evidence.keys() == {"grade", "date", "what"}, name
        assert case.how.endswith("."), name
        assert case.expect == "accepted" or set(case.expect) == {"family", "kind"}, name
        assert all(map(case.document, {case.url, *case.pages} - {*case.redirects})), name
        assert (case.layout is not None and case.solution is not None) or case.expect != "accepted", name


def test_case_extends_its_base(tmp_path: Path) -> None:
    """Objects are merged key by key, other values are replaced, and files of the case come first."""
    base, case = tmp_path / "_base", tmp_path / "case"
    base.mkdir()
    case.mkdir()
    base.joinpath("fixture.json").write_text(json.dumps(COMMON | {"replica": {"a": {"b": 1, "c": [1, 2]}}}))
    base.joinpath("page.html").write_text("base")
    base.joinpath("other.html").write_text("base")
    case.joinpath("fixture.json").write_text(
        json.dumps(
            {
                "v": 1,
                "extends": "../_base",
                "expect": {"family": "ReadError", "kind": "ReadError"},
                "replica": {"a": {"c": [3]}},
            }
        )
    )
    case.joinpath("page.html").write_text("case")

    fixture = Fixture.load(case)

    assert dict(fixture.replica) == {"a": {"b": 1, "c": [3]}}
    assert fixture.expect == {"family": "ReadError", "kind": "ReadError"}
    assert fixture.document("https://a.example/x?y") == case.resolve() / "page.html"
    assert fixture.document("https://a.example/other.html") == base.resolve() / "other.html"
    assert fixture.document("https://a.example/x") is None
    assert fixture.document("https://a.example/fixture.json") is None
    assert fixture.document("https://a.example/%2e%2e/case/page.html") is None
    assert [case] == fixtures(tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "there is no file"),
        ('{"v": 1,\n', "line 2"),
        ("[]", "must be an object, not a list"),
        ("{}", "`v` is missing"),
        (json.dumps({"v": VERSION + 1}), f"version {VERSION + 1}"),
        ('{"v": 1}', "`url` is missing"),
        ('{"v": 1, "extends": "../nowhere"}', "nowhere"),
        ('{"v": 1, "extends": 7}', "`extends` must be text or null, not a whole number"),
        (json.dumps(COMMON | {"pages": {"https://a.example/": 1}}), "`pages[...]` must be text, not a whole number"),
        (json.dumps(COMMON | {"evidence": []}), "`evidence` must be an object, not a list"),
        (json.dumps(COMMON | {"evidence": "\ud800"}), r"a text contains '\ud800', which is half of a character"),
    ],
)
def test_broken_case(tmp_path: Path, text: str | None, says: str) -> None:
    """The message names the file, the key and what was expected."""
    if text is not None:
        (tmp_path / "fixture.json").write_text(text)

    with pytest.raises(UsageError, match=re.escape(says)) as caught:
        Fixture.load(tmp_path)

    assert "fixture.json" in str(caught.value)


# --- playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    first(
        [
            "linkedin_tango/signed_in",
            "brainbashers_three_in_a_row/table_2015_6",
            "linkedin_tango/guest",
            "brainbashers_three_in_a_row/image_2025_6",
        ],
        quick=2,
    ),
)
def test_clicks_follow_the_cycle(opened: Callable[[str], Opened], case: str) -> None:
    """A free cell becomes blank, 1, 0 and blank again; a given never changes; clicks on both are logged."""
    replica = opened(case)
    frame = replica.enter()
    marks = frame.evaluate("__board")
    free, given = marks.index(None), next(index for index, mark in enumerate(marks) if mark is not None)
    seen = []
    for _ in range(3):
        replica.click(frame, free)
        seen.append(frame.evaluate("__shown")[free])
    replica.click(frame, given)

    assert seen == [1, 0, None]
    assert marks == frame.evaluate("__board")
    assert {free, given} == {
        event["index"] for event in frame.evaluate("__log") if event["type"] == "mouseup" and event["index"] is not None
    }


def test_patches_are_drawn_and_removed(opened: Callable[[str], Opened]) -> None:
    """A drag draws a rectangle over one clue and blank cells; the keyboard removes it and draws it again."""
    replica = opened("linkedin_patches/guest_5x5")
    frame = replica.enter()
    shown = []

    def drag(first: int, last: int, button: Literal["left", "right"] = "left") -> None:
        replica.page.mouse.move(*replica.places(frame)[first])
        replica.page.mouse.down(button=button)
        replica.page.mouse.move(*replica.places(frame)[last])
        replica.page.mouse.up(button=button)
        shown.append("".join(str(mark or ".") for mark in frame.evaluate("__shown")))

    def press(*keys: str) -> None:
        for key in keys:
            replica.page.keyboard.press(key)
        shown.append("".join(str(mark or ".") for mark in frame.evaluate("__shown")))

    drag(0, 24)  # Every clue.
    drag(5, 6)  # None.
    drag(3, 4, "right")
    drag(4, 3)
    drag(3, 8)  # What is drawn.
    frame.locator("[data-testid=patches-game-board]").focus()
    press("ArrowRight", "Backspace")  # Not on the board yet.
    press("Enter", *["ArrowRight"] * 9, "Backspace", "ArrowUp")
    press("ArrowLeft", "Enter", "ArrowRight", "Enter", "Escape", "Backspace")

    drawn, blank = "...11" + "." * 20, "." * 25
    assert [blank, blank, blank, drawn, drawn, drawn, blank, drawn] == shown


def test_brainbashers_checks_the_board(opened: Callable[[str], Opened]) -> None:
    """The check button distinguishes correct so far from wrong, and neither is "Puzzle Solved"."""
    replica = opened("brainbashers_three_in_a_row/table_2022_6")
    frame = replica.enter()
    assert replica.fixture.solution
    index = frame.evaluate("__board").index(None)
    right = 1 if "".join(replica.fixture.solution)[index] == "1" else 2
    check = "#puzzleContainer a:has(img[alt='Check'])"
    said = []
    replica.page.click(check)
    said.append(replica.page.inner_text("#showtext .sgreen"))
    replica.click(frame, index, 3 - right)
    said.append(replica.page.inner_text("#showtext").strip())
    replica.page.click(check)
    said.append(replica.page.inner_text("#showtext .sred"))
    replica.play(frame)
    said.append(replica.page.inner_text("#showtext .sgreen"))

    assert [words.partition(" [")[0] for words in said] == [
        "No Mistakes Found",
        "November 20 - Easy 6 x 6",
        "Mistakes Found",
        "Puzzle Solved",
    ]


# --- likeness -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    sampled(
        [
            f"{case.parent.name}/{case.name}"
            for case in PLAYED
            if case.name.startswith("signed_in") and case.parent.name in EMBEDDED_SOLUTION
        ],
        of=8,
    ),
)
def test_embedded_solution_is_false(opened: Callable[[str], Opened], case: str) -> None:
    """Signed-in pages embed a solution like the real ones, but a wrong one."""
    replica = opened(case)
    embedded = replica.frame.evaluate(EMBEDDED_SOLUTION[case.partition("/")[0]])
    givens = "".join((replica.fixture.puzzle or {})["givens"])

    assert [mark != "." for mark in givens] == [
        ours == theirs for ours, theirs in zip("".join(replica.fixture.solution or ()), embedded, strict=True)
    ]


def test_embedded_queens_are_false(opened: Callable[[str], Opened]) -> None:
    """A signed-in page embeds the right number of queens, all in wrong cells."""
    replica = opened("linkedin_queens/signed_in_poison")
    embedded = replica.page.evaluate("JSON.parse(__como_rehydration__[0].slice(2)).queensGamePuzzle.solution")
    solution = replica.fixture.solution or ()

    assert ["0"] * len(solution) == [solution[queen["row"]][queen["col"]] for queen in embedded]


def test_embedded_patches_are_false(opened: Callable[[str], Opened]) -> None:
    """No patch embedded in a signed-in page belongs to the solution."""
    replica = opened("linkedin_patches/signed_in_poison")
    embedded = replica.page.evaluate("JSON.parse(__como_rehydration__[0].slice(2)).patchesGamePuzzle.solution")
    answer = "".join(replica.fixture.solution or ())
    patches = [[at for at, mark in enumerate(answer) if mark == own] for own in set(answer)]

    assert len(embedded) > 0
    assert not any(patch["cellIdxes"] in patches for patch in embedded)
