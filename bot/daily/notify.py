"""Messages about a run, through Apprise: what came of it, and the pictures of its boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.daily.daily import Task
    from bot.play.result import TargetResult

PICTURES = ("after.png", "failed.png")
"""The picture of a session's page at its end."""


def to_send(results: Sequence[tuple[Task, TargetResult]]) -> list[TargetResult]:
    """Return the results that a message is wanted for: what this run has played, or what has failed."""
    return [
        result
        for task, result in results
        if (task.notify != "never" and result.error) or (task.notify == "always" and not result.done_before)
    ]


def send(to: Sequence[str], results: Sequence[TargetResult]) -> Iterator[str]:
    """Send one message about these results to each address; yields a sentence for each that fails.

    An address may hold a password, so it is named by its scheme alone. Raises `SetupError` without Apprise.
    """
    try:
        from apprise import Apprise, LogCapture, NotifyType
    except ImportError:
        msg = "messages need Apprise, which is not installed"
        raise SetupError(msg, command="pip install 'givens[notify]'") from None

    failed = [result for result in results if result.error]
    title = f"givens: {len(results) - len(failed)} of {len(results)} done"
    body = "\n".join(f"{result.target}, {result.day}: {result.words}" for result in results)
    pictures = [str(picture) for result in results if (picture := _picture(result.session)) is not None]
    for address in to:
        scheme = address.partition(":")[0]
        one = Apprise()
        if not one.add(address):
            yield f"no message was sent to {scheme}://…: Apprise does not know such an address"
            continue
        kind = NotifyType.WARNING if failed else NotifyType.SUCCESS
        with LogCapture(fmt="%(message)s") as said:  # type: ignore[no-untyped-call]
            if not one.notify(body=body, title=title, notify_type=kind, attach=pictures or None):
                why = said.getvalue().strip().splitlines()
                yield f"no message was sent to {scheme}://…: {why[-1] if why else 'it was refused'}"


def _picture(session: str) -> Path | None:
    """Return the picture of a session's page at its end, if there is one."""
    paths = (Path(session, name) for name in PICTURES) if session else ()
    return next((path for path in paths if path.is_file()), None)
