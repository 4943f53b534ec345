"""The live board and its shield in a real Chromium: what arrives, what counts, and what no input reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page

from bot.browser.limits import ANSWER_TIMEOUT, limit_time
from bot.errors import EnterError, PageGone
from bot.play import live
from bot.play.live import BACK_TIMEOUT, EDGE, Live
from scrapers import DOM, Click, Drag, Keys, Move, ask, clock_of, set_clock
from solvers import Grid
from tests.clock import VirtualClock
from tests.fake_board import CENTRES, Moves, Strip, click, enter, every
from tests.tiers import first, spread

BOX = """<style>body { margin: 0 } #board { position: absolute; left: 50px; top: 60px; width: 300px; height: 100px }
    .cell { position: absolute; width: 100px; height: 100px }</style>
    <div id=board tabindex=0>""" + "".join(f'<div class=cell style="left: {100 * at}px"></div>' for at in range(3))
MARKING = "board.onclick = (event) => { event.target.dataset.mark = 1 };"


def live_of(page: Page, script: str = "") -> Live:
    """Return the board of a toy page with a script."""
    page.set_content(f"{BOX}</div><script>const board = document.querySelector('#board'); {script}</script>")
    return Live(page, lambda: page.locator("#board"))


def entered(page: Page, script: str, moves: Moves = click, solution: str = "111") -> tuple[int, int]:
    """Enter a solution with the clicker on a toy page with a script; return the inputs, and the repaired ones."""
    made = enter(live_of(page, script), moves, solution)
    return made.inputs, made.repaired


# --- what arrives ---------------------------------------------------------------------------------------------------

CANCELLING = "board.onpointerdown = (event) => event.preventDefault();"


@pytest.mark.parametrize(
    "script",
    first(
        [
            f"{CANCELLING} board.addEventListener('pointerdown', mark);",
            f"{CANCELLING} board.onpointerup = mark;",
            f"{CANCELLING} board.onclick = mark;",
            "board.onmouseup = mark;",
            "board.onpointerup = mark;",
            """onpointerdown = ({ pointerId }) => document.body.setPointerCapture(pointerId);
            document.body.onpointerup = ({ x, y }) => mark({ target: document.elementFromPoint(x, y) });""",
        ],
        quick=2,
    ),
)
def test_every_press_counts(page: Page, script: str) -> None:
    """An input counts by what arrives first: "mousedown" does not follow where the page cancels "pointerdown"."""
    assert (3, 0) == entered(page, f"const mark = ({{ target }}) => {{ target.dataset.mark = 1 }}; {script}")


def test_cells_that_are_drawn_anew_under_the_pointer(page: Page) -> None:
    """A cell that the page replaces when the pointer goes down gets the press all the same."""
    script = """board.onpointerdown = (event) => {
        const fresh = event.target.cloneNode();
        fresh.dataset.mark = 1;
        event.target.replaceWith(fresh);
    };"""

    assert (3, 0) == entered(page, script)


def test_drag(page: Page) -> None:
    """A drag presses at its first point, moves over the others and releases at the last."""
    script = """let down = false;
    board.onmousedown = () => { down = true };
    onmouseup = () => { down = false };
    board.onmousemove = (event) => { if (down && event.isTrusted) event.target.dataset.mark = 1 };"""
    way = ((101, 110), (120, 110), (200, 110), (320, 110))

    assert (1, 0) == entered(page, script, lambda marks: [Drag(way, every(marks, 1))])


@pytest.mark.parametrize("focus", ["", "document.body.appendChild(document.createElement('input')).focus();"])
def test_keys(page: Page, focus: str) -> None:
    """Keys are pressed one after the other on the board, which gets the focus back if it has lost it."""
    script = f"""board.focus(); let at = 0; {focus}
    board.onkeydown = (event) => {{ if (event.key === "ArrowRight") board.children[at++].dataset.mark = 1 }};"""

    assert (1, 0) == entered(page, script, lambda marks: [Keys(("ArrowRight",) * 3, every(marks, 1))])


PAD = """board.style.width = "500px";
    const cell = (left) => `<div class=cell style="left: ${left}px"></div>`;
    board.insertAdjacentHTML("beforeend", cell(300) + cell(400));
    const pad = board.lastChild;
    let active = null;
    const select = (cell) => { active?.classList.remove("active"); active = cell; cell.classList.add("active") };
    board.onclick = ({ target }) => {
        if (target === pad) active.dataset.mark = 1 + Number(active.dataset.mark ?? 0);
        else if (%s) select(target);
        else setTimeout(() => select(target), 60);
    };"""


def on_pad(marks: Grid) -> list[Move]:
    """Return double clicks for blank cells: on the cell, then on the last cell, which marks the active one."""
    blank = [cell for cell in marks.cells() if cell.col < 4 and marks[cell] is None]
    return [
        Click((100 + 100 * cell.col, 110), {cell: frozenset({1})}, then=(500, 110), once=".active") for cell in blank
    ]


@pytest.mark.parametrize("at_once", ["true", "active === null", "false"])
def test_second_click_waits_for_the_first(page: Page, at_once: str) -> None:
    """Of two clicks that belong together, the second waits until the page has reacted to the first."""
    assert (4, 0) == entered(page, PAD % at_once, on_pad, "1111.")


def test_second_click_is_not_made_alone(page: Page) -> None:
    """If the page does not react to the first click, the second is skipped, because it would change another cell."""
    with pytest.raises(EnterError, match="R1C1 does not respond to 3 inputs"):
        entered(page, f"{PAD % 'true'} pad.onclick = () => {{ heard = true }}; board.onclick = null;", on_pad, "1111.")

    assert not page.evaluate("'heard' in window")


def test_input_that_does_not_arrive(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no event arrives, no move counts as made."""
    monkeypatch.setattr(Live, "_make", lambda *_: None)
    made = live_of(page).perform([Click(CENTRES[0], {})])

    assert ([], "no input has reached it") == (made.moves, made.stopped)


def test_board_below_the_window(page: Page) -> None:
    """A board outside the window is scrolled into view."""
    page.set_viewport_size({"width": 400, "height": 300})

    def moves(marks: Grid) -> list[Move]:
        box = page.locator("#board").bounding_box()
        assert box is not None
        return click(marks, *((box["x"] + x, box["y"] + 50) for x in (50, 150, 250)))

    assert 3 == entered(page, f"{MARKING} board.style.top = '2000px';", moves)[0]


def test_covers(page: Page) -> None:
    """What covers a point is named, and is not pressed."""
    live = live_of(
        page,
        """const cover = document.createElement("div"); cover.id = "advert"; document.body.append(cover);
        cover.style = "position: fixed; left: 0; top: 0; width: 120px; height: 500px";
        cover.onpointerdown = () => { window.heard = true };""",
    )
    refused = live.perform([Click(CENTRES[1], {})], CENTRES[:2]).refused

    assert ['<div id="advert">', "", EDGE] == live.covers([CENTRES[0], CENTRES[1], (5000, 0)])
    assert (True, False) == (refused, page.evaluate("'heard' in window"))


class SlowClock(VirtualClock):
    """The clock of a page on a machine on which much time has passed whenever somebody looks at it."""

    def now(self) -> float:
        """Let an hour pass."""
        self._now += 3600
        return self._now


def test_board_that_comes_back(page: Page) -> None:
    """A board is gone once the page itself had its time to show it again, however long our looks take."""
    set_clock(page, SlowClock(page))
    live = live_of(page, f"setTimeout(() => document.body.append(board), {900 * BACK_TIMEOUT}); board.remove();")
    live.take(Strip.MEASURE)
    page.evaluate("board.remove()")

    with pytest.raises(PageGone, match="the page does not show it any more"):
        live.take(Strip.MEASURE)


def test_other_button(page: Page) -> None:
    """The other button arrives as such."""
    script = "board.addEventListener('contextmenu', (event) => { if (event.isTrusted) event.target.dataset.mark = 1 });"

    def clicks(marks: Grid) -> list[Move]:
        return [replace(move, button="right") for move in click(marks) if isinstance(move, Click)]

    assert (3, 0) == entered(page, script, clicks)


# --- the shield -----------------------------------------------------------------------------------------------------

PIECE = """<div id=board style="position: relative; height: 300px"><div id=piece
    style="position: absolute; width: 80px; height: 80px"></div></div><script>
    heard = 0;
    onmouseup = onclick = () => { heard += 1 };
</script>"""


def test_release_does_not_reach_what_comes_under_the_pointer(page: Page) -> None:
    """If a cell moves away when it is pressed, the rest of the click and of the round reaches nothing."""
    page.set_content(PIECE)
    page.evaluate("void (piece.onmousedown = () => { piece.style.left = '200px' })")
    made = Live(page, lambda: page.locator("#board")).perform([Click((40, 40), {}), Click((40, 40), {})])

    assert (1, "the board has moved", 0) == (len(made.moves), made.stopped, page.evaluate("heard"))


def test_piece_that_is_dragged_may_move(page: Page) -> None:
    """A piece that goes with the pointer is released where it is."""
    page.set_content(PIECE)
    moves = "({ clientX, buttons }) => { if (buttons) piece.style.left = `${clientX + 50}px` }"
    page.evaluate(f"void (onmousemove = {moves})")
    made = Live(page, lambda: page.locator("#board")).perform([Drag(((40, 40), (140, 40), (240, 40)), {})])

    assert ("", 2) == (made.stopped, page.evaluate("heard"))


def test_drag_goes_over_what_is_between(page: Page) -> None:
    """A page may look for the next cell at each move, find none in the middle of a number, and be slow each time."""
    page.set_content(PIECE)
    page.evaluate("void (onmousemove = ({ clientX }) => { if (clientX > 50 && clientX < 130) heard += 1 })")
    with patch.object(live, "limit_time", wraps=limit_time) as limits:
        Live(page, lambda: page.locator("#board")).perform([Drag(((40, 40), (140, 40)), {})])

    assert page.evaluate("heard") >= 2
    assert 2 * ANSWER_TIMEOUT == max(call.args[0] for call in limits.call_args_list)


FRAMES = """const [aside, inner, later] = [1, 2, 3].map(() => document.createElement("iframe"));
    const host = document.createElement("div");
    host.attachShadow({ mode: "open" }).append(inner);
    document.body.append(aside, host);
    const inert = () => [aside, inner, later].map((frame) => frame.inert);
    window.seen = [];
    board.onclick = ({ target }) => { target.dataset.mark = 1; seen.push(inert()); document.body.append(later) };"""


def test_other_frames_get_no_input(page: Page) -> None:
    """While inputs are made, frames that do not hold the board are inert, also new ones and those in shadow roots."""
    entered(page, FRAMES)
    clock_of(page).pause(1000)

    assert [[True, True, False], [True, True, True], [True, True, True]] == page.evaluate("seen")
    assert [False] * 3 == page.evaluate("inert()")


def test_frames_get_no_input_in_a_round_after_one_that_was_refused(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of an earlier round does not let input into a frame while a later one lasts."""
    live, clock = live_of(page, FRAMES), clock_of(page)
    make = live._make

    def make_late(*moves: Any) -> None:  # noqa: ANN401 - those of `Live`
        clock.pause(200)
        make(*moves)

    monkeypatch.setattr(live, "_make", make_late)
    live.perform([Click(CENTRES[0], {})])
    refused = live.perform([Click((40, 900), {})]).refused
    clock.pause(900)  # The frames would be let go after a second.
    live.perform([Click(CENTRES[1], {})])

    assert (True, [True] * 3) == (refused, page.evaluate("seen[1]"))


BUTTONS = """for (const cell of [...board.children]) {
    const button = Object.assign(document.createElement("button"), { className: "cell" });
    button.style.cssText = cell.style.cssText;
    cell.replaceWith(button);
}"""
AROUND = """const around = (markup, css) => {
    document.body.insertAdjacentHTML("beforeend", markup);
    document.querySelector(css).append(board);
};"""

SLOTTED = """const slotted = (mode) => {
    const host = document.body.appendChild(document.createElement("div"));
    host.attachShadow({ mode }).innerHTML = "<section><slot></slot></section>";
    host.append(board);
};"""


@pytest.mark.parametrize(
    "script",
    spread(
        [
            f"{BUTTONS} board.addEventListener('click', ({{ target }}) => {{ target.disabled = true }});",
            f"{BUTTONS} {AROUND} around('<form action=https://elsewhere.example/></form>', 'form');",
            f"{AROUND} around('<a href=https://elsewhere.example/></a>', 'a');",
            f"{AROUND} around('<a href=#here></a>', 'a');",
            f"{AROUND} around('<label for=box></label><form><input id=box type=submit></form>', 'label');",
            f"{AROUND} around('<details open></details>', 'details');",
            f"{AROUND} around('<details open><summary></summary></details>', 'summary');",
            f"{SLOTTED} slotted('open');",
            f"{SLOTTED} slotted('closed');",
            "board.addEventListener('click', () => { document.adoptedStyleSheets = [] });",
            """for (const cell of board.children)
                cell.innerHTML = '<input type=radio hidden><label style="display: block; height: 100%"></label>';
            for (const [at, box] of document.querySelectorAll("input").entries()) box.id = box.nextSibling.htmlFor = at;
            board.onclick = null;
            board.onchange = ({ target }) => { target.parentNode.dataset.mark = 1; };
            document.head.append(Object.assign(document.createElement("style"), {
                textContent: ":checked ~ label { display: none !important }" }));""",
        ],
        of=2,
    ),
)
def test_what_cells_do_from_the_start(page: Page, script: str) -> None:
    """A board whose cells do something from the start is played, and nothing is sent, opened or left."""
    page.route("**/*", lambda route: route.abort())
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))

    assert (3, 0) == entered(page, f"{MARKING} {script}")
    assert [] == addresses
    assert all(details.get_attribute("open") is not None for details in page.locator("details").all())


ROLES = (
    *("button", "switch", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio", "tab"),
    *("option", "treeitem", "combobox", "slider", "spinbutton", "textbox", "searchbox"),
)


def test_what_a_control_is(page: Page) -> None:
    """The roles of controls make an element one, in whatever letters and however many there are; others do not."""
    plain = ("gridcell", "cell", "img", "row", "presentation", "note", "buttons")
    page.set_content("".join(f"<div role='{role}'>x</div>" for role in (*ROLES, "BUTTON", "img button", *plain)))
    acts: list[bool] = ask(
        page.main_frame,
        f"() => [...document.body.children].map((one) => ({DOM}).acts([one]).length > 0)",
        None,
        list[bool],
    )

    assert [True] * (len(ROLES) + 2) + [False] * len(plain) == acts


@pytest.mark.parametrize("comes", ["from the start", "later"])
def test_control_in_a_cell_is_not_pressed(page: Page, comes: str) -> None:
    """A control that a cell holds from the start, or that comes into it, is named and not pressed."""
    live = live_of(page, MARKING)
    add = "board.children[1].innerHTML = '<div role=button id=own style=height:100% onclick=heard=1></div>'"
    live.middles = [*CENTRES[:1] * 9, *CENTRES]  # What many cells do is no control.
    if comes == "later":
        live.perform([Click(CENTRES[0], {})])
    page.evaluate(add)
    made = live.perform([Click(CENTRES[1], {})])

    assert (True, False) == (made.refused, page.evaluate("'heard' in window"))
    assert made.stopped.startswith('a cell has a control of its own: <div id="own"')
