"""`givens new-site`: what it writes passes as it is, and names that cannot work are refused."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any

import pytest

from bot.play.new_site import fields_of
from bot.play.new_site_board import unread
from solvers import KINDS
from tests import FIXTURES, ROOT, children
from tests.tiers import QUICK, first

if TYPE_CHECKING:
    from tests.command import Givens

DECLARED = [name for name, kind in KINDS.items() if not unread(fields_of(kind))]
"""The kinds that a declared layout can read."""
ENTERED = ["binairo", "sudoku", "patches", "zip"]
"""A kind for each way of entering marks: clicks, a pad, drags, keys."""
TESTS_WITHIN = 600.0
"""Seconds for the tests of one site: about 30 on an idle machine."""
CASES = {"begun", "dropped", "fresh", "late", "missing_cell", "never_mounts", "solved"}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a copy of what a site is added to."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "scrapers", folder / "scrapers", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FIXTURES / "_replica", folder / "fixtures" / "_replica")
    return folder


@pytest.mark.parametrize("kind", first(ENTERED))
def test_a_new_site_is_played(kind: str, clone: Path, givens: Givens) -> None:
    """The fresh page is accepted, no click is wasted, and each clue is said twice."""
    givens("new-site", "my_own", "--kind", kind, "--root", clone)
    line = played(clone, givens, "fresh")["fresh"]

    assert (True, "Well done!", 0, 0) == (line["accepted"], line["said"], line["repaired"], line["single"])


@pytest.mark.long("plays seven cases of each kind")
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", DECLARED)
def test_a_new_site_plays_all_its_cases(kind: str, clone: Path, givens: Givens) -> None:
    """Every case ends as its `fixture.json` expects, and on a sound page no click is wasted."""
    done = givens("new-site", "my_own", "--kind", kind, "--root", clone)
    assert 0 == done.returncode, done.stderr
    folder = clone / "fixtures" / "my_own"
    assert CASES == {path.name for path in folder.iterdir() if not path.name.startswith("_")}

    lines = played(clone, givens)

    assert CASES == set(lines)
    for case, line in lines.items():
        expect = json.loads((folder / case / "fixture.json").read_text()).get("expect", "accepted")
        assert expect == ("accepted" if line.get("accepted") else {key: line["error"][key] for key in expect}), line
    assert ["Well done!", "Well done!"] == [lines[case]["said"] for case in ("fresh", "solved")]
    assert 0 == lines["fresh"]["repaired"]
    assert (False, 0) == (lines["solved"]["entered"], lines["solved"]["inputs"])
    assert 0 == lines["fresh"]["single"]


def played(clone: Path, givens: Givens, case: str = "") -> dict[str, dict[str, Any]]:
    """Play one case of the new site, or all of them, and return the result of each."""
    target = clone / "fixtures" / "my_own" / case
    done = givens("play", target, "--site", clone / "scrapers" / "my_own.py", "--trust", "--json", "--no-record")
    return {line["target"].split("/")[-1]: line for line in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("kind", DECLARED)
def test_what_is_written_is_short(kind: str, clone: Path, givens: Givens) -> None:
    """The module of any kind is short, formatted and a site; its page is short, too."""
    givens("new-site", "my_own", "--kind", kind, "--root", clone)
    path = clone / "scrapers" / "my_own.py"
    lines = path.read_text().splitlines()
    module = run_path(str(path))

    assert (kind, "my_own") == (module["SITE"].KIND, module["SITE"].NAME)
    assert max(map(len, lines)) <= 120
    assert len(lines) <= 55
    assert len((clone / "fixtures" / "my_own" / "_page" / "page.html").read_text().splitlines()) <= 30


def test_the_guide_shows_what_is_written(clone: Path, givens: Givens) -> None:
    """CONTRIBUTING shows the module of a plain grid as it is written."""
    givens("new-site", "my_puzzles", "--kind", "binairo", "--root", clone)
    module = (clone / "scrapers" / "my_puzzles.py").read_text()

    assert f"```python\n{module}```" in (ROOT / "CONTRIBUTING.md").read_text()
    assert len(module.splitlines()) <= 35


def test_the_site_is_listed(clone: Path, givens: Givens) -> None:
    """The table of sites has one more entry, in order, and the address that was given is the site's."""
    done = givens(
        "new-site", "my_own", "--kind", "binairo", "--root", clone, "--url", "https://my-own.example/play?size=6"
    )

    table = (clone / "scrapers" / "__init__.py").read_text()
    listed = re.findall(r"^            (\w+)\.SITE,$", table, re.MULTILINE)
    assert sorted(listed) == listed
    assert "my_own" in listed
    assert "        my_own,\n" in table
    assert '    "my_own": r"my-own\\.example",\n' in table
    assert 'url=r"https?://my-own\\.example/play\\?size=6"' in (clone / "scrapers" / "my_own.py").read_text()
    assert ["listed", "try:", "next:", "undo:"] == [
        word for line in done.stdout.splitlines() if (word := line.split()[0]) in {"listed", "try:", "next:", "undo:"}
    ]


def test_a_new_site_is_easily_removed(clone: Path, givens: Givens) -> None:
    """Without its module, its fixtures and its lines in the tables, the clone is as before."""
    before = contents(clone)
    givens("new-site", "my_own", "--kind", "binairo", "--root", clone)
    table = clone / "scrapers" / "__init__.py"
    (clone / "scrapers" / "my_own.py").unlink()
    shutil.rmtree(clone / "fixtures" / "my_own")
    lines = table.read_text().splitlines(keepends=True)
    table.write_text("".join(line for line in lines if "my_own" not in line))

    assert before == contents(clone)


def contents(folder: Path) -> dict[Path, bytes]:
    """Return all files below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["My-Own", "--kind", "binairo"], "is not a module's name"),
        (["class", "--kind", "binairo"], "is not a module's name"),
        (["read", "--kind", "binairo"], "uses that name for something else"),
        (["zero_hh1", "--kind", "binairo"], "exists already"),
        (["my_own", "--kind", "chess"], "no kind is called 'chess'"),
        (["my_own", "--kind", "off_by_one_sums"], "no declared layout reads the columns, highest and rows"),
        (["my_own", "--kind", "binairo", "--url", "file:///tmp"], "is not an address"),
        (["my_own", "--kind", "binairo", "--url", "https://example.com"], "is not an address"),
        (["my_own", "--kind", "tango", "--url", "https://www.linkedin.com/games/tango/"], "the site linkedin_tango"),
    ],
)
def test_what_cannot_work_is_refused(args: list[str], sentence: str, clone: Path, givens: Givens) -> None:
    """Each refusal is one sentence, and nothing is written."""
    before = contents(clone)
    done = givens("new-site", *args, "--root", clone)

    assert 2 == done.returncode
    assert sentence in " ".join(done.stderr.split())
    assert before == contents(clone)


def test_a_failed_write_leaves_nothing(clone: Path, givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full when the table is written, the files written before are removed."""
    before = contents(clone)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.play.new_site.write_output", full)
    done = givens("new-site", "my_own", "--kind", "binairo", "--root", clone)

    assert 7 == done.returncode
    assert "No space left on device" in done.stderr
    assert before == contents(clone)


def test_it_needs_a_clone(tmp_path: Path, givens: Givens) -> None:
    """A folder without sites and fixtures is refused."""
    done = givens("new-site", "my_own", "--kind", "binairo", "--root", tmp_path)

    assert 2 == done.returncode
    assert "is not a clone of givens" in done.stderr


@pytest.mark.long("runs the tests of a whole copy")
@pytest.mark.timeout(TESTS_WITHIN + 60)
@pytest.mark.parametrize("kind", DECLARED)
def test_a_new_site_passes_the_tests(kind: str, clone: Path, givens: Givens) -> None:
    """The linter and the tests of sites accept a new site as it is written."""
    for name in ("bot", "solvers", "tests", "docs", "requirements"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FIXTURES, clone / "fixtures", dirs_exist_ok=True)
    for name in ("pyproject.toml", "givens.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, clone / name)
    givens("new-site", "my_own", "--kind", kind, "--root", clone)

    files = [f"test_{name}.py" for name in ("house", "readers", "replicas", "load_bearing", "sites", "play")]
    done = children.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-k",
            "my_own or house or every_site",
            "-p",
            "no:cacheprovider",
        ]
        + [f"tests/{name}" for name in files],
        cwd=clone,
        env=os.environ | {"PYTHONPATH": str(clone), "TEST_TIER": QUICK},
        timeout=TESTS_WITHIN,
    )

    assert 0 == done.returncode, done.stdout
    if find_spec("ruff"):
        for check in (["format", "--check"], ["check", "--no-cache"]):
            done = children.run([sys.executable, "-m", "ruff", *check, "scrapers"], cwd=clone, env=dict(os.environ))

            assert 0 == done.returncode, done.stdout
