"""Boards as PNG and PDF, and booklets of them: a browser prints their SVG."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from bot.browser.limits import limit_time
from bot.draw.looks import PAPER
from bot.draw.svg import layers, svg
from bot.files import MARK_LENGTH, marked

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from solvers import Picture

    Captioned = tuple[str, Picture]
    """A board of a booklet, behind the line above it."""

UNITS = 80
"""Units of a drawing per printed inch: a cell is half an inch."""
DENSITY = 2
"""Pixels of a PNG per unit, each way."""
TIMEOUT = 60.0
"""Seconds in which the browser must print a file."""
LAST = 12
"""The length in bytes of what every PNG ends with; the parts before it are in any order."""
SLOTS = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2)}
"""Rows and columns of the boards on a page, by their number."""
SOLUTIONS = 4, 3
"""Rows and columns of the solutions on a page."""


class Booklet(NamedTuple):
    """How the pages of a booklet look."""

    title: str
    paper: str
    per_page: int

    def html(self, puzzles: Sequence[Captioned], solutions: Sequence[Captioned], *, rulers: bool) -> str:
        """Return the pages: the puzzles, then the solutions."""
        from jinja2 import Environment, PackageLoader, StrictUndefined

        environment = Environment(loader=PackageLoader("bot.batch"), autoescape=True, undefined=StrictUndefined)
        parts = (self.title, SLOTS[self.per_page], puzzles), ("Solutions", SOLUTIONS, solutions)
        drawn = partial(svg, dark=False, rulers=rulers)
        return environment.get_template("booklet.html").render(how=self, parts=parts, svg=drawn)


def board(picture: Picture, *, title: str = "", dark: bool = False, rulers: bool = True) -> str:
    """Return a page that holds a board and nothing else."""
    width, height = (side / UNITS for side in layers(picture, rulers=rulers)[:2])
    style = f"""
@page {{ size: {width}in {height}in; margin: 0 }}
body {{ margin: 0; background: {PAPER[dark]} }}
@media print {{ svg {{ position: fixed; width: 100%; height: 100% }} }}
"""
    drawn = svg(picture, dark=dark, rulers=rulers)
    return f"<!doctype html><meta charset=utf-8><title>{escape(title)}</title><style>{style}</style>{drawn}"


def png(browser: Browser, html: str) -> bytes:
    """Return the board on a page as PNG, with our mark."""
    with _opened(browser, html) as page:
        image = page.locator("svg").screenshot(animations="disabled")
    name = b"Software\0"
    length = struct.pack(">I", len(name) + MARK_LENGTH)
    with_mark = marked(image[:-LAST] + length + b"tEXt" + name)
    checksum = zlib.crc32(with_mark[len(image) - LAST + len(length) :])
    return with_mark + struct.pack(">I", checksum) + image[-LAST:]


def pdf(browser: Browser, html: str) -> bytes:
    """Return pages as a PDF, with our mark; equal pages give equal bytes."""
    with _opened(browser, html) as page:
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
    return marked(re.sub(rb"/\w+Date \(D:[^)]*\)", lambda date: b" " * len(date[0]), printed), "% ", "\n")


@contextmanager
def _opened(browser: Browser, html: str) -> Iterator[Page]:
    """Open a page of ours, which needs neither scripts nor a network."""
    late = f"the browser did not print a page within {TIMEOUT:g} s"
    with (
        limit_time(TIMEOUT, late, failed="the browser cannot print a page"),
        browser.new_context(java_script_enabled=False, offline=True, device_scale_factor=DENSITY) as context,
    ):
        page = context.new_page()
        page.set_content(html)
        yield page
