"""What runs `givens daily`: a systemd timer, which is installed, and a crontab line or a workflow, which are not."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from typing import TYPE_CHECKING

import platformdirs

from bot.daily.schedule import name
from bot.errors import SetupError, UsageError, writing
from bot.files import is_own, read_start
from bot.record.recorder import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from bot.daily.schedule import Plan

OURS = "# Written by givens schedule"
"""The first line of every file that this program may replace or remove."""
WANTS = "timers.target.wants"
"""The folder of the links by which systemd enables timers."""
MARK = "# givens daily"
"""The end of our line in a crontab."""
TIMER_FILE = "givens-daily.timer"
WORKFLOW_FILE = ".github/workflows/givens-daily.yml"

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
WORKFLOW = """name: givens daily
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
      GIVENS_SESSIONS: ${{ github.workspace }}/sessions
      GIVENS_HISTORY: ${{ github.workspace }}/history.sqlite
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
          key: givens-history-${{ github.run_id }}
          restore-keys: givens-history-
      - name: Play, as a guest
        run: |
          .venv/bin/givens @DAILY@
      - name: Keep the history
        if: always()
        uses: actions/cache/save@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
        with:
          path: history.sqlite
          key: givens-history-${{ github.run_id }}-${{ github.run_attempt }}
      - name: Keep the sessions
        if: always()
        uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        with:
          name: sessions-${{ github.run_id }}-${{ github.run_attempt }}
          path: sessions
          if-no-files-found: ignore
          retention-days: 30
"""


def program() -> list[str]:
    """Return the command that starts this installation from any folder."""
    script = shutil.which("givens", path=sysconfig.get_path("scripts"))
    return [script] if script else [sys.executable, "-m", "bot"]


def units(plan: Plan) -> dict[Path, str]:
    """Return the files of the service and of the timer that starts it."""
    # Neither a path that systemd accepts nor the name of a target contains quotes or backslashes.
    command = " ".join(f'"{word}"' for word in [*program(), "daily", *plan.targets]).replace("%", "%%")
    zone = "" if plan.zone is None else f" {plan.zone}"
    when = f"*-*-* {plan.at:%H:%M}:00{zone}"
    _, timer, service = installed()
    return {service: SERVICE.replace("@COMMAND@", command), timer: TIMER.replace("@WHEN@", when)}


def installed() -> tuple[Path, Path, Path]:
    """Return the places of the link by which systemd enables the timer, of the timer, and of its service.

    Raise `SetupError` on systems without systemd.
    """
    if not sys.platform.startswith("linux"):
        raise SetupError("systemd exists on Linux only; docs/daily.md explains how to schedule on macOS and Windows")
    folder = platformdirs.user_config_path() / "systemd" / "user"
    return folder / WANTS / TIMER_FILE, folder / TIMER_FILE, folder / "givens-daily.service"


def line(plan: Plan) -> str:
    """Return our line for the crontab, without a newline."""
    at = next(iter(plan.on_clock))
    # Cron passes everything after an unescaped % to the command as input.
    command = shlex.join([*program(), "daily", *plan.targets]).replace("%", r"\%")
    return f"{at.minute} {at.hour} * * * {command} {MARK}"


def workflow(plan: Plan) -> str:
    """Return the workflow for a fork of this repository."""
    at = next(iter(plan.on_clock))
    comment = f"{plan.at:%H:%M} {name(plan.zone)} as of {plan.today}"
    text = WORKFLOW.replace("@COMMENT@", comment).replace("@WHEN@", f"{at.minute} {at.hour} * * *")
    return text.replace("@DAILY@", shlex.join(["daily", *plan.targets]))


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
    """Raise `UsageError` for a file that neither begins as ours do nor is the link by which systemd enables a timer."""
    for path in files:
        try:
            if not os.path.lexists(path):
                continue
            if path.parent.name == WANTS:
                ours = path.is_symlink() and path.readlink().name == path.name
            else:
                ours = is_own(path) and read_start(path, len(OURS)) == OURS.encode()
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}") from None
        if not ours:
            raise UsageError(
                f"{path} was not written by givens schedule, so it stays unchanged",
                command=shlex.join(["mv", str(path), f"{path}.mine"]),
            )
