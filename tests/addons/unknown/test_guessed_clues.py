"""Clues that are read by what they look like: puzzles drawn as plain squares, without a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.addons.unknown.guess.find import find, seen_of
from bot.addons.unknown.guess.hypotheses import guess
from bot.addons.unknown.guess.layout import Learned
from bot.addons.unknown.guess.looks import Looks
from bot.addons.unknown.guess.site import guessing
from scrapers._site import Snapshot
from solvers import KINDS, Cell, dump, generate, load
from tests.tiers import spread

SIDE = 40
SKYSCRAPERS = {
    "kind": "skyscrapers",
    "givens": ["...."] * 4,
    "left": [3, 4, None, None],
    "right": [None] * 4,
    "top": [None] * 4,
    "bottom": [None, 2, None, None],
}
FUTOSHIKI = {
    "kind": "futoshiki",
    "givens": ["....", ".3..", "...4", "..2."],
    "less": [["R1C1", "R1C2"], ["R1C2", "R1C3"]],
    "greater": [],
}
DOTS = ["11-12", "12-13", "12-22", "21-31", "22-23", "22-32", "23-33", "24-34", "32-33", "33-43", "42-43", "43-44"]
LATIN = ["1234", "2143", "3412", "4321"]
SIGNS_ALONE = {
    "kind": "futoshiki",
    "givens": ["...."] * 4,
    "less": [
        sorted((f"R{row + 1}C{col + 1}", other), key=lambda name: LATIN[int(name[1]) - 1][int(name[3]) - 1])
        for row, col in product(range(4), range(4))
        for other in (f"R{row + 1}C{col + 2}", f"R{row + 2}C{col + 1}")
        if other[1] < "5" and other[3] < "5"
    ],
}
RENZOKU = {
    "kind": "renzoku",
    "givens": [".2..", "....", "....", "...."],
    "consecutive": [[f"R{place[0]}C{place[1]}" for place in dot.split("-")] for dot in DOTS],
}
JIGSAW = {
    "kind": "jigsaw_sudoku",
    "regions": ["AABBB", "AABBC", "ADCCC", "DDDDC", "EEEEE"],
    "givens": ["1....", "...1.", "..2..", "..4.5", "....."],
}
GREATER = {
    "kind": "sudoku",
    "box": [2, 2],
    "givens": ["1...", "...2", "2...", "...."],
    "thermometers": [["R1C3", "R1C4"], ["R2C1", "R2C2"], ["R2C3", "R3C3"], ["R4C4", "R4C3"], ["R4C2", "R4C1"]],
}
LIGHT_UP = {"kind": "light_up", "blocks": ["..1...", ".....2", ".2....", ".b..1.", "......", "...1.."]}
LOOP = {"kind": "slitherlink", "numbers": [".1..", "02.2", ".3.1", ".22."]}
ROOMS = {
    "kind": "heyawake",
    "numbers": ["1....", "3....", "1....", ".....", "....."],
    "regions": ["AAAAA", "BBAAC", "DBBAE", "DBBAE", "DDBAA"],
}
GROUNDS = {"A": "#ffcccc", "B": "#ccffcc", "C": "#ccccff", "D": "#ffffcc", "E": "#ccffff"}


def square(row: float, col: float, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any key of an element
    """Return an element whose middle is that of a place on the board."""
    size = more.pop("side", SIDE - 2)
    box = [100 + col * SIDE - size / 2, 100 + row * SIDE - size / 2, size, size]
    return {"tag": "i", "parent": 0, "child": 1, "box": box, **more}


def shown(puzzle: Mapping[str, Any], *, signs: bool = True, shift: float = 0.0) -> Snapshot:
    """Return what is seen of a puzzle: digits and signs are texts, regions are colours, black cells are pictures.

    Signs between cells stand before their border by `shift`, in cells.
    """
    regions = puzzle.get("regions", ["AABB", "AABB", "CCDD", "CCDD"] if "box" in puzzle else ())
    rows = puzzle.get("givens") or puzzle.get("numbers") or puzzle["blocks"]
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if "blocks" in puzzle:
                name = {".": "white", "b": "clueB"}.get(mark, f"clue{mark}")
                look: dict[str, Any] = {"tag": "img", "source": f"/pictures/{name}.gif"}
            else:
                region = {"ground": rgb(GROUNDS[regions[row][col]])} if regions else {}
                look = region | ({} if mark == "." else {"text": mark, "size": 20})
                if puzzle.get("kind") == "heyawake":
                    look |= {"size": 9, "at": square(row - 0.3, col - 0.3, side=9)["box"]}
            elements.append(square(row, col, **look))
    sides = {"top": (-1, None), "bottom": (len(rows), None), "left": (None, -1), "right": (None, len(rows))}
    for side, (row_at, col_at) in sides.items():
        for at, number in enumerate(puzzle.get(side, ())):
            row, col = (at if place is None else place for place in (row_at, col_at))
            elements.append(square(row, col, **({"text": str(number), "size": 20} if number else {})))
    texts = {"less": "<", "thermometers": "<", "greater": ">", "consecutive": "●"} if signs else {}
    for field, text in texts.items():
        for one, other in ((Cell.parse(one), Cell.parse(two)) for one, two in puzzle.get(field, ())):
            middle = [(here + there) / 2 - shift * abs(here - there) for here, there in zip(one, other, strict=True)]
            sign = text if one < other or text != "<" else ">"
            elements.append(square(*middle, side=9, text=sign, size=9))
    return Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600})


def rgb(colour: str) -> str:
    """Return a colour as a browser states it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize(
    "puzzle", spread([SKYSCRAPERS, FUTOSHIKI, SIGNS_ALONE, RENZOKU, JIGSAW, GREATER, LIGHT_UP, LOOP, ROOMS], of=2)
)
def test_clues_are_read(puzzle: dict[str, Any]) -> None:
    """Numbers around a board, signs, digits in regions and numbers in pictures are the clues of their kinds."""
    found = guess(shown(puzzle), KINDS)

    assert found.answer is not None
    assert dump(load(puzzle)) == dump(found.answer.puzzle)


def test_regions_that_share_a_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regions that do not touch may have one colour."""
    monkeypatch.setitem(GROUNDS, "C", GROUNDS["A"])
    found = guess(shown(JIGSAW), KINDS).answer

    assert found is not None
    assert dump(load(JIGSAW)) == dump(found.puzzle)


def test_table_beside_a_board() -> None:
    """What is no number is no clue."""
    snapshot = shown(JIGSAW)
    looked: list[dict[str, Any]] = snapshot.state["looked"]
    looked += [square(at, 5.1, side=16, text="-", size=14) for at in range(5)]
    found = guess(snapshot, KINDS).answer

    assert found is not None
    assert dump(load(JIGSAW)) == dump(found.puzzle)


def test_signs_in_the_cells_before_them() -> None:
    """A sign that points over a border belongs to it, also where it stands inside of a cell."""
    found = guess(shown(SIGNS_ALONE, shift=0.17), {"futoshiki": KINDS["futoshiki"]}, known=True)

    assert found.answer is not None
    assert dump(load(SIGNS_ALONE)) == dump(found.answer.puzzle)


@pytest.mark.parametrize(
    ("puzzle", "count"), [(LOOP, 12), ({"kind": "sudoku", "givens": ["1..2", "..4.", ".1..", "3..4"]}, 1)]
)
def test_signs_that_say_nothing(puzzle: dict[str, Any], count: int) -> None:
    """The places of lines on borders are no signs, nor is one alone, as of a field that has the focus."""
    looked = (snapshot := shown(puzzle)).state["looked"]
    looked += [square(at // 3, at % 3 + 0.5, side=9, ground="rgb(9, 9, 9)") for at in range(count)]

    assert (answer := guess(snapshot, KINDS).answer) is not None
    assert puzzle["kind"] == answer.kind


@pytest.mark.parametrize(
    ("side", "thin", "thick", "apart"),
    [
        (0, 1.0, 2.0, 0),
        (0, 0.0, 1.0, 0),
        (36, 1.0, 1.0, 0),
        (0, 1.0, 3.0, 1),
        (0, 1.0, 3.0, 2),
        (0, 1.0, 3.0, 3),
        (0, 1.0, 3.0, -1),
        (0, 1.0, 4.0, -2),
    ],
)
def test_cages_by_lines_and_smaller_grounds(side: int, thin: float, thick: float, apart: int) -> None:
    """A line of two px is thick beside lines of one; a ground fills its cell.

    The sign of a clue may stand before it or in an element of its own, both over a border, and one cell be selected;
    boxes may have two grounds, and a thin line be left out.
    """
    puzzle, snapshot = caged("calcudoku", right=0.2)
    owners = {cell: at for at, cage in enumerate(puzzle["cages"]) for cell in cage["cells"]}
    for number, (row, col) in enumerate(product(range(4), range(4)), start=1):
        own = f"R{row + 1}C{col + 1}"
        above, before = f"R{row}C{col + 1}", f"R{row + 1}C{col}"
        lines = [thick if owners.get(other) != owners[own] else thin for other in (above, before)]
        lines[1] *= (apart, number) != (-2, 7)
        cell = snapshot.state["looked"][number]
        ground = cell.pop("ground")
        cell |= {"borders": [lines[0], 0, 0, lines[1]]} | square(row, col, side=SIDE + 2 if side else SIDE)
        if side:
            snapshot.state["looked"].append(square(row, col, side=side, ground=ground))
        if apart == -1 and (row // 2 + col // 2) % 2:
            cell |= {"ground": "rgb(220, 220, 250)"}
    clues = [one for one in snapshot.state["looked"] if apart > 0 and one.get("text")]
    for clue in clues:
        snapshot.state["looked"][1] |= {"ground": "rgb(255, 255, 0)"}
        left, top, *size = clue["at"]
        digits = clue["text"].rstrip("+-×/")
        if apart > 1:
            sign = clue["text"].removeprefix(digits) or "="
            clue["text"] = sign + digits if apart == 2 else digits + sign
            continue
        sign = clue | {"text": clue["text"].removeprefix(digits), "at": [left + size[0], top, *size]}
        clue |= {"text": digits, "box": [left, top - 6, 18, 21]}
        snapshot.state["looked"].insert(snapshot.state["looked"].index(clue) + 1, sign)

    read = [dump(one.puzzle)["cages"] for one in guess(snapshot, KINDS).hypotheses if one.kind == "calcudoku"]

    assert [puzzle["cages"]] == read


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_regions_in_several_pieces(radius: float) -> None:
    """As many colours as rows may have several pieces each, where lines part these; round cells have lines, too."""
    regions = ["ACADE", "AEEDE", "AEBEE", "EEBEE", "EEEEE"]
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, col in product(range(5), range(5)):
        own, above, before = regions[row][col], regions[row - 1][col], regions[row][col - 1]
        look = {"side": SIDE - 4, "radius": radius} if own == "C" or row == col == 1 else {"side": SIDE}
        lines = [4 if other != own else 1 for other in (above, before)]
        elements.append(square(row, col, ground=rgb(GROUNDS[own]), borders=[lines[0], 1, 1, lines[1]], **look))
    snapshot = Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600})

    found = guess(snapshot, {"queens": KINDS["queens"]}).answer

    assert found is not None
    assert dump(load({"kind": "queens", "regions": regions, "connected": False})) == dump(found.puzzle)


def test_walls_are_darker_than_lines() -> None:
    """Where all lines are of one width, those that are darker than most part regions."""
    regions, pale, dark = ["AABBB", "AACBB", "DCCCE", "DDCEE", "DDDEE"], "rgb(221, 221, 221)", "rgb(27, 39, 51)"
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, col in product(range(5), range(5)):
        others = (regions[row - 1][col], "", "", regions[row][col - 1])
        inks = [dark if own not in {"", regions[row][col]} else pale for own in others]
        elements.append(square(row, col, borders=[2, 2, 2, 2], inks=inks))
    snapshot = Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600})

    read = [one.puzzle for one in guess(snapshot, {"queens": KINDS["queens"]}).hypotheses]

    assert [dump(load({"kind": "queens", "regions": regions}))] == [*map(dump, read)]


def test_forms_below_areas() -> None:
    """The form of a rectangle may be written below its area."""
    clues = {(0, 1): (4, "▬", "wide"), (2, 0): (3, "▮", "tall"), (2, 2): (9, "■", "square")}
    elements = [square(row, col) for row, col in product(range(4), range(4))]
    for (row, col), (area, form, _) in clues.items():
        elements.append(square(row - 0.1, col, side=18, text=str(area), size=18))
        elements.append(square(row + 0.3, col, side=8, text=form, size=7))
    looked = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}, *elements]
    found = guess(Snapshot("https://example.com/", "", {"looked": looked, "width": 800, "height": 600}), KINDS).answer
    wanted = [{"cell": f"R{y + 1}C{x + 1}", "shape": shape, "area": area} for (y, x), (area, _, shape) in clues.items()]

    assert found is not None
    assert wanted == dump(found.puzzle)["clues"]


def test_digits_are_not_cut_off() -> None:
    """Where digits are marks, or blank cells act, first and last lines belong to the board, though no sign is seen."""
    found = guess(shown(FUTOSHIKI, signs=False), {"futoshiki": KINDS["futoshiki"]}, known=True)

    assert found.answer is None
    assert {(4, 4)} == {made.looks.size for made in found.hypotheses}

    for element in (sky := shown(SKYSCRAPERS)).state["looked"]:
        element["acts"] = "text" not in element
    assert guess(sky, KINDS).answer is None


def caged(
    kind: str, down: float = 0.3, right: float = 0.3, ground: str = "", width: float = 9
) -> tuple[Mapping[str, Any], Snapshot]:
    """Return a new puzzle without given digits, and what is seen of it: a colour and a text in a corner for a cage."""
    puzzle = dump(generate(kind, (4, 4), seed=1).puzzle) | {"givens": ["...."] * 4}
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    owners = {cell: at for at, cage in enumerate(puzzle["cages"]) for cell in cage["cells"]}
    for row, col in product(range(4), range(4)):
        shade = 40 + 12 * owners[f"R{row + 1}C{col + 1}"]
        elements.append(square(row, col, ground=f"rgb({shade}, {255 - shade}, 200)"))
    for cage in puzzle["cages"]:
        cell = min(map(Cell.parse, cage["cells"]))
        said = cage.get("sum") or f"{cage['target']}{(cage.get('operation') or '').replace('*', '×')}"
        clue = square(cell.row - down, cell.col - right, side=9, text=str(said), size=9, ground=ground)
        elements.append(clue | {"at": [*clue["box"][:2], width, 9]})
    return puzzle, Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600})


@pytest.mark.parametrize("place", [(0.3, 0.3), (0.33, 0.2), (0.3, 0.1, "rgb(9, 9, 9)"), (0.3, 0.3, "", 30), (0, 0)])
@pytest.mark.parametrize("kind", ["killer_sudoku", "calcudoku"])
def test_cages_without_givens(kind: str, place: tuple[Any, ...]) -> None:
    """Cages need no given digit; a clue inside of a cell is its own, near a border, on a label or in the middle."""
    puzzle, snapshot = caged(kind, *place)
    snapshot.state["looked"][1]["hit"] = len(snapshot.state["looked"])
    snapshot.state["looked"].append(square(0, 0, side=0))  # An animation begins.

    read = [dump(one.puzzle)["cages"] for one in guess(snapshot, KINDS).hypotheses if one.kind == kind]

    assert read
    assert all(cages == puzzle["cages"] for cages in read)


def test_blank_board_has_no_cages() -> None:
    """A board on which no cage is seen is of no kind with cages."""
    found = guess(shown({"kind": "sudoku", "givens": ["1..2", "....", "....", "3..4"]}), KINDS)

    assert not {"killer_sudoku", "calcudoku"} & {hypothesis.kind for hypothesis in found.hypotheses}


@pytest.mark.parametrize("beside", ["", "around", "%", "Solved", "ミス", "❌", "in buttons", "in corners"])
def test_numbers_that_are_left_over(beside: str) -> None:
    """Numbers beside half of the lines need an explanation, but not what counts cells, has a label, or is a button."""
    snapshot = shown({"kind": "sudoku", "givens": ["1..2", "..4.", ".1..", "3..4"]})
    at = {"": [], "in corners": [Cell(*divmod(at, 4)) for at in range(16)]}
    for number, cell in enumerate(at.get(beside, [Cell(0, -1), Cell(1, -1)]), start=beside == "in corners"):
        place = (cell.row - 0.3, cell.col - 0.3) if beside == "in corners" else cell
        seen, said = snapshot.state["looked"], str(number + 5 * (beside != "in corners"))
        parent = len(seen) if beside in {"Solved", "ミス", "❌"} else 0
        if parent:
            label = square(place[0] + 0.3, place[1], side=9, text=beside, size=9, parent=parent)
            seen += [square(*place, side=30), label]
        more: dict[str, Any] = {
            "text": said + {"%": "%", "in buttons": "×"}.get(beside, ""),
            "acts": beside == "in buttons",
        }
        seen.append(square(*place, side=9, size=9, parent=parent, **more))

    assert (beside != "around") == (guess(snapshot, {"sudoku": KINDS["sudoku"]}).answer is not None)


@pytest.mark.parametrize(
    ("title", "heading", "kind"),
    [("Mini Sudokus 🧩", "", "sudoku"), ("Puzzles", "Sudoku", "sudoku"), ("Sudoku, Hitori", "", None), ("", "", None)],
)
def test_kind_that_the_page_names(title: str, heading: str, kind: str | None) -> None:
    """What is not understood on a board is left out if a title or heading names its kind, and no other."""
    snapshot = shown({"kind": "sudoku", "givens": ["1..2", "..4.", ".1..", "3..4"]})
    looked = snapshot.state["looked"]
    looked += [square(0.7, 0.7, side=9, text="a", size=9), {"tag": "h1", "parent": 0, "child": 1}]
    looked[-1] |= {"box": [0, 0, 90, 20], "text": heading}
    snapshot = replace(snapshot, state={**snapshot.state, "title": title})

    found = guessing("").LAYOUTS[0].guess(snapshot)  # type: ignore[attr-defined]

    assert kind == (found.answer and found.answer.kind)

    several = {**shown({"givens": [".32", "...", "3.."]}).state, "title": title and "Minesweeper"}
    read = guessing("").LAYOUTS[0].guess(replace(snapshot, state=several))  # type: ignore[attr-defined]
    assert bool(title) == (read.answer is None)


@pytest.mark.parametrize(("title", "is_read"), [("N Queens", True), ("Battleships", False), ("", False)])
def test_numbers_beside_a_board_that_are_left_out(title: str, *, is_read: bool) -> None:
    """Numbers beside a board may mean anything if the page names its kind, and no other."""
    snapshot = shown({"kind": "n_queens", "givens": [".1....", "...1..", "......", "......", "......", "......"]})
    looked = snapshot.state["looked"]
    looked += [square(row, -1, side=20, text="1" if row else "2", size=12) for row in range(6)]
    snapshot = replace(snapshot, state={**snapshot.state, "title": title})

    assert is_read == (guessing("").LAYOUTS[0].guess(snapshot).answer is not None)  # type: ignore[attr-defined]


def test_numbers_in_cells_are_not_left_out() -> None:
    """A nonogram has no numbers in its cells, whatever a page is called."""
    snapshot = shown({"givens": ["....", ".5..", "....", "...."], "left": [4] * 4, "top": [4] * 4})
    snapshot = replace(snapshot, state={**snapshot.state, "title": "Nonogram"})

    assert guessing("").LAYOUTS[0].guess(snapshot).answer is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("counts", [False, True])
def test_lines_and_numbers_that_help_to_count(counts: bool) -> None:  # noqa: FBT001
    """Lines through the middle of a Binairo are no regions, and numbers beside it no clues if that is its name."""
    givens = dump(generate("binairo", (6, 6), seed=1).puzzle)["givens"]
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, col in product(range(6), range(6)):
        lines = [0, 6 * (col == 2), 6 * (row == 2), 0]
        mark = givens[row][col].strip(".")
        elements.append(square(row, col, text=mark, size=20, borders=lines, inks=["rgb(0, 0, 0)"] * 4))
        elements += [square(row, -1, side=20, text="3", size=12)] * (counts and col == 0)
    kinds = {"binairo": KINDS["binairo"]} if counts else KINDS
    found = guess(Snapshot("https://example.com/", "", {"looked": elements}), kinds, known=counts)

    assert found.answer is not None, found.refusal
    assert "binairo" == found.answer.kind


@pytest.mark.parametrize(("keys", "acts"), [(4, True), (9, False)])
def test_short_keypad_is_no_rim(keys: int, *, acts: bool) -> None:
    """The keys of digits are no clues, nor what is left of each digit; one that is used up, or all, may not act."""
    looked = (snapshot := shown(LIGHT_UP)).state["looked"]
    drawn = {"size": 20, "borders": [1, 1, 1, 1]}
    pad = [square(6.5, col, text=str(col + 1), acts=acts and col != 2, **drawn) for col in range(keys)]
    pad.append(square(7.5, 2, text="Hint", acts=acts, **drawn))
    counts = [square(6.8, col + 0.3, side=9, text="3", size=9) | {"parent": len(looked) + col} for col in range(5)]
    looked += pad + counts
    elements = seen_of(snapshot)

    looks = Looks(find(elements)[0], elements)

    assert [*range(1, keys + 1)] == [*looks.pad]
    assert not any(line for lines in looks.rims.values() for line in lines)

    looked = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row in range(5):  # Rows that act are no keys, though their last cells are cut off.
        looked += [square(row, 2, acts=True) | {"box": [80, 80 + SIDE * row, 5 * SIDE, SIDE]}]
        parent = len(looked) - 1
        looked += [square(row, col, text=str(1 + (row + col) % 5), size=20, parent=parent) for col in range(5)]
    elements = seen_of(replace(snapshot, state={"looked": looked}))

    assert not Looks(find(elements)[0].without(0, 1, 0, 1), elements).pad


def test_numbers_that_count_lines_are_no_board() -> None:
    """Two columns that both count the rows, as in a plan of seats, are no puzzle."""
    elements: list[dict[str, Any]] = [{"tag": "div", "parent": -1, "child": 1, "box": [0, 0, 800, 600]}]
    for row, col in product(range(9), range(3)):
        elements.append(square(row, col, **({} if col == 1 else {"text": str(row + 1), "size": 20})))

    found = guess(Snapshot("https://example.com/", "", {"looked": elements, "width": 800, "height": 600}), KINDS)

    assert [] == found.hypotheses


def test_reading_does_not_depend_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hypothesis that takes too many steps is left unsettled; no clock is asked."""
    monkeypatch.setattr("bot.addons.unknown.guess.hypotheses.MAX_STEPS", 1)

    found = guess(shown(SKYSCRAPERS), KINDS)

    assert {"unknown"} == {hypothesis.verdict for hypothesis in found.hypotheses}


def test_what_has_faded_in_is_blank() -> None:
    """What cells look like before the first input is blank, though they looked otherwise when the puzzle was read."""
    found, later = guess(shown(LIGHT_UP), KINDS).answer, shown(LIGHT_UP)
    for element in later.state["looked"]:
        if "white" in element.get("source", ""):
            element["source"] = "/pictures/bright.gif"
    assert found is not None
    entry, looks = Learned(found), Looks(found.looks.lattice, seen_of(later), found.looks)
    blank = [cell for cell in looks.cells if entry.is_open(cell)]

    assert entry.blank not in {entry.key(cell, looks) for cell in blank}
    entry.begin(looks)
    assert {entry.blank} == {entry.key(cell, looks) for cell in blank}
