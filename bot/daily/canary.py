"""The canary: check whether pages can still be read as a guest, write an issue for each that cannot, and compare."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from selectolax.lexbor import SelectolaxError

from bot.daily.history import note_check
from bot.errors import PageGone, UsageError, command_line, writing
from bot.files import MARK, make_folder
from bot.json_file import read_json
from bot.play.fixture import Fixture, fixtures
from bot.play.result import TargetResult
from bot.play.targets import BOARD, Target, read_state
from bot.record.output import OURS_ONLY, Replacing, write_output
from bot.record.recorder import versions, write_whole
from bot.sessions.capture import capture
from scrapers import ReadError, parsed, read_saved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.daily.daily import Throttle
    from bot.play.runner import Runner
    from scrapers import Site


MOST_NAMED = 40
"""How many selectors a report names of one page."""


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """A captured page as its site module sees it. It holds no puzzle and no text of the page."""

    matches: Mapping[str, int]
    """How many elements match each selector of the module."""
    reading: Mapping[str, int | str]
    """By which layout the board is read, its size, and how many clues one source gives, and two; or what is wrong."""

    @classmethod
    def of(cls, site: Site, folder: Path) -> CapturedPage:
        """Look at a capture."""
        tree, matches = parsed((folder / "page.html").read_text("utf-8")), {}
        for selector in dict.fromkeys(_selectors(site)):
            with suppress(SelectolaxError):
                matches[selector] = len(tree.css(selector))
        return cls(matches, _reading(site, folder))

    def unlike(self, other: CapturedPage) -> tuple[bool, float]:
        """Return how unlike another page this one is: the layout counts first, then the share of missing selectors."""
        known = sum(map(bool, other.matches.values()))
        return self.reading.get("layout") != other.reading.get("layout"), len(self.gone(other)) / max(1, known)

    def gone(self, since: CapturedPage) -> list[str]:
        """Return the selectors that matched then and match nothing now."""
        return [selector for selector, count in since.matches.items() if count and not self.matches.get(selector)]


@dataclass(slots=True)
class Canary:
    """One round over pages; each is opened once, or twice after a network failure."""

    runner: Runner
    folder: Path
    throttle: Throttle
    report: Path | None = None
    """Where to write what changed since the fixtures, if that is wanted."""
    fixtures: Path = Path("fixtures")
    replacing: Replacing = OURS_ONLY
    """What the report may replace."""
    _changes: list[str] = field(default_factory=list)
    _of_fixtures: dict[str, dict[str, CapturedPage]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Create the folder; raise `UsageError` if it is not empty, `SetupError` if it cannot be created.

        For a report there must be fixtures, too.
        """
        if self.report is not None and not self.fixtures.is_dir():
            raise UsageError(
                f"there is no folder {self.fixtures}: name the fixtures of a clone of givens by --fixtures"
            )
        if self.report is not None:
            self.replacing.check(self.report)
        with writing(self.folder):
            make_folder(self.folder)
            if any(self.folder.iterdir()):
                raise UsageError(f"{self.folder} is not empty")

    def check(self, target: Target) -> TargetResult:
        """Read one page; the result contains any failure."""
        name, site = target.name, target.site.NAME
        result = TargetResult(target=name, site=site, url=target.url, layout=None, reads=None, capture=None, issue=None)
        try:
            self._check(target, result)
        except Exception as error:  # noqa: BLE001 - the failure of one page must not stop the others
            result.fail(error)
        if target.is_live:
            note_check(site, reads=result.reads)
        return result

    def _check(self, target: Target, result: TargetResult) -> None:
        """Read one page and fill the result."""
        if target.snapshot is not None:
            raise UsageError(
                f"{target.name} is a saved board, not a page that can be checked",
                command=command_line("givens read", target.name),
            )
        name = target.site.NAME
        # Named after the site, with a number for further pages of the site.
        paths = (self.folder / (name if number == 1 else f"{name}-{number}") for number in count(1))
        folder = next(path for path in paths if not any(map(os.path.lexists, (path, _issue_path(path)))))
        try:
            facts = self._capture(target, folder)
        except PageGone as error:
            self.throttle.set_status(f"{target.name}: {error}; trying again")
            facts = self._capture(target, folder)
        if self.report is not None:
            if name not in self._of_fixtures:
                self._of_fixtures[name] = self._known(target.site)
            self._changes.append(changes(name, CapturedPage.of(target.site, folder), self._of_fixtures[name]))
            text = f"<!-- {MARK} -->\n# Changes since the fixtures\n\n{chr(10).join(self._changes)}"
            with writing(self.report):
                write_output(self.report, text, self.replacing, private=True)
        result.reads = facts["expect"] == "read"
        if result.reads:
            shutil.rmtree(folder)
            result.layout = facts["layout"]
        else:
            self._write_issue(folder, result)

    def _capture(self, target: Target, folder: Path) -> dict[str, Any]:
        """Capture a page after the pause for its host; raise `PageGone` if it does not answer."""
        with self.throttle.page(target):
            facts = capture(self.runner, target, folder)
        if facts["expect"] != "read" and facts["expect"]["family"] != ReadError.__name__:
            shutil.rmtree(folder)
            raise PageGone(facts["expect"]["message"])
        return facts

    def _known(self, site: Site) -> dict[str, CapturedPage]:
        """Return the pages of a site's fixtures, by their names."""
        known, folder = {}, self.folder / ".fixture"
        for case in _cases(self.fixtures, site.NAME):
            try:
                capture(self.runner, Target(case.name, site, case.url, fixture=case), folder)
                known[case.name] = CapturedPage.of(site, folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        return known

    def _write_issue(self, folder: Path, result: TargetResult) -> None:
        """Write the issue about a page that cannot be read, only from its capture."""
        facts = read_json(folder / "fixture.json")
        error = ReadError(
            facts["expect"]["message"],
            **facts["expect"]["details"],
            command=command_line("givens read", folder),
        )
        text = issue(result.site, facts, error, versions() | {"browser": self.runner.browser.get("version", "")})
        path = _issue_path(folder)
        write_whole(path, text, private=True)
        result.fail(error)
        result.capture, result.issue = str(folder), str(path)


def _issue_path(folder: Path) -> Path:
    """Return the path of the issue about a capture."""
    return folder.with_name(f"{folder.name}.md")


def issue(site: str, facts: Mapping[str, Any], error: ReadError, used: Mapping[str, str]) -> str:
    """Return an issue as Markdown: the title, an empty line, the body; `facts` describe the capture."""
    rows = {
        "page": facts["url"],
        "error": error.message,
        "selector": error.selector or "none",
        **{f"layout {name}": message for name, message in error.layouts.items()},
        **used,
    }
    width = max(map(len, rows))
    table = "\n".join(f"{name:{width}}  {' '.join(value.split())}" for name, value in rows.items())
    # Text from the page must not mention anybody, become a link, or end the block.
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", table)), default=0))
    return (
        f"{site}: the page cannot be read\n\n"
        f"`givens sites check` opened the page of `{site}` on {facts['made']} as a guest, and no layout could read "
        "it.\n\n"
        f"{fence}text\n{table}\n{fence}\n\n"
        "The capture holds the board, and of the page around it only the structure. To reproduce the error:\n\n"
        f"    {error.command}\n"
    )


def _cases(folder: Path, site: str) -> list[Fixture]:
    """Return a readable case of each layout of a site, from a folder of fixtures."""
    found: dict[str | None, Fixture] = {}
    for case in map(Fixture.load, fixtures(folder / site) if (folder / site).is_dir() else ()):
        if case.expect in ("accepted", "read"):
            found.setdefault(case.layout, case)
    return [*found.values()]


def changes(site: str, now: CapturedPage, known: Mapping[str, CapturedPage]) -> str:
    """Return what changed as Markdown; `known` are the pages of the fixtures by their names."""
    if not known:
        return f"## {site}\n\nThere is no fixture to compare with.\n"
    name, then = min(known.items(), key=lambda item: now.unlike(item[1]))
    gone = now.gone(then)
    left_out = f"- and {len(gone) - MOST_NAMED} more\n" if len(gone) > MOST_NAMED else ""
    listed = "".join(f"- `{selector}` ({then.matches[selector]} in the fixture)\n" for selector in gone[:MOST_NAMED])
    return (
        f"## {site}\n\nCompared with the fixture `{name}`.\n\n"
        f"Selectors that match nothing any more: {len(gone) or 'none'}\n\n{listed}{left_out}"
        f"{chr(10) if gone else ''}"
        f"| | fixture | page |\n|---|---|---|\n"
        + "".join(
            f"| {what} | {then.reading.get(what, '')} | {now.reading.get(what, '')} |\n"
            for what in {**then.reading, **now.reading}
        )
    )


def _selectors(site: Site) -> Iterator[str]:
    """Yield what may be a selector among the texts of a site module; a word may name a class or an attribute."""
    for text in _texts(site, set()):
        yield from (f".{text}", f"[{text}]") if re.fullmatch(r"[\w-]+", text) else (text,)


def _texts(value: Any, seen: set[int]) -> Iterator[str]:  # noqa: ANN401 - whatever a module declares
    if isinstance(value, str):
        yield value
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    parts: list[Any] = []
    if isinstance(value, Mapping):
        parts = [*value, *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = [*value]
    elif is_dataclass(value) and not isinstance(value, type):
        parts = [getattr(value, field.name) for field in fields(value)]
    elif closure := getattr(value, "__closure__", None):
        parts = [cell.cell_contents for cell in closure]
    for part in parts:
        yield from _texts(part, seen)


def _reading(site: Site, folder: Path) -> Mapping[str, int | str]:
    """Return how the board of a capture is read, without what it shows."""
    saved = folder / f"{BOARD}.html"
    if not saved.exists():
        return {"error": "no board"}
    try:
        reading = read_saved(site, read_state(saved))
    except ReadError as error:
        return {"error": error.family}
    board = reading.puzzle.board
    return {
        "layout": reading.layout.NAME,
        "size": f"{board.height}×{board.width}",
        "clues from two sources": len(reading.confirmed),
        "clues from one source": len(reading.single),
    }
