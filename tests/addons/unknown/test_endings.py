"""How a page that no module knows may end: what a person takes for success is accepted, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bot.addons.unknown.guess.site import GuessedSite
from bot.addons.unknown.guess.success import Endings, Said, ShownText, checks, claim, failed
from bot.play.live import press_nothing
from scrapers import Accepted, clock_of
from solvers import KINDS
from tests.tiers import spread
from tests.wild import endings, verdicts
from tests.wild.words import tables

Judge = Callable[[str, str, str], "Accepted"]
STEP_MS, STEPS, BEFORE = 1000, 12, 4
"""Milliseconds that pass between two looks, the most looks after the last input, and those before it."""
CLICK = """(last) => {
    for (const [at, cell] of cells.entries()) while (!over && cell.textContent !== goal[at]) {
        const left = cells.filter((each, number) => each.textContent !== goal[number]);
        const isLast = left.length === 1 && (cell.textContent === "") === (goal[at] === "1");
        if (isLast !== last) break;
        cell.click();
    }
}"""
"""Enters the solution up to the last input, or makes that one."""


@pytest.fixture
def judge(page: Page) -> Judge:
    """Return a function that judges a page before and after its last input."""

    def judged(html: str, before: str, last: str) -> Accepted:
        page.set_content(html)
        site = GuessedSite({"binairo": KINDS["binairo"]})
        site.board(page, 5.0, press_nothing)
        site.begin("input")
        site.accepted(page, [])
        page.evaluate(before)
        for _ in range(BEFORE):
            clock_of(page).pause(STEP_MS)
            site.accepted(page, [])
        site.begin("verdict")
        page.evaluate(last)
        for _ in range(STEPS):
            answer = site.accepted(page, page.evaluate("told"))
            if answer.verdict is not None:
                break
            clock_of(page).pause(STEP_MS)
        return answer

    return judged


@pytest.mark.parametrize("name", [*spread(endings.WINS, of=80), *spread(endings.OTHERS, of=96)])
def test_ending(judge: Judge, name: str) -> None:
    """What a person takes for success is accepted; what says less, of somebody else, or is taken back, is not."""
    before = endings.EARLY.get(name, "")
    answer = judge(endings.page(), f"fill(); {before}", {**endings.WINS, **endings.OTHERS}[name])

    assert (answer.verdict is True) == (name in endings.WINS), answer.said


SPOKEN = {**verdicts.SUCCESSES, **verdicts.WEAK, **verdicts.WITHOUT_SUCCESS}
"""What pages say in many languages."""
UNSOLVED = [name for name in verdicts.WITHOUT_SUCCESS if name not in verdicts.BOARDS]


@pytest.mark.parametrize(
    "name",
    [*spread(verdicts.SUCCESSES, of=48), *spread(verdicts.WEAK, of=6), *spread(UNSOLVED, of=96)],
)
def test_words_in_many_languages(judge: Judge, name: str) -> None:
    """Words of success are accepted and of failure refused; one weak sign is named, and no verdict."""
    answer = judge(verdicts.page(SPOKEN[name], verdicts.ALERTS), f"({CLICK})(false)", f"({CLICK})(true)")
    right = True if name in verdicts.SUCCESSES else False if name in verdicts.FAILS else None

    assert right == answer.verdict, answer.said
    assert answer.said or name not in verdicts.WEAK


SENTENCES = tables(Path(verdicts.__file__).with_name("sentences.txt"))
"""What pages say of a solution that they accept, and what else they say, in many languages."""


def _each(table: str) -> Iterator[str]:
    for sentences in SENTENCES[table].values():
        yield from sentences.split(" | ")


@pytest.mark.parametrize(
    ("says", "sentences"),
    [
        (failed, verdicts.FAILURES),
        (lambda words: claim([words])[1] >= Said.LABEL, [*_each("success")]),
        (lambda words: claim([words])[1] < Said.LABEL, [*_each("none")]),
        (checks, [*_each("checks")]),
        (lambda words: not checks(words), [*_each("checks nothing")]),
    ],
)
def test_sentences_in_many_languages(says: Callable[[str], bool], sentences: Sequence[str]) -> None:
    """Words of failure, of success and of a check are known, and what says less, or something else, is neither."""
    assert [] == [words for words in sentences if not says(words)]


def test_long_line_of_known_words() -> None:
    """A line that is nearly all words of success is read in one pass, not in each way to part it."""
    assert (Said.CLAIM, Said.NOTHING) == tuple(claim([f"{'solved ' * 25}{last}"])[1] for last in ("now!", "zzz"))


def test_document_without_text_says_no_failure() -> None:
    """A page that shows nothing but its board may be played."""
    assert "" == Endings().failure([ShownText([], [])], [])
