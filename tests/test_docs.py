"""The examples in the documentation: each is a puzzle with one solution, and adjacent ones are the same puzzle."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter, defaultdict

import click

from bot.cli import app
from scrapers import SITES
from solvers import KINDS, Puzzle, dump, load, load_picture, solve
from tests.cases import CASES, SILENT
from tests.conftest import FIXTURES, ROOT
from tests.sites_table import DOCUMENT, TABLE, table
from tests.test_house import DOCUMENTS

GRADES = ("real code", "captured", "described", "inferred")
"""What is known of a page, the best first, as fixtures call it; real code needs no fixture."""
BLOCKS = re.compile(r"(?:^```(?:json|text)\n.*?^```\n)+", re.DOTALL | re.MULTILINE)
"""Blocks of JSON and of drawings; blocks that show the same puzzle are adjacent."""


def examples(text: str) -> list[list[tuple[str, Puzzle]]]:
    """Return the puzzles of a document, each with its form, grouped by adjacent blocks."""
    found = [
        re.findall(r"^```(json|text)\n(.*?)^```", place, re.DOTALL | re.MULTILINE) for place in BLOCKS.findall(text)
    ]
    return [
        [
            (form, load(json.loads(block)) if form == "json" else load_picture(block))
            for form, block in place
            if "kind" in block
        ]
        for place in found
    ]


EXAMPLES = {
    f"{document}:{number}": place
    for document in DOCUMENTS
    for number, place in enumerate(examples((ROOT / document).read_text(encoding="utf-8")), start=1)
    if place
}


def test_examples() -> None:
    """An example has one solution, and its JSON and its drawings are the same puzzle."""
    for name, [(_, example), *others] in EXAMPLES.items():
        assert solve(example).unique, name
        assert [dump(example)] * len(others) == [dump(other) for _, other in others], name


def test_every_kind_is_shown() -> None:
    """`docs/puzzles.md` shows each kind as JSON and as a drawing."""
    shown = defaultdict[str, set[str]](set)
    for name, place in EXAMPLES.items():
        for form, puzzle in place if name.startswith("docs/puzzles.md") else ():
            shown[puzzle.KIND].add(form)

    assert {kind: {"json", "text"} for kind in KINDS} == shown


def test_declared_evidence_is_that_of_the_fixtures() -> None:
    """A module declares the best, and then latest, evidence of its boards that are played; real code needs none."""
    for site in SITES:
        cases = [case for case in CASES.values() if case.site == site.NAME]
        played = [case for case in cases if site.POLICY.read_only or site.NAME in SILENT or case.expect == "accepted"]
        known = {(-GRADES.index(case.evidence["grade"]), case.evidence["date"]) for case in played}
        rank, date = max(known, default=(0, "2026-08-22"))

        assert (GRADES[-rank], date) == site.EVIDENCE, site.NAME


def test_table_of_sites() -> None:
    """The table of all sites is the one that their declarations make."""
    match = TABLE.search(DOCUMENT.read_text("utf-8"))

    assert match is not None
    assert table() == match[1]


def test_counts_and_lists_are_those_of_the_code() -> None:
    """What documents count or list is what the code has."""
    contributing = (ROOT / "docs" / "contributing" / "rest.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    rooms |= {f"addons/{path.parent.name}" for path in (ROOT / "bot" / "addons").glob("*/__init__.py")}

    assert rooms == {*re.findall(r"^\| `bot/([\w/]+)/`", contributing, re.MULTILINE)}


def test_attacks_are_counted() -> None:
    """`docs/security.md` counts the attacks of each group, in one or more rows."""
    rows = re.findall(
        r"^\| `(\w+)`.*? \| .*? \| (\d+)", (ROOT / "docs" / "security.md").read_text("utf-8"), re.MULTILINE
    )
    counts = Counter[str]()
    for group, count in rows:
        counts[group] += int(count)

    assert Counter(path.parent.name for path in (FIXTURES / "_hostile").glob("*/*.js")) == counts


def test_every_decision_is_listed() -> None:
    """The table of contents lists the title of each decision, in order."""
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    titles = [page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(". ") for page in pages]
    contents = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")

    assert [f"- {number}: [{title}]({page.name})" for (number, _, title), page in zip(titles, pages, strict=True)] == [
        line for line in contents.splitlines() if line.startswith("- ")
    ]


def test_named_decisions_exist() -> None:
    """Each decision that code or a document names by its number exists."""
    numbers = {int(page.name[:4]) for page in (ROOT / "docs" / "decisions").glob("0*.md")}
    sources = [ROOT / name for name in ("bot", "scrapers", "solvers", "tests", "docs")]
    files = [
        *ROOT.glob("*.md"),
        *(path for folder in sources for kind in ("py", "md") for path in folder.rglob(f"*.{kind}")),
    ]
    named = {
        (path.name, int(number))
        for path in files
        for number in re.findall(r"\bdecision (\d+)", path.read_text(encoding="utf-8"))
    }

    assert named
    assert {(name, number) for name, number in named if number not in numbers} == set()


WIDEST = 100
"""Columns of a line of prose."""
MOST_LINES = {"README.md": 80, "CONTRIBUTING.md": 80}
MOST_WORDS = 35_600
"""Words of all documents, which only go down."""


def test_prose_is_wrapped() -> None:
    """No line of prose is too long; tables, code and what holds a link or a picture may be."""
    code = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
    lines = [line for document in DOCUMENTS for line in code.sub("", (ROOT / document).read_text("utf-8")).splitlines()]

    assert [] == [line for line in lines if len(line) > WIDEST and line[0] not in "|#<" and "](" not in line]


def test_documents_are_short() -> None:
    """All documents together have at most so many words, as `wc -w` counts them, and two of them so many lines."""
    words = {str(document): len((ROOT / document).read_text("utf-8").split()) for document in DOCUMENTS}

    lines = {name: len((ROOT / name).read_text("utf-8").splitlines()) for name in MOST_LINES}

    assert sum(words.values()) <= MOST_WORDS, words
    assert [] == [name for name, most in MOST_LINES.items() if lines[name] > most]


def test_decisions_are_short() -> None:
    """A decision has at most thirty lines."""
    pages = (ROOT / "docs" / "decisions").glob("0*.md")

    assert [] == [page.name for page in pages if len(page.read_text("utf-8").splitlines()) > 30]


def commands(text: str) -> list[str]:
    """Return the commands in the code blocks of a document, without what explains them."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line.removeprefix("$ ") for language, block in blocks if not language for line in block.splitlines()]
    parts = [part.strip() for line in lines for part in re.split(r"\s\|\s", re.split(r"\s{3,}|\s#\s", line)[0])]
    return [part for part in parts if part.startswith("givens ")]


def resolved(command: str) -> tuple[click.Command | None, list[str]]:
    """Return the command that a line means, None if there is none, and the words behind its name."""
    words = shlex.split(re.sub(r"\s[<>]\s.*", "", command))[1:]
    found: click.Command | None = app
    while isinstance(found, click.Group) and words and re.match("[a-z]", words[0]):
        found = found.get_command(click.Context(found), words.pop(0))
    return found, words


def test_commands_are_understood() -> None:
    """Every command that a document shows exists, and has the options and arguments that it is shown with."""
    for document in DOCUMENTS:
        for command in commands((ROOT / document).read_text(encoding="utf-8")):
            found, words = resolved(command)
            assert found is not None, f"{document}: no such command: {command}"

            assert [] == found.make_context(command, words).args


def test_commands_in_sentences_exist() -> None:
    """Every command that stands in a sentence of a document, or in a text of the program, exists."""
    sources = [path for folder in ("bot", "scrapers", "solvers") for path in (ROOT / folder).rglob("*.py")]
    files = [ROOT / document for document in DOCUMENTS if document.name != "CHANGELOG.md"] + sources
    named = {
        (file.name, " ".join(command.split()).partition(" | ")[0])
        for file in files
        for quote in '`"'
        for command in re.findall(rf"{quote}(givens [a-z][^{quote}{{]*){quote}", file.read_text("utf-8"))
    }

    assert len(named) > 100
    assert [] == [(name, command) for name, command in sorted(named) if resolved(command)[0] is None]
