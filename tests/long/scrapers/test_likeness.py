"""The replica of Tango has the markup of the real page, state by state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.snapshots import ABSENT, CAPTURES, form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from selectolax.lexbor import LexborNode as Node

    from scrapers import Snapshot
    from tests.snapshots import Boards

LIKE = ("guest", "guest_8x8", "guest_hard", "guest_late", "guest_one_given")
State = tuple[str, bool, tuple[tuple[str, str], ...], tuple[str, ...]]
"""A cell's mark, whether it is given, the sides and signs of its edges, its corner."""
UNSEEN: Mapping[State, str] = {
    ("moon", True, (("down", "×"),), ()): "no given of a saved board happens to carry a sign of its own",
    (
        "sun",
        True,
        (),
        ("bottom-left",),
    ): "no saved board has a sun in this corner; its classes are those of the moon there",
    (
        "empty",
        False,
        (("right", "×"),),
        ("bottom-left",),
    ): "no saved board has this sign in this corner; it has `=` there",
}
"""States of our cells that no saved board shows, each with its reason."""


def state_of(cell: Node) -> State:
    """Return the state of a cell of the guest page."""
    names = {".lotka-cell-zero-path": "sun", ".lotka-cell-one-path": "moon", ".lotka-cell-empty": "empty"}
    (mark,) = (word for css, word in names.items() if cell.css(css))
    classes = (cell.attributes["class"] or "").split()
    edges = tuple(
        ((edge.attributes["class"] or "").rpartition("--")[2], "=" if edge.css('[id="="]') else "×")
        for edge in cell.css(".lotka-cell-edge")
    )
    corners = tuple(name.removeprefix("lotka-cell-border-") for name in classes if "-border-" in name)
    return mark, "lotka-cell--locked" in classes, edges, corners


def forms(boards: Sequence[Snapshot]) -> dict[State | str, set[Any]]:
    """Return the forms of all cells by state, of the texts between them, and of the board around them."""
    found: dict[State | str, set[Any]] = {}
    for shown in boards:
        body = LexborHTMLParser(shown.html).body
        assert body is not None
        assert body.child is not None
        tag, classes, attributes, inside = form(body.child)
        found.setdefault("board", set()).add((tag, classes, attributes, frozenset(part[0] for part in inside)))
        for part in inside:
            if part[0] == "span":
                found.setdefault("text", set()).add(part)
        for cell in body.child.css("[data-cell-idx]"):
            found.setdefault(state_of(cell), set()).add(form(cell))
    return found


@pytest.mark.skipif(not CAPTURES, reason=ABSENT)
def test_replica_cells_have_the_markup_of_real_ones(boards: Boards) -> None:
    """A cell of a replica has the tags, classes, attributes, nesting and order of a real one in the same state."""
    real = forms([boards.saved(path) for path in CAPTURES if path.stem == "tango"])
    ours = forms([boards[f"linkedin_tango/{name}"] for name in LIKE])

    assert set(UNSEEN) == ours.keys() - real.keys(), (
        "each state that no saved board shows needs its reason, and no other"
    )
    assert {} == {state: found - real[state] for state, found in ours.items() if state in real and found - real[state]}
