"""Test what the studio's first page knows of the day, without a browser."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.addons.studio.listing import ago, playback
from bot.addons.studio.today import DAYS, card, dailies, page
from bot.daily.history import History, history_file
from bot.daily.settings import load
from bot.daily.statistics import lines, recent_plays
from bot.play.sites import site_named, today_of
from tests.addons.studio.page import Studio
from tests.bot.sessions.test_report import TANGO, made
from tests.tiers import first

ACCEPTED: dict[str, Any] = {"accepted": True, "said": "well done", "ms": {"open": 900.0, "solve": 2.0, "total": 1500.0}}
FAILED: dict[str, Any] = {
    "accepted": None,
    "error": {"family": "EnterError", "kind": "PageGone", "message": "there is no network: example.org is not found"},
}


def play_daily(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Write settings and a history of one puzzle, today's failed; return the commands that the studio starts."""
    for name, file in (("HISTORY", "history.sqlite"), ("CONFIG", "config.toml"), ("SESSIONS", "sessions")):
        monkeypatch.setenv(f"GIVENS_{name}", str(folder / file))
    (folder / "config.toml").write_text('[[daily]]\ntarget = "linkedin_tango"\n')
    today = today_of(site_named("linkedin_tango"))
    with History(history_file()) as history:
        for ago, line in ((5, ACCEPTED), (4, ACCEPTED | TANGO), (2, ACCEPTED), (1, ACCEPTED), (0, FAILED)):
            history.note("linkedin_tango", "", today - timedelta(days=ago), line)
        history.note("linkedin_queens", "", today - timedelta(days=DAYS), ACCEPTED)
    started: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr("bot.addons.studio.app.Popen", Process)
    return started


def test_the_day_of_a_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle has its state today, a calendar that says why its streak broke, and its figures."""
    play_daily(tmp_path, monkeypatch)
    (tango,) = map(card, dailies())

    days = {day["state"]: day["words"] for day in tango["days"]}
    assert ("linkedin_tango", "failed", "there is no network") == tuple(
        tango[key] for key in ("target", "state", "words")
    )
    assert ["none", "done", "done", "missed", "done", "done", "failed"] == [day["state"] for day in tango["days"][-7:]]
    assert ("not played", "there is no network") == (days["missed"], days["failed"])
    assert DAYS == len(tango["days"])


@pytest.mark.parametrize("has_number", first([True, False]))
@pytest.mark.parametrize(
    ("line", "state"),
    [
        ({"accepted": True}, "done"),
        ({"accepted": True, "ms": {"total": 0}, "said": ""}, "done"),
        ({"accepted": None, "entered": True, "said": "nothing was said"}, "check"),
        ({"accepted": False, "entered": True}, "failed"),
        (FAILED, "failed"),
        (None, "left"),
    ],
)
def test_every_state_has_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: dict[str, Any] | None, state: str, *, has_number: bool
) -> None:
    """A puzzle has a card in each state, however little its play has said, also while it is played."""
    play_daily(tmp_path, monkeypatch)
    (tmp_path / "history.sqlite").unlink()
    if line is not None:
        with History(history_file()) as history:
            about = {"about": {"number": 7}} if has_number else {}
            history.note("linkedin_tango", "", today_of(site_named("linkedin_tango")), line | about)

    assert f'data-state="{state}"' in page()
    assert 'data-state="playing"' in page("linkedin_tango")


def test_figures_are_those_of_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The studio and `givens daily history --json` count in the same way."""
    play_daily(tmp_path, monkeypatch)
    (shown,) = map(card, dailies())
    listed = [line["figures"] for line in lines(recent_plays(["linkedin_tango"], None))]

    figures = {"plays": 5, "done": 4, "rate": 0.8, "streak": 2, "longest": 2, "ms": {"solve": 2.0, "page": 900.0}}
    assert [figures] * 6 == [shown["figures"], *listed]


def test_only_daily_puzzles_are_started(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request may name one of the daily puzzles, and nothing else."""
    started = play_daily(tmp_path, monkeypatch)

    answers = [
        studio.ask(f"today/play?target={target}", b"").status
        for target in ("linkedin_zip", "--force", "linkedin_tango")
    ]

    assert ([404, 404, 202], 1) == (answers, len(started))


def test_puzzles_that_nobody_has_chosen(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that was only tried in vain has no card; one that was played has one, and can be removed."""
    play_daily(tmp_path, monkeypatch)
    today = today_of(site_named("brainbashers_hitori"))
    with History(history_file()) as history:
        for site, line in (("hitori", FAILED), ("sudoku", FAILED), ("sudoku", ACCEPTED), ("slitherlink", ACCEPTED)):
            day = today - timedelta(days=line is ACCEPTED)
            history.note(f"brainbashers_{site}", "", day, line)

    def shown() -> list[str]:
        return [daily.target for daily in dailies()]

    assert ["brainbashers_slitherlink", "brainbashers_sudoku", "linkedin_tango"] == sorted(shown())
    assert sorted(shown()) == sorted(re.findall(r'data-remove="(\w+)"', page()))
    asked = ["brainbashers_sudoku", "brainbashers_sudoku", "--all", "linkedin_tango"]
    statuses = [studio.ask(f"today/remove?target={target}", b"").status for target in asked]
    assert [204, 404, 404, 204] == statuses
    assert ["brainbashers_slitherlink"] == shown()
    with History(history_file()) as history:
        left = {play.site for play in history.plays()}
        assert {"linkedin_queens", "brainbashers_hitori", "brainbashers_slitherlink"} == left


def test_puzzles_are_chosen_and_removed(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is ticked is written as `givens daily init` writes it, and added later; other settings and words stay."""
    play_daily(tmp_path, monkeypatch)
    for name in ("config.toml", "history.sqlite"):
        (tmp_path / name).unlink()

    def status(path: str, body: object = b"") -> int:
        return studio.ask(f"today/{path}", body).status

    assert "Choose the puzzles of your day" in page()
    assert [400, 400] == [status("choose", []), status("choose", ["linkedin_zip", "no_such_site"])]
    assert 204 == status("choose", ["linkedin_zip", "nyt_pips"])
    assert 204 == status("choose", ["linkedin_queens"])
    before = (tmp_path / "config.toml").read_text()
    assert ["linkedin_zip", "nyt_pips", "linkedin_queens"] == [chosen.target for chosen in load().daily]
    assert 'value="nyt_sudoku"' in page()
    assert 'value="nyt_pips"' not in page()
    assert 204 == status("remove?target=nyt_pips")
    assert ["linkedin_zip", "linkedin_queens"] == [chosen.target for chosen in load().daily]
    removed = '[[daily]]\ntarget = "nyt_pips"\n'
    assert before.replace(removed, "") == (tmp_path / "config.toml").read_text()


def test_puzzles_that_are_one_value_are_not_removed(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written in another form is left to the person, with a sentence."""
    play_daily(tmp_path, monkeypatch)
    (tmp_path / "config.toml").write_text('daily = [{ target = "linkedin_tango" }]\n')

    answer = studio.ask("today/remove?target=linkedin_tango", b"")

    assert (400, True) == (answer.status, "write each as a table" in answer.text)
    assert [5] == [len(daily.plays) for daily in dailies()]


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "now"), (1, "1 second ago"), (7300, "2 hours ago"), (90_000, "1 day ago")]
)
def test_how_long_ago(seconds: float, words: str) -> None:
    """A time is said in its largest unit."""
    assert words == ago(seconds)


def test_words_of_a_page_are_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page said is no markup, on the day's card and where its session is played back."""
    play_daily(tmp_path, monkeypatch)
    with History(history_file()) as history:
        error = FAILED["error"] | {"message": "<img src=x>: odd"}
        history.note("linkedin_tango", "", today_of(site_named("linkedin_tango")), FAILED | {"error": error})

    assert "&lt;img src=x&gt;" in page()
    assert "<img" not in page()
    played = playback(made(tmp_path, said="<img src=x>", target="\x1b"))
    assert "&lt;img src=x&gt;" in played
    assert not re.search("<img|\x1b", played)
