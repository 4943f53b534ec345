"""The boards in checkouts of other projects, each with its answer if the project tells it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from solvers import LINKED_KINDS, BadPuzzle, Cell, Grid, Patches, YinYang, load, load_link
from tools.corpora import dataset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from solvers import Puzzle


@dataclass(frozen=True)
class Sample:
    """A board of a corpus; `puzzle` raises `BadPuzzle` if it is refused."""

    corpus: str
    genre: str
    puzzle: Callable[[], Puzzle]
    answer: Callable[[Puzzle], Grid | None] | None = None
    """The answer that the corpus tells, as a grid of the puzzle, or None if it is one of another board."""
    breaks: str = ""
    """The rule that this answer breaks, by the corpus's own name; nothing for a right answer."""


@dataclass(frozen=True)
class Place:
    """Where a file of pzprjs has the marks of the board: the first line, and the first word of each line."""

    top: int = 0
    left: int = 0
    after: int = 0
    """How many lines come after, where `top` does not count."""
    marks: str = ""
    """The words that are marks where clues are among them; all are, if none is named."""
    values: Mapping[str, str] = field(default_factory=dict)
    """The marks of ours for numbers that have another meaning there."""


BELOW = Place()
PLACES: Mapping[str, Place] = {
    "aquarium": Place(left=1),
    "box": Place(left=1),
    "easyasabc": Place(left=1, after=1),
    "gokigen": Place(values={"2": "0"}),
    "heyawake": BELOW,
    "hitori": BELOW,
    "kakuro": BELOW,
    "kurodoko": BELOW,
    "lightup": Place(marks="#+"),
    "lits": BELOW,
    "minarism": BELOW,
    "mines": BELOW,
    "nonogram": Place(left=-1),
    "norinori": BELOW,
    "nurikabe": Place(marks="#+"),
    "ripple": BELOW,
    "shakashaka": Place(values={"2": "1", "3": "2", "4": "3", "5": "4", "+": "0"}),
    "shikaku": BELOW,
    "skyscrapers": Place(left=1, after=1),
    "starbattle": BELOW,
    "sudoku": BELOW,
    "suguru": BELOW,
    "tapa": Place(marks="#+"),
    "tents": Place(top=1, left=1, marks="#+A-"),
    "yinyang": Place(values={"1": "0", "2": "1"}),
}
"""The genres of kinds of ours; the marks of Shikaku are borders."""
ADDRESS = re.compile(r"https?://(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p(?:\.html)?\?(?P<genre>\w+)[^\s\"']*")
WORDS = {"#": 1, "A": 1, "+": 0, "-": 0}
"""What the words of marks say that are not numbers."""


@dataclass(frozen=True)
class Script:
    """What a file of pzprjs's tests holds: an address, and files with the name of the rule that each breaks."""

    genre: str
    address: str
    files: Sequence[tuple[str, str]]

    @classmethod
    def read(cls, text: str) -> Script | None:
        """Read a test script, or return None if it is not one of boards."""
        genre, address, files = (
            re.search(pattern, text, re.DOTALL)
            for pattern in (
                r'addDebugData\("([\w-]+)"',
                r'\burl:\s*"([^"]*)"',
                r"failcheck:\s*\[(.*?)(?=\binputs\b|\Z)",
            )
        )
        if not (genre and address and files):
            return None
        found = re.findall(r'\[\s*(?://[^\n]*\s*)*(?:null|"(\w*)")\s*,\s*"(pzprv3[^"]*)"', files[1])
        return cls(genre[1], address[1], found)

    def samples(self) -> Iterator[Sample]:
        """Yield the board of the address with the right answer, then with each wrong one."""
        puzzle = partial(load_link, f"https://puzz.link/p?{self.genre}/{self.address}")
        known = [(rule, held) for rule, file in self.files if (held := self._held(file))]
        boards = [clues for rule, (clues, _) in known if not rule]
        told = [(rule, partial(_grid, marks)) for rule, (clues, marks) in known if clues in boards]
        if all(rule for rule, _ in told):
            yield Sample("pzprjs", self.genre, puzzle)
        for rule, answer in told:
            yield Sample("pzprjs", self.genre, puzzle, answer, rule)

    def _held(self, file: str) -> tuple[object, list[list[str]]] | None:
        """Return the clues and the marks of a file; None if it is empty, of another size or of an unknown genre."""
        _, _, *lines = file.removesuffix("/").split("/")
        sudoku = self.genre == "sudoku"
        width, height = (int(lines[0]),) * 2 if sudoku else (int(lines[1]), int(lines[0]))
        words = [line.split() for line in lines[1 if sudoku else 2 :]]
        place = PLACES.get(self.genre)
        if place is None or len(words) < height or not re.search(rf"\b{width}/{height}/", f"{self.address}/"):
            return None
        if self.genre == "shikaku":
            return words[:height], words[height:]
        top = place.top if place.marks else len(words) - height - place.after
        left = len(words[-1]) - width if place.left < 0 else place.left
        marks = [
            [
                str(place.values.get(word, word if word in (place.marks or word) else "."))
                for word in words[row][left : left + width]
            ]
            for row in range(top, top + height)
        ]
        for row in range(top, top + height):
            for col in range(left, left + width):
                if words[row][col] in place.marks or not (place.marks or words[row][col].startswith("q")):
                    words[row][col] = "."
        return words[: top + height + place.after], marks


def _grid(marks: Sequence[Sequence[str]], puzzle: Puzzle) -> Grid | None:
    """Return the marks of a file as a grid of the puzzle."""
    board = puzzle.board
    if isinstance(puzzle, Patches):
        return _rectangles(marks, puzzle)
    if (len(marks), len(marks[0])) != (board.height, board.width):
        return None
    blank = 0 if 0 in puzzle.MARKS and not isinstance(puzzle, YinYang) else None
    givens = puzzle.given_marks or Grid.make(board.height, board.width)
    places = puzzle.choices()

    def mark(cell: Cell) -> int | None:
        word = marks[cell.row][cell.col].removeprefix("q")
        if cell not in places:
            return None
        return (
            WORDS[word]
            if word in WORDS
            else int(word)
            if word.isdigit()
            else blank
            if givens[cell] is None
            else givens[cell]
        )

    return Grid.make(board.height, board.width, mark)


def _rectangles(borders: Sequence[Sequence[str]], puzzle: Patches) -> Grid | None:
    """Return the number of its clue for each cell, or None if a border ends inside a rectangle: no grid tells that."""
    board, height = puzzle.board, puzzle.board.height
    walls: set[tuple[Cell, Cell]] = set()
    for row, words in enumerate(borders):
        for col, word in enumerate(words):
            cell = Cell(row, col) if row < height else Cell(row - height, col)
            if word == "1":
                walls.add((cell, cell.neighbours()[row >= height]))
    numbers: dict[Cell, int | None] = {}
    for number, clue in enumerate(puzzle.patches, start=1):
        left = [clue.cell]
        while left:
            cell = left.pop()
            numbers[cell] = number
            left += [
                other
                for other in cell.around()
                if other in board and other not in numbers and not walls & {(cell, other), (other, cell)}
            ]
    if any(numbers.get(one) == numbers.get(other) is not None for one, other in walls):
        return None
    return Grid.make(board.height, board.width, numbers.get)


def read(folder: Path) -> Iterator[Sample]:
    """Yield the samples of a checkout, which is known by what it holds, or of a file that `scripts` was kept in."""
    if folder.is_file():
        for line in folder.read_text(encoding="utf-8").splitlines():
            yield from Script(**json.loads(line)).samples()
    for script in scripts(folder):
        yield from script.samples()
    for file in sorted(folder.glob("cspuz_rs_puzzles/src/puzzles/*.rs")):
        yield from _tests(file.read_text(encoding="utf-8"))
    for file in sorted(folder.glob("solver/*.py")):
        text = file.read_text(encoding="utf-8")
        for address in ADDRESS.finditer(text):
            yield Sample("noqx", address["genre"], partial(load_link, address[0]))
        if file.stem in {*LINKED_KINDS.values()}:
            yield from [Sample("noqx", file.stem, _penpa)] * text.count('"data":')
    for file in sorted(folder.glob("assets/data/*/*_dataset.json")):
        for board in json.loads(file.read_text(encoding="utf-8"))["data"].values():
            yield from _measured(file.parent.name, board)
    for file in sorted([*folder.glob("inputs/**/*.non"), *folder.glob("nonograms/survey_*/*.txt")]):
        yield from _nonograms(file.parent.name, file.read_text(encoding="utf-8"))


def _nonograms(corpus: str, text: str) -> Iterator[Sample]:
    """Yield the nonogram of a file: two blocks of numbers, of the rows and of the columns, and maybe the answer."""
    blocks = re.findall(r"(?m)^(?:\d[\d, ]*(?:\n|\Z))+", text)
    rows, columns = (
        [[int(run) for run in re.findall(r"[1-9]\d*", line)] for line in block.splitlines()] for block in blocks
    )
    if 0 <= text.find("\ncolumns\n") < text.find("\nrows\n"):
        rows, columns = columns, rows
    goal = re.search(r'goal "?([01]+)', text)
    marks = [list(goal[1][at : at + len(columns)]) for at in range(0, len(goal[1]), len(columns))] if goal else []
    puzzle = partial(load, {"kind": "nonogram", "rows": rows, "columns": columns})
    yield Sample(corpus, "nonogram", puzzle, partial(_grid, marks) if goal else None)


def _penpa() -> Puzzle:
    raise BadPuzzle("a board of Penpa, whose format givens does not read")


def scripts(folder: Path) -> list[Script]:
    """Return what the test scripts in a checkout of pzprjs hold, for all of its genres."""
    found = (Script.read(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("test/script/*.js")))
    return [script for script in found if script]


def _tests(text: str) -> Iterator[Sample]:
    """Yield the boards that a module of cspuz_core tests its addresses with; the first has the answer, if any."""
    tables = re.findall(r"expected = [\w:]*to_option(?:_bool)?_2d\(\[(.*?)\]\)", text, re.DOTALL)
    rows = [re.findall(r"-?\d+", row) for row in re.findall(r"\[([^\[\]]*)\]", tables[0])] if len(tables) == 1 else []
    for number, address in enumerate(ADDRESS.finditer(text)):
        answer = partial(_grid, rows) if rows and not number and not any("-1" in row for row in rows) else None
        yield Sample("cspuz_core", address["genre"], partial(load_link, address[0]), answer)


def _measured(genre: str, board: Mapping[str, str]) -> Iterator[Sample]:
    of = dataset.KINDS.get(genre)
    if of is None:
        return
    problem, solution = (
        [line.split() for line in board[part].strip().splitlines()] for part in ("problem", "solution")
    )
    answer = partial(dataset.grid, solution[1:]) if solution else None
    yield Sample("puzzlekit", genre, lambda: load(of(problem[0], problem[1:])), answer)
