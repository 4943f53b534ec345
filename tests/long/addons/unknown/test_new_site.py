"""`givens sites new`: what it writes reads and plays the page, and what cannot work is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.addons.unknown.test_new_site import clone, contents, elsewhere
from tests.command import Givens

__all__ = ["clone"]


def lines(givens: Givens, *args: object) -> dict[str, dict[str, Any]]:
    """Play or read targets, and return the result of each by its name."""
    done = givens(*args, "--trust", "--json")
    return {line["target"].rpartition("/")[2]: line for line in map(json.loads, done.stdout.splitlines())}


def test_a_clone_gets_a_site(givens: Givens, tmp_path: Path, clone: Path) -> None:
    """In a clone the site is its file; the page is played with it, and without it all is as before."""
    before, page = contents(clone), elsewhere(tmp_path)
    out = clone / "scrapers"
    done = givens("sites", "new", page, "--trust", "-o", out, "--name", "my_own", "--kind", "three_in_a_row")

    assert 0 == done.returncode, done.stderr
    module = clone / "scrapers" / "my_own.py"
    assert '\nADDRESSES = r"own\\.example"\n' in module.read_text()
    line = lines(givens, "play", page, "--site", module)["case"]
    assert (True, "grid", 0) == (line["entered"], line["layout"], line["repaired"]), line
    module.unlink()
    assert before == contents(clone)
