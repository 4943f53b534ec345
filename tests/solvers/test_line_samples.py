"""What pzprjs tests its own puzzles with, where the clues and the answer stand in a form of their own."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from solvers import BadPuzzle, Cell, Grid, load, load_link, solutions, solve
from solvers._core.model.grid import spot
from tests import SHARED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from solvers import Puzzle

    Words = Sequence[Sequence[str]]

CORPUS = SHARED / "corpora" / "pzprjs.jsonl"
FILE = re.compile(r"pzprv3/\w+/(?P<rows>\d+)/(?P<cols>\d+)/(?P<body>.*)")


@dataclass(frozen=True)
class Genre:
    """How the files of a genre say what the clues and the lines of a puzzle are."""

    kind: str
    clues: Callable[[Words], Mapping[str, object]]
    """The fields of a puzzle by the words of its cells."""
    rim: bool = False
    """Whether the borders at the rim are among the lines."""
    shaded: bool = False
    """Whether cells are shaded, which is told between the clues and the lines."""


def grid_of(field: str, marks: Mapping[str, str]) -> Callable[[Words], Mapping[str, object]]:
    """Return a function to a grid whose cells have some words."""
    return lambda words: {field: ["".join(marks.get(word, word) for word in row) for row in words]}


def arrows_of(words: Words) -> Mapping[str, object]:
    """Return the size and the arrows of Yajilin."""
    cells = [(f"R{row + 1}C{col + 1}", word) for row, line in enumerate(words) for col, word in enumerate(line)]
    arrows = [(cell, *word.split(",")) for cell, word in cells if word != "."]
    sides = (None, "up", "down", "left", "right")
    return {
        "size": [len(words), len(words[0])],
        "arrows": [
            {"cell": cell, "direction": sides[int(side)], "number": int(number)} for cell, side, number in arrows
        ],
    }


GENRES = {
    "yajilin": Genre("yajilin", arrows_of, shaded=True),
    "slither": Genre("slitherlink", grid_of("numbers", {}), rim=True),
    "hashikake": Genre("hashi", grid_of("numbers", {})),
    "numlin": Genre("numberlink", grid_of("numbers", {})),
    "mashu": Genre("masyu", grid_of("circles", {"1": "w", "2": "b"})),
}


def facts_of(name: str) -> dict[str, Any]:
    """Return what is known of a genre: an address, and files of which all but the last break a rule."""
    lines = map(json.loads, CORPUS.read_text(encoding="utf-8").splitlines())
    return next(line for line in lines if line["genre"] == name)


def samples(name: str) -> Iterator[tuple[str | None, Puzzle, Grid]]:
    """Yield the boards of a genre: the rule that each breaks, None for an answer, the puzzle and the doubled board."""
    genre = GENRES[name]
    for rule, text in facts_of(name)["files"]:
        if (match := FILE.match(text)) is None:  # A file without anything.
            continue
        height, width = int(match["rows"]), int(match["cols"])
        words = [row.split() for row in match["body"].split("/") if row]
        if len(words) < height or len(words[0]) < width:  # A file without anything, or with other rules.
            continue
        places: dict[Cell, int] = {}
        if genre.shaded:
            for row, line in enumerate(words[height : 2 * height]):
                places |= {Cell(2 * row + 1, 2 * col + 1): 2 * (word == "#") for col, word in enumerate(line)}
        lines = iter(words[height * (1 + genre.shaded) :])
        for row in range(height):
            beside = (0, 2 * width + 1) if genre.rim else (2, 2 * width)
            columns = zip(range(*beside, 2), next(lines), strict=True)
            places |= {Cell(2 * row + 1, col): value(word) for col, word in columns}
        for row in range(0, 2 * height + 1, 2) if genre.rim else range(2, 2 * height, 2):
            places |= {Cell(row, 2 * col + 1): value(word) for col, word in enumerate(next(lines))}
        with suppress(BadPuzzle):  # A clue without an arrow is wrong there, and no puzzle here.
            puzzle = load({"kind": genre.kind, **genre.clues(words[:height])})
            # Where there is nothing to settle, a line is wrong, and no line is left out.
            known = {spot(place) for place in puzzle.choices()} if genre.shaded else {*places}
            grid = {cell: mark for cell, mark in places.items() if mark or cell in known}
            yield rule or None, puzzle, Grid.make(*puzzle.answer_size, grid.get)


def value(word: str) -> int:
    """Return the lines that a word stands for; a cross is none."""
    return max(0, int(word))


def ships(words: Words) -> Grid:
    """Return the answer of Battleships: marks, or parts that are printed."""
    pairs = ([*zip(words[row + 7], words[row + 1][1:], strict=True)] for row in range(6))
    return Grid([[int(mark == "#" or clue not in ".0") for mark, clue in row] for row in pairs])


def numbers(words: Words) -> Grid:
    """Return the answer of Fillomino: numbers that are printed, then those that were entered."""
    both = zip(words[: len(words) // 2], words[len(words) // 2 :], strict=True)
    rows = [[answer if clue in ".-" else clue for clue, answer in zip(*pair, strict=True)] for pair in both]
    return Grid([[int(word) if word.isdigit() else None for word in row] for row in rows])


needs_corpus = pytest.mark.skipif(not CORPUS.is_file(), reason=f"{CORPUS.name} is not in shared")


@needs_corpus
@pytest.mark.parametrize(("name", "answer"), [("battleship", ships), ("fillomino", numbers)])
def test_cells(name: str, answer: Callable[[Words], Grid]) -> None:
    """The answer is the only one; every board that the page refuses breaks a rule of ours, too."""
    facts = facts_of(name)
    puzzle, boards = load_link(f"https://puzz.link/p?{name}/{facts['address']}"), []
    for rule, text in facts["files"]:
        file = re.fullmatch(r"pzprv3/\w+/(\d+)/\d+/(?:[ct]/)?(.*)", text)
        assert file is not None
        lines = file[2].split("/")[: 2 * int(file[1]) if name == "fillomino" else None]
        boards.append((rule, answer([line.split() for line in lines])))

    assert ("", solve(puzzle).grid) == boards.pop()
    assert len(boards) > 6
    assert not any(puzzle.is_solved_by(grid) for _, grid in boards)


@needs_corpus
@pytest.mark.parametrize("name", GENRES)
def test_lines(name: str) -> None:
    """The answer is accepted and found, and every other board is wrong."""
    boards = list(samples(name))
    rule, last, answer = boards[-1]

    assert rule is None
    assert last == load_link(f"https://puzz.link/p?{name}/{facts_of(name)['address']}")
    for broken, puzzle, grid in boards:
        assert puzzle.is_solved_by(grid) == (broken is None), f"{broken}:\n{grid}"
    assert answer in solutions(last, limit=2).grids
