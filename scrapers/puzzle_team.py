"""The Puzzle-Team family: a row for each puzzle of the sites puzzle-*.com, which share one engine.

How the markup is known: the page and the script of Light Up, saved in December 2025; for the other puzzles, what
working programs of 2025 and 2026 read and click, which `docs/sites/puzzle-team.md` lists. A row says what the board
shows, how the page's task says the same, how the puzzle follows, and how it is entered.
"""

# Long: a row for each of some fifty puzzles, whose tasks have forms of their own.

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING

import solvers
from scrapers import (
    BLACK,
    BOARD,
    WHITE,
    CellPress,
    Entry,
    Facts,
    KnownBy,
    Located,
    OnLines,
    Quote,
    ReadError,
    ReadOnly,
    Statement,
    select,
    tokens,
)
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.bridges import LearnedBridges
from scrapers._puzzle_team.layout import SHOWN, SQUARE, inside_margin, size_alone, team, with_number
from scrapers._puzzle_team.moves import DigitPad, States, TriangleClicks, lines_of
from scrapers._puzzle_team.page import Menu, TeamPage, menu, named, sized, specials

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Mark
    from solvers import Cell, Puzzle

ADDRESSES = r"puzzle-.*\.com"
NAMES = """
    aquarium battleships binairo binairo_plus bridges dominosa futoshiki renzoku galaxies heyawake hitori
    jigsaw_sudoku kakurasu kakuro killer_sudoku kurodoko light_up lits loop masyu minesweeper mosaic nonograms
    norinori nurikabe pipes shakashaka shikaku shingoki skyscrapers slant star_battle stitches sudoku tapa tents
    thermometers yin_yang
"""
SIDES = ("top", "bottom", "left", "right")
"""The sides of a board in the order of tasks."""
POINTS = {"right": ">", "down": ">", "left": "<", "up": "<"}
"""By the way in which a sign points, at the lesser digit, what it says of the left or upper cell."""


def box_of(facts: Facts) -> tuple[int, int]:
    """Return the rows and columns of a box that the script states, or those that follow from the size of the board."""
    stated: tuple[int, int] | None = facts.groups.get("box", {}).get(BOARD)
    return stated or (isqrt(facts.height), facts.height // isqrt(facts.height))


def shingoki(facts: Facts) -> Puzzle:
    """Return the puzzle of circles with numbers."""
    numbers, colours = facts.grid(), {BLACK: "black", WHITE: "white"}
    circles = [
        {"cell": str(cell), "colour": colours[colour], "number": numbers[cell]}
        for cell, colour in facts.grid("colour").marked()
    ]
    return solvers.load({"kind": "shingoki", "size": [facts.height, facts.width], "circles": circles})


PARTS = {"ship-single": 1, "ship-middle": 2, "ship-top": 3, "ship-right": 4, "ship-bottom": 5, "ship-left": 6}
"""By class, the digit of a part of a ship in the task, in which 0 is water."""
PART_NAMES = "0omnesw"
"""By such a digit, the letter of the part in puzzles."""
FLEETS = {6: 123, 8: 1233, 10: 1234, 15: 12345}
"""The fleet of a board of so many rows: those with which krarty/battleships@d0b7642 has solved 30 boards of the site
(2021-12-15) and, for 15, what a user script of 2026 falls back on."""
LEGEND = """[...document.querySelectorAll(".cell.ship")].slice(0, 200).map((cell) =>
    cell.className.match(/\\bship_helper_(?:\\S*_)?([1-9])(?!\\S)/)?.[1] ?? "").join("")"""
"""The sizes of ships that the cells of the legend name, wherever on the page it is."""


def printed(located: Located) -> dict[Cell, int]:
    """Return the printed parts of ships by their digit: what is locked or, if nothing is, what no click has marked."""
    words = {cell: tokens(node) for cell, node in located.nodes.items()}
    parts = {cell: next((part for name, part in PARTS.items() if name in words[cell]), 0) for cell in words}
    locked = {cell: part for cell, part in parts.items() if "locked" in words[cell]}
    unmarked = {
        cell: part
        for cell, part in parts.items()
        if "cell-off" not in words[cell] and (part or words[cell].isdisjoint(States().classes))
    }
    return locked or unmarked


@dataclass(frozen=True, slots=True)
class Ships(States):
    """Cells of ships and of water, of which some are printed."""

    def marks(self, located: Located) -> solvers.Grid:
        """Return the mark of each cell, printed or entered."""
        given = {cell: min(part, 1) for cell, part in printed(located).items()}
        entered = {cell: States.mark(self, located, cell, node) for cell, node in located.nodes.items()}
        return located.grid(given | {cell: mark for cell, mark in entered.items() if mark is not None})


def legend(located: Located) -> Iterator[Statement]:
    """Read the fleet below the board: each size is named once for each of its cells, and once for each such ship."""
    named = str(located.board.state.get("legend", ""))
    if re.fullmatch("[1-9]+", named, re.ASCII):
        counts = [max(0, named.count(str(size)) - size) for size in range(int(max(named)), 0, -1)]
        yield Statement("fleet", BOARD, "the legend", int("".join(map(str, counts))))


def battleships(facts: Facts) -> Puzzle:
    """Return the puzzle, with the fleet that has as many cells as the numbers beside the rows say."""
    rows, columns = facts.rims()
    total = sum(map(sum, rows))
    fleets = {fleet for fleet in (facts.groups.get("fleet", {}).get(BOARD), FLEETS.get(facts.height)) if fleet}
    fitting = [fleet for fleet in fleets if total == sum(size * int(n) for size, n in enumerate(str(fleet)[::-1], 1))]
    if len(fitting) != 1:
        raise ReadError(f"{len(fitting)} known fleets have {total} cells, as the rows have", selector=".cell.ship")
    parts = {cell: solvers.DIGITS.index(PART_NAMES[part]) for cell, part in facts.grid().marked()}
    return solvers.Battleships(solvers.Grid.make(facts.height, facts.width, parts.get), rows, columns, fitting[0])


TILES = {f"pipe{arms}": arms for arms in range(1, 16)}
"""By class, the arms of a tile as it is given: 1 to the right, 2 up, 4 to the left, 8 down."""
TURNS = {f"cell-{turns}": turns for turns in range(4)}
"""By class, the quarter turns to the left of how a tile is given."""


@dataclass(frozen=True, slots=True)
class Turns(Entry):
    """Tiles that a click turns to the right, unless they are pinned: a right click pins and unpins them."""

    def mark(self, _located: Located, cell: Cell, node: Node) -> Mark:
        """Return the arms of a tile as it is turned."""
        tiles, turns = ([values[name] for name in tokens(node) if name in values] for values in (TILES, TURNS))
        if len(tiles) != 1 or len(turns) != 1:
            raise ReadError(f"{cell} has {len(tiles)} classes such as pipe3 and {len(turns)} such as cell-0, not one")
        return (tiles[0] << turns[0] | tiles[0] >> 4 - turns[0]) & 15

    def set_mark(self, located: Located, cell: Cell, stands: Mark, _wanted: Mark) -> CellPress:
        """Return a click, or the right click that unpins a tile."""
        arms = stands or 0
        turned = (arms >> 1 | arms << 3) & 15
        if "pinned" in tokens(located.nodes[cell]):
            return CellPress({arms, turned}, "right")  # Two, so that nothing more is planned before the next look.
        return CellPress({turned})


def wraps(located: Located) -> Iterator[Statement]:
    """Read whether what leaves the board comes back on the other side: it then has helpers beyond its rim."""
    if select(located.board.root, ".wrapH, .wrapV"):
        yield Statement("wraps", BOARD, SHOWN, value=True)


CIRCLES = {"dot-black": BLACK, "dot-white": WHITE}
BITS = drawn.shown(".task-cell", {"cell-0": 0, "cell-1": 1})
PRINTED = drawn.numbers(".immutable")
AQUARIUM_TASK = task.sections(";", task.rims("_"), task.region_ids())
AQUARIUM = team(
    kind=solvers.Aquarium,
    cell=".cell.selectable",
    drawn=(drawn.regions, drawn.rim(".cell.task")),
    task=AQUARIUM_TASK,
    puzzle=lambda facts: solvers.Aquarium(facts.regions(), *facts.rims()),
    enter=States(paints=True),
)
BATTLESHIPS = team(
    kind=solvers.Battleships,
    cell=".cell:not(.task, .ship)",
    drawn=(lambda located: {"number": dict(printed(located).items())}, drawn.rim(".cell.task")),
    task=task.sections(";", task.rims(","), task.cells()),
    puzzle=battleships,
    enter=Ships(),
)
BATTLESHIPS = replace(
    BATTLESHIPS, readers=(*BATTLESHIPS.readers, legend), state={**BATTLESHIPS.state, "legend": LEGEND}
)
BINAIRO = team(
    kind=solvers.Binairo,
    cell=".cell, .task-cell",
    drawn=(BITS,),
    task=task.cells(),
    enter=States(states=(None, 1, 0), classes=("cell-off", "cell-1", "cell-0"), spare=False),
)
BRIDGES = team(
    slug="bridges",
    word="hashi",
    kind=solvers.Hashi,
    cell=size_alone,
    drawn=(drawn.islands,),
    task=task.cells(),
    enter=LearnedBridges(),
)
HITORI = team(
    kind=solvers.Hitori,
    cell=".cell.selectable",
    drawn=(drawn.numbers(),),
    task=task.characters,
)
LIGHT_UP = team(
    kind=solvers.LightUp,
    cell=".cell, .light-up-task-cell",
    drawn=(drawn.numbers(".light-up-task-cell", words={"wall": BLACK}),),
    task=task.cells(letters={"B": BLACK}),
    sized=Quote("a page saved by newtomsoft/Puzzles-Solver@79b0e01", "2025-12-08"),
)
NONOGRAMS = team(
    slug="nonograms",
    kind=solvers.Nonogram,
    cell=".cell:not(.task-cell)",
    drawn=(drawn.runs,),
    task=task.rims("/", "."),
    puzzle=lambda facts: solvers.Nonogram(*facts.rims()),
    enter=States(paints=True),
)
NORINORI = team(
    kind=solvers.Norinori,
    drawn=(drawn.regions,),
    task=task.region_ids(),
    puzzle=lambda facts: solvers.Norinori(facts.regions()),
)
STAR_BATTLE = team(
    kind=solvers.StarBattle,
    drawn=(drawn.regions,),
    task=task.region_ids(),
    puzzle=lambda facts: solvers.StarBattle(facts.letters(), facts.one("stars")),
)
TENTS = team(
    kind=solvers.Tents,
    cell=".cell:not(.task)",
    drawn=(drawn.numbers(".tree-cell", words={"tree-cell": solvers.TREE}), drawn.rim(".cell.task")),
    task=task.sections(",", task.cells_after("number", solvers.TREE), task.rims(",")),
    puzzle=lambda facts: solvers.Tents(facts.grid(), *facts.rims()),
)
MOSAIC = team(
    kind=solvers.Mosaic,
    drawn=(drawn.numbers(),),
    task=task.cells(),
    enter=States(paints=True),
)
MINESWEEPER = team(
    kind=solvers.Minesweeper,
    drawn=(drawn.numbers(),),
    task=task.cells(),
    enter=States(states=(None, 0, 1)),
)
KAKURASU = team(
    kind=solvers.Kakurasu,
    drawn=(drawn.rim(".top-counters .sc2, .side-counters .sc2"),),
    task=task.rims("/"),
    puzzle=lambda facts: solvers.Kakurasu(*facts.rims()),
    enter=States(paints=True),
)
BINAIRO_PLUS = team(
    slug="binairo-plus",
    kind=solvers.Tango,
    cell=".cell, .task-cell",
    drawn=(BITS, drawn.edges({"eqh": "=", "eqv": "=", "neh": "x", "nev": "x"})),
    task=task.sections("|", task.cells(), task.signs({"=": "=", "x": "x"})),
    puzzle=lambda facts: solvers.Tango(facts.grid(), facts.edges("="), facts.edges("x")),
    enter=BINAIRO.entry,
)
SUDOKU = team(
    kind=solvers.Sudoku,
    cell=SQUARE,
    boxed=True,
    drawn=(PRINTED,),
    task=task.cells(digits=2),
    puzzle=lambda facts: solvers.Sudoku(box_of(facts), facts.grid()),
    enter=DigitPad(),
)
JIGSAW_SUDOKU = team(
    kind=solvers.JigsawSudoku,
    cell=SQUARE,
    boxed=True,
    drawn=(PRINTED, drawn.regions),
    task=task.sections(";", task.cells(digits=2), task.region_ids()),
    puzzle=lambda facts: solvers.JigsawSudoku(facts.letters(), facts.grid()),
    enter=DigitPad(),
)
KAKURO = team(
    kind=solvers.Kakuro,
    cell=inside_margin,
    drawn=(drawn.runs_of_cells,),
    task=task.sums_of_runs,
    puzzle=lambda facts: solvers.Kakuro(facts.grid("black"), *facts.sums()),
    enter=DigitPad(".number"),
)
KILLER_SUDOKU = team(
    kind=solvers.KillerSudoku,
    cell=SQUARE,
    boxed=True,
    drawn=(drawn.numbers(".immutable", content=".number"), drawn.cages),
    task=task.sections(";", task.cells(digits=2), task.region_ids("cage"), task.cells("sum", digits=3)),
    puzzle=lambda facts: solvers.KillerSudoku(box_of(facts), facts.grid(), facts.cages()),
    enter=DigitPad(".number"),
)
SKYSCRAPERS = team(
    kind=solvers.Skyscrapers,
    cell=SQUARE,
    drawn=(PRINTED, drawn.rim(", ".join(f".task-{side}" for side in SIDES), view=True)),
    task=task.sections(",", task.views("/", *SIDES), task.cells(), fewest=1),
    puzzle=lambda facts: solvers.Skyscrapers(facts.grid(), *map(facts.side, ("left", "top", "right", "bottom"))),
    enter=DigitPad(),
)
SLANT = team(
    kind=solvers.Slant,
    drawn=(drawn.corners,),
    task=task.corners,
    puzzle=lambda facts: solvers.Slant(facts.corners()),
    enter=States(spare=False),
)
SHAKASHAKA = team(
    kind=solvers.Shakashaka,
    cell=".cell, .shakashaka-task-cell",
    drawn=(drawn.numbers(".shakashaka-task-cell", words={"wall": BLACK}),),
    task=task.cells(letters={"B": BLACK}),
    enter=TriangleClicks(),
)
STITCHES = team(
    kind=solvers.Stitches,
    cell=".cell:not(.task)",
    drawn=(drawn.regions, drawn.rim(".cell.task")),
    task=AQUARIUM_TASK,
    puzzle=lambda facts: solvers.Stitches(facts.regions(), *facts.rims(), facts.one("stitches")),
    enter=ReadOnly("how the page draws a stitch"),
)
FUTOSHIKI = team(
    kind=solvers.Futoshiki,
    cell=".cell:not(.button)",
    drawn=(drawn.numbers(".task"), drawn.edges({f"condition[class*={side}]": sign for side, sign in POINTS.items()})),
    task=task.compared(">", "<"),
    puzzle=lambda facts: solvers.Futoshiki(facts.grid(), facts.edges("<"), facts.edges(">")),
    enter=DigitPad(),
)
RENZOKU = team(
    kind=solvers.Renzoku,
    cell=".cell:not(.button)",
    drawn=(drawn.numbers(".task"), drawn.edges({"condition": "~"})),
    task=task.compared("~", "~"),
    puzzle=lambda facts: solvers.Renzoku(facts.grid(), facts.edges("~")),
    enter=DigitPad(),
)
THERMOMETERS = team(
    kind=solvers.Thermometers,
    cell=".cell.selectable:not(.task)",
    drawn=(drawn.thermometers, drawn.rim(".cell.task")),
    task=task.sections(";", task.rims("_"), task.thermometers),
    puzzle=lambda facts: solvers.Thermometers(facts.thermometers(), *facts.rims()),
)
SHIKAKU = team(
    slug="shikaku",
    kind=solvers.Patches,
    drawn=(drawn.numbers(),),
    task=task.cells(digits=3),
    puzzle=lambda facts: solvers.Patches(
        (facts.height, facts.width), tuple(solvers.Patch(cell, "any", area) for cell, area in facts.grid().marked())
    ),
    enter=ReadOnly("how the page draws a rectangle"),
)
NURIKABE = team(
    kind=solvers.Nurikabe,
    cell=".cell, .nurikabe-task-cell",
    drawn=(drawn.numbers(".nurikabe-task-cell"),),
    task=task.cells(digits=3),
)
YIN_YANG = team(
    kind=solvers.YinYang,
    cell=".cell, .task-cell",
    drawn=(BITS,),
    task=task.cells(letters={"B": 1, "W": 0}),
    enter=BINAIRO.entry,
)
HEYAWAKE = team(
    kind=solvers.Heyawake,
    drawn=(drawn.rooms,),
    task=task.rooms,
    puzzle=lambda facts: solvers.Heyawake(facts.grid(), facts.regions()),
)
KURODOKO = team(
    kind=solvers.Kurodoko,
    cell=".cell, .task-cell",
    drawn=(drawn.numbers(),),
    task=task.cells(digits=2),
)
TAPA = team(
    kind=solvers.Tapa,
    cell=".cell, .tapa-task-cell",
    drawn=(drawn.numbers(".tapa-task-cell"),),
    task=task.cells(digits=4),
)
LITS = team(
    kind=solvers.Lits,
    drawn=(drawn.regions,),
    task=task.region_ids(),
    puzzle=lambda facts: solvers.Lits(facts.regions()),
)
LOOP = team(
    slug="loop",
    kind=solvers.Slitherlink,
    cell=".loop-task-cell",
    drawn=(drawn.numbers(),),
    task=task.cells(),
    enter=OnLines(lines_of(on_borders=True), States()),
)
MASYU = team(
    kind=solvers.Masyu,
    cell=".loop-dot",
    drawn=(drawn.shown(".dot-black, .dot-white", CIRCLES),),
    task=task.cells(letters={"B": BLACK, "W": WHITE}),
    enter=OnLines(lines_of(on_borders=False), States()),
)
SHINGOKI = team(
    kind=solvers.Shingoki,
    cell=".loop-dot",
    points=True,
    drawn=(drawn.numbers(), drawn.shown(".dot-black, .dot-white", CIRCLES, name="colour")),
    task=task.circles,
    puzzle=shingoki,
    enter=OnLines(lines_of(on_borders=False), States()),
)
GALAXIES = team(
    kind=solvers.Galaxies,
    cell=".loop-task-cell",
    drawn=(drawn.centres,),
    task=task.centres,
    puzzle=lambda facts: solvers.Galaxies((facts.height, facts.width), tuple(facts.groups["centre"].values())),
    enter=OnLines(lines_of(on_borders=True, rim=False), States()),
)
DOMINOSA = team(
    kind=solvers.Dominosa,
    cell=with_number,
    drawn=(drawn.numbers(),),
    task=task.bracketed,
    enter=ReadOnly("how the page draws a domino"),
)
PIPES = team(
    slug="pipes",
    kind=solvers.Net,
    drawn=(drawn.shown(".cell", TILES),),
    task=task.characters,
    puzzle=lambda facts: solvers.Net(facts.grid(), BOARD in facts.groups.get("wraps", {})),
    enter=Turns(),
)
PIPES = replace(PIPES, readers=(*PIPES.readers, wraps))
EASY_HARD = ("easy", "hard")
NORMAL_HARD = ("normal", "hard")
LEVELS = ("easy", "normal", "hard")
INEQUALITIES = ["4x4-easy", *sized("5 7 9", *LEVELS)]
LOOPS = dict(zip(sized("5 7 10 15 20", *NORMAL_HARD), (0, 4, 10, 11, 1, 5, 2, 6, 3, 7), strict=True))
LOOPS |= {"25x30-normal": 8, "25x30-hard": 9}
MASYUS = {
    "6x6-easy": 0,
    **dict(zip(sized("8 10 15 20 25", *LEVELS), [*range(1, 13), 16, 17, 18], strict=True)),
}
BRIDGED = dict(zip(sized("7 10 15 25", *LEVELS), range(12), strict=True))
BRIDGED |= dict(zip(sized("7 10 15 25", "dense"), range(15, 19), strict=True))
PIPED = {size: number for number, size in enumerate(sized("4 5 7 10 15 20 25"))}
PIPED |= {f"{size}-wrap": 10 + number for size, number in PIPED.items()}
DONE = "^(done|fini)$"
"""The button of a page that may not send a finished board in by itself, in the two languages in which it is known."""
IN_MAY = KnownBy("described", "2026-05-25")
IN_NOVEMBER = KnownBy("described", "2026-11-22")
SITES = (
    TeamPage.of(AQUARIUM, menu(9, 10, 11, sized("6 10 15", *LEVELS))),
    TeamPage.of(BATTLESHIPS, menu(8, 9, 10, sized("6 8 10 15", *EASY_HARD)), known=KnownBy("described", "2026-01-02")),
    TeamPage.of(BINAIRO, named(sized("6 8 10 14 20", *EASY_HARD))),
    TeamPage.of(BINAIRO_PLUS, named(sized("6 8 10 14 20", *EASY_HARD), 13), "binairo"),
    TeamPage.of(BRIDGES, Menu(BRIDGED, specials(13, 12, 14)), known=KnownBy("inferred", "2026-05-25")),
    TeamPage.of(
        DOMINOSA, Menu({"3": 0, "4": 6, "5": 7, "6": 1, "7": 8, "8": 9, "9": 2}, specials(10, 5, 11)), known=IN_NOVEMBER
    ),
    TeamPage.of(FUTOSHIKI, named(INEQUALITIES)),
    TeamPage.of(RENZOKU, named(INEQUALITIES), "futoshiki"),
    TeamPage.of(GALAXIES, Menu({"smallest": 0}, specials(8, 9, 10)), check=DONE, known=IN_MAY),
    TeamPage.of(HEYAWAKE, menu(15, 16, 17, sized("6 8 10 15 20", *LEVELS)), known=IN_MAY),
    TeamPage.of(HITORI, menu(12, 13, 14, sized("5 10 15 20", *LEVELS)), known=IN_NOVEMBER),
    TeamPage.of(JIGSAW_SUDOKU, menu(9, 10, 11, sized("5 7 9", *LEVELS)), known=IN_NOVEMBER),
    TeamPage.of(KAKURASU, menu(12, 13, 14, sized("4 5 6 7 8 9", *EASY_HARD))),
    TeamPage.of(KAKURO, menu(15, 16, 17, sized("6 8 10", *EASY_HARD)), known=IN_NOVEMBER),
    TeamPage.of(KILLER_SUDOKU, menu(9, 10, 11, sized("4 6 9", *LEVELS)), known=IN_NOVEMBER),
    TeamPage.of(KURODOKO, menu(5, 6, 7, sized("5 7 10 15 20")), known=IN_MAY),
    TeamPage.of(
        LIGHT_UP,
        menu(13, 12, 14, sized("7 10 14 25", *LEVELS)),
        known=KnownBy("captured", "2025-12-08"),
    ),
    TeamPage.of(LITS, menu(10, 11, 12, sized("6 8 10 15 20", *NORMAL_HARD)), known=IN_MAY),
    TeamPage.of(LOOP, Menu(LOOPS, specials(13, 12, 14)), known=IN_MAY),
    TeamPage.of(MASYU, Menu(MASYUS, specials(13, 14, 15)), check=DONE, known=IN_MAY),
    TeamPage.of(MINESWEEPER, named(sized("5 7 10 15 20", *EASY_HARD)), "minesweeper"),
    TeamPage.of(MOSAIC, named(sized("5 7 10 15 20", *EASY_HARD)), "minesweeper"),
    TeamPage.of(NONOGRAMS, menu(6, 5, 7, sized("5 10 15 20 25"))),
    TeamPage.of(NORINORI, menu(10, 11, 12, sized("6 8 10 15 20", *NORMAL_HARD))),
    TeamPage.of(NURIKABE, menu(11, 12, 13, sized("5 7 10 15 20")), known=IN_MAY),
    TeamPage.of(PIPES, Menu(PIPED, specials(7, 8, 9)), known=KnownBy("described", "2026-06-07")),
    TeamPage.of(SHAKASHAKA, menu(5, 6, 7, sized("5 10 15 20 25")), known=IN_NOVEMBER),
    TeamPage.of(SHIKAKU, menu(7, 6, 8, sized("5 7 10 15 20 25")), known=IN_NOVEMBER),
    TeamPage.of(
        SHINGOKI, menu(17, 18, 19, [*sized("5", "easy", "normal"), *sized("7 10 15 20 25", *LEVELS)]), known=IN_MAY
    ),
    TeamPage.of(SKYSCRAPERS, menu(9, 10, 11, sized("4 5 6", *LEVELS))),
    TeamPage.of(SLANT, menu(10, 11, 12, sized("5 7 10 15 20", "easy", "normal")), known=IN_MAY),
    TeamPage.of(STAR_BATTLE, menu(9, 10, 11, [*sized("5 6 8 10", *NORMAL_HARD), "14x14-normal"])),
    TeamPage.of(STITCHES, Menu({"5x5": 0, "15x15": 13}, specials(16, 17, 18)), known=IN_MAY),
    TeamPage.of(SUDOKU, menu(9, 10, 11, ["basic", "easy", "intermediate", "advanced", "extreme", "evil", "12x12"])),
    TeamPage.of(TAPA, menu(8, 9, 10, sized("6 10 15 20", *NORMAL_HARD)), known=IN_MAY),
    TeamPage.of(TENTS, menu(8, 9, 10, sized("6 8 10 15", *EASY_HARD))),
    TeamPage.of(THERMOMETERS, menu(8, 10, 12, sized("4 6 10 15", "straight", "curved"))),
    TeamPage.of(YIN_YANG, menu(15, 16, 17, sized("6 10 15 20 25", *LEVELS)), known=IN_MAY),
)
"""The sites. Where several share a host, the first is the one that the host shows without a path."""
