"""Small boards with the markup of their pages, made without a browser; tests break parts of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scrapers import Snapshot

CELL = 50.0
"""The side of a cell, in px."""
TANGO_AT = "https://www.linkedin.com/games/view/tango/desktop"
TABLE_AT = "https://www.brainbashers.com/show3inarow.asp"
SUN = '<svg aria-label="Sun"><path class="lotka-cell-zero-path" d="M0 0H9V9H0Z"></path></svg>'
MOON = '<svg aria-label="Moon"><path class="lotka-cell-one-path" d="M0 0H8V9H0Z"></path></svg>'
EMPTY = '<svg aria-label="Empty" class="lotka-cell-empty"></svg>'
MARKS = {"1": SUN, "0": MOON, ".": EMPTY}
CROSS = "M0 1L1 0L5 4L9 0L10 1L6 5L10 9L9 10L5 6L1 10L0 9L4 5Z"
BARS = "M0 0H10V3H0ZM0 7H10V10H0Z"


def tango_cell(
    at: int, mark: str = EMPTY, *, given: bool | None = None, inside: str = "", claim: str | None = None
) -> str:
    """Write a cell of the guest page; a marked cell is a given by default."""
    locked = mark != EMPTY if given is None else given
    return (
        f'<div class="lotka-cell{" lotka-cell--locked" * locked}" data-cell-idx="{at if claim is None else claim}" '
        f'aria-disabled="{str(locked).lower()}"><div class="lotka-cell-content">{mark}</div>{inside}</div>'
    )


def tango_edge(side: str, sign: str, shape: str | None = None) -> str:
    """Write a sign of the guest page on one side of its cell."""
    label, name, path = ("Equal", ' id="="', BARS) if sign == "=" else ("Cross", "", CROSS)
    return (
        f'<div class="lotka-cell-edge lotka-cell-edge--{side}"><svg aria-label="{label}">'
        f'<path d="{path if shape is None else shape}"{name}></path></svg></div>'
    )


def tango_cells(rows: Sequence[str]) -> list[str]:
    """Write the cells of a board of `1`, `0` and `.`."""
    return [tango_cell(at, MARKS[mark]) for at, mark in enumerate("".join(rows))]


def tango(cells: Sequence[str], rows: int = 4, cols: int = 4) -> str:
    """Write a board of the guest page."""
    return f'<div class="lotka-grid" style="--rows: {rows}; --cols: {cols};">{"".join(cells)}</div>'


def table(rows: Sequence[Sequence[str]]) -> str:
    """Write a table of cells."""
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table class="inarowtable"><tbody>{lines}</tbody></table>'


def snapshot(
    html: str,
    url: str,
    *,
    box: Callable[[LexborNode], tuple[float, float, float, float] | None] = lambda _: None,
    **state: object,
) -> Snapshot:
    """Return a board as if it had been measured; `box` returns the box of an element, none by default."""
    body = LexborHTMLParser(html).body
    nodes = [] if body is None or body.child is None else body.child.css("*")
    elements = [{"tag": node.tag} | ({} if (at := box(node)) is None else {"box": list(at)}) for node in nodes]
    return Snapshot(url, html, {"v": 1, "elements": elements, **state})


def drawn(columns: int, cell: str) -> Callable[[LexborNode], tuple[float, float, float, float] | None]:
    """Return a function for boxes: elements with the attribute `cell` fill rows of a number of columns."""
    count = iter(range(10_000))

    def box(node: LexborNode) -> tuple[float, float, float, float] | None:
        if cell not in node.attributes:
            return None
        row, col = divmod(next(count), columns)
        return CELL * col, CELL * row, CELL, CELL

    return box
