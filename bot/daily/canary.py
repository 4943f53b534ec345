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
from bot.play.result import TargetResult
from bot.record.recorder import versions, write_whole
from scrapers import ReadError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.play.politeness import Polite
    from bot.play.runner import Runner
    from bot.play.targets import Target


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

    def look(self, target: Target) -> TargetResult:
        """Read one page; a failure is in the result."""
        result = TargetResult(
            target=target.name,
            site=target.site.NAME,
            layout=None,
            url=target.url,
            reads=None,
            capture=None,
            issue=None,
        )
        try:
            self._look(target, result)
        except Exception as error:  # noqa: BLE001 - one page's failure never stops the others
            result.fail(error)
        return result

    def _look(self, target: Target, result: TargetResult) -> None:
        """Read one page, and fill the result; raises what fails."""
        if target.snapshot is not None:
            raise UsageError(
                f"{target.name} is a saved board: there is no page to look at",
                command=shlex.join(["givens", "read", target.name]),
            )
        into = self._free(target.site.NAME)
        try:
            facts = self._captured(target, into)
        except PageGone as error:
            self.polite.tell(f"{target.name}: {error}; once more")
            facts = self._captured(target, into)
        result.reads = facts["expect"] == "read"
        if result.reads:
            shutil.rmtree(into)
            result.layout = facts["layout"]
        else:
            self._write_issue(into, result)

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

    def _write_issue(self, into: Path, result: TargetResult) -> None:
        """Write the issue of a page that does not read, from its capture alone: that is scrubbed."""
        facts = json.loads((into / "fixture.json").read_text(encoding="utf-8"))
        error = ReadError(
            facts["expect"]["message"],
            **facts["expect"]["details"],
            command=shlex.join(["givens", "read", str(into)]),
        )
        words = issue(result.site, facts, error, versions() | {"browser": self.runner.browser.get("version", "")})
        path = into.with_name(f"{into.name}.md")
        write_whole(path, words)
        result.fail(error)
        result.capture, result.issue = str(into), str(path)


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
