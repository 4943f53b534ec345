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
