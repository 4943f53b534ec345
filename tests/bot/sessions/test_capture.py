"""Captures: the structure of a page or the board alone, pages saved by a browser; all are read like their pages."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.play.fixture import Fixture
from bot.record.share import Share
from scrapers import SITES, read_saved
from solvers import dump
from tests.bot.commands.test_cli import lines
from tests.cases import CASES, SILENT, UNCOPIED
from tests.conftest import FIXTURES, Givens
from tests.snapshots import READABLE, Boards, site_named
from tests.tiers import chosen, spread

SQUARE = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
FRAMED = FIXTURES / "linkedin_tango" / "guest_framed"


def test_structure_alone(givens: Givens, tmp_path: Path) -> None:
    """Of a page stay elements and the names that its readers name, but no styles, scripts, pictures and words."""
    page = Fixture.load(SQUARE).file("page.html")
    assert page is not None
    more = (
        '<link rel="stylesheet" href="look.css?token=abcdef123456"><style>b { content: "mine" }</style>'
        '<img src="face.png" class="portrait lotka-grid"><p id="greeting">Hello Eulalia!</p></head>'
    )
    saved = f"<!-- saved from url=(0041)https://www.brainbashers.com/show3inarow.asp -->{page.read_text()}"
    (tmp_path / "page.html").write_text(saved.replace("</head>", more))
    done = givens("sites", "capture", "page.html", "--site", SQUARE.parent.name, "-o", "captured", "--json")
    line, folder = json.loads(done.stdout), tmp_path / "captured"
    text = (folder / "page.html").read_text()
    files = list(folder.iterdir())

    assert re.search(r'<img class="x\d+ lotka-grid"><p id="x\d+">', text)
    assert [] == [
        word for word in ("abcdef", "mine", "face", "portrait", "greet", "Eulalia", "window.") if word in text
    ]
    assert (len(files), sum(file.stat().st_size for file in files)) == (line["files"], line["bytes"])


def test_packed(givens: Givens, tmp_path: Path) -> None:
    """A capture is packed to be sent, and can be read once it is unpacked."""
    done = givens("sites", "capture", SQUARE, "-o", "captured")
    names = {path.name for path in (tmp_path / "captured").iterdir()}
    with ZipFile(tmp_path / "captured.zip") as packed:
        assert names == {*packed.namelist()}
    shutil.rmtree(tmp_path / "captured")

    assert (0, 2) == (done.returncode, givens("sites", "capture", SQUARE, "-o", "captured").returncode)
    assert "attach captured.zip to a new issue, 'A page has changed'" in done.stdout
    shutil.unpack_archive(tmp_path / "captured.zip", tmp_path / "captured")
    assert {"page.html", "before.html", "before.state.json", "fixture.json", "puzzle.json"} == names
    assert 0 == givens("read", "captured/").returncode


def test_named_button(givens: Givens, tmp_path: Path) -> None:
    """A capture does not hold the words of the buttons that a person names."""
    done = givens("sites", "capture", "demo:tango", "--press", "#launch-footer-start-button", "-o", "captured")
    names = {path.name for path in (tmp_path / "captured").iterdir()}

    assert 0 == done.returncode, done.stderr
    assert {"page.html", "before.html", "before.state.json", "fixture.json", "puzzle.json"} == names


def test_page_saved_by_a_browser(givens: Givens, tmp_path: Path) -> None:
    """A page saved by a browser is read with its folder, including frames."""
    givens("sites", "capture", FRAMED, "-o", "captured")
    files = tmp_path / "My puzzle_files"
    files.mkdir()
    (files / "saved_resource.html").write_text((tmp_path / "captured" / "before.html").read_text())
    (files / "look.css").write_text("body { margin: 0 }")
    (tmp_path / "My puzzle.html").write_text(
        "<!-- saved from url=(0038)https://www.linkedin.com/games/tango/ -->\n<!DOCTYPE html><html><head>"
        '<link rel="stylesheet" href="./My%20puzzle_files/look.css"></head><body>'
        '<iframe title="games" width="900" height="900" src="./My%20puzzle_files/saved_resource.html"></iframe></html>'
    )

    read = givens("read", "My puzzle.html", "--json")

    assert 0 == read.returncode, read.stderr
    assert json.loads((tmp_path / "captured" / "puzzle.json").read_text()) == json.loads(read.stdout)["puzzle"]


PRIVATE_STYLE = "body { --private: secret-4711 }"


def linked_folder(private: Path, files: Path) -> None:
    """Make the folder of files a link to a private one."""
    files.symlink_to(private)


def linked_sibling(private: Path, files: Path) -> None:
    """Make the folder of files a link to a folder beside the page."""
    private.rename(files.with_name("taxes"))
    files.symlink_to("taxes")


def linked_file(private: Path, files: Path) -> None:
    """Make a file in the folder a link to a private one."""
    files.mkdir()
    (files / "look.css").symlink_to(private / "look.css")


def linked_inside(private: Path, files: Path) -> None:
    """Make a folder in the folder a link to a private one."""
    files.mkdir()
    (files / "in").symlink_to(private)


@pytest.mark.posix("links")
@pytest.mark.parametrize(
    ("name", "link"),
    spread(
        product(
            ["look.css", "in%2Flook.css", "..%2Fprivate%2Flook.css", "in%5Clook.css"],
            [linked_folder, linked_sibling, linked_file, linked_inside],
        ),
        of=15,
    ),
)
def test_links_beside_a_saved_page(
    givens: Givens, tmp_path: Path, link: Callable[[Path, Path], None], name: str
) -> None:
    """Nothing that links beside a saved page lead to gets into its capture, which is made to be shared."""
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "look.css").write_text(PRIVATE_STYLE)
    (tmp_path / "sent").mkdir()
    link(tmp_path / "private", tmp_path / "sent" / "page_files")
    page = Fixture.load(SQUARE).file("page.html")
    assert page is not None
    head = f'<link rel="stylesheet" href="./page_files/{name}"></head>'
    saved = f"<!-- saved from url=(0041)https://www.brainbashers.com/show3inarow.asp -->{page.read_text()}"
    (tmp_path / "sent" / "page.html").write_text(saved.replace("</head>", head))

    done = givens("sites", "capture", "sent/page.html", "--site", "brainbashers_three_in_a_row", "-o", "out")

    assert 0 == done.returncode, done.stderr
    kept_files = [*(tmp_path / "out").iterdir()]
    assert kept_files
    assert not any("secret-4711" in file.read_text() for file in kept_files)


UNREAD = {
    "brainbashers_bridges",
    *(f"puzzle_team_{name}" for name in ("dominosa", "shikaku", "stitches")),
    *(f"puzzlebaron_{name}" for name in ("calcudoku", "numberlink", "star_battle", "tents")),
    *("daily_akari", "puzzlemadness_giant_sudoku", "puzzlemadness_jigsaw_sudoku"),
}
"""The sites whose boards are refused, because no page of them is known well enough to enter anything."""
QUICK = {"brainbashers_skyscrapers/saved_2020"}
"""The case of the quick tier: its capture has lost something once."""
READ = [case for case in CASES.values() if case.expect in ("accepted", "read")]
PLAIN = ("fresh", "guest", "today")
PLAIN_CASES = {
    case.site: name
    for name, case in sorted(CASES.items(), key=lambda item: item[1].folder.name in PLAIN)
    if name in READABLE or case.folder.name in PLAIN
}
"""A plain case of each site, even if it is only read."""


def test_every_site_is_captured() -> None:
    """Every site has a case that is read."""
    assert set() == {site.NAME for site in SITES} - {case.site for case in READ} - UNREAD - UNCOPIED - SILENT
    assert set() == QUICK - {case.name for case in READ}
    assert {site.NAME for site in SITES} - UNCOPIED == PLAIN_CASES.keys()


@pytest.mark.parametrize("name", spread(sorted(PLAIN_CASES.values()), of=24))
def test_shared_board_is_read_like_its_page(boards: Boards, name: str) -> None:
    """What is shared of a board of each site can be read, and holds the same puzzle and as many sources."""
    board = boards[name]
    site = site_named(board.url)
    share = Share(site, board.url, board)
    assert share.board is not None
    page, shared = read_saved(site, board), read_saved(site, share.board)

    assert (None, None) == (share.unread, share.lost)
    assert (page.puzzle, page.layout.NAME) == (shared.puzzle, shared.layout.NAME)
    assert (page.confirmed, page.single) == (shared.confirmed, shared.single)


@pytest.mark.parametrize("case", chosen(READ, QUICK, lambda case: str(case.name)))
def test_capture_is_read_like_its_page(givens: Givens, boards: Boards, case: Fixture) -> None:
    """The reading of a capture is that of its page, confirmations included."""
    done = givens("sites", "capture", case.folder, "-o", "new/captured"), givens("read", "new/captured", "--json")
    site = site_named(case.url)
    page = read_saved(site, boards[case.name])
    (line,) = lines(done[1])

    assert [0, 0] == [each.returncode for each in done], done[0].stderr
    assert (site.NAME, page.layout.NAME, dump(page.puzzle)) == (line["site"], line["layout"], line["puzzle"])
    assert (len(page.confirmed), len(page.single)) == (line["confirmed"], line["single"])
