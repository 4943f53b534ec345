"""The canary: looks every day whether pages still read, as a guest, and writes down what a maintainer needs if not."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.errors import PageGone, UsageError, writing
from bot.play.capture import capture
from bot.play.runner import VERSION, error_line
from bot.record.recorder import versions, write_whole
from scrapers import ReadError
from solvers import GivensError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.play.politeness import Polite
    from bot.play.runner import Runner
    from bot.play.targets import Target


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one page."""

    target: Target
    layout: str | None = None
    """The layout that read it, if one did."""
    error: BaseException | None = None
    capture: Path | None = None
    """The folder of the page that does not read."""
    issue: Path | None = None
    """The file with the words about it: a title, a blank line, a body."""

    @property
    def exit_code(self) -> int:
        """The code that this page alone would end with."""
        if self.error is None:
            return 0
        return self.error.EXIT if isinstance(self.error, GivensError) else 1

    def line(self) -> dict[str, Any]:
        """Return the line that a script reads; `reads` is null where that was not to be found out."""
        unread = isinstance(self.error, ReadError)
        line: dict[str, Any] = {
            "v": VERSION,
            "target": self.target.name,
            "site": self.target.site.NAME,
            "url": self.target.url,
            "reads": True if self.error is None else False if unread else None,
            "layout": self.layout,
            "capture": None if self.capture is None else str(self.capture),
            "issue": None if self.issue is None else str(self.issue),
        }
        return line if self.error is None else line | error_line(self.error)


@dataclass(slots=True)
class Canary:
    """One round over pages, each opened once, or twice where the network failed."""

    runner: Runner
    folder: Path
    polite: Polite

    def __post_init__(self) -> None:
        """Make the folder; raises `UsageError` where something is in it, `SetupError` where it cannot be made."""
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                msg = f"{self.folder} is not empty"
                raise UsageError(msg)

    def look(self, target: Target) -> Look:
        """Read one page; what fails is in what is returned."""
        if target.snapshot is not None:
            msg = f"{target.name} is a saved board: there is no page to look at"
            return Look(target, error=UsageError(msg, command=shlex.join(["givens", "read", target.name])))
        into = self._free(target.site.NAME)
        try:
            try:
                facts = self._captured(target, into)
            except PageGone as error:
                self.polite.tell(f"{target.name}: {error}; once more")
                facts = self._captured(target, into)
            if facts["expect"] == "read":
                shutil.rmtree(into)
                return Look(target, layout=facts["layout"])
            return self._unread(target, into)
        except Exception as error:  # noqa: BLE001 - one page's failure never stops the others
            return Look(target, error=error)

    def _free(self, name: str) -> Path:
        """Return a folder that is not there yet, named by the site, with a number from its second page on."""
        names = (name if number == 1 else f"{name}-{number}" for number in range(1, 1_000_000))
        return next(self.folder / one for one in names if not (self.folder / one).exists())

    def _captured(self, target: Target, into: Path) -> dict[str, Any]:
        """Capture a page, a pause after the last one of its host; raises `PageGone` where it did not answer."""
        with self.polite.page(target):
            facts = capture(self.runner, target, into)
        if facts["expect"] != "read" and facts["expect"]["family"] != ReadError.__name__:
            shutil.rmtree(into)
            raise PageGone(facts["expect"]["message"])
        return facts

    def _unread(self, target: Target, into: Path) -> Look:
        """Write the issue of a page that does not read, of what its capture says: that is scrubbed."""
        facts = json.loads((into / "fixture.json").read_text(encoding="utf-8"))
        error = ReadError(
            facts["expect"]["message"],
            **facts["expect"]["details"],
            command=shlex.join(["givens", "read", str(into)]),
        )
        words = issue(target.site.NAME, facts, error, versions() | {"browser": self.runner.browser.get("version", "")})
        path = into.with_name(f"{into.name}.md")
        write_whole(path, words)
        return Look(target, error=error, capture=into, issue=path)


def issue(site: str, facts: Mapping[str, Any], error: ReadError, used: Mapping[str, str]) -> str:
    """Return an issue as Markdown: the title, a blank line, the body; `facts` are those of the capture."""
    told = {
        "page": facts["url"],
        "error": error.message,
        "selector": error.selector or "none",
        **{f"layout {name}": words for name, words in error.layouts.items()},
        **used,
    }
    width = max(map(len, told))
    table = "\n".join(f"{name:{width}}  {' '.join(words.split())}" for name, words in told.items())
    # What a page says stays words: no mention, no link, no end of the block.
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", table)), default=0))
    return (
        f"{site}: the page cannot be read\n\n"
        f"`givens canary` looked at the page of `{site}` on {facts['made']}, as a guest, and no layout read it.\n\n"
        f"{fence}text\n{table}\n{fence}\n\n"
        f"The capture is scrubbed; its picture is not looked into. It shows the same:\n\n    {error.command}\n"
    )
