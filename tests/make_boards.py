"""Make boards for fixtures: one solution each, and not one clue too many.

`python tests/make_boards.py --kind tango --rows 6 --cols 6 --seed 1 [--givens 1] [--edges 12] [-o FOLDER]`
prints the puzzle and its solution as two lines of JSON, or writes them as `puzzle.json` and `solution.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import combinations, pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

import z3

from solvers import Grid, Zip, dump, solutions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class Edge(NamedTuple):
    """The border of two neighbouring cells, each a (row, col) from zero."""

    first: tuple[int, int]
    second: tuple[int, int]


class Board:
    """An empty board in Z3: balanced lines, no three equal marks in a row, no two lines alike in a Binairo."""

    def __init__(self, kind: str, rows: int, cols: int, seed: int) -> None:
        """Build the rules of a kind for a board of this shape, both sides even."""
        self.rows, self.cols = rows, cols
        # A context of its own: what else the process has asked Z3 must not change the board.
        context = z3.Context()
        self.solver = z3.SolverFor("QF_FD", ctx=context)
        self.solver.set("random_seed", seed)
        self.cells = [[z3.Bool(f"x{row}_{col}", context) for col in range(cols)] for row in range(rows)]
        for line in [*self.cells, *map(list, zip(*self.cells, strict=True))]:
            self.solver.add(z3.PbEq([(cell, 1) for cell in line], len(line) // 2))
            for three in zip(line, line[1:], line[2:], strict=False):
                self.solver.add(z3.Or(*three), z3.Not(z3.And(*three)))
        for lines in (self.cells, list(map(list, zip(*self.cells, strict=True)))) if kind == "binairo" else ():
            for line, other in combinations(lines, 2):
                self.solver.add(z3.Or([one != another for one, another in zip(line, other, strict=True)]))
        self.equal = {edge: z3.Bool(f"e{number}", context) for number, edge in enumerate(self.edges())}
        for edge, name in self.equal.items():
            self.solver.add(name == (self.at(edge.first) == self.at(edge.second)))

    def at(self, cell: tuple[int, int]) -> Any:  # noqa: ANN401  z3 has no types
        """Return the Boolean of one cell."""
        return self.cells[cell[0]][cell[1]]

    def edges(self) -> Iterator[Edge]:
        """List the borders between neighbouring cells."""
        for row in range(self.rows):
            for col in range(self.cols):
                if col + 1 < self.cols:
                    yield Edge((row, col), (row, col + 1))
                if row + 1 < self.rows:
                    yield Edge((row, col), (row + 1, col))

    def fill(self, chance: random.Random) -> list[list[int]]:
        """Return a random full board."""
        wishes: list[Any] = []
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        chance.shuffle(cells)
        for cell in cells[: len(cells) // 3]:
            wish = self.at(cell) if chance.random() < 0.5 else z3.Not(self.at(cell))
            if self.solver.check(*wishes, wish) == z3.sat:
                wishes.append(wish)
        assert self.solver.check(*wishes) == z3.sat
        model = self.solver.model()
        return [[int(z3.is_true(model.eval(cell))) for cell in line] for line in self.cells]


def make(
    kind: str, rows: int, cols: int, seed: int, givens: int | None = None, edges: int = 0
) -> tuple[dict[str, Any], list[str]]:
    """Return a puzzle with one solution in which no clue is spare, and that solution."""
    chance = random.Random(seed)  # noqa: S311  boards, not secrets
    board = Board(kind, rows, cols, seed)
    full = board.fill(chance)
    board.solver.add(
        z3.Or([cell != bool(full[r][c]) for r, line in enumerate(board.cells) for c, cell in enumerate(line)])
    )

    def literal(clue: tuple[int, int] | Edge) -> Any:  # noqa: ANN401  z3 has no types
        if isinstance(clue, Edge):
            same = full[clue.first[0]][clue.first[1]] == full[clue.second[0]][clue.second[1]]
            return board.equal[clue] if same else z3.Not(board.equal[clue])
        return board.at(clue) if full[clue[0]][clue[1]] else z3.Not(board.at(clue))

    marks: list[tuple[int, int] | Edge] = [(row, col) for row in range(rows) for col in range(cols)]
    signs: list[tuple[int, int] | Edge] = list(board.equal) if kind == "tango" else []
    chance.shuffle(marks)
    chance.shuffle(signs)
    if givens is None:
        clues = signs[:edges] + marks
        going = marks + signs[:edges]
    else:
        clues = marks[:givens] + signs
        going = signs + marks[:givens]
    if board.solver.check(*map(literal, clues)) != z3.unsat:
        message = "these clues do not make the answer the only one: take another seed, or more of them"
        raise SystemExit(message)
    for clue in going:
        if clue not in clues:
            continue
        fewer = [other for other in clues if other != clue]
        if board.solver.check(*map(literal, fewer)) == z3.unsat:
            core = {str(term) for term in board.solver.unsat_core()}
            kept = [other for other in fewer if str(literal(other)) in core]
            # What comes later in the order of going away is kept for its own turn, so that marks go before signs.
            clues = kept if len(going) > 100 else fewer
    return puzzle(kind, full, clues), ["".join(map(str, line)) for line in full]


def make_zip(rows: int, cols: int, seed: int, numbers: int, walls: int) -> tuple[dict[str, Any], list[str]]:
    """Return a Zip with one solution in which no number and no wall is spare, and that solution."""
    chance = random.Random(seed)  # noqa: S311  boards, not secrets
    _, full = Zip.random((rows, cols), chance, lambda *_: None)
    path = [cell for _, cell in sorted((place, cell) for cell, place in full.marked())]
    crossed = {(min(step), max(step)) for step in pairwise(path)}
    sides = [(cell, other) for cell in full.cells() for other in cell.neighbours() if other in full]
    stops: list[Any] = chance.sample(path[1:-1], numbers)
    parts: list[Any] = chance.sample([side for side in sides if side not in crossed], walls)

    def told(clues: Sequence[Any]) -> Zip:
        stops = {path[0], path[-1], *(clue for clue in clues if clue in path)}
        numbers = {cell: number for number, cell in enumerate(sorted(stops, key=path.index), start=1)}
        return Zip(Grid.make(rows, cols, numbers.get), tuple(clue for clue in clues if clue not in path))

    clues = [*stops, *parts]
    if len(solutions(told(clues), limit=2).grids) > 1:
        message = "these clues do not make the answer the only one: take another seed, or more of them"
        raise SystemExit(message)
    for clue in [*stops, *parts]:
        fewer = [other for other in clues if other != clue]
        if len(solutions(told(fewer), limit=2).grids) == 1:
            clues = fewer
    return dict(dump(told(clues))), full.rows()


def puzzle(kind: str, full: Sequence[Sequence[int]], clues: Sequence[tuple[int, int] | Edge]) -> dict[str, Any]:
    """Write clues down as the JSON object of a puzzle."""

    def name(cell: tuple[int, int]) -> str:
        return f"R{cell[0] + 1}C{cell[1] + 1}"

    shown = {clue for clue in clues if not isinstance(clue, Edge)}
    givens = [
        "".join(str(mark) if (r, c) in shown else "." for c, mark in enumerate(line)) for r, line in enumerate(full)
    ]
    answer: dict[str, Any] = {"kind": kind, "givens": givens}
    if kind == "tango":
        edges = sorted(clue for clue in clues if isinstance(clue, Edge))
        same = [edge for edge in edges if full[edge.first[0]][edge.first[1]] == full[edge.second[0]][edge.second[1]]]
        answer["equal"] = [[name(edge.first), name(edge.second)] for edge in same]
        answer["opposite"] = [[name(edge.first), name(edge.second)] for edge in edges if edge not in same]
    return answer


def queens(side: int, seed: int, givens: int = 0) -> tuple[dict[str, Any], list[str]]:
    """Return a Queens with so many given queens, all of them needed, and its one solution."""
    chance = random.Random(seed)  # noqa: S311  boards, not secrets
    while True:
        full = chance.sample(range(side), side)
        if any(abs(one - other) == 1 for one, other in pairwise(full)):
            continue
        regions = _grown(full, chance)
        for rows in combinations(range(side), givens):
            fewer = [rows, *combinations(rows, givens - 1)] if rows else [rows]
            if [True, *[False] * givens] == [
                len(_placed(regions, {row: full[row] for row in fixed}, 2)) == 1 for fixed in fewer
            ]:
                marks = [
                    ["1" if row in rows and col == full[row] else "." for col in range(side)] for row in range(side)
                ]
                puzzle = {
                    "kind": "queens",
                    "regions": ["".join(line) for line in regions],
                    "givens": ["".join(line) for line in marks],
                }
                return puzzle, ["".join("01"[col == queen] for col in range(side)) for queen in full]


def _grown(queens: Sequence[int], chance: random.Random) -> list[list[str]]:
    """Grow a region around each queen until the board is full, and name them in reading order."""
    side = len(queens)
    owners = {(row, col): row for row, col in enumerate(queens)}
    while len(owners) < side * side:
        row, col = chance.choice(sorted(owners))
        down, right = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if 0 <= row + down < side and 0 <= col + right < side:
            owners.setdefault((row + down, col + right), owners[row, col])
    letters: dict[int, str] = {}
    for cell in sorted(owners):
        letters.setdefault(owners[cell], ascii_uppercase[len(letters)])
    return [[letters[owners[row, col]] for col in range(side)] for row in range(side)]


def _placed(regions: Sequence[Sequence[str]], fixed: Mapping[int, int], limit: int) -> list[list[int]]:
    """Place the queens row by row, in all ways up to a limit."""
    found: list[list[int]] = []

    def place(queens: list[int]) -> None:
        row = len(queens)
        if row == len(regions):
            found.append(queens)
            return
        for col in [fixed[row]] if row in fixed else range(len(regions)):
            clash = any(
                col == queen
                or (row - other == 1 and abs(col - queen) == 1)
                or regions[row][col] == regions[other][queen]
                for other, queen in enumerate(queens)
            )
            if not clash and len(found) < limit:
                place([*queens, col])

    place([])
    return found


def tidy(value: dict[str, Any] | list[str]) -> str:
    """Write JSON with one line of the board, or one list, a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {json.dumps(line)}" for line in value) + "\n]\n"
    parts = []
    for key, part in value.items():
        if key in {"givens", "regions"}:
            parts.append(f'  "{key}": [\n' + ",\n".join(f"    {json.dumps(line)}" for line in part) + "\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Read the command line, print or write one board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--kind", choices=["binairo", "queens", "tango", "three_in_a_row", "zip"], default="tango")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--givens", type=int, help="so many marks, or numbers of a path, at most")
    parser.add_argument("--edges", type=int, default=14, help="so many signs or walls to begin with")
    parser.add_argument("-o", dest="folder", type=Path, help="write puzzle.json and solution.json into this folder")
    options = parser.parse_args()
    size = options.rows, options.cols, options.seed
    if options.kind == "queens":
        made, solution = queens(options.rows, options.seed, options.givens or 0)
    elif options.kind == "zip":
        made, solution = make_zip(*size, options.givens or 9, options.edges)
    else:
        made, solution = make(options.kind, *size, options.givens, options.edges)
    if options.folder is None:
        sys.stdout.write(json.dumps(made) + "\n" + json.dumps(solution) + "\n")
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "puzzle.json").write_text(tidy(made), encoding="utf-8")
    (options.folder / "solution.json").write_text(tidy(solution), encoding="utf-8")


if __name__ == "__main__":
    main()
