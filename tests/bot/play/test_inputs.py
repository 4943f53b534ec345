"""Pages that no module knows, by what they answer to: each event, keys, double clicks, the other button, links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tiers import chosen
from tests.unknown import page as unknown_page
from tests.unknown import played

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import SharedPlaywright

CLICKED = 'addEventListener("click", ({ target }) => {'
CHANGED = 'if (cell.localName !== "input") cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent];'
SELECTED = """let at = null;
    addEventListener("click", ({ target }) => {
        at?.classList.remove("at");
        at = target.closest?.(".cell:not(.given)");
        at?.classList.add("at");
    });
    addEventListener("keydown", (event) => {
        const { key, target } = event, cell = at;
"""
"""A click only selects a cell, and a key changes it."""
WAYS = {
    **{
        event: {CLICKED: f'addEventListener("{event}", ({{ target }}) => {{'}
        for event in ("pointerdown", "mousedown", "pointerup", "mouseup", "touchstart", "touchend", "dblclick")
    },
    "pointerdown, without any mouse event": {
        CLICKED: 'addEventListener("pointerdown", (event) => { event.preventDefault(); const { target } = event;'
    },
    "a page in focus": {CHANGED: f"if (!window.isReady) return void (window.isReady = true); {CHANGED}"},
    "the space bar": {CLICKED: SELECTED, "const cell = target": 'if (key !== " ") return; const own = target'},
    "Enter": {CLICKED: SELECTED, "const cell = target": 'if (key !== "Enter") return; const own = target'},
    "digits": {
        CLICKED: SELECTED,
        "const cell = target": "if (!/^[01]$/.test(key)) return; const own = target",
        CHANGED: "cell.textContent = key;",
    },
    "another button for the second mark": {
        CHANGED: 'cell.textContent = cell.textContent === "0" ? "" : "0";',
        'addEventListener("input"': """addEventListener("contextmenu", (event) => {
            event.preventDefault();
            const cell = event.target.closest?.(".cell:not(.given)");
            if (cell) cell.textContent = cell.textContent === "1" ? "" : "1";
            check();
        });
        addEventListener("input\"""",
    },
}
"""What a page answers to, and how it is written then."""


@pytest.mark.parametrize("way", chosen(WAYS, {"touchstart", "digits"}))
def test_page_answers_to_one_way(shared_playwright: SharedPlaywright, tmp_path: Path, way: str) -> None:
    """A page that answers to one sort of input alone is solved."""
    html = unknown_page()
    for old, new in WAYS[way].items():
        assert old in html
        html = html.replace(old, new)
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True, True) == (outcome.exit_code, outcome.result.entered, outcome.result.accepted), outcome
