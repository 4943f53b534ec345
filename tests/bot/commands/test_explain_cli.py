"""The commands `explain` and `generate`, as users and scripts run them."""

from __future__ import annotations

import json
from concurrent.futures import BrokenExecutor, Future
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from bot.batch.generate import Wish, _made
from bot.batch.pool import ProcessPool
from solvers import GaveUp, Grid, explain, load, solve
from solvers._core.model.results import OUT_OF_TIME
from tests.bot.batch.test_many import jsonl
from tests.bot.commands.test_cli import SOUND as EASY
from tests.bot.commands.test_cli import lines
from tests.conftest import FIXTURES, ROOT, Givens

TANGO = {
    "kind": "tango",
    "givens": [".0....", ".....0", ".0..0.", "......", "......", "1....."],
    "equal": [["R1C4", "R1C5"]],
    "opposite": [
        *(["R1C4", "R2C4"], ["R2C3", "R3C3"], ["R3C3", "R3C4"], ["R3C6", "R4C6"], ["R4C4", "R4C5"], ["R5C2", "R5C3"]),
        ["R5C4", "R6C4"],
    ],
}
CLASHING = {"kind": "tango", "givens": ["11", ".."]}


def test_explain_json(givens: Givens) -> None:
    """The line of an explained puzzle has all keys of the contract, and its steps lead to the solution."""
    done = givens("explain", "-", "--json", stdin=json.dumps(TANGO))
    (line,) = lines(done)
    puzzle = load(TANGO)
    settled = {cell: value for step in line["steps"] for cell, value in step["sets"].items()}
    given = {str(cell): value for cell, value in Grid.parse(TANGO["givens"]).marked()}

    assert (0, "") == (done.returncode, done.stderr)
    assert {"v", "line", "puzzle", "solution", "steps", "grade", "ms"} == set(line)
    assert {str(cell): value for cell, value in solve(puzzle).grid.marked()} == given | settled
    assert solve(puzzle).grid.rows() == line["solution"]
    assert {"level", "name", "score", "technique"} == set(line["grade"])
    assert {"solve", "explain", "grade", "total"} == set(line["ms"])
    first = line["steps"][0]

    assert {"sets", "because", "known", "technique", "level", "words"} == set(first)
    assert all({"cells"} < set(reason) <= {"rule", "clue", "cells", "says"} for reason in first["because"])
    assert [step.words for step in explain(puzzle)] == [step["words"] for step in line["steps"]]


def test_explain_for_people(givens: Givens) -> None:
    """Without --json the steps are numbered sentences with their techniques, between two boards."""
    done = givens("explain", "-", stdin=json.dumps(EASY))
    steps = list(explain(load(EASY)))
    printed = [line for line in done.stdout.splitlines() if line[:4].strip(" .").isdigit()]

    assert 0 == done.returncode
    assert [f"{at:3}. {step.words}  ({step.technique})" for at, step in enumerate(steps, start=1)] == printed
    assert done.stdout.index("givens") < done.stdout.index("  1. ") < done.stdout.index("solution")
    assert "1 trivial (score" in done.stdout


def test_hint(givens: Givens) -> None:
    """With --steps only the first steps are printed, and the board after them, with the last step's cells lit."""
    done = givens("explain", "-", "--steps", "2", stdin=json.dumps(EASY))
    (line,) = lines(givens("explain", "-", "--steps", "2", "--json", stdin=json.dumps(EASY)))

    assert 0 == done.returncode
    assert "  2. " in done.stdout
    assert "  3. " not in done.stdout
    assert "after step 2" in done.stdout
    assert "[" in done.stdout.partition("after step 2")[2]
    assert "solution" not in done.stdout
    assert (2, True) == (len(line["steps"]), "grade" in line)


@pytest.mark.parametrize("command", ["explain", "explain --grade"])
def test_errors_among_lines(givens: Givens, tmp_path: Path, command: str) -> None:
    """Each input line gives an output line; a puzzle without exactly one solution has the error of `solve`."""
    (tmp_path / "all.jsonl").write_text(jsonl(EASY, {"puzzle": CLASHING, "mine": 7}, {"kind": "chess"}))

    done = givens(*command.split(), "all.jsonl", "-o", "out.jsonl")
    written = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert written[-1].pop("$comment")
    solved = lines(givens("solve", "all.jsonl", "--json"))

    assert (4, "") == (done.returncode, done.stdout)
    assert ["all.jsonl:1", "all.jsonl:2", "all.jsonl:3"] == [line["line"] for line in written]
    assert solved[1:] == written[1:]
    assert 7 == written[1]["mine"]


def test_page_is_explained(givens: Givens) -> None:
    """A page is read and explained, and its line names the target."""
    target = FIXTURES / "brainbashers_three_in_a_row" / "table_2022_6"

    (line,) = lines(givens("explain", target, "--steps", "1", "--json"))

    assert (str(target), 1) == (line["target"], len(line["steps"]))


def test_grade_json(givens: Givens) -> None:
    """The line of a graded puzzle has all keys of the contract."""
    (line,) = lines(givens("explain", "--grade", "-", "--json", stdin=json.dumps(EASY)))

    assert {"v", "line", "puzzle", "grade", "techniques", "ms"} == set(line)
    assert {"level": 1, "name": "trivial", "technique": "one rule"}.items() <= line["grade"].items()
    assert {"one rule": 12} == line["techniques"]
    assert "total" in line["ms"]


def test_grade_for_people(givens: Givens, tmp_path: Path) -> None:
    """A single puzzle is printed with its grade, several as a table."""
    (tmp_path / "some.jsonl").write_text(jsonl(EASY, TANGO))

    single, table = (
        givens("explain", "--grade", "-", stdin=json.dumps(EASY)).stdout,
        givens("explain", "--grade", "some.jsonl").stdout,
    )

    assert "1 trivial (score 4): one rule settles 12 cells" in single
    assert "╭─ givens ──╮" in single
    head, first, second, _, *counts = [row.split() for row in table.splitlines()]
    assert (["puzzle", "grade", "score", "steps"], "some.jsonl:2") == (head, second[0])
    assert ["some.jsonl:1", "1", "trivial", "4", "12", "one", "rule"] == first
    assert ["1", "1"] == [row[-1] for row in counts]


def test_generate_json(givens: Givens) -> None:
    """The line of a new puzzle has its only solution, grade and seed; equal seeds give equal lines."""
    first, second = (lines(givens("generate", "tango", "--size", "4", "--seed", "7", "--json")) for _ in range(2))
    (line,) = first
    solution = solve(load(line["puzzle"]))

    assert {"v", "line", "puzzle", "solution", "grade", "seed", "ms"} == set(line)
    assert ("tango:7", 7, solution.grid.rows()) == (line["line"], line["seed"], line["solution"])
    assert "total" in line["ms"]
    assert [{**line, "ms": None} for line in second] == [{**line, "ms": None} for line in first]


def test_generate_pipes_into_the_others(givens: Givens) -> None:
    """A generated line can be graded, explained and solved, and those lines drop its other keys."""
    made = givens("generate", "tango", "--size", "4", "--count", "3", "--seed", "5", "--json")
    grades, steps, solved = (
        lines(givens(*command, "-", "--json", stdin=made.stdout))
        for command in (["explain", "--grade"], ["explain"], ["solve"])
    )

    assert ["tango:5", "tango:6", "tango:7"] == [line["line"] for line in lines(made)]
    for line, graded, explained, answer in zip(lines(made), grades, steps, solved, strict=True):
        assert line["grade"] == graded["grade"] == explained["grade"]
        assert line["solution"] == explained["solution"] == answer["solution"]
        assert line["line"] == graded["line"] == explained["line"] == answer["line"]
        assert not {"seed", "solution", "steps"} & set(graded)
        assert not {"grade", "seed"} & set(answer)


def test_generate_for_people(givens: Givens) -> None:
    """The board is drawn without its solution, with the command that makes it again."""
    done = givens("generate", "tango", "--size", "4x6", "--seed", "3")
    unseeded = givens("generate", "tango", "--size", "4")
    again = unseeded.stdout.partition("again: givens ")[2].split()

    assert (0, "") == (done.returncode, done.stderr)
    assert "again: givens generate tango --size 4x6 --seed 3" in done.stdout
    assert unseeded.stdout.splitlines()[:-2] == givens(*again).stdout.splitlines()[:-2]


def test_generate_at_a_grade(givens: Givens, tmp_path: Path) -> None:
    """A grade may be a number or a name; -o writes lines."""
    for grade in ("1", "trivial"):
        done = givens("generate", "tango", "--size", "4", "--grade", grade, "--seed", "1", "-o", f"{grade}.jsonl")

        assert (0, "") == (done.returncode, done.stdout)

    number, name = (json.loads((tmp_path / f"{grade}.jsonl").read_text()) for grade in ("1", "trivial"))
    assert 1 == number["grade"]["level"]
    assert number["puzzle"] == name["puzzle"]


@pytest.mark.parametrize("command", [["generate", "tango"], ["explain", "-"], ["explain", "--grade", "-"]])
def test_time_limit(givens: Givens, command: list[str]) -> None:
    """When the time runs out, the line names the given limit."""
    done = givens(*command, "--timeout", "0.001", "--json", stdin=json.dumps(TANGO))
    (line,) = lines(done)

    assert (4, "GaveUp", 0.001) == (done.returncode, line["error"]["kind"], line["error"]["details"]["limit"])
    assert f"{GaveUp(OUT_OF_TIME, 0.001)}" == line["error"]["message"]


def test_each_step_of_a_path_follows_from_its_data(givens: Givens) -> None:
    """With what `constraint` holds, somebody who knows nothing of paths can check the steps of a Zip."""
    puzzle = json.loads((ROOT / "tests/puzzles/zip.jsonl").read_text().splitlines()[1])["puzzle"]

    (line,) = lines(givens("explain", "-", "--json", stdin=json.dumps(puzzle)))
    known: dict[str, int] = {}
    for step in line["steps"]:
        for place, value in step["sets"].items():
            rules = [reason["says"] for reason in step["because"]]
            values = known | {place: 1 - value}
            for _ in rules:  # Each rule that is full settles the rest of its places.
                for rule in rules:
                    held = sum(values.get(name, -1) == wanted for name, wanted in rule["of"].items())
                    missed = sum(values.get(name, wanted) != wanted for name, wanted in rule["of"].items())
                    open_ = {name: wanted for name, wanted in rule["of"].items() if name not in values}
                    if held == rule["most"]:
                        values |= {name: 1 - wanted for name, wanted in open_.items()}
                    elif len(rule["of"]) - missed == rule["least"]:
                        values |= open_

            assert not all(
                rule["least"] <= sum(values.get(name, wanted) == wanted for name, wanted in rule["of"].items())
                and sum(values.get(name, -1) == wanted for name, wanted in rule["of"].items()) <= rule["most"]
                for rule in rules
            )
        known |= step["sets"]


@pytest.mark.parametrize(("kind", "wanted", "made"), [("tango", "1-2", [1, 1, 2, 2]), ("hitori", "1-3", [1, 1, 3, 3])])
def test_range_of_grades(givens: Givens, kind: str, wanted: str, made: list[int]) -> None:
    """Of a range of grades there are as many puzzles of each that the kind has, in order."""
    found = lines(givens("generate", kind, "--size", "4", "--grades", wanted, "--count", "4", "--seed", "3", "--json"))

    assert made == [line["grade"]["level"] for line in found]


def test_worker_that_dies_while_it_makes_a_puzzle() -> None:
    """A puzzle whose process ends is an error, and the next one is made."""

    class Dying(ProcessPool):
        """Processes that die of seed 0."""

        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:  # noqa: ANN401 - as the pool's
            future = Future[Any]()
            (wish,) = arguments
            if wish.seed == 0:
                future.set_exception(BrokenExecutor())
            else:
                future.set_result(function(wish))
            return future

    wishes = (Wish("tango", (4, 4), None, seed, None) for seed in count())
    with Dying(1) as pool:
        dead, made = islice(_made(pool, wishes), 2)

    assert isinstance(dead.result, GaveUp)
    assert ("its process has ended", 1) == (dead.result.reason, made.wish.seed)
