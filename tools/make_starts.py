"""Search random starts for puzzles of a rare grade, for `solvers/_core/generate/starts.py`.

`python -m tools.make_starts star_battle 5 --count 4` prints starts, one a line: the number and the mask of what it
leads to. `--size 10 10` tries another size than that of the grade. `--neighbours 40` looks for more
neighbours of each puzzle than `generate` does, so such a start needs its mask.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count, islice
from typing import TYPE_CHECKING
from unittest.mock import patch

from solvers import KINDS, Clock
from solvers._core.generate import generate
from solvers._core.generate.generate import NEIGHBOURS, dice_of, tried

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Puzzle


def found(kind: type[Puzzle], size: tuple[int, int], level: int) -> Iterator[tuple[int, int]]:
    """Yield the starts from which a puzzle is found, one after the other, each with its mask."""
    for start in count():
        rng = dice_of(kind, size, level, start, Clock(None))
        if tried(kind, size, rng) is not None:
            yield start, rng.found


def main() -> None:
    """Print starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*KINDS])
    parser.add_argument("grade", type=int)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--size", type=int, nargs=2)
    parser.add_argument("--neighbours", type=int, default=NEIGHBOURS)
    options = parser.parse_args()
    kind = KINDS[options.kind]
    rows, columns = options.size or kind.SIZES.get(options.grade, kind.SIZE)
    with patch.object(generate, "NEIGHBOURS", options.neighbours):
        for start, kept in islice(found(kind, (rows, columns), options.grade), options.count):
            sys.stdout.write(f"({start}, {kept:#x})\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
