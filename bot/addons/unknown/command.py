"""Commands for authors of site modules: `sites probe` reports on a page, `sites new` begins its module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.commands._options import (
    BROWSER,
    HEADED,
    JSON,
    PRESS,
    REPEAT,
    TIMEOUT,
    TRUST,
    Command,
    PageOptions,
    PathArgument,
    argument,
    collected,
    option,
)
from bot.commands._output import print_json, say, status, wait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

MAX_WIDTH = 100
"""The longest value that is printed whole; JSON has all of it."""
NEXT = """\
{todo}try: {try_page}
     {try_copy}
next: settle each TODO in {module}, write there how the markup is known, and play again;
{fixtures}/_page holds a copy of the board; docs/contributing/site.md says more"""


@click.command(cls=Command)
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of puzzle that the page shows.")
@collected(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def probe(options: PageOptions, *, target: str) -> int:
    """Click one cell of a page and report what changes.

    For authors of site modules. Reports selectors of the board and its cells, the attributes that state a cell's
    place, the looks of the cells, the event that the page answers to, and the click cycle. With --headed, finish the
    game in the window and press Enter to see what appears. Clicks nothing but the buttons that --press names and one
    cell of the board. Refuses pages that ask for a password, a payment or an address. `givens sites new` writes the
    same as a module.

    \b
    Examples:
      givens sites probe https://example.com/puzzle
      givens sites probe https://example.com/puzzle --press '#start' --clock 2026-11-20 --seed 1
      givens sites probe fixtures/zero_hh1/size_8 --press '[data-action=play-daily]' --press '[data-gridsize="8"]'
    """
    from bot.addons.unknown.start.explore import explore, opened, target_of
    from bot.play.runner import Runner

    found = target_of(target, options.kind)
    with status() as set_status, Runner(options.setup(), set_status) as runner, opened(runner, found) as page:
        set_status("looking for a board")
        seen = explore(page, found, played_in(options)).line()
    if options.as_json:
        print_json({"target": target, **seen})
    else:
        say("\n".join(_report(seen)))
    return 0


def played_in(options: PageOptions) -> Callable[[], None] | None:
    """Return what waits until a person has finished the game in the window, None if there is no window."""

    def played() -> None:
        say("Finish the game in the window, then press Enter here.", to_stderr=True)
        wait()

    return played if options.headed else None


def _report(found: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines of a report for people."""
    yield found["url"]
    if found["cover"]:
        yield f"{found['cover']} is in front"
    elif found["refusal"]:
        yield found["refusal"]
    if found["buttons"] and (found["cover"] or not found["boards"]):
        yield "something to press first? Try --press with one of these:"
        yield from (f"    {_short(name)}" for name in found["buttons"])
    if not found["boards"]:
        return
    if found["puzzle"]:
        yield f"puzzle: {found['puzzle']}"
    board, *others = found["boards"]
    yield f"board: {board['rows']} x {board['cols']}, {board['cells']} cells"
    if board["frame"]:
        yield f"  frame       {board['frame']}"
    yield f"  board       {_listed(board['selectors'])}"
    yield f"  cells       {_listed(board['cell_selectors']) or 'no selector matches only them'}"
    yield from (f"  place       {words}" for words in board["places"].values())
    for other in others:
        yield f"other board: {other['rows']} x {other['cols']}{', covered' if other['covered'] else ''}"
    yield "looks of the cells:"
    for look in found["looks"]:
        said = ", ".join(f"{name} {_short(value)}" for name, value in look.items() if name not in {"count", "cell"})
        yield f"  {look['count']:4} like {look['cell']}: {said}"
    yield from _clicks(found["click"])
    yield from _finish(found["finish"])


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
        if step["again"]:
            yield f"    {step['again']} other elements change again and again"
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
    yield from (f"    appeared: {item['selector']}    {_short(item['text'])}" for item in finish["appeared"])
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


@click.command()
@argument("target", "URL|FIXTURE", "An address, a fixture's folder, or a saved page.")
@option("--kind NAME", "The kind of its puzzles, if the page does not show it.")
@option("--name NAME", "The name of the module: small letters, digits and _.")
@option("--success TEXT|SELECTOR", "What appears once it is solved.", default="")
@option("--root FOLDER", "The clone of givens to write to.  [default: this folder]", type=PathArgument())
@option("-o, --out FOLDER", "Write to a new folder instead of a clone.", "folder", type=PathArgument())
@collected(PageOptions, PRESS, REPEAT, BROWSER, HEADED, TRUST, TIMEOUT, JSON)
def new_site(options: PageOptions, *, target: str, name: str | None, root: Path | None, folder: Path | None) -> int:
    """Start a site module from its page, with a playable copy.

    Reads what the page shows, and clicks one empty cell to learn the marks; nothing else is pressed but what --press
    names. With --headed, finish the game in the window and press Enter, to find the sign of success. What is not known
    stands in the module as a TODO, with what was seen. In a clone of givens the site is added to scrapers and
    fixtures; elsewhere name a new folder by -o.

    \b
    Examples:
      givens sites new https://example.com/puzzle -o my-site
      givens sites new https://example.com/puzzle --press '#start' --seed 1 --success '.won'
      givens sites new https://example.com/puzzle --kind queens --name my_queens --headed
    """
    from bot.addons.unknown.start.captured import save_board, shown_in_the_end
    from bot.addons.unknown.start.explore import explore, opened, target_of
    from bot.addons.unknown.start.module import (
        ModuleDraft,
        add_site,
        check_clone,
        check_name,
        files_elsewhere,
        is_clone,
        write_files,
    )
    from bot.errors import UsageError, command_line
    from bot.play.runner import Runner
    from scrapers import NeedsHuman

    clone = root or Path()
    if folder is None and not is_clone(clone):
        raise UsageError(
            f"{clone.resolve()} is not a clone of givens, it has no scrapers and fixtures: name one by --root, or a "
            "new folder by -o"
        )
    found = target_of(target, options.kind)
    if folder is not None and folder.exists():
        raise UsageError(f"{folder} exists already")
    if name is not None:
        check_name(name)
    if folder is None:
        check_clone(clone, name, found.url)
    before: list[str] = []
    with status() as set_status, Runner(options.setup(), set_status) as runner, opened(runner, found, before) as page:
        set_status("looking for a board")
        seen = explore(page, found, played_in(options))
        seen.before = before
    if seen.cover:
        buttons = f", with {', '.join(map(repr, seen.buttons))}" if seen.buttons else ""
        raise NeedsHuman(f"{seen.cover} is in front of the page at {seen.url}{buttons}: press it away by --press")
    draft = ModuleDraft(
        seen,
        kind=options.kind,
        name=name,
        press=options.press,
        success=options.success,
        candidates=shown_in_the_end(target),
    )
    if folder is None:
        written = add_site(clone, draft)
        module, fixtures = clone / "scrapers" / f"{draft.name}.py", clone / "fixtures" / draft.name
    else:
        module, fixtures = folder / f"{draft.name}.py", folder / "fixtures" / draft.name
        written = write_files(files_elsewhere(draft, folder))
    kept = clone / "captures" / draft.name if folder is None else folder / "capture"
    written += save_board(seen, found.site, kept)
    todo = draft.declared.todo
    if options.as_json:
        print_json({"site": draft.name, "kind": draft.kind, "todo": todo, "files": [str(path) for path in written]})
        return 0
    say("\n".join(f"wrote {path}" for path in written))
    listed = "".join(f"TODO {missing}\n" for missing in todo)
    chosen, trust = ["--site", str(module)], [] if folder is None else ["--trust"]
    if found.is_inert:
        try_page = command_line("givens read", target, options=chosen)
    else:
        try_page = command_line("givens play", target, options=[*chosen, "--watch"])
    try_copy = command_line("givens play", fixtures, options=[*chosen, *trust])
    say(NEXT.format(todo=listed, try_page=try_page, try_copy=try_copy, module=module, fixtures=fixtures))
    return 0
