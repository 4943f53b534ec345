"""Test `givens sites check` on replicas: an unreadable page gives a capture and an issue, other failures do not."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from bot.daily import canary
from bot.daily.canary import check, issue, prepare
from bot.daily.daily import Throttle
from bot.errors import PageGone
from bot.play.runner import Runner, Setup
from bot.play.targets import resolve
from bot.record.recorder import versions
from scrapers import ReadError
from tests.conftest import FIXTURES, ROOT

if TYPE_CHECKING:
    from tests.conftest import Givens
    from tests.recordings import Recordings

TANGO = FIXTURES / "linkedin_tango"
READS = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
ONLY = FIXTURES / "puzzle_team_norinori" / "fresh"
URL = "https://www.linkedin.com/games/view/tango/desktop"
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "canary.yml").read_text(encoding="utf-8"))
STEPS = WORKFLOW["jobs"]["look"]["steps"]
GH = """#!/bin/sh
echo "$@" >> calls
if [ "$2" = list ]; then cat open; else cat > "body$(grep -c create calls)"; fi
"""


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """Return the JSON lines of stdout."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def files_in(folder: Path) -> set[str]:
    """Return the relative paths of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_round(givens: Givens, tmp_path: Path) -> None:
    """A readable page, an unreadable one, and a login wall: three lines, one capture, one issue."""
    cases = [READS, TANGO / "two_marks", TANGO / "login_wall"]
    done = givens("sites", "check", *cases, "-o", "found", "--json")
    reads, unread, wall = lines(done)
    name = Path("found") / "linkedin_tango"

    assert 6 == done.returncode
    assert (True, "table_2022", None, None) == tuple(reads[key] for key in ("reads", "layout", "capture", "issue"))
    assert (False, str(name), f"{name}.md") == tuple(unread[key] for key in ("reads", "capture", "issue"))
    assert f"givens read {name}" == unread["error"]["try"]
    assert (None, None, None) == tuple(wall[key] for key in ("reads", "capture", "issue"))
    assert "NeedsHuman" == wall["error"]["family"]
    assert {"linkedin_tango.md"} | {
        f"linkedin_tango/{file}" for file in ("before.html", "before.state.json", "fixture.json", "page.html")
    } == files_in(tmp_path / "found")
    assert not (tmp_path / "sessions").exists()

    again = givens("read", name, "--json", "--no-record", PATH="")

    assert (3, unread["error"]["message"]) == (again.returncode, lines(again)[0]["error"]["message"])


def test_page_whose_capture_lacks_something(givens: Givens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that can be read is one, even if what may be shared of it is not enough to be read."""
    monkeypatch.setattr("bot.record.share._DATA", re.compile("-"))
    case = FIXTURES / "zero_hn0" / "size_5"
    (line,) = lines(givens("sites", "check", case, "-o", "found", "--json"))
    captured = givens("sites", "capture", case, "-o", "captured")

    assert (True, None) == (line["reads"], line["capture"])
    assert "the page can be read, but not its capture, which lacks what " in captured.stdout
    assert (tmp_path / "captured" / "puzzle.json").exists()


def test_unknown_layout(givens: Givens, tmp_path: Path) -> None:
    """The issue about an unknown layout has the selector, the versions, and a command to reproduce it."""
    done = givens("sites", "check", TANGO / "unknown_layout", "-o", "found")
    title, blank, body = (tmp_path / "found" / "linkedin_tango.md").read_text().split("\n", 2)
    facts = json.loads((tmp_path / "found" / "linkedin_tango" / "fixture.json").read_text())
    browser = re.search(r"^browser +(\d[\d.]+)$", body, re.MULTILINE)
    assert browser is not None
    used = {"page": URL, "error": facts["expect"]["message"], "selector": facts["expect"]["details"]["selector"]}
    table = "\n".join(f"{key:10}  {value}" for key, value in (used | versions() | {"browser": browser[1]}).items())

    assert 3 == done.returncode
    assert f"{TANGO / 'unknown_layout'}: cannot be read; see found/linkedin_tango.md" in done.stdout
    assert ("linkedin_tango: the page cannot be read", "") == (title, blank)
    opened = f"`givens sites check` opened the page of `linkedin_tango` on {facts['made']}"
    assert [
        f"{opened} as a guest, and no layout could read it.",
        f"```text\n{table}\n```",
        "The capture holds the board, and of the page around it only the structure. To reproduce the error:",
        "    givens read found/linkedin_tango\n",
    ] == body.split("\n\n")
    assert "no board at " in facts["expect"]["message"]


@pytest.mark.parametrize(("reads", "outcome"), [(True, "read"), (False, "unread"), (None, "unreached")])
def test_last_check_is_shown(givens: Givens, monkeypatch: pytest.MonkeyPatch, reads: bool | None, outcome: str) -> None:  # noqa: FBT001
    """`givens sites list` says when the canary last opened a page of each site, and what came of it."""
    before = json.loads(givens("sites", "list", "tango", "--json").stdout)
    monkeypatch.setattr(canary, "_look", lambda result, *_: setattr(result, "reads", reads))
    givens("sites", "check", "tango", "-o", "found")
    after = json.loads(givens("sites", "list", "tango", "--json").stdout)
    (line,) = (line for line in givens("sites", "list").stdout.splitlines() if line.startswith("linkedin_tango "))

    assert None is before["checked"]
    assert outcome == after["checked"]["outcome"]
    assert line.endswith(after["checked"]["at"][:10] + " !" * (outcome != "read"))
    assert f"checked: {after['checked']['at'][:10]} {outcome}\n" in givens("sites", "list", "tango").stdout
    assert "zero_hh1                    binairo        yes  captured  2026-07 never\n" in givens("sites", "list").stdout
    assert all(len(line) <= 80 for line in givens("sites", "list").stdout.splitlines())


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


@pytest.mark.long("of cases like those of this tier")
def test_several_pages_of_one_site(givens: Givens, tmp_path: Path) -> None:
    """A second page of a site has its own folder and issue, with the same title."""
    unread = READS.parent / "table_2022_disagree"
    done = givens("sites", "check", unread, unread, "-o", "found", "--json")
    name = f"found/{READS.parent.name}"

    assert 3 == done.returncode
    assert [name, f"{name}-2"] == [line["capture"] for line in lines(done)]
    assert 1 == len({path.read_text().partition("\n")[0] for path in (tmp_path / "found").glob("*.md")})


@pytest.mark.posix("links")
def test_no_secret(givens: Givens, tmp_path: Path) -> None:
    """The capture, the issue and the line contain no cookie and no token of the page."""
    case = tmp_path / "linkedin_tango" / "case"
    shutil.copytree(TANGO / "two_marks", case)
    (tmp_path / "_replica").symlink_to(FIXTURES / "_replica")
    (tmp_path / "linkedin_tango" / "_guest").symlink_to(TANGO / "_guest")
    secrets = ("AQEDATc0ZmI2NzYtY29va2ll", "address-token-41890", "somebody.private@example.org")
    page = (TANGO / "_guest" / "page.html").read_text()
    planted = f"""<p>{secrets[2]}</p><script>document.cookie = "li_at={secrets[0]}; path=/";
        document.title = "{secrets[0]}"; history.replaceState(0, "", "?sessionToken={secrets[1]}")</script>"""
    (case / "page.html").write_text(
        page.replace("</body>", f"{planted}</body>") if "</body>" in page else page + planted
    )

    done = givens("sites", "check", case, "--trust", "-o", "found", "--json")
    content = b"".join(path.read_bytes() for path in (tmp_path / "found").rglob("*") if path.is_file())

    assert 3 == done.returncode
    assert [] == [secret for secret in secrets if secret.encode() in content or secret in done.stdout + done.stderr]


def test_network(givens: Givens, tmp_path: Path) -> None:
    """A page that does not answer is tried twice and gives no issue."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(503)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        done = givens("sites", "check", address, "--site", "tango", "--pause", "0", "-o", "found", "--json")
        server.shutdown()
    (line,) = lines(done)

    assert (5, 2) == (done.returncode, asked.count("/"))
    assert (None, None, "PageGone") == (line["reads"], line["issue"], line["error"]["kind"])
    assert set() == files_in(tmp_path / "found")


@pytest.mark.parametrize("failures", [1, 2])
def test_second_try_after_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    """After a network failure a page is opened again after a pause, which further pages of its host also wait for."""
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
    monkeypatch.setattr("bot.daily.daily.time.sleep", sleep)
    monkeypatch.setattr("bot.daily.daily.time.monotonic", lambda: clock[0])
    (target,) = resolve(URL)
    (elsewhere,) = resolve("https://0hh1.com/")
    with Runner(Setup(record=False), lambda _: None) as runner:
        prepare(tmp_path / "found")
        results = [check(target, runner, tmp_path / "found", Throttle(messages.append, 5))]
        assert f"{URL}: nothing answers; trying again" in messages
        throttle = Throttle(messages.append, 5, {"www.linkedin.com": clock[0]})
        results += [check(page, runner, tmp_path / "found", throttle) for page in (elsewhere, target)]

    assert ["100", "105", "105", "110"] == opened
    assert [0 if failures == 1 else 5, 0, 0] == [result.exit_code for result in results]
    assert [] == [*(tmp_path / "found").iterdir()]


def test_a_bug_does_not_stop_the_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error with one page is a bug in the result of this page."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(canary, "capture", fail)
    (target,) = resolve(URL)
    with Runner(Setup(record=False), lambda _: None) as runner:
        result = check(target, runner, tmp_path, Throttle(lambda _: None, 5.0))

    assert (1, None) == (result.exit_code, result.line()["reads"])
    assert "Bug" == result.line()["error"]["family"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["-o", "full"], 2, "full is not empty"),
        (["-o", "full/file"], 7, "full/file cannot be written: File exists"),
        (["tangoo", "-o", "new"], 2, "no site is named 'tangoo'"),
        (["tango"], 2, "--out"),
    ],
)
def test_bad_input(givens: Givens, tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    """Wrong arguments cause an error in one sentence."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    done = givens("sites", "check", *arguments)

    assert code == done.returncode
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_saved_board(givens: Givens, recordings: Recordings, tmp_path: Path) -> None:
    """A saved board is refused."""
    session = recordings.copy("brainbashers_three_in_a_row/table_2022_begun", tmp_path)

    done = givens("sites", "check", session, "-o", "found")

    assert 2 == done.returncode
    assert "is a saved board, not a page that can be checked" in done.stderr.replace("\n", " ")


def test_workflow() -> None:
    """The workflow runs daily, may write only issues, and fixes the version of each action."""
    # YAML 1.1 reads the key `on` as true.
    assert {"schedule", "workflow_dispatch"} == set(WORKFLOW[True])
    assert {"contents": "read", "issues": "write"} == WORKFLOW["permissions"]
    assert "permissions" not in WORKFLOW["jobs"]["look"]
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", step["uses"]) for step in STEPS if "uses" in step)
    assert ["GH_TOKEN"] == [
        name for step in STEPS for name, value in step.get("env", {}).items() if "token" in value.lower()
    ]


@pytest.mark.parametrize("step", [step for step in STEPS if "run" in step], ids=lambda step: step["name"])
def test_scripts_are_valid(step: dict[str, Any]) -> None:
    """Each script of the workflow is valid in bash."""
    subprocess.run(["bash", "-n", "-c", step["run"]], check=True)  # noqa: S607


def script(name: str) -> str:
    """Return a script of the workflow."""
    (text,) = [step["run"] for step in STEPS if step.get("name") == name]
    assert isinstance(text, str)
    return text


def run(text: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script as GitHub does."""
    return subprocess.run(
        ["bash", "-e", "-c", text],  # noqa: S607
        check=False,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


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

    done = run(script("Look at each page"), tmp_path)

    assert (ends, warned) == (done.returncode, "::warning::" in done.stdout)


@pytest.mark.posix("file modes, shell scripts")
def test_script_that_opens_issues(tmp_path: Path) -> None:
    """The script opens an issue for each new title, with the body and the address of the captures."""
    (tmp_path / "gh").write_text(GH)
    (tmp_path / "gh").chmod(0o755)
    (tmp_path / "open").write_text("b: the page cannot be read, in part\na: the page cannot be read\n")
    (tmp_path / "canary" / "b").mkdir(parents=True)
    for name in ("a", "b"):
        (tmp_path / "canary" / f"{name}.md").write_text(f"{name}: the page cannot be read\n\nThe body of {name}.\n")
    place = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CAPTURES": "https://example.org/artifact"}

    done = run(script("Open issues"), tmp_path, **place)
    calls = (tmp_path / "calls").read_text().splitlines()

    assert 0 == done.returncode
    assert "open already: a: the page cannot be read\n" == done.stdout
    assert ["issue create --title b: the page cannot be read --body-file -"] == [
        call for call in calls if "create" in call
    ]
    assert (
        "The body of b.\n\nThe capture, for 30 days: https://example.org/artifact\n" == (tmp_path / "body1").read_text()
    )


def test_script_without_issues(tmp_path: Path) -> None:
    """Without unreadable pages, the script does nothing."""
    done = run(script("Open issues"), tmp_path, PATH=os.environ["PATH"])

    assert (0, "") == (done.returncode, done.stdout + done.stderr)
