"""Captures: the files of a page, its frames, the board alone, and pages saved by a browser."""

from __future__ import annotations

import json
import shutil
from base64 import b64decode
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.play.fixture import ENGINE, Fixture
from tests.conftest import FIXTURES
from tests.tiers import spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Givens

SQUARE = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"
FRAMED = FIXTURES / "linkedin_tango" / "guest_framed"
DOT = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
FACE = DOT + b"a face"
STYLE = """body { background: rgb(1, 2, 3) } #puzzlediv td { background: url(dot.png) }
.x { background: url(none.png?token=abcdef123456) }"""


def kept(folder: Path) -> dict[str, Any]:
    """Return the facts of a capture."""
    facts: dict[str, Any] = json.loads((folder / "fixture.json").read_text())
    return facts


@pytest.fixture
def dressed(tmp_path: Path) -> Path:
    """Return a page with a style sheet, a picture on the board and one beside it, and a missing picture."""
    (tmp_path / ENGINE).parent.mkdir()
    shutil.copy(FIXTURES / ENGINE, tmp_path / ENGINE)
    folder = tmp_path / SQUARE.parent.name / "dressed"
    folder.mkdir(parents=True)
    (folder / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(SQUARE)}))
    page = Fixture.load(SQUARE).file("page.html")
    assert page is not None
    more = '<link rel="stylesheet" href="look.css"><img src="face.png"><img src="missing.png"></head>'
    (folder / "page.html").write_text(page.read_text().replace("</head>", more))
    (folder / "face.png").write_bytes(FACE)
    (folder / "look.css").write_text(STYLE)
    (folder / "dot.png").write_bytes(DOT)
    return folder


def test_files_of_a_page(givens: Givens, dressed: Path, tmp_path: Path) -> None:
    """Style sheets and the pictures of the board are saved, without comments and queries; no other picture is."""
    done = givens("capture", dressed, "--trust", "-o", "captured", "--json")
    line, folder = json.loads(done.stdout), tmp_path / "captured"
    style, picture = (folder / name for name in sorted(kept(folder)["pages"].values()))

    assert (".css", ".png") == (style.suffix, picture.suffix)
    assert DOT == picture.read_bytes()
    assert "rgb(1, 2, 3)" in style.read_text()
    assert "abcdef123456" not in style.read_text()
    files = list(folder.iterdir())
    assert (len(files), sum(file.stat().st_size for file in files)) == (line["files"], line["bytes"])
    assert 0 == givens("read", folder).returncode


def test_captured_page_looks_as_it_did(givens: Givens, dressed: Path, tmp_path: Path) -> None:
    """A capture without its measured board is opened in a browser, with its own style."""
    givens("capture", dressed, "--trust", "-o", "captured")
    folder = tmp_path / "captured"
    for name in ("before.html", "before.state.json"):
        (folder / name).unlink()

    again = givens("capture", folder, "-o", "again", "--json")

    assert 0 == again.returncode, again.stderr
    assert set(kept(folder)["pages"]) == set(kept(tmp_path / "again")["pages"])
    assert (folder / "puzzle.json").read_text() == (tmp_path / "again" / "puzzle.json").read_text()


def test_board_alone(givens: Givens, tmp_path: Path) -> None:
    """The board alone can be read, and holds nothing of the page around it."""
    done = givens("capture", SQUARE, "-o", "captured", "--board-only")
    names = {path.name for path in (tmp_path / "captured").iterdir()}

    assert 0 == done.returncode
    assert {"before.html", "before.state.json", "fixture.json", "puzzle.json"} == names
    assert 0 == givens("read", "captured/").returncode


@pytest.mark.usefixtures("impatient")
def test_no_board_alone(givens: Givens, tmp_path: Path) -> None:
    """Without a board there is no capture of the board alone."""
    case = FIXTURES / "linkedin_tango" / "not_the_puzzle"

    done = givens("capture", case, "-o", "captured", "--board-only")

    assert 3 == done.returncode
    assert not (tmp_path / "captured").exists()


def test_page_saved_by_a_browser(givens: Givens, tmp_path: Path) -> None:
    """A frame that holds the board is saved; a page saved by a browser is read with its folder, including frames."""
    givens("capture", FRAMED, "-o", "captured")
    files = tmp_path / "My puzzle_files"
    files.mkdir()
    frame = next(iter(kept(tmp_path / "captured")["pages"].values()))
    assert "lotka-cell" in (tmp_path / "captured" / frame).read_text()
    shutil.copy(tmp_path / "captured" / frame, files / "saved_resource.html")
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
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("name", "link"),
    spread(
        product(
            ["look.css", "in%2Flook.css", "..%2Fprivate%2Flook.css", "in%5Clook.css"],
            [linked_folder, linked_sibling, linked_file, linked_inside],
        ),
        of=5,
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

    done = givens("capture", "sent/page.html", "--site", "brainbashers_three_in_a_row", "-o", "out")

    assert 0 == done.returncode, done.stderr
    kept_files = [file for file in (tmp_path / "out").iterdir() if file.suffix != ".png"]
    assert kept_files
    assert not any("secret-4711" in file.read_text() for file in kept_files)
