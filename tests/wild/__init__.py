"""Wild pages: pages of puzzles that no site module knows, written from a seed as different people would write them.

`pages.wild(seed)` writes a page, `strangers` holds pages that are no puzzle of ours, `edges` those that must be refused
or stopped at in a sentence, and `play` plays any of them and tells where every input fell. `python -m tests.wild` plays
many and prints the table of docs/unknown-pages.md.

Seeds below 200 are for development. Seeds from 10,000 on are held out: they are measured, never looked at.
"""

DEVELOPMENT = range(200)
"""The seeds to look at."""
HELD_OUT = range(12_200, 12_400)
"""The seeds to measure next.

10,000 to 10,213, 11,000 to 11,299 and 12,000 to 12,199 were measured, and those that failed looked at.
"""
