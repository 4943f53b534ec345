"""Probing a page that no site module knows: where its board is, what its cells say, and what input does to them.

The probe clicks nothing but one cell of the board that it found, and the buttons that it was told to press, all under
the shield.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.browser.driver import playwright_started
from bot.browser.freeze import freeze
from bot.browser.launch import CLOSE_TIMEOUT, START_TIMEOUT, browser_started, closing_within, new_context
from bot.browser.limits import bounded, interruptible
from bot.errors import PageGone, UsageError, first_line
from bot.play import cell_facts
from bot.play.fixture import Fixture, serve, serve_file
from bot.play.live import Live
from bot.play.live import answer_dialogs as hear
from bot.play.press import press_named
from bot.play.shield import Shield
from scrapers import Click, NeedsHuman, asked_for, register, unshadowed
from solvers import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from playwright.sync_api import FloatRect, Frame, JSHandle, Page

    from bot.play.cell_facts import Facts

MAX_CLICKS = 6
BOARD_TIMEOUT = 10.0
"""Seconds in which a board must appear."""
QUIET_MS = 200
"""A board that has not changed for so long has finished changing."""
SETTLES_TIMEOUT = 2.0
"""Seconds in which an input must show."""
FINISHED_TIMEOUT = 5.0
"""Seconds after the last input of a game in which something may appear."""
ANSWER_TIMEOUT = 30.0
"""Seconds after which a page that does not answer is given up."""
LONGEST = 4000
"""The longest text that is taken from a page."""
CELLS_GONE = "the cells of the board are gone"
DOWN, UP = ("mousedown", "pointerdown"), ("click", "mouseup", "pointerup")
"""The events of pressing and of releasing a button, in the order in which they are suspected."""
SCRIPT = unshadowed(Path(__file__).with_name("probe.js").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class ProbeOptions:
    """What to do before and after probing."""

    press: Sequence[str] = ()
    """Texts or selectors of what to press before the board is there."""
    clock: datetime | None = None
    """The fixed time that `Date` gives."""
    seed: int | None = None
    """The seed of `Math.random`."""
    trust: bool = False
    """Whether scripts run that come with a fixture from elsewhere."""
    played: Callable[[], None] | None = None
    """What to wait for while a person finishes the game; None if nobody does."""
    say: Callable[[str], None] = lambda _: None
    """Where to report progress."""


@dataclass(frozen=True, slots=True)
class Board:
    """A lattice of cells on a page, in the frame whose probe found it."""

    probe: JSHandle
    number: int
    """Its number in that probe."""
    facts: Mapping[str, Any]
    places: Mapping[str, str]
    frame: Frame = field(repr=False)

    @property
    def cells(self) -> Sequence[Facts]:
        """What each cell says, in reading order."""
        cells: Sequence[Facts] = self.facts["cells"]
        return cells

    def line(self) -> dict[str, Any]:
        """Return the board for a line of JSON."""
        keys = ("selectors", "cell_selectors", "rows", "cols", "side")
        frame = None if self.frame.parent_frame is None else self.frame.url
        facts = {key: self.facts[key] for key in keys}
        return {**facts, "cells": len(self.cells), "frame": frame, "places": dict(self.places)}


def probe(target: str, browser: str | None, options: ProbeOptions, *, headed: bool = False) -> dict[str, Any]:
    """Probe a page or a fixture and return what was found, as JSON values.

    Raises `NeedsHuman` where the page asks for a password, a payment or an address, and `PageGone` where it does not
    open.
    """
    url, fixture, html = _target(target)
    if fixture is not None and not options.trust:
        fixture.check_known(target)
    found: dict[str, Any] = {"target": target, "url": url}
    with _opened(url, fixture, html, browser, options, headed=headed) as (page, refused, dialogs):
        boards = _boards_after(page, options)
        found |= {"boards": [board.line() for board in boards]}
        if not boards:
            found |= _without_board(page)
        else:
            board = boards[0]
            found["looks"] = cell_facts.looks(board.cells, board.places)
            found["click"] = _click(page, board)
            found["finish"] = None if found["click"]["cell"] is None else _finish(page, board, fixture, options)
        found |= {"dialogs": dialogs, "refused": refused}
    cleaned: dict[str, Any] = _clean(found)
    return cleaned


def _target(target: str) -> tuple[str, Fixture | None, Path | None]:
    """Return the address of a target, its fixture and its saved page, if it is one."""
    if target.startswith(("http://", "https://")):
        return target, None, None
    path = Path(target)
    if (path / "fixture.json").is_file():
        fixture = Fixture.load(path)
        return fixture.url, fixture, None
    if path.is_file():
        return "https://probe.invalid/page.html", None, path
    raise UsageError(f"{target} is neither an address nor a fixture nor a saved page")


@contextmanager
def _opened(  # noqa: PLR0913 - what a page is opened with
    url: str, fixture: Fixture | None, html: Path | None, browser: str | None, options: ProbeOptions, *, headed: bool
) -> Iterator[tuple[Page, list[str], list[str]]]:
    """Open the page in a fresh guest context; yield it with the addresses that are refused and the dialogs."""
    from playwright.sync_api import Error

    options.say("starting the browser")
    with playwright_started() as playwright, browser_started(playwright, browser, headed=headed) as (started, _):
        register(playwright)
        network = fixture is None and html is None
        context = new_context(started, scripts=fixture is None or fixture.scripts, network=network)
        refused: list[str] = []
        if fixture is not None:
            refused = serve(context, fixture)
        elif html is not None:
            refused = serve_file(context, url, html)
        freeze(context, clock=options.clock, seed=options.seed)
        with bounded(START_TIMEOUT, "the browser does not open a page"):
            page = context.new_page()
        Shield.of(page)
        dialogs = hear(page)
        try:
            with interruptible():
                _go(page, url, options)
                yield page, refused, dialogs
        except Error as error:
            raise PageGone(f"the page at {url} is gone: {first_line(error)}") from error
        finally:
            with closing_within(CLOSE_TIMEOUT):
                context.close()


def _go(page: Page, url: str, options: ProbeOptions) -> None:
    """Open the address afresh, and press what has to be pressed before the board is there."""
    from playwright.sync_api import Error

    options.say(f"opening {url}")
    try:
        page.goto("about:blank")
        page.goto(url, wait_until="domcontentloaded", timeout=1000 * ANSWER_TIMEOUT)
    except Error as error:
        raise PageGone(f"{url} does not open: {first_line(error).removeprefix('Page.goto: ')}") from error
    for wanted in options.press:
        _refuse_sensitive(page)
        press_named(page, wanted, BOARD_TIMEOUT)


def _boards_after(page: Page, options: ProbeOptions) -> list[Board]:
    """Return the boards of the page, the likeliest first, as soon as there are some that stay as they are."""
    options.say("looking for a board")
    end = time.monotonic() + BOARD_TIMEOUT
    before: list[Any] = []
    while True:
        _refuse_sensitive(page)
        boards = _boards(page)
        now = [(board.facts["selectors"], board.facts["rows"], board.facts["cols"]) for board in boards]
        if (now and now == before) or time.monotonic() > end:
            return boards
        before = now
        page.wait_for_timeout(QUIET_MS)


def _boards(page: Page) -> list[Board]:
    """Return the boards of all frames, the likeliest first; of elements one inside the other, those that say most."""
    from playwright.sync_api import Error

    found: list[Board] = []
    for frame in page.frames:
        try:
            with bounded(ANSWER_TIMEOUT, f"the page at {page.url} stopped answering"):
                handle = frame.evaluate_handle(SCRIPT)
                boards = json.loads(handle.evaluate("probe => JSON.stringify(probe.find())"))
        except Error:
            continue  # The frame has just gone, or belongs to nobody.
        for number, facts in enumerate(boards):
            placed = cell_facts.places(facts["cells"], facts["rows"], facts["cols"])
            found.append(Board(handle, number, facts, placed, frame))
    found.sort(key=_rank)
    return [board for at, board in enumerate(found) if not any(_same_cells(board, other) for other in found[:at])]


def _rank(board: Board) -> tuple[float, ...]:
    """Order boards: whole ones whose cells have a selector, then large ones, then those that say their places."""
    facts = board.facts
    is_whole = len(board.cells) == facts["rows"] * facts["cols"] and bool(facts["cell_selectors"])
    return -is_whole, -len(board.cells), -bool(board.places), facts["depth"]


def _same_cells(board: Board, other: Board) -> bool:
    """Return whether two boards are one lattice, drawn by elements inside each other."""
    if board.frame is not other.frame or any(board.facts[key] != other.facts[key] for key in ("rows", "cols")):
        return False
    apart = zip(board.facts["origin"], other.facts["origin"], strict=True)
    return all(abs(one - two) < other.facts["side"] for one, two in apart)


def _without_board(page: Page) -> dict[str, Any]:
    """Return what could help where no board was found."""
    found: dict[str, Any] = {"buttons": [], "canvases": []}
    for frame in page.frames:
        handle = frame.evaluate_handle(SCRIPT)
        for name in found:
            found[name] += handle.evaluate(f"probe => probe.{name}()")
    return found


def _refuse_sensitive(page: Page) -> None:
    """Raise `NeedsHuman` where the page asks for what no puzzle needs."""
    from playwright.sync_api import Error

    for frame in page.frames:
        with suppress(Error):  # It has just gone, or belongs to nobody.
            if serious := asked_for(frame)[1]:
                raise NeedsHuman(f"the page at {page.url} is not probed, because {serious[0]}")


def _click(page: Page, board: Board) -> dict[str, Any]:
    """Click one empty cell until a state comes back, and return what each click changed."""
    free = cell_facts.emptiest(board.cells, board.places)
    number = next((number for number in free if not _cover(board, number)), None)
    if number is None:
        cover = f"{_cover(board, free[0])} covers the board" if free else "every cell leads to another page"
        return {"cell": None, "event": None, "steps": [], "cycle": None, "from": None, "why": cover}
    board.probe.evaluate("(probe, board) => probe.watch(board)", board.number)
    page.mouse.move(*_centre(page, board, number))
    _settle(page, board)
    _take(board)
    address, why = page.url, ""
    states = [_state(page, board, number)]
    steps: list[dict[str, Any]] = []
    while len(steps) < MAX_CLICKS and not why and cell_facts.cycle(_keys(states)) is None:
        heard = _press(page, board, number)
        if page.url != address:
            why = f"the page went to {page.url}"
            break
        states.append(_state(page, board, number))
        steps.append(_step(board, number, states[-2], states[-1], heard))
        why = _reason_to_stop(page, board, number, steps)
    repeated = cell_facts.cycle(_keys(states)) if len({*_keys(states)}) > 1 else None
    events = [step["event"] for step in steps if step["event"]]
    event = max(events, key=events.count, default=None)
    if event is not None and not why:
        event = _event(page, board, number, event, MAX_CLICKS - len(steps))
    return {
        "cell": str(cell_facts.cell_of(board.cells[number])),
        "event": event,
        "steps": steps,
        "cycle": None if repeated is None else repeated[1],
        "from": None if repeated is None else repeated[0],
        "why": why,
    }


def _event(page: Page, board: Board, number: int, heard: str, clicks: int) -> str:
    """Return the event that a page answers to, found by keeping one after the other from the page.

    `heard` is the latest event before a change, which a page that answers late may not have answered to.
    """
    *suspects, last = DOWN if heard in DOWN else UP
    if clicks < len(suspects):
        return heard
    for suspect in suspects:
        before = _state(page, board, number)
        board.probe.evaluate("(probe, type) => probe.keep(type)", suspect)
        _press(page, board, number)
        board.probe.evaluate("probe => probe.keep('')")
        after = _state(page, board, number)
        if before["cells"] == after["cells"] and before["pixels"] == after["pixels"]:
            return suspect
        if _cover(board, number):
            return heard
    return last


def _reason_to_stop(page: Page, board: Board, number: int, steps: Sequence[Mapping[str, Any]]) -> str:
    """Return why no more clicks should be made; nothing if they may."""
    _refuse_sensitive(page)
    if not board.probe.evaluate("(probe, board) => probe.renew(board)", board.number):
        return "the board is gone"
    if cover := _cover(board, number):
        return f"{cover} covers the cell"
    if len(steps) > 1 and not any(step["changed"] or step["others"] or step["pixels"] for step in steps):
        return "two clicks changed nothing: the page may want keys, a drag, or a button of a pad"
    return ""


def _cover(board: Board, number: int) -> str:
    """Return what lies over the middle of a cell; nothing if a click there reaches it."""
    cover: str = board.probe.evaluate("(probe, [board, cell]) => probe.cover(board, cell)", [board.number, number])
    return cover


def _box(page: Page, board: Board, number: int) -> FloatRect:
    """Return where a cell is in the window, in px; a page may replace its element at any moment."""
    ask = "(probe, [board, cell]) => probe.element(board, cell)"
    end = time.monotonic() + SETTLES_TIMEOUT
    while True:
        element = board.probe.evaluate_handle(ask, [board.number, number]).as_element()
        box = None if element is None else element.bounding_box()
        if box is not None:
            return box
        if time.monotonic() > end:
            raise PageGone(CELLS_GONE)
        page.wait_for_timeout(QUIET_MS / 4)


def _centre(page: Page, board: Board, number: int) -> tuple[float, float]:
    """Return the middle of a cell in the window, in px."""
    box = _box(page, board, number)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _press(page: Page, board: Board, number: int) -> list[dict[str, Any]]:
    """Click a cell, with a pause between pressing and releasing the button, and return the changes that it caused."""
    page.mouse.move(*_centre(page, board, number))
    _press_cell(page, board, number, lambda: _settle(page, board, QUIET_MS / 1000))
    _settle(page, board)
    return _take(board)


def _press_cell(page: Page, board: Board, number: int, pause: Callable[[], object] | None = None) -> None:
    """Click a cell under the shield: nothing but the board gets the input."""
    root = board.probe.evaluate_handle("(probe, board) => probe.root(board)", board.number).as_element()
    if root is None:
        raise PageGone(CELLS_GONE)
    live = Live(page, lambda: root)
    (x, y), (left, top) = _centre(page, board, number), live.offset()
    point = x - left, y - top
    live.perform([Click(point, {})], [point], pause=pause)


def _settle(page: Page, board: Board, at_least: float = 2 * QUIET_MS / 1000) -> None:
    """Wait for a while, and until the board has not changed for some time."""
    start = time.monotonic()
    while (passed := time.monotonic() - start) < SETTLES_TIMEOUT:
        page.wait_for_timeout(QUIET_MS / 4)
        if passed >= at_least and board.probe.evaluate("(probe, ms) => probe.isQuiet(ms)", QUIET_MS):
            return


def _wait_for_change(page: Page, board: Board) -> None:
    """Wait until the board has changed since the last call of `_take`, at most as long as an input may take to show."""
    end = time.monotonic() + SETTLES_TIMEOUT
    while True:
        page.wait_for_timeout(QUIET_MS / 4)
        if board.probe.evaluate("probe => probe.hasChanged()") or time.monotonic() > end:
            return


def _take(board: Board) -> list[dict[str, Any]]:
    """Return the changes since the last call."""
    taken: list[dict[str, Any]] = board.probe.evaluate("probe => probe.take()")
    return taken


def _state(page: Page, board: Board, number: int) -> dict[str, Any]:
    """Return what every cell says now, and the picture of one."""
    board.probe.evaluate("(probe, board) => probe.renew(board)", board.number)
    cells = board.probe.evaluate("(probe, board) => probe.cellsOf(board)", board.number)
    box = _box(page, board, number)
    picture = page.screenshot(clip=box, animations="disabled", caret="hide")
    return {"cells": cells, "cell": cells[number], "pixels": sha256(picture).hexdigest()[:12]}


def _keys(states: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what tells states apart: what the cell says, or its pixels if it always says the same."""
    said = [repr(state["cell"]) for state in states]
    return said if len(set(said)) > 1 else [state["pixels"] for state in states] if len(states) > 2 else []  # noqa: PLR2004 - one click may come late


def _step(
    board: Board, number: int, before: Mapping[str, Any], after: Mapping[str, Any], heard: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return what one click changed: its cell, other cells, and elements around the board."""
    causes = [change for change in heard if change["cell"] == number] or [
        change for change in heard if change["inside"]
    ]
    others = {
        str(cell_facts.cell_of(facts)): changed
        for at, facts in enumerate(board.cells)
        if at != number and (changed := cell_facts.changes(before["cells"][at], after["cells"][at]))
    }
    outside = sorted({change["owner"] for change in heard if change["cell"] < 0 and change["owner"]})
    return {
        "event": causes[0]["event"] if causes else None,
        "after_ms": causes[0]["after"] if causes else None,
        "changed": cell_facts.changes(before["cell"], after["cell"]),
        "others": others,
        "outside": outside,
        "pixels": before["pixels"] != after["pixels"],
    }


def _finish(page: Page, board: Board, fixture: Fixture | None, options: ProbeOptions) -> dict[str, Any] | None:
    """Return what appears once the game is finished, by a person or with a fixture's solution; None if by neither."""
    if options.played is not None:
        board.probe.evaluate("probe => probe.remember()")
        options.played()
    else:
        clicks = None if fixture is None else _clicks(fixture)
        if clicks is None:
            return None
        options.say("playing the fixture's solution")
        _go(page, page.url, options)
        boards = _boards_after(page, options)
        if not boards or len(boards[0].cells) != len(clicks):
            return None
        board = boards[0]
        board.probe.evaluate("(probe, board) => probe.watch(board)", board.number)
        _enter(page, board, clicks)
    return _compared(page, board)


def _clicks(fixture: Fixture) -> list[int] | None:
    """Return how often each cell of a fixture has to be clicked; None if its board is not played by clicks."""
    entry = fixture.replica.get("input", {})
    known = entry.get("event") in {"click", "mousedown", "mouseup", "pointerdown"} and "cycle" in entry
    if not known or fixture.solution is None or fixture.puzzle is None or "start" in fixture.replica:
        return None
    marks = entry["cycle"]
    givens = load(fixture.puzzle).picture().glyphs
    wanted = [
        (cell_facts.cell_of({"row": row, "col": col}), int(mark))
        for row, line in enumerate(fixture.solution)
        for col, mark in enumerate(line)
        if mark.isdecimal()
    ]
    return [0 if cell in givens or mark not in marks else marks.index(mark) for cell, mark in wanted]


def _enter(page: Page, board: Board, clicks: Sequence[int]) -> None:
    """Click every cell as often as it needs, waiting for each click to show; remember the page before the last one."""
    last = max((at for at, count in enumerate(clicks) if count), default=-1)
    board.probe.evaluate("probe => probe.remember()")
    for at, count in enumerate(clicks):
        for left in range(count, 0, -1):
            if at == last and left == 1:
                board.probe.evaluate("probe => probe.remember()")
            if _cover(board, at):
                return
            _take(board)
            _press_cell(page, board, at)
            _wait_for_change(page, board)
            board.probe.evaluate("(probe, board) => probe.renew(board)", board.number)


def _compared(page: Page, board: Board) -> dict[str, Any]:
    """Return what is new on the page since it was remembered, as soon as something is and nothing more comes."""
    from playwright.sync_api import Error

    end = time.monotonic() + FINISHED_TIMEOUT
    found: dict[str, Any] = {}
    while True:
        page.wait_for_timeout(3 * QUIET_MS)
        try:
            now = board.probe.evaluate("probe => probe.compare()")
        except Error:
            return {"url": page.url, "appeared": [], "gone": [], "changed": []}
        if time.monotonic() > end or (now == found and any(now.values())):
            return {"url": page.url, **now}
        found = now


def _clean(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return JSON values of a page without control characters, and cut to a sensible length."""
    if isinstance(value, dict):
        return {_clean(name): _clean(content) for name, content in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(content) for content in value]
    if isinstance(value, str):
        return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in value[:LONGEST])
    return value
