"""The canary: check whether pages can still be read as a guest, and write an issue for each that cannot."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.daily.history import note_check
from bot.errors import PageGone, UsageError, command_line, writing
from bot.files import make_folder
from bot.json_file import read_json
from bot.play.result import TargetResult
from bot.record.recorder import versions, write_whole
from bot.sessions.capture import capture
from scrapers import ReadError

if TYPE_CHECKING:
    from bot.daily.daily import Throttle
    from bot.play.runner import Runner
    from bot.play.targets import Target


@dataclass(slots=True)
class Canary:
    """One round over pages; each is opened once, or twice after a network failure."""

    runner: Runner
    folder: Path
    throttle: Throttle

    def __post_init__(self) -> None:
        """Create the folder; raise `UsageError` if it is not empty, `SetupError` if it cannot be created."""
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
