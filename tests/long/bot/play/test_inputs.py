"""Pages that no module knows, by what they answer to: fingers, keys, double clicks, links, controls, odd buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.addons.unknown.pages import ADDRESS, STYLE, played
from tests.addons.unknown.pages import page as unknown_page
from tests.bot.play.test_live import ROLES
from tests.bot.play.test_press import ATTACKS, MOMENT, check
from tests.hostile import strays

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
        for event in ("touchstart", "touchend", "dblclick")
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

SUDOKU, SOLVED = "......24.21.1...", "2431312442131342"
PAD = """<!doctype html><title>Page</title>{style}<style>
    .at {{ background: #cdf !important }} button {{ height: 40px; width: 46px }}
    .cell:nth-child(4n + 2) {{ border-right: 3px solid #000 }}
    .cell:nth-child(n + 5):nth-child(-n + 8) {{ border-bottom: 3px solid #000 }}
</style><div class=grid>{cells}</div><div id=pad>{keys}</div><p id=said></p><script>
    let at = null;
    document.querySelector(".grid").onclick = ({{ target }}) => {{
        at?.classList.remove("at");
        at = target.closest(".cell");
        at?.classList.add("at");
    }};
    document.querySelector("#pad").onclick = ({{ target }}) => {{
        if (at && !at.matches(".given")) at.textContent = target.textContent;
        const shown = [...document.querySelectorAll(".cell")].map((cell) => cell.textContent).join("");
        if (shown === "{solved}") document.querySelector("#said").textContent = "Solved!";
    }};
</script>"""
"""A Sudoku whose cells are no buttons, as the keys of its pad are."""


def test_keys_of_a_pad_may_be_other_elements(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A keypad is pressed although its keys do something by themselves, and the cells do not."""
    cells = "".join(f"<div class='cell{' given' * (mark != '.')}'>{mark.strip('.')}</div>" for mark in SUDOKU)
    keys = "".join(f"<button>{digit}</button>" for digit in range(1, 5))
    html = PAD.format(style=STYLE, cells=cells, keys=keys, solved=SOLVED)
    outcome = played(shared_playwright, tmp_path, html, kind="sudoku")

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome


LINKED = (
    unknown_page(tag="a")
    .replace(CLICKED, 'addEventListener("none", ({ target }) => {')
    .replace(
        "<p id=said>",
        """<script>
    const state = new URLSearchParams(location.search).get("marks") ?? "1.010..011...011";
    document.querySelectorAll(".cell").forEach((cell, at) => {
        cell.textContent = state[at].replace(".", "");
        if (cell.matches(".given")) return;
        const next = { ".": "0", 0: "1", 1: "." }[state[at]];
        cell.href = `?marks=${state.slice(0, at)}${next}${state.slice(at + 1)}`;
    });
    addEventListener("load", () => check());
</script><p id=said>""",
    )
    .replace(".cell { font", ".cell { display: block; color: black; text-decoration: none; font")
)
"""A page whose cells are links to the same page with one more mark."""


@pytest.mark.parametrize(("path", "is_followed"), [("?marks", True), ("other?marks", False)])
def test_cells_that_are_links(
    shared_playwright: SharedPlaywright, tmp_path: Path, path: str, *, is_followed: bool
) -> None:
    """A press may follow a link to the same page, which shows the board again, and no other link."""
    html = LINKED.replace("?marks", path)
    outcome = played(shared_playwright, tmp_path, html, others={"https://unknown.example/puzzle?*": html})

    assert is_followed == bool(outcome.result.accepted), outcome
    assert [] == outcome.elsewhere


@pytest.mark.parametrize("way", WAYS)
def test_page_answers_to_one_way(shared_playwright: SharedPlaywright, tmp_path: Path, way: str) -> None:
    """A page that answers to one sort of input alone is solved."""
    html = unknown_page()
    for old, new in WAYS[way].items():
        assert old in html
        html = html.replace(old, new)
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True, True) == (outcome.exit_code, outcome.result.entered, outcome.result.accepted), outcome


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


DIALOG = """{board}<div class=over role=dialog><h2>Rules</h2>
    <button id=b type=button onclick="document.querySelector('.over').remove()">Got it</button></div>"""


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_a_person_names(shared_playwright: SharedPlaywright, tmp_path: Path, attack: str) -> None:
    """A button that a person names by --press."""
    outcome = played(
        shared_playwright, tmp_path, unknown_page(DIALOG), press=["Got it"], attack=attack, button="#b", moment=MOMENT
    )

    check(strays(outcome.elsewhere))
    assert outcome.exit_code in {0, 5, 6}
    assert ADDRESS == outcome.result.url
