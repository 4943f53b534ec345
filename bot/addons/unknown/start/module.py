"""Write the module of a new site."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bot.addons.unknown.guess.hypotheses import seeable
from bot.addons.unknown.start.declare import LayoutDeclaration, quoted, raw
from bot.errors import UsageError, kind_named, writing
from scrapers import SITES, Site, read_saved, site_of
from solvers import KINDS, GivensError, dump

if TYPE_CHECKING:
    from bot.addons.unknown.start.explore import PageFindings

WIDE_COMMENT = 116
"""The longest line in comments."""
SELECTOR = re.compile(r"[\w\s>+~*-]*[#.\[:][\w-][^!?]*$")
"""Matches a selector, as opposed to a text."""
DISMISSAL = re.compile(r"(got it|ok(ay)?|dismiss|close|skip|no,? thanks|not now|reject|decline)\b", re.IGNORECASE)
"""Matches the words of buttons that close what is in front of a board, which may come at any time."""


class ModuleDraft:
    """The module of a page that was seen."""

    def __init__(
        self, seen: PageFindings, *, kind: str | None, name: str | None, press: Sequence[str], success: str
    ) -> None:
        """Write the module; it keeps the general reader if the declared layout does not read the same puzzle.

        Raise `UsageError` for a kind that nobody knows.
        """
        shown = seen.answer.kind if seen.answer is not None else None
        if not (kind or shown):
            raise UsageError(
                f"the kind of the puzzle is not known: {seen.refusal}; name it by --kind", command="givens kinds"
            )
        self.kind = kind_named(kind or shown or "")
        self.seen, self.url, self.press, self.success = seen, seen.asked, press, success
        self.name = name or _name(urlsplit(seen.url).netloc, self.kind)
        self.declared = LayoutDeclaration(seen, self.kind)
        if not self.success:
            self.declared.miss("success: what the page shows once it is solved; now usual words count, such as Solved!")
        self.text = self._text(guessed=False)
        if not self._reads():
            self.text = self._text(guessed=True)

    def _reads(self) -> bool:
        """Return whether the declared layout stays: it reads what the general reader has read, or that cannot read it.

        What it does not read is noted.
        """
        board, answer = self.seen.board, self.seen.answer
        if board is None:
            return False
        try:
            reading = read_saved(_site_in(self.text), board.first)
        except (GivensError, TypeError, ValueError) as error:
            self.declared.miss(f"GRID does not read the board yet: {error}".replace("\n", " "))
            return bool(seeable(KINDS[self.kind]))
        if answer is not None and dump(reading.puzzle) != dump(answer.puzzle):
            self.declared.miss(
                "GRID reads another puzzle than what is seen", f"{reading.puzzle} instead of {answer.puzzle}"
            )
            return False
        if reading.single:
            some = f"{len(reading.single)} clues are read in one place only, such as '{min(reading.single)}'"
            self.declared.todo.append(f"{some}, as {reading.why_single}")
        return True

    def _text(self, *, guessed: bool) -> str:
        out, parts, cls = self.declared, urlsplit(self.url), KINDS[self.kind].__name__
        board = self.seen.board
        css = board.selector if board is not None else "body"
        css += f":has({out.cell})" if self.press and out.cell else ""
        pressed = ""
        for way, is_own in (("dismiss", True), ("start", False)):
            if buttons := [_button(wanted) for wanted in self.press if bool(DISMISSAL.match(wanted)) == is_own]:
                pressed += f", {way}=({', '.join(buttons)},)"
        success, title = _success(self.success), self.name.replace("_", " ").capitalize()
        names = {"Entrance", "Page", "Policy", *out.imports, *(["Button"] if self.press else [])}
        own = {"GuessedLayout": "layout"} if guessed else {}
        if self.success:
            names.add(success.partition("(")[0])
        else:
            own[success] = "endings"
        imports = sorted(f"from bot.addons.unknown.guess.{where} import {name}\n" for name, where in own.items())
        todo = (textwrap.wrap(f"# TODO {missing}", WIDE_COMMENT, subsequent_indent="#   ") for missing in out.todo)
        missing = "".join(f"\n{line}" for lines in todo for line in lines) + "\n" * bool(out.todo)
        arguments, today = "\n".join(f"    {line}," for line in out.lines), f"{datetime.now(UTC):%Y-%m-%d}"
        return f'''\
"""{title}: {self.kind} at {parts.netloc}.

How the markup is known: one page, seen by `givens sites new` on {today}. `givens sites probe URL` shows it again.
"""
{missing}
from __future__ import annotations

{"".join(imports)}{_import_of(names)}
from solvers import {cls}

ADDRESSES = {raw(_pattern(parts.netloc))}
GRID = Cells(
    "grid",
    kind={cls},
{arguments}
)
SITE = Page(
    NAME={quoted(self.name)},
    KIND={quoted(self.kind)},
    HOME={quoted(f"{parts.scheme}://{parts.netloc}/")},
    URL={raw(self._addresses())},
    template={quoted(self.url.replace("{", "{{").replace("}", "}}"))},
    POLICY=Policy(timezone=None),
    entrance=Entrance(board={quoted(css)}{pressed}),
    layouts=[{f"GuessedLayout({{{quoted(self.kind)}: {cls}}})" if guessed else "GRID"}],
    title={quoted(title)},
    success={success},
)
'''

    def _addresses(self) -> str:
        """Return a pattern of the address that was opened, and of that to which the page has gone."""
        if self.press:  # Its own pages may lead to each other until the board is there.
            parts = urlsplit(self.url)
            plain = [f"{parts.scheme}://{parts.netloc}/"]
        else:
            plain = [url.partition("?")[0].partition("#")[0] for url in (self.url, self.seen.url)]
        return "|".join(_pattern(url).replace("https://", "https?://", 1) for url in dict.fromkeys(plain))

    def write(self, folder: Path) -> Path:
        """Write the module into a folder, which is made if it is missing; return its file."""
        path = folder / f"{self.name}.py"
        with writing(path):
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(self.text)
        return path


def check_new(folder: Path, name: str | None, url: str) -> None:
    """Raise `UsageError` if a folder can have no module with this address, and this name if it is known."""
    if name is not None and (not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name)):
        raise UsageError(f"{name!r} is not a module's name: use small letters, digits and _")
    if not (folder / "__init__.py").is_file():
        return
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")
    if name is None:
        return
    if name in SITES.names or os.path.lexists(folder / f"{name}.py"):
        raise UsageError(f"the site {name} exists already; choose another --name")
    if re.search(rf"\b{name}\b", (folder / "__init__.py").read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")


def _site_in(module: str) -> Site:
    names: dict[str, Any] = {"__name__": "draft"}
    exec(compile(module, "draft.py", "exec"), names)  # noqa: S102 - our own text, in which what a page says is quoted
    site: Site = names["SITE"]
    return site


def _import_of(names: set[str]) -> str:
    """Return an import in the order that the linter wants: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    return f"from scrapers import {', '.join(ordered)}"


def _name(host: str, kind: str) -> str:
    """Return a module's name for the pages of a host."""
    stem = re.sub(r"\W+", "_", host.partition(":")[0].removeprefix("www.").rpartition(".")[0].lower()).strip("_")
    return f"{stem}_{kind}" if re.match(r"[a-z]", stem) else f"page_{kind}"


def _success(wanted: str) -> str:
    """Return the sign of success that a person has named, a text or a selector, or the usual ones."""
    if not wanted:
        return "usual_success"
    return f"Success(present={quoted(wanted)})" if SELECTOR.match(wanted) else f"Says({quoted(wanted)})"


def _button(wanted: str) -> str:
    """Return the declaration of a start button from the text or selector that was pressed."""
    if re.match(r"[#.\[]|\w+[#.\[]", wanted):
        return f"Button({quoted(wanted)})"
    return f'Button("button, [role=button], a", words={quoted("^" + re.escape(wanted) + "$")})'


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")
