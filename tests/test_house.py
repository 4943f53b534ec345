"""The project's rules that no linter checks: contents of folders, allowed imports, members of plugins."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import scrapers
import solvers
from bot.commands.pages import PRELOADED
from bot.play.fixture import Fixture, fixtures
from bot.play.runner import SOLVING
from scrapers import SITES, Page
from solvers import KINDS, LINKED_KINDS, Puzzle
from tests.cases import SILENT, UNCOPIED
from tests.children import run
from tests.conftest import FIXTURES, ROOT

POSIX = re.compile("SIG(HUP|KILL)|chmod|fcntl|flock|fork|getuid|killpg|mkfifo|openpty|pty|symlink_to")
"""Names that need something that Windows does not have, or only for administrators."""
MOST_LINES_OF_A_SITE, MOST_LINES_OF_A_KIND = 130, 200
"""Lines of a plain file of `scrapers` and of `solvers`, unless a line in it, `# Long: …`, gives the reason."""
PACKAGES = ("bot", "scrapers", "solvers")
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

ADDONS = ROOT / "bot" / "addons"
MOST_LINES_OF_CORE, MOST_LINES = 30_918, 43_508
"""Lines of machinery, which is all but the plain files of sites and kinds: of the product without its add-ons, and of
all of it."""

DOCUMENTS = sorted(path.relative_to(ROOT) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))


@cache
def parsed(path: Path) -> ast.Module:
    """Return the code of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, and the names that it imports from them."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def names(node: ast.AST) -> set[str]:
    """Return the names and attributes in a piece of code."""
    return {getattr(each, "id", "") or getattr(each, "attr", "") for each in ast.walk(node)}


def plain(package: str) -> list[str]:
    """Return the names of a package's plugins: its files without a leading underscore."""
    return [path.stem for path in sorted((ROOT / package).glob("*.py")) if not path.name.startswith("_")]


@pytest.mark.parametrize("package", ["scrapers", "solvers"])
def test_only_the_table_imports_plugins(package: str) -> None:
    """Sites never import each other, kinds neither, and machinery imports no plugin."""
    plugins = {f"{package}.{name}" for name in plain(package)}
    imported = {
        path.name: found
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py" and (found := plugins & imports(path) - {f"{package}.{path.stem}"})
    }

    assert {} == imported


READER = ROOT / "bot" / "addons" / "unknown"
"""It reads pages as `scrapers` does, out of the same parts."""
PRIVATE = {True: r"solvers\._", False: r"(scrapers|solvers)\._"}
FAMILY = r"(?!scrapers\._(nyt|linkedin|brainbashers|puzzle_team|puzzlink)\b)"


def test_private_modules_stay_private() -> None:
    """`bot` and sites import what `scrapers` and `solvers` export, sites also of their family; readers share parts."""
    private = {
        str(path.relative_to(ROOT)): found
        for path in [ROOT / "givens.py", *(ROOT / "bot").rglob("*.py"), *(ROOT / "scrapers").glob("[!_]*.py")]
        if (found := [name for name in imports(path) if re.match(FAMILY + PRIVATE[READER in path.parents], name)])
    }

    assert {} == private


def test_kinds_are_written_in_one_vocabulary() -> None:
    """A kind imports from `solvers.kind`, and nothing else of the solvers."""
    found = {name: imports(ROOT / "solvers" / f"{name}.py") for name in plain("solvers")}
    others = {name: [one for one in found[name] if re.match(r"solvers(?!\.kind\b)", one)] for name in found}

    assert {} == {name: more for name, more in others.items() if more}


def test_what_windows_lacks_is_marked() -> None:
    """A test that needs what Windows does not have is marked."""
    unmarked = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and any(map(POSIX.fullmatch, names(node)))
        if not any("mark.posix" in ast.unparse(decorator) for decorator in node.decorator_list)
    ]

    assert [] == unmarked


def test_program_does_not_import_tests() -> None:
    """The program imports neither tests nor tools nor fixtures; tests import no tools, unless they test them."""
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "tools" not in path.parts]
    outside = re.compile(r"(tests|tools|fixtures)\b")
    tools = re.compile(r"^\s*(from|import) tools\b", re.MULTILINE)

    assert [] == [path for path in SOURCES if any(map(outside.match, imports(path)))]
    assert [] == [path for path in tests if tools.search(path.read_text("utf-8"))]


ROWS = {"__init__.py": r"    from solvers\.[a-z]\w+ import", "_names.py": r' +("\w+"(: \(|,)|\),)'}
"""What a kind has in the tables of `solvers`, by the name of the file."""


def test_machinery_only_goes_down() -> None:
    """The machinery has no more lines than before; a new site or kind adds none to it."""
    core, addons = 0, 0
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            is_plugin = path.parent in {ROOT / "scrapers", ROOT / "solvers"} and not path.name.startswith("_")
            if path.suffix in {".py", ".js", ".css", ".html", ".jinja"} and not is_plugin:
                rows = re.compile(ROWS.get(path.name, "$.") if path.parent == ROOT / "solvers" else "$.")
                lines = sum(not rows.match(line) for line in path.read_text(encoding="utf-8").splitlines())
                core, addons = (core, addons + lines) if ADDONS in path.parents else (core + lines, addons)

    help_ = "{} lines: remove as many as you add, or raise {} in tests/test_house.py, as decision 37 says"
    assert core <= MOST_LINES_OF_CORE, help_.format(core, "MOST_LINES_OF_CORE")
    assert core + addons <= MOST_LINES, help_.format(core + addons, "MOST_LINES")


@pytest.mark.parametrize(("package", "most"), [("scrapers", MOST_LINES_OF_A_SITE), ("solvers", MOST_LINES_OF_A_KIND)])
def test_a_site_or_a_kind_is_short(package: str, most: int) -> None:
    """A site or a kind is short, or its file gives the reason why it is not."""
    for path in (ROOT / package / f"{name}.py" for name in plain(package)):
        text = path.read_text(encoding="utf-8")
        lines, reason = len(text.splitlines()), re.search(r"^# Long: \w", text, re.MULTILINE)

        assert lines <= most or reason, f"{path.relative_to(ROOT)} has {lines} lines, so a line `# Long: …` says why"


def test_class_names_are_unique() -> None:
    """No two classes of the product have one name."""
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))

    assert {} == {name: found for name, found in places.items() if len(found) > 1}


def test_file_names_are_unique_in_their_room() -> None:
    """No two files of one room, a folder with all that lies in it, have one name."""
    rooms = [*(ROOT / "bot").glob("[!_]*/"), *ADDONS.glob("[!_]*/"), ROOT / "solvers", *(ROOT / "scrapers").glob("_*/")]
    names = {room: Counter(path.name for path in room.rglob("[!_]*.py")) for room in rooms if room != ADDONS}

    assert [] == [(room, name) for room, counts in names.items() for name, count in counts.items() if count > 1]


def test_a_site_is_its_file() -> None:
    """Each plain file of `scrapers` says, without being imported, which sites it has and where their pages are.

    A site is a `Page`, whose members type checkers compare with those of `Site`, or is annotated as a `Site`.
    """
    found: list[str] = []
    for name in plain("scrapers"):
        module = import_module(f"scrapers.{name}")
        sites = getattr(module, "SITES", None) or [module.SITE]
        names = [site.NAME for site in sites]
        text = (ROOT / "scrapers" / f"{name}.py").read_text(encoding="utf-8")
        found += names

        assert re.search(r"^ADDRESSES = ", text, re.MULTILINE)
        assert hasattr(module, "SITES") or names == [name]
        assert all(isinstance(site, Page) for site in sites) or re.search(r"^SITES?: .*\bSite\b", text, re.MULTILINE)
    assert found == [*SITES.names] == [site.NAME for site in SITES]


def keys(path: str, name: str) -> set[str]:
    """Return the keys of a table, `NAME = {…}`, in a file of tests."""
    found = (node for node in parsed(ROOT / path).body if isinstance(node, ast.AnnAssign | ast.Assign))
    table = next(node.value for node in found if re.match(rf"{name}\b", ast.unparse(node)))
    assert isinstance(table, ast.Dict)
    return {str(key.value) for key in table.keys if isinstance(key, ast.Constant)}


def lacks(kind: type[Puzzle]) -> Iterator[str]:
    """Yield what a kind does not have yet: the file, and what belongs there."""
    name, linked = kind.KIND, LINKED_KINDS.get(kind.KIND)

    def holds(path: str, pattern: str) -> bool:
        file = ROOT / path
        return file.exists() and bool(re.search(pattern, file.read_text("utf-8"), re.MULTILINE))

    if not holds("solvers/__init__.py", rf"^ +from solvers\.{name} import {kind.__name__} as {kind.__name__}$"):
        yield f"solvers/__init__.py: from solvers.{name} import {kind.__name__} as {kind.__name__}"
    if not holds(f"tests/puzzles/{name}.jsonl", '"generate": true'):
        yield f'tests/puzzles/{name}.jsonl: puzzles, one of them with "generate": true'
    if not holds("docs/puzzles.md", rf"^## {name}$"):
        yield f"docs/puzzles.md: the section {name}"
    if kind.MOST_CELLS != Puzzle.MOST_CELLS and not holds("docs/puzzles.md", rf"^\| {kind.MOST_CELLS:,} \| .*`{name}`"):
        yield f"docs/puzzles.md, Limits: {name} in a row of {kind.MOST_CELLS:,} cells"
    if kind.UNKNOWN_IN and name not in keys("tests/solvers/test_unknown_clues.py", "BOARDS"):
        yield f"tests/solvers/test_unknown_clues.py: {name} in BOARDS, as it has UNKNOWN_IN"
    if linked and not holds("docs/links.md", rf"^\| `{name}`[^|]*\| `{linked}`"):
        yield f"docs/links.md: a row | `{name}` | `{linked}` |"
    if linked not in {None, "minarism"} and not holds("tests/links.jsonl", rf'^\{{"query": "{linked}/.*"puzzle"'):
        yield f"tests/links.jsonl: an address of {linked} with its puzzle"  # No minarism is without differences.


def test_what_kinds_lack() -> None:
    """Each plain file of `solvers` is a kind, and has all that belongs to one; this names what is missing."""
    assert plain("solvers") == sorted(KINDS)
    found = [f"{name} lacks {what}" for name, kind in KINDS.items() for what in lacks(kind)]
    assert not found, "\n".join(found)


def test_what_is_imported_later_is_what_type_checkers_see() -> None:
    """Names that `solvers` imports for type checkers are the same at run time, and every kind is among them."""
    tree = ast.parse((ROOT / "solvers" / "__init__.py").read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    nodes = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    found = [(node.module or "", alias.name) for node in nodes for alias in node.names]
    names = [(module, name) for module, name in found if module.startswith("solvers.")]

    assert plain("solvers") == sorted({module.partition(".")[2] for module, _ in names if "._" not in module})
    for module, name in names:
        assert getattr(solvers, name) is getattr(import_module(module), name), name


def test_what_scrapers_exports_is_what_type_checkers_see() -> None:
    """Each name that `scrapers` exports is defined in the module that type checkers take it from, and in no other."""
    text = (ROOT / "scrapers" / "__init__.py").read_text(encoding="utf-8")
    for module, names in scrapers._EXPORTS.items():
        for name in names.split():
            assert re.search(
                rf"^ +from scrapers\.{module} import (\*|{name} as {name})$|import {name} as", text, re.MULTILINE
            )
            assert getattr(scrapers, name) is getattr(import_module(f"scrapers.{module}"), name)
    assert len(scrapers._MODULES) == sum(len(names.split()) for names in scrapers._EXPORTS.values())


def test_only_plugins_in_use_are_imported() -> None:
    """A site or a kind is imported when it is asked for, and no other with it."""
    expected = {
        "import solvers, scrapers": "",
        "solvers.load({'kind': 'tango', 'givens': ['..', '..']})": "solvers.tango",
        "import givens; givens.Zip": "solvers.zip",
        "from bot.play.resolve import resolve; resolve('tango')": "scrapers.linkedin_tango",
        "scrapers.site_of('https://www.linkedin.com/games/queens/')": "scrapers.linkedin_queens solvers.queens",
    }
    code = "; print(*sys.modules)\n".join(["import sys", *expected])
    done = run([sys.executable, "-c", f"{code}; print(*sys.modules)"], check=True, cwd=ROOT)
    plugins = {f"{package}.{name}" for package in ("scrapers", "solvers") for name in plain(package)}
    _, *seen = [plugins & set(line.split()) for line in done.stdout.splitlines()]

    assert [set(names.split()) for names in expected.values()] == [
        now - before for before, now in pairwise([set[str](), *seen])
    ]


def test_every_site_shows_a_kind() -> None:
    """Each site shows a kind that can be solved, or those of its layouts."""
    assert {site.KIND for site in SITES if site.KIND} <= set(KINDS)
    assert all(site.KIND or len(site.LAYOUTS) > 1 for site in SITES)


def test_sites_import_the_browser_for_types_only() -> None:
    """No site imports Playwright at runtime."""
    for path in (ROOT / "scrapers").rglob("*.py"):
        found = [node.module for node in parsed(path).body if isinstance(node, ast.ImportFrom)]

        assert not [name for name in found if name and name.startswith("playwright")], path


def test_fixture_folders_are_sites() -> None:
    """Each folder of fixtures belongs to a site, and each site has one, unless its page's own code is played."""
    folders = [path.name for path in FIXTURES.iterdir() if not path.name.startswith("_")]

    assert sorted({site.NAME for site in SITES} - UNCOPIED) == sorted(folders)


def test_every_site_has_a_case_that_is_accepted() -> None:
    """At least one fixture of each site is played until its page accepts the solution, if it is known how."""
    accepted = {case.folder.parent.name for case in map(Fixture.load, fixtures(FIXTURES)) if case.expect == "accepted"}

    assert set() == {site.NAME for site in SITES if not site.POLICY.read_only} - accepted - UNCOPIED - SILENT


def test_site_files_are_short() -> None:
    """A fixture's markup stays short: what fixtures share belongs to the engine."""
    for page in FIXTURES.glob("*/_*/page.html"):
        text = re.sub(r"<style>.*?</style>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        lines = [line for line in text.splitlines() if line.strip()]

        assert len(lines) <= 30, page


def test_what_is_imported_early_exists() -> None:
    """What is imported while the browser starts exists: there, an error would be lost."""
    for name in (*PRELOADED, *SOLVING):
        assert name == import_module(name).__name__


def test_documents_name_what_exists() -> None:
    """Every path that a document names in backticks exists."""
    path = re.compile(r"`((?:bot|scrapers|solvers|tests|fixtures|docs|requirements)/[\w./-]*\w)`")
    named = {(document, name) for document in DOCUMENTS for name in path.findall((ROOT / document).read_text("utf-8"))}

    assert [] == [
        (document, name)
        for document, name in named
        if not re.search("NAME|BASE|CASE", name) and not (ROOT / name).exists()
    ]


def test_one_play_names_what_exists() -> None:
    """Each row of the walk along a play, which is short, names a class or a function of its file."""
    text = (ROOT / "docs" / "contributing" / "play.md").read_text("utf-8")
    for name, file in re.findall(r"^- `([\w.]+)`, `(.+?)`: ", text, re.MULTILINE):
        nodes: list[ast.AST] = [parsed(ROOT / file)]
        for part in name.split("."):
            nodes = [node for scope in nodes for node in ast.iter_child_nodes(scope) if vars(node).get("name") == part]
        assert nodes, (name, file)
    assert len(text.splitlines()) <= 80
