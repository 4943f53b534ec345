"""`givens new-site`: what it writes passes as it is, and names that cannot work are refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from bot.play.new_site import MARKED
from tests import FIXTURES, ROOT, children

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Givens

CASES = {"begun", "dropped", "fresh", "late", "missing_cell", "never_mounts", "solved"}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a copy of what a site is added to."""
    folder = tmp_path / "clone"
    shutil.copytree(ROOT / "scrapers", folder / "scrapers", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FIXTURES / "_replica", folder / "fixtures" / "_replica")
    return folder


@pytest.mark.parametrize("kind", MARKED)
def test_a_new_site_plays_all_its_cases(kind: str, clone: Path, givens: Givens) -> None:
    """Every case ends as its `fixture.json` expects, and on a sound page no click is wasted."""
    done = givens("new-site", "my_own", "--kind", kind, "--root", clone)
    assert 0 == done.returncode, done.stderr
    folder = clone / "fixtures" / "my_own"
    assert CASES == {path.name for path in folder.iterdir() if not path.name.startswith("_")}

    played = givens("play", folder, "--site", clone / "scrapers" / "my_own.py", "--json", "--no-record")
    lines = {line["target"].split("/")[-1]: line for line in map(json.loads, played.stdout.splitlines())}

    assert CASES == set(lines)
    for case, line in lines.items():
        expect = json.loads((folder / case / "fixture.json").read_text()).get("expect", "accepted")
        assert expect == ("accepted" if line.get("accepted") else {key: line["error"][key] for key in expect}), line
    assert ["Well done!", "Well done!"] == [lines[case]["said"] for case in ("fresh", "solved")]
    assert 0 == lines["fresh"]["repaired"]
    assert (False, 0) == (lines["solved"]["entered"], lines["solved"]["inputs"])
    assert 0 == lines["fresh"]["single"]


def test_the_module_is_short_and_listed(clone: Path, givens: Givens) -> None:
    """A plain grid takes at most 45 lines, and the table of sites has one more entry, in order."""
    givens("new-site", "my_own", "--kind", "binairo", "--root", clone, "--url", "https://my-own.example/play?size=6")

    assert len((clone / "scrapers" / "my_own.py").read_text().splitlines()) <= 45
    table = (clone / "scrapers" / "__init__.py").read_text()
    listed = re.findall(r"^    (\w+)\.SITE,$", table, re.MULTILINE)
    assert sorted(listed) == listed
    assert "my_own" in listed
    assert "    my_own,\n" in table
    assert 'url=r"https?://my-own\\.example/play\\?size=6"' in (clone / "scrapers" / "my_own.py").read_text()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["My-Own", "--kind", "binairo"], "is not a module's name"),
        (["zero_hh1", "--kind", "binairo"], "exists already"),
        (["my_own", "--kind", "chess"], "no kind is called 'chess'"),
        (["my_own", "--kind", "tango"], "copy scrapers/linkedin_tango.py"),
        (["my_own", "--kind", "binairo", "--url", "file:///tmp"], "is not an address"),
    ],
)
def test_what_cannot_work_is_refused(args: list[str], sentence: str, clone: Path, givens: Givens) -> None:
    """Each refusal is one sentence, and nothing is written."""
    done = givens("new-site", *args, "--root", clone)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert not (clone / "scrapers" / "my_own.py").exists()


def test_it_needs_a_clone(tmp_path: Path, givens: Givens) -> None:
    """A folder without sites and fixtures is refused."""
    done = givens("new-site", "my_own", "--kind", "binairo", "--root", tmp_path)

    assert 2 == done.returncode
    assert "is not a clone of givens" in done.stderr


@pytest.mark.long("runs the tests of a whole copy")
def test_a_new_site_passes_the_tests(clone: Path, givens: Givens) -> None:
    """The house tests, the readers and the replicas' tests accept the new site as it is written."""
    for name in ("bot", "solvers", "tests", "docs", "requirements"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FIXTURES, clone / "fixtures", dirs_exist_ok=True)
    for name in ("pyproject.toml", "givens.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, clone / name)
    givens("new-site", "my_own", "--kind", "binairo", "--root", clone)

    files = ["test_house.py", "test_readers.py", "test_replicas.py", "test_load_bearing.py", "test_sites.py"]
    done = children.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-k", "my_own or house or sites", "-p", "no:cacheprovider"]
        + [f"tests/{name}" for name in files],
        cwd=clone,
        env=os.environ | {"PYTHONPATH": str(clone)},
    )

    assert 0 == done.returncode, done.stdout
