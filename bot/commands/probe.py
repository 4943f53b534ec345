"""`givens probe`: find the board of a page that no site module knows, and report what a click does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import BROWSER, HEADED, JSON, PRESS, REPEAT, TRUST
from bot.commands._output import print_json, say, status, wait

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

MAX_WIDTH = 100
"""The longest value that is printed whole; JSON has all of it."""


@click.command()
@click.argument("target", metavar="URL|FIXTURE", help="An address, a fixture's folder, or a saved page.")
@PRESS
@REPEAT
@BROWSER
@HEADED
@TRUST
@JSON
def probe(  # noqa: PLR0913 - each is an option
    *,
    target: str,
    press: tuple[str, ...],
    clock: datetime | None,
    seed: int | None,
    browser: str | None,
    headed: bool,
    trust: bool,
    as_json: bool,
) -> int:
    """Click one cell of a page and report what changes.

    For authors of site modules. Reports selectors of the board and its cells, the attributes that state a cell's
    place, the looks of the cells, the event that the page answers to, and the click cycle. A fixture is then solved to
    see what appears; with --headed, finish the game yourself and press Enter. Clicks nothing but the buttons that
    --press names and cells of the board. Refuses pages that ask for a password, a payment or an address.

    \b
    Examples:
      givens probe https://example.com/puzzle
      givens probe https://example.com/puzzle --press '#start' --clock 2026-11-20 --seed 1
      givens probe fixtures/zero_hh1/size_8 --press '[data-action=play-daily]' --press '[data-gridsize="8"]'
    """
    from bot.play.probe import ProbeOptions
    from bot.play.probe import probe as probe_page

    def played() -> None:
        say("Finish the game in the window, then press Enter here.", to_stderr=True)
        wait()

    with status() as set_status:
        options = ProbeOptions(
            press,
            clock,
            seed,
            trust,
            played if headed else None,
            set_status,
        )
        found = probe_page(target, browser, options, headed=headed)
    if as_json:
        print_json(found)
    else:
        say("\n".join(_report(found)))
    return 0


def _report(found: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines of a report for people."""
    yield found["url"]
    if not found["boards"]:
        yield "no board found: no lattice of at least 3 x 3 similar squares is visible"
        if found["canvases"]:
            yield f"  drawn on a canvas? {_listed(canvas['selector'] for canvas in found['canvases'])}"
        yield (
            "  something to press first? Try --press with one of these:" if found["buttons"] else "  no buttons, either"
        )
        yield from (f"    {button['selector']}    {_short(button['text'])}" for button in found["buttons"])
        return
    for number, board in enumerate(found["boards"]):
        yield f"{'board' if number == 0 else 'other board'}: {board['rows']} x {board['cols']}, {board['cells']} cells"
        if board["frame"]:
            yield f"  frame       {board['frame']}"
        yield f"  board       {_listed(board['selectors'])}"
        yield f"  cells       {_listed(board['cell_selectors']) or 'no selector matches only them'}"
        yield from (f"  place       {name}: {pattern}" for name, pattern in board["places"].items())
    yield "looks of the cells:"
    for look in found["looks"]:
        said = ", ".join(f"{name} {_short(value)}" for name, value in look.items() if name not in {"count", "cell"})
        yield f"  {look['count']:4} like {look['cell']}: {said}"
    yield from _clicks(found["click"])
    yield from _finish(found["finish"])
    yield from (f"dialog: {dialog}" for dialog in found["dialogs"])
    yield from (f"refused request: {address}" for address in found["refused"])


def _clicks(clicked: Mapping[str, Any]) -> Iterator[str]:
    """Return lines about the changes after each click."""
    if clicked["cell"] is None:
        yield f"nothing was clicked: {clicked['why']}"
        return
    for number, step in enumerate(clicked["steps"], start=1):
        when = (
            f"at {step['event']}, after {step['after_ms']} ms" if step["event"] else "no change in the board's markup"
        )
        yield f"click {number} on {clicked['cell']}: {when}{'' if step['pixels'] else '; looks the same'}"
        for name, value in step["changed"].items():
            yield f"    {name}: {_change(value)}"
        for cell, changed in step["others"].items():
            yield f"    {cell}, too: {', '.join(f'{name} {_change(value)}' for name, value in changed.items())}"
        if step["outside"]:
            yield f"    outside the cells: {_listed(step['outside'])}"
    if clicked["cycle"]:
        late = f", from click {clicked['from']} on" if clicked["from"] else ""
        yield f"cycle: {clicked['cycle']} clicks{late}; the page answers to {clicked['event'] or 'the mouse'}"
    else:
        yield f"no cycle found{': ' if clicked['why'] else ''}{clicked['why']}"


def _finish(finish: Mapping[str, Any] | None) -> Iterator[str]:
    """Return lines about the changes after the game."""
    if finish is None:
        return
    yield f"after the game, at {finish['url']}:"
    for word in ("appeared", "gone"):
        yield from (f"    {word}: {item['selector']}    {_short(item['text'])}" for item in finish[word])
    for item in finish["changed"]:
        both = (f"{name} {_change([item['was'][name], item['now'][name]])}" for name in item["now"])
        yield f"    changed: {item['selector']}    {', '.join(both)}"


def _change(value: object) -> str:
    """Return a change in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_change(both)}" for name, both in value.items())
    if isinstance(value, list) and len(value) == 2 and not str(value[0]).startswith(("+", "-")):  # noqa: PLR2004 - before and after
        return f"{_short(value[0])} -> {_short(value[1])}"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _short(value: object) -> str:
    """Return a value on one line, cut if it is long."""
    text = "nothing" if value in (None, "") else " ".join(value) if isinstance(value, list) else str(value)
    return text if len(text) <= MAX_WIDTH else f"{text[:MAX_WIDTH]}…"


def _listed(selectors: Sequence[str] | Iterator[str]) -> str:
    return "   ".join(selectors)
