"""The looks of a cell that come up by clicks: what a page shows beside a mark does not make it another one."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from bot.addons.unknown.guess.looks import CellDrawing, Colour, Look, Shape
from bot.addons.unknown.guess.scheme import clicks, key_in, shade_of, without_feedback

WHITE, RED, BLUE, PINK, PURPLE = (255, 255, 255), (220, 60, 40), (40, 120, 220), (255, 190, 190), (130, 90, 130)
SUN: Shape = ("shape", "circle", True, "even")
MOON: Shape = ("shape", "path", True, "even")
STRIPES: Shape = ("image", "repeating-linear-gradient")


def look(*shapes: Shape, ground: Colour = WHITE, inks: tuple[Colour, ...] = (), text: str = "") -> Look:
    """Return what a cell looks like."""
    return Look(CellDrawing(shapes, inks, text), ground, disabled=False, clue_box=None, vague=False, names=frozenset())


def cycle(*looks: Look) -> dict[Hashable, Look]:
    """Return the cycle of looks that are named by letters."""
    return dict(zip("abcd", looks, strict=False))


@pytest.mark.parametrize(
    ("shown", "key"),
    [
        (look(), "a"),
        (look(ground=PINK), "a"),
        (look(STRIPES), "a"),
        (look(SUN), "b"),
        (look(SUN, STRIPES, ground=PINK), "b"),
        (look(STRIPES, MOON), "c"),
        (look(("text", "?"), text="?"), None),
    ],
)
def test_what_is_drawn_tells_marks(shown: Look, key: str | None) -> None:
    """Stripes and a red ground are no other mark where something else is drawn for each mark; another text is."""
    assert key == key_in(cycle(look(), look(SUN), look(MOON)), shown, look())


@pytest.mark.parametrize(
    ("ground", "key"), [(WHITE, "a"), (RED, "b"), ((200, 70, 50), "b"), (BLUE, "c"), (PINK, "a"), (PURPLE, None)]
)
def test_grounds_tell_marks(ground: Colour, key: str | None) -> None:
    """Where only the ground tells the marks, the nearest one is meant, unless it is far away."""
    assert key == key_in(cycle(look(), look(ground=RED), look(ground=BLUE)), look(ground=ground), look())


def test_mistake_is_shown_while_the_cycle_is_tried() -> None:
    """Stripes that came up with a mark are no part of it, and a blank cell with stripes is blank."""
    tried = without_feedback(cycle(look(), look(STRIPES, SUN), look(MOON)))

    found = [key_in(tried, one, look()) for one in (look(), look(STRIPES), look(SUN), look(MOON, STRIPES))]

    assert ["a", "a", "b", "c"] == found


def test_what_a_blank_cell_shows_is_no_mark() -> None:
    """What was in a cell before any input says nothing."""
    corner: Shape = ("ring", True)

    assert "b" == key_in(cycle(look(), look(SUN), look(MOON)), look(corner, SUN), look(corner))
    assert "b" == key_in(cycle(look(STRIPES), look(STRIPES, SUN), look(STRIPES, MOON)), look(corner, SUN), look(corner))


def test_mark_hides_the_clue_of_its_cell() -> None:
    """A cell that turns black, without its number, is marked, whatever number it had."""
    three, five = (look(("text", digit), text=digit) for digit in "35")
    marked = cycle(three, look(ground=(0, 0, 0)))

    assert "b" == key_in(marked, look(ground=(0, 0, 0)), five)
    assert "a" == key_in(marked, five, five)


def test_ring_of_the_cell_that_was_pressed_is_no_mark() -> None:
    """A shadow that all looks but the blank one have says nothing, unless it is all that tells a mark."""
    ring: Shape = ("shadow", "inset")
    tried = without_feedback(cycle(look(), look(ring, ground=BLUE), look(MOON, ring), look(ring, ground=PINK)))

    shown = (look(), look(ring), look(ground=BLUE), look(ring, ground=BLUE), look(MOON), look(MOON, ring))

    assert ["a", "a", "b", "b", "c", "c"] == [key_in(tried, one, look()) for one in shown]
    assert (ring,) == without_feedback(cycle(look(), look(ring)))["b"].drawing.shapes
    wrong = without_feedback(cycle(look(), look(ring, ground=PINK), look(ground=BLUE)))
    assert "b" == key_in(wrong, look(ground=PINK), look())  # It was wrong when it was tried.
    moon: Shape = ("image", "moon")
    pictures = without_feedback(cycle(look(), look(("image", "sun")), look(ring, moon)))
    assert "c" == key_in(pictures, look(moon), look())
    assert 0.0 == shade_of(look(moon))._replace(colours=()).away(shade_of(look(moon))._replace(colours=()))


def test_more_of_a_shape_is_another_mark() -> None:
    """One disc and two discs are two marks."""
    discs = cycle(look(), look(SUN), look(SUN, SUN))

    assert ["a", "b", "c"] == [key_in(discs, one, look()) for one in (look(), look(SUN), look(SUN, SUN))]


@pytest.mark.parametrize(
    ("shown", "wanted", "way"), [("a", "b", "b"), ("a", "c", "bc"), ("c", "b", "ab"), ("x", "b", "")]
)
def test_clicks_lead_through_the_cycle(shown: str, wanted: str, way: str) -> None:
    """The last look is followed by the first one."""
    assert [*way] == [*clicks(cycle(look(), look(SUN), look(MOON)), shown, wanted)]
