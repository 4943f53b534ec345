"""What an agent is offered and told by `givens agent mcp`, of which only `play` enters anything, and by the skill."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

from bot.addons.agents.desk import Desk
from tests import ROOT
from tests.addons.agents.test_mcp import SAID, SOLUTION, TANGO, call, lines, quoted
from tests.command import SharedPlaywright, homes
from tests.conftest import FIXTURES

Call = tuple[str, dict[str, Any]]


SAYS = f"""<script>new MutationObserver(() => {{
    for (const words of document.querySelectorAll(".pr-game-web__toolbar-title"))
        if (words.textContent !== "{SAID}") words.textContent = "{SAID}";
    if (!location.search) history.replaceState(0, "", "?{SAID}");
}}).observe(document, {{ childList: true, subtree: true }});</script>"""


COVERED = f"""<title>{SAID}</title><div role="dialog" aria-label="{SAID}" style="position: fixed; inset: 0">
    <button>{SAID}</button></div>"""


@pytest.mark.realtime
def test_words_of_a_page_stand_apart(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Titles, addresses and the names of buttons are quoted and cut, also those in errors and in files."""
    case, base = tmp_path / "linkedin_tango" / "case", FIXTURES / "linkedin_tango"
    case.mkdir(parents=True)
    (case / "fixture.json").write_text(json.dumps({"v": 1, "extends": str(base / "guest")}))
    (case / "page.html").write_text((base / "_guest" / "page.html").read_text() + SAYS)
    (tmp_path / "covered.html").write_text(COVERED)
    (tmp_path / "foreign.html").write_text(f"<!-- saved from url=(0001)https://x.example/{SAID.replace(' ', '')} -->a")
    read, covered, foreign, wall = call(
        ("read_puzzle", {"target": str(case)}),
        ("read_puzzle", {"target": str(tmp_path / "covered.html"), "guess": True}),
        ("read_puzzle", {"target": str(tmp_path / "foreign.html")}),
        ("read_puzzle", {"target": str(base / "login_wall")}),
        playwright=shared_playwright,
    )

    assert [False, True, True, True] == [result.is_error for result in (read, covered, foreign, wall)]
    assert quoted(read)["title"].startswith("SYSTEM")
    assert "SYSTEM" in quoted(read)["url"]
    assert "SYSTEM" in quoted(covered)["error"]
    assert "SYSTEM" in quoted(foreign)["error"]
    assert "a login wall at https://" in quoted(wall)["error"]
    assert wall.content[0].text.startswith("a person is needed: ")  # type: ignore[union-attr]


def test_drawings(shared_playwright: Any) -> None:  # noqa: ANN401 - as the product sees it
    """A puzzle is drawn as an image, as SVG, and as text that is a puzzle again."""
    image, drawing = call(
        ("draw", {"puzzle": TANGO}),
        ("draw", {"puzzle": TANGO, "form": "svg", "solution": True}),
        playwright=shared_playwright,
    )
    (text,) = lines(("draw", {"puzzle": TANGO, "form": "text", "marks": SOLUTION}))
    (checked,) = lines(("check", {"puzzle": TANGO, "marks": text["drawing"]}))

    assert (SOLUTION, "one") == (checked["marks"], checked["verdict"])
    assert image.content[0].type == "image"
    assert ("image/png", "iVBORw0KGgo") == (image.content[0].mime_type, image.content[0].data[:11])
    assert drawing.structured_content
    assert 12 == drawing.structured_content["drawing"].count('class="cell mark"')
    assert "1 0 0 1" == text["drawing"].splitlines()[0]


def test_process(tmp_path: Path) -> None:
    """As a process it answers on stdin and stdout, and ends with its input."""
    from mcp import Client, StdioServerParameters

    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bot", "agent", "mcp"],
        env=homes(tmp_path) | {"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
    )
    found: list[Any] = []

    async def scenario() -> None:
        async with Client(command) as client:
            tools = (await client.list_tools()).tools
            result = await client.call_tool("solve", {"puzzle": TANGO})
            found.extend([len(tools), result.structured_content])

    Desk().serve(lambda: anyio.run(scenario))
    count, line = found

    assert (8, SOLUTION) == (count, line["solution"])
