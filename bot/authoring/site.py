"""The start of a new site: a module, the capture of its page, and a playable copy with the standard cases."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from html import escape
from keyword import iskeyword
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bot.authoring.declare import declare
from bot.authoring.explore import appeared
from bot.errors import UsageError, writing
from bot.play.fixture import ENGINE, bundled
from bot.record.output import write_output
from bot.sessions.store import sessions
from scrapers import read_saved, site_of
from solvers import KINDS, BadPuzzle, GivensError, Grid, dump, generate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bot.authoring.declare import Declared
    from bot.authoring.explore import Seen
    from scrapers import Site
    from solvers import Puzzle

SIZE, EVEN_SIZE = (5, 5), (6, 6)
"""The size of the board of the cases, and that for kinds that have only even sizes."""
WIDE = 116
"""The longest line in comments."""
MODULE = '''\
"""{title}: {kind} at {host}.

How the markup is known: one page, seen by `givens new-site` on {today}. `givens probe URL` shows it again.
"""
{todo}
from __future__ import annotations

{imports}
from solvers import {cls}

GRID = Cells(
    "grid",
    kind={cls},
{lines}
)
SITE = Page(
    name="{name}",
    kind="{kind}",
    home="{home}",
    url=r"{pattern}",
    template={template},
    policy=Policy(timezone=None),
    entrance=Entrance(board={board}{start}),
    layouts=[{layout}],
    title="{title}",
    success={success},
)
'''
PAGE = """\
<!doctype html><html lang="en"><head><title>{title}</title><meta charset="utf-8"><style>
  .rows {{ display: grid; gap: 2px }}
  .rows > * {{ box-sizing: border-box; height: 40px; border: 1px solid #888; font: 24px/36px serif; user-select: none }}
</style></head><body><h1>{title}</h1><div id="game"></div>
<script src="/__replica__/fixture.js"></script><script src="/__replica__/engine.js"></script></body></html>
"""


SELECTOR = re.compile(r"[\w\s>+~*-]*[#.\[:][\w-][^!?]*$")
"""What is a selector rather than a text."""


class Draft:
    """The module of a page that was seen, and what goes with it."""

    def __init__(  # noqa: PLR0913 - each is an option, or what was seen
        self,
        seen: Seen,
        *,
        kind: str | None,
        name: str | None,
        press: Sequence[str],
        success: str,
        candidates: Sequence[str] = (),
    ) -> None:
        """Write the module; where its layout does not read what the general reader reads, that reader stays its layout.

        `candidates` are texts that may say that the puzzle is solved, if `success` is not known.
        Raise `UsageError` for a kind that nobody knows, and for a name that cannot be one.
        """
        answer = seen.guess.answer
        self.kind = kind or (answer.kind if answer is not None else "")
        if self.kind not in KINDS:
            why = (
                f"no kind is called {self.kind!r}"
                if self.kind
                else f"the kind of the puzzle is not known: {seen.refusal}"
            )
            raise UsageError(f"{why}; name it by --kind", command="givens kinds")
        parts = urlsplit(seen.url)
        self.seen, self.url, self.press = seen, seen.asked, press
        self.name = name or _name(parts.netloc, self.kind)
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name) or iskeyword(self.name):
            raise UsageError(f"{self.name!r} is not a module's name: use small letters, digits and _")
        self.title = self.name.replace("_", " ").capitalize()
        self.success = success or next((css for css, _ in appeared(seen.finish)), "")
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
        """Return whether the declared layout reads what the general reader has read; note what it says if not."""
        snapshot, answer = self.seen.snapshot, self.seen.guess.answer
        if snapshot is None or answer is None:
            return True
        try:
            reading = read_saved(site_in(self.module), snapshot)
        except (GivensError, TypeError, ValueError) as error:
            self.declared.miss(f"GRID does not read the board yet: {error}".replace("\n", " "))
            return False
        if reading.puzzle != answer.puzzle and dump(reading.puzzle) != dump(answer.puzzle):
            self.declared.miss(
                "GRID reads another puzzle than what is seen", f"{reading.puzzle} instead of {answer.puzzle}"
            )
            return False
        if reading.single:
            some = min(reading.single)
            places = self.seen.board is not None and (self.seen.board.places or "in_table" in self.declared.imports)
            why = "only one source says each" if places else "the page does not state where its cells are"
            self.declared.todo.append(
                f"{len(reading.single)} clues are read in one place only, such as '{some}', as {why}"
            )
        return True

    def _module(self, *, guessed: bool) -> str:
        out, parts, cls = self.declared, urlsplit(self.url), KINDS[self.kind].__name__
        board = self.seen.board
        css = board.selectors[0] if board is not None else "body"
        inner = f":has({out.entry['cell']})" if self.press and "cell" in out.entry else ""
        buttons = ", ".join(_button(wanted) for wanted in self.press)
        success = _success(self.success)
        names = {"Entrance", "Page", "Policy", success.partition("(")[0], *out.imports}
        names |= ({"Button"} if self.press else set()) | ({"GuessedLayout"} if guessed else set())
        lines = [*out.lines, *([f"clues=({' '.join(out.clues)}),"] if out.clues else [])]
        return MODULE.format(
            title=self.title,
            kind=self.kind,
            host=parts.netloc,
            today=f"{datetime.now(UTC):%Y-%m-%d}",
            todo="".join(f"\n{line}" for line in self._todo()) + "\n" * bool(out.todo),
            imports=_import("scrapers", names),
            cls=cls,
            lines="\n".join(f"    {line}" for line in lines),
            name=self.name,
            home=f"{parts.scheme}://{parts.netloc}/",
            pattern=self._addresses(),
            template=_quoted(self.url.replace("{", "{{").replace("}", "}}")),
            board=_quoted(css + inner),
            start=f", start=({buttons},)" if buttons else "",
            layout=f'GuessedLayout({{"{self.kind}": {cls}}})' if guessed else "GRID",
            success=success,
        )

    def _addresses(self) -> str:
        """Return a pattern of the address that was opened, and of that to which the page has gone."""
        if self.press:  # Its own pages may lead to each other until the board is there.
            parts = urlsplit(self.url)
            return _pattern(f"{parts.scheme}://{parts.netloc}/").replace("https://", "https?://", 1)
        plain = [url.partition("?")[0].partition("#")[0] for url in dict.fromkeys((self.url, self.seen.url))]
        known = [_pattern(url).replace("https://", "https?://", 1) for url in dict.fromkeys(plain)]
        return "|".join(known)

    def _praise(self) -> str:
        """Return what the copy of the page says once it is solved."""
        return self.success if self.success and not SELECTOR.match(self.success) else "Solved!"

    def _todo(self) -> Iterator[str]:
        for missing in self.declared.todo:
            words = f"# TODO {missing}".split(" ")
            line = ""
            for word in words:
                if len(line) + len(word) > WIDE:
                    yield line.rstrip()
                    line = "#  "
                line += word[:WIDE] + " "
            yield line.rstrip()

    def files(self, module: Path, folder: Path) -> dict[Path, str]:
        """Return the text of each file: the module, and the copy of the page with its cases in a folder."""
        puzzle, solution = _puzzle(self.kind)
        page = folder / "_page"
        refused = {"family": "ReadError", "kind": "ReadError"}
        first = str(next(iter(solution.cells())))
        cases: dict[str, Mapping[str, object]] = {}
        cases["fresh"] = {}
        cases["late"] = {"replica": {"faults": {"mount_after": 300, "delay": [0, 300]}}}
        cases["missing_cell"] = {"expect": refused, "replica": {"odd": {first: ""}}}
        cases["never_mounts"] = {"expect": refused, "replica": {"faults": {"never_mount": True}}}
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
        keys = {**out.cell, "class": "".join(_classes(out))}
        attributes = "".join(f' {name}="{value}"' for name, value in keys.items())
        css = board.selectors[0] if board is not None else "#board"
        rows = out.entry.pop("rows", False)
        cell = "div" if cell in {"td", "th"} and not rows else cell
        inner = "{rows*row}" if rows else "{cells*cell}"
        columns = "" if rows else ' class="rows" style="grid-template-columns: repeat({cols}, 40px)"'
        box, line = ("table", "tr") if cell in {"td", "th"} else ("div", "div")
        own = _attribute(css)
        wrapped = f"<{box}{own}>{inner}</{box}>" if rows else f"<div{own}><div{columns}>{inner}</div></div>"
        snippets = {
            "board": wrapped,
            "cell": f"<{cell}{attributes}>{out.inside}</{cell}>",
            **({"row": f"<{line}>{{cells*cell}}</{line}>"} if rows else {}),
            **out.snippets,
            "praise": f"<p{_attribute(self.success)}>{escape(self._praise())}</p>",
        }
        return {
            "v": 1,
            "url": self.url,
            "made": today,
            "how": "Written by `givens new-site`: markup of our own, built like the cells of the real page.",
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


def shown_in_the_end(url: str) -> Sequence[str]:
    """Return what had appeared on a page when its solution was last entered without a verdict, likeliest first."""
    for session in reversed(sessions()):
        for event in session.events() if session.target == url else []:
            texts = event.get("candidates")
            if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
                return texts
    return []


def files_elsewhere(draft: Draft, folder: Path) -> dict[Path, str]:
    """Return the files of a site outside of a clone, with the engine that plays the copy of its page."""
    fixtures = folder / "fixtures"
    engine = (bundled() / ENGINE).read_text(encoding="utf-8")
    return {**draft.files(folder / f"{draft.name}.py", fixtures / draft.name), fixtures / ENGINE: engine}


def check_clone(root: Path, name: str, url: str) -> None:
    """Raise `UsageError` if a site cannot be added to a clone under this name and address."""
    if any(map(os.path.lexists, (root / "scrapers" / f"{name}.py", root / "fixtures" / name))):
        raise UsageError(f"the site {name} exists already; choose another --name")
    if re.search(rf"\b{name}\b", (root / "scrapers" / "__init__.py").read_text(encoding="utf-8")):
        raise UsageError(f"a site cannot be called {name}: scrapers/__init__.py uses that name for something else")
    if (site := site_of(url)) is not None:
        raise UsageError(f"{url} belongs to the site {site.NAME}, which reads it already")


def is_clone(root: Path) -> bool:
    """Return whether a folder is a clone of givens."""
    return (root / "scrapers" / "__init__.py").is_file() and (root / "fixtures" / "_replica").is_dir()


def add_site(root: Path, draft: Draft) -> list[Path]:
    """Write a site into a clone and list it there; nothing is left of a write that fails."""
    check_clone(root, draft.name, draft.url)
    table = root / "scrapers" / "__init__.py"
    listed = _listed(table.read_text(encoding="utf-8"), draft.name, _pattern(urlsplit(draft.url).netloc))
    files = draft.files(root / "scrapers" / f"{draft.name}.py", root / "fixtures" / draft.name)
    return write_files(files, table, listed)


def write_files(files: Mapping[Path, str], table: Path | None = None, listed: str = "") -> list[Path]:
    """Write new files, then a table; nothing is left of a write that fails."""
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
        if table is not None:
            with writing(table):
                write_output(table, listed)
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


def _classes(out: Declared) -> Iterator[str]:
    names = [*dict.fromkeys(out.classes), *(["{marked}"] if out.snippets.get("marked") else [])]
    for at, name in enumerate(names):
        yield name if name.startswith("{") or at == 0 else f" {name}"


def _attribute(css: str) -> str:
    """Return the attribute that makes an element match a plain selector."""
    match = re.fullmatch(r"([#.])([\w-]+)", css)
    return "" if match is None else f' {"id" if match[1] == "#" else "class"}="{match[2]}"'


def _name(host: str, kind: str) -> str:
    """Return a module's name for the pages of a host."""
    stem = re.sub(r"\W+", "_", host.partition(":")[0].removeprefix("www.").rpartition(".")[0].lower()).strip("_")
    return f"{stem}_{kind}" if re.match(r"[a-z]", stem) else f"page_{kind}"


def _success(wanted: str) -> str:
    """Return the sign of success that a person has named, a text or a selector, or the usual ones."""
    if not wanted:
        return "UsualSuccess()"
    return f"Success(present={_quoted(wanted)})" if SELECTOR.match(wanted) else f"Says({_quoted(wanted)})"


def _button(wanted: str) -> str:
    """Return what was pressed, a text or a selector, as a start button."""
    if re.match(r"[#.\[]|\w+[#.\[]", wanted):
        return f"Button({_quoted(wanted)})"
    return f'Button("button, [role=button], a", words={_quoted("^" + re.escape(wanted) + "$")})'


def _quoted(text: str) -> str:
    return repr(text) if '"' in text or "\\" in text or not text.isprintable() else f'"{text}"'


def _puzzle(kind: str) -> tuple[Puzzle, Grid]:
    """Return a small puzzle of our own and its solution, in which every clue is needed."""
    try:
        made = generate(kind, SIZE, seed=1)
    except BadPuzzle:
        made = generate(kind, EVEN_SIZE, seed=1)
    return made.puzzle, made.solution


def _pattern(text: str) -> str:
    """Return a pattern of a text; hyphens need no backslash."""
    return re.escape(text).replace(r"\-", "-")


def _import(module: str, names: set[str]) -> str:
    """Return an import in the order that the linter wants: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    line = f"from {module} import {', '.join(ordered)}"
    return (
        line if len(line) <= WIDE else f"from {module} import (\n" + "".join(f"    {name},\n" for name in ordered) + ")"
    )


def _listed(table: str, name: str, address: str) -> str:
    """Return the tables of sites with one more, in the order of the names."""
    entries = {
        r"^    from scrapers import \(\n(.*?)\n    \)": f"        {name},",
        r"^        return \[\n(.*?)\n        \]": f"            {name}.SITE,",
        r"^_MODULES: .*? = \{\n(.*?)\n\}": f'    "{name}": r"{address}",',
    }
    for pattern, line in entries.items():
        found = re.search(pattern, table, re.DOTALL | re.MULTILINE)
        if found is None:
            raise UsageError("scrapers/__init__.py has no table of sites")
        in_order = sorted([*found[1].splitlines(), line], key=lambda entry: entry.lstrip(" *"))
        table = f"{table[: found.start(1)]}{chr(10).join(in_order)}{table[found.end(1) :]}"
    return table


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
