"""The Puzzle-Team family: a row for each puzzle of the sites puzzle-*.com, which share one engine.

How the markup is known: the page and the script of Light Up, saved in December 2025; for the other puzzles, what
working programs of 2025 and 2026 read and click, which `docs/sites/puzzle-team.md` lists. A row says what the board
shows, how the page's task says the same, how the puzzle follows, and how it is entered. Readers and decoders of only
some rows stand above them; puzzles with more of their own have files of their own.
"""

# Long: a row for each of some thirty puzzles, some of whose boards and tasks have forms of their own.

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import solvers
from scrapers import (
    BLACK,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    WHITE,
    KnownBy,
    OnLines,
    Quote,
    ReadError,
    ReadOnly,
    doubled,
    edge_at,
    neighbour,
    on_doubled,
    select,
    spot,
    tokens,
    with_options,
)
from scrapers._puzzle_team import drawn, task
from scrapers._puzzle_team.layout import SQUARE, box_of, team
from scrapers._puzzle_team.moves import DigitPad, States
from scrapers._puzzle_team.page import DONE, Menu, TeamPage, menu, named, sized, specials
from solvers import Cell

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Board, BoardCells, Facts, Groups, Located, Place
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

TOWARDS = {"D": DOWN, "U": UP, "R": RIGHT, "L": LEFT}
"""The ways in tasks, by their letters."""
LEVEL, UPRIGHT = "loop-horizontal", "loop-vertical"
"""The classes of lines."""


def circles(text: str, size: task.Size) -> Groups:
    """Decode circles with numbers, row by row: `B` or `W` before each number; letters skip cells."""
    return {
        **task.cells("colour", letters={"B": BLACK, "W": WHITE})(re.sub(r"\d", "", text), size),
        **task.cells(digits=2)(re.sub("[BW]", "_", text), size),
    }


@task.with_options
def views(text: str, size: task.Size, between: str, *names: str) -> Groups:
    """Decode one number or none on these sides of each line, separated by `between`."""
    found = task.rims(between, names=names)(text, size)["rim"]
    return {"view": {at: numbers[0] if numbers else None for at, numbers in found.items()}}


@task.with_options
def signs(text: str, size: task.Size, values: Mapping[str, str]) -> Groups:
    """Decode signs on edges: for each cell, after a comma, directions, each with a sign.

    In another form letters skip cells, and one digit tells the signs of two edges: 3 × that below + that to the right,
    0 for none, 1 and 2 for the `values` in their order.
    """
    if not re.search(f"[,{''.join(TOWARDS)}]", text):
        names = ["", *values.values()]
        codes = {cell: divmod(code, len(names)) for cell, code in task.cells()(text, size)["number"].items()}
        coded: list[tuple[Any, str, str]] = [
            (cell, way, names[at]) for cell, pair in codes.items() for way, at in zip("DR", pair, strict=True) if at
        ]
        return {"sign": _on_edges(text, coded)}
    form = f"[{''.join(TOWARDS)}][{re.escape(''.join(values))}]"
    found = task.each_cell(text, text.split(","), size, f"({form})*")
    ways = [(cell, way, values[sign]) for cell, said in found.items() for way, sign in re.findall("(.)(.)", said[0])]
    return {"sign": _on_edges(text, ways)}


@task.with_options
def compared(text: str, size: task.Size, onward: str, back: str) -> Groups:
    """Decode numbers with signs: for each cell, with a comma after it, its number or 0, and directions.

    The last comma may be missing. A direction to the right or down means the sign `onward` between a cell and the next,
    one to the left or up `back`.
    """
    found = task.each_cell(text, text.removesuffix(",").split(","), size, rf"(\d{{0,2}})([{''.join(TOWARDS)}]*)")
    numbers: dict[Any, int] = {cell: int(said[1]) for cell, said in found.items() if int(said[1] or 0)}
    ways = [(cell, way, onward if way in "RD" else back) for cell, said in found.items() for way in said[2]]
    return {"number": numbers, "sign": _on_edges(text, ways)}


def _on_edges(text: str, signs: Iterable[tuple[Cell, str, str]]) -> dict[Any, str]:
    """Return the sign of each edge, of which two cells may say the same."""
    found: dict[Any, str] = {}
    for cell, way, sign in signs:
        edge = tuple(sorted((cell, neighbour(cell, TOWARDS[way]))))
        if found.setdefault(edge, sign) != sign:
            raise task.bad(text, f"has two signs between {edge[0]} and {edge[1]}")
    return found


def centres(located: Located) -> Groups:
    """Read where circles are, on the doubled board."""
    nodes = select(located.board.root, ".dot-white")
    found = {on_doubled(located, box) for node in nodes if (box := located.board.box(node)) is not None}
    if len(found) != len(nodes):
        raise ReadError(f"the board has {len(nodes)} circles, but {len(found)} places of them", selector=".dot-white")
    return {"centre": {spot(*place): place for place in found}}


@with_options
def edges(located: Located, signs: Mapping[str, str]) -> Groups:
    """Read the signs on edges: elements of these classes, drawn between two neighbours."""
    found: dict[Place, str] = {}
    for name, sign in signs.items():
        for node in select(located.board.root, f".{name}"):
            box = located.board.box(node)
            edge = None if box is None else edge_at(located, box)
            if edge is None or edge in found:
                raise ReadError(f"a sign {sign} is drawn on no edge of its own", selector=f".{name}")
            found[edge] = sign
    return {"sign": found}


@with_options
def lines_of(located: Located, *, on_borders: bool, rim: bool = True) -> Located:
    """Return the lines of a board as the cells of the doubled board; raise `ReadError` unless each is there once.

    They are on the borders of cells, those of the board among them if its `rim` may have lines, or between centres.
    """
    height, width = (2 * side + 1 for side in located.size)
    out = 0 if on_borders and rim else 1
    wanted = {Cell(row, col) for row in range(out, height - out) for col in range(out, width - out) if (row + col) % 2}
    found: dict[Cell, Node] = {}
    for node in select(located.board.root, f".{LEVEL}, .{UPRIGHT}"):
        place = None if (box := located.board.box(node)) is None else on_doubled(located, box)
        is_level = place is not None and (place.row % 2 == 0) == on_borders
        if place is None or place in found or is_level != (LEVEL in tokens(node)):
            raise ReadError(f"a line is not visible, not alone or not where it belongs: {place}", selector=f".{LEVEL}")
        found[place] = node
    if wanted - found.keys():
        raise ReadError(f"the board lacks {len(wanted - found.keys())} lines", selector=f".{LEVEL}")
    return doubled(located, {place: node for place, node in found.items() if place in wanted})


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
    drawn=(BITS, edges({"eqh": "=", "eqv": "=", "neh": "x", "nev": "x"})),
    task=task.sections("|", task.cells(), signs({"=": "=", "x": "x"})),
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
    task=task.sections(",", views("/", *SIDES), task.cells(), fewest=1),
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
    drawn=(drawn.numbers(".task"), edges({f"condition[class*={side}]": sign for side, sign in POINTS.items()})),
    task=compared(">", "<"),
    puzzle=lambda facts: solvers.Futoshiki(facts.grid(), facts.edges("<"), facts.edges(">")),
    enter=DigitPad(),
)
RENZOKU = team(
    kind=solvers.Renzoku,
    cell=".cell:not(.button)",
    drawn=(drawn.numbers(".task"), edges({"condition": "~"})),
    task=compared("~", "~"),
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
    task=circles,
    puzzle=shingoki,
    enter=OnLines(lines_of(on_borders=False), States()),
)
GALAXIES = team(
    kind=solvers.Galaxies,
    cell=".loop-task-cell",
    drawn=(centres,),
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
