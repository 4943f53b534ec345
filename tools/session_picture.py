"""Draw a session as one animated SVG, for the README: the board input by input, and the steps of the run as text.

The animation is CSS, so it also runs where an SVG is shown as an image. Without animation the picture shows the end.
"""

from __future__ import annotations

import sys
import textwrap
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.draw.looks import CELL, INK, MUTED, PAPER, Colour
from bot.draw.svg import layers, shapes, sheet
from bot.errors import SessionError, command_line
from bot.files import without_home
from bot.sessions.playback import Film, input_frames, left_out, puzzle_of
from bot.sessions.store import find
from scrapers import clean
from solvers import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.sessions.playback import Frame
    from bot.sessions.store import Session

WIDTH, HEIGHT, PADDING, GAP = 880, 340, 20, 24
BOARD = HEIGHT - 2 * PADDING
"""The width and the height that the board must fit in."""
FONT, LINE, COLUMNS = 13.5, 22, 60
"""The size of the text, the height of a line, and its characters, each about 0.6 times as wide as high."""
LINES = 11
"""The lines that fit beside the board, above the caption."""
READ, FIRST_INPUT = 0.8, 2.0
"""The times in seconds at which the puzzle is read, and of the first input."""
ENTERING, SLOWEST = 6.0, 0.5
"""The longest time in seconds for all inputs, and for one input."""
VERDICT, REST = 0.5, 5.0
"""The seconds from the last input to the verdict, and from the verdict to the end."""
RINGS = 4
"""An input that changes more cells than this is not outlined."""
COLOURS = {
    "ink": INK,
    "dim": MUTED,
    "good": Colour("#00704f", "#2fc596"),
    "bad": Colour("#b3261e", "#ff8a80"),
    "panel": Colour("#f3f5f8", "#25282e"),
    "ground": PAPER,
}


class Line(NamedTuple):
    """A line of text, its time in seconds, and the name of its colour."""

    text: str
    start: float
    colour: str = "ink"


class Shown(NamedTuple):
    """An element and the time in seconds in which it is visible; without an end it stays."""

    element: str
    start: float
    end: float | None = None

    @property
    def name(self) -> str:
        """The name of its time, in hundredths of a second; an empty text if it is always visible."""
        if not self.start and self.end is None:
            return ""
        return f"t{100 * self.start:.0f}" + (f"-{100 * self.end:.0f}" if self.end is not None else "")

    def __str__(self) -> str:
        """Return the element in a group with the class of its time."""
        return f'<g class="{self.name}">{self.element}</g>' if self.name and self.element else self.element


class Timeline(NamedTuple):
    """The times of the frames, of the verdict, and of the end, in seconds."""

    frames: Sequence[float]
    verdict: float
    end: float


def timeline(frames: Sequence[Frame]) -> Timeline:
    """Return the times of the frames, evenly spread."""
    step = min(SLOWEST, ENTERING / len(frames))
    starts = [0.0, *(FIRST_INPUT + step * at for at in range(len(frames) - 1))]
    verdict = max(starts[-1], FIRST_INPUT) + VERDICT
    return Timeline(starts, verdict, verdict + REST)


def animation(session: Session, *, dark: bool | None = None) -> str:
    """Return a session as an animated SVG in light or dark colours; by default the viewer's preference decides.

    Equal sessions give equal bytes. Raise `SessionError` if the session has no puzzle.
    """
    puzzle = puzzle_of(session)
    if puzzle is None:
        why = "; ".join(["has no puzzle to draw", *left_out(session)])
        raise SessionError(f"the session {session.id} {why}")
    film = Film(input_frames(session, puzzle))
    drawn = [layers(frame.picture) for frame in film.frames]
    times = timeline(film.frames)
    left = WIDTH - PADDING - BOARD
    scale = BOARD / max(film.first.width, film.first.height)
    x, y = (left + (BOARD - film.first.width * scale) / 2, PADDING + (BOARD - film.first.height * scale) / 2)
    board = [*_board(film, times), *_rings(film.frames, times)]
    text = [*_text(_lines(session, film, times)), *_captions(film.frames, times)]
    target, outcome = _safe(session.record.target), _safe(session.record.outcome)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="givens" role="img">',
            f"<title>{target}: {len(film.frames) - 1} inputs, {outcome}</title>",
            f"<style>{sheet(sorted({'ring'}.union(*(board.styles for board in drawn))), dark=dark)}",
            *_colours(dark=dark),
            *_keyframes([*board, *text], times.end),
            "</style>",
            f"<defs>{shapes(sorted(set().union(*(board.shapes for board in drawn))))}</defs>",
            f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="10"/>',
            f'<rect class="panel" x="{PADDING}" y="{PADDING}" width="{left - GAP - PADDING}" height="{BOARD}" rx="8"/>',
            *map(str, text),
            f'<g transform="translate({x:.4g} {y:.4g}) scale({scale:.4g})">',
            *map(str, board),
            "</g>",
            "</svg>\n",
        )
    )


def _lines(session: Session, film: Film, times: Timeline) -> Iterator[Line]:
    """Yield the lines about the run, without those that the session has no facts for."""
    record = session.record
    yield Line(f"$ {command_line('givens play', session.record.target)}", 0)
    number = f" #{record.about['number']}" if record.about.get("number") is not None else ""
    layout = f", layout {record.layout}" if record.layout else ""
    yield Line(f"{record.site} · {record.target}{number}{layout}", READ)
    for sentence in left_out(session):
        yield Line(sentence, times.verdict, "dim")
    if record.error:
        yield Line(str(record.error), times.verdict, "bad")
    elif session.record.outcome == "accepted":
        yield Line(f"accepted: {record.said}", times.verdict, "good")
    elif record.to_check:
        yield Line(record.words, times.verdict)
    if record.verdict == "one" and len(film.frames) > 1:
        words = f"{len(film.frames) - 1} inputs, {record.repaired or 0} of them late or lost"
        yield Line(f"the solution is proven unique by Z3; {words}", times.verdict)
    if phases := " · ".join(f"{phase} {took:.0f} ms" for phase, took in record.ms.items() if phase != "total"):
        yield Line(phases, times.verdict, "dim")


def _text(lines: Iterable[Line]) -> Iterator[Shown]:
    """Wrap lines and place them below each other, as many as fit."""
    rows = [(line, row) for line in lines for row in textwrap.wrap(clean(line.text), COLUMNS, subsequent_indent="  ")]
    for at, (line, row) in enumerate(rows[:LINES]):
        x, y = 2 * PADDING, 2 * PADDING + FONT + at * LINE
        yield Shown(f'<text class="{line.colour}" x="{x}" y="{y:g}">{_safe(row)}</text>', line.start)


def _captions(frames: Sequence[Frame], times: Timeline) -> Iterator[Shown]:
    """Yield the caption of each input, below the lines."""
    last = len(frames) - 1
    x, y = 2 * PADDING, HEIGHT - 2 * PADDING
    for at, (start, end) in enumerate(pairwise([*times.frames[1:], times.verdict]), start=1):
        words = textwrap.shorten(f"{at}/{last} {clean(frames[at].words)}", COLUMNS, placeholder=" …")
        yield Shown(f'<text class="dim" x="{x}" y="{y}">{_safe(words)}</text>', start, end)


def _board(film: Film, times: Timeline) -> Iterator[Shown]:
    """Yield every element of the board, from bottom to top, with its time."""
    changes = [frame["parts"] for frame in film.changes]
    for part in ("below", *film.first.cells, "above"):
        found = [(at, change[part]) for at, change in zip(times.frames, changes, strict=True) if part in change]
        ends = [*(start for start, _ in found[1:]), None]
        for (start, element), end in zip(found, ends, strict=True):
            yield Shown(element, start, end)


def _rings(frames: Sequence[Frame], times: Timeline) -> Iterator[Shown]:
    """Yield the outline of the cells that each input changes, until the next input."""
    for frame, (start, end) in zip(frames, pairwise([*times.frames, times.verdict]), strict=True):
        left, top = layers(frame.picture).corner
        changed = [cell for cell in map(Cell.parse, frame.cells) if cell in frame.picture.cells()]
        corners = [(left + cell.col * CELL, top + cell.row * CELL) for cell in changed]
        if 0 < len(corners) <= RINGS:
            boxes = "".join(f"M{x + 2:g} {y + 2:g}h{CELL - 4}v{CELL - 4}h{4 - CELL}z" for x, y in corners)
            yield Shown(f'<path class="givens-ring" d="{boxes}"/>', start, end)


def _keyframes(elements: Iterable[Shown], end: float) -> Iterator[str]:
    """Yield the CSS that shows each element in its time, or the end if the viewer prefers reduced motion."""
    timed = {shown.name: shown for shown in elements if shown.name}
    if hidden := ",".join(f".{name}" for name, shown in timed.items() if shown.end is not None):
        yield f"{hidden}{{visibility:hidden}}"
    yield "@media not (prefers-reduced-motion:reduce){"
    for name, shown in timed.items():
        start = f"0%{{visibility:hidden}}{100 * shown.start / end:.2f}%" if shown.start else "0%"
        stop = "" if shown.end is None else f"{100 * shown.end / end:.2f}%,to{{visibility:hidden}}"
        begin = f"{start}{',to' if shown.end is None else ''}{{visibility:visible}}"
        yield f"@keyframes {name}{{{begin}{stop}}}.{name}{{animation:{name} {end:g}s step-end infinite}}"
    yield "}"


def _colours(*, dark: bool | None) -> Iterator[str]:
    """Yield the CSS of text and backgrounds."""
    font = f"font:{FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
    yield f".ink,.dim,.good,.bad{{{font};text-anchor:start;white-space:pre}}.good{{font-weight:700}}"
    yield "".join(f".{name}{{fill:{colour[bool(dark)]}}}" for name, colour in COLOURS.items())
    if dark is None:
        dark_rules = "".join(f".{name}{{fill:{colour.dark}}}" for name, colour in COLOURS.items())
        yield f"@media(prefers-color-scheme:dark){{{dark_rules}}}"


def _safe(words: object) -> str:
    """Return a text escaped for XML, as the content of a session may come from a page."""
    return escape(clean(words))


def main() -> None:
    """Draw the newest session, light and dark, into the folder that is named, as `tango-light.svg`."""
    session = find("last")
    for name, dark in (("light", False), ("dark", True)):
        path = Path(sys.argv[1]) / f"tango-{name}.svg"
        path.write_text(without_home(animation(session, dark=dark)), encoding="utf-8")


if __name__ == "__main__":
    main()
