"""The draft of a site module for a page that was captured by what it looks like."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.json_file import read_json
from bot.record.inert import as_taken
from bot.record.recorder import write_whole
from solvers import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MODULE = '''\
"""{title}: a draft. Its board is still read by what it looks like.

How the markup is known: one capture. Replace `GuessedLayout` by `Cells`, the board by its selector, and `success` by
what the page shows once it is solved; `givens probe URL` shows most of it.
"""

from __future__ import annotations

from scrapers import GuessedLayout
from scrapers._entrance import Entrance
from scrapers._page import Page, Success
from scrapers._site import Policy
from solvers import {kind}

SITE = Page(
    name="{name}",
    kind="{kind_name}",
    home="{home}",
    url=r"{pattern}",
    template="{url}",
    policy=Policy(timezone=None),
    entrance=Entrance(board="{board}"),
    layouts=[GuessedLayout({{"{kind_name}": {kind}}})],
    title="{title}",
    success=Success(present="#solved"),
)
'''


def write_draft(folder: Path, facts: Mapping[str, object], html: str) -> Path:
    """Write a site module that reads the capture in a folder, and the start of a playable fixture; return the module.

    `html` is the markup of the board.
    """
    puzzle = read_json(folder / "puzzle.json")
    url = str(facts["url"])
    parts = urlsplit(url)
    name = re.sub(r"\W+", "_", parts.netloc.removeprefix("www.").rpartition(".")[0]).strip("_")
    name = name if name.isidentifier() else "page"
    kind = KINDS[puzzle["kind"]]
    module = MODULE.format(
        title=name.replace("_", " ").capitalize(),
        name=name,
        kind=kind.__name__,
        kind_name=kind.KIND,
        home=f"{parts.scheme}://{parts.netloc}/",
        pattern=re.escape(f"{parts.scheme}://{parts.netloc}{parts.path}"),
        url=url.replace("{", "{{").replace("}", "}}"),
        board=_selector(html),
    )
    path = folder / f"{name}.py"
    write_whole(path, module)
    skeleton = {
        "v": 1,
        "url": url,
        "made": facts["made"],
        "how": "Write here how the page was rebuilt: its structure, with drawings of our own.",
        "evidence": facts["evidence"],
        "scripts": True,
        "expect": "accepted",
        "layout": "guessed",
        "replica": {"board": {"into": "#game", "html": ""}, "input": {"event": "click", "cell": ""}, "on": {}},
    }
    write_whole(folder / "skeleton.json", json.dumps(skeleton, indent=2) + "\n")
    return path


def _selector(html: str) -> str:
    """Return a selector of the outermost element of some markup."""
    tag = re.match(r"\s*<([\w-]+)([^>]*)", as_taken(html))
    if tag is None:
        return "body"
    found = re.search(r'\bid="([\w-]+)"', tag[2])
    if found:
        return f"#{found[1]}"
    classes = re.search(r'\bclass="([^"]*)"', tag[2])
    plain = [name for name in (classes[1].split() if classes else []) if re.fullmatch(r"[A-Za-z][\w-]*", name)]
    return tag[1] + "".join(f".{name}" for name in plain)
