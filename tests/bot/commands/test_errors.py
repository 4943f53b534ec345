"""What people read when something fails: the cause first, everything once, and no names of classes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from bot.errors import PageGone
from bot.play.result import Failure, TargetResult
from tests.bot.commands.test_cli import SOUND
from tests.bot.commands.test_found_files import case_with
from tests.bot.sessions.test_store import make
from tests.conftest import Givens

URL = "https://example.com/puzzle?size=5"


@pytest.mark.parametrize(
    ("message", "brief"),
    [
        (f"there is no network: {URL} could not be reached", "there is no network"),
        (f"the board at {URL} cannot be read: no cells", "the board cannot be read"),
        (f"opening {URL} took longer than 30 s: it could not be reached", "opening took longer than 30 s"),
        ("there is no file or folder site:size=5", "there is no file or folder"),
        ("/folder/of/case/fixture.json: `made` is missing", "`made` is missing"),
    ],
)
def test_brief(message: str, brief: str) -> None:
    """A table has the first clause of an error, without the address and the name that stands beside it."""
    assert brief == Failure.of(PageGone(message)).brief("site:size=5")


@pytest.mark.parametrize(
    ("confirmed", "single", "why", "words"),
    [
        (18, 0, "", "18 clues read: 18 from two sources that agree."),
        (1, 0, "", "1 clue read: 1 from two sources that agree."),
        (0, 1, "only one is", "1 clue read: 1 from one (only one is)."),
        (12, 6, "", "18 clues read: 12 from two sources that agree, 6 from one (the page states each once)."),
        (0, 0, "", "0 clues read."),
    ],
)
def test_how_many_clues_were_read(confirmed: int, single: int, why: str, words: str) -> None:
    """How a board was read is one sentence."""
    assert words == TargetResult(target="page", confirmed=confirmed, single=single, why_single=why).clues


def test_same_failure_is_told_once(givens: Givens, tmp_path: Path) -> None:
    """Pages that fail in the same way are explained once; the table names each."""
    for number in range(3):
        case_with(tmp_path / f"case{number}", scripts=True, expect="accepted")

    done = givens("play", "./case0", "./case1", "./case2", "--no-record")

    assert 1 == done.stderr.count("run only with --trust")
    assert 3 == len(re.findall(r"case\d .*failed", done.stdout))


def test_what_is_missing_is_told_once(givens: Givens, tmp_path: Path) -> None:
    """A browser that is missing is missing for every puzzle."""
    (tmp_path / "puzzles.jsonl").write_text(f"{json.dumps(SOUND)}\n" * 3, encoding="utf-8")

    done = givens("draw", "puzzles.jsonl", "-o", "board.png", "--browser", "nosuch")

    assert (7, 1, "") == (done.returncode, done.stderr.count("there is no program nosuch"), done.stdout)


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (f"play '{URL}' --trust --pace 5", f"read '{URL}' --guess"),
        (f"play --seed=7 '{URL}' --json --browser 'a b'", f"read '{URL}' --guess --seed 7 --json --browser 'a b'"),
        (
            f"read --press Go --press '#b' '{URL}' --no-record",
            f"read '{URL}' --guess --press Go --press '#b' --no-record",
        ),
        (f"solve '{URL}' --kind tango --limit 2", f"read '{URL}' --guess --kind tango"),
        ("read page.html --site tango --headed", "read page.html --guess --headed"),
        ("sessions share last -o a.zip --force", "sessions share ID -o a.zip --yes --force"),
    ],
)
def test_options_are_repeated(givens: Givens, tmp_path: Path, arguments: str, command: str) -> None:
    """The command that an error suggests has the options that were given, as far as it takes them."""
    (tmp_path / "page.html").write_text("<link rel=canonical href=https://example.com/><p>")
    (tmp_path / "sessions").mkdir()
    session = make(tmp_path / "sessions")
    done = givens(*shlex.split(arguments), COLUMNS="500")

    assert 2 == done.returncode
    assert f"try: givens {command}".replace("ID", session.id) in f"{done.stdout}{done.stderr}".splitlines()
