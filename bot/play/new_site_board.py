"""The board of a new site: how its page draws it, and how its module declares it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solvers import Grid, Puzzle

BORDERS = {side: {f"border {side}": f" border-{side}"} for side in ("top", "right", "bottom", "left")}
"""By side, the class of a cell that borders on another region there."""
BORDER_STYLE = " ".join(f".border-{side} {{ border-{side}: 3px solid #000 }}" for side in BORDERS)
BORDER_CLASSES = "".join(f"{{{side}}}" for side in BORDERS)
REGION_STYLE = " ".join(f".region-{name} {{ background: hsl({50 * at} 70% 85%) }}" for at, name in enumerate("ABCDEFG"))
BARS = {
    "equal": "M4 5H14V7H4ZM4 11H14V13H4Z",
    "opposite": "M4 5L5 4L9 8L13 4L14 5L10 9L14 13L13 14L9 10L5 14L4 13L8 9Z",
}
"""The paths that draw the signs: two bars, and two crossed bars."""
SHAPES = ("any", "square", "tall", "wide")
MARKED, RECTANGLES = frozenset({"givens"}), frozenset({"size", "clues"})
"""The fields of a puzzle that is a board of marked cells, and of one that is cut into rectangles."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Something that a board shows: how the module declares it, and the markup that it adds to each cell."""

    declared: Sequence[str]
    """Lines of the module: an item of `clues`, or the arguments of the layout that say what stands in a cell."""
    imports: frozenset[str]
    """What the declaration needs from `scrapers._reading`."""
    classes: str = ""
    attributes: str = ""
    inside: str = ""
    snippets: Mapping[str, Any] = field(default_factory=dict)
    style: Sequence[str] = ()
    entry: Mapping[str, Any] = field(default_factory=dict)
    """How the page takes input."""
    pad: str = ""
    """The markup below the cells."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a new site."""

    declaration: str
    """The layout that the module calls `GRID`."""
    imports: frozenset[str]
    """What the module needs from `scrapers._reading`."""
    kind: str
    """What the module needs from `solvers`; empty if it needs nothing."""
    snippets: Mapping[str, Any]
    """The pieces of markup, the board and its cells among them."""
    style: Sequence[str]
    """Lines of the page's style."""
    entry: Mapping[str, Any]
    """How the page takes input."""
    layout: str = "GRID"
    """The layout of the site, made from `GRID`."""
    policy: str = "timezone=None"
    """The arguments of `Policy`."""


SIDES = frozenset({"DOWN", "LEFT", "RIGHT", "UP"})
REGIONS = Part(
    [
        "Regions(",
        r'    classes=r"region-[A-Za-z]",',
        '    borders={".border-top": UP, ".border-right": RIGHT, ".border-bottom": DOWN, ".border-left": LEFT},',
        "),",
    ],
    SIDES | {"Regions"},
    classes=" region-{region_name}" + BORDER_CLASSES,
    snippets=BORDERS,
    style=[BORDER_STYLE, REGION_STYLE],
)
BOXES = Part(
    ['Boxes({"border-top": UP, "border-right": RIGHT, "border-bottom": DOWN, "border-left": LEFT}),'],
    SIDES | {"Boxes"},
    classes=BORDER_CLASSES,
    snippets=BORDERS,
    style=[BORDER_STYLE],
)
SIGNS = Part(
    [
        "Signs(",
        '    ".sign",',
        '    signs_by=(classes({"equal": EQUAL, "opposite": OPPOSITE}), shape),',
        '    sides={"right": RIGHT, "down": DOWN},',
        "),",
    ],
    frozenset({"DOWN", "EQUAL", "OPPOSITE", "RIGHT", "Signs", "classes", "shape"}),
    inside="{edges*sign}",
    snippets={
        "sign": '<i class="sign {relation} {direction}"><svg viewBox="0 0 18 18"><path d="{bars}"/></svg></i>',
        "bars": BARS,
    },
    style=[
        ".sign { position: absolute; z-index: 1; width: 18px; height: 18px; translate: -50% -50% }",
        ".right { left: 100%; top: 50% } .down { left: 50%; top: 100% }",
    ],
)
WALLS = Part(
    ['Walls(".wall", {"right": RIGHT, "down": DOWN}),'],
    frozenset({"DOWN", "RIGHT", "Walls"}),
    inside="{edges*wall}",
    snippets={"wall": '<i class="wall {direction}"></i>'},
    style=[
        '.wall, .wall::after { position: absolute; inset: 0; border: 0 solid #000; content: "" }',
        ".right::after { border-right-width: 6px } .down::after { border-bottom-width: 6px }",
    ],
)
PARTS = {"regions": REGIONS, "box": BOXES, "equal": SIGNS, "opposite": SIGNS, "walls": WALLS}
"""What shows a field of a puzzle."""
PLACED = r'places_by=(place_in("data-place", pattern=r"^(?P<row>\d{1,3})-(?P<col>\d{1,3})$", required=True),),'
CLICKED, GIVEN = [0, 1], {"given": " given"}
LOCKED = 'givens=Givens(locked=(has_class("given"),)),'
PATH = Part(
    [
        'marks_by=(number(digits=3, part=".number"), number_in_label(".cell")),',
        "givens=Givens(always=True),",
        'words={1: "1", None: "no number"},',
    ],
    frozenset({"Givens", "PathLayout", "number", "number_in_label"}),
    classes="{on_path}",
    attributes=' aria-label="{label}"',
    inside="{printed}",
    snippets={
        "on_path": {"blank": "", "else": " path"},
        "label": {"printed": "number {number}", "else": "no number"},
        "printed": {"printed": '<span class="number">{number}</span>'},
    },
    style=[".path { background: #fc6 }"],
    entry={"event": "path"},
)
CLUES = Part(
    [
        "label=label_in(",
        r'    r"(?:empty|(?P<shape>any|square|tall|wide)(?: (?P<area>\d{1,3}))?)"',
        r'    r"(?:, drawn from row (?P<row>\d{1,2}), column (?P<col>\d{1,2}))?"',
        "),",
        'clue=".clue",',
        'shape="data-shape",',
        *(
            f'{name}={{"any": "any", "square": "square", "tall": "tall", "wide": "wide"}},'
            for name in ("shapes", "words")
        ),
        'area=".area",',
    ],
    frozenset({"label_in"}),
    classes="{drawn}",
    attributes=' aria-label="{printed}{home}"',
    inside="{clue}",
    snippets={
        "drawn": {"blank": "", "else": " drawn"},
        "printed": {"clue": "{shape}{size}", "else": "empty"},
        "shape": {shape: shape for shape in SHAPES},
        "size": {"area": " {area}"},
        "home": {"blank": "", "else": ", drawn from row {home_row1}, column {home_col1}"},
        "clue": {"clue": '<span class="clue {shape}" data-shape="{shape}">{digits}</span>'},
        "digits": {"area": '<b class="area">{area}</b>'},
    },
    style=[
        ".drawn { background: #fc6 } .clue { display: inline-block; border: 1px solid; width: 24px; height: 24px }",
        ".tall { width: 16px } .wide { height: 16px } .any { border: none }",
    ],
    entry={"event": "drag"},
)


def unread(fields: frozenset[str]) -> list[str]:
    """Return the fields of a kind that no declared layout reads, sorted."""
    return [] if fields == RECTANGLES else sorted(fields - MARKED - PARTS.keys())


def crosses(puzzle: Puzzle) -> list[int]:
    """Return the marks for cells that stay empty: the player may enter them and need not."""
    return [mark for mark, words in puzzle.MARKS.items() if words == "empty"]


def board_of(puzzle: Puzzle, solution: Grid, fields: frozenset[str]) -> Board:
    """Return the board for puzzles like this one, whose kind has these fields."""
    if fields == RECTANGLES:
        return _board(CLUES, [], "RectangleLayout", ['NAME="grid",', 'board="#board",'])
    parts = list(dict.fromkeys(part for name, part in PARTS.items() if name in fields))
    kind = type(puzzle).__name__
    head = ['"grid",', f"kind={kind},"]
    if puzzle.picture(solution).path:
        board = _board(PATH, parts, "Cells", head, kind)
        return replace(board, layout='PathLayout(GRID, taken=".path")', policy="timezone=None, shows_marks=False")
    marks = sorted({mark for _, mark in solution.marked()})
    content = _clicked(puzzle, solution, has_givens=fields >= MARKED) if marks == CLICKED else _typed(marks)
    return _board(content, parts, "Cells", head, kind)


def _clicked(puzzle: Puzzle, solution: Grid, *, has_givens: bool) -> Part:
    """Return cells with one of two marks, which clicks change; some are locked if the kind has givens."""
    symbols = {glyph.text: glyph.symbol for glyph in puzzle.picture(solution).glyphs.values()}
    first, second = (symbols[str(mark)] for mark in CLICKED)
    by_class = 'classes({"mark-": None, "mark-0": 0, "mark-1": 1}, prefix="mark-")'
    lines = [
        f'marks_by=({by_class}, text({{"": None, "{first}": 0, "{second}": 1}})),',
        *[LOCKED] * has_givens,
        "cycle=(None, 0, 1),",
    ]
    entry: dict[str, Any] = {"event": "click", "cycle": [None, *CLICKED]}
    if crosses(puzzle):
        lines += ["spare=(None, 0),", 'words={0: "a cross"},']
        entry["spare"] = [None, 0]
    return Part(
        lines,
        frozenset({"classes", "text", *["Givens", "has_class"] * has_givens}),
        classes=" mark-{mark}" + "{given}" * has_givens,
        inside="{symbol}",
        snippets={"mark": {"0": "0", "1": "1", "blank": ""}, "symbol": {"0": first, "1": second}}
        | ({"given": GIVEN} if has_givens else {}),
        entry=entry,
    )


def _typed(marks: Sequence[int]) -> Part:
    """Return cells with one of several digits, which the keys of a pad enter."""
    return Part(
        [
            'marks_by=(number(digits=2), number_in_label(".cell")),',
            LOCKED,
            """pad=Pad('[data-key="{}"]', active=".active"),""",
        ],
        frozenset({"Givens", "Pad", "has_class", "number", "number_in_label"}),
        classes="{given}{active}",
        attributes=' aria-label="{label}"',
        inside="{value}",
        snippets={
            "given": GIVEN,
            "active": {"active": " active"},
            "label": {"blank": "empty", "else": "digit {value}"},
            "pad": "".join(f'<button data-key="{mark}">{mark}</button>' for mark in marks),
        },
        style=[".active { background: #fc6 }"],
        entry={"event": "click", "pad": {f'[data-key="{mark}"]': mark for mark in marks}},
        pad="<p>{pad}</p>",
    )


def _board(content: Part, clues: Sequence[Part], layout: str, head: Sequence[str], kind: str = "") -> Board:
    """Put together what stands in the cells and the clues beside them."""
    parts = [content, *clues]
    lines = [*head, 'cell=".cell",', PLACED, *content.declared]
    declared = [line for part in clues for line in part.declared]
    if len(declared) == 1:
        lines += [f"clues=({declared[0]}),"]
    elif clues:
        lines += ["clues=(", *(f"    {line}" for line in declared), "),"]
    classes, attributes, inside, pad = (
        "".join(getattr(part, name) for part in parts) for name in ("classes", "attributes", "inside", "pad")
    )
    columns = ' style="grid-template-columns: repeat({cols}, 40px)"'
    return Board(
        declaration=f"{layout}(\n" + "".join(f"    {line}\n" for line in lines) + ")",
        imports=frozenset({layout, "place_in"}).union(*(part.imports for part in parts)),
        kind=kind,
        snippets={
            "board": f'<div id="board" tabindex="0"><div class="cells"{columns}>{{cells*cell}}</div>{pad}</div>',
            "cell": f'<div class="cell{classes}" data-place="{{row}}-{{col}}"{attributes}>{inside}</div>',
        }
        | {name: snippet for part in parts for name, snippet in part.snippets.items()},
        style=[line for part in parts for line in part.style],
        entry={**content.entry, "cell": ".cell"},
    )
