"""Messages about a run, through Apprise: what came of it, and the pictures of its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bot.daily.daily import Result

PICTURES = ("after.png", "failed.png")
"""The picture of a session's page at its end."""


def told(results: Sequence[Result]) -> list[Result]:
    """Return those that a message is wanted for: what this run has played, or what has failed."""
    return [
        result
        for result in results
        if result.task.notify != "never" and (result.code or (result.task.notify == "always" and not result.before))
    ]


def send(to: Sequence[str], results: Sequence[Result]) -> Iterator[str]:
    """Send one message about these results to each address; yields a sentence for each that fails.

    An address may hold a password, so it is named by its scheme alone. Raises `SetupError` without Apprise.
    """
    try:
        from apprise import Apprise, LogCapture, NotifyType
    except ImportError:
        msg = "messages need Apprise, which is not installed"
        raise SetupError(msg, command="pip install 'givens[notify]'") from None

    failed = [result for result in results if result.code]
    title = f"givens: {len(results) - len(failed)} of {len(results)} done"
    body = "\n".join(f"{result.name}, {result.day}: {result.words}" for result in results)
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


def _picture(session: Path | None) -> Path | None:
    """Return the picture of a session's page at its end, if there is one."""
    if session is None:
        return None
    return next((path for name in PICTURES if (path := session / name).is_file()), None)
