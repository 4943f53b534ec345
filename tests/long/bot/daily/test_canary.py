"""Test `givens sites check` on replicas: an unreadable page gives a capture and an issue, other failures do not."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bot.record.recorder import versions
from tests.bot.commands.test_cli import BEGUN, lines
from tests.bot.daily.test_canary import URL
from tests.conftest import FIXTURES, Givens
from tests.recordings import Recordings

TANGO = FIXTURES / "linkedin_tango"


READS = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"


def files_in(folder: Path) -> set[str]:
    """Return the relative paths of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


SECRETS = ("AQEDATc0ZmI2NzYtY29va2ll", "address-token-41890", "somebody.private@example.org")


PLANTED = f"""<p>{SECRETS[2]}</p><script>document.cookie = "li_at={SECRETS[0]}; path=/";
    document.title = "{SECRETS[0]}"; history.replaceState(0, "", "?sessionToken={SECRETS[1]}")</script>"""


def planted(folder: Path) -> Path:
    """Return a copy of an unreadable page that holds secrets."""
    case = folder / "linkedin_tango" / "case"
    shutil.copytree(TANGO / "two_marks", case)
    (folder / "_replica").symlink_to(FIXTURES / "_replica")
    (folder / "linkedin_tango" / "_guest").symlink_to(TANGO / "_guest")
    page = (TANGO / "_guest" / "page.html").read_text()
    (case / "page.html").write_text(page.replace("</body>", "") + PLANTED)
    return case


@pytest.mark.posix("links")
def test_round(givens: Givens, tmp_path: Path, recordings: Recordings) -> None:
    """Of a readable page, two unreadable ones and a login wall, there are two captures and issues, without secrets."""
    cases = [READS, planted(tmp_path / "planted"), TANGO / "unknown_layout", TANGO / "login_wall"]
    done = givens("sites", "check", *cases, "--trust", "-o", "found", "--json")
    reads, unread, other, wall = lines(done)
    names = "found/linkedin_tango", "found/linkedin_tango-2"

    assert 6 == done.returncode
    assert (True, "table_2022", None, None) == tuple(reads[key] for key in ("reads", "layout", "capture", "issue"))
    assert [(False, name, f"{name}.md") for name in names] == [
        tuple(line[key] for key in ("reads", "capture", "issue")) for line in (unread, other)
    ]
    assert f"givens read {names[0]}" == unread["error"]["try"]
    assert (None, None, None) == tuple(wall[key] for key in ("reads", "capture", "issue"))
    assert "NeedsHuman" == wall["error"]["family"]
    captured = ("before.html", "before.state.json", "fixture.json", "page.html")
    assert {f"linkedin_tango/{file}" for file in captured} | {"linkedin_tango.md"} == {
        file for file in files_in(tmp_path / "found") if "-2" not in file
    }
    assert not (tmp_path / "sessions").exists()
    content = b"".join((tmp_path / "found" / file).read_bytes() for file in files_in(tmp_path / "found"))
    assert [] == [word for word in SECRETS if word.encode() in content or word in done.stdout + done.stderr]

    again = givens("read", names[0], "--json", "--no-record")

    assert (3, unread["error"]["message"]) == (again.returncode, lines(again)[0]["error"]["message"])

    # The issue has the selector, the versions, and a command to reproduce the error.
    issues = [(tmp_path / f"{name}.md").read_text() for name in names]
    title, blank, body = issues[1].split("\n", 2)
    facts = json.loads((tmp_path / names[1] / "fixture.json").read_text())
    browser = re.search(r"^browser +(\d[\d.]+)$", body, re.MULTILINE)
    assert browser is not None
    used = {"page": URL, "error": facts["expect"]["message"], "selector": facts["expect"]["details"]["selector"]}
    table = "\n".join(f"{key:10}  {value}" for key, value in (used | versions() | {"browser": browser[1]}).items())

    assert issues[0].startswith(f"{title}\n")
    assert ("linkedin_tango: the page cannot be read", "") == (title, blank)
    opened = f"`givens sites check` opened the page of `linkedin_tango` on {facts['made']}"
    assert [
        f"{opened} as a guest, and no layout could read it.",
        f"```text\n{table}\n```",
        "The capture holds the board, and of the page around it only the structure. To reproduce the error:",
        f"    givens read {names[1]}\n",
    ] == body.split("\n\n")
    assert "no board at " in facts["expect"]["message"]

    saved = givens("sites", "check", recordings.copy(BEGUN, tmp_path), "-o", "other")
    assert 2 == saved.returncode
    assert "is a saved board, not a page that can be checked" in saved.stderr.replace("\n", " ")
