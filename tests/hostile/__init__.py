"""Hostile pages: play ATTACK × CASE, and tell what came of it.

An attack is a script `fixtures/_hostile/GROUP/NAME.js` (written with `lib.js`, which lists what it offers); a case is
any playable fixture, named `SITE/CASE`. `GUESTS` is one case of each site. For example:

    @pytest.mark.parametrize(("attack", "case"), matrix("clicks"))
    def test_clicks(shared_playwright: SharedPlaywright, attack: str, case: str) -> None:
        outcome = attacked(shared_playwright, attack, case)

        assert outcome.inputs_outside <= 1
        assert outcome.inputs_elsewhere == 0
        assert outcome.exit_code in {3, 5}

Nothing is written but what `record` of the options asks for, to the folder of `GIVENS_SESSIONS`.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

import msgspec
from playwright.sync_api import BrowserContext, Playwright, Request, Route

from bot.files import read_bytes
from bot.play.fixture import CHANNELS, Fixture
from bot.play.fixture import serve as serve_plainly
from bot.play.options import Options
from bot.play.result import Failure, TargetResult
from bot.play.runner import Runner
from bot.play.sites import guessing
from bot.play.targets import Target
from scrapers import SITES
from scrapers._page import Page
from tests import FIXTURES
from tests.command import SharedPlaywright
from tests.tiers import first

GUESTS = (
    "brainbashers_three_in_a_row/table_2022_6",
    *(f"linkedin_{name}/guest" for name in ("mini_sudoku", "patches", "queens", "tango", "zip")),
    "zero_hh1/size_6",
)
"""A plain case of each site, without the family that shares an engine."""
FAMILY = "puzzle_team_binairo/fresh"
"""A case of that family."""
GUESSED = "guessed "
"""What stands before the name of a case that is played as a page that no module knows."""
FAMILIES = (
    "linkedin_mini_sudoku/guest",
    "linkedin_tango/guest",
    "linkedin_zip/guest",
    "linkedin_patches/guest",
    "zero_hh1/size_6",
    "brainbashers_light_up/fresh",
    FAMILY,
    f"{GUESSED}brainbashers_three_in_a_row/table_2022_6",
)
"""A case of each family, those that are played with keys or drags included, and one that is guessed."""
ON_FAMILY = frozenset(
    {"accepted/praised_in_mid_round", "boards/dead_copy_in_front", "clicks/covers", "lying/to_json"}
    | {"proven/late_board", "text/markup"}
)
"""The attacks on it, one of each group that does not need the other engine."""
RESULTS = {
    "puzzle_team_binairo": "https://www.puzzle-binairo.com/?results",
    "brainbashers_three_in_a_row": "https://www.brainbashers.com/show3inarow.asp?results",
    "brainbashers_light_up": "https://www.brainbashers.com/showlightup.asp?results",
    "zero_hh1": "https://0hh1.com/?results",
    **{
        f"linkedin_{name.replace('-', '_')}": f"https://www.linkedin.com/games/{name}/results/"
        for name in ("mini-sudoku", "patches", "queens", "tango", "zip")
    },
}
"""For each site the address of a page of results."""
ELSEWHERE = "https://elsewhere.example"
"""Another origin, to which hostile pages lead."""
HOSTILE = FIXTURES / "_hostile"
"""What hostile pages do: `lib.js`, `elsewhere.html`, and a script for each attack."""
WAITING = re.compile(r"hostile\.(?:input|later|mounted|pressed|solved)\(")
"""How an attack waits for the moment at which it acts."""
STRAY = "https://stray.example/?"
"""The address to which pages report input that is stray."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A trusted event that reached something else than the board that was read."""

    type: str
    target: str
    origin: str
    key: str


def strays(refused: Iterable[str]) -> list[Stray]:
    """Return the stray events that refused requests report."""
    return [stray for stray in reports(refused) if stray.type != "acted"]


def reports(refused: Iterable[str]) -> list[Stray]:
    """Return what refused requests report: stray events, and "acted" once an attack that waits has acted."""
    return [Stray(**json.loads(unquote(urlsplit(url).query))) for url in refused if url.startswith(STRAY)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of playing a hostile page."""

    result: TargetResult
    error: BaseException | None
    """The error that the run ended with."""
    strays: list[Stray] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    """The addresses of all requests for documents."""

    @property
    def opened(self) -> int:
        """How many documents were opened that only a press opens."""
        return self.requests.count(f"{ELSEWHERE}/opened")

    @property
    def sent(self) -> int:
        """How many forms were sent that only a press sends."""
        return sum(url.partition("?")[0] == f"{ELSEWHERE}/sent" for url in self.requests)

    @property
    def exit_code(self) -> int:
        """The exit code that the command would end with; 1 is a bug."""
        return 0 if self.error is None else Failure.of(self.error).exit_code

    @property
    def inputs_outside(self) -> int:
        """How many inputs reached something else than the board; a click counts once, whichever of its events did."""
        counts = Counter(stray.type for stray in self.strays)
        keys = max(counts.pop(event, 0) for event in ("keydown", "keypress", "keyup"))
        return keys + max(counts.values(), default=0)

    @property
    def inputs_elsewhere(self) -> int:
        """How many events reached a page of another origin."""
        return sum(stray.origin == ELSEWHERE for stray in self.strays)


def attacks(group: str) -> list[str]:
    """Return the attacks of a group, as `GROUP/NAME`."""
    return sorted(f"{group}/{path.stem}" for path in (FIXTURES / "_hostile" / group).glob("*.js"))


def matrix(group: str, cases: Sequence[str] = GUESTS, *, each: int | None = None) -> Sequence[tuple[str, str]]:
    """Return every attack of a group on `cases`, and some on one of the family with an engine.

    With `each`, an attack is on so many cases, in turn: what it tries is the same code on every site. The quick tier
    takes the first attack, on the first case.
    """
    pairs = []
    for number, attack in enumerate(attacks(group)):
        step = len(cases) // (each or len(cases))
        some = [cases[(number + step * turn) % len(cases)] for turn in range(each or len(cases))]
        pairs += [(attack, case) for case in dict.fromkeys([*some, *[FAMILY] * (attack in ON_FAMILY)])]
    return first(pairs)


def hostile(attack: str, case: str, **changes: Any) -> Fixture:  # noqa: ANN401 - what the attack is told
    """Return a case with an attack laid over it; `changes` replace what the attack is told."""
    fixture = Fixture.load(FIXTURES / case)
    site = next(site for site in SITES if site.NAME == fixture.site)
    assert isinstance(site, Page)
    chosen = (button for choice in site.choices.values() for button in choice.buttons.values())
    declared = [button.css for button in (*site.entrance.dismiss, *site.entrance.start, *chosen)]
    facts = {"attack": attack, "allowed": declared, "board": site.entrance.board, "results": RESULTS[fixture.site]}
    return msgspec.structs.replace(fixture, replica={**fixture.replica, "hostile": facts | changes})


def infected(page: bytes, facts: dict[str, Any], *, own: bool = True) -> bytes:
    """Return a document that begins with an attack; one that is not the page's `own` only reports input."""
    names = ["lib", facts["attack"]] if own else ["lib"]
    scripts = [f"window.__hostile = {json.dumps(facts)};", *((HOSTILE / f"{name}.js").read_text() for name in names)]
    doctype = re.match(rb"\s*<!doctype[^>]*>", page, re.IGNORECASE)
    at = doctype.end() if doctype else 0
    added = "".join(f"<script>{script}\ndocument.currentScript.remove()</script>" for script in scripts)
    return page[:at] + added.encode() + page[at:]


def serve(context: BrowserContext, fixture: Fixture) -> list[str]:
    """Serve a case, with the attack that is laid over it; return the growing list of the addresses that are refused."""
    refused = serve_plainly(context, fixture)
    if (facts := fixture.replica.get("hostile")) is None:
        return refused
    facts = {**facts, "home": origin(fixture.url)}

    def answer(route: Route) -> None:
        address = route.request.url
        document = fixture.document(address)
        if origin(address) == ELSEWHERE:
            page = infected(read_bytes(HOSTILE / "elsewhere.html"), facts, own=False)
        elif document is not None and document.suffix == ".html":
            page = infected(read_bytes(document), facts, own=origin(address) in fixture.origins())
        else:
            return route.fallback()
        return route.fulfill(body=page, headers={"content-security-policy": CHANNELS, "content-type": "text/html"})

    context.route("**/*", answer)
    return refused


def origin(address: str) -> str:
    """Return the scheme and the host of an address."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(address))


def hostile_tree(folder: Path, attack: str, case: str) -> Path:
    """Write a case with an attack laid over it to a tree of fixtures, for a process that plays it with `--trust`."""
    site, _, name = case.partition("/")
    for part in ("_hostile", site):
        shutil.copytree(FIXTURES / part, folder / part)
    made = folder / site / "hostile"
    made.mkdir()
    fixture = hostile(attack, case)
    facts = {**fixture.replica["hostile"], "home": origin(fixture.url)}
    for document in {"page.html", *fixture.pages.values()}:
        if (file := fixture.file(document)) is not None:
            (made / document).write_bytes(infected(read_bytes(file), facts))
    replica = {"hostile": fixture.replica["hostile"]}
    (made / "fixture.json").write_text(json.dumps({"v": 1, "extends": f"../{name}", "replica": replica}))
    return made


def attacked(
    playwright: SharedPlaywright,
    attack: str,
    case: str | Fixture,
    *,
    options: Options | None = None,
) -> Outcome:
    """Play a case under attack, which must act, in the worker's browser, without its site's pace."""
    fixture = hostile(attack, case.removeprefix(GUESSED)) if isinstance(case, str) else case
    site = next(site for site in SITES if site.NAME == fixture.site)
    assert isinstance(site, Page)
    is_guessed = isinstance(case, str) and case.startswith(GUESSED)
    quick = guessing("") if is_guessed else replace(site, POLICY=replace(site.POLICY, min_elapsed={}))
    refused: list[str] = []
    requests: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            requests.append(request.url)

    def served(context: BrowserContext, fixture: Fixture) -> list[str]:
        nonlocal refused
        refused = serve(context, fixture)
        context.on("request", note)
        return refused

    playing, driver = options or Options(), cast("Playwright", playwright)
    with patch("bot.play.runner.serve", served), Runner(playing, lambda _: None, driver) as run:
        result = run.play(Target(fixture.name, quick, fixture.url, fixture))
        error = run.error
    waits = WAITING.search((HOSTILE / f"{fixture.replica['hostile']['attack']}.js").read_text())
    assert not waits or any(report.type == "acted" for report in reports(refused)), f"{attack} has not acted: {error}"
    return Outcome(result, error, strays(refused), requests)
