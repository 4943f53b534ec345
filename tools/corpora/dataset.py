"""The boards of puzzlekit-dataset as JSON of ours; it has no licence, so nothing of it is kept."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING, Any

from solvers import BadPuzzle, Cell, Dominosa, Grid, Numberlink, Patches
from solvers._core.families.lined import Lined
from solvers._core.model.grid import spot
from solvers.dominosa import with_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solvers import Puzzle

    Rows = Sequence[Sequence[str]]
    Fields = Callable[[Sequence[str], Rows], dict[str, Any]]

LETTERS = "abcdefghij"
SIDES = {"n": "up", "s": "down", "e": "right", "w": "left"}


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else None


def _numbers(rows: Rows) -> list[list[int | None]]:
    return [[_number(word) for word in row] for row in rows]


def _side(size: Sequence[str]) -> int:
    """Return the side of the size's first two words, rows and columns, which must agree."""
    if size[0] != size[1]:
        raise BadPuzzle("the board is not a square")
    return int(size[0])


def _box(size: Sequence[str]) -> list[int]:
    """Return the box that such a side has: a square, or two rows in 6×6."""
    side = _side(size)
    rows = 2 if side == 6 else round(side**0.5)
    return [rows, side // rows]


def _lettered(rows: Rows) -> list[str]:
    """Return regions with a letter for each name, of which there are at most 52."""
    names = list(_pieces(rows))
    return ["".join(ascii_letters[names.index(word)] for word in row) for row in rows]


def _sides(rim: Sequence[Sequence[int | None]]) -> dict[str, Any]:
    return dict(zip(("top", "bottom", "left", "right"), rim, strict=True))


def _abc_view(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    def code(word: str) -> int | None:
        return LETTERS.index(word) + 1 if word in LETTERS else None

    side, letters = _side(size), LETTERS.index(size[2]) + 1
    rim = [[code(word) for word in row] for row in rows[:4]]
    givens = [[code(word) for word in row] for row in rows[4:]]
    return {"kind": "abc_view", "letters": letters, "givens": givens or [[None] * side] * side, **_sides(rim)}


def _battleships(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    columns, lines = ([[int(word)] for word in line] for line in rows[:2])
    parts = ["".join({"-": ".", "x": "0"}.get(word, word) for word in row) for row in rows[2:]]
    return {
        "kind": "battleships",
        "parts": parts,
        "rows": lines,
        "columns": columns,
        "fleet": int("".join(size[:1:-1])),
    }


def _calcudoku(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    side = _side(size)
    cages = []
    for cells in _pieces(rows[side:]).values():
        (said,) = {word for cell in cells if (word := rows[cell.row][cell.col]) not in {".", "-"}}
        sign = said.lstrip("0123456789").replace("x", "*")
        cages.append({"cells": [*map(str, cells)], "target": int(said.rstrip("+-*/x")), "operation": sign or None})
    return {"kind": "calcudoku", "givens": [[None] * side] * side, "cages": cages}


def _dominosa(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    return {"kind": "dominosa", "numbers": _numbers(rows)}


def _three_in_a_row(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    return {"kind": "three_in_a_row", "givens": [[{"1": 1, "2": 0}.get(word) for word in row] for row in rows]}


def _jigsaw(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    side = _side(size)
    return {"kind": "jigsaw_sudoku", "givens": _numbers(rows[:side]), "regions": _lettered(rows[side:])}


def _kakurasu(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    columns, lines = ([[number] if number else [] for number in line] for line in _numbers(rows))
    return {"kind": "kakurasu", "columns": columns, "rows": lines}


def _kakuro(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    def sums(lines: Rows, part: int) -> list[list[int]]:
        """Return the sums of the runs of at least two cells, each line without its border."""
        return [
            [
                int(word.split(",")[part] or 0)
                for word, *run in zip(line, line[1:], line[2:], strict=False)
                if "," in word and run == ["0", "0"]
            ]
            for line in lines[1:]
        ]

    blocks = ["".join(".b"[word != "0"] for word in row[1:]) for row in rows[1:]]
    return {"kind": "kakuro", "blocks": blocks, "rows": sums(rows, 1), "columns": sums([*zip(*rows, strict=True)], 0)}


def _killer(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    side = _side(size)
    sums = _numbers(rows[:side])
    cages = []
    for name, cells in _pieces(rows[side:]).items():
        said = [total for cell in cells if (total := sums[cell.row][cell.col])]
        if name != "-":
            cages.append({"cells": [*map(str, cells)], "sum": said[0] if said else None})
    return {"kind": "killer_sudoku", "box": _box(size), "givens": [[None] * side] * side, "cages": cages}


def _minesweeper(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    return {"kind": "minesweeper", "numbers": _numbers(rows), **({"mines": int(size[2])} if len(size) > 2 else {})}


def _nonogram(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    lines = [[int(word) for word in row if word != "0"] for row in rows]
    return {"kind": "nonogram", "columns": lines[: int(size[1])], "rows": lines[int(size[1]) :]}


def _rooms(kind: str) -> Fields:
    def fields(size: Sequence[str], rows: Rows) -> dict[str, Any]:
        height = int(size[0])
        return {"kind": kind, "givens": _numbers(rows[:height]), "regions": [[*row] for row in rows[height:]]}

    return fields


def _shikaku(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    clues = [
        {"cell": str(Cell(row, col)), "shape": "any", "area": _number(word)}
        for row, words in enumerate(rows)
        for col, word in enumerate(words)
        if word != "-"
    ]
    return {"kind": "patches", "size": [int(size[0]), int(size[1])], "clues": clues}


def _skyscrapers(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    if size[2] != size[0]:
        raise BadPuzzle("a variant: fewer heights than cells in a line")
    fields = {"kind": "skyscrapers", "givens": _numbers(rows[4:]), **_sides(_numbers(rows[:4]))}
    return fields | ({"diagonals": True} if size[3:] == ["D"] else {})


def _tents(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    columns, lines = ([[int(word)] if word.isdigit() else [] for word in line] for line in rows[:2])
    trees = ["".join(".t"[word == "x"] for word in row) for row in rows[2:]]
    return {"kind": "tents", "columns": columns, "rows": lines, "trees": trees}


def _thermometers(_size: Sequence[str], rows: Rows) -> dict[str, Any]:
    paths: dict[str, dict[int, str]] = {}
    for word, cells in _pieces(rows[2:]).items():
        name, _, at = word.partition(".")
        if at:
            paths.setdefault(name, {})[int(at)] = str(cells[0])
    columns, lines = ([[int(word)] if word.isdigit() else [] for word in line] for line in rows[:2])
    found = [[path[at] for at in sorted(path)] for path in paths.values()]
    return {"kind": "thermometers", "columns": columns, "rows": lines, "thermometers": found}


def _clued(rows: Rows) -> list[tuple[str, str]]:
    """Return the cells with a word, each with its word."""
    return [
        (str(Cell(row, col)), word) for row, words in enumerate(rows) for col, word in enumerate(words) if word != "-"
    ]


def _blocks(kind: str) -> Fields:
    return lambda _, rows: {
        "kind": kind,
        "blocks": ["".join({"-": ".", "x": "b"}.get(word, word) for word in row) for row in rows],
    }


def _heyawake(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    height = int(size[0])
    return {"kind": "heyawake", "numbers": _numbers(rows[:height]), "regions": [[*row] for row in rows[height:]]}


def _shingoki(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    colours = {"b": "black", "w": "white"}
    circles = [{"cell": cell, "colour": colours[word[0]], "number": int(word[1:])} for cell, word in _clued(rows)]
    return {"kind": "shingoki", "size": [int(size[0]), int(size[1])], "circles": circles}


def _yajilin(size: Sequence[str], rows: Rows) -> dict[str, Any]:
    if any(word[-1] not in SIDES or not word[:-1].isdigit() for _, word in _clued(rows)):
        raise BadPuzzle("a variant: clues without a number or an arrow")
    arrows = [{"cell": cell, "direction": SIDES[word[-1]], "number": int(word[:-1])} for cell, word in _clued(rows)]
    return {"kind": "yajilin", "size": [int(size[0]), int(size[1])], "arrows": arrows}


KINDS: Mapping[str, Fields] = {
    "ABCEndView": _abc_view,
    "Akari": _blocks("light_up"),
    "Battleship": _battleships,
    "Binairo": _three_in_a_row,
    "Dominos": _dominosa,
    "Fillomino": lambda _, rows: {"kind": "fillomino", "givens": _numbers(rows)},
    "GokigenNaname": lambda _, rows: {"kind": "slant", "points": _numbers(rows)},
    "Hakyuu": _rooms("ripple_effect"),
    "Hashi": lambda _, rows: {"kind": "hashi", "numbers": _numbers(rows)},
    "Heyawake": _heyawake,
    "Hitori": lambda _, rows: {"kind": "hitori", "numbers": _numbers(rows)},
    "JigsawSudoku": _jigsaw,
    "Kakurasu": _kakurasu,
    "Kakuro": _kakuro,
    "KenKen": _calcudoku,
    "KillerSudoku": _killer,
    "Kuromasu": lambda _, rows: {"kind": "kurodoko", "numbers": _numbers(rows)},
    "LITS": lambda _, rows: {"kind": "lits", "regions": [*map(list, rows)]},
    "Masyu": lambda _, rows: {"kind": "masyu", "circles": ["".join(row).replace("-", ".") for row in rows]},
    "Minesweeper": _minesweeper,
    "Mosaic": lambda _, rows: {"kind": "mosaic", "numbers": _numbers(rows)},
    "Nonogram": _nonogram,
    "Norinori": lambda size, rows: {"kind": "norinori", "regions": [*map(list, rows[-int(size[0]) :])]},
    "NumberLink": lambda _, rows: {"kind": "numberlink", "numbers": _numbers(rows)},
    "Nurikabe": lambda _, rows: {"kind": "nurikabe", "numbers": _numbers(rows)},
    "Shakashaka": _blocks("shakashaka"),
    "Shikaku": _shikaku,
    "Shingoki": _shingoki,
    "Skyscraper": _skyscrapers,
    "Slitherlink": lambda _, rows: {"kind": "slitherlink", "numbers": _numbers(rows)},
    "Starbattle": lambda size, rows: {"kind": "star_battle", "stars": int(size[2]), "regions": _lettered(rows)},
    "Sudoku": lambda size, rows: {"kind": "sudoku", "box": _box(size), "givens": _numbers(rows)},
    "Suguru": _rooms("suguru"),
    "Tent": _tents,
    "Thermometer": _thermometers,
    "Yajilin": _yajilin,
    "YinYang": lambda _, rows: {
        "kind": "yin_yang",
        "givens": [[{"w": 0, "b": 1}.get(word) for word in row] for row in rows],
    },
}
"""Its names of our kinds; its Binairo allows equal lines."""


def grid(rows: Rows, puzzle: Puzzle) -> Grid | None:
    """Return an answer as a grid of the puzzle, or None if it has another size, or words that are not read."""
    board = puzzle.board
    if isinstance(puzzle, Numberlink):
        sides = {(cell, side) for cell in board.cells() for side in rows[cell.row][cell.col]}
        lines = {spot(edge) for edge in puzzle.ways() if (edge[0], "e" if edge[0].row == edge[1].row else "s") in sides}
        return Grid.make(*puzzle.answer_size, {spot(edge): int(spot(edge) in lines) for edge in puzzle.ways()}.get)
    if isinstance(puzzle, Lined) or puzzle.KIND in {"shakashaka", "slant"}:
        return None
    if puzzle.KIND == "kakuro":
        rows = [row[1:] for row in rows[1:]]
    if [len(row) for row in rows] != [board.width] * board.height:
        return None
    if isinstance(puzzle, Dominosa):
        return with_sides(board, [(one, other) for one, other in _pieces(rows).values()])
    if isinstance(puzzle, Patches):
        numbers = {rows[clue.cell.row][clue.cell.col]: number for number, clue in enumerate(puzzle.patches, 1)}
        return Grid([[numbers.get(word) for word in row] for row in rows])
    marks = {
        "three_in_a_row": {"1": 1, "2": 0},
        "abc_view": {letter: number for number, letter in enumerate(LETTERS, 1)},
        "tents": {"o": 1, "x": 0},
        "lits": dict.fromkeys("LITS", 1),
        "yin_yang": {"w": 0, "b": 1},
        "battleships": dict.fromkeys("omnesw", 1),
    }.get(puzzle.KIND, {"x": 1, "o": 1})
    places = puzzle.choices()

    def mark(cell: Cell) -> int | None:
        word = rows[cell.row][cell.col]
        return (marks[word] if word in marks else _number(word) or 0) if cell in places else None

    return Grid.make(board.height, board.width, mark)


def _pieces(rows: Rows) -> dict[str, list[Cell]]:
    """Return the cells of each name."""
    named: dict[str, list[Cell]] = {}
    for row, words in enumerate(rows):
        for col, word in enumerate(words):
            named.setdefault(word, []).append(Cell(row, col))
    return named
