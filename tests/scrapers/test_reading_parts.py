"""The parts of readers: sources that agree, cells and lattices."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapers import Cells, Click, ReadError
from scrapers._reading.board import Box
from scrapers._reading.moves import by_clicks, in_any_order, in_cycle, plan
from scrapers._reading.places import Places, drawn_lattice, places
from scrapers._reading.regions import Regions
from scrapers._reading.statements import Fact, Facts, Statement, said_of, settle
from solvers import Cell, Grid, Queens
from tests.small_boards import drawn, snapshot
from tests.tiers import examples

WORDS = {"sun": "a sun", "moon": "a moon", None: "empty"}
NUMBERS = "number"
"""A group whose values are their own words."""


# --- places that agree ----------------------------------------------------------------------------------------------


def agreed(said: Sequence[Statement], unnamed: Sequence[str] = ()) -> list[Fact]:
    """Return what the sources of marks agree on, in the order of the places."""
    return list(settle(said, words={"mark": WORDS.__getitem__}, unnamed={"mark": unnamed}).get("mark", {}).values())


def thing(
    where: str, names: Mapping[str, str | None], looks: Mapping[str, Hashable] | None = None, kind: str = ""
) -> list[Statement]:
    """Return what sources say of one place."""
    return said_of("mark", where, names, looks, kind)


def things(values: Sequence[str], *, names: int, looks: int) -> list[list[Statement]]:
    """Return what a number of names and a number of looks say of each thing."""
    return [
        thing(
            f"thing {number}",
            {f"name {place}": value for place in range(names)},
            {f"look {place}": hash((value, place)) for place in range(looks)},
        )
        for number, value in enumerate(values)
    ]


def flat(said: Sequence[Sequence[Statement]]) -> list[Statement]:
    """Return all statements about some things."""
    return [statement for statements in said for statement in statements]


VALUES = st.lists(st.sampled_from(["sun", "moon"]), min_size=1, max_size=12)


@given(values=VALUES, names=st.integers(1, 3), looks=st.integers(0, 2))
def test_agreeing_sources_are_trusted(values: list[str], names: int, looks: int) -> None:
    """Each thing has the value of its names; two names confirm it, or a name and a look that another thing shares."""
    facts = agreed(flat(things(values, names=names, looks=looks)))
    backed = [names + looks * (values.count(value) > 1) >= 2 for value in values]

    assert values == [fact.value for fact in facts]
    assert backed == [fact.confirmed for fact in facts]


@given(values=VALUES, names=st.integers(1, 2), data=st.data())
def test_wrong_name_is_found(values: list[str], names: int, data: st.DataObject) -> None:
    """A second name or a look reveals a wrong name, unless all things share the look, which then confirms nothing."""
    at = data.draw(st.integers(0, len(values) - 1))
    wrong = {"sun": "moon", "moon": "sun"}[values[at]]
    said = things(values, names=names, looks=1)
    said[at][0] = said[at][0]._replace(value=wrong)
    if names == 1 and len(set(values)) == 1:
        assert not agreed(flat(said))[at].confirmed
        return
    with pytest.raises(ReadError) as caught:
        agreed(flat(said))

    assert WORDS[wrong] in caught.value.message


@given(values=VALUES, data=st.data())
def test_wrong_look_is_never_confirmed(values: list[str], data: st.DataObject) -> None:
    """The look of another thing is found, or confirms nothing wrong."""
    at = data.draw(st.integers(0, len(values) - 1))
    said = things(values, names=1, looks=1)
    said[at][1] = said[at][1]._replace(look=data.draw(st.sampled_from([1, *map(hash, values)])))
    try:
        facts = agreed(flat(said))
    except ReadError:
        return

    assert values == [fact.value for fact in facts]


def test_things_without_a_name_have_the_value_of_their_look() -> None:
    """A thing whose label is in an unknown language has the value of things with the same look, unconfirmed."""
    said = [
        *thing("R1C1", {"class": "sun"}, {"drawing": "disc"}),
        *thing("R1C2", {}, {"drawing": "disc"}),
        *thing("R1C3", {"class": "moon"}, {"drawing": "crescent"}),
    ]

    assert [Fact("sun", confirmed=True), Fact("sun", confirmed=False), Fact("moon", confirmed=False)] == agreed(said)


def test_looks_without_any_name_are_named_in_order() -> None:
    """The drawings of a theme get the remaining names."""
    said = [
        thing("R1C1", {"class": None}, {"drawing": "blank"}),
        *(thing(f"R1C{number}", {}, {"drawing": drawing}) for number, drawing in enumerate("abba", start=2)),
    ]

    assert [None, "sun", "moon", "moon", "sun"] == [fact.value for fact in agreed(flat(said), ("sun", "moon"))]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            thing("R1C1", {"its class": "sun", "its label": "moon"}),
            "R1C1: its class says a sun, but its label says a moon",
        ),
        (
            [
                *thing("R1C1", {"class": "sun"}, {"drawing": 1}),
                *thing("R1C2", {"class": "moon"}, {"drawing": 1}),
                *thing("R1C3", {"class": "moon"}, {"drawing": 2}),
            ],
            "R1C2 is called a moon, but by its drawing it is a sun like R1C1",
        ),
        (
            [*thing("R1C1", {"class": "sun"}, {"drawing": 1}), *thing("R1C2", {"class": "sun"}, {"drawing": 2})],
            "R1C2 and R1C1 are both called a sun, but differ in their drawing",
        ),
        (
            [*thing("R1C1", {"class": "sun"}, {"drawing": 1}), *thing("R1C2", {}, {"drawing": 2})],
            "R1C2: nothing says what it is (checked: drawing)",
        ),
        (thing("R1C1", {}), "R1C1: nothing says what it is (checked: nothing)"),
        (
            [Statement(NUMBERS, "row 1", "the board", (1, 2)), Statement(NUMBERS, "row 1", "the script", ())],
            "row 1: the board says the number 1 2, but the script says no number",
        ),
        (
            [Statement(NUMBERS, (Cell(0, 0), Cell(0, 1)), "the board", value) for value in (1, 1)],
            "R1C1 and R1C2: the board says the number twice",
        ),
    ],
)
def test_sources_that_disagree(said: list[Statement], sentence: str) -> None:
    """The error for a disagreement uses the words of the puzzle."""
    with pytest.raises(ReadError) as caught:
        agreed(said)

    assert sentence == caught.value.message


def test_places_of_which_something_must_be_said() -> None:
    """A place of which nothing is said is an error if its group must say something everywhere."""
    said = [Statement(NUMBERS, Cell(0, 0), "its text", None)]

    assert {NUMBERS: {Cell(0, 0): Fact(None, confirmed=False)}} == settle(said, everywhere={NUMBERS: [Cell(0, 0)]})
    with pytest.raises(ReadError) as caught:
        settle(said, everywhere={NUMBERS: [Cell(0, 0), Cell(0, 1)]})
    assert "R1C2: nothing says the number (checked: nothing)" == caught.value.message


# --- lattices -------------------------------------------------------------------------------------------------------


@examples(50)
@given(
    height=st.integers(2, 9),
    width=st.integers(2, 9),
    side=st.floats(5, 90),
    gap=st.floats(0, 20),
    left=st.floats(-2000, 2000),
    seed=st.randoms(use_true_random=False),
)
def test_lattice_of_any_grid_of_boxes(
    *, height: int, width: int, side: float, gap: float, left: float, seed: object
) -> None:
    """Boxes in rows and columns form a lattice, in any order, even if each is off by up to a quarter."""
    random = getattr(seed, "random")  # noqa: B009 - hypothesis's own generator has no type here
    cells = [Cell(row, col) for row in range(height) for col in range(width)]
    getattr(seed, "shuffle")(cells)  # noqa: B009 - as above
    step = side + gap

    def off() -> float:
        jitter: float = (random() - 0.5) * 0.45 * side / max(height, width)
        return jitter

    boxes = [Box(left + step * cell.col + off(), step * cell.row + off(), side, side) for cell in cells]

    assert Places(height, width, tuple(cells), confirmed=False) == drawn_lattice(boxes)


@pytest.mark.parametrize(
    "boxes",
    [
        [],
        [None, Box(0, 0, 9, 9)],
        [Box(0, 9 * row, 9, 9) for row in range(9)],
        [Box(0, 0, 9, 9), Box(9, 0, 9, 9), Box(0, 9, 9, 9)],
        [Box(0, 0, 9, 9), Box(9, 0, 9, 9), Box(0, 9, 9, 9), Box(0, 9, 9, 9)],
    ],
)
def test_no_lattice(boxes: list[Box | None]) -> None:
    """Boxes that do not fill rows and columns form no lattice."""
    assert drawn_lattice(boxes) is None


# --- cells ----------------------------------------------------------------------------------------------------------

SQUARE = [Box(10 * col, 10 * row, 10, 10) for row in range(2) for col in range(2)]


def test_places_by_numbers_and_by_drawing() -> None:
    """Numbers and drawing confirm each other; either alone is used, but not confirmed."""
    cells = [Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)]
    both = places(SQUARE, {"id": [0, 1, 2, 3]}, {})
    numbers = places([None] * 4, {"id": [0, 1, 2, 3]}, {})
    drawing = places(SQUARE, {}, {})
    unquoted = places(SQUARE, {}, {"style": (3, 3)})

    assert Places(2, 2, tuple(cells), confirmed=True) == both
    assert Places(2, 2, tuple(cells), confirmed=False) == numbers == drawing == replace(unquoted, left_aside=())
    assert ("style says 3×3, the board is 2×2: left aside, nobody has seen what it means",) == unquoted.left_aside


@pytest.mark.parametrize(
    ("claims", "shapes", "sentence"),
    [
        ({"id": [0, 1, 2, 3]}, {"style": (3, 3)}, "the board has 3×3 cells by style, but 2×2 by the drawn lattice"),
        ({"id": [0, 1, 3, 2]}, {}, "R2C2 by id is R2C1 by the drawn lattice"),
    ],
)
def test_stated_places_differ_from_drawn_ones(
    claims: dict[str, list[Cell | int]], shapes: dict[str, tuple[int, int]], sentence: str
) -> None:
    """The stated places must equal the drawn ones."""
    with pytest.raises(ReadError) as caught:
        places(SQUARE, claims, shapes, shapes)

    assert sentence == caught.value.message


BOXES = dict(zip([Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)], SQUARE, strict=True))


def grid(marks: Sequence[int | None]) -> Grid:
    """Return a grid of two rows."""
    return Grid([marks[:2], marks[2:]])


@given(
    shown=st.lists(st.sampled_from([None, 0, 1]), min_size=4, max_size=4),
    wanted=st.lists(st.sampled_from([0, 1]), min_size=4, max_size=4),
)
def test_clicks_lead_to_the_solution(shown: list[int | None], wanted: list[int]) -> None:
    """All clicks of a known cycle are planned at once, the first click of each cell before any second one."""
    cycle = (None, 1, 0)
    now, clicked, turns = list(shown), [0] * 4, []
    for click in plan(grid(now), grid(wanted), BOXES, by_clicks(in_cycle(cycle))):
        ((cell, marks),) = click.leaves.items()
        at = [*BOXES].index(cell)

        assert SQUARE[at].centre == click.at
        assert now[at] != wanted[at]
        (now[at],) = marks
        clicked[at] += 1
        turns.append(clicked[at])

    assert wanted == now
    assert sorted(turns) == turns


def test_spare_marks_stay() -> None:
    """Crosses and blanks are interchangeable; surplus queens go first; without a cycle, a click may leave any mark."""
    solution = Grid.parse(["10", "00"])

    def planned(*marks: int | None) -> list[Click]:
        return plan(grid(marks), solution, BOXES, by_clicks(in_cycle((None, 0, 1)), (None, 0)), (None, 0))

    assert [Click((5, 15), {Cell(1, 0): frozenset({0, 1})})] == plan(
        grid([1, 0, None, 0]), Grid.parse(["10", "10"]), BOXES, by_clicks(in_any_order({0, 1}))
    )
    assert [] == planned(1, 0, None, 0)
    cross, queen = (Click(SQUARE[0].centre, {Cell(0, 0): frozenset({mark})}) for mark in (0, 1))
    assert [cross, queen] == planned(None, 0, None, None)
    assert [queen] == planned(0, 0, None, None)
    assert [Click(SQUARE[3].centre, {Cell(1, 1): frozenset({None, 0})})] == planned(None, 0, None, 1)


@pytest.mark.parametrize(
    ("mark", "boxes", "cycle", "sentence"),
    [
        (None, dict.fromkeys(BOXES), (None, 1, 0), "R1C1 is not visible, so it cannot be clicked"),
        (2, BOXES, (None, 1, 0), "R1C1 holds 2, which is not in the click cycle: None, 1, 0"),
        (1, BOXES, (None, 1), "R1C2 must hold 0, which is neither in the click cycle (None, 1) nor spare"),
    ],
)
def test_cell_that_cannot_be_clicked(
    mark: int | None, boxes: Mapping[Cell, Box | None], cycle: Sequence[int | None], sentence: str
) -> None:
    """No click is planned on a cell without a box, from a mark that is in no cycle, or to one that no click makes."""
    with pytest.raises(ReadError) as caught:
        plan(grid([mark, None, None, None]), Grid.parse(["10", "01"]), boxes, by_clicks(in_cycle(cycle)))

    assert sentence == caught.value.message


def test_things_of_different_kinds_may_look_different() -> None:
    """Equal marks may look different if their kinds differ, but different marks never look alike."""
    chessboard = [
        *thing("R1C1", {"class": "sun"}, {"colour": "pale"}, "odd"),
        *thing("R1C2", {"class": "sun"}, {"colour": "dark"}, "even"),
    ]

    assert ["sun", "sun"] == [fact.value for fact in agreed(chessboard)]
    with pytest.raises(ReadError) as caught:
        agreed([*chessboard, *thing("R1C3", {"class": None}, {"colour": "dark"}, "odd")])
    assert "R1C3 is called empty, but by its colour it is a sun like R1C2" == caught.value.message


# --- regions --------------------------------------------------------------------------------------------------------


def test_every_region_has_a_name() -> None:
    """Regions are named by numbers, as there may be more of them than letters."""
    cells = "".join(f'<i class="colour-{at}" cell></i>' for at in range(4 * 14))
    shown = snapshot(f"<div>{cells}</div>", "https://example.org/", box=drawn(14, "cell"))
    located = Cells("test", kind=Queens, cell="i", marks_by=()).layout.look(shown)
    regions = Regions(classes=r"colour-\d+")
    facts = Facts.of(located.size, settle(regions.read(located)))
    names = cast("tuple[tuple[str, ...], ...]", regions.result(facts).fields["regions"])

    assert [str(at) for at in range(1, 4 * 14 + 1)] == [name for row in names for name in row]
