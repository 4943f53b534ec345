"""Puzzles as JSON objects: dumped, loaded, described by a schema, refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers import KINDS, BadPuzzle, Grid, Puzzle, Tango, dump, load
from solvers._core.model.files import schema
from tests.bot.draw.test_pictures import puzzles
from tests.brute import refused

EMPTY = ["...."] * 4


@given(puzzles(), st.randoms(use_true_random=False))
def test_dump_is_canonical(puzzle: Puzzle, chance: Any) -> None:  # noqa: ANN401 - hypothesis has its own `Random`
    """Equal puzzles give equal bytes, in any order of keys, edges and cells of an edge; `load` reads them back."""
    value = dump(puzzle)
    shuffled = {key: value[key] for key in chance.sample(list(value), len(value))}
    for field in {"equal", "opposite"} & set(value):
        twice = [edge for edge in value[field] for _ in range(chance.randint(1, 2))]
        shuffled[field] = chance.sample([chance.sample(edge, 2) for edge in twice], len(twice))

    assert puzzle == load(json.loads(json.dumps(value))) == load(shuffled)
    assert hash(puzzle) == hash(load(shuffled))
    assert json.dumps(value) == json.dumps(dump(load(shuffled)))


def test_dumped_tango() -> None:
    """The JSON object is as documented; rows may be lists or spaced decimals, and the signs may be left out."""
    value = {
        "kind": "tango",
        "givens": ["1...", "....", "....", "...0"],
        "equal": [["R1C1", "R1C2"], ["R1C1", "R2C1"]],
        "opposite": [["R3C4", "R4C4"]],
    }
    listed = [[1, None, None, None], "....", [None] * 4, "...0"], ["1 . . .", ". . . .", ". . . .", ". . . 0"]

    assert json.dumps(value) == json.dumps(dump(load(value)))
    for givens in (value["givens"], *listed):
        assert Tango(Grid.parse(["1...", "....", "....", "...0"])) == load({"kind": "tango", "givens": givens})


def fits(value: object, described: dict[str, Any]) -> bool:  # noqa: PLR0911 - one a type of JSON
    """Return whether a value matches a JSON schema, for the keywords that are used here."""
    if "const" in described:
        return bool(value == described["const"])
    if "anyOf" in described:
        return any(fits(value, option) for option in described["anyOf"])
    if isinstance(described["type"], list):
        return any(fits(value, {**described, "type": option}) for option in described["type"])
    match described["type"]:
        case "object":
            assert isinstance(value, dict)
            known = described["properties"]
            fitting = {key for key in value if key in known and fits(value[key], known[key])}
            return set(described["required"]) <= set(value) == fitting
        case "array":
            items = described.get("prefixItems", [])
            if not isinstance(value, list) or len(value) < described.get("minItems", 0):
                return False
            if len(value) > described.get("maxItems", len(value)):
                return False
            return all(
                fits(item, items[at] if at < len(items) else described["items"]) for at, item in enumerate(value)
            )
        case "string":
            return isinstance(value, str) and re.search(described.get("pattern", ""), value) is not None
        case "integer":
            return type(value) is int
        case "null":
            return value is None
        case other:
            message = f"the schema speaks of {other!r}, which this test does not know"
            raise AssertionError(message)


@given(puzzles())
def test_schema_fits_what_is_dumped(puzzle: Puzzle) -> None:
    """A kind's JSON schema accepts what `dump` returns, but no other kind, no extra and no missing field."""
    described, value = schema(type(puzzle)), dump(puzzle)

    assert list(value) == list(described["properties"])
    assert fits(value, described)
    assert not fits({**value, "kind": "chess"}, described)
    assert not fits({**value, "name": "x"}, described)
    assert not fits({"kind": puzzle.KIND}, described)
    assert not fits({**value, "givens": [[True]]}, described)
    assert not any(fits(value, schema(other)) for other in KINDS.values() if other is not type(puzzle))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "a puzzle is a JSON object with a kind, not None"),
        ([], r"a puzzle is a JSON object with a kind, not \[\]"),
        ({}, "the puzzle has no kind; kinds are "),
        ({"kind": "chess"}, "of kind 'chess', which is not known"),
        ({"kind": True}, "of kind True, which is not known"),
        ({"kind": "tango"}, "tango: givens is missing"),
        ({"kind": "three_in_a_row", "givens": EMPTY, "equal": []}, "no field is called 'equal'; its fields are givens"),
        ({"kind": "tango", "givens": EMPTY, 7: [], "a": 1}, "no field is called '7'"),
        ({"kind": "tango", "givens": 7}, "givens: a grid is a list of row strings, not 7"),
        ({"kind": "tango", "givens": [[True, False], [0, 1]]}, "givens: a grid is a list of row strings"),
    ],
)
def test_bad_object(value: object, words: str) -> None:
    """The error for a malformed object names the field."""
    with pytest.raises(BadPuzzle, match=words):
        load(value)


@pytest.mark.parametrize(
    ("equal", "words"),
    [
        (None, "equal must be a list, not null"),
        ("R1C1", "equal must be a list, not text"),
        ("\ud800", "half of a character"),
        ([["R1C1"]], r"equal\[0\]: Expected `array` of length 2"),
        ([["R1C1", [0, 1]]], r"equal\[0\]\[1\]: a cell is written like R1C1"),
        ([["R1C4", "R1C5"]], "equal: R1C5 is off the board of 4×4"),
        ([["R4C1", "R99999C1"]], "equal: R99999C1 is off the board"),
        ([["R1C1", "R2C2"]], "equal: R1C1 and R2C2 share no edge"),
        ([["R2C1", "R1C1"]], "R1C1 and R2C1 has both"),
    ],
)
def test_bad_edges(equal: object, words: str) -> None:
    """So does the error for edges."""
    refused(words, "tango", givens=EMPTY, equal=equal, opposite=[["R1C1", "R2C1"]])


def test_deeply_nested_value() -> None:
    """Even a value of the maximum depth of JSON is refused with the usual error."""
    deep = json.loads("[" * 900 + "]" * 900)
    for value in (
        deep,
        {"kind": deep},
        {"kind": "tango", "givens": deep},
        {"kind": "tango", "givens": EMPTY, "equal": deep},
    ):
        with pytest.raises(BadPuzzle):
            load(value)
