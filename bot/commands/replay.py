"""`givens sessions replay`: check recorded sessions against the current code."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from bot.commands._options import BROWSER, JSON, SESSIONS
from bot.commands._output import joint_exit_code, print_json, progress, say

if TYPE_CHECKING:
    from bot.sessions.replay import ReplayResult


@click.command()
@SESSIONS
@click.option("--all", "everything", is_flag=True, help="Replay all sessions.")
@click.option("--enter", is_flag=True, help="Also play sessions of fixtures again in a browser.")
@BROWSER
@JSON
def replay(*, ids: tuple[str, ...], everything: bool, enter: bool, browser: str | None, as_json: bool) -> int:
    """Check recorded sessions against the current code.

    Reads and solves the recorded boards, plans the inputs, and prints what differs. Without --enter it needs neither
    network nor browser.
    Exits with code 0 if everything that was played can still be played.

    \b
    Examples:
      givens sessions replay last                         the newest session
      givens sessions replay --all                        all sessions, after an upgrade
      givens sessions replay 2026-11-20 --enter           play its fixture again, too
    """
    from bot.errors import UsageError
    from bot.play.runner import Runner, Setup
    from bot.sessions import store
    from bot.sessions.replay import replay as replay_session

    if bool(ids) == everything:
        raise UsageError("name the sessions to replay, or use --all", command="givens sessions list")
    chosen = [session for session in store.sessions() if not session.problem] if everything else [*map(store.find, ids)]
    codes: list[int] = []
    with ExitStack() as stack:
        bar = stack.enter_context(progress("replaying", len(chosen)))
        runner = stack.enter_context(Runner(Setup(browser, record=False), lambda _: None)) if enter else None
        for session in chosen:
            result = replay_session(session, runner)
            codes.append(result.code)
            if as_json:
                print_json(result.line())
            else:
                _tell(result, quiet=everything)
            bar.advance()
    if not as_json:
        differ = sum(code != 0 for code in codes)
        say(f"{len(codes)} replayed, {differ} of them {'differs' if differ == 1 else 'differ'}")
    return joint_exit_code(codes)


def _tell(result: ReplayResult, *, quiet: bool) -> None:
    """Print how a session replays; quietly, only the differences."""
    from rich.text import Text

    from bot.draw.terminal import out

    if quiet and not result.differences:
        return
    done = ", ".join(result.done) or "nothing done"
    end = f"; {result.why_not}" if result.why_not else ""
    out.print(Text(result.session.id, "bold"), Text(f"{done}{end}"))
    for difference in result.differences:
        out.print(Text(f"  {difference.words}", "red" if difference.code else ""))
    if not quiet:
        times = [
            f"{phase} {'–' if before is None else f'{before:.0f}'} → {now:.0f} ms"
            for phase, (before, now) in result.ms.items()
        ]
        out.print(Text(f"  {' · '.join(times)}", "dim"))
