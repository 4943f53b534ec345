"""Make boards for fixtures: one solution each, and not one clue too many.

`python tests/make_boards.py --kind tango --rows 6 --cols 6 --seed 1 [--givens 1] [--edges 12] [-o FOLDER]`
prints the puzzle and its solution as two lines of JSON, or writes them as `puzzle.json` and `solution.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import z3

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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


def tidy(value: dict[str, Any] | list[str]) -> str:
    """Write JSON with one line of the board, or one list, a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"  {json.dumps(line)}" for line in value) + "\n]\n"
    parts = []
    for key, part in value.items():
        if key == "givens":
            parts.append('  "givens": [\n' + ",\n".join(f"    {json.dumps(line)}" for line in part) + "\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Read the command line, print or write one board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--kind", choices=["binairo", "tango", "three_in_a_row"], default="tango")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--givens", type=int, help="so many marks at most, the rest said by signs")
    parser.add_argument("--edges", type=int, default=14, help="so many signs to begin with")
    parser.add_argument("-o", dest="folder", type=Path, help="write puzzle.json and solution.json into this folder")
    options = parser.parse_args()
    made, solution = make(options.kind, options.rows, options.cols, options.seed, options.givens, options.edges)
    if options.folder is None:
        sys.stdout.write(json.dumps(made) + "\n" + json.dumps(solution) + "\n")
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "puzzle.json").write_text(tidy(made), encoding="utf-8")
    (options.folder / "solution.json").write_text(tidy(solution), encoding="utf-8")


if __name__ == "__main__":
    main()
