"""Read what a board draws: digits in fields, pictures and numbers in cells, numbers around them, signs between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapers._brainbashers.said import Reader, Statement
from scrapers._brainbashers.words import ALT, CLASS, FILE, TEXT, words_of
from scrapers._errors import ReadError
from scrapers._facts import COLUMN, ROW, in_order, line
from scrapers._reading.board import select
from scrapers._reading.regions import connected

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborNode as Node

    from scrapers._reading.board import Board, Box
    from scrapers._reading.places import Located
    from solvers import Cell

NUMBER: Final = -1
"""Stands for the number beside a word, as in `clue3` or `Clue 3`."""
FIELDS = """[...board.querySelectorAll("input")].map(
    (field) => [field.value.slice(0, 20), field.readOnly || field.disabled])"""
SIGNS = {"r": ">", "d": ">", "l": "<", "u": "<", "h": None, "v": None}
"""By the letter of a sign's file, what it says of the left or upper cell; `h` and `v` are no signs."""
SIGN_TEXTS = {">": ">", "v": ">", "<": "<", "^": "<"}


def field_of(board: Board, node: Node) -> tuple[str, bool, Node]:
    """Return the value of the only field of a cell, whether it is locked, and its element."""
    fields = board.root.css("input")
    states = board.state.get("fields")
    if not isinstance(states, list) or len(states) != len(fields):
        raise ReadError("the fields of the board were not measured", selector="input")
    found = [(field, state) for field, state in zip(fields, states, strict=True) if _is_inside(field, node)]
    if len(found) != 1:
        raise ReadError(f"a cell holds {len(found)} fields, not one", selector="input")
    (field, (value, locked)) = found[0]
    return str(value).strip(), bool(locked), field


def _is_inside(part: Node, node: Node) -> bool:
    at: Node | None = part
    while at is not None and at.mem_id != node.mem_id:
        at = at.parent
    return at is not None


def fields(located: Located) -> Iterator[Statement]:
    """Read the digits that were printed into fields; a locked one must hold what was printed, and the others nothing.

    A page that locks none of its fields says only by its markup which digits were printed.
    """
    found = {cell: field_of(located.board, node) for cell, node in located.nodes.items()}
    locks = any(locked for _, locked, _ in found.values())
    for cell, (value, locked, field) in found.items():
        printed = (field.attributes.get("value") or "").strip()
        if printed and re.fullmatch(r"[1-9]", printed) is None:
            raise ReadError(f"{cell} holds {printed!r}, not a digit", selector="input")
        if locks and locked != bool(printed):
            raise ReadError(f"{cell} is {'locked' if locked else 'free'}, but {printed or 'nothing'} is printed in it")
        if printed and value != printed:
            raise ReadError(f"{cell} holds {value!r}, but {printed} is printed in it", selector="input")
        yield Statement("number", cell, "its field", int(printed) if printed else None)


def value_in(words: str, values: Mapping[str, int | None]) -> list[int | None]:
    """Return the values of the known words; a word whose value is `NUMBER` counts only with the number beside it."""
    parts = re.findall(r"[a-z]+|\d+", words)
    number = next((int(part) for part in parts if part.isdecimal()), None)
    found = [values[part] for part in parts if part in values]
    return [number if value == NUMBER else value for value in found if value != NUMBER or number is not None]


def pictures(values: Mapping[str, int | None], *, name: str = "number") -> Reader:
    """Return a reader of cells by the words in their alts, file names, classes and texts."""

    def read(located: Located) -> Iterator[Statement]:
        for cell, node in located.nodes.items():
            for source, words in words_of(node).items():
                if source == CLASS:
                    continue
                said = set(value_in(words, values))
                if len(said) > 1:
                    raise ReadError(f"{cell}: {source}, {words!r}, says {len(said)} things", selector="img")
                if said:
                    yield Statement(name, cell, source, said.pop())

    return read


def numbers(located: Located) -> Iterator[Statement]:
    """Read the number in each cell."""
    for cell, node in located.nodes.items():
        for source, said in numbers_said(node).items():
            if len(said) == 1:
                yield Statement("number", cell, source, said[0])


def numbers_said(node: Node) -> dict[str, tuple[int, ...]]:
    """Return the numbers of an element by their source: those of all its alts, its files, or its text."""
    images = node.css("img")
    alts = [re.search(r"\d+", image.attributes.get("alt") or "") for image in images]
    files = [re.search(r"(\d+)b?\.\w+$", image.attributes.get("src") or "") for image in images]
    found = {
        source: tuple(int(match[match.lastindex or 0]) for match in matches if match is not None)
        for source, matches in ((ALT, alts), (FILE, files))
        if matches and None not in matches
    }
    text = node.text(separator=" ").strip()
    if re.fullmatch(r"\d+(\s+\d+)*", text, re.ASCII):
        found[TEXT] = tuple(map(int, text.split()))
    return found


def around(located: Located) -> Iterator[tuple[str, int, Node]]:
    """Yield what stands around the cells: the side, the number of the line from zero, and the element."""
    boxes = {cell: box for cell, box in located.boxes.items() if box is not None}
    taken = {node.mem_id for node in located.nodes.values()}
    for node in select(located.board.root, "td, th"):
        box = located.board.box(node)
        if node.mem_id in taken or box is None:
            continue
        x, y = box.centre
        columns = {cell.col for cell, at in boxes.items() if abs(at.centre[0] - x) < at.width / 2}
        rows = {cell.row for cell, at in boxes.items() if abs(at.centre[1] - y) < at.height / 2}
        if len(columns) == 1 and not rows:
            yield _side(y, [at.centre[1] for at in boxes.values()], "top", "bottom"), columns.pop(), node
        elif len(rows) == 1 and not columns:
            yield _side(x, [at.centre[0] for at in boxes.values()], "left", "right"), rows.pop(), node


def lines_of(located: Located, *names: str) -> list[str]:
    """Return the names of the lines on these sides, or of these directions."""
    across = {COLUMN, "top", "bottom"}
    return [
        line(name, number)
        for name in names
        for number in range(located.places.width if name in across else located.places.height)
    ]


def _side(at: float, places: list[float], before: str, after: str) -> str:
    return before if at < min(places) else after if at > max(places) else "inside"


def views(located: Located) -> Iterator[Statement]:
    """Read one number on each of the four sides of each line; 0 is none."""
    for side, number, node in around(located):
        _check_id(node, side, number)
        said = numbers_said(node)
        if not said and not node.css("img") and not node.text().strip():
            said[TEXT] = (0,)
        for source, found in said.items():
            if len(found) == 1:
                yield Statement("view", line(side, number), source, found if found[0] else None)


def _check_id(node: Node, side: str, number: int) -> None:
    """Raise `ReadError` if an id says another place than where the number is drawn."""
    for part in node.css("[id]"):
        said = re.fullmatch(r"(top|bottom|left|right)(\d{1,2})", part.attributes.get("id") or "", re.ASCII)
        if said is not None and (said[1], int(said[2])) != (side, number + 1):
            raise ReadError(f"{said[0]} is drawn at {line(side, number)}", selector=f"#{said[0]}")


def counts(located: Located) -> Iterator[Statement]:
    """Read the numbers above each column and beside each row."""
    for side, number, node in around(located):
        if side in {"top", "left"}:
            for source, said in numbers_said(node).items():
                yield Statement("rim", line(COLUMN if side == "top" else ROW, number), source, said)


def signs(located: Located) -> Iterator[Statement]:
    """Read the signs between cells, by their files or texts; `>` says that the left or upper cell holds more."""
    between = {_middle(located, edge): edge for edge in edges_of(located)}
    taken = {node.mem_id for node in located.nodes.values()}
    for node in select(located.board.root, "td, th"):
        box = located.board.box(node)
        if node.mem_id in taken or box is None:
            continue
        edge = next((edge for at, edge in between.items() if at is not None and _is_near(at, box)), None)
        said = _sign_said(node)
        if edge is None and any(said.values()):
            raise ReadError(f"a sign {next(filter(None, said.values()))} is drawn on no edge", selector="td")
        if edge is not None:
            yield from (Statement("sign", edge, source, value) for source, value in said.items())


def _sign_said(node: Node) -> dict[str, str | None]:
    images = node.css("img")
    file = (images[0].attributes.get("src") or "").lower() if len(images) == 1 else ""
    match = re.search(rf"uneq([{''.join(SIGNS)}])\d*b?\.\w+$", file)
    text = node.text().strip().lower()
    return ({} if match is None else {FILE: SIGNS[match[1]]}) | ({TEXT: SIGN_TEXTS[text]} if text in SIGN_TEXTS else {})


def edges_of(located: Located) -> list[tuple[Cell, Cell]]:
    """Return the edges between neighbours."""
    return [(cell, other) for cell in located.nodes for other in cell.neighbours() if other in located.nodes]


def _middle(located: Located, edge: tuple[Cell, Cell]) -> tuple[float, float] | None:
    boxes = [located.boxes[cell] for cell in edge]
    if boxes[0] is None or boxes[1] is None:
        return None
    (left, top), (right, bottom) = boxes[0].centre, boxes[1].centre
    return (left + right) / 2, (top + bottom) / 2


def _is_near(at: tuple[float, float], box: Box) -> bool:
    x, y = box.centre
    return abs(x - at[0]) <= box.width / 2 and abs(y - at[1]) <= box.height / 2


def cages(located: Located) -> Iterator[Statement]:
    """Read the cages of equal grounds, and the sum in the background picture of one cell of each."""
    grounds = {cell: located.board.measured(node).get("ground") for cell, node in located.nodes.items()}
    parts = in_order(connected(located.nodes, lambda cell, near, _: grounds[cell] == grounds[near]))
    for cell, node in located.nodes.items():
        yield Statement("cage", cell, "its ground", parts[cell])
        image = re.search(r"/clue\w*?_(\d{1,2})\.\w+", located.board.measured(node).get("image", ""))
        yield Statement("sum", cell, "its background", int(image[1]) if image else None)


# --- the page's script ----------------------------------------------------------------------------------------------


def inline(located: Located, name: str) -> str | None:
    """Return a variable of the page's script, None if it has none."""
    found = located.board.state.get("inline")
    if not isinstance(found, dict):
        raise ReadError("the script of the page was not measured", selector="script")
    value = found.get(name)
    return value if isinstance(value, str) and value else None


def listed(
    variable: str, values: Mapping[str, int | None] | None = None, *, base: int = 10, name: str = "number"
) -> Reader:
    """Return a reader of one character for each cell: its value, or a digit of this base."""

    def read(located: Located) -> Iterator[Statement]:
        text = inline(located, variable)
        if text is None:
            return
        cells = sorted(located.nodes)
        known = {"0123456789abcdef"[digit]: digit for digit in range(base)} | dict(values or {})
        if len(text) != len(cells) or not set(text.lower()) <= known.keys():
            raise ReadError(
                f"{variable} is {text[:60]!r}, not one of {''.join(known)} for each cell", selector="script"
            )
        for cell, letter in zip(cells, text.lower(), strict=True):
            yield Statement(name, cell, variable, known[letter])

    return read


def listed_counts(row_variable: str, column_variable: str) -> Reader:
    """Return a reader of one digit for each row and each column."""

    def read(located: Located) -> Iterator[Statement]:
        sides = (ROW, row_variable, located.places.height), (COLUMN, column_variable, located.places.width)
        for kind, variable, count in sides:
            text = inline(located, variable)
            if text is None:
                continue
            if re.fullmatch(rf"\d{{{count}}}", text, re.ASCII) is None:
                raise ReadError(f"{variable} is {text[:60]!r}, not {count} digits", selector="script")
            for number, digit in enumerate(text):
                yield Statement("rim", line(kind, number), variable, (int(digit),))

    return read
