"""The canary: check whether pages can still be read as a guest, and write an issue for each that cannot."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import PageGone, UsageError, again, command_line, writing
from bot.files import make_folder
from bot.json_file import read_json
from bot.play.result import TargetResult, in_front
from bot.record.recorder import versions, write_whole
from bot.sessions.capture import capture
from scrapers import ReadError

if TYPE_CHECKING:
    from bot.daily.daily import Throttle
    from bot.play.runner import Runner
    from bot.play.targets import Target


class CheckResult(TargetResult, kw_only=True):
    """Whether a page can be read, and what was written about one that cannot."""

    reads: bool | None = None
    """Null if that could not be determined."""
    capture: str | None = None
    """The folder with the capture of the page."""
    issue: str | None = None
    """The file with the issue about the page."""

    def line(self) -> dict[str, Any]:
        """Return the facts of the JSON line, the verdict after the page."""
        return in_front(super().line(), "target", "site", "layout", "url", "reads", "capture", "issue")


def prepare(folder: Path) -> None:
    """Create the folder of a round; raise `UsageError` if it is not empty, `SetupError` if it cannot be created."""
    with writing(folder):
        make_folder(folder)
        if any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty")


def check(target: Target, runner: Runner, folder: Path, throttle: Throttle) -> CheckResult:
    """Read one page, twice after a network failure; the result contains any failure."""
    name, site = target.name, target.site.NAME
    result = CheckResult(target=name, site=site, url=target.url, layout=None)
    try:
        _look(result, target, runner, folder, throttle)
    except Exception as error:  # noqa: BLE001 - the failure of one page must not stop the others
        result.fail(error)
    return result


def _look(result: CheckResult, target: Target, runner: Runner, folder: Path, throttle: Throttle) -> None:
    if target.snapshot is not None:
        raise UsageError(
            f"{target.name} is a saved board, not a page that can be checked",
            command=again("givens read", target.name, options=target.options),
        )
    # Named after the site, with a number for further pages of the site.
    paths = (folder / (result.site if number == 1 else f"{result.site}-{number}") for number in count(1))
    at = next(path for path in paths if not any(map(os.path.lexists, (path, path.with_suffix(".md")))))
    try:
        facts = _captured(target, runner, at, throttle)
    except PageGone as error:
        throttle.set_status(f"{target.name}: {error}; trying again")
        facts = _captured(target, runner, at, throttle)
    result.reads = "layout" in facts  # Even if its capture cannot be read.
    if result.reads:
        shutil.rmtree(at)
        result.layout = facts["layout"]
    else:
        _write_issue(at, result, {"browser": runner.browser.get("version", "")})


def _captured(target: Target, runner: Runner, folder: Path, throttle: Throttle) -> dict[str, Any]:
    """Capture a page after the pause for its host; raise `PageGone` if it does not answer."""
    with throttle.page(target):
        facts = capture(runner, target, folder)
    if facts["expect"] != "read" and facts["expect"]["family"] != ReadError.__name__:
        shutil.rmtree(folder)
        raise PageGone(facts["expect"]["message"])
    return facts


def _write_issue(folder: Path, result: CheckResult, browser: Mapping[str, str]) -> None:
    """Write the issue about a page that cannot be read, only from its capture."""
    facts = read_json(folder / "fixture.json")
    expected = facts["expect"]
    error = ReadError(expected["message"], **expected["details"], command=command_line("givens read", folder))
    path = folder.with_suffix(".md")
    write_whole(path, issue(result.site, facts, error, {**versions(), **browser}), private=True)
    result.fail(error)
    result.capture, result.issue = str(folder), str(path)


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
