"""Test the report on sessions in a real Chromium: playback, content, keyboard use, and untrusted content."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bot.browser.launch import new_context
from bot.draw.svg import Layers, layers, svg
from bot.errors import PageGone
from bot.files import without_home
from bot.play.result import TargetResult
from bot.record.recorder import Recorder
from bot.sessions.bug_report import gather
from bot.sessions.playback import Film, input_frames, puzzle_of, steps
from bot.sessions.report import report, title_of, write
from bot.sessions.store import Session, sessions
from solvers import Given, Grid, Puzzle, explain, load
from tests import ROOT
from tests.bot.commands.test_cli import BEGUN
from tests.conftest import Givens
from tests.recordings import Recordings
from tests.solvers.test_kinds import JUNK, LINES
from tests.tiers import first, spread

NOW = datetime(2026, 11, 20, 7, 15, tzinfo=UTC)
TANGO: dict[str, Any] = {
    "puzzle": {
        "kind": "tango",
        "givens": ["....", "....", "....", "1..."],
        "equal": [["R1C2", "R1C3"], ["R1C2", "R2C2"], ["R3C4", "R4C4"]],
        "opposite": [["R3C2", "R3C3"]],
    },
    "solution": ["0110", "1100", "0011", "1001"],
}
KINDS = {
    line["puzzle"]["kind"]: line
    for line in sorted(LINES.values(), key=lambda line: -len(line["solution"]))
    if len(line["solution"]) > 1 and line["puzzle"].get("size") != [1, 1]
} | {"tango": TANGO}
"""The smallest board of each kind that has more than one row."""
DOT = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xff\xff"
    b"\xff\x7f\0\t\xfb\x03\xfd\x05CE\xca\0\0\0\0IEND\xaeB`\x82"
)
MARKUP = '</script><script>hacked = 1</script><img src="https://example.org/x" onerror="hacked = 1">\'"&amp;'


@dataclass
class Shown:
    """The page of a report, with its errors and requests."""

    page: Page
    folder: Path
    """Where the test's sessions are."""
    problems: list[str] = field(default_factory=list)

    def open(self, session: Session | None = None) -> Page:
        """Write the report on a session, by default of a small Tango, and open it from disk."""
        path = self.folder / "report.html"
        path.write_text(report(session or made(self.folder)))
        self.page.goto(path.as_uri())
        return self.page


@pytest.fixture
def shown(page: Page, tmp_path: Path) -> Iterator[Shown]:
    """Yield a page for reports; none of them may request anything or log an error."""
    shown = Shown(page, tmp_path)
    listeners: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: shown.problems.append(message.text),
        "pageerror": lambda error: shown.problems.append(str(error)),
        "request": lambda request: shown.problems.append(request.url),
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield shown
    for event, listener in listeners.items():
        page.remove_listener(event, listener)

    assert [] == [text for text in shown.problems if not text.startswith(("file://", "data:"))]


def groups(puzzle: Puzzle, solution: Grid) -> list[dict[str, int]]:
    """Return the marks of a solution as a page takes them: by rectangle, along a path, or cell by cell."""
    given = {cell for clue in puzzle.clues() if isinstance(clue, Given) for cell in clue.cells}
    marks = [(value, cell) for cell, value in solution.marked()]
    if puzzle.KIND == "patches":
        return [
            {str(cell): value for value, cell in marks if value == number}
            for number in sorted({value for value, _ in marks})
        ]
    if puzzle.KIND == "zip":
        return [{str(cell): value} for value, cell in sorted(marks)]
    return [{str(cell): value} for value, cell in marks if cell not in given]


def entered(line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the events of a run that enters a solution."""
    puzzle, solution = load(line["puzzle"]), Grid.parse(line["solution"])
    moves: list[dict[str, Any]] = [
        {
            "t": 1 + at / 4,
            "event": "input",
            "click": [10.0, 20.0 + at],
            "leaves": {cell: [mark] for cell, mark in group.items()},
        }
        for at, group in enumerate(groups(puzzle, solution))
    ]
    last = moves[-1]["t"]
    return [
        {"t": 0.5, "event": "read", "layout": "guest", "confirmed": [], "single": []},
        {"t": 0.75, "event": "solved", "unique": True},
        *moves,
        {"t": last + 0.25, "event": "entered", "inputs": len(moves), "repaired": 0, "rounds": 1},
        {"t": last + 0.5, "event": "accepted", "said": "Well done!"},
    ]


def made(
    folder: Path,
    line: Mapping[str, Any] | None = TANGO,
    *,
    ago: float = 0,
    events: Sequence[object] | None = None,
    **facts: object,
) -> Session:
    """Create a session some days ago, as the recorder writes it."""
    started = NOW - timedelta(days=ago)
    site = str(facts.get("site", "linkedin_tango"))
    number = len(list(folder.glob("20*")))
    at = folder / f"{started:%Y-%m-%dT%H%M%S}-{site}-{number:04x}"
    at.mkdir(parents=True)
    content = {
        "v": 1,
        "outcome": "accepted",
        "target": "tango",
        "site": site,
        "started": started.isoformat(),
        "ended": (started + timedelta(seconds=60)).isoformat(),
        "versions": {"givens": "0.1.0"},
        "browser": {"version": "150.0", "sandbox": True},
        "layout": "guest",
        "url": "https://www.linkedin.com/games/tango/",
        "about": {"number": 774, "title": "Tango"},
        "confirmed": 4,
        "single": 0,
        "said": "Well done!",
        "inputs": 15,
        "repaired": 0,
        "ms": {"open": 400.0, "read": 40.0, "solve": 2.0, "enter": 200.0, "accept": 500.0, "total": 1142.0},
    }
    (at / "session.json").write_text(json.dumps(content | facts))
    if line is not None:
        (at / "puzzle.json").write_text(json.dumps(line["puzzle"]))
        (at / "solution.json").write_text(json.dumps(line["solution"]))
        events = entered(line) if events is None else events
    (at / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events or ()))
    return next(session for session in sessions(folder) if session.id == at.name)


def in_every_state(folder: Path) -> list[Session]:
    """Record sessions of every outcome, with and without a puzzle, as runs that have just begun, ended, or were killed.

    `GIVENS_SESSIONS` names the folder. The unreadable ones are damaged, empty, and of a newer version.
    """
    ends = [None, "accepted", "entered", "read", "failed", "interrupted"]
    for outcome, has_puzzle, is_old in product(ends, (False, True), (False, True)):
        recorder = Recorder.start("linkedin_tango", "tango")
        assert recorder.folder is not None
        if has_puzzle:
            recorder.json("puzzle.json", TANGO["puzzle"])
            recorder.event("input", click=[10.0, 20.0], leaves={"R1C1": [0]})
        if outcome is not None:
            result = TargetResult.begin("tango", "linkedin_tango", "https://example.org", entering=outcome != "read")
            if outcome == "failed":
                result.fail(PageGone("there is no network"))
            recorder.finish(outcome, result.line())
        elif is_old:
            recorder.update(started=NOW.isoformat())
    for content in ("", "[]", json.dumps({"v": 99})):
        session = made(folder)
        (session.folder / "session.json").write_text(content)
    made(folder, None, ms={}, about={}, said="", layout=None, ended=None)
    return sessions(folder)


def player(page: Page, name: str = "inputs") -> Locator:
    """Return the first player of a page with this film."""
    return page.locator(f".player[id$={name}]").first


def position(view: Locator) -> int:
    """Return the number of the frame that a player shows."""
    return int(view.locator(":checked").input_value())


def board(view: Locator) -> str:
    """Return the drawing of a player's board, without the marker of changed cells."""
    drawn: str = view.locator(".board").evaluate("board => board.innerHTML")
    return re.sub(r"\s+(?=<)", "", re.sub(r" now(?=\")", "", drawn))


def drawing(page: Page, picture: Layers) -> str:
    """Return a picture as the browser serializes it."""
    drawn: str = page.evaluate(
        """drawing => {
            const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
            group.innerHTML = drawing;
            return group.innerHTML;
        }""",
        "".join((picture.below, *picture.cells.values(), picture.above)),
    )
    return re.sub(r"\s+(?=<)", "", drawn)


def test_guessed_page(shown: Shown) -> None:
    """Events are listed; an input that was made to learn what it does says so, and damaged facts are only text."""
    found = {"t": 0.5, "event": "guessed", "boards": "\ud800", "looks": {"blank": 4}, "hypotheses": ["tango"]}
    learning = {"t": 1.0, "event": "input", "click": [330, 190], "leaves": {"R1C1": []}}
    page = shown.open(made(shown.folder, layout="guessed", events=[found, learning]))

    assert (
        r"0.50 s guessed: boards \ud800, looks 4 × blank, hypotheses 1"
        in page.get_by_role("listitem").all_inner_texts()
    )
    assert "R1C1: not known before" in player(page).inner_text()


def test_playback(shown: Shown) -> None:
    """A player plays, pauses, goes on, stops at the end and starts again."""
    page = shown.open()
    view, last = player(page), len(groups(load(TANGO["puzzle"]), Grid.parse(TANGO["solution"])))
    play, pause = (view.get_by_role("button", name=name, exact=True) for name in ("Play", "Pause"))
    play.click()
    page.clock.run_for(800)
    found = [position(view)]
    pause.click()
    page.clock.run_for(5000)
    found.append(position(view))
    play.click()
    page.clock.run_for(250 * last)
    found.append(position(view))
    expect(play).to_be_visible()
    play.click()
    page.clock.run_for(300)
    found.append(position(view))

    assert [3, 3, last, 1] == found


def test_explanation(shown: Shown) -> None:
    """Each step of the explanation shows the marks known so far, its highlighted cells, and its text."""
    puzzle = load(TANGO["puzzle"])
    page = shown.open()
    view, found = player(page, "steps"), list(explain(puzzle))

    assert ["the givens", *(step.words for step in found)] == view.locator(".words").all_inner_texts()

    for number in (len(found), 1):
        view.locator("label").nth(number).click()

        assert drawing(page, layers(found[number - 1].picture(puzzle))) == board(view)
        expect(view.get_by_role("radio", name=f"{number} {found[number - 1].words}")).to_be_checked()


def test_explanation_is_incomplete(tmp_path: Path) -> None:
    """A puzzle that takes too long or has no solution has no steps, with the reason."""
    puzzle = load(KINDS["sudoku"]["puzzle"])
    clash = {"kind": "three_in_a_row", "givens": ["111.", "....", "....", "...."]}
    session = made(tmp_path, {"puzzle": clash, "solution": TANGO["solution"]}, events=[])

    assert (1, "gave up") == (len((late := steps(puzzle, within=1e-9))[0].frames), late[1][:7])
    assert "There are no steps: no solution" in report(session)


def test_keyboard(shown: Shown) -> None:
    """Every control has a name and can be reached and used by keyboard, up to the end of the page."""
    page = shown.open()
    names: list[str] = []
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body"):
        names.append(page.locator(":focus").aria_snapshot().splitlines()[0])
        view = page.locator(".player:has(:focus)")
        if "radio" in names[-1]:
            was = board(view)
            for _ in range(3):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowUp")

            assert 2 == position(view)
            assert was != board(view)
        page.keyboard.press("Tab")

    roles = [re.match(r'- (\w+) "[^"]+"', name) for name in names]

    assert ["button", "radio", "button", "radio", "link"] == [role and role[1] for role in roles]


def facts_of(text: str) -> dict[str, Any]:
    """Return the facts of a session, with a text wherever one may stand."""
    facts: dict[str, Any] = dict.fromkeys(("target", "layout", "url", "said", "verdict", "note"), text)
    about = dict.fromkeys(("title", "number", "date", "difficulty"), text)
    facts |= {"about": about, "versions": {text: text}, "browser": {text: text}, "refused": [text]}
    return facts | {"ms": {text: 1.0, "total": 2.0}}


def error_of(text: str) -> dict[str, Any]:
    """Return an error with a text wherever one may stand."""
    return dict.fromkeys(("family", "kind", "message", "try"), text) | {"details": {text: text}}


def test_markup_stays_text(shown: Shown) -> None:
    """The content of a session is only text on the page: no element, no script, no request."""
    events = [{"t": 1, "event": "input", "keys": [MARKUP], "leaves": {"R1C1": [1]}}, {"t": 2, "event": MARKUP}]
    session = made(shown.folder, events=events, outcome=MARKUP, error=error_of(MARKUP), **facts_of(MARKUP))
    (session.folder / "traceback.txt").write_text(MARKUP)
    (session.folder / "<img src=x onerror=hacked=1>.txt").write_text(MARKUP)
    page = shown.open(session)

    assert "undefined" == page.evaluate("typeof hacked")
    assert 0 == page.locator("img, [onerror], main script:not([type='application/json'])").count()
    assert f"{MARKUP} #{MARKUP}" in page.locator("h1").inner_text()
    assert page.get_by_text(MARKUP).count() > 10


def test_content_security_policy(shown: Shown) -> None:
    """The page's policy blocks other scripts and all requests."""
    page = shown.open()
    blocked = page.evaluate("""async () => {
        const blocked = [];
        document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "hacked = 1";
        document.body.append(script);
        const image = new Image();
        const failed = new Promise((done) => image.addEventListener("error", done));
        image.src = "https://example.org/x.png";
        await failed;
        return [typeof hacked, ...blocked.sort()];
    }""")
    shown.problems[:] = [
        text for text in shown.problems if "Content Security Policy" not in text and "example.org" not in text
    ]

    assert ["undefined", "img-src", "script-src-elem"] == blocked


def test_screenshots(shown: Shown) -> None:
    """Screenshots are embedded; a file that is no PNG is left out."""
    session = made(shown.folder)
    (session.folder / "after.png").write_bytes(b"<svg onload=hacked=1>")
    page = shown.open(session)

    assert 0 == page.locator("figure").count()

    for name in ("before", "after"):
        (session.folder / f"{name}.png").write_bytes(DOT)
    page = shown.open(session)

    assert [1, 1] == page.locator("figure img").evaluate_all("images => images.map(image => image.naturalWidth)")


@pytest.mark.parametrize(
    ("about", "title"),
    [
        ({"title": "Tango", "number": 774}, "Tango #774"),
        ({"title": "6x6 Puzzle", "number": 9}, "Tango: 6x6 Puzzle #9"),
        ({"title": "Today's TANGO"}, "Today's TANGO"),
        ({}, "Tango"),
    ],
)
def test_titles_say_the_kind(tmp_path: Path, about: dict[str, object], title: str) -> None:
    """A session is called what its page says, and what kind of puzzle it is where the page does not say that."""
    session = made(tmp_path, about=about)

    assert title == title_of(session)


def test_failed_session(shown: Shown) -> None:
    """A run that failed before reading shows its error, with a command to try."""
    error = {"family": "ReadError", "kind": "ReadError", "message": "no board", "try": "givens sites capture X -o Y"}
    events = [{"t": 20.5, "event": "error", "kind": "ReadError", "message": "no board"}]
    session = made(shown.folder, None, events=events, outcome="failed", error=error, said="", inputs=0)
    (session.folder / "failed.png").write_bytes(DOT)
    page = shown.open(session)
    words = page.get_by_role("region", name="Error").inner_text()

    assert "ReadError: no board\ntry: givens sites capture X -o Y" == re.sub(r"\n+", "\n", words)
    assert 0 == page.locator(".player").count()
    assert ["when it failed"] == page.locator("figcaption").all_inner_texts()


def test_unfinished_sessions(shown: Shown) -> None:
    """A dry run has an explanation but no playback; of a killed run there is what exists, here without an end."""
    page = shown.open(made(shown.folder, events=entered(TANGO)[:2], outcome="read", inputs=0, said=""))

    players = page.locator(".player").evaluate_all("players => players.map(player => player.id)")
    assert ["steps"] == players
    expect(page.locator("h1 .badge")).to_have_text("dry run")

    session = made(shown.folder, outcome="unfinished", ended=None, ms={})
    (session.folder / "solution.json").write_text('["10')
    with (session.folder / "events.jsonl").open("a") as file:
        file.write('{"t": 9, "event": "inp')
    view = player(shown.open(session))
    view.locator("label").nth(1).click()

    assert ["R1C1"] == view.locator(".mark").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")


def test_every_state_has_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session has a report however far it came; names that are missing would be errors."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    recorded = [session for session in in_every_state(tmp_path) if not session.problem]
    known = {"accepted", "entered", "read", "failed", "interrupted", "unfinished"}

    assert known == {session.record.outcome for session in recorded}
    assert all(session.id in report(session) for session in spread(recorded, of=4))


@pytest.mark.parametrize(("scheme", "width"), first([("light", 320), ("dark", 1280), ("light", 1280), ("dark", 320)]))
def test_colours_and_width(shown: Shown, scheme: Any, width: int) -> None:  # noqa: ANN401 - a literal of Playwright's
    """The report follows the colour scheme, fits the screen, and has enough contrast."""
    shown.page.emulate_media(color_scheme=scheme)
    shown.page.set_viewport_size({"width": width, "height": 700})
    page = shown.open()
    ground, ink = page.evaluate("""() => ["backgroundColor", "color"].map((name) => {
        const [red, green, blue] = getComputedStyle(document.documentElement)[name].match(/\\d+/g).map(Number);
        return (red + green + blue) / 765;
    })""")

    assert width == page.evaluate("document.documentElement.scrollWidth")
    assert (scheme == "dark", True) == (ground < ink, abs(ground - ink) > 0.7)
    shown.page.emulate_media(color_scheme="null")


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_scripts(tmp_path: Path, chromium: Browser, media: Any) -> None:  # noqa: ANN401 - as above
    """Without scripts, as on paper, boards and lists are visible as a whole and the controls are hidden."""
    write(made(tmp_path), tmp_path / "report.html")
    with new_context(chromium, scripts=media == "print") as context:
        page = context.new_page()
        page.goto((tmp_path / "report.html").as_uri())
        page.emulate_media(media=media)

        assert 0 == page.locator("button:visible, input:visible").count()
        assert 2 == page.locator(".player .board:visible").count()
        lists = page.locator(".list").evaluate_all("lists => lists.map(list => list.scrollHeight - list.clientHeight)")
        assert [0, 0] == lists


def test_equal_sessions_equal_pages(tmp_path: Path) -> None:
    """A report depends only on the content of the sessions."""
    session = made(tmp_path)
    other = tmp_path / "elsewhere" / session.id
    shutil.copytree(session.folder, other)

    assert report(session) == report(Session.load(other))


@pytest.mark.parametrize("junk", spread(JUNK, of=24), ids=repr)
def test_damaged_content(tmp_path: Path, junk: object) -> None:
    """There is a report on sessions with any content in any file."""
    names = ("about", "ms", "error", "versions", "browser", "refused", "ended", "said", "inputs", "verdict", "puzzle")
    facts: list[dict[str, Any]] = [{name: junk} for name in names]
    facts += [{name: {key: junk}} for name in ("about", "ms", "error") for key in ("title", "total", "message")]
    members = [made(tmp_path, **changes) for changes in facts]
    move = {"t": 1, "event": "input", "click": [1, 2], "leaves": {"R1C1": [1]}}
    moves = [move | {name: junk} for name in ("t", "click", "leaves", "drag", "keys")]
    moves += [move | {"leaves": {"R1C1": junk, "R9C9": [1], "x": [junk]}}, move | {"leaves": {"R1C1": [junk]}}]
    members.append(
        made(tmp_path, events=[*entered(TANGO), *moves, junk, {"event": junk}, {"t": junk, "event": "accepted"}])
    )
    for name in ("puzzle.json", "solution.json", "before.html", "before.state.json"):
        members.append(made(tmp_path))
        (members[-1].folder / name).write_text(json.dumps(junk))

    assert [] == [session for session in members if not session.problem and "<h1>" not in report(session)]


RANGES = ((0, 9), (11, 32), (127, 160), (0x202A, 0x202F), (0x2066, 0x206A), (0x61C, 0x61D), (0x200E, 0x200F))
HARM = "".join(chr(code) for start, end in RANGES for code in range(start, end))
"""Control characters and marks of direction, without the tab and the line break."""
HARMFUL = re.compile(f"[{re.escape(HARM)}\u200f\ud800-\udfff]")


@pytest.mark.posix("file modes")
def test_no_page_has_control_characters(tmp_path: Path) -> None:
    """What a session holds reaches no page or picture with characters that change others; only its user may read it."""
    bad = f"{HARM}\u200f\ud83d<b>&'\"\udc00 and more"
    facts = facts_of(bad)
    found = {"event": "guessed", "t": 1.0, "boards": [], "looks": {bad: 1}, "hypotheses": [bad]}
    leaves = {"event": "input", "t": 2.0, "keys": [bad], "leaves": {"R1C1": [1]}}
    whole = made(tmp_path, events=[found, leaves], **facts)
    failed = made(tmp_path, outcome=bad, error=error_of(bad), **facts)
    for name in ("traceback.txt", "page.html", "before.html"):
        (failed.folder / name).write_text(bad, encoding="utf-8", errors="surrogatepass")

    write(failed, tmp_path / "report.html")  # A half of a character can be written.
    assert 0o600 == (tmp_path / "report.html").stat().st_mode & 0o777
    pages = [report(whole), (tmp_path / "report.html").read_text(encoding="utf-8")]
    pages.append(svg(load(TANGO["puzzle"]).picture(), title=bad))
    pages += [content.decode() for each in (whole, failed) for content in gather(each).values()]
    films = [json.loads(film) for page in pages for film in re.findall(r'application/json">(.*?)</script>', page)]

    assert [] == [found for page in pages for found in HARMFUL.findall(page)]
    assert films
    assert not HARMFUL.search(json.dumps(films, ensure_ascii=False))


def test_command(givens: Givens, tmp_path: Path) -> None:
    """The command writes the page of a session; an error is one sentence."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    none = givens("sessions", "report", "last")
    session = made(folder)
    done = givens("sessions", "report", "last", "-o", "report.html", "--json")
    lost = givens("sessions", "report", "last", "-o", "no/folder.html")
    unknown = givens("sessions", "report", "2025")

    assert (2, 0, 7, 2) == tuple(run.returncode for run in (none, done, lost, unknown))
    assert "no sessions exist" in none.stderr
    assert "no/folder.html cannot be written" in lost.stderr
    assert ("report.html", str(session.folder)) == tuple(json.loads(done.stdout)[key] for key in ("file", "session"))
    assert session.id in (tmp_path / "report.html").read_text()
    assert "\n    givens sessions report " in givens("sessions", "report", "--help").stdout


def test_played_session(recordings: Recordings, tmp_path: Path) -> None:
    """The playback of a real run starts with the marks found on the board and ends with the solution."""
    session = Session.load(recordings.copy(BEGUN, tmp_path))
    puzzle = puzzle_of(session)
    assert puzzle is not None
    film = Film(input_frames(session, puzzle))
    solved = puzzle.picture(Grid.parse(session.json("solution.json")))

    assert len(puzzle.picture().glyphs) < len(film.frames[0].picture.glyphs) < len(solved.glyphs)
    assert solved == film.frames[-1].picture
    assert session.record.inputs == len(film.frames) - 1
    assert "data:image/png;base64," in report(session)


@pytest.mark.parametrize("case", [BEGUN, "nyt_pips/missing_cell"])
def test_documents_name_all_that_a_session_has(recordings: Recordings, tmp_path: Path, case: str) -> None:
    """`docs/sessions.md` names every file of a session and every key of its record."""
    folder = recordings.copy(case, tmp_path)
    named = {*re.findall(r"`([\w.]+)`", (ROOT / "docs/sessions.md").read_text(encoding="utf-8"))}
    record = json.loads((folder / "session.json").read_text(encoding="utf-8"))

    assert set() == {*record, *(path.name for path in folder.iterdir())} - named


@pytest.mark.parametrize("home", ["/home/jane", "/home/o'hara & sons"])
def test_home_is_not_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    """What is sent to others does not tell the user's name by the path of their home."""
    monkeypatch.setenv("HOME", home)
    session = made(tmp_path, target=f"{home}/pages/tango.html", url=f"file://{home}/pages/tango.html")
    (session.folder / "traceback.txt").write_text(f'File "{home}/bot/runner.py"')
    page = html.unescape(report(session))

    assert home not in page
    assert "~/pages/tango.html" in page
    assert "file://~/pages/tango.html" in page or "file://" not in page


def test_home_only_where_it_is_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the folder of another user nor a picture in base64 is changed."""
    monkeypatch.setenv("HOME", "/root")
    text = "data:image/png;base64,aa/rootbb+/root/ /roots /root-2 /my/root2"

    assert text == without_home(text)
    assert "~ ~/x 'file://~/x'" == without_home("/root /root/x 'file:///root/x'")
