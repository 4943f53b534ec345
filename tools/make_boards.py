"""Make boards for fixtures, each with one solution and no superfluous clue.

`python -m tools.make_boards --kind tango --rows 6 --cols 6 --seed 1 [--givens 1] [--edges 12] [-o FOLDER]`
prints the puzzle and its solution as two lines of JSON, or writes them as `puzzle.json` and `solution.json`.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import inf
from pathlib import Path
from typing import Any

from solvers import KINDS, dump, generate

ATTEMPTS = 200
"""How many seeds are tried to find a board with few enough clues."""


def make(
    kind: str, rows: int, cols: int, seed: int, givens: float = inf, edges: float = inf
) -> tuple[dict[str, Any], list[str]]:
    """Return the first puzzle, counting up from a seed, that has no more clues than allowed, and its solution.

    `givens` limits the clues of one cell, `edges` those of several cells.
    """
    for number in range(seed, seed + ATTEMPTS):
        made = generate(kind, (rows, cols), seed=number)
        sizes = [len(clue.cells) for clue in made.puzzle.clues()]
        if sizes.count(1) <= givens and len(sizes) - sizes.count(1) <= edges:
            return dict(dump(made.puzzle)), made.solution.rows()
    raise SystemExit(f"no {kind} of {rows}×{cols} from seeds {seed} to {number} has so few clues: allow more")


def tidy(value: dict[str, Any] | list[str]) -> str:
    """Return JSON with one line per row of a board."""
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
    """Read the command line, and print or write one board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--kind", choices=sorted(KINDS), default="tango")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1, help="where to begin; the next seeds are tried, too")
    parser.add_argument("--givens", type=int, default=inf, help="marks, numbers or other clues of one cell, at most")
    parser.add_argument("--edges", type=int, default=inf, help="signs, walls or other clues of several cells, at most")
    parser.add_argument("-o", dest="folder", type=Path, help="write puzzle.json and solution.json into this folder")
    options = parser.parse_args()
    puzzle, solution = make(options.kind, options.rows, options.cols, options.seed, options.givens, options.edges)
    if options.folder is None:
        sys.stdout.write(json.dumps(puzzle) + "\n" + json.dumps(solution) + "\n")
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "puzzle.json").write_text(tidy(puzzle), encoding="utf-8")
    (options.folder / "solution.json").write_text(tidy(solution), encoding="utf-8")


if __name__ == "__main__":
    main()
