"""Text of strangers: no command writes what controls a terminal, and no text makes one fail."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from scrapers import About, Accepted, clean, well_formed
from tests import FIXTURES
from tests.hostile import hostile, matrix, serve

if TYPE_CHECKING:
    import subprocess

    from tests.conftest import Givens

CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What no output may hold: control characters, marks of direction, invisible ones, lone halves of characters."""


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Tango · nº 7", "Tango · nº 7"),
        ("\x1b]0;owned\x07", r"\x1b]0;owned\x07"),
        ("a\x9b31mb\x00", r"a\x9b31mb\x00"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
        ("one\ntwo\r\n\tthree", "one two   three"),
        ("👨\u200d👩\u200d👧 très\u202fbien !", "👨\u200d👩\u200d👧 très\u202fbien !"),
    ],
)
def test_clean(text: str, cleaned: str) -> None:
    """What controls a terminal is shown; letters of every language stay."""
    assert cleaned == clean(text)
    assert cleaned == clean(cleaned)


def test_entries() -> None:
    """What a page says of its puzzle and its verdict is cleaned and cut where it enters."""
    assert About(title=r"\x1b[2J", date="x" * 499 + "…") == About(title="\x1b[2J", date="x" * 10_000)
    assert Accepted(verdict=True, said=r"\x07") == Accepted(verdict=True, said="\x07")
    assert {"a": ["\ufffd", 1, None, "é😀"]} == well_formed({"a": ["\ud800", 1, None, "é😀"]})


@pytest.mark.parametrize(("attack", "case"), matrix("text"))
def test_text(givens: Givens, attack: str, case: str) -> None:
    """A page with such texts is played or refused, and all that is shown of it is harmless."""
    fixture = hostile(attack, case)
    with patch("bot.play.fixture.Fixture.load", lambda _: fixture), patch("bot.play.runner.serve", serve):
        played = givens("play", FIXTURES / case)
        listed = [
            givens(*command, FIXTURES / case, "--json", "--no-record")
            for command in (("read",), ("daily", "run", "--tries", "1"))
        ]
    shown = [
        givens(*command)
        for command in (
            (
                "daily",
                "history",
            ),
            ("daily", "history", "--json"),
            ("sessions", "list"),
            ("sessions", "show", "last"),
        )
    ]
    shown.append(givens("sessions", "show", "last", "--json"))

    assert {played.returncode} | {done.returncode for done in listed} <= {0, 3, 5}
    assert [0] * len(shown) == [done.returncode for done in shown]
    assert [[]] * 8 == [found(done) for done in (played, *listed, *shown)]
    assert all(isinstance(json.loads(line), dict) for done in listed for line in done.stdout.splitlines())


def found(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return what an output must not hold, each with what is around it."""
    text = done.stdout + done.stderr
    places = [match.start() for match in CONTROLS.finditer(text)] + [at for at in (text.find("Traceback"),) if at >= 0]
    return [text[max(0, at - 40) : at + 40] for at in places]
