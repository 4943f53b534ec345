"""Write a new site: its module, the capture of its page, and a playable copy with the standard cases."""

from __future__ import annotations

import json
import os
import re
import textwrap
from contextlib import suppress
from datetime import UTC, datetime
from html import escape
from keyword import iskeyword
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from bot.addons.unknown.guess import seeable
from bot.addons.unknown.start.declare import declare, matching
from bot.addons.unknown.start.explore import UNSEEN
from bot.addons.unknown.start.source import assignment, import_of, quoted, raw
from bot.errors import UsageError, kind_named, writing
from bot.play.fixture import ENGINE, bundled
from scrapers import read_saved, site_of
from solvers import KINDS, BadPuzzle, GaveUp, GivensError, Grid, dump, generate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bot.addons.unknown.start.explore import PageFindings
    from scrapers import Site
    from solvers import Puzzle

SIZES = ((5, 5), (6, 6))
"""The sizes of the board of the cases that are tried where none of the page's size can be made."""
MAKING_TIMEOUT = 10.0
"""Seconds in which a board of the page's size must be made."""
WIDE_COMMENT = 116
"""The longest line in comments."""
MODULE = '''\
"""{title}: {kind} at {host}.

How the markup is known: one page, seen by `givens sites new` on {today}. `givens sites probe URL` shows it again.
"""
{todo}
from __future__ import annotations

{imports}
from solvers import {cls}

ADDRESSES = {addresses}
{grid}
{site}
'''
PAGE = """\
<!doctype html><html lang="en"><head><title>{title}</title><meta charset="utf-8"><style>
  .rows {{ display: grid; gap: 2px }}
  .rows, .rows > *, td {{ position: relative; user-select: none }}
  td {{ width: 40px }}
  .rows > *, td {{ box-sizing: border-box; height: 40px; border: 1px solid #888; font: 24px/36px serif }}
  #game svg {{ width: 14px; height: 14px }}
</style></head><body><h1>{title}</h1><div id="game"></div>
<script src="/__replica__/fixture.js"></script><script src="/__replica__/engine.js"></script></body></html>
"""


SELECTOR = re.compile(r"[\w\s>+~*-]*[#.\[:][\w-][^!?]*$")
"""Matches a selector, as opposed to a text."""
DISMISSAL = re.compile(r"(got it|ok(ay)?|dismiss|close|skip|no,? thanks|not now|reject|decline)\b", re.IGNORECASE)
"""Matches the words of buttons that close what is in front of a board, which may come at any time."""


class ModuleDraft:
    """The module of a page that was seen, and what goes with it."""

    def __init__(  # noqa: PLR0913 - each is an option, or what was seen
        self,
        seen: PageFindings,
        *,
        kind: str | None,
        name: str | None,
        press: Sequence[str],
        success: str,
        candidates: Sequence[str] = (),
    ) -> None:
        """Write the module; it keeps the general reader if the declared layout does not read the same puzzle.

        `candidates` are texts that may say that the puzzle is solved, if `success` is not known.
        Raise `UsageError` for a kind that nobody knows, and for a name that cannot be one.
        """
        answer = seen.answer
        shown = answer.kind if answer is not None else None
        if not (kind or shown):
            raise UsageError(
                f"the kind of the puzzle is not known: {seen.refusal}; name it by --kind", command="givens kinds"
            )
        self.kind = kind_named(kind or shown or "")
        parts = urlsplit(seen.url)
        self.seen, self.url, self.press = seen, seen.asked, press
        self.name = name or _name(parts.netloc, self.kind)
        check_name(self.name)
        self.title = self.name.replace("_", " ").capitalize()
        self.success = success or next((item["selector"] for item in (seen.finish or {}).get("appeared", ())), "")
        self.declared = declare(seen, self.kind)
        if not self.success:
            named = "".join(f"{' or ' if at else '; it may be '}{_success(text)}" for at, text in enumerate(candidates))
            self.declared.miss(
                f"success: what the page shows once it is solved; now usual words count, such as Solved!{named}"
            )
        self.module = self._module(guessed=False)
        self.reads = self._reads()
        if not self.reads:
            self.module = self._module(guessed=True)

    def _reads(self) -> bool:
        """Return whether the declared layout stays: it reads what the general reader has read, or that cannot read it.

        What it does not read is noted.
        """
        snapshot, answer = self.seen.snapshot, self.seen.answer
        if snapshot is None:
            return True
        try:
            reading = read_saved(site_in(self.module), snapshot)
        except (GivensError, TypeError, ValueError) as error:
            self.declared.miss(f"GRID does not read the board yet: {error}".replace("\n", " "))
            return bool(seeable(KINDS[self.kind]))
        if answer is not None and reading.puzzle != answer.puzzle and dump(reading.puzzle) != dump(answer.puzzle):
            self.declared.miss(
                "GRID reads another puzzle than what is seen", f"{reading.puzzle} instead of {answer.puzzle}"
            )
            return False
        if reading.single:
            some = f"{len(reading.single)} clues are read in one place only, such as '{min(reading.single)}'"
            self.declared.todo.append(f"{some}, as {reading.why_single}")
        return True

    def _module(self, *, guessed: bool) -> str:
        out, parts, cls = self.declared, urlsplit(self.url), KINDS[self.kind].__name__
        board = self.seen.board
        css = board.selectors[0] if board is not None else "body"
        css += f":has({out.entry['cell']})" if self.press and "cell" in out.entry else ""
        ways: dict[str, list[str]] = {"dismiss": [], "start": []}
        for at, wanted in enumerate(self.press):
            # A start button is pressed only while there is no board.
            is_open = at < len(self.seen.before) and _shows(self.seen.before[at], css)
            ways["dismiss" if is_open or DISMISSAL.match(wanted) else "start"].append(_button(wanted))
        pressed = "".join(f", {way}=({', '.join(buttons)},)" for way, buttons in ways.items() if buttons)
        success = _success(self.success)
        names = {"Entrance", "Page", "Policy", success.partition("(")[0], *out.imports}
        names |= {"Button"} if self.press else set()
        own = (names & {"UsualSuccess"}) | ({"GuessedLayout"} if guessed else set())
        reader = f"{import_of('bot.addons.unknown.guess', own)}\n" if own else ""
        facts = {
            "name": quoted(self.name),
            "kind": quoted(self.kind),
            "home": quoted(f"{parts.scheme}://{parts.netloc}/"),
            "url": raw(self._addresses()),
            "template": quoted(self.url.replace("{", "{{").replace("}", "}}")),
            "policy": "Policy(timezone=None)",
            "entrance": f"Entrance(board={quoted(css)}{pressed})",
            "layouts": f"[GuessedLayout({{{quoted(self.kind)}: {cls}}})]" if guessed else "[GRID]",
            "title": quoted(self.title),
            "success": success,
        }
        grid = ['"grid"', f"kind={cls}", *out.lines]
        todo = (textwrap.wrap(f"# TODO {missing}", WIDE_COMMENT, subsequent_indent="#   ") for missing in out.todo)
        return MODULE.format(
            title=self.title,
            kind=self.kind,
            host=parts.netloc,
            today=f"{datetime.now(UTC):%Y-%m-%d}",
            todo="".join(f"\n{line}" for lines in todo for line in lines) + "\n" * bool(out.todo),
            imports=reader + import_of("scrapers", names - own),
            cls=cls,
            addresses=raw(_pattern(parts.netloc)),
            grid=assignment("GRID", f"Cells({', '.join(grid)})"),
            site=assignment("SITE", f"Page({', '.join(f'{name}={value}' for name, value in facts.items())})"),
        )

    def _addresses(self) -> str:
        """Return a pattern of the address that was opened, and of that to which the page has gone."""
        if self.press:  # Its own pages may lead to each other until the board is there.
            parts = urlsplit(self.url)
            plain = [f"{parts.scheme}://{parts.netloc}/"]
        else:
            plain = [url.partition("?")[0].partition("#")[0] for url in (self.url, self.seen.url)]
        return "|".join(_pattern(url).replace("https://", "https?://", 1) for url in dict.fromkeys(plain))

    def files(self, module: Path, folder: Path) -> dict[Path, str]:
        """Return the text of each file by path: the module, the copy of the page, and its cases."""
        lattice = None if self.seen.board is None else self.seen.board.found.lattice
        puzzle, solution = _puzzle(self.kind, [] if lattice is None else [(lattice.height, lattice.width)])
        page = folder / "_page"
        refused = {"family": "ReadError", "kind": "ReadError"}
        cases: dict[str, Mapping[str, object]] = {
            "fresh": {},
            "late": {"replica": {"faults": {"mount_after": 300, "delay": [0, 300]}}},
            "missing_cell": {"expect": refused, "replica": {"odd": {str(next(solution.cells())): ""}}},
            "never_mounts": {"expect": refused, "replica": {"faults": {"never_mount": True}}},
        }
        return {
            module: self.module,
            page / "page.html": PAGE.format(title=self.title),
            page / "fixture.json": _json(self._fixture()),
            page / "puzzle.json": _json(dump(puzzle)),
            page / "solution.json": _json(solution.rows()),
            **{
                folder / case / "fixture.json": _json({"v": 1, "extends": "../_page", **facts})
                for case, facts in cases.items()
            },
        }

    def _fixture(self) -> dict[str, Any]:
        """Return `fixture.json` of the copy that all cases extend."""
        out, board, today = self.declared, self.seen.board, f"{datetime.now(UTC):%Y-%m-%d}"
        cell = next(iter(board.cells.values()))["tag"] if board is not None else "div"
        names = [*dict.fromkeys(out.classes), *(["{marked}"] if out.snippets.get("marked") else [])]
        # A snippet begins with the space that parts it from the class before.
        classes = "".join(name if name.startswith("{") else f" {name}" for name in names).removeprefix(" ")
        attributes = _written({**out.cell, "class": classes})
        css = board.selectors[0] if board is not None else "#board"
        rows = out.entry.pop("rows", False)
        inner = ("{rows*line}" if rows else "{cells*cell}") + out.around
        columns = "" if rows else ' class="rows" style="grid-template-columns: repeat({cols}, 40px)"'
        box, line = ("table", "tr") if cell in {"td", "th"} else ("div", "div")
        own = _written(matching(css))
        wrapped = f"<{box}{own}>{inner}</{box}>" if rows else f"<div{own}><div{columns}>{inner}</div></div>"
        praise = self.success if self.success and not SELECTOR.match(self.success) else "Solved!"
        snippets = {
            "board": wrapped,
            "cell": f"<{cell}{attributes}>{out.inside}</{cell}>",
            **({"line": f"<{line}>{{cells*cell}}</{line}>"} if rows else {}),
            **out.snippets,
            "praise": f"<p{_written(matching(self.success))}>{escape(praise)}</p>",
        }
        return {
            "v": 1,
            "url": self.url,
            "made": today,
            "how": "Written by `givens sites new`: markup of our own, built like the cells of the real page.",
            "evidence": {"grade": "captured", "date": today, "what": f"the page at {self.url}"},
            "scripts": True,
            "layout": "grid" if self.reads else "guessed",
            "expect": "accepted",
            "replica": {
                "board": {"into": "#game", "html": "{board}"},
                "input": {"event": "click", **out.entry},
                "on": {
                    "load": [{"mount": True}],
                    "solved": [{"after": 300, "run": "finished"}],
                    "finished": [{"append": {"body": "{praise}"}}],
                },
                "snippets": snippets,
            },
        }


def files_elsewhere(draft: ModuleDraft, folder: Path) -> dict[Path, str]:
    """Return the files of a site outside of a clone, with the engine that plays the copy of its page."""
    fixtures = folder / "fixtures"
    engine = (bundled() / ENGINE).read_text(encoding="utf-8")
    return {**draft.files(folder / f"{draft.name}.py", fixtures / draft.name), fixtures / ENGINE: engine}


def check_name(name: str) -> None:
    """Raise `UsageError` if a module cannot have this name."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")


def check_clone(root: Path, name: str | None, url: str) -> None:
    """Raise `UsageError` if a site cannot be added to a clone under this address, and this name if it is known."""
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")
    if name is None:
        return
    if any(map(os.path.lexists, (root / "scrapers" / f"{name}.py", root / "fixtures" / name))):
        raise UsageError(f"the site {name} exists already; choose another --name")
    if re.search(rf"\b{name}\b", (root / "scrapers" / "__init__.py").read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")


def is_clone(root: Path) -> bool:
    """Return whether a folder is a clone of givens."""
    return (root / "scrapers" / "__init__.py").is_file() and (root / "fixtures" / "_replica").is_dir()


def add_site(root: Path, draft: ModuleDraft) -> list[Path]:
    """Write a site into a clone; nothing is left of a write that fails."""
    check_clone(root, draft.name, draft.url)
    return write_files(draft.files(root / "scrapers" / f"{draft.name}.py", root / "fixtures" / draft.name))


def write_files(files: Mapping[Path, str]) -> list[Path]:
    """Write new files; nothing is left of a write that fails."""
    written: list[Path] = []
    folders = {path.parent for path in files} | {path.parent.parent for path in files}
    made = [folder for folder in folders if not folder.exists()]
    try:
        for path, text in files.items():
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("x", encoding="utf-8") as file:
                    written.append(path)
                    file.write(text)
    except BaseException:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in sorted(made, reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise
    return written


def site_in(module: str) -> Site:
    """Return the site of a module that was just written."""
    names: dict[str, Any] = {"__name__": "draft"}
    exec(compile(module, "draft.py", "exec"), names)  # noqa: S102 - our own text, in which what a page says is quoted
    site: Site = names["SITE"]
    return site


def _written(attributes: Mapping[str, str]) -> str:
    """Return attributes as HTML."""
    return "".join(f' {name}="{value}"' for name, value in attributes.items())


def _name(host: str, kind: str) -> str:
    """Return a module's name for the pages of a host."""
    stem = re.sub(r"\W+", "_", host.partition(":")[0].removeprefix("www.").rpartition(".")[0].lower()).strip("_")
    return f"{stem}_{kind}" if re.match(r"[a-z]", stem) else f"page_{kind}"


def _success(wanted: str) -> str:
    """Return the sign of success that a person has named, a text or a selector, or the usual ones."""
    if not wanted:
        return "UsualSuccess()"
    return f"Success(present={quoted(wanted)})" if SELECTOR.match(wanted) else f"Says({quoted(wanted)})"


def _shows(html: str, css: str) -> bool:
    """Return whether a person sees a match of a selector in a copy of a page."""
    return any(UNSEEN not in node.attributes for node in LexborHTMLParser(html).css(css))


def _button(wanted: str) -> str:
    """Return the declaration of a start button from the text or selector that was pressed."""
    if re.match(r"[#.\[]|\w+[#.\[]", wanted):
        return f"Button({quoted(wanted)})"
    return f'Button("button, [role=button], a", words={quoted("^" + re.escape(wanted) + "$")})'


def _puzzle(kind: str, sizes: Sequence[tuple[int, int]]) -> tuple[Puzzle, Grid]:
    """Return a puzzle of our own and its solution, in which every clue is needed, as large as the page's if it can be.

    Raise `BadPuzzle` if there is none of any size.
    """
    for size in (*sizes, *SIZES):
        with suppress(BadPuzzle, GaveUp):
            made = generate(kind, size, seed=1, timeout=MAKING_TIMEOUT)
            return made.puzzle, made.solution
    made = generate(kind, seed=1)
    return made.puzzle, made.solution


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
