"""The Puzzle-Team family: a row for each puzzle of the sites puzzle-*.com, which share one engine.

How the markup is known: the page and the script of Light Up, saved in December 2025; for the other puzzles, what
working programs of 2025 and 2026 read and click, which `docs/sites/puzzle-team.md` lists. A row says what the board
shows, how the page's task says the same, how the puzzle follows, and how it is entered. Puzzles with readers or clicks
of their own have files of their own.
"""

# Long: a row for each of some thirty puzzles, whose tasks have forms of their own.

from __future__ import annotations

from typing import TYPE_CHECKING

import solvers
from scrapers import BLACK, WHITE, KnownBy, OnLines, Quote, ReadOnly, select
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import SQUARE, box_of, team
from scrapers._puzzle_team.moves import DigitPad, States, lines_of
from scrapers._puzzle_team.page import DONE, Menu, TeamPage, menu, named, sized, specials

if TYPE_CHECKING:
    from scrapers import Board, BoardCells, Facts
    from solvers import Puzzle

ADDRESSES = r"puzzle-.*\.com"
NAMES = """
    aquarium binairo binairo_plus dominosa futoshiki renzoku galaxies hitori jigsaw_sudoku kakurasu kurodoko light_up
    lits loop masyu minesweeper mosaic norinori nurikabe shikaku shingoki skyscrapers star_battle stitches sudoku tapa
    tents yin_yang
"""
SIDES = ("top", "bottom", "left", "right")
"""The sides of a board in the order of tasks."""
POINTS = {"right": ">", "down": ">", "left": "<", "up": "<"}
"""By the way in which a sign points, at the lesser digit, what it says of the left or upper cell."""


def shingoki(facts: Facts) -> Puzzle:
    """Return the puzzle of circles with numbers."""
    numbers, colours = facts.grid(), {BLACK: "black", WHITE: "white"}
    circles = [
        {"cell": str(cell), "colour": colours[colour], "number": numbers[cell]}
        for cell, colour in facts.grid("colour").marked()
    ]
    return solvers.load({"kind": "shingoki", "size": [facts.height, facts.width], "circles": circles})


def with_number(board: Board) -> BoardCells:
    """Return the cells that hold a number, or all if none does: not every `.cell` of a Dominosa is one."""
    cells = select(board.root, ".cell")
    return [node for node in cells if node.text().strip()] or cells


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
BINAIRO = team(
    kind=solvers.Binairo,
    cell=".cell, .task-cell",
    drawn=(BITS,),
    task=task.cells(),
    enter=States(states=(None, 1, 0), classes=("cell-off", "cell-1", "cell-0"), spare=False),
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
    puzzle=lambda facts: solvers.StarBattle(facts.regions(), facts.one("stars")),
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
    puzzle=lambda facts: solvers.JigsawSudoku(facts.regions(), facts.grid()),
    enter=DigitPad(),
)
SKYSCRAPERS = team(
    kind=solvers.Skyscrapers,
    cell=SQUARE,
    drawn=(PRINTED, drawn.rim(", ".join(f".task-{side}" for side in SIDES), view=True)),
    task=task.sections(",", task.views("/", *SIDES), task.cells(), fewest=1),
    puzzle=lambda facts: solvers.Skyscrapers(facts.grid(), *map(facts.side, ("left", "top", "right", "bottom"))),
    enter=DigitPad(),
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
IN_MAY = KnownBy("described", "2026-05-25")
IN_NOVEMBER = KnownBy("described", "2026-11-22")
SITES = (
    TeamPage.of(AQUARIUM, menu(9, 10, 11, sized("6 10 15", *LEVELS))),
    TeamPage.of(BINAIRO, named(sized("6 8 10 14 20", *EASY_HARD))),
    TeamPage.of(BINAIRO_PLUS, named(sized("6 8 10 14 20", *EASY_HARD), 13), "binairo"),
    TeamPage.of(
        DOMINOSA, Menu({"3": 0, "4": 6, "5": 7, "6": 1, "7": 8, "8": 9, "9": 2}, specials(10, 5, 11)), known=IN_NOVEMBER
    ),
    TeamPage.of(FUTOSHIKI, named(INEQUALITIES)),
    TeamPage.of(RENZOKU, named(INEQUALITIES), "futoshiki"),
    TeamPage.of(GALAXIES, Menu({"smallest": 0}, specials(8, 9, 10)), check=DONE, known=IN_MAY),
    TeamPage.of(HITORI, menu(12, 13, 14, sized("5 10 15 20", *LEVELS)), known=IN_NOVEMBER),
    TeamPage.of(JIGSAW_SUDOKU, menu(9, 10, 11, sized("5 7 9", *LEVELS)), known=IN_NOVEMBER),
    TeamPage.of(KAKURASU, menu(12, 13, 14, sized("4 5 6 7 8 9", *EASY_HARD))),
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
    TeamPage.of(NORINORI, menu(10, 11, 12, sized("6 8 10 15 20", *NORMAL_HARD))),
    TeamPage.of(NURIKABE, menu(11, 12, 13, sized("5 7 10 15 20")), known=IN_MAY),
    TeamPage.of(SHIKAKU, menu(7, 6, 8, sized("5 7 10 15 20 25")), known=IN_NOVEMBER),
    TeamPage.of(
        SHINGOKI, menu(17, 18, 19, [*sized("5", "easy", "normal"), *sized("7 10 15 20 25", *LEVELS)]), known=IN_MAY
    ),
    TeamPage.of(SKYSCRAPERS, menu(9, 10, 11, sized("4 5 6", *LEVELS))),
    TeamPage.of(STAR_BATTLE, menu(9, 10, 11, [*sized("5 6 8 10", *NORMAL_HARD), "14x14-normal"])),
    TeamPage.of(STITCHES, Menu({"5x5": 0, "15x15": 13}, specials(16, 17, 18)), known=IN_MAY),
    TeamPage.of(SUDOKU, menu(9, 10, 11, ["basic", "easy", "intermediate", "advanced", "extreme", "evil", "12x12"])),
    TeamPage.of(TAPA, menu(8, 9, 10, sized("6 10 15 20", *NORMAL_HARD)), known=IN_MAY),
    TeamPage.of(TENTS, menu(8, 9, 10, sized("6 8 10 15", *EASY_HARD))),
    TeamPage.of(YIN_YANG, menu(15, 16, 17, sized("6 10 15 20 25", *LEVELS)), known=IN_MAY),
)
"""The sites. Where several share a host, the first is the one that the host shows without a path."""
