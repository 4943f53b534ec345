"""Many puzzles: streamed, in order, in several processes, stopped and resumed."""

from __future__ import annotations

import json
import multiprocessing as mp
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pytest

from bot.batch import stream
from bot.batch.answer import solve_line
from bot.batch.lines import InputPuzzle, RawEntry, _split, raw_entries
from bot.batch.pool import ProcessPool
from bot.batch.resume import origin_of, output
from bot.batch.sources import Sources
from bot.batch.stream import Work, answers, spread
from bot.commands._many import interrupt_once
from bot.errors import UsageError
from bot.files import MEGABYTE
from tests import ROOT
from tests.children import child, finish, run, terminal, until
from tests.conftest import Givens
from tests.tiers import first

ONE = {"kind": "three_in_a_row", "givens": ["....", ".11.", ".1..", "0..."]}
SEVERAL = {"kind": "three_in_a_row", "givens": ["....", "....", ".1..", "0..."]}
SOLVE = Work(partial(solve_line, limit=None, timeout=None))


def jsonl(*values: object) -> str:
    """Write values as JSON Lines."""
    return "".join(f"{json.dumps(value)}\n" for value in values)


def without_ms(text: str) -> list[dict[str, Any]]:
    """Parse lines and drop what differs between runs: the times, and which of several solutions are examples."""
    lines = [{key: value for key, value in json.loads(line).items() if key != "ms"} for line in text.splitlines()]
    for details in (line["error"]["details"] for line in lines if "details" in (line.get("error") or {})):
        examples = [details.pop(name) for name in ("first", "second") if name in details]

        assert len(examples) == len({str(example) for example in examples})
    return lines


def mixed(count: int) -> str:
    """Return lines of which every seventh is broken, in different ways."""
    broken = "{", "nonsense", '"text"', json.dumps({"kind": "chess"}), json.dumps({"puzzle": SEVERAL, "mine": "\ud800"})
    return "".join(
        f"{broken[at // 7 % len(broken)] if at % 7 == 3 else json.dumps(ONE)}\n{'' if at % 5 else chr(10)}"
        for at in range(count)
    )


@pytest.mark.posix("devices")
def test_lines_come_as_they_are_written() -> None:
    """A line is yielded as soon as the next one begins, not when all are there."""
    read, write_end = os.pipe()
    go_on = threading.Event()

    def write() -> None:
        with os.fdopen(write_end, "w") as file:
            file.write(jsonl(ONE, ONE, ONE))
            file.flush()
            go_on.wait(30)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        names = [raw.name for raw in islice(raw_entries(f"/dev/fd/{read}"), 2)]
    finally:
        go_on.set()
        writer.join()
        os.close(read)

    assert [f"/dev/fd/{read}:1", f"/dev/fd/{read}:2"] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (jsonl(ONE), ["f"]),
        (jsonl(ONE, ONE), ["f:1", "f:2"]),
        (f"\n\n{jsonl(ONE)}\n{jsonl(ONE)}\n", ["f:3", "f:5"]),
        (json.dumps(ONE, indent=1), ["f"]),
        (json.dumps(ONE, indent=1)[:-1], ["f"]),
        ("{\n" + jsonl(ONE), ["f"]),
        ("{broken\n" + jsonl(ONE), ["f:1", "f:2"]),
        ("{broken\n\n" + jsonl(*[ONE] * 9), ["f:1", *(f"f:{at}" for at in range(3, 12))]),
        ("kind: tango\n\n. .\n\n. .\n", ["f"]),
        ("kind: tango\r\r. .\r\r. .\r", ["f"]),
        (f"\r\r{jsonl(ONE)}\r{jsonl(ONE)}\r".replace("\n", ""), ["f:3", "f:4"]),
        (f"\r\n \r\n{jsonl(ONE)}\r\n{jsonl(ONE)}", ["f:3", "f:5"]),
        ("{broken\r\r" + "\r".join([jsonl(ONE)[:-1]] * 9), ["f:1", *(f"f:{at}" for at in range(3, 12))]),
        ("", ["f"]),
    ],
)
def test_forms_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, names: list[str]) -> None:
    """The first lines of a file show its format; a file that is too long for one object is JSON Lines."""
    monkeypatch.setattr("bot.batch.lines.MAX_OBJECT_BYTES", 300)
    (tmp_path / "f").write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)

    assert names == [raw.name for raw in raw_entries("f")]


@pytest.mark.parametrize("end", [b" \t\n", b"\n", b"\r", b"\r\n"])
def test_blank_lines_are_counted(end: bytes) -> None:
    """Lines are counted before, between and after puzzles, in whatever they end."""
    blank, one = end * 1000, jsonl(ONE).encode()
    file = BytesIO(blank + one + blank + one + blank)

    assert ["stdin:1001", "stdin:2002"] == [raw.name for raw in _split("stdin", file)]


@pytest.mark.parametrize("text", first([b":" * (2 * MEGABYTE), b"x\n" * MEGABYTE]))
def test_long_texts_are_told_by_their_start(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    """What is too long for any form is not looked through for each."""
    lengths: list[int] = []
    monkeypatch.setattr("bot.batch.lines.is_line", lambda start: lengths.append(len(start)))
    (raw,) = _split("stdin", BytesIO(text))

    assert "characters, more than the 1,000,000 that are read" in str(raw.parse("sudoku").error)
    assert lengths
    assert max(lengths) <= MEGABYTE


def test_workers_give_the_same_lines(givens: Givens, tmp_path: Path) -> None:
    """Several processes write the same lines as one, in the order of the puzzles, errors included."""
    (tmp_path / "in.jsonl").write_bytes(mixed(60).encode() + b'\xff{"kind"\n' + jsonl(ONE).encode())
    single, double = (givens("solve", "in.jsonl", "--json", "--workers", count) for count in ("1", "2"))
    lines = without_ms(double.stdout)

    assert (4, "") == (single.returncode, single.stderr)
    assert (4, "") == (double.returncode, double.stderr)
    assert without_ms(single.stdout) == lines
    assert 62 == len(lines)
    assert "in.jsonl:73 is not UTF-8 text" == lines[-2]["error"]["message"]
    assert [int(line["line"].partition(":")[2]) for line in lines] == [
        int(raw.name.rpartition(":")[2]) for raw in raw_entries(str(tmp_path / "in.jsonl"))
    ]


def test_few_start_no_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By default processes start only for many puzzles."""
    started: list[object] = []

    class Counted(ProcessPool):
        def _start(self) -> Any:  # noqa: ANN401 - the pool's
            started.append(self)
            return super()._start()

    monkeypatch.setattr(stream, "ProcessPool", Counted)
    monkeypatch.setattr(stream, "cores", lambda: 1)
    monkeypatch.setattr(stream, "FEW_PUZZLES", 3)
    (tmp_path / "in.jsonl").write_text(jsonl(*[ONE] * 5))
    raws = list(raw_entries(str(tmp_path / "in.jsonl")))

    assert 3 == len(list(answers(raws[:3], SOLVE, None, print)))
    assert [] == started
    assert 5 == len(list(answers(raws, SOLVE, None, print)))
    assert 1 == len(started)


def test_file_that_vanishes(tmp_path: Path) -> None:
    """A file that vanishes becomes an error among the lines; the others are answered."""
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(jsonl(ONE, ONE))
    sources = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl", "a.jsonl")]
    coming = Sources(sources=sources).raw_entries(lambda _: None)
    next(coming)
    (tmp_path / "b.jsonl").unlink()
    answered = [Work.line(SOLVE, entry) for entry in coming]

    assert [0, 2, 0, 0] == [code for _, code in answered]
    assert "b.jsonl" in json.loads(answered[1][0])["error"]["message"]


def test_resume(givens: Givens, tmp_path: Path) -> None:
    """A resumed run keeps finished lines and their errors, and repeats a half-written line."""
    (tmp_path / "in.jsonl").write_text(mixed(12))
    whole = givens("solve", "in.jsonl", "--json")
    first = givens("solve", "in.jsonl", "-o", "out.jsonl")
    marked = [json.loads(line) | {"mine": "kept"} for line in whole.stdout.splitlines()[:5]]
    halted(givens, jsonl(*marked) + whole.stdout.splitlines()[5][:40])
    second = givens("solve", "in.jsonl", "-o", "out.jsonl", "--resume")
    lines = without_ms((tmp_path / "out.jsonl").read_text())
    assert lines[-1].pop("$comment").startswith("written-by: givens ")

    assert (4, 4) == (first.returncode, second.returncode)
    assert [5, 12] == [sum(line.get("mine") == "kept" for line in lines), len(lines)]
    assert without_ms(whole.stdout)[5:] == lines[5:]
    assert ["in.jsonl", "out.jsonl"] == sorted(path.name for path in tmp_path.iterdir())
    (tmp_path / "good.jsonl").write_text(jsonl(ONE, ONE))

    assert 0 == givens("solve", "good.jsonl", "-o", "good.out", "--resume").returncode


def halted(givens: Givens, kept: str) -> None:
    """Leave the files of a stopped run on `in.jsonl`: the kept lines, and the record of their origin."""
    with patch.object(Work, "line", side_effect=KeyboardInterrupt):
        assert 130 == givens("solve", "in.jsonl", "-o", "out.jsonl").returncode

    assert (givens.folder / "out.jsonl.partial.json").exists()
    (givens.folder / "out.jsonl.partial").write_text(kept)


def test_resume_of_something_else(givens: Givens, tmp_path: Path) -> None:
    """A run with another origin is not resumed, and its lines stay as they are."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE, ONE))
    halted(givens, "{}\n")

    def refusal(command: str, *options: str) -> str:
        done = givens(*command.split(), "in.jsonl", "-o", "out.jsonl", "--resume", *options)
        assert 2 == done.returncode
        assert "{}\n" == (tmp_path / "out.jsonl.partial").read_text()
        return done.stderr.replace("\n", " ")

    assert "out.jsonl.partial was made with another command" in refusal("explain --grade")
    assert "out.jsonl.partial was made with other options" in refusal("solve", "--limit", "2")
    (tmp_path / "in.jsonl").write_text(jsonl(ONE, SEVERAL))
    assert "out.jsonl.partial was made with another input" in refusal("solve")
    (tmp_path / "out.jsonl.partial.json").write_text("nothing")
    assert "out.jsonl.partial has no record of its origin" in refusal("solve")


def deadly(entry: InputPuzzle, *, seen: str = "") -> tuple[dict[str, Any], int]:
    """Kill the worker at a puzzle named `deadly`; with `seen` only until that file exists."""
    if entry.name == "deadly" and not (seen and Path(seen).exists()):
        if seen:
            Path(seen).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"line": entry.name}, 0


def raws(*names: str) -> list[RawEntry]:
    """Return entries with these names."""
    return [RawEntry(name, json.dumps(ONE).encode()) for name in names]


NAMES = [*map(str, range(300)), "deadly", *map(str, range(301, 500))]


def test_processes_start_when_needed() -> None:
    """A process starts when it is needed, and all end with the pool."""
    others = {*mp.active_children()}

    def started() -> int:
        return len({*mp.active_children()} - others)

    with ProcessPool(1000) as pool:
        before = started()
        pool.submit(int).result()
        after = started()

    assert (0, 1, 0) == (before, after, started())


@pytest.mark.posix("signals")
def test_ctrl_c_while_workers_end() -> None:
    """A Ctrl-C that comes while the end of a worker is waited for does not keep the program from ending."""
    code = """if True:
        import os, time
        from bot.batch.pool import ProcessPool

        wait = os.waitpid

        def interrupted(*arguments):
            wait(*arguments)
            raise KeyboardInterrupt

        pool = ProcessPool(2)
        for future in [pool.submit(time.sleep, 0.1) for _ in range(9)]:
            future.result()
        for _ in range(9):
            pool.submit(time.sleep, 300)
        os.waitpid = interrupted
        try:
            pool.stop()
        except KeyboardInterrupt:
            print("interrupted")
    """

    assert "interrupted\n" == run([sys.executable, "-c", code], cwd=ROOT).stdout


def buggy(entry: InputPuzzle) -> tuple[dict[str, Any], int]:
    """Raise an unexpected exception at every second puzzle."""
    return {"line": entry.name, "half": 1 // (int(entry.name) % 2)}, 0


def test_bug_among_lines(capfd: pytest.CaptureFixture[str]) -> None:
    """A bug is an error line with exit code 1 and a traceback on stderr; the others are answered."""
    answered = list(answers(raws("1", "2", "3"), Work(buggy), 1, print))

    assert [0, 1, 0] == [code for _, code in answered]
    assert {"family": "Bug", "kind": "ZeroDivisionError"}.items() <= json.loads(answered[1][0])["error"].items()
    assert "Traceback" in capfd.readouterr().err


class Slow:
    """Workers that keep the first piece of work until it is the only one left."""

    CHUNK_SECONDS: ClassVar[float] = 0.1

    def __init__(self) -> None:
        """Begin without work."""
        self.first: Future[Any] | None = None

    def capacity(self) -> int:
        """Return the number of workers."""
        return 2

    def submit(self, _function: Any, raws: Any) -> Future[Any]:  # noqa: ANN401 - those of the protocol
        """Finish all work except the first, which is finished a while later."""
        done = Future[Any]()
        result = [(raw.name, 0) for raw in raws], 0.1
        if self.first is None:
            self.first = done
            threading.Timer(0.5, done.set_result, [result]).start()
        else:
            done.set_result(result)
        return done


def test_memory_is_bounded() -> None:
    """While the first chunk runs, a bounded number of others is answered, and the order is kept."""
    taken = 0

    def coming() -> Iterator[RawEntry]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield RawEntry(str(number), b"")

    lines = spread(coming(), SOLVE, Slow(), print)

    assert ("0", 0) == next(lines)
    assert stream.HELD_PER_RUNNING * 2 == taken
    assert [str(number) for number in range(1, 1000)] == [name for name, _ in lines]


@contextmanager
def started(tmp_path: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start to solve many puzzles in a new process group, and wait until some are done."""
    (tmp_path / "in.jsonl").write_text(jsonl(*[ONE] * 20_000))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "-o", "out.jsonl", *arguments]
    with child(command, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        until(lambda: (path := tmp_path / "out.jsonl.partial").exists() and path.stat().st_size > 20_000)
        yield process


def children(process: subprocess.Popen[str]) -> list[int]:
    """Return the child processes of a process."""
    started = [path.read_text().split() for path in Path(f"/proc/{process.pid}/task").glob("*/children")]
    return [int(pid) for pids in started for pid in pids]


def is_gone(pid: int) -> bool:
    """Return whether a process has ended, even if nobody has waited for it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def check_interrupted(process: subprocess.Popen[str], workers: list[int], folder: Path) -> None:
    """Assert that a run ends with 130 and with its workers, and that no finished line is lost."""
    _, err = finish(process)
    kept = without_ms((folder / "out.jsonl.partial").read_text())

    assert 130 == process.returncode
    assert "to continue, repeat with --resume" in err.replace("\n", " ")
    assert "Traceback" not in err
    assert err.endswith("interrupted\n")
    assert [f"in.jsonl:{at}" for at in range(1, len(kept) + 1)] == [line["line"] for line in kept]
    until(lambda: all(map(is_gone, workers)))


@pytest.mark.posix("devices, signals")
def test_worker_killed_from_outside_and_ctrl_c(tmp_path: Path) -> None:
    """A killed worker is a warning; Ctrl-C, which the workers receive, too, ends with 130; no line is lost."""
    with started(tmp_path, "--workers", "2") as process:
        workers = [pid for pid in children(process) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        os.kill(workers[0], signal.SIGKILL)
        assert process.stderr is not None
        warning = process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        check_interrupted(process, workers, tmp_path)

    assert "warning: a worker died (killed, or out of memory)" in warning


@pytest.mark.posix("devices")
def test_disk_that_is_full(givens: Givens, tmp_path: Path) -> None:
    """A full disk is an error in one sentence."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE, ONE))

    done = givens("solve", "in.jsonl", "-o", "/dev/full")

    assert 7 == done.returncode
    assert "error: /dev/full cannot be written: No space left on device\n" == done.stderr


@pytest.mark.posix("pseudo-terminals")
def test_progress(tmp_path: Path) -> None:
    """A terminal shows the progress, and only that; the lines go to the pipe."""
    (tmp_path / "in.jsonl").write_text(jsonl(*[ONE] * 9))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "--json"]
    with terminal() as (theirs, shown):
        environment = os.environ | {"TERM": "xterm"}
        piped = subprocess.check_output(command, stderr=theirs, cwd=tmp_path, env=environment)

    assert (True, True, False) == (b"solve" in shown, b"/9" in shown, b'"puzzle"' in shown)
    assert 9 == len(piped.splitlines())


@pytest.mark.posix("links")
@pytest.mark.parametrize("command", [["solve", "in.jsonl"], ["generate", "tango", "--size", "4"]])
def test_one_run_writes_an_output(givens: Givens, tmp_path: Path, command: list[str]) -> None:
    """While a run writes an output, another one ends at once with 7 and changes nothing."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE))
    (tmp_path / "link.jsonl").symlink_to("out.jsonl")
    with output(tmp_path / "out.jsonl") as first:
        first.write("of the first run")
        done = [givens(*command, "-o", name) for name in ("out.jsonl", "link.jsonl")]

    for refused in done:
        assert 7 == refused.returncode
        assert refused.stderr.startswith("error: another run is writing ")
    assert "of the first run\n" == (tmp_path / "out.jsonl").read_text()
    (tmp_path / "out.jsonl").unlink()
    assert 0 == givens(*command, "-o", "out.jsonl").returncode
    assert not (tmp_path / "out.jsonl.partial.lock").exists()


@pytest.mark.parametrize("command", [["solve", "in.jsonl"], ["generate", "tango", "--size", "4"]])
def test_stopped_run_is_replaced(givens: Givens, tmp_path: Path, command: list[str]) -> None:
    """A new run replaces what stopped ones have left, and leaves nothing beside its output."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE))
    for _ in range(2):
        with suppress(KeyboardInterrupt), output(tmp_path / "out.jsonl") as lines:
            lines.write("of the stopped run")
            raise KeyboardInterrupt
        assert "of the stopped run\n" == (tmp_path / "out.jsonl.partial").read_text()

    assert 0 == givens(*command, "-o", "out.jsonl").returncode
    assert ["in.jsonl", "out.jsonl"] == sorted(path.name for path in tmp_path.iterdir())
    assert 1 == len((tmp_path / "out.jsonl").read_text().splitlines())


def test_summary(givens: Givens, tmp_path: Path) -> None:
    """At the end, the numbers of lines and errors are printed, also those of a resumed run."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE, SEVERAL, ONE))
    whole = givens("solve", "in.jsonl", "-o", "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    halted(givens, jsonl(*map(json.loads, lines[:2])))
    resumed = givens("solve", "in.jsonl", "-o", "out.jsonl", "--resume")
    made = givens("generate", "tango", "--size", "4", "-o", "new.jsonl")

    assert (
        "wrote out.jsonl: 3 lines, 1 error\nthe first error: several solutions: " == whole.stderr.partition("14 of")[0]
    )
    assert "wrote out.jsonl: 3 lines, 1 error\n" == resumed.stderr
    assert "wrote new.jsonl: 1 line\n" == made.stderr


@pytest.mark.posix("links")
@pytest.mark.parametrize("options", [[], ["--resume"]])
def test_link_in_place_of_partial(givens: Givens, tmp_path: Path, options: list[str]) -> None:
    """A link named `OUT.partial` is never followed."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE, ONE))
    if options:
        halted(givens, "{}\n")
        (tmp_path / "out.jsonl.partial").unlink()
    (tmp_path / "mine").write_text("{}\nprecious")
    (tmp_path / "out.jsonl.partial").symlink_to("mine")

    done = givens("solve", "in.jsonl", "-o", "out.jsonl", *options)

    assert 7 == done.returncode
    assert "out.jsonl.partial is not a regular file" in done.stderr
    assert "{}\nprecious" == (tmp_path / "mine").read_text()


@pytest.mark.posix("devices")
def test_output_to_stdout(givens: Givens, tmp_path: Path) -> None:
    """`/dev/stdout` is written directly, even if it is a file that holds something already."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "-o", "/dev/stdout"]
    with (tmp_path / "log").open("w") as log:
        log.write("before\n")
        log.flush()
        filed = run(command, cwd=tmp_path, stdout=log)
    empty = givens("solve", "in.jsonl", "-o", "")

    assert (0, 2) == (filed.returncode, len((tmp_path / "log").read_text().splitlines()))
    assert (7, "error: . cannot be written: Is a directory\n") == (empty.returncode, empty.stderr)


def test_ctrl_c_after_an_error() -> None:
    """A command that ends with an error leaves the handler of Ctrl-C as it was."""
    before = signal.getsignal(signal.SIGINT)
    with suppress(ValueError), interrupt_once():
        raise ValueError

    assert before == signal.getsignal(signal.SIGINT)


def test_lines_of_another_command_are_not_resumed(tmp_path: Path) -> None:
    """The record of a stopped run does not outlive its lines: those of a command that cannot resume have none."""
    out, origin = tmp_path / "out.jsonl", origin_of("solve", {}, [])
    for recorded in (origin, None):
        with suppress(KeyboardInterrupt), output(out, origin=recorded) as lines:
            lines.write("{}")
            raise KeyboardInterrupt

    with pytest.raises(UsageError, match="has no record of its origin"), output(out, origin=origin, resume=True):
        pass
