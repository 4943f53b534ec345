"""Play many pages that no module knows, and print a table.

    python -m tools.wild pages --seeds 0-199        wild pages of these seeds
    python -m tools.wild strangers                  the pages that are no puzzle of ours
    python -m tools.wild edges                      the pages at the edge, each with its sentence
    python -m tools.wild mutants --seeds 0-39       what is made of boards with one thing changed
    python -m tools.wild known                      the fixtures of known sites, their modules' layouts switched off
    python -m tools.wild unknown                    the same with the whole modules unknown
    python -m tools.wild renamed --round 2          the first fixture of each site, the names in its markup renamed
    python -m tools.wild speed                      how long looking and finding take, and what a guess adds to a run
    python -m tools.wild show --seeds 7 -o FOLDER   write pages as fixtures, to look at them

Results are added to a file, one line a page, and pages that it holds already are not played again.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route, sync_playwright

from bot.addons.unknown.guess.hypotheses import guess
from bot.addons.unknown.guess.site import GuessedLayout
from bot.browser.launch import find
from bot.play.runner import Runner
from bot.play.sites import family_of
from scrapers import ReadError
from solvers import KINDS
from tests.command import SharedPlaywright
from tests.wild import DEVELOPMENT, edges, renamed, strangers
from tests.wild.pages import HOME, wild
from tests.wild.play import Outcome, play, setup
from tools.wild import known, mutants, speed

VERDICTS = ("accepted", "refused", "silent", "stopped", "wrong", "bug")
Case = Callable[[Path], tuple[Path, Mapping[str, Any]]]
"""Writes a page into a folder; returns its folder and what the page is like."""
Playing = Callable[[Runner, Path], tuple[Outcome, Mapping[str, Any]]]
"""Plays a page, for which there is a folder; returns what came of it and what the page is like."""


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser(
        prog="tools.wild", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "what", choices=["pages", "strangers", "edges", "mutants", "known", "unknown", "renamed", "speed", "show"]
    )
    parser.add_argument("--round", type=int, default=2, choices=[*renamed.ROUNDS], help=str(renamed.ROUNDS))
    parser.add_argument(
        "--seeds", default=f"{DEVELOPMENT.start}-{DEVELOPMENT.stop - 1}", help="one seed, or FIRST-LAST"
    )
    parser.add_argument("--only", help="the pages whose names match this")
    parser.add_argument("--every", type=int, default=1, help="every so many of the pages")
    parser.add_argument("--number", type=int, default=50, help="mutants of each page")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no page after so long")
    parser.add_argument("-o", "--out", type=Path, help="the file of results, or the folder of pages to show")
    options = parser.parse_args()
    if options.what == "mutants":
        sys.stdout.write(f"{mutants_of(options)}\n")
        return
    if options.what == "speed":
        with opened() as browser:
            sys.stdout.write(f"{speed.measured(browser.new_page())}\n")
        with runner() as playing:
            for line in speed.added(playing):
                sys.stdout.write(f"{line}\n")
        return
    if options.what == "show":
        for case in some(chosen(options), options).values():
            sys.stdout.write(f"{case(options.out or Path('wild'))[0]}\n")
        return
    if options.what in {"known", "unknown"}:
        pages = {name: _known(name, site_known=options.what == "known") for name in known.targets()}
    elif options.what == "renamed":
        pages = {name: _renamed(name, options.round) for name in renamed.targets()}
    else:
        pages = {name: _written(case) for name, case in chosen(options).items()}
    out = options.out or Path(tempfile.gettempdir()) / f"wild-{options.what}.jsonl"
    lines = run(some(pages, options), out, options.seconds, virtual=options.what == "renamed")
    sys.stdout.write(table(lines))
    if options.what == "renamed":
        for name, own in groupby(lines, lambda line: family_of(line["name"])):
            counts = Counter(line["verdict"] for line in own)
            sys.stdout.write(f"{name}: {counts['accepted']} of {counts.total()}\n")
        falsely = [line["name"] for line in lines if line["verdict"] == "accepted" and not line["features"]["solved"]]
        wrong = [line["name"] for line in lines if line["features"]["wrong marks"]]
        sys.stdout.write(f"accepted falsely: {falsely}; wrong marks left: {wrong}\n")


def some(pages: Mapping[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    """Return those of the pages that the arguments name."""
    names = [name for name in pages if re.search(options.only or "", name)]
    return {name: pages[name] for name in names[:: options.every]}


def chosen(options: argparse.Namespace) -> dict[str, Case]:
    """Return the pages that the arguments name."""
    if options.what == "strangers":
        return {f"stranger_{name}": _stranger(name) for name in strangers.STRANGERS}
    if options.what == "edges":
        return {f"edge_{name}": _edge(name) for name in edges.EDGES}
    first, _, last = options.seeds.partition("-")
    return {f"wild_{seed:05}": _wild(seed) for seed in range(int(first), int(last or first) + 1)}


def mutants_of(options: argparse.Namespace) -> str:
    """Return how often mutants of pages have each outcome, in words."""
    first, _, last = options.seeds.partition("-")
    layout = GuessedLayout(partial(guess, kinds=KINDS, known=False))
    counts: Counter[str] = Counter()
    with opened() as browser:
        for seed in range(int(first), int(last or first) + 1):
            made = wild(seed)
            page = browser.new_page()
            page.route("**/*", partial(_serve, html=made.html))
            page.goto(f"{HOME}{seed}")
            snapshot = mutants.look(page, layout)
            page.close()
            try:
                counts.update(mutants.count(made, snapshot, layout, options.number))
            except ReadError as error:
                counts.update({"page refused": 1})
                sys.stderr.write(f"{seed}: {error.message[:150]}\n")
            sys.stderr.write(f"{seed}: {dict(counts)}\n")
    return ", ".join(f"{words}: {count}" for words, count in counts.most_common())


@contextmanager
def opened() -> Iterator[Browser]:
    """Open a browser."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=find(playwright, None, window=False).path)


def _serve(route: Route, *, html: str) -> None:
    route.fulfill(body=html, content_type="text/html; charset=utf-8")


def _wild(seed: int) -> Case:
    def write(folder: Path) -> tuple[Path, Mapping[str, Any]]:
        page = wild(seed)
        of = {name: value for name, value in asdict(page.choices).items() if name not in {"palette", "sign_texts"}}
        size = f"{page.puzzle.height}×{page.puzzle.width}"
        return page.write(folder), {"kind": page.puzzle.kind, "how": page.how, "size": size, **of}

    return write


def _stranger(name: str) -> Case:
    return lambda folder: (strangers.write(folder, name), {})


def _edge(name: str) -> Case:
    return lambda folder: (edges.write(folder, name), {})


def _written(case: Case) -> Playing:
    def playing(browser: Runner, folder: Path) -> tuple[Outcome, Mapping[str, Any]]:
        written, features = case(folder)
        return play(browser, written), features

    return playing


def _known(name: str, *, site_known: bool) -> Playing:
    return lambda browser, folder: (
        known.play(browser, folder, name, site_known=site_known),
        {"site": name.partition("/")[0]},
    )


def _renamed(name: str, names: int) -> Playing:
    def playing(browser: Runner, _folder: Path) -> tuple[Outcome, Mapping[str, Any]]:
        outcome, solved = renamed.play(browser, name, names)
        return outcome, {"round": names, "solved": solved, "wrong marks": len(renamed.wrong_marks(outcome))}

    return playing


def run(cases: Mapping[str, Playing], out: Path, seconds: float, *, virtual: bool = False) -> list[dict[str, Any]]:
    """Play the cases whose results are missing, on a virtual clock or not, and return all results."""
    done = {line["name"]: line for line in map(json.loads, out.read_text().splitlines())} if out.exists() else {}
    missing = {name: playing for name, playing in cases.items() if name not in done}
    end = time.monotonic() + seconds
    with (
        runner(virtual=virtual) as browser,
        tempfile.TemporaryDirectory() as folder,
        out.open("a", encoding="utf-8") as file,
    ):
        for number, (name, playing) in enumerate(missing.items(), start=1):
            if time.monotonic() > end:
                break
            outcome, features = playing(browser, Path(folder))
            done[name] = line = described(outcome) | {"features": features}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            words = f"{number}/{len(missing)} {name}: {line['verdict']} {line['seconds']} s {line['sentence'][:150]}"
            sys.stderr.write(words + "\n")
    return [done[name] for name in cases if name in done]


def described(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as data."""
    return {
        "name": outcome.name,
        "verdict": outcome.verdict,
        "seconds": round(outcome.seconds, 2),
        "ms": outcome.result.ms,
        "inputs": outcome.inputs,
        "elsewhere": outcome.presses(cells=False),
        "sentence": outcome.sentence,
        "read": outcome.result.puzzle or None,
    }


@contextmanager
def runner(*, virtual: bool = False) -> Iterator[Runner]:
    """Return a runner whose browser stays open for all pages; theirs may be a virtual clock."""
    with sync_playwright() as playwright:
        used: Any = playwright
        if virtual:
            path = find(playwright, None, window=False).path
            used = SharedPlaywright(playwright, playwright.chromium.launch(executable_path=path), path)
        with Runner(setup(), lambda _: None, used) as made:
            yield made


def table(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as a table in Markdown, and the reasons of what was not accepted."""
    if not lines:
        return "no page was played\n"
    counts = Counter(line["verdict"] for line in lines)
    refused = sum(line["inputs"] + line["elsewhere"] for line in lines if line["verdict"] == "refused")
    seconds = [line["seconds"] for line in lines]
    rows = [
        ("pages", *VERDICTS, "inputs on refused pages", "median s", "slowest s"),
        (
            *map(str, (len(lines), *(counts[verdict] for verdict in VERDICTS), refused)),
            f"{statistics.median(seconds):.1f}",
            f"{max(seconds):.1f}",
        ),
    ]
    reasons = Counter((line["verdict"], _reason(line["sentence"])) for line in lines if line["verdict"] != "accepted")
    parts = ["| " + " | ".join(row) + " |" for row in rows]
    parts.insert(1, "| " + " | ".join("---" for _ in rows[0]) + " |")
    parts += ["", *(f"- {count} {verdict}: {reason}" for (verdict, reason), count in reasons.most_common())]
    return "\n".join(parts) + "\n"


def _reason(sentence: str) -> str:
    """Return an error's sentence without what is special to its page."""
    return re.sub(r"\d+", "N", re.sub(r"https?://\S+", "the page", sentence))[:160]


if __name__ == "__main__":
    main()
