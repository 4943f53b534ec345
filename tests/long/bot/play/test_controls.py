"""Controls inside of cells: what is pressed for something of its own is not the cell around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.pages import played
from tests.bot.play.test_live import ROLES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

CONTROLS = {
    "<button>": "<button type=button id=own>Delete account</button>",
    **{role: f"<div role={role} id=own>Delete account</div>" for role in ROLES},
    "a role in capitals": "<div role=BUTTON id=own>Delete account</div>",
    "several roles": "<div role='presentation button' id=own>Delete account</div>",
}
"""Controls that a cell may hold."""
CELL = "class='cell' style='position: relative'"
STYLE = "<style>#own { position: absolute; inset: 0; font-size: 6px; opacity: 0.01 }</style>"
MARK = """const inner = cell.firstChild, text = inner?.nodeType === 3 ? inner : cell.insertBefore(new Text(), inner);
    text.data = { "": "0", 0: "1", 1: "" }[text.data];"""


def with_control(control: str, *, after: int) -> str:
    """Return the page with a control over one of its cells, from the start or after a number of clicks."""
    html = unknown_page().replace("class='cell'", CELL).replace("</style>", f"</style>{STYLE}")
    html = html.replace(
        'if (cell.localName !== "input") cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent];', MARK
    )
    html = html.replace("cell.value || cell.textContent", 'cell.firstChild?.data ?? ""')
    html = html.replace(
        'target.closest?.(".cell") ? "cell" : target.id', 'target.id || target.closest?.(".cell") && "cell"'
    )
    if not after:
        return html.replace(f"<div {CELL}></div>", f"<div {CELL}>{control}</div>", 1)
    shows = f"document.querySelectorAll('.cell:not(.given)')[4].insertAdjacentHTML('beforeend', `{control}`)"
    return html.replace("check();\n    });", f"check();\n if (++clicks === {after}) {shows}; }});\n let clicks = 0;")


@pytest.mark.parametrize("after", [0, 2])
@pytest.mark.parametrize("name", CONTROLS)
def test_control_in_a_cell_is_not_pressed(
    shared_playwright: SharedPlaywright, tmp_path: Path, name: str, after: int
) -> None:
    """A control that a cell holds from the start, or that comes into it, is named and not pressed."""
    outcome = played(shared_playwright, tmp_path, with_control(CONTROLS[name], after=after))

    assert (5, 0) == (outcome.exit_code, outcome.pressed("own")), outcome.log
    assert 'id="own"' in outcome.message


@pytest.mark.parametrize("inner", CONTROLS)
@pytest.mark.parametrize("of", ["cell", "inside"])
def test_cells_may_be_controls(shared_playwright: SharedPlaywright, tmp_path: Path, inner: str, of: str) -> None:
    """A board is played whose cells are controls, or hold one each."""
    role = f"role={inner}" if inner in ROLES else "role=button"
    html = unknown_page()
    if of == "cell":
        html = html.replace("class='cell", f"{role} aria-label=square class='cell")
    else:
        html = html.replace("class='cell'></div>", f"class='cell'><div {role} style='height: 100%'></div></div>")
        html = html.replace("cell.textContent = {", "cell.firstChild.textContent = {")
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message
