"""Saved pages: which site they are of, and that one of no known site is read by what it looks like."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from bot.errors import UsageError, command_line
from bot.play.resolve import resolve
from bot.play.saved import SAVED
from scrapers import GUESSED, SITES
from tests.conftest import FIXTURES, Givens

TANGO = "https://www.linkedin.com/games/view/tango/"
GRID = "<div data-testid=interactive-grid><p data-cell-idx=0></div>"
SUDOKU = """<!doctype html><title>My page</title><style>
td { border: 1px solid #000; width: 40px; height: 40px; text-align: center }
td:nth-child(2) { border-right: 3px solid #000 } tr:nth-child(2) td { border-bottom: 3px solid #000 }</style>
<table><tr><td>1<td>2<td><td>4<tr><td><td>4<td>1<td><tr><td><td>1<td>4<td><tr><td>4<td><td><td>1</table>"""
SOLVED = ["1234", "3412", "2143", "4321"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return a page of no site that states no address, at a path that a shell would take apart."""
    path = tmp_path / "my 'page' & more.html"
    path.write_text(SUDOKU)
    return path


@pytest.mark.parametrize(
    "head",
    [
        f"<!-- saved from url=(0041){TANGO} -->",
        f"<!--\n Page saved with SingleFile \n url: {TANGO}?x=1&y=2 \n saved date: Fri Nov 27 2026\n-->",
        f'<link rel="canonical" href="{TANGO}">',
        f"<meta property='og:url' content='{TANGO}?a=1&amp;b=2'>",
        f'<META CONTENT="{TANGO}" PROPERTY="og:url">',
        f'<link rel="canonical" href="https://www.linkedin.com/games/"><meta property="og:url" content="{TANGO}">',
        f"<title>LinkedIn: Tango</title>{GRID}",
        "<div class=lotka-grid><p data-cell-idx=0></div>",
    ],
)
def test_site_of_a_saved_page(tmp_path: Path, head: str) -> None:
    """A saved page is recognized by the address that it states, else by its board, else by its title as well."""
    path = tmp_path / "page.html"
    path.write_text(f"{head}<p>")

    (target,) = resolve(str(path))

    assert "linkedin_tango" == target.site.NAME
    assert target.url.startswith(TANGO)
    assert [] == target.options


@pytest.mark.parametrize(
    ("title", "site"),
    [
        ("Binairo - online puzzle game", "puzzle_team_binairo"),
        ("Binairo+ - online puzzle game", "puzzle_team_binairo_plus"),
        ("Killer Sudoku - online puzzle game", "puzzle_team_killer_sudoku"),
        ("Sudoku - online puzzle game", "puzzle_team_sudoku"),
    ],
)
def test_title_of_a_saved_page(tmp_path: Path, title: str, site: str) -> None:
    """Of sites with the same board, the title names the most exact."""
    path = tmp_path / "page.html"
    path.write_text(f"<title>{title}</title><div id=game><div class=cell></div></div>")

    (target,) = resolve(str(path))

    assert site == target.site.NAME


@pytest.mark.parametrize("site", ["linkedin_queens", "brainbashers_three_in_a_row"])
@pytest.mark.parametrize(
    ("text", "options"),
    [
        (f"<!-- saved from url=(0041){TANGO} -->{GRID}", ""),
        ("<link rel=canonical href=https://example.com/><p>", " --guess"),
    ],
)
def test_page_of_another_site(tmp_path: Path, text: str, options: str, site: str) -> None:
    """A page that states another address than that of the chosen site is refused before a browser is started."""
    path = tmp_path / "my page.html"
    path.write_text(text)

    with pytest.raises(UsageError, match=f"is not a page of {site}: its address is https://") as raised:
        resolve(str(path), site=site)

    assert f"givens read '{path}'{options}" == raised.value.command


def test_board_says_more_than_the_address(tmp_path: Path) -> None:
    """A page with an address that no site knows is of the chosen site if it holds that site's board."""
    path = tmp_path / "page.html"
    path.write_text(f"<link rel=canonical href=https://example.com/>{GRID}")

    (target,) = resolve(str(path), site="linkedin_tango")

    assert target.url.startswith(TANGO)
    assert ["--site", "linkedin_tango"] == target.options


def test_several_sites_are_named(tmp_path: Path) -> None:
    """Where neither address nor title tells sites with the same board apart, the error names them."""
    path = tmp_path / "page.html"
    path.write_text(GRID)

    with pytest.raises(UsageError, match="linkedin_queens, linkedin_tango, linkedin_zip, and it does not") as raised:
        resolve(str(path))

    assert f"givens read {path} --site linkedin_queens" == raised.value.command


def test_boards_are_selectors_of_the_parser() -> None:
    """The selector of every site's board is one that can be looked for in a saved page."""
    from scrapers import sites_in

    assert [] == sites_in("<p><canvas></canvas><table><tr><td></table>", SITES)


def test_plain_page_is_guessed(saved: Path) -> None:
    """With --guess, a page that states no address gets one of its own."""
    (target,) = resolve(str(saved), site="--guess:sudoku")

    assert (GUESSED, SAVED) == (target.site.NAME, target.url)
    assert ["--guess", "--kind", "sudoku"] == target.options


def test_plain_page_is_read(givens: Givens, saved: Path) -> None:
    """A local page is read and solved; it is not played, as no script of it runs."""
    name = f"./{saved.name}"
    solved = json.loads(givens("solve", name, "--guess", "--json").stdout)
    played = givens("play", name, "--guess")

    assert (["12.4", ".41.", ".14.", "4..1"], SOLVED) == (solved["puzzle"]["givens"], solved["solution"])
    assert 2 == played.returncode
    assert "is a saved page, whose scripts do not run: it can be read, not played" in played.stderr
    assert ["givens", "read", saved.name, "--guess"] == shlex.split(played.stderr.splitlines()[1].removeprefix("try: "))


def test_page_without_the_sites_board(givens: Givens, saved: Path) -> None:
    """A page that states no address and has no board of the chosen site is refused at once; its buttons are left."""
    saved.write_text(f"{SUDOKU}<button>Start game</button>")

    done = givens("read", saved.name, "--site", "linkedin_tango", "--json")
    result = json.loads(done.stdout)

    assert 3 == done.returncode
    assert result["error"]["message"].startswith(
        f"{saved.name} does not look like a page of linkedin_tango: no board at "
    )
    assert f"givens read {shlex.quote(saved.name)} --guess --json" == result["error"]["try"]


def test_buttons_of_a_saved_page(givens: Givens, tmp_path: Path) -> None:
    """A saved page whose start button cannot react is no question to a person."""
    (tmp_path / "page.html").write_text(
        f"<!-- saved from url=(0041){TANGO} --><button id=launch-footer-start-button>Start game</button>"
    )

    done = givens("read", "page.html", "--site", "linkedin_tango")

    assert 3 == done.returncode
    assert "error: page.html does not look like a page of linkedin_tango: no board at" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["https://example.com/p?a=1&b=2"], "givens read 'https://example.com/p?a=1&b=2' --guess"),
        (["my page.html"], "givens read 'my page.html' --guess"),
        (["it's.html"], """givens read 'it'"'"'s.html' --guess"""),
        (["-p.html"], "givens read --guess -- -p.html"),
        (["plain.html"], "givens read plain.html --guess"),
    ],
)
def test_command_line(arguments: list[str], command: str) -> None:
    """A command is quoted for a shell, and an argument is never taken for an option."""
    assert command == command_line("givens read", *arguments, options=["--guess"])


def test_address_can_be_pasted(givens: Givens) -> None:
    """The command for an address of no known site is quoted."""
    done = givens("read", "https://example.com/p?a=1&b=2")

    assert "try: givens read 'https://example.com/p?a=1&b=2' --guess\n" in done.stderr


def test_chosen_module_stays_in_the_command(givens: Givens, tmp_path: Path) -> None:
    """The command after a failed reading names the site as the user did."""
    module = tmp_path / "my site.py"
    module.write_text("from scrapers.linkedin_tango import SITE\n")

    done = givens("read", FIXTURES / "linkedin_tango" / "missing_cell", "--site", module)

    assert 3 == done.returncode
    assert f"--site '{module}' -o FOLDER" in done.stderr


def test_nothing_is_pressed_on_a_saved_page(givens: Givens, saved: Path) -> None:
    """A button of a saved page does nothing, as its scripts do not run."""
    run = givens("read", str(saved), "--guess", "--press", "Start")

    assert 2 == run.returncode
    assert "whose scripts do not run: nothing can be pressed on it" in run.stderr
