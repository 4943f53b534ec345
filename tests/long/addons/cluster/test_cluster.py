"""A real Dask scheduler with two workers on 127.0.0.1, which end by themselves after the tests."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.bot.batch.test_many import ONE, jsonl, mixed, without_ms
from tests.children import Start, child, finish, run, until
from tests.conftest import ROOT, Givens


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def dask(start: Start, folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a part of a cluster, with its output in a file."""
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    with (folder / f"{arguments[0]}-{time.monotonic_ns()}.log").open("wb") as log:
        return start(command, cwd=folder, stdout=log, stderr=log, env=os.environ | environment)


def worker(start: Start, folder: Path, address: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a worker that ends with the scheduler, or after some minutes; wait until it is registered."""
    logs = set(folder.glob("worker-*.log"))
    arguments = "--local-directory", str(folder), *arguments
    limits = "--no-nanny", "--nthreads", "1", "--death-timeout", "300", "--lifetime", "900", "--memory-limit", "0"
    process = dask(start, folder, "worker", address, "--host", "127.0.0.1", *limits, *arguments, **environment)
    (log,) = {*folder.glob("worker-*.log")} - logs
    until(lambda: "Registered to" in log.read_text())
    return process


def scheduler(start: Start, folder: Path, **environment: str) -> tuple[subprocess.Popen[str], str]:
    """Start a scheduler that ends when it is idle for some minutes."""
    port = free_port()
    limits = "--host", "127.0.0.1", "--port", str(port), "--idle-timeout", "900"
    return dask(start, folder, "scheduler", *limits, **environment), f"tcp://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a scheduler with two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    with ExitStack() as stack:

        def start(command: Sequence[str], **options: Any) -> subprocess.Popen[str]:  # noqa: ANN401 - those of `Popen`
            return stack.enter_context(child(command, **options))

        _, address = scheduler(start, folder)
        worker(start, folder, address)
        worker(start, folder, address)
        yield address


def test_cluster_gives_what_one_process_gives(givens: Givens, tmp_path: Path, address: str) -> None:
    """A cluster writes the same lines as one process, in the same order, errors included."""
    (tmp_path / "in.jsonl").write_text(mixed(60))
    single = givens.process("solve", "in.jsonl", "--json", "--workers", "1")

    done = givens.process("solve", "in.jsonl", "--json", "--cluster", address)

    assert (4, "") == (done.returncode, done.stderr)
    assert without_ms(single.stdout) == without_ms(done.stdout)


@contextmanager
def solving(folder: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    """Begin to solve 1500 puzzles on a cluster, and yield the process in the middle."""
    (folder / "in.jsonl").write_text(jsonl(*[ONE] * 1500))
    command = [sys.executable, "-m", "bot", "solve", "in.jsonl", "-o", "out.jsonl", "--cluster", address]
    with child(command, cwd=folder, stderr=subprocess.PIPE) as process:
        until(lambda: (path := folder / "out.jsonl.partial").exists() and path.stat().st_size > 20_000)
        yield process


def check_all(folder: Path) -> None:
    """Assert that all puzzles are solved, in order."""
    lines = without_ms((folder / "out.jsonl").read_text())

    assert [f"in.jsonl:{at}" for at in range(1, 1501)] == [line["line"] for line in lines]
    assert all(line["verdict"] == "one" for line in lines)


def test_worker_killed_half_way(start: Start, tmp_path: Path, address: str) -> None:
    """Another worker repeats the chunk of a killed one: nothing is lost, without a warning."""
    third = worker(start, tmp_path, address, "--name", "third")
    with solving(tmp_path, address) as process:
        third.kill()
        _, err = finish(process)

    assert (0, "wrote out.jsonl: 1500 lines\n") == (process.returncode, err)
    check_all(tmp_path)


def test_puzzle_of_which_workers_die(start: Start, tmp_path: Path) -> None:
    """Only the puzzle that kills workers gets an error."""
    environment = {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    _, address = scheduler(start, tmp_path, **environment)
    for _ in range(3):
        worker(start, tmp_path, address, **environment)
    code = """if True:
        import sys
        from bot.addons.cluster.dask import cluster
        from bot.batch.stream import Work, spread
        from tests.bot.batch.test_many import deadly, raws
        names = [*map(str, range(40)), "deadly", *map(str, range(41, 80))]
        tell = lambda words: print(words, file=sys.stderr)
        with cluster(sys.argv[1], tell) as workers:
            for line, _ in spread(raws(*names), Work(deadly), workers, tell):
                print(line)
    """
    done = run([sys.executable, "-c", code, address], check=True, cwd=ROOT)
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert [*map(str, range(40)), "deadly", *map(str, range(41, 80))] == [line["line"] for line in lines]
    assert ["deadly"] == [line["line"] for line in lines if "error" in line]
    assert "a worker died again (killed, or out of memory): giving up on deadly" in done.stderr


def test_scheduler_that_ends(start: Start, givens: Givens, tmp_path: Path) -> None:
    """A scheduler that ends is an error in one sentence, and the run can be resumed."""
    started, address = scheduler(start, tmp_path)
    worker(start, tmp_path, address)
    with solving(tmp_path, address) as process:
        started.kill()
        _, err = finish(process)
    done = givens.process("solve", "in.jsonl", "-o", "out.jsonl", "--resume")
    words = err.replace("\n", " ")

    assert 7 == process.returncode
    assert f"the scheduler at {address} no longer answers" in words
    assert "to continue, repeat with --resume" in words
    assert "Traceback" not in err
    assert 0 == done.returncode
    check_all(tmp_path)


@pytest.mark.parametrize("package", ["givens", "z3-solver"])
def test_other_versions(start: Start, givens: Givens, tmp_path: Path, package: str) -> None:
    """A worker with another version is an error before any work is sent."""
    other = tmp_path / "other" / f"{package.replace('-', '_')}-99.9.dist-info"
    other.mkdir(parents=True)
    (other / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 99.9\n")
    _, address = scheduler(start, tmp_path)
    worker(start, tmp_path, address, PYTHONPATH=str(other.parent))
    done = givens.process("solve", "-", "--json", "--cluster", address, stdin=json.dumps(ONE))

    assert (7, "") == (done.returncode, done.stdout.partition('{"v": 1, "error"')[0])
    assert f"has {package} 99.9, but this machine has {version(package)}" in done.stderr


def test_nobody_there(start: Start, givens: Givens, tmp_path: Path) -> None:
    """No scheduler, a wrong address, and a scheduler without workers are errors in one sentence."""
    (tmp_path / "in.jsonl").write_text(jsonl(ONE))
    _, lonely = scheduler(start, tmp_path)
    nowhere = f"127.0.0.1:{free_port()}"
    results = [
        givens.process("solve", "in.jsonl", "-o", "out", "--cluster", where)
        for where in (nowhere, "foo://bar:1", lonely)
    ]

    assert [7, 7, 7] == [done.returncode for done in results]
    assert f"error: no scheduler answers at {nowhere}" in results[0].stderr
    assert "error: no scheduler answers at foo://bar:1" in results[1].stderr
    assert f"error: the scheduler at {lonely} has no workers" in results[2].stderr
    assert f"try: dask worker {lonely} --nthreads 1" in results[2].stderr
    assert not any("Traceback" in done.stderr for done in results)


def test_encrypted(start: Start, givens: Givens, tmp_path: Path) -> None:
    """A cluster with TLS solves for those who have a certificate of its authority; others are refused."""
    import trustme

    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    certificate.private_key_pem.write_to_path(tmp_path / "key.pem")
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(tmp_path / "cert.pem", append=True)
    options = [
        f"--tls-{name}={tmp_path / file}.pem"
        for name, file in zip(("ca-file", "cert", "key"), ("ca", "cert", "key"), strict=True)
    ]
    address = f"tls://127.0.0.1:{free_port()}"
    dask(start, tmp_path, "scheduler", "--protocol", "tls", "--host", address, "--idle-timeout", "240", *options)
    worker(start, tmp_path, address, "--protocol", "tls", *options)
    solve = ("solve", "-", "--json", "--cluster", address)
    done = givens.process(*solve, "--cluster-tls", tmp_path, stdin=json.dumps(ONE))
    refused = givens.process(*solve, stdin=json.dumps(ONE))

    assert (0, "one") == (done.returncode, json.loads(done.stdout)["verdict"])
    assert 7 == refused.returncode
    assert f"error: no scheduler answers at {address}" in refused.stderr
    assert "Traceback" not in refused.stderr
