"""Play the pages that other people wrote by `--guess`, and print a table; `GIVENS_PAGES` names the folder of the pages.

python -m tests.pages [NAME…] [--boards N] [--kind]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.pages import PAGES, page_folder, why_absent
from tests.pages.play import Outcome, play

WIDTH = 110
"""How many characters of a reason a line of the table shows."""


def main() -> None:
    """Play what the arguments say."""
    parser = argparse.ArgumentParser(prog="tests.pages", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"pages: {', '.join(PAGES)}")
    parser.add_argument("--boards", type=int, default=3, help="how many boards of each page")
    parser.add_argument("--kind", action="store_true", help="name the kind")
    parser.add_argument("--both", action="store_true", help="first without the kind, then with it")
    options = parser.parse_args()
    names = options.names or list(PAGES)
    for name in [name for name in names if not page_folder(name)]:
        sys.stdout.write(f"{why_absent(name)}\n")
        names.remove(name)
    for named in [False, True] if options.both else [options.kind]:
        outcomes = []
        for name in names:
            for number in range(min(options.boards, PAGES[name].boards)):
                outcome = play(None, name, number, kind=named)
                outcomes.append(outcome)
                sys.stdout.write(f"{line(outcome)}\n")
                sys.stdout.flush()
        sys.stdout.write(table(outcomes))


def line(outcome: Outcome) -> str:
    """Return one board as a line."""
    won = "won" if outcome.won else "FALSE" if outcome.is_false else "-"
    wrong = "?" if outcome.wrong is None else outcome.wrong
    return (
        f"{outcome.page:19} {outcome.board:4} {outcome.end:8} {won:5} {outcome.read or '-':18} "
        f"inputs {outcome.inputs:4} wrong {wrong:>3} stray {outcome.stray} {outcome.ms / 1000:5.1f} s  "
        f"{' '.join(outcome.said.split())[:WIDTH]}"
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the table of all pages."""
    words = "named" if outcomes and outcomes[0].kind else "not named"
    lines = [
        f"\nkind {words}",
        f"{'page':19} boards  won  accepted  null  stopped  refused  false  left wrong  inputs on refused  stray",
    ]
    names = list(dict.fromkeys(outcome.page for outcome in outcomes))
    for name in [*names, ""]:
        those = [outcome for outcome in outcomes if name in {outcome.page, ""}]
        ends = Counter(outcome.end for outcome in those)
        lines.append(
            f"{name or 'all':19} {len(those):6} {sum(one.won for one in those):4} {ends['accepted']:9} "
            f"{ends['null']:5} {ends['stopped']:8} {ends['refused']:8} {sum(one.is_false for one in those):6} "
            f"{sum(one.wrong != 0 and not one.won for one in those):11} "
            f"{sum(one.inputs for one in those if one.end == 'refused'):18} {sum(one.stray for one in those):6}"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
