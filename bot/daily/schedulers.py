"""What runs `givens daily` by itself: the files of a systemd timer, a line of cron, a GitHub workflow."""

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
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.daily.schedule import Plan

OURS = "# Written by givens schedule"
"""How each file begins that may be replaced or taken away."""
MARK = "# givens daily"
"""How our line of cron ends; a line that begins with # is its owner's note, whatever its end."""
TOOL_WITHIN = 30
"""Seconds that a tool of this machine may take."""

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
    # @ASKED@; GitHub's clock is UTC, and late by some minutes.
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
      - uses: actions/checkout@v6
      - uses: actions/setup-python@v6
        with:
          python-version: "3.13"
      - name: Install
        run: make browser
      - name: Fetch the history
        uses: actions/cache/restore@v5
        with:
          path: history.sqlite
          key: givens-history-${{{{ github.run_id }}}}
          restore-keys: givens-history-
      - name: Play, as a guest
        run: |
          .venv/bin/givens @DAILY@
      - name: Keep the history
        if: always()
        uses: actions/cache/save@v5
        with:
          path: history.sqlite
          key: givens-history-${{{{ github.run_id }}}}-${{{{ github.run_attempt }}}}
      - name: Keep the sessions
        if: always()
        uses: actions/upload-artifact@v7
        with:
          name: sessions-${{{{ github.run_id }}}}-${{{{ github.run_attempt }}}}
          path: sessions
          if-no-files-found: ignore
          retention-days: 30
"""


def program() -> list[str]:
    """Return how this givens is started from anywhere: its script, else its interpreter and module."""
    script = shutil.which("givens", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "bot"]


def units_folder() -> Path:
    """Return where systemd looks for the user's own units; raises `SetupError` where there is no systemd."""
    if not sys.platform.startswith("linux"):
        msg = "systemd is Linux's: docs/daily.md says how macOS and Windows start a program once a day"
        raise SetupError(msg)
    return platformdirs.user_config_path() / "systemd" / "user"


def units(plan: Plan) -> dict[Path, str]:
    """Return the files of the timer and of what it starts."""
    # Quotes and backslashes are no part of a program's path that systemd would start, nor of a target's name.
    command = " ".join(f'"{word}"' for word in [*program(), "daily", *plan.targets]).replace("%", "%%")
    zone = "" if plan.zone is None else f" {plan.zone}"
    when = f"*-*-* {plan.at:%H:%M}:00{zone}"
    folder = units_folder()
    return {
        folder / "givens-daily.service": SERVICE.replace("@COMMAND@", command),
        folder / "givens-daily.timer": TIMER.replace("@WHEN@", when),
    }


def enabled(files: Iterable[Path]) -> list[Path]:
    """Return the links by which systemd knows that units are enabled: without their units they are of no use."""
    return [path.parent / "timers.target.wants" / path.name for path in files if path.suffix == ".timer"]


def checked(files: Mapping[Path, str]) -> bool:
    """Let systemd look at units before they are written; False where its tool is missing, `SetupError` at a fault."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            (Path(folder) / path.name).write_text(text, encoding="utf-8")
        timer = next(text for path, text in files.items() if path.suffix == ".timer")
        when = next(line for line in timer.splitlines() if line.startswith("OnCalendar=")).partition("=")[2]
        # It wants a folder for what runs, which a login by cron or in a container has not.
        place = {"XDG_RUNTIME_DIR": folder} if not os.environ.get("XDG_RUNTIME_DIR") else {}
        for command in (
            [tool, "calendar", when],
            [tool, "--user", "verify", *(str(Path(folder) / path.name) for path in files)],
        ):
            done = _run(command, environment=place)
            if done.returncode != 0:
                msg = f"systemd would not take the timer: {_first(done)}"
                raise SetupError(msg, command="givens schedule systemd --print")
    return True


def line(plan: Plan) -> str:
    """Return our line of cron, without its end."""
    at = next(iter(plan.on_clock))
    # What follows a bare % is input to cron.
    command = shlex.join([*program(), "daily", *plan.targets]).replace("%", r"\%")
    return f"{at.minute} {at.hour} * * * {command} {MARK}"


def crontab_with(before: bytes, own: str | None) -> bytes:
    """Return a crontab whose one line of ours is `own`, none if that is None; all else stays as it is."""
    new = [] if own is None else [f"{own}\n".encode()]
    after: list[bytes] = []
    for one in BytesIO(before):
        if not one.rstrip().endswith(MARK.encode()) or one.lstrip().startswith(b"#"):
            after.append(one)
        else:
            after += new
            new = []
    if new and after and not after[-1].endswith(b"\n"):
        after.append(b"\n")
    return b"".join(after + new)


def crontab(otherwise: str = "") -> bytes:
    """Return the user's crontab; raises `SetupError` where it cannot be had, with what to do otherwise."""
    done = _run([_crontab(otherwise), "-l"])
    if done.returncode != 0 and b"no crontab" not in done.stderr:
        msg = f"the crontab cannot be read: {_first(done)}"
        raise SetupError(msg)
    return done.stdout if done.returncode == 0 else b""


def set_crontab(content: bytes) -> None:
    """Replace the user's crontab; raises `SetupError` where that is refused."""
    done = _run([_crontab(), "-"], stdin=content)
    if done.returncode != 0:
        msg = f"the crontab cannot be written: {_first(done)}"
        raise SetupError(msg)


def workflow(plan: Plan, folder: Path) -> dict[Path, str]:
    """Return the file of the workflow in the repository that a folder belongs to; raises `UsageError`."""
    at = next(iter(plan.on_clock))
    asked = f"{plan.at:%H:%M} {name(plan.zone)} as of {plan.today}"
    text = WORKFLOW.replace("@ASKED@", asked).replace("@WHEN@", f"{at.minute} {at.hour} * * *")
    text = text.replace("@DAILY@", shlex.join(["daily", *plan.targets]))
    return {repository(folder) / ".github" / "workflows" / "givens-daily.yml": text}


def repository(folder: Path) -> Path:
    """Return the root of the repository that a folder belongs to; raises `UsageError`."""
    folder = folder.resolve()
    root = next((path for path in (folder, *folder.parents) if (path / ".git").exists()), None)
    if root is None:
        msg = f"{folder} is not in a git repository"
        raise UsageError(msg, command="givens schedule github -o FOLDER, a clone of your fork of givens")
    return root


def holds_givens(root: Path) -> bool:
    """Tell whether a repository holds givens, which the workflow installs from there."""
    import tomllib

    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return bool(project["name"] == "givens")
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write(files: Mapping[Path, str]) -> None:
    """Write files of ours; raises `UsageError` where another's stands, `SetupError` where none can be written."""
    _check_ours(files)
    for path, text in files.items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)


def remove(files: Iterable[Path]) -> list[Path]:
    """Take files of ours away and return those that were there; raises `UsageError` where another's stands."""
    there = [path for path in files if path.exists() or path.is_symlink()]
    _check_ours(there)
    for path in there:
        try:
            path.unlink()
        except OSError as error:
            msg = f"{path} cannot be removed: {error.strerror}"
            raise SetupError(msg) from None
    return there


def _check_ours(files: Iterable[Path]) -> None:
    for path in files:
        try:
            ours = not path.exists() or path.read_bytes().startswith(OURS.encode())
        except OSError as error:
            msg = f"{path} cannot be read: {error.strerror}"
            raise SetupError(msg) from None
        if not ours:
            msg = f"{path} was not written by givens schedule, and is left as it is"
            raise UsageError(msg, command=shlex.join(["mv", str(path), f"{path}.mine"]))


def _crontab(otherwise: str = "") -> str:
    tool = shutil.which("crontab")
    if tool is None:
        msg = f"there is no crontab command on this machine{otherwise}"
        raise SetupError(msg, command="install cron, or: givens schedule systemd")
    return tool


def _run(
    command: list[str], stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a tool of this machine, whose words are then in English; raises `SetupError` where it does not end."""
    try:
        return subprocess.run(  # noqa: S603 - the commands are those above
            command,
            check=False,
            capture_output=True,
            input=stdin,
            timeout=TOOL_WITHIN,
            env=os.environ | {"LC_ALL": "C"} | dict(environment or {}),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        msg = f"{command[0]} does not run: {first_line(error)}"
        raise SetupError(msg) from None


def _first(done: subprocess.CompletedProcess[bytes]) -> str:
    return (done.stderr or done.stdout).decode(errors="replace").strip().partition("\n")[0] or f"exit {done.returncode}"
