"""Search random starts for puzzles of a rare grade, for `solvers/_core/generate/starts.py`.

`python -m tests.make_starts star_battle 5 --count 4` prints the numbers of starts, one a line; `--size 10 10` tries
another size than that of the grade.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count, islice
from typing import TYPE_CHECKING

from solvers import KINDS, Clock
from solvers._core.generate.generate import from_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers import Puzzle


def found(kind: type[Puzzle], size: tuple[int, int], level: int) -> Iterator[int]:
    """Yield the starts from which a puzzle is found, one after the other."""
    for start in count():
        if from_start(kind, size, level, start, Clock(None)) is not None:
            yield start


def main() -> None:
    """Print starts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*KINDS])
    parser.add_argument("grade", type=int)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--size", type=int, nargs=2)
    options = parser.parse_args()
    kind = KINDS[options.kind]
    rows, columns = options.size or kind.SIZES.get(options.grade, kind.SIZE)
    for start in islice(found(kind, (rows, columns), options.grade), options.count):
        sys.stdout.write(f"{start}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
