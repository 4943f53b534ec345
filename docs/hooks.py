"""What MkDocs calls while it builds the site: it adds the pages of the kinds and the documents at the root."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

from bot.draw.svg import svg
from scrapers import SITES
from scrapers.puzzlink import GENRES
from solvers import KINDS, dump, explain, grade, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from solvers import Puzzle

ROOT = Path(__file__).parents[1]
OF_THE_ROOT = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""The documents at the root of the project, and their names on the site."""
MOST_STEPS = 12
"""The number of steps of an explanation that a page shows."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are no files in `docs`, and list those of the kinds and the decisions."""
    made = {name: (ROOT / document).read_text("utf-8") for document, name in OF_THE_ROOT.items()}
    made["kinds/index.md"] = list_of_kinds()
    for puzzle in examples():
        made |= files_of_kind(puzzle)
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    decisions = sorted(file.src_uri for file in files.documentation_pages() if file.src_uri.startswith("decisions/"))
    config.nav = [
        *(config.nav or ()),
        {"Kinds": ["kinds/index.md", *(f"kinds/{name}.md" for name in sorted(KINDS))]},
        {"Decisions": [decisions[-1], *decisions[:-1]]},
    ]
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Let links between `docs` and the root of the project lead to the pages of the site."""
    if page.file.src_uri in OF_THE_ROOT.values():
        markdown = re.sub(r"(\]\(|srcset=\"|src=\")docs/", r"\1", markdown)
    return re.sub(rf"\]\((?:\.\./)?({'|'.join(OF_THE_ROOT)})", lambda found: f"]({OF_THE_ROOT[found[1]]}", markdown)


def examples() -> Iterator[Puzzle]:
    """Yield the first example of each kind in `docs/puzzles.md`."""
    text = (ROOT / "docs" / "puzzles.md").read_text("utf-8")
    puzzles = [
        load(json.loads(block)) for block in re.findall(r'^```json\n(\{"kind".*?)^```', text, re.DOTALL | re.MULTILINE)
    ]
    yield from {puzzle.KIND: puzzle for puzzle in reversed(puzzles)}.values()


def list_of_kinds() -> str:
    """Return a table of all kinds, with the first line of their rules."""
    rows = (f"| [`{name}`]({name}.md) | {rules(name).partition(chr(10))[0]} |" for name in KINDS)
    return "\n".join(("# Kinds", "", "| kind | what it is |", "|---|---|", *rows, ""))


def files_of_kind(puzzle: Puzzle) -> dict[str, str]:
    """Return the page of a kind and its pictures: rules, an example, its steps, and where the kind is played."""
    name, explanation, difficulty = puzzle.KIND, explain(puzzle), grade(puzzle)
    steps = [f"{number}. {step.words}" for number, step in enumerate(explanation, start=1)]
    sites = [site for site in SITES if name in ({site.KIND} if site.KIND else {genre.kind.KIND for genre in GENRES})]
    parts = [
        f"# {name}",
        rules(name),
        "## An example",
        f"![A {name}]({name}.svg){{width=45%}} ![Its solution]({name}-solved.svg){{width=45%}}",
        f"```json\n{json.dumps(dump(puzzle), ensure_ascii=False)}\n```",
        "## Solved step by step",
        f"Its grade is {difficulty.level} of 5, {difficulty.name}.",
        "\n".join(steps[:MOST_STEPS]),
        *([f"{len(steps) - MOST_STEPS} more steps solve it."] if len(steps) > MOST_STEPS else []),
        "## Where it is played",
        "\n".join(f"- [`{site.NAME}`]({site.HOME})" for site in sites) or "In files only.",
    ]
    return {
        f"kinds/{name}.md": "\n\n".join(parts),
        f"kinds/{name}.svg": svg(puzzle.picture(), title=name),
        f"kinds/{name}-solved.svg": svg(puzzle.picture(explanation.solution), title=f"{name}, solved"),
    }


def rules(name: str) -> str:
    """Return the rules of a kind, as `givens kinds` shows them."""
    return re.sub(r"^ +", "", (KINDS[name].__doc__ or "").strip(), flags=re.MULTILINE)
