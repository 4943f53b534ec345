"""Test `givens sites check` on replicas: an unreadable page gives a capture and an issue, other failures do not."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from bot.daily import canary
from bot.daily.canary import check, issue, prepare
from bot.daily.daily import Throttle
from bot.errors import PageGone
from bot.play.options import Options
from bot.play.resolve import resolve
from bot.play.runner import Runner
from scrapers import ReadError
from tests.bot.commands.test_cli import lines
from tests.conftest import FIXTURES, ROOT, Givens

URL = "https://www.linkedin.com/games/view/tango/desktop"
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "canary.yml").read_text(encoding="utf-8"))
STEPS = WORKFLOW["jobs"]["look"]["steps"]
GH = """#!/bin/sh
echo "$@" >> calls
if [ "$2" = list ]; then cat open; else cat > "body$(grep -c create calls)"; fi
"""


def test_page_whose_capture_lacks_something(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that can be read is one, even if what may be shared of it is not enough to be read."""
    monkeypatch.setattr("bot.record.share._DATA", re.compile("-"))
    (line,) = lines(givens("sites", "check", FIXTURES / "zero_hn0" / "size_5", "-o", "found", "--json"))

    assert (True, None) == (line["reads"], line["capture"])


def test_issue_names_layouts() -> None:
    """The issue has the error of each layout, and text of the page stays inside the block."""
    message = "R1C1 holds ```` @somebody\n# not a title"
    error = ReadError(
        message, selector=".cell", layouts={"guest": message, "signed_in": "no board"}, command="givens read x"
    )
    text = issue("a_site", {"url": "https://example.org/", "made": "2026-11-21"}, error, {"givens": "1"})

    assert "\n`````text\n" in text
    assert "\nlayout guest      R1C1 holds ```` @somebody # not a title\nlayout signed_in  no board\n" in text
    assert 2 == text.count("`````")


@pytest.mark.parametrize("failures", [1, 2])
def test_second_try_after_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    """After a network failure a page is opened again after a pause, which further pages of its host also wait for.

    An unexpected error with one page is a bug in the result of this page alone.
    """
    clock, opened, messages = [100.0], list[str](), list[str]()

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    def capture(_runner: object, _target: object, folder: Path) -> dict[str, Any]:
        opened.append(f"{clock[0]:.0f}")
        if len(opened) <= failures:
            message = "nothing answers"
            raise PageGone(message)
        folder.mkdir()
        return {"expect": "read", "layout": "guest"}

    monkeypatch.setattr(canary, "capture", capture)
    monkeypatch.setattr("bot.daily.daily.time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    (target,) = resolve(URL)
    (elsewhere,) = resolve("https://0hh1.com/")
    with Runner(Options(), lambda _: None) as runner:
        prepare(tmp_path / "found")
        results = [check(target, runner, tmp_path / "found", Throttle(messages.append, 5))]
        assert f"{URL}: nothing answers; trying again" in messages
        throttle = Throttle(messages.append, 5, {"www.linkedin.com": clock[0]})
        results += [check(page, runner, tmp_path / "found", throttle) for page in (elsewhere, target)]
        monkeypatch.setattr(canary, "capture", lambda *_: 1 / 0)
        bug = check(elsewhere, runner, tmp_path, throttle)

    assert ["100", "105", "105", "110"] == opened
    assert [0 if failures == 1 else 5, 0, 0] == [result.exit_code for result in results]
    assert [] == [*(tmp_path / "found").iterdir()]
    assert (1, None, "Bug") == (bug.exit_code, bug.line()["reads"], bug.line()["error"]["family"])


def test_workflow() -> None:
    """The workflow runs daily, may write only issues, and fixes the version of each action; bash takes its scripts."""
    # YAML 1.1 reads the key `on` as true.
    assert {"schedule", "workflow_dispatch"} == set(WORKFLOW[True])
    assert {"contents": "read", "issues": "write"} == WORKFLOW["permissions"]
    assert "permissions" not in WORKFLOW["jobs"]["look"]
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", step["uses"]) for step in STEPS if "uses" in step)
    names = [name for step in STEPS for name, value in step.get("env", {}).items() if "token" in value.lower()]
    assert ["GH_TOKEN"] == names
    for step in STEPS:
        subprocess.run(["bash", "-n", "-c", step.get("run", "")], check=True)  # noqa: S607


def run(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the workflow as GitHub does."""
    (text,) = [step["run"] for step in STEPS if step.get("name") == name]
    command, variables = ["bash", "-e", "-c", text], os.environ | environment
    return subprocess.run(command, check=False, cwd=folder, text=True, capture_output=True, env=variables)


@pytest.mark.posix("file modes, shell scripts")
@pytest.mark.parametrize(
    ("code", "ends", "warned"), [(0, 0, False), (3, 0, False), (5, 0, True), (6, 0, True), (8, 0, True), (1, 1, False)]
)
def test_script_that_checks(tmp_path: Path, code: int, ends: int, *, warned: bool) -> None:
    """The script fails for a bug and warns of temporary failures."""
    program = tmp_path / ".venv" / "bin" / "givens"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\n[ "$*" = "sites check -o canary" ] || exit 99\nexit {code}\n')
    program.chmod(0o755)

    done = run("Look at each page", tmp_path)

    assert (ends, warned) == (done.returncode, "::warning::" in done.stdout)


@pytest.mark.posix("file modes, shell scripts")
def test_script_that_opens_issues(tmp_path: Path) -> None:
    """The script opens an issue for each new title, if any, with the body and the address of the captures."""
    none = run("Open issues", tmp_path, PATH=os.environ["PATH"])
    assert (0, "") == (none.returncode, none.stdout + none.stderr)

    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "open").write_text("b: the page cannot be read, in part\na: the page cannot be read\n")
    (tmp_path / "canary" / "b").mkdir(parents=True)
    for name in ("a", "b"):
        (tmp_path / "canary" / f"{name}.md").write_text(f"{name}: the page cannot be read\n\nThe body of {name}.\n")
    place = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CAPTURES": "https://example.org/artifact"}

    done = run("Open issues", tmp_path, **place)
    calls = (tmp_path / "calls").read_text().splitlines()

    assert 0 == done.returncode
    assert "open already: a: the page cannot be read\n" == done.stdout
    assert ["issue create --title b: the page cannot be read --body-file -"] == [
        call for call in calls if "create" in call
    ]
    assert (
        "The body of b.\n\nThe capture, for 30 days: https://example.org/artifact\n" == (tmp_path / "body1").read_text()
    )
