"""Wild pages: pages of puzzles that no site module knows, written from a seed as different people would write them.

`pages.wild(seed)` writes a page, `strangers` holds pages that are no puzzle of ours, `edges` those that must be refused
or stopped at in a sentence, and `play` plays any of them and tells where every input fell. `python -m tools.wild` plays
many and prints a table.
"""

DEVELOPMENT = range(200)
"""The seeds to look at."""
