"""`--record full` and every file of a session: the video plays, the log is kept, and no file contains a secret."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bot.browser.launch import new_context
from bot.daily.canary import issue
from bot.files import FILE
from bot.play.loop import Run
from bot.play.options import Options
from bot.play.reading import Task
from bot.play.resolve import resolve
from bot.play.runner import end_session, save_page
from bot.record.recorder import Recorder
from bot.record.share import Share
from bot.sessions.bug_report import gather
from bot.sessions.capture import write_page
from bot.sessions.store import Session
from scrapers import ReadError
from tests.bot.commands.test_cli import SMALL
from tests.bot.daily.test_daily import BRAINBASHERS, Days
from tests.bot.record.test_secrets import NAME, PLANTED, page, plant
from tests.bot.record.test_sessions import SECRETS, found_in, open_tango, played
from tests.children import Start, finish
from tests.conftest import FIXTURES, Givens, homes
from tests.snapshots import Boards, site_named

__all__ = ["page"]

TYPED, HIDDEN = "somebody-typed-4711", "http-only-then-replaced-8642"
PLANT = f"""
    const add = (html) => document.body.insertAdjacentHTML("beforeend", html);
    document.cookie = "li_at={SECRETS["cookie"]}; path=/";
    console.log("on my way", {{ at: 1 }});
    console.error("https://example.org/?a=1");
    add(`<form><input type="password" id="typed"></form>`);
    document.querySelector("#typed").value = {json.dumps(TYPED.split("-"))}.join("-");
    fetch("/voyager/api", {{
        method: "POST",
        headers: {{ "Authorization": "Bearer {SECRETS["header"]}", "X-Csrf-Token": "{SECRETS["meta"]}" }},
        body: JSON.stringify({{ session: {{ password: "{SECRETS["password"]}" }} }}),
    }});
"""


@pytest.fixture(scope="module")
def session(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Play the guest Tango with full recording, while the page logs, and sends secrets in all ways."""
    folder = tmp_path_factory.mktemp("sessions") / "2026-11-20T071502-linkedin_tango-3f2a"
    folder.mkdir()
    context = new_context(chromium)
    cookie = f"JSESSIONID={HIDDEN}; HttpOnly; Path=/; Domain=.www.linkedin.com"
    answer = {"body": PLANT, "content_type": "text/javascript", "headers": {"Set-Cookie": cookie}}
    page = context.new_page()
    recorder = Recorder(folder)
    recorder.update(v=1, outcome="unfinished", target="tango", site="linkedin_tango", started="2026-11-20T07:15:02Z")
    with recorder.everything(page):
        open_tango(page)
        context.route("**/plant.js*", lambda route: route.fulfill(**answer))
        with page.expect_event("requestfailed"):
            page.add_script_tag(url="https://www.linkedin.com/plant.js")
        context.clear_cookies(name="JSESSIONID")
        result = played(page, recorder)
    recorder.finish("accepted", result.line())
    assert recorder.lost is None or "ffmpeg" in recorder.lost
    context.close()
    return Session.load(folder)


def test_no_secret_in_any_byte(session: Session) -> None:
    """No file contains a cookie, a header, a body or typed text."""
    assert set() == found_in(session.folder, SECRETS | {"typed": TYPED, "replaced": HIDDEN})
    assert not [path for path in session.folder.iterdir() if path.name.startswith(".")]


def json_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_log_is_kept(session: Session) -> None:
    """Console messages and failed requests are lines with their times."""
    said = json_lines(session.folder / "console.jsonl")
    (failed,) = json_lines(session.folder / "requests.jsonl")

    assert ["log", "error"] == [line["type"] for line in said][:2]
    assert "https://example.org/?a=1" == said[1]["text"]
    assert ("POST", "fetch") == (failed["method"], failed["resource"])
    assert failed["url"].startswith("https://www.linkedin.com/voyager/api")
    assert "net::ERR" in failed["failure"]
    assert 0 < said[0]["t"] <= failed["t"] < 60


def test_video_plays(session: Session, chromium: Browser) -> None:
    """A real browser plays the video, and only the user may read it."""
    video = session.folder / "video.webm"
    if not video.exists():
        (why,) = [event["why"] for event in session.events() if event["event"] == "no video"]
        pytest.skip(why)
    seconds, size, different = playing(chromium, video)

    assert 0 < seconds < 60
    assert 1024 >= size[0] > size[1] > 0
    assert different
    assert FILE == video.stat().st_mode & 0o777


def playing(chromium: Browser, video: Path) -> tuple[float, list[int], bool]:
    """Play a video in a page; return its length and size, and whether its middle differs from its beginning."""
    page = chromium.new_page()
    source = f"data:video/webm;base64,{b64encode(video.read_bytes()).decode()}"
    page.set_content(f'<video src="{source}" muted></video><canvas></canvas>')
    found: tuple[float, list[int], bool] = tuple(
        page.evaluate("""async () => {
        const video = document.querySelector("video");
        const on = (event) => new Promise((done, fail) => {
            video.addEventListener(event, done, { once: true });
            video.addEventListener("error", () => fail(video.error.message), { once: true });
        });
        if (video.readyState < 2) await on("loadeddata");
        const context = document.querySelector("canvas").getContext("2d");
        const look = async (at) => {
            const seeked = on("seeked");
            video.currentTime = at;
            await seeked;
            context.drawImage(video, 0, 0, 300, 150);
            return context.getImageData(0, 0, 300, 150).data.join();
        };
        const length = Number.isFinite(video.duration) ? video.duration : 2;
        const [first, middle] = [await look(0), await look(length / 2)];
        return [length, [video.videoWidth, video.videoHeight], first !== middle];
    }""")
    )
    page.close()
    return found


def test_missing_video_is_reported(givens: Givens) -> None:
    """Without ffmpeg, two targets are played, each with a warning."""
    folder = givens.folder
    done = givens.process("play", SMALL, SMALL, "--record", "full", "--json", PLAYWRIGHT_BROWSERS_PATH=str(folder))

    assert 0 == done.returncode
    assert 2 == done.stderr.count("warning: no video is recorded, because Playwright's ffmpeg is not installed; try: ")
    assert 2 == len([*folder.glob("sessions/2*")])
    assert [] == [*folder.glob("sessions/2*/video.webm")]


def test_failure_with_light_recording(givens: Givens, tmp_path: Path) -> None:
    """With `light` recording, too, a failed target keeps its console messages and failed requests."""
    case = tmp_path / "case"
    case.mkdir()
    base = FIXTURES / "linkedin_tango" / "not_the_puzzle"
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(base)}))
    (case / "page.html").write_text(
        "<body><script>console.warn('on my way'); fetch('/gone').catch(() => {}); null.board</script>"
    )

    givens("play", case, "--trust", "--timeout", "20")
    (folder,) = (tmp_path / "sessions").glob("2*")
    said, failed = (json_lines(folder / f"{name}.jsonl") for name in ("console", "requests"))

    assert ("warning", "on my way") == (said[0]["type"], said[0]["text"])
    assert ["uncaught"] == [line["type"] for line in said if "TypeError" in line["text"]]
    assert [("GET", "fetch")] == [(line["method"], line["resource"]) for line in failed if "/gone" in line["url"]]
    assert not (folder / "video.webm").exists()


def test_two_at_once(start: Start, tmp_path: Path) -> None:
    """Two processes can record in full at the same time."""
    words = [sys.executable, "-m", "bot", "play", str(SMALL), "--record", "full", "--json"]
    both = [start(words, stdout=subprocess.PIPE, env=os.environ | homes(tmp_path)) for _ in "ab"]
    results = [json.loads(finish(process)[0]) for process in both]

    assert [True, True] == [line["accepted"] for line in results]
    assert 2 == len({line["session"] for line in results})


def test_days_in_full(givens: Givens) -> None:
    """The recording level set for one daily puzzle applies to its session."""
    days = Days(givens, '[[daily]]\ntarget = "three_in_a_row"\nrecord = "full"\n')
    page = days.page(BRAINBASHERS, "table_2022_6")

    assert 0 == days.daily("2026-11-20T12:00:00+00:00", {BRAINBASHERS: [page]})[0]
    (folder,) = (givens.folder / "sessions").glob("2*")
    assert (folder / "video.webm").exists() or "no video" in (folder / "events.jsonl").read_text()


@pytest.mark.parametrize("full", [False, True])
def test_no_secret_is_in_a_bug_report(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """A bug report holds no secret, not even of a session with everything that the page says."""
    monkeypatch.setenv("GIVENS_SESSIONS", str(tmp_path))
    (target,) = resolve(page.url)
    recorder = Recorder.start("linkedin_tango", target.name)
    assert recorder.folder is not None
    task = Task(target, Options(timeout=100, dry_run=not full), recorder, entering=True, opened=True).attach(page)
    run = Run(task)
    with recorder.everything(page) if full else nullcontext():
        plant(page)
        run.play()
    recorder.event(
        "error", kind="EnterError", message=f"the page says {NAME!r} at {page.url}", heard=list(run.task.dialogs)
    )
    save_page(recorder, page, Share(target.site, page.url, run.task.seen))
    recorder.log(page)
    end_session(task, "failed")
    files = gather(Session.load(recorder.folder))
    (tmp_path / "report").mkdir()
    for name, content in files.items():
        (tmp_path / "report" / name).write_bytes(content)

    assert set() == found_in(tmp_path / "report", PLANTED)
    assert {"page.html", "before.html", "console.jsonl", "events.jsonl"} <= set(files)
    assert "video.webm" not in files
    assert json.loads(files["puzzle.json"]) == Session.load(recorder.folder).json("puzzle.json")


@pytest.mark.parametrize("how", ["play", "sites capture", "read"])
def test_no_secret_of_a_page_without_a_board(givens: Givens, tmp_path: Path, how: str) -> None:
    """The session of a page without a board, or of a page that fails at once, has its structure, not its words."""
    case = tmp_path / "case"
    case.mkdir()
    base = FIXTURES / "linkedin_tango" / "not_the_puzzle"
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(base)}))
    secret = SECRETS["cookie"]
    (case / "page.html").write_text(
        f"<html><body><p>{secret}</p><script>document.cookie = 'li_at={secret}; path=/'</script>"
    )
    into = ["-o", tmp_path / "captured"] if how == "sites capture" else []

    givens(*how.split(), case, "--trust", *into)

    kept = [tmp_path / "captured"] if how == "sites capture" else list((tmp_path / "sessions").glob("2*"))
    assert (kept[0] / "page.html").exists()
    assert set() == set.union(*map(found_in, kept))


def test_page_whose_board_is_any_element(boards: Boards) -> None:
    """Where a script alone is read, no name of the element that stands for the board is shared."""
    board = boards["puzzlemadness_giant_sudoku/fresh"]
    html = board.html.replace("<h1", '<h1 class="anna-schmidt"', 1)
    share = Share(site_named(board.url), board.url, replace(board, html=html))

    assert html != board.html
    assert share.lost is None
    assert share.board is not None
    assert "anna-schmidt" not in share.board.html


def test_capture_that_lacks_something(boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """A capture without what its readers need, here a script's data of an unknown form, says what names it."""
    monkeypatch.setattr("bot.record.share._DATA", re.compile("-"))
    board = boards["zero_hn0/size_5"]
    share = Share(site_named(board.url), board.url, board)

    assert share.unread is None
    assert share.lost is not None
    assert share.lost.message.startswith("the page can be read, but not its capture, which lacks what no selector")


def test_no_secret_is_captured(page: Page, tmp_path: Path) -> None:
    """A capture and the issue about it hold no secret, and the capture reads like the page."""
    plant(page)
    (target,) = resolve(page.url.partition("?")[0])
    recorder = Recorder(tmp_path)
    facts = write_page(page, target, recorder)
    error = ReadError("no board", layouts={})
    (tmp_path / "issue.md").write_text(issue("linkedin_tango", facts | {"made": "today"}, error, {}))

    assert set() == found_in(tmp_path, PLANTED)
    assert "read" == facts["expect"]
    assert 36 == (tmp_path / "before.html").read_text().count("data-cell-idx")
