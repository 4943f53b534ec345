"""Queens at queensgame.vercel.app: some 480 boards that players made, 131 of them with regions in several parts.

How the markup is known: from the site's own source, samimsu/queens-game-linkedin@d18b1b5 of 2026-01-29 (MIT), which has
been built and played. It judges the rules, and one board in six has several answers, so any of them counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from scrapers import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Cells,
    Entrance,
    Givens,
    KnownBy,
    Located,
    Page,
    Policy,
    ReadError,
    Regions,
    Statement,
    Success,
    has,
    place_in,
    selectors,
    separated_by,
    tokens,
)
from solvers import Cell, Queens

ADDRESSES = r"queensgame\.vercel\.app"
BORDERS = {"thick-border-t": UP, "thick-border-r": RIGHT, "thick-border-b": DOWN, "thick-border-l": LEFT}


class Coloured(Regions):
    """Regions by their colour, as it is written and as it is drawn, and by borders, which both cells draw.

    A region may have several parts of one colour; but where there are as many parts as rows, each is a region, as two
    regions may have the same colour.
    """

    def read(self, located: Located) -> Iterator[Statement]:
        """Say the number of each cell's region."""
        nodes = located.nodes
        walls = {(cell, BORDERS[name]) for cell, node in nodes.items() for name in tokens(node) & BORDERS.keys()}
        parts = separated_by(nodes, walls, both="[class*=thick-border]")
        whole = len(set(parts.values())) == located.size[0]
        colours: dict[str, dict[Cell, object]] = {
            "its style": {cell: (node.attributes.get("style") or "").partition(";")[0] for cell, node in nodes.items()},
            "its ground": {cell: located.board.measured(node).get("ground") for cell, node in nodes.items()},
        }
        number: dict[Cell, int] = {}
        for source, colour in colours.items():
            first: dict[object, Cell] = {}
            for cell, part in parts.items():
                alike = first.setdefault(colour[cell], cell)
                at = part if whole and colour[cell] == colour[part] else alike
                yield Statement("region", cell, source, number.setdefault(at, len(number)))
                if colour[cell] != colour[part]:
                    raise ReadError(
                        f"{cell} and {part} differ in {source}, but no border parts them", selector=".square"
                    )


BOARD = Cells(
    "board",
    kind=Queens,
    cell=".square",
    places_by=(place_in("data-row", "data-col", pattern=r"^(?P<row>\d{1,2})-(?P<col>\d{1,2})$"),),
    marks_by=(selectors({"[aria-label=queen]": 1, ".cell-input--cross": 0, ".square:not(:has(svg))": None}),),
    givens=Givens(locked=(has(":not(*)"),)),  # Every mark is the player's.
    clues=(Coloured(),),
    cycle=(None, 0, 1),
    spare=(None, 0),
    fixed={"connected": False},
    words={0: "a cross"},
)
SITE = Page(
    NAME="queensgame",
    KIND="queens",
    HOME="https://queensgame.vercel.app/",
    URL=r"https?://queensgame\.vercel\.app/community-level/\d+",
    template="https://queensgame.vercel.app/community-level/1",
    POLICY=Policy(timezone=None, solutions="any"),
    EVIDENCE=KnownBy("real code", "2026-01-29"),
    entrance=Entrance(board=".board:has(.square)"),
    layouts=[BOARD],
    facts={"h2": r"^(?P<title>\D*(?P<number>\d+)\D*)$"},
    success=Success(shown=".game > .bg-purple > .mb-3"),
)
