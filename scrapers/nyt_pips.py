"""NYT Pips: a board and a tray of dominoes, which are turned by clicks and dragged onto two cells.

How the markup is known: from programs that read it, August 2025 to 2026 (`docs/sites/nyt.md`); their class names end in
hashes, of which at least three sets were in use, so only what stands before the two underscores counts. Nobody says how
a turned domino or one on the board is marked, so both are read by where their halves are drawn. One program drops
dominoes at the middle of two cells. How the page says that the puzzle is solved is not known; the modal is that of a
sister game. The file of the day is the second source; its answer is dropped before anything else sees it.
"""

# Long: a tray of dominoes, each turned by clicks and dragged, which no other page has.

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from scrapers import (
    BOARD,
    Board,
    BoardLayout,
    Box,
    Button,
    Choice,
    Click,
    Drag,
    Entrance,
    Entry,
    Facts,
    KnownBy,
    Located,
    Move,
    Page,
    Policy,
    Quote,
    ReadError,
    Side,
    Statement,
    Success,
    _nyt,
    attribute,
    check_inside,
    connected,
    said_of,
    select,
    steps,
    tokens,
)
from solvers import DIGITS, Cell, Condition, Grid, Pips, Puzzle

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


ADDRESSES = r"nytimes\.com/games/pips"
LEVELS = ("easy", "medium", "hard")
COLOURS = ("blue", "pink", "orange", "teal", "purple", "green")
SIGNS = {"": "sum", "<": "less", ">": "greater"}
TYPES = {"sum": "sum", "less": "less", "greater": "greater", "equals": "equal", "unequal": "unequal", "empty": ""}
"""By the type of a region in the file of the day, what its condition says."""
TURNS: Sequence[Side] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Where the second half of a domino lies beside the first."""
DOMINO, BORDER = map(DIGITS.index, "db")
"""What a border holds: a domino lies across it, or none does."""
IN_TRAY = 20
"""In the corners of the doubled board, the dominoes in the tray hold this and the number of their turn."""
STEPS = 10
"""How many moves of the mouse a drag has."""
DAY = """(globalThis.pipsOfTheDay ??= (() => {
    try {
        const day = new Date(document.querySelector("#portal-game-date").textContent);
        const [month, date] = [day.getMonth() + 1, day.getDate()].map((number) => String(number).padStart(2, "0"));
        const request = new XMLHttpRequest();
        request.open("GET", `/svc/pips/v1/${day.getFullYear()}-${month}-${date}.json`, false);
        request.send();
        const { easy, medium, hard } = JSON.parse(request.responseText);
        return [easy, medium, hard].map(({ dominoes, regions }) => ({
            dominoes, regions: regions.map(({ indices, type, target }) => ({ indices, type, target: target ?? null })),
        }));
    } catch { return []; }
})())"""
"""The three puzzles in the file of the day without their answers, asked for once; none if there is no such file."""


def part(name: str) -> str:
    """Return the selector of a class of a CSS module, whatever its hash is."""
    return f'[class*="{name}__"]'


FRAME, CELL, HIDDEN = map(part, ("Board-module_boardContainer", "Board-module_droppableCell", "Board-module_hidden"))
REGION_CELL, TEXT = part("RegionCell-module_regionCell"), part("RegionCell-module_regionLabelText")
SYMBOL, TRAY = part("RegionCell-module_regionLabelSymbol"), part("Tray-module_tray")
PIECE, HALF, DOT = map(part, ("Domino-module_domino", "Domino-module_halfDomino", "Domino-module_dot"))


class ListedRegion(msgspec.Struct):
    """A region in the file of the day."""

    indices: list[tuple[int, int]]
    type: str
    target: int | None = None


class DayPuzzle(msgspec.Struct):
    """A puzzle in the file of the day."""

    dominoes: list[tuple[int, int]]
    regions: list[ListedRegion]


@dataclass(frozen=True, slots=True)
class Domino:
    """A domino that is shown."""

    pips: tuple[int, int]
    halves: tuple[Box, Box]
    cells: tuple[Cell, Cell] | None
    """The cells that its halves cover, None in the tray."""

    @property
    def pair(self) -> tuple[int, int]:
        """Its pips, the fewer first."""
        return min(self.pips), max(self.pips)

    @property
    def centre(self) -> tuple[float, float]:
        """The point between its halves."""
        (left, top), (right, bottom) = (half.centre for half in self.halves)
        return (left + right) / 2, (top + bottom) / 2

    @property
    def turn(self) -> int:
        """Where its second half is drawn beside the first, as a number in `TURNS`."""
        (left, top), (right, bottom) = (half.centre for half in self.halves)
        across, down = right - left, bottom - top
        return TURNS.index((0, 1 if across > 0 else -1) if abs(across) > abs(down) else (1 if down > 0 else -1, 0))


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """What the page shows of the level that is open."""

    size: tuple[int, int]
    cells: Mapping[Cell, Box]
    regions: Mapping[Cell, Node]
    dominoes: Sequence[Domino]
    tray: Box

    @classmethod
    def of(cls, board: Board) -> ShownLevel:
        """Return what a board shows; raise `ReadError` for a part that is missing, or drawn elsewhere."""
        frame = _only(board, FRAME)
        style = attribute(frame, "style")
        found = [re.search(rf"--{side}: *(\d{{1,2}})\b", style) for side in ("rows", "cols")]
        height, width = (int(number[1]) if number else 0 for number in found)
        layers = [select(frame, css) for css in (CELL, REGION_CELL)]
        if {len(layer) for layer in layers} != {height * width}:
            counts = " and ".join(str(len(layer)) for layer in layers)
            raise ReadError(f"the board of {height}×{width} has layers of {counts} cells", selector=CELL)
        places = [Cell(*divmod(at, width)) for at in range(height * width)]
        cells: dict[Cell, Box] = {}
        for cell, node in zip(places, layers[0], strict=True):
            if not node.css_matches(HIDDEN):
                box = board.box(node)
                if box is None:
                    raise ReadError(f"{cell} is not visible", selector=CELL)
                cells[cell] = box
        _check_lattice(cells)
        regions = {cell: node for cell, node in zip(places, layers[1], strict=True) if cell in cells}
        for cell, node in regions.items():
            check_inside(board.box(node), cells[cell], f"the region of {cell}")
        dominoes = [_domino(board, node, cells) for node in select(board.root, PIECE) if board.box(node) is not None]
        tray = board.box(_only(board, TRAY))
        if tray is None or not cells:
            raise ReadError("the board has no cells", selector=CELL)
        return cls((height, width), cells, regions, dominoes, tray)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pips of all dominoes, in the tray and on the board."""
        return tuple(sorted(domino.pair for domino in self.dominoes))


def _only(board: Board, css: str) -> Node:
    """Return the only visible element that matches; raise `ReadError` if there are none or several."""
    shown = [node for node in select(board.root, css) if board.box(node) is not None]
    if len(shown) != 1:
        raise ReadError(f"{len(shown)} visible elements match {css}, not one", selector=css)
    return shown[0]


def _check_lattice(cells: Mapping[Cell, Box]) -> None:
    """Raise `ReadError` unless the cells of each line are drawn in one line, and these in order."""
    for axis, word in enumerate(("row", "column")):
        lines = sorted({cell[axis] for cell in cells})
        apart = min(box[3 - axis] for box in cells.values()) / 2
        if [lines.index(cell[axis]) for cell in cells] != steps(
            [box.centre[1 - axis] for box in cells.values()], apart
        ):
            raise ReadError(f"the {word}s of the board are not drawn in the order of its cells", selector=CELL)


def _domino(board: Board, node: Node, cells: Mapping[Cell, Box]) -> Domino:
    """Return a domino, and the cells that it covers."""
    halves = select(node, HALF)
    boxes = [box for half in halves if (box := board.box(half)) is not None]
    if len(halves) != len(TURNS) // 2 or len(boxes) != len(halves):
        raise ReadError(f"a domino has {len(boxes)} visible halves, not two", selector=HALF)
    one, other = (
        next((cell for cell, box in cells.items() if all(0 < at < 1 for at in half.within(box))), None)
        for half in boxes
    )
    if {one, other} != {None} and (one is None or other is None or other not in one.around()):
        raise ReadError(f"a domino lies on {one} and {other}", selector=PIECE)
    first, second = (len(select(half, DOT)) for half in halves)
    return Domino(
        (first, second), (boxes[0], boxes[1]), (one, other) if one is not None and other is not None else None
    )


def drawn(located: Located) -> Iterator[Statement]:
    """Say which cells there are, which region each belongs to, what its condition is, and the dominoes."""
    table = ShownLevel.of(located.board)
    colours = {cell: _colour(cell, node) for cell, node in table.regions.items()}
    coloured = [cell for cell, colour in colours.items() if colour]
    first = connected(coloured, lambda cell, near, _: colours[cell] == colours[near])
    labels: dict[Cell, tuple[str, int | None]] = {}
    for cell, node in table.regions.items():
        if (label := _label(cell, node)) is not None:
            if cell not in first or first[cell] in labels:
                raise ReadError(f"{cell} has a label, but no region of its own", selector=TEXT)
            labels[first[cell]] = label
    yield from _statements("the board", table.size, {cell: first.get(cell) for cell in table.cells}, labels)
    yield Statement("dominoes", BOARD, "the tray", table.pairs)


def listed(located: Located) -> Iterator[Statement]:
    """Say the same from the file of the day: the puzzle that has the dominoes of the tray."""
    try:
        day = msgspec.convert(located.board.state.get("day"), list[DayPuzzle])
    except msgspec.ValidationError as error:
        raise ReadError(f"the file of the day has another form: {error}", selector="script") from None
    table = ShownLevel.of(located.board)
    puzzles = [
        puzzle for puzzle in day if tuple(sorted((min(pair), max(pair)) for pair in puzzle.dominoes)) == table.pairs
    ]
    if len(puzzles) != 1:
        if day:
            raise ReadError(f"{len(puzzles)} puzzles of the day have the dominoes of the tray, not one", selector=TRAY)
        return
    regions: dict[Cell, Cell | None] = {}
    labels: dict[Cell, tuple[str, int | None]] = {}
    for region in puzzles[0].regions:
        cells = sorted(Cell(*place) for place in region.indices)
        if region.type not in TYPES:
            raise ReadError(f"the file of the day has a region of the type {region.type!r}", selector="script")
        regions |= dict.fromkeys(cells, cells[0] if TYPES[region.type] else None)
        if TYPES[region.type]:
            labels[cells[0]] = TYPES[region.type], region.target
    yield from _statements("the file of the day", table.size, regions, labels)


def _statements(
    source: str,
    size: tuple[int, int],
    regions: Mapping[Cell, Cell | None],
    labels: Mapping[Cell, tuple[str, int | None]],
) -> Iterator[Statement]:
    """Yield what a source says of each place; a region is named by its first cell."""
    for cell in {**dict.fromkeys(Grid.make(*size).cells()), **regions}:
        yield from said_of("cell", cell, {source: cell in regions})
        yield from said_of("region", cell, {source: regions.get(cell)})
        yield from said_of("condition", cell, {source: labels.get(cell)})


def _colour(cell: Cell, node: Node) -> str:
    """Return the colour of a region cell, "" for a cell in no region; raise `ReadError` for one without a name."""
    inner = next(node.iter(), None)
    if inner is None:
        return ""
    found = [name for name in COLOURS if any(f"_{name}__" in token for token in tokens(inner))]
    if len(found) != 1:
        raise ReadError(f"{cell} has {len(found)} of the colours {', '.join(COLOURS)}", selector=REGION_CELL)
    return found[0]


def _label(cell: Cell, node: Node) -> tuple[str, int | None] | None:
    """Return what the label in a region cell says, None if it has none; raise `ReadError` for an unknown one."""
    texts, symbols = select(node, TEXT), select(node, SYMBOL)
    if len(texts) + len(symbols) == 0:
        return None
    text = texts[0].text().strip() if texts else ""
    match = re.fullmatch(r"([<>]?)\s*(\d{1,3})", text, re.ASCII)
    if len(texts) == 1 and not symbols and match:
        return SIGNS[match[1]], int(match[2])
    names = [
        name
        for symbol in symbols
        for each in symbol.css("*")
        for name in (*tokens(each), each.attributes.get("alt") or "")
    ]
    found = {"unequal" if "notEqual" in name else "equal" for name in names if "qual" in name}
    if texts or len(symbols) != 1 or len(found) != 1:
        raise ReadError(f"{cell} has the label {text!r}, which is no condition", selector=f"{TEXT}, {SYMBOL}")
    return found.pop(), None


def puzzle(facts: Facts) -> Puzzle:
    """Return the puzzle of the regions, in which cells of no region have regions of their own."""
    names = {cell: fact.value for cell, fact in facts.cells("cell")}
    regions = facts.groups.get("region", {})
    rows = tuple(
        tuple(
            "." if not names[cell] else f"{regions.get(cell, 'free')}"
            for cell in (Cell(row, col) for col in range(facts.width))
        )
        for row in range(facts.height)
    )
    conditions = [Condition(cell, *fact.value) for cell, fact in facts.cells("condition") if fact.value]
    return Pips(rows, facts.one("dominoes"), tuple(conditions))


class Dominoes(Entry):
    """Dominoes that are turned in the tray by clicks, and dragged from there onto two cells."""

    def marks(self, located: Located) -> Grid:
        """Return the doubled board; its corners hold how the dominoes in the tray are turned."""
        table = ShownLevel.of(located.board)
        marks: dict[Cell, int | None] = {}
        for cell in table.cells:
            marks |= {_between(cell, near): BORDER for near in cell.neighbours() if near in table.cells}
        waiting = iter(_corners(table.size))
        for domino in table.dominoes:
            if domino.cells is None:
                marks[next(waiting)] = IN_TRAY + domino.turn
            else:
                marks[_between(*domino.cells)] = DOMINO
                marks |= {_between(cell, cell): pips for cell, pips in zip(domino.cells, domino.pips, strict=True)}
        return Grid.make(2 * table.size[0] + 1, 2 * table.size[1] + 1, marks.get)

    def moves(self, located: Located, solution: Grid) -> Sequence[Move]:
        """Return the drags that take wrong dominoes off the board; else the turns; else the drags onto it."""
        table = ShownLevel.of(located.board)
        wanted = {
            (cell, near): (solution[_between(cell, cell)], solution[_between(near, near)])
            for cell in table.cells
            for near in cell.neighbours()
            if near in table.cells and solution[_between(cell, near)] == DOMINO
        }
        wrong: list[Move] = []
        for domino in table.dominoes:
            if domino.cells is not None:
                pips = dict(zip(domino.cells, domino.pips, strict=True))
                edge = min(pips), max(pips)
                if wanted.get(edge) == (pips[edge[0]], pips[edge[1]]):
                    del wanted[edge]
                else:
                    gone: dict[Cell, frozenset[int | None]] = {_between(cell, cell): frozenset({None}) for cell in edge}
                    wrong.append(
                        Drag(_way(domino.centre, table.tray.centre), gone | {_between(*edge): frozenset({BORDER})})
                    )
        if wrong:
            return wrong
        turns: list[Move] = []
        drags: list[Move] = []
        left = [domino for domino in table.dominoes if domino.cells is None]
        corners = dict(zip(map(id, left), _corners(table.size), strict=False))
        for (cell, near), held in wanted.items():
            pair = sorted(number or 0 for number in held)
            fitting = [domino for domino in left if [*domino.pair] == pair]
            if not fitting:
                raise ReadError(f"the tray has no domino {pair[0]}-{pair[1]} for {cell} and {near}", selector=TRAY)
            step = near.row - cell.row, near.col - cell.col
            ready = [domino for domino in fitting if _fits(domino, held, step)]
            domino = (ready or fitting)[0]
            left = [other for other in left if other is not domino]
            if not ready:
                others = frozenset(IN_TRAY + turn for turn in range(len(TURNS)) if turn != domino.turn)
                turns.append(Click(domino.halves[0].centre, {corners[id(domino)]: others}))
                continue
            (x, y), (right, down) = table.cells[cell].centre, table.cells[near].centre
            places = (_between(cell, cell), _between(near, near))
            leaves: dict[Cell, frozenset[int | None]] = {
                place: frozenset({number}) for place, number in zip(places, held, strict=True)
            }
            leaves[_between(cell, near)] = frozenset({DOMINO})
            drags.append(Drag(_way(domino.centre, ((x + right) / 2, (y + down) / 2)), leaves))
        return turns or drags


def _fits(domino: Domino, held: Iterable[int | None], step: Side) -> bool:
    """Return whether a domino shows these pips if it is dropped on two cells, the second of which is a step away."""
    turn = TURNS[domino.turn]
    return (turn == step and domino.pips == tuple(held)) or (
        turn == (-step[0], -step[1]) and domino.pips[::-1] == tuple(held)
    )


def _between(cell: Cell, other: Cell) -> Cell:
    """Return the place of a border on the doubled board, or of a cell."""
    return Cell(cell.row + other.row + 1, cell.col + other.col + 1)


def _corners(size: tuple[int, int]) -> list[Cell]:
    """Return the corners of the doubled board."""
    return [Cell(2 * row, 2 * col) for row in range(size[0] + 1) for col in range(size[1] + 1)]


def _way(start: tuple[float, float], end: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """Return the points of a drag."""
    (left, top), (right, bottom) = start, end
    parts = [at / STEPS for at in range(STEPS + 1)]
    return tuple((left + (right - left) * part, top + (bottom - top) * part) for part in parts)


TABLE = BoardLayout(
    NAME="table",
    kind=Pips,
    cell=lambda board: ShownLevel.of(board).size,
    state={"day": DAY},
    readers=(drawn, listed),
    puzzle=puzzle,
    placed=True,
    entry=Dominoes(),
    words={
        "cell": lambda there: "a cell" if there else "no cell",
        "condition": lambda label: " ".join(str(word) for word in label or ("no condition",) if word is not None),
        "region": lambda first: f"the region of {first}" if first else "no region",
    },
)
BOARD_CSS = f"#js-hook-game-wrapper:has({CELL})"
PLAY = "[data-testid=play-button]"
SITE = Page(
    NAME="nyt_pips",
    KIND="pips",
    HOME="https://www.nytimes.com/games/pips",
    URL=r"https://www\.nytimes\.com/games/pips\b",
    template="https://www.nytimes.com/games/pips",
    POLICY=Policy(timezone=None, dated=Quote("the frame as tools read it", "2026"), solutions="any"),
    EVIDENCE=KnownBy("described", "2026-11-23"),
    choices={
        "level": Choice(
            LEVELS,
            buttons={
                level: Button(
                    f"[data-testid={level.upper()}-toggle-button]:not([aria-pressed=true], [aria-checked=true])"
                )
                for level in LEVELS
            },
        )
    },
    entrance=Entrance(
        board=f"body:not(:has({PLAY})) {BOARD_CSS}",
        otherwise=BOARD_CSS,
        dismiss=(_nyt.DECLINE, Button("[data-testid=modal-close]")),
        start=(Button(PLAY),),
        walls=_nyt.WALLS,
        asks=_nyt.ASKS,
    ),
    layouts=[TABLE],
    title="Pips",
    facts={"#portal-game-date": r"(?P<date>.+)"},
    success=Success(shown=".modal-congrats-body"),
)
