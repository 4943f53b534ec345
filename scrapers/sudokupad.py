"""SudokuPad: Sudokus and their variants, drawn as shapes whose meaning stands in a text of rules.

How the page is known: from a description of its renderer made from a recording of its traffic, its markup as a program
quotes it, and two programs that work on it (`docs/sites/others.md`). Only what is drawn and told is read; a shape or a
sentence that no rule is known for refuses the page. The page's script holds the answer in its metadata: that is never
read.
"""

# Long: every shape is given a meaning, and every sentence of the rules, as the page itself knows neither.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapers import (
    Board,
    BoardLayout,
    Box,
    Button,
    CellPress,
    Entrance,
    Entry,
    Facts,
    KnownBy,
    Located,
    Page,
    Policy,
    ReadError,
    Statement,
    Success,
    cache_last,
    everywhere,
    key_of,
    line,
    tokens,
    unplayable,
)
from solvers import Cage, Cell, Grid, JigsawSudoku, KillerSudoku, Puzzle, Sudoku

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from scrapers import Mark, Snapshot

ADDRESSES = r"sudokupad\.app"
UNIT = 64
"""The width of a cell in units of the drawing."""
DRAWING, SCRIPT = "the drawing", "the page's script"
MOST = 9
"""The most rows of a board: its digits are typed."""
NEAR = 0.15
"""How far something may be from its place, in cells."""
DOT, BULB, WINDOW = (0.1, 0.4), (0.6, 0.99), (2.8, 3.2)
"""The least and the greatest width of what stands on an edge, in a cell, and around a window's cells, in cells."""
MIDDLES = {(x, y) for x in (2.5, 6.5) for y in (2.5, 6.5)}
"""Where the windows of a board are, in cells."""
PURE, DARK, PALE = 24, 60, 240
"""How far apart the parts of a grey are at most; the most of black, and the least of white."""
RGB = ("red", "green", "blue")
DATA = r"""(() => {
    try {
        const { givens, rules, cages } = Framework.app.puzzle.currentPuzzle;
        const named = cages.filter(({ style, type }) => type === "region" || style === "box" || style === "killer");
        return { rules: [rules ?? []].flat().join("\n").slice(0, 4000), givens: [givens ?? []].flat().map(String),
            cages: named.map(({ cells, style, type, sum, value, unique }) => ({
                cells: [cells].flat().join(), killer: type !== "region" && style === "killer",
                sum: String(sum ?? value ?? ""), repeats: unique === false })) };
    } catch { return null; }
})()"""
"""JavaScript for what the page's script says of the puzzle; only what is named here leaves the page."""
SHOWN_RULES = r"""(document.querySelector(".puzzle-rules")?.textContent ?? "").slice(0, 4000)"""
"""JavaScript for the rules that a person sees."""

COMMON = """a an and are as at be by cell cells digit digits each every for from given grid have i.e ie in indicated
indicates indicating is its it marked must number numbers of on one should shown small that the their them these they
this those to two where which will with within along contain contains has also all total totals value written"""
ROW = "1 2 3 4 5 6 7 8 9 1-9 1-6 1-4 3x3 2x3 6x6 4x4 9x9 row rows column columns box boxes region regions once exactly"
NEVER = "not cannot can may don't do can't never without repeat repeating repetition"
JOINED = (
    "dot dots circle circles if separated join joins joined connect connects connected between across adjacent kropki"
)
NO = r"(\bnot|\bcannot|n't|\bnever|\bwithout)\b"
TOLD = {
    "sudoku": (
        r"\b(normal|standard|classic|usual|regular)\b.*\bsudoku\b|\brows?\b.*\bcolumns?\b.*\b(box|region)",
        (
            f"{ROW} normal standard classic usual regular rules rule apply applies sudoku place fill into so "
            "outlined bold "
            "empty thick borders killer jigsaw irregular rectangular appear appears without repetition"
        ),
    ),
    "white": (
        r"\bwhite\b.*\b(dots?|circles?)\b.*\bconsecutive\b|\bconsecutive\b.*\bwhite\b",
        f"{JOINED} white consecutive",
    ),
    "black": (
        r"\bblack\b.*\b(dots?|circles?)\b.*\b(1:2|ratio|double|twice)|\b(1:2|ratio|double|twice)\b.*\bblack\b",
        f"{JOINED} black 1:2 2:1 1 2 ratio double twice other",
    ),
    "not all dots": (
        r"\bnot\b.*\b(all|every)\b.*\bdots?\b|\bno negative constraint\b",
        "not necessarily possible dot dots black white there no negative constraint",
    ),
    "all dots": (r"^all\b.*\bdots\b.*\b(given|shown|marked)$", "possible dots black white"),
    "sums of cages": (
        r"\bcages?\b.*\b(sums?|totals?|add)\b|\b(sums?|totals?|add)\b.*\bcages?\b",
        "cage cages sum sums add up clue clues top left corner top-left if any show",
    ),
    "cages": (
        rf"{NO}.*\brepeat\w*\b.*\bcages?\b|\bcages?\b.*{NO}.*\brepeat|\bkiller sudoku rules\b",
        f"{NEVER} cage cages same killer sudoku rules normal standard apply",
    ),
    "thermometers": (
        r"(?=.*\bthermo(s|meters?)?\b)(?=.*\bincreas)(?=.*\bbulbs?\b)",
        (
            "thermo thermos thermometer thermometers shape shapes increase increasing strictly starting move "
            "moving away bulb bulbs end ends tip tips round rounded go going"
        ),
    ),
    "arrows": (
        r"\barrows?\b.*\bsums?\b|\bsums?\b.*\barrows?\b",
        "arrow arrows arrow's sum sums add up circle circles circled bulb attached connected equal equals",
    ),
    "arrows may repeat": (
        r"\bmay repeat\b.*\b(arrows?|lines?)\b.*\b(allowed|permitted) by other rules$",
        "may repeat arrow arrows if when allowed permitted other rules",
    ),
    "diagonals": (
        r"\bdiagonals?\b.*\b(repeat|once|1-9|1 to 9)\b|\brepeat\w*\b.*\bdiagonals?\b",
        f"{ROW} {NEVER} either diagonal diagonals main long both blue line lines",
    ),
    "windows": (
        r"\b(windows?|windoku)\b.*\b(repeat|once|1-9|1 to 9)\b|\b(once|1-9|1 to 9)\b.*\b(windows?|windoku)\b",
        f"{ROW} {NEVER} window windows windoku grey gray shaded four",
    ),
    "sums between": (
        r"\boutside\b.*\b(sandwiched|between)\b.*\b1 and( the)? 9\b",
        f"{ROW} outside clue clues sum sums give gives appear appearing sandwiched between or respective relevant",
    ),
    "nothing": (
        (
            r"^(no )?guess\w*\b.*\b(required|necessary|needed)$|^(have fun|enjoy|additionally|sudoku|rules|"
            r"(killer )?cages|thermo(meter)?s|arrows|(kropki )?dots|diagonals)$"
        ),
        (
            "no not guess guessing required necessary needed have fun enjoy additionally sudoku rules killer "
            "cages thermos thermometers arrows kropki dots diagonals"
        ),
    ),
}
"""By what the rules tell: a pattern that tells it, and the words that may stand in such a sentence."""
HARMLESS = {"sudoku", "not all dots", "arrows may repeat", "nothing"}
"""What needs no drawing."""


class SceneShape(NamedTuple):
    """A path, a rectangle or a text of the drawing, measured in cells."""

    layer: str
    node: Node
    points: tuple[tuple[float, float], ...]
    """The corners of a path, or the middle of anything else."""
    width: float = 0
    height: float = 0

    @property
    def cell(self) -> Cell:
        """The cell that its first point lies in."""
        x, y = self.points[0]
        return Cell(floor(y), floor(x))

    @property
    def is_central(self) -> bool:
        """Whether it is in the middle of a cell."""
        return all(abs(at % 1 - 1 / 2) < NEAR for at in self.points[0])

    @property
    def is_round(self) -> bool:
        """Whether it is a circle."""
        is_square = abs(self.width - self.height) < NEAR / 5
        return is_square and (_number(self.node, "rx") / UNIT > 0.45 * self.width or self.node.tag == "circle")

    @property
    def text(self) -> str:
        """What it says."""
        return self.node.text(strip=True)

    def is_within(self, size: tuple[float, float]) -> bool:
        """Return whether its width and its height are within a range."""
        return all(size[0] <= length <= size[1] for length in (self.width, self.height))

    def colour(self, of: str = "fill") -> str:
        """Return the name of a colour, "" for none."""
        style = re.search(rf"(?:^|;)\s*{of}:\s*([^;]+)", self.node.attributes.get("style") or "")
        return _colour(style[1] if style else self.node.attributes.get(of) or "")

    def __str__(self) -> str:
        """Return what a person would call it, and where it is."""
        form = (
            "circle" if self.is_round else {"rect": "rectangle", "path": "line"}.get(str(self.node.tag), self.node.tag)
        )
        look = self.colour() or self.colour("stroke")
        called = f"the text {self.text[:20]!r}" if self.node.tag == "text" else f"a {look} {form}".replace("  ", " ")
        cell = Cell(max(self.cell.row, 0), max(self.cell.col, 0))
        where = f"{'in' if self.is_central or self.node.tag == 'path' else 'near'} {cell}"
        return f"{called} {where if min(self.points[0]) >= 0 else 'outside the board'}"


@dataclass(slots=True)
class Scene:
    """What a board draws, and what its rules tell."""

    side: int
    regions: list[frozenset[Cell]] = field(default_factory=list)
    givens: dict[Cell, int] = field(default_factory=dict)
    cages: list[tuple[frozenset[Cell], int | None]] = field(default_factory=list)
    dots: dict[tuple[Cell, Cell], str] = field(default_factory=dict)
    strands: dict[str, list[tuple[Cell, ...]]] = field(default_factory=dict)
    sums: dict[str, int] = field(default_factory=dict)
    diagonals: bool = False
    windows: bool = False

    @property
    def drawn(self) -> set[str]:
        """What must be told."""
        return {
            *({"~": "white", "%": "black"}[sign] for sign in self.dots.values()),
            *(name for name, strands in self.strands.items() if strands),
            *(["sums of cages"] if any(total is not None for _, total in self.cages) else []),
            *(["cages"] if self.cages else []),
            *(["sums between"] if self.sums else []),
            *(["diagonals"] if self.diagonals else []),
            *(["windows"] if self.windows else []),
        }


def _number(node: Node, name: str) -> float:
    found = re.match(r"-?\d+(\.\d+)?", node.attributes.get(name) or "")
    return float(found[0]) if found else 0.0


def _colour(code: str) -> str:
    """Return the name of a colour, "" for one that cannot be seen."""
    code = code.strip().lower()
    if code in {"", "none", "transparent"} or re.search(r"^#\w{6}00$|^#\w{3}0$|,\s*0(\.0+)?\)$", code):
        return ""
    if "var(--color-" in code:
        return code.split("--color-")[1].rstrip(")")
    digits = code[1:] if code.startswith("#") else ""
    digits = "".join(2 * digit for digit in digits[:3]) if len(digits) in {3, 4} else digits[:6]
    parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)] if re.fullmatch(r"[0-9a-f]{6}", digits) else []
    parts = parts or [int(part) for part in re.findall(r"\d+", code)[:3]]
    if len(parts) != len(RGB):
        return code[:20]
    if max(parts) - min(parts) < PURE:
        return "black" if max(parts) < DARK else "white" if min(parts) > PALE else "grey"
    return RGB[parts.index(max(parts))]


def shapes_of(board: Board) -> Iterator[SceneShape]:
    """Return the shapes of the layers that a puzzle is drawn in; what cannot be seen is left out."""
    hidden = board.root.css("#cell-pencilmarks .givenCornermark, #cell-candidates .given, svg > g[id^=fog]")
    for node in hidden:
        raise unknown("fog" if node.tag == "g" else f"a mark that is given, {node.text(strip=True)!r}")
    for layer in ("background", "underlay", "cell-colors", "arrows", "cages", "overlay", "cell-givens"):
        for node in board.root.css(f"#{layer} *"):
            if {"defs", "marker", "mask"} & {up.tag for up in (node, *_above(node))} or node.tag in {"g", "tspan"}:
                continue
            given = node.attributes
            x, y = (_number(node, name) / UNIT for name in ("x", "y"))
            width, height = (_number(node, name) / UNIT for name in ("width", "height"))
            points: tuple[tuple[float, float], ...] = ((x + width / 2, y + height / 2),)
            if node.tag == "path":
                numbers = [float(number) / UNIT for number in re.findall(r"-?\d+(?:\.\d+)?", given.get("d") or "")]
                points = tuple(zip(numbers[::2], numbers[1::2], strict=False)) or ((0.0, 0.0),)
            elif node.tag == "text":
                place = re.search(r"translate\(\s*([-\d.]+)[ ,]+([-\d.]+)", given.get("transform") or "")
                points = ((float(place[1]) / UNIT, float(place[2]) / UNIT),) if place else points
            shape = SceneShape(layer, node, points, width, height)
            inks = [
                shape.colour(),
                shape.colour("stroke"),
                *(_colour(up.attributes.get("stroke") or "") for up in _above(node)),
            ]
            is_seen = node.tag in {"image", "text"} or any(inks)
            if is_seen and given.get("opacity") != "0" and given.get("display") != "none":
                yield shape


def _above(node: Node) -> Iterator[Node]:
    """Iterate over the elements around one, up to its layer."""
    up = node.parent
    while up is not None and up.tag != "svg":
        yield up
        up = up.parent


def _inside(points: Sequence[tuple[float, float]], side: int) -> frozenset[Cell]:
    """Return the cells whose middles an outline encloses."""
    found = set[Cell]()
    edges = [*pairwise(points), (points[-1], points[0])]
    for cell in Grid.make(side, side).cells():
        x, y = cell.col + 0.5, cell.row + 0.5
        crossed = [ax for (ax, ay), (bx, by) in edges if (ay > y) != (by > y) and (ax + bx) / 2 > x]
        if len(crossed) % 2:
            found.add(cell)
    return frozenset(found)


def _along(points: Sequence[tuple[float, float]]) -> tuple[Cell, ...] | None:
    """Return the cells that a line runs through, from middle to middle; None if it does not."""
    cells = [Cell(floor(y), floor(x)) for x, y in points]
    strand = cells[:1]
    for one, other in pairwise(cells):
        down, right = other.row - one.row, other.col - one.col
        steps = max(abs(down), abs(right))
        if steps and {abs(down), abs(right)} - {0, steps}:
            return None
        strand += [Cell(one.row + down * at // steps, one.col + right * at // steps) for at in range(1, steps + 1)]
    return tuple(strand) if len({*strand}) == len(strand) > 1 else None


def unknown(what: object) -> ReadError:
    """Return the error of something that has no rule here."""
    return unplayable(f"{what}: no rule known")


def told_by(rules: str) -> dict[str, str]:
    """Return what the rules tell, each with its sentence; raise `ReadError` for a sentence without a known rule."""
    told: dict[str, str] = {}
    for sentence in re.split(r"[.!;\n]+(?:\s|$)|\n", rules):
        words = re.findall(r"[\w:'.-]*\w", sentence.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
        said = " ".join(words)
        found = [name for name, (pattern, _) in TOLD.items() if re.search(pattern, said)]
        known = {*COMMON.split(), *(word for name in found for word in TOLD[name][1].split())}
        if said and (not found or not {word.strip("-") for word in words} <= known):
            strange = ", ".join([word for word in words if word.strip("-") not in known][:6])
            raise unknown(f"the rules say {sentence.strip()[:120]!r}{f' ({strange})' if found else ''}")
        told |= dict.fromkeys(found, sentence.strip())
    return told


def side_of(board: Board) -> int:
    """Return how many rows the grid of the drawing has; raise `ReadError` if it has not as many columns."""
    corners = [corner for node in board.root.css("#cell-grids path.cell-grid") for corner in _path(node)]
    xs, ys = ({corner[way] for corner in corners} for way in (0, 1))
    side = round(max(xs, default=0))
    if xs != ys or {*map(float, range(side + 1))} != xs or not 1 < side <= MOST:
        raise unplayable(f"the board is no square of 2 to {MOST} rows")
    return side


def scene_of(board: Board) -> Scene:
    """Return what a board draws; raise `ReadError` for a shape without a known rule."""
    side = side_of(board)
    scene = Scene(side)
    scene.regions = [_inside(_path(node), side) for node in board.root.css("#cell-grids path.cage-box")]
    parts: dict[str, list[SceneShape]] = {
        name: [] for name in ("label", "cage", "window", "dot", "bulb", "line", "sum", "given")
    }
    for shape in shapes_of(board):
        if (part := _part(shape, side)) not in parts:
            raise unknown(shape)
        parts[part].append(shape)
    scene.givens = {shape.cell: int(shape.text) for shape in parts["given"]}
    scene.sums = {
        line("row", cell.row) if cell.col < 0 else line("column", cell.col): int(shape.text)
        for shape in parts["sum"]
        for cell in [shape.cell]
    }
    for shape in parts["dot"]:
        (x, y), beside = shape.points[0], shape.points[0][0] % 1 < NEAR or shape.points[0][0] % 1 > 1 - NEAR
        one = Cell(floor(y), round(x) - 1) if beside else Cell(round(y) - 1, floor(x))
        scene.dots[one, Cell(one.row + (not beside), one.col + beside)] = "~" if shape.colour() == "white" else "%"
    _add_lines(scene, parts["line"], {shape.cell: shape for shape in parts["bulb"]})
    middles = {
        tuple(round(sum(at) / len(at), 1) for at in zip(*shape.points, strict=True)) for shape in parts["window"]
    }
    scene.windows = side == MOST and middles == MIDDLES
    if middles and not scene.windows:
        raise unknown(parts["window"][0])
    labels = {shape.cell: shape for shape in parts["label"] if shape.text}
    for cells in (_inside(shape.points, side) for shape in parts["cage"]):
        label = labels.pop(min(cells), None) if cells else None
        scene.cages.append((cells, int(label.text) if label else None))
    for left in labels.values():
        raise unknown(left)
    return scene


def _part(shape: SceneShape, side: int) -> str:
    """Return what a shape is a part of, "" if that is not known."""
    names, tag, (x, y) = tokens(shape.node), shape.node.tag, shape.points[0]
    fill, stroke, is_round = shape.colour(), shape.colour("stroke"), shape.is_round
    off = [abs(at % 1 - 1 / 2) < NEAR for at in (x, y)]
    is_inside, is_number = 0 <= min(x, y) <= max(x, y) <= side, tag == "text" and shape.text.isdecimal()
    found = {
        "given": is_number
        and is_inside
        and shape.layer == "cell-givens"
        and len(shape.text) == 1
        and shape.text != "0",
        "label": (is_number and is_inside and shape.layer == "cages")
        or (tag == "rect" and not is_round and fill == "white" and not stroke),
        "sum": is_number and min(x, y) < 0 < max(x, y) < side and any(off),
        "cage": "cage-killer" in names and is_inside,
        "window": "cage-windoku" in names or (tag == "rect" and fill == "grey" and shape.is_within(WINDOW)),
        "dot": is_round and is_inside and shape.is_within(DOT) and off.count(True) == 1 and fill in {"black", "white"},
        "bulb": is_round and is_inside and shape.is_within(BULB) and shape.is_central,
        "line": tag == "path" and not names - {"sudokux"} and shape.layer in {"arrows", "overlay"},
    }
    return next((name for name, is_it in found.items() if is_it), "")


def _path(node: Node) -> tuple[tuple[float, float], ...]:
    """Return the corners of a path, in cells."""
    numbers = [float(number) / UNIT for number in re.findall(r"-?\d+(?:\.\d+)?", node.attributes.get("d") or "")]
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))


def _add_lines(scene: Scene, lines: Sequence[SceneShape], bulbs: dict[Cell, SceneShape]) -> None:
    """Add thermometers, which begin in a bulb of their colour, arrows, which begin at a circle, and diagonals."""
    long, used = list[SceneShape](), set[Cell]()
    ends = {((0, 0), (scene.side, scene.side)), ((0, scene.side), (scene.side, 0))}
    for shape in lines:
        if tuple(sorted(shape.points)) in ends:
            long.append(shape)
            continue
        points = shape.points
        has_head = bool(shape.node.attributes.get("marker-end"))
        if not has_head and points and Cell(floor(points[-1][1]), floor(points[-1][0])) in bulbs:
            points = points[::-1]
        strand = _along(points)
        bulb = bulbs.get(strand[0]) if strand else None
        is_whole = strand is not None and all(0 <= at < scene.side for cell in strand for at in cell)
        is_filled = bulb is not None and bulb.colour() not in {"", "white"}
        if strand is None or bulb is None or not is_whole or has_head == is_filled or used & {*strand[1:]} & {*bulbs}:
            raise unknown(shape)
        if is_filled and bulb.colour() != shape.colour("stroke"):
            raise unknown(shape)
        used.add(strand[0])
        scene.strands.setdefault("arrows" if has_head else "thermometers", []).append(strand)
    for cell in bulbs.keys() - used:
        raise unknown(bulbs[cell])
    scene.diagonals = len({tuple(sorted(shape.points)) for shape in long}) == len(ends)
    if long and not scene.diagonals:
        raise unknown(long[0])


def rules_of(board: Board) -> str:
    """Return the text of the rules, as the page's script or the page itself has it."""
    return str((board.state.get("data") or {}).get("rules") or board.state.get("rules") or "")


def _cells_in(text: str) -> frozenset[Cell]:
    """Return the cells of a list such as `r1c1,r2c1-r3c4`."""
    found = set[Cell]()
    for part in re.finditer(r"r(\d{1,2})c(\d{1,2})(?:-r(\d{1,2})c(\d{1,2}))?", text.lower()):
        first, last = (
            Cell(int(part[1]) - 1, int(part[2]) - 1),
            Cell(int(part[3] or part[1]) - 1, int(part[4] or part[2]) - 1),
        )
        found |= {Cell(row, col) for row in range(first.row, last.row + 1) for col in range(first.col, last.col + 1)}
    return frozenset(found)


def drawn(located: Located) -> Iterator[Statement]:
    """Read what is drawn, all of which the rules must tell."""
    told, scene = told_by(rules_of(located.board)), scene_of(located.board)
    for name in sorted(scene.drawn - told.keys()):
        raise unplayable(f"the board draws what the rules do not tell: {name}")
    dots = {"white", "black"} if scene.dots else set[str]()
    for name in told.keys() - scene.drawn - HARMLESS - dots - {"all dots"}:
        raise unplayable(f"the rules say {told[name]!r}, but nothing of that is drawn")
    if rules_of(located.board) and "sudoku" not in told:
        raise unplayable("the rules do not say that it is a Sudoku")
    yield from everywhere(located, "number", DRAWING, scene.givens)
    yield from _in_regions(located, DRAWING, scene.regions)
    yield from everywhere(
        located, "cage", DRAWING, {min(cells): (tuple(sorted(cells)), total) for cells, total in scene.cages}
    )
    for edge, sign in scene.dots.items():
        yield Statement("sign", edge, DRAWING, sign)
    for place, total in scene.sums.items():
        yield Statement("sum", place, DRAWING, total)
    for name, strands in scene.strands.items():
        for number, strand in enumerate(strands, start=1):
            yield Statement(name, line(name, number - 1), DRAWING, strand)
    flags = {"diagonals": scene.diagonals, "windows": scene.windows}
    flags |= dict.fromkeys(("all_consecutive", "all_double"), "all dots" in told)
    for name, value in flags.items():
        if value:
            yield Statement("flag", name, DRAWING, value)


def _in_regions(located: Located, source: str, regions: Sequence[frozenset[Cell]]) -> Iterator[Statement]:
    """Say the region of each cell by its first cell; a board without any has one for each row."""
    whole = [cells for cells in regions if len(cells) == located.size[0]]
    yield from everywhere(
        located, "region", source, {cell: min(cells).row * MOST + min(cells).col for cells in whole for cell in cells}
    )


def scripted(located: Located) -> Iterator[Statement]:
    """Read what the page's script says of givens, regions and cages."""
    data = located.board.state.get("data")
    if not isinstance(data, Mapping):
        return
    marks = (re.fullmatch(r"r(\d)c(\d)[=:]\s*(\d)", str(given).lower()) for given in data["givens"])
    if data["givens"]:
        found = {Cell(int(mark[1]) - 1, int(mark[2]) - 1): int(mark[3]) for mark in marks if mark}
        yield from everywhere(located, "number", SCRIPT, found)
    cages = [(_cells_in(cage["cells"]), cage) for cage in data["cages"]]
    if regions := [cells for cells, cage in cages if not cage["killer"]]:
        yield from _in_regions(located, SCRIPT, regions)
    killer = [(cells, cage) for cells, cage in cages if cage["killer"] and cells]
    for cells, cage in killer:
        if cage["repeats"]:
            raise unknown(f"a cage at {min(cells)} whose digits may repeat")
    said = {
        min(cells): (tuple(sorted(cells)), int(cage["sum"]) if cage["sum"].isdecimal() else None)
        for cells, cage in killer
    }
    yield from everywhere(located, "cage", SCRIPT, said)


def puzzle_of(facts: Facts) -> Puzzle:
    """Return the puzzle of all facts; raise `ReadError` if no kind has all of its rules."""
    side = facts.height
    regions = {cell: fact.value for cell, fact in facts.cells("region")}
    if None in regions.values() or len({*regions.values()}) != side:
        raise unplayable("the board has no regions that are as large as a row: no rule known")
    sizes = [(rows, side // rows) for rows in range(1, side + 1) if side % rows == 0 and side // rows > 1]
    boxes = [
        box
        for box in sizes
        if len({(value, cell.row // box[0], cell.col // box[1]) for cell, value in regions.items()}) == side
    ]
    more: dict[str, Any] = {str(name): True for name in facts.groups.get("flag", {})}
    more |= {name: tuple(facts.groups[name].values()) for name in ("thermometers", "arrows") if name in facts.groups}
    if signs := facts.groups.get("sign"):
        more |= {
            name: facts.edges(sign) for name, sign in (("consecutive", "~"), ("double", "%")) if sign in signs.values()
        }
    if sums := facts.groups.get("sum"):
        more |= {
            f"{name}s": tuple((sums[line(name, at)],) if line(name, at) in sums else () for at in range(side))
            for name in ("row", "column")
        }
    cages = tuple(Cage(cells, total) for cells, total in facts.groups.get("cage", {}).values())
    extra = sorted({*more, *(["cages"] if cages else []), *([] if boxes else ["regions of other shapes"])})
    if len(extra) > 1 and (cages or not boxes):
        raise unplayable(f"{' and '.join(extra)} on one board: no kind has all of these rules")
    if not boxes:
        return JigsawSudoku(facts.regions(), facts.grid())
    return KillerSudoku(boxes[0], facts.grid(), cages) if cages else Sudoku(boxes[0], facts.grid(), **more)


class TypedDigits(Entry):
    """Cells that are clicked and typed into."""

    def marks(self, located: Located) -> Grid:
        """Return the digit in each cell, a given or the player's."""
        texts = (
            _text(node) for node in located.board.root.css("#cell-givens text.cell-given, #cell-values text.cell-value")
        )
        return located.grid({cell: int(text) for cell, text in texts if re.fullmatch("[1-9]", text)})

    def set_mark(self, _located: Located, _cell: Cell, _stands: Mark, wanted: Mark) -> CellPress:
        """Return a click, and the key of a digit."""
        return CellPress({wanted}, keys=key_of(wanted))


def _text(node: Node) -> tuple[Cell, str]:
    """Return the cell of a text, and what it says."""
    return Cell(floor(_number(node, "y") / UNIT), floor(_number(node, "x") / UNIT)), node.text(strip=True)


class SceneLayout(BoardLayout):
    """A board without elements for its cells: these are where its drawing is."""

    @cache_last
    def look(self, snapshot: Snapshot) -> Located:
        """Return the cells, as the grid of the drawing is divided."""
        located = BoardLayout.look(self, snapshot)
        (grid,) = located.board.root.css("#cell-grids path.cell-grid")[:1] or [located.board.root]
        if (box := located.board.box(grid)) is None:
            return located
        width, height = box.width / located.size[1], box.height / located.size[0]
        cells = Grid.make(*located.size).cells()
        return replace(
            located,
            boxes={
                cell: Box(box.left + cell.col * width, box.top + cell.row * height, width, height) for cell in cells
            },
        )


BOARD = SceneLayout(
    NAME="drawing",
    kind=Sudoku,
    cell=lambda board: 2 * (side_of(board),),
    readers=(drawn, scripted),
    puzzle=puzzle_of,
    entry=TypedDigits(),
    required=("number", "region"),
    placed=True,
    state={"data": DATA, "rules": SHOWN_RULES},
)
SITE = Page(
    NAME="sudokupad",
    KIND="sudoku",
    HOME="https://sudokupad.app/",
    URL=r"https?://(www\.|beta\.)?sudokupad\.app/(?:(?:sudoku|classic)/)?(?P<puzzle>[\w%+/=.-]*)",
    template="https://sudokupad.app/",
    POLICY=Policy(timezone=None, daily=False),
    EVIDENCE=KnownBy("described", "2026-08-01"),
    entrance=Entrance(
        board="#board:has(#cell-grids path)",
        dismiss=(Button(".dialog-options button, .dialog-overlay button", words=r"^(start|resume) puzzle$"),),
    ),
    layouts=[BOARD],
    facts={".puzzle-title": r"^(?P<title>.+)$"},
    success=Success(),
)
