"""The command line as users and scripts run it: exit codes, stdout and stderr."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path

from tests.bot.commands.test_cli import SMALL, lines
from tests.conftest import FIXTURES, Givens


def test_broken_case_of_a_folder(givens: Givens, tmp_path: Path) -> None:
    """A broken case of a folder does not stop the others."""
    folder = tmp_path / "brainbashers_three_in_a_row"
    shutil.copytree(FIXTURES / "_replica", tmp_path / "_replica")
    for case in ("_page", "_table_2022", "table_2022_6", "table_2022_disagree"):
        shutil.copytree(FIXTURES / folder.name / case, folder / case)
    (folder / "broken").mkdir()
    (folder / "broken" / "fixture.json").write_text("{")
    broken = givens("read", folder, "--trust", "--json")

    assert (8, 3) == (broken.returncode, len(lines(broken)))


def test_time_limit_counts_opening(givens: Givens) -> None:
    """A server that never answers is given up at the time limit."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        done = givens("read", address, "--site", "tango", "--timeout", "3")

    assert 5 == done.returncode
    assert f"opening {address} took longer than the time limit of 3.0 s" in done.stderr


def test_capture_of_what_cannot_be_read(givens: Givens, tmp_path: Path) -> None:
    """A page that cannot be read can be captured: that is what a maintainer needs."""
    done = givens("sites", "capture", FIXTURES / "linkedin_tango" / "two_marks", "-o", "captured")

    assert 0 == done.returncode
    assert "it cannot be read: " in done.stdout
    assert "ReadError" == json.loads((tmp_path / "captured" / "fixture.json").read_text())["expect"]["kind"]
    assert (tmp_path / "captured" / "before.state.json").exists()


def test_script_of_a_fixture_fails(givens: Givens, tmp_path: Path) -> None:
    """An error in a fixture's own script is in the message, because it is the cause of what follows."""
    for name in ("_replica", "zero_hh1/_page", "zero_hh1/size_4"):
        shutil.copytree(FIXTURES / name, tmp_path / "fixtures" / name)
    base = tmp_path / "fixtures" / "zero_hh1" / "_page" / "fixture.json"
    base.write_text(base.read_text().replace('"html": "{board}"', '"html": "{bord}"'))

    done = givens("read", tmp_path / "fixtures" / "zero_hh1" / "size_4", "--trust")

    assert 3 == done.returncode
    assert "a script of the fixture failed: replica: nothing is called {bord}" in " ".join(done.stderr.split())


def test_in_their_order(givens: Givens, tmp_path: Path) -> None:
    """Each target has its own line, in order, and its own session; failures do not affect others."""
    done = givens("play", SMALL, "./nowhere", FIXTURES / "linkedin_tango" / "odd_board", "--json")
    told = lines(done)

    assert 8 == done.returncode
    assert [(str(SMALL), True), ("./nowhere", None), (str(FIXTURES / "linkedin_tango" / "odd_board"), None)] == [
        (line["target"], line.get("accepted")) for line in told
    ]
    assert [None, "UsageError", "ReadError"] == [line.get("error", {}).get("kind") for line in told]
    assert {line["session"] for line in told if "session" in line} == {
        str(path) for path in (tmp_path / "sessions").iterdir() if path.is_dir()
    }
    assert "error: there is no file or folder nowhere" == done.stderr.strip()
