"""The command that plays recorded sessions again."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from bot.commands._options import BROWSER, JSON
from bot.commands._output import joint, print_json, progress

if TYPE_CHECKING:
    from bot.sessions.replay import ReplayResult


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID...]", help="Any unique beginning of an id, or `last`.")
@click.option("--all", "everything", is_flag=True, help="All sessions that are kept.")
@click.option("--enter", is_flag=True, help="Play again in a browser those that came from fixtures.")
@BROWSER
@JSON
def replay(*, ids: tuple[str, ...], everything: bool, enter: bool, browser: str | None, as_json: bool) -> int:
    """Read, solve and plan again what a session has recorded, with today's code, and tell what has become different.

    It needs neither network nor browser. A new version that still plays what was played ends with 0.

    \b
    Examples:
      givens sessions replay last                         the newest session
      givens sessions replay --all                        the whole archive, after an upgrade
      givens sessions replay 2026-11-20 --enter           and play its fixture again
    """
    from bot.errors import UsageError
    from bot.play.runner import Runner, Setup
    from bot.sessions import store
    from bot.sessions.replay import replay as replay_session

    if bool(ids) == everything:
        msg = "name the sessions to replay, or --all"
        raise UsageError(msg, command="givens sessions list")
    chosen = [one for one in store.sessions() if not one.problem] if everything else [store.find(id_) for id_ in ids]
    codes: list[int] = []
    with ExitStack() as stack:
        shown = stack.enter_context(progress("replaying", len(chosen)))
        runner = stack.enter_context(Runner(Setup(browser, record=False), lambda _: None)) if enter else None
        for session in chosen:
            result = replay_session(session, runner)
            codes.append(result.code)
            if as_json:
                print_json(result.line())
            else:
                _tell(result, quiet=everything)
            shown.advance()
    if not as_json:
        differ = sum(code != 0 for code in codes)
        print(f"{len(codes)} replayed, {differ} of them {'differs' if differ == 1 else 'differ'}")  # noqa: T201
    return joint(codes)


def _tell(result: ReplayResult, *, quiet: bool) -> None:
    """Tell what has become of a session; quietly, only what matters."""
    from rich.text import Text

    from bot.draw.terminal import out

    if quiet and not result.differences:
        return
    done = ", ".join(result.done) or "nothing done"
    end = f"; {result.why_not}" if result.why_not else ""
    out.print(Text(result.session.id, "bold"), Text(f"{done}{end}"))
    for one in result.differences:
        out.print(Text(f"  {one.words}", "red" if one.code else ""))
    if not quiet:
        times = [
            f"{phase} {'–' if was is None else f'{was:.0f}'} → {now:.0f} ms" for phase, (was, now) in result.ms.items()
        ]
        out.print(Text(f"  {' · '.join(times)}", "dim"))
