"""Solving beside the C programs of Simon Tatham's collection, on boards that they make.

The source is Debian's package `sgt-puzzles`: the folder given by `--anchors`, or what `apt-get source` fetches.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from string import ascii_letters
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

from solvers import Cell, GaveUp, load, solve
from solvers._core.model.errors import BadPuzzle
from solvers._core.model.grid import DIGITS
from tools.bench.kinds import _forget, _warm, timed
from tools.bench.report import Absent, Options, Report, Target, factor, milliseconds, say, table, targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers import Grid, Puzzle

    Fields = Callable[[str, str], dict[str, Any]]
    Answer = Callable[[str], object]
    Told = Callable[[Grid], object]

TITLE = "Solving beside compiled solvers"
ABOUT = """\
The C programs of Simon Tatham's collection make 12 boards a field; processor time of ours, and how
many times as long as theirs that is. [Decision 41](decisions/0041-beside-compiled-solvers.md) says
why a gap stays.
"""

GAPS = f"_{ascii_letters[:26]}"
"""The signs of how many cells come before the next border or tree; none comes behind the last sign."""
DRIVER = Path(__file__).with_name("anchor.c")
COUNT, QUICK_COUNT = 12, 3
ROUNDS, QUICK_ROUNDS = 5, 1
MOST = 20
"""The seconds that we may take for one board."""
MEDIUM, HARD = 30, 10
"""How many times as long as theirs ours may take, for boards of medium difficulty and for hard ones."""
COMMON = (
    "combi divvy drawing dsf findloop grid latin laydomino loopgen malloc matching midend misc penrose ps random sort "
    "tdq tree234 version"
)
"""What all programs of the collection share."""


@dataclass(frozen=True)
class Program:
    """One of their puzzles: our fields of its parameters and description, and its answer beside ours."""

    name: str
    fields: Fields
    answer: Answer
    """What a move of theirs says."""
    told: Told
    """What a grid of ours says, in the same form."""


def _numbers(text: str) -> list[int | None]:
    """Return the numbers of a description whose letters stand for as many blanks."""
    cells: list[int | None] = []
    for number, gap in re.findall(r"(\d+)|([a-z])", text):
        cells += [int(number)] if number else [None] * (ascii_letters.index(gap) + 1)
    return cells


def _rows(cells: Sequence[object], width: int) -> list[Any]:
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def _size(parameters: str) -> tuple[int, int]:
    """Return the rows and columns that parameters begin with."""
    found = re.match(r"(\d+)(?:x(\d+))?", parameters)
    width, height = found.groups() if found else ("0", None)
    return int(height or width), int(width)


def _blocks(side: int, text: str) -> list[list[int]]:
    """Return the regions of a Sudoku: between two letters is a border, between columns first, then between rows."""
    borders: set[int] = set()
    at = 0
    for sign in text:
        at += min(GAPS.index(sign), 25)
        if sign != "z":
            borders.add(at)
            at += 1
    inner = side - 1
    joined = {(row, col): (row, col) for row in range(side) for col in range(side)}

    def root(place: tuple[int, int]) -> tuple[int, int]:
        while joined[place] != place:
            place = joined[place]
        return place

    for edge in range(2 * side * inner):
        line, step = divmod(edge % (side * inner), inner)
        ends = ((line, step), (line, step + 1)) if edge < side * inner else ((step, line), (step + 1, line))
        if edge not in borders:
            joined[root(ends[1])] = root(ends[0])
    names = sorted({root(place) for place in joined})
    return [[names.index(root((row, col))) for col in range(side)] for row in range(side)]


def _solo(parameters: str, text: str) -> dict[str, Any]:
    down, across = _size(parameters)
    cells, *more = text.split(",")
    side = across if "j" in parameters else down * across
    fields: dict[str, Any] = {"givens": _rows(_numbers(cells), side)}
    if "j" in parameters:
        regions = _blocks(side, more[0])
        return fields | {
            "kind": "jigsaw_sudoku",
            "regions": ["".join(ascii_letters[at] for at in row) for row in regions],
        }
    fields |= {"kind": "sudoku", "box": [down, across]}
    if "k" not in parameters:
        return fields
    cages: dict[int, dict[str, Any]] = {}
    totals = _numbers(more[1])
    for row, names in enumerate(_blocks(side, more[0])):
        for col, name in enumerate(names):
            cage = cages.setdefault(name, {"cells": [], "sum": None})
            cage["cells"].append(str(Cell(row, col)))
            cage["sum"] = cage["sum"] or totals[row * side + col]
    return fields | {"kind": "killer_sudoku", "cages": list(cages.values())}


def _pattern(parameters: str, text: str) -> dict[str, Any]:
    lines = [[int(run) for run in line.split(".") if run] for line in text.split("/")]
    width = _size(parameters)[1]
    return {"kind": "nonogram", "columns": lines[:width], "rows": lines[width:]}


def _light_up(parameters: str, text: str) -> dict[str, Any]:
    cells = "".join(sign.lower() if sign in "01234B" else "." * (ascii_letters.index(sign) + 1) for sign in text)
    return {"kind": "light_up", "blocks": _rows(cells, _size(parameters)[1])}


def _tents(parameters: str, text: str) -> dict[str, Any]:
    gaps, *counts = text.split(",")
    width = _size(parameters)[1]
    cells = "".join("." * 25 if gap == "z" else "." * GAPS.index(gap) + "t" for gap in gaps)
    lines = [[int(count)] for count in counts]
    return {"kind": "tents", "trees": _rows(cells[:-1], width), "columns": lines[:width], "rows": lines[width:]}


def _unequal(parameters: str, text: str) -> dict[str, Any]:
    side = _size(parameters)[1]
    givens: list[int | None] = []
    less, greater = [], []
    for at, (digit, signs) in enumerate(re.findall(r"(\d+)([URDL]*),", text)):
        givens.append(int(digit) or None)
        cell = Cell(*divmod(at, side))
        right, down, left, up = cell.around()
        greater += [[str(cell), str(other)] for sign, other in (("R", right), ("D", down)) if sign in signs]
        less += [[str(other), str(cell)] for sign, other in (("U", up), ("L", left)) if sign in signs]
    fields: dict[str, Any] = {"kind": "futoshiki", "less": less, "greater": greater}
    if "a" in parameters:
        fields = {"kind": "renzoku", "consecutive": greater}
    return fields | {"givens": _rows(givens, side)}


def _towers(parameters: str, text: str) -> dict[str, Any]:
    side = _size(parameters)[1]
    clues, _, cells = text.partition(",")
    rim = _rows([int(clue) if clue else None for clue in clues.split("/")], side)
    fields = dict(zip(("top", "bottom", "left", "right"), rim, strict=True))
    return {"kind": "skyscrapers", "givens": _rows(_numbers(cells) or [None] * side**2, side)} | fields


def _rect(parameters: str, text: str) -> dict[str, Any]:
    height, width = _size(parameters)
    clues = [
        {"cell": str(Cell(*divmod(at, width))), "shape": "any", "area": area}
        for at, area in enumerate(_numbers(text))
        if area
    ]
    return {"kind": "patches", "size": [height, width], "clues": clues}


def _unruly(parameters: str, text: str) -> dict[str, Any]:
    cells: list[int | None] = []
    for sign in text:
        cells += [None] * (ord(sign.lower()) - ord("a")) + ([] if sign in "zZ" else [int(sign.isupper())])
    kind = "binairo" if "u" in parameters else "three_in_a_row"
    return {"kind": kind, "givens": _rows(cells[:-1], _size(parameters)[1])}


def _singles(parameters: str, text: str) -> dict[str, Any]:
    digits = DIGITS + ascii_letters[26:]
    return {"kind": "hitori", "numbers": _rows([digits.index(sign) for sign in text], _size(parameters)[1])}


def _dominosa(parameters: str, text: str) -> dict[str, Any]:
    numbers = [int(two or one) for one, two in re.findall(r"(\d)|\[(\d+)\]", text)]
    return {"kind": "dominosa", "numbers": _rows(numbers, int(parameters.partition("d")[0]) + 2)}


def _mosaic(parameters: str, text: str) -> dict[str, Any]:
    cells = "".join(sign if sign.isdigit() else "." * (ascii_letters.index(sign) + 1) for sign in text)
    return {"kind": "mosaic", "numbers": _rows(cells, _size(parameters)[1])}


def _places(letter: str) -> Answer:
    """Return what reads the cells that a move marks with a letter."""
    return lambda move: {(int(row), int(col)) for col, row in re.findall(rf"{letter}(\d+),(\d+)", move)}


def _ones(grid: Grid) -> set[tuple[int, int]]:
    return {(cell.row, cell.col) for cell, mark in grid.marked() if mark == 1}


def _flat(grid: Grid) -> list[int | None]:
    return [mark for row in grid.values for mark in row]


def _sides(grid: Grid) -> str:
    """Return for each edge whether it parts two rectangles: between columns first, then between rows."""
    rows, columns = grid.values, list(zip(*grid.values, strict=True))
    beside = [one != other for row in rows for one, other in pairwise(row)]
    below = [column[at] != column[at + 1] for at in range(len(rows) - 1) for column in columns]
    return "".join("01"[parted] for parted in beside + below)


def _dominoes(grid: Grid) -> set[tuple[int, int]]:
    """Return the places of both halves of each domino, counted in reading order."""
    further = {DIGITS.index("r"): 1, DIGITS.index("d"): grid.width}
    return {(at, at + further[side]) for at, side in enumerate(_flat(grid)) if side in further}


def _bits(move: str) -> list[int]:
    return [int(bit) for pair in re.findall("..", move[1:]) for bit in f"{int(pair, 16):08b}"]


def _padded(grid: Grid) -> list[int | None]:
    cells = _flat(grid)
    return cells + [0] * (-len(cells) % 8)


def _digits(move: str) -> list[int]:
    return [DIGITS.index(sign) for sign in move[1:]]


PROGRAMS = {
    program.name: program
    for program in (
        Program("solo", _solo, lambda move: [int(digit) for digit in move[1:].split(",")], _flat),
        Program("pattern", _pattern, _digits, _flat),
        Program("lightup", _light_up, _places("L"), _ones),
        Program("tents", _tents, _places("T"), _ones),
        Program("unequal", _unequal, _digits, _flat),
        Program("towers", _towers, _digits, _flat),
        Program("rect", _rect, lambda move: move[1:], _sides),
        Program("unruly", _unruly, _digits, _flat),
        Program("singles", _singles, _places("B"), _ones),
        Program(
            "dominosa",
            _dominosa,
            lambda move: {(int(one), int(other)) for one, other in re.findall(r"D(\d+),(\d+)", move)},
            _dominoes,
        ),
        Program("mosaic", _mosaic, _bits, _padded),
    )
}
LEVELS = (
    ("Sudoku 9×9", "solo", "3x3db", "3x3du"),
    ("Sudoku 16×16", "solo", "4x4db", ""),
    ("Jigsaw Sudoku 9×9", "solo", "9jdb", "9jdu"),
    ("Killer Sudoku 9×9", "solo", "3x3kdb", "3x3kdu"),
    ("Nonogram 15×15, 25×25", "pattern", "15x15", "25x25"),
    ("Light Up 10×10, 14×14", "lightup", "10x10b20s0d1", "14x14b20s0d2"),
    ("Tents 15×15", "tents", "15x15de", "15x15dt"),
    ("Futoshiki 7×7", "unequal", "7dk", "7dr"),
    ("Renzoku 6×6", "unequal", "6adk", "6adx"),
    ("Skyscrapers 6×6", "towers", "6dh", "6du"),
    ("Patches 9×9, 11×11", "rect", "9x9", "11x11"),
    ("3-in-a-row 10×10, 14×14", "unruly", "10x10dn", "14x14dn"),
    ("Binairo 10×10", "unruly", "10x10udn", ""),
    ("Hitori 10×10, 12×12", "singles", "10x10dk", "12x12dk"),
    ("Dominosa 9×10, 7×8", "dominosa", "8db", "6de"),
    ("Mosaic 15×15, 25×25", "mosaic", "15x15h0", "25x25h1"),
)
"""A name, their program, and its parameters for boards of medium difficulty and for hard or large ones, if any."""
HARDNESS = ("medium", "hard")


def run(options: Options) -> Report:
    """Let both sides solve boards of theirs in turn, and compare their answers."""
    count, rounds = (QUICK_COUNT, QUICK_ROUNDS) if options.quick else (COUNT, ROUNDS)
    report = Report({"rows": []}, "")
    rows: list[list[str]] = []
    verdicts: list[Target] = []
    with _source(options.anchors) as source, TemporaryDirectory() as folder:
        programs = _built(source, Path(folder))
        for name, program, *levels in LEVELS:
            rows.append([name, "–", "–"])
            for level, parameters, most in zip(HARDNESS, levels, (MEDIUM, HARD), strict=True):
                if not parameters:
                    continue
                words = f"{name} {level} (`{program} {parameters}`)"
                say(f"anchors: {words}")
                made = _output([programs[program], "make", parameters, words, str(count)]).splitlines()
                field = _compared(PROGRAMS[program], programs[program], made, rounds)
                report.wrong += [f"{words}: {wrong}" for wrong in field["wrong"]]
                report.data["rows"].append({"name": words, **field})
                if not field["ours_ms"]:
                    continue
                theirs, ours = (median(field[side]) for side in ("theirs_ms", "ours_ms"))
                rows[-1][1 + HARDNESS.index(level)] = f"{_ms(ours)}, {factor(ours / theirs)}"
                verdicts.append(Target(f"{name} {level} ≤ {most}×", factor(ours / theirs), ours <= most * theirs))
    report.data["targets"], reached = targets(verdicts)
    header = ["boards", *HARDNESS]
    report.markdown = f"{table(header, rows)}\n{reached}"
    return report


def _compared(program: Program, binary: str, made: Sequence[str], rounds: int) -> dict[str, Any]:
    """Return the times of both sides for all boards, and whether their answers agree."""
    found: dict[str, Any] = {"theirs_ms": [], "ours_ms": [], "first_ms": [], "agreed": 0, "wrong": [], "refused": []}
    boards: list[tuple[str, Puzzle]] = []
    for line in made:
        try:
            board = load(program.fields(*line.split(":", 1)))
            _forget()
            found["first_ms"].append(timed(partial(solve, board, timeout=MOST), process_time)[0])
            boards.append((line, board))
        except (BadPuzzle, GaveUp) as error:
            found["refused"].append(error.message)
    theirs: list[list[float]] = [[] for _ in boards]
    ours: list[list[float]] = [[] for _ in boards]
    with subprocess.Popen([binary, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for number in range(rounds):
            _forget()
            for at, (line, board) in enumerate(boards):
                other.stdin.write(f"{line}\n")
                other.stdin.flush()
                took, _, move = other.stdout.readline().rstrip("\n").partition("\t")
                _warm(board, cold=False)
                ms, solution = timed(partial(solve, board, timeout=MOST), process_time)
                theirs[at].append(float(took) / 1000)
                ours[at].append(ms)
                if number:
                    continue
                if " " in move:
                    found["refused"].append(f"theirs: {move}")
                elif program.answer(move) == program.told(solution.grid):
                    found["agreed"] += 1
                else:
                    found["wrong"].append(f"{line}: {move} and {solution.grid}")
        other.stdin.close()
    return found | {"theirs_ms": [median(times) for times in theirs], "ours_ms": [median(times) for times in ours]}


@contextmanager
def _source(given: Path | None) -> Iterator[Path]:
    """Give the folder of the source; raise `Absent` if there is none and it cannot be fetched."""
    if given:
        yield given
        return
    if not shutil.which("apt-get") or not shutil.which("dpkg-source"):
        raise Absent("their source comes from Debian: --anchors FOLDER names it where there is no apt-get")
    with TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "lists" / "partial").mkdir(parents=True)
        sources = here / "sources.list"
        targets = ["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME)", "Created-By: Packages"]
        site, _, name = _output(targets).partition("\n")[0].partition(" ")
        sources.write_text(f"deb-src {site} {name} main\n", encoding="utf-8")
        places = {"Etc::sourcelist": sources, "Etc::sourceparts": "-", "State::lists": here / "lists", "Cache": here}
        apt = ["apt-get", "-qq", *(word for key, path in places.items() for word in ("-o", f"Dir::{key}={path}"))]
        try:
            _output([*apt, "update"])
            _output([*apt, "source", "sgt-puzzles"], here)
            yield next(here.glob("sgt-puzzles-*/"))
        except (subprocess.CalledProcessError, StopIteration) as error:
            raise Absent(f"apt-get source sgt-puzzles: {getattr(error, 'stderr', error)}") from None


def _built(source: Path, folder: Path) -> dict[str, str]:
    """Compile the programs, each with our driver."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Absent("no C compiler (cc) is installed")
    common = [source / f"{name}.c" for name in COMMON.split()]
    cc = [compiler, "-O2", "-w", "-I", str(source)]
    for file in common:
        _output([*cc, "-c", str(file)], folder)
    _output(["ar", "rcs", "common.a", *(f"{file.stem}.o" for file in common)], folder)
    for name in PROGRAMS:
        files = [DRIVER, source / f"{name}.c", source / "nullfe.c", "common.a"]
        _output([*cc, "-o", name, *map(str, files), "-lm"], folder)
    return {name: str(folder / name) for name in PROGRAMS}


def _output(words: Sequence[str], folder: Path | None = None) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, cwd=folder).stdout


def _ms(ms: float) -> str:
    return f"{ms:.3f} ms" if ms < 1 else milliseconds(ms)
