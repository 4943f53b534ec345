"""Whole wild pages: a board, and what people put around it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from random import Random

from solvers import dump, dump_grid
from tests.wild.board import GROUND, INK, Board, Names
from tests.wild.choices import Choices, choices
from tests.wild.puzzles import WEIGHTS, Shown, shown
from tests.wild.words import WORDS

HERE = Path(__file__).parent
LOG = f"<script>{(HERE / 'log.js').read_text(encoding='utf-8')}</script>"
"""What logs the events of a page."""
SCRIPT = (HERE / "page.js").read_text(encoding="utf-8")
STYLE = (HERE / "page.css").read_text(encoding="utf-8")
HOME = "https://wild.example/"
"""The address of wild pages."""


@dataclass(frozen=True)
class Wild:
    """A wild page of a seed."""

    seed: int
    puzzle: Shown
    choices: Choices
    html: str
    how: str
    """How marks are drawn."""

    def write(self, folder: Path) -> Path:
        """Write the page as a fixture, with its puzzle and its solution beside it; return its folder."""
        case = folder / f"wild_{self.seed:05}"
        write_case(case, self.html, f"{HOME}{self.seed}")
        write_puzzle(case, self.puzzle)
        return case


def write_puzzle(case: Path, shown: Shown) -> None:
    """Write the puzzle that a page shows, and its solution, beside the page."""
    (case / "puzzle.json").write_text(json.dumps(dump(shown.puzzle)), encoding="utf-8")
    (case / "solution.json").write_text(json.dumps(dump_grid(shown.solution, shown.puzzle)), encoding="utf-8")


def write_case(case: Path, html: str, url: str, *, expect: object = "accepted") -> None:
    """Write a page as a fixture."""
    case.mkdir(parents=True, exist_ok=True)
    facts = {"v": 1, "url": url, "scripts": True, "expect": expect, "made": "2026-11-22", "how": "tests.wild"}
    facts["evidence"] = {"grade": "invented", "date": "2026-11-22", "what": "A page that nobody has seen."}
    (case / "fixture.json").write_text(json.dumps(facts), encoding="utf-8")
    (case / "page.html").write_text(html, encoding="utf-8")


def wild(seed: int) -> Wild:
    """Return the page of a seed."""
    chance = Random(f"wild {seed}")  # noqa: S311 - pages, not secrets
    puzzle = shown(chance, chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0])
    of = choices(chance, puzzle)
    if of.frame and of.win in {"address", "fragment"}:
        of = replace(of, win="text")  # A document inside of a page has no address to change.
    return made(seed, puzzle, of, chance)


def made(seed: int, puzzle: Shown, of: Choices, chance: Random) -> Wild:
    """Return the page of a puzzle that is as it was chosen to be."""
    board = Board(puzzle, of, chance, Names(chance, of.names))
    return Wild(seed, puzzle, of, Page(board, chance).html(), board.looks.how)


@dataclass(frozen=True, slots=True)
class Page:
    """What stands around a board."""

    board: Board
    chance: Random

    def html(self) -> str:
        """Return the page."""
        of, words = self.board.choices, WORDS
        inside = self.document()
        if not of.frame:
            return inside
        menu = f"<nav>{''.join(f'<a href=#{word}>{words[word]}</a> ' for word in ('home', 'archive', 'about'))}</nav>"
        width, height = self.board.size
        style = f"iframe{{border:0;width:{width + 90}px;height:{height + 320}px}}"
        head = f'<meta charset="utf-8"><title>{words["title"]}</title>'
        return (
            f'<!doctype html><html lang="en">{head}'
            f"{LOG}<style>{style}</style><body>{menu}<h1>{words['title']}</h1>"
            f'<iframe srcdoc="{escape(inside)}"></iframe></body></html>'
        )

    def document(self) -> str:
        """Return the document of the board."""
        of, words = self.board.choices, WORDS
        style, board = self.board.style(), self.board.html() + self.pad()
        host = ""
        if of.shadow_root:
            host = self.board.name("host")
            board = f'<div id="{host}"></div><template><style>{style}</style>{board}</template>'
        config = self.board.config() | {
            "host": f"#{host}" if host else "",
            "win": of.win,
            "winAfter": of.win_after,
            "says": of.says,
            "clock": of.clock,
            "words": {word: words[word] for word in ("solved", "wrong", "moves", "left", "time", "new")},
        }
        script = SCRIPT.replace('"{config}"', json.dumps(config, ensure_ascii=False).replace("</", "<\\/"))
        return "".join(
            (
                '<!doctype html><html lang="en"><head><meta charset="utf-8">',
                f'<meta name="viewport" content="width=device-width"><title>{words["title"]}</title>{LOG}',
                f"<style>{self.style()}\n{'' if host else style}</style></head><body>",
                *self.before(words),
                board,
                *self.after(words),
                f"<script>{script}</script></body></html>",
            )
        )

    def before(self, words: Mapping[str, str]) -> list[str]:
        """Return what stands before the board."""
        of = self.board.choices
        parts = []
        if of.menu:
            links = " ".join(f'<a href="#{word}">{words[word]}</a>' for word in ("home", "archive", "about"))
            parts.append(f"<header><nav>{links}</nav></header>")
        parts.append(f"<h1>{words['title']}</h1><p>{words['rules']}</p>")
        if of.clock:
            parts.append(f'<span id="clock">{words["time"]} 0:00</span> ')
        if of.counter:
            start = (
                0 if of.counter == "moves" else sum(cell not in self.board.puzzle.givens for cell in self.board.order)
            )
            parts.append(f'<span id="{of.counter}">{words[of.counter]}: {start}</span>')
        if of.win == "text" or of.says:
            parts.append('<p id="status"></p>')
        return parts

    def after(self, words: Mapping[str, str]) -> list[str]:
        """Return what stands after the board."""
        of, parts = self.board.choices, []
        if of.win == "hidden":
            parts.append(f'<div id="won" hidden><h2>{words["solved"]}</h2><button>{words["new"]}</button></div>')
        if of.win == "modal":
            parts.append(
                f'<dialog id="modal"><h2>{words["solved"]}</h2>'
                f'<form method="dialog"><button>{words["fine"]}</button></form></dialog>'
            )
        buttons = "".join(
            f'<button id="{word}" type="button">{words[word]}</button> ' for word in ("undo", "clear", "hint", "new")
        )
        parts.append(f'<div class="tools">{buttons}</div>')
        if of.legend:
            parts.append(self.legend(words))
        if of.dialog:
            parts.append(
                f'<div class="over" role="dialog"><div class="box"><h2>{words["title"]}</h2><p>{words["rules"]}</p>'
                f"<button data-closes data-allowed>{words['start']}</button></div></div>"
            )
        return parts

    def pad(self) -> str:
        """Return the keys of a page on which a digit is chosen after its cell."""
        if self.board.choices.mode != "pad":
            return ""
        keys = "".join(
            f'<button type="button" data-key="{at}">{at}</button>' for at in range(1, self.board.puzzle.highest + 1)
        )
        return f'<div class="pad">{keys}<button type="button" data-key="">⌫</button></div>'

    def legend(self, words: Mapping[str, str]) -> str:
        """Return samples of the marks, smaller than cells and out of the board."""
        name = self.board.name
        tag = "svg" if self.board.is_svg else "span"
        samples = []
        for value, look in self.board.looks.of.items():
            if value is None or (value > 3):
                continue
            if tag == "svg":
                side = self.board.choices.side
                samples.append(f'<svg width="24" height="24" viewBox="0 0 {side} {side}">{look.inner}</svg>')
            else:
                samples.append(f'<span class="sample {name("sample")} {look.name}">{look.inner}</span>')
        return f'<p class="legend">{words["legend"]} {" → ".join(samples)}</p>'

    def style(self) -> str:
        """Return the style of what is around the board."""
        of = self.board.choices
        link = "#06c" if not of.dark else "#8bf"
        return f"{STYLE}body{{background:{GROUND[of.dark]};color:{INK[of.dark]}}}a{{color:{link}}}"
