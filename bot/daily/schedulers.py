"""Schedulers that run `givens daily`: a systemd timer, a line in a crontab, a GitHub workflow."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from bot.daily.schedule import name
from bot.errors import SetupError, UsageError, first_line, writing
from bot.files import is_own, read_start, read_text
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.daily.schedule import Plan

OURS = "# Written by givens schedule"
"""The first line of every file that this program may replace or remove."""
WANTS = "timers.target.wants"
"""The folder of the links by which systemd enables timers."""
MARK = "# givens daily"
"""The end of our line in a crontab; a line that begins with # is a comment of the user, whatever its end."""
TOOL_TIMEOUT = 30
"""The longest time in seconds that a command such as crontab may take."""

SERVICE = f"""{OURS} systemd
[Unit]
Description=Play the puzzles of the day

[Service]
Type=oneshot
ExecStart=@COMMAND@
"""
TIMER = f"""{OURS} systemd
[Unit]
Description=Play the puzzles of the day, once a day

[Timer]
OnCalendar=@WHEN@
RandomizedDelaySec=5min
Persistent=true

[Install]
WantedBy=timers.target
"""
WORKFLOW = f"""{OURS} github
name: givens daily
on:
  schedule:
    # @COMMENT@; GitHub uses UTC and starts some minutes late.
    - cron: "@WHEN@"
  workflow_dispatch:
permissions:
  contents: read
concurrency: givens-daily
jobs:
  play:
    runs-on: ubuntu-24.04
    timeout-minutes: 30
    env:
      GIVENS_SESSIONS: ${{{{ github.workspace }}}}/sessions
      GIVENS_HISTORY: ${{{{ github.workspace }}}}/history.sqlite
    steps:
      - uses: actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0
        with:
          persist-credentials: false
      - uses: actions/setup-python@ece7cb06caefa5fff74198d8649806c4678c61a1 # v6.3.0
        with:
          python-version: "3.13"
      - name: Install
        run: make browser
      - name: Fetch the history
        uses: actions/cache/restore@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
        with:
          path: history.sqlite
          key: givens-history-${{{{ github.run_id }}}}
          restore-keys: givens-history-
      - name: Play, as a guest
        run: |
          .venv/bin/givens @DAILY@
      - name: Keep the history
        if: always()
        uses: actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
        with:
          path: history.sqlite
          key: givens-history-${{{{ github.run_id }}}}-${{{{ github.run_attempt }}}}
      - name: Keep the sessions
        if: always()
        uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        with:
          name: sessions-${{{{ github.run_id }}}}-${{{{ github.run_attempt }}}}
          path: sessions
          if-no-files-found: ignore
          retention-days: 30
"""


def program() -> list[str]:
    """Return the command that starts this installation from any folder."""
    script = shutil.which("givens", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "bot"]


def units_folder() -> Path:
    """Return the folder of the user's systemd units; raise `SetupError` on systems without systemd."""
    if not sys.platform.startswith("linux"):
        raise SetupError("systemd exists on Linux only; docs/daily.md explains how to schedule on macOS and Windows")
    return platformdirs.user_config_path() / "systemd" / "user"


def units(plan: Plan) -> dict[Path, str]:
    """Return the files of the timer and the service that it starts."""
    _check_lines(plan)
    # Neither a path that systemd accepts nor the name of a target contains quotes or backslashes.
    command = " ".join(f'"{word}"' for word in [*program(), "daily", *plan.targets]).replace("%", "%%")
    zone = "" if plan.zone is None else f" {plan.zone}"
    when = f"*-*-* {plan.at:%H:%M}:00{zone}"
    folder = units_folder()
    return {
        folder / "givens-daily.service": SERVICE.replace("@COMMAND@", command),
        folder / "givens-daily.timer": TIMER.replace("@WHEN@", when),
    }


def _check_lines(plan: Plan) -> None:
    """Raise `UsageError` for a target that would become a line of its own."""
    for target in plan.targets:
        if not target.isprintable():
            raise UsageError(f"{target!r} is not a target: it has a line break or another control character")


def enabled(files: Iterable[Path]) -> list[Path]:
    """Return the links that systemd creates when the timer is enabled."""
    return [path.parent / WANTS / path.name for path in files if path.suffix == ".timer"]


def checked(files: Mapping[Path, str]) -> bool:
    """Verify units with systemd-analyze and return True; return False if it is missing; raise `SetupError`."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            (Path(folder) / path.name).write_text(text, encoding="utf-8")
        timer = next(text for path, text in files.items() if path.suffix == ".timer")
        when = next(line for line in timer.splitlines() if line.startswith("OnCalendar=")).partition("=")[2]
        # The tool needs this folder, which does not exist under cron or in a container.
        environment = {"XDG_RUNTIME_DIR": folder} if not os.environ.get("XDG_RUNTIME_DIR") else {}
        for command in (
            [tool, "calendar", when],
            [tool, "--user", "verify", *(str(Path(folder) / path.name) for path in files)],
        ):
            done = _run(command, environment=environment)
            if done.returncode != 0:
                raise SetupError(
                    f"systemd does not accept the timer: {_first_line_of(done)}",
                    command="givens schedule systemd --print",
                )
    return True


def line(plan: Plan) -> str:
    """Return our line for the crontab, without a newline."""
    at = next(iter(plan.on_clock))
    # Cron passes everything after an unescaped % to the command as input.
    _check_lines(plan)
    command = shlex.join([*program(), "daily", *plan.targets]).replace("%", r"\%")
    return f"{at.minute} {at.hour} * * * {command} {MARK}"


def crontab_with(before: bytes, own: str | None) -> bytes:
    """Return a crontab with `own` as our only line, or without our line; all other lines stay as they are."""
    new = [] if own is None else [f"{own}\n".encode()]
    after: list[bytes] = []
    for existing in BytesIO(before):
        if not existing.rstrip().endswith(MARK.encode()) or existing.lstrip().startswith(b"#"):
            after.append(existing)
        else:
            after += new
            new = []
    if new and after and not after[-1].endswith(b"\n"):
        after.append(b"\n")
    return b"".join(after + new)


def crontab(hint: str = "") -> bytes:
    """Return the user's crontab; raise `SetupError`, with a hint for systems without cron, if it cannot be read."""
    done = _run([_crontab(hint), "-l"])
    if done.returncode != 0 and b"no crontab" not in done.stderr:
        raise SetupError(f"the crontab cannot be read: {_first_line_of(done)}")
    return done.stdout if done.returncode == 0 else b""


def set_crontab(content: bytes) -> None:
    """Replace the user's crontab; raise `SetupError` if that fails."""
    done = _run([_crontab(), "-"], stdin=content)
    if done.returncode != 0:
        raise SetupError(f"the crontab cannot be written: {_first_line_of(done)}")


def workflow(plan: Plan, folder: Path) -> dict[Path, str]:
    """Return the workflow file for the repository that contains a folder; raise `UsageError`."""
    _check_lines(plan)
    at = next(iter(plan.on_clock))
    comment = f"{plan.at:%H:%M} {name(plan.zone)} as of {plan.today}"
    text = WORKFLOW.replace("@COMMENT@", comment).replace("@WHEN@", f"{at.minute} {at.hour} * * *")
    text = text.replace("@DAILY@", shlex.join(["daily", *plan.targets]))
    return {repository(folder) / ".github" / "workflows" / "givens-daily.yml": text}


def repository(folder: Path) -> Path:
    """Return the root of the repository that contains a folder; raise `UsageError`."""
    folder = folder.resolve()
    root = next((path for path in (folder, *folder.parents) if (path / ".git").exists()), None)
    if root is None:
        raise UsageError(
            f"{folder} is not in a git repository: it must be in a clone of your fork of givens",
            command="givens schedule github -o FOLDER",
        )
    return root


def holds_givens(root: Path) -> bool:
    """Return whether a repository contains givens, which the workflow installs from there."""
    import tomllib

    try:
        project = tomllib.loads(read_text(root / "pyproject.toml"))["project"]
        return bool(project["name"] == "givens")
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def write(files: Mapping[Path, str]) -> None:
    """Write files; raise `UsageError` if one was not written by us, `SetupError` if one cannot be written."""
    _check_ours(files)
    for path, text in files.items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)


def remove(files: Iterable[Path]) -> list[Path]:
    """Remove files and return those that existed; raise `UsageError` if one was not written by us."""
    existing = [path for path in files if os.path.lexists(path)]
    _check_ours(existing)
    for path in existing:
        try:
            path.unlink()
        except OSError as error:
            raise SetupError(f"{path} cannot be removed: {error.strerror}") from None
    return existing


def _check_ours(files: Iterable[Path]) -> None:
    for path in files:
        try:
            ours = not os.path.lexists(path) or _is_ours(path)
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}") from None
        if not ours:
            raise UsageError(
                f"{path} was not written by givens schedule, so it stays unchanged",
                command=shlex.join(["mv", str(path), f"{path}.mine"]),
            )


def _is_ours(path: Path) -> bool:
    """Return whether a file begins as ours do, or is the link by which systemd enables a timer of this name."""
    if path.parent.name == WANTS:
        return path.is_symlink() and path.readlink().name == path.name
    return is_own(path) and read_start(path, len(OURS)) == OURS.encode()


def _crontab(hint: str = "") -> str:
    tool = shutil.which("crontab")
    if tool is None:
        raise SetupError(
            f"this machine has no crontab command{hint}", command="install cron, or: givens schedule systemd"
        )
    return tool


def _run(
    command: list[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command with English output; raise `SetupError` if it does not start or end."""
    try:
        return subprocess.run(  # noqa: S603 - only the commands above
            command,
            check=False,
            capture_output=True,
            input=stdin,
            timeout=TOOL_TIMEOUT,
            env=os.environ | {"LC_ALL": "C"} | dict(environment or {}),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"{command[0]} fails: {first_line(error)}") from None


def _first_line_of(done: subprocess.CompletedProcess[bytes]) -> str:
    return (done.stderr or done.stdout).decode(errors="replace").strip().partition("\n")[0] or f"exit {done.returncode}"
