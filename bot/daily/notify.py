"""Send messages about a run with Apprise: its results, with screenshots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import SetupError
from bot.extras import install_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.daily.daily import Task
    from bot.play.result import TargetResult

PICTURES = ("after.png", "failed.png")
"""The screenshots of a page at its end, in order of preference."""


def to_send(results: Sequence[tuple[Task, TargetResult]]) -> list[TargetResult]:
    """Return the results to send: failures, results to check, and, if the user wants them, all others."""
    return [
        result
        for task, result in results
        if (task.notify != "never" and (result.error or (result.to_check and not result.done_before)))
        or (task.notify == "always" and not result.done_before)
    ]


def send(to: Sequence[str], results: Sequence[TargetResult]) -> Iterator[str]:
    """Send one message about the results, or a test, to each address; yield a sentence for each failure.

    The sentence names only the scheme of an address, which may contain a password. Raise `SetupError` without Apprise.
    """
    try:
        from apprise import Apprise, LogCapture, NotifyType
    except ImportError:
        raise SetupError("messages need Apprise, which is not installed", command=install_command("apprise")) from None

    failed = [result for result in results if result.error]
    left = sum(result.to_check for result in results)
    check = f", {left} left to check" if left else ""
    title = f"givens: {len(results) - len(failed) - left} of {len(results)} done{check}"
    body = "\n".join(f"{result.target}, {result.day}: {result.words}" for result in results)
    if not results:
        title, body = "givens: a test", "The results of givens daily will be sent here."
    pictures = []
    for result in results:
        paths = [Path(result.session, name) for name in PICTURES if result.session]
        pictures += [str(path) for path in paths if path.is_file()][:1]
    for address in to:
        scheme = address.partition(":")[0]
        sender = Apprise()
        if not sender.add(address):
            yield f"no message was sent to {scheme}://…: Apprise does not know this kind of address"
            continue
        kind = NotifyType.WARNING if failed or left else NotifyType.SUCCESS
        with LogCapture(fmt="%(message)s") as log:  # type: ignore[no-untyped-call]
            if not sender.notify(body=body, title=title, notify_type=kind, attach=pictures or None):
                reasons = log.getvalue().strip().splitlines()
                yield f"no message was sent to {scheme}://…: {reasons[-1] if reasons else 'it was refused'}"
