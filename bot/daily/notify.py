"""Send messages about a run with Apprise: its results in words, as a picture of a page would leave this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.addon import importing
from bot.errors import UsageError

if TYPE_CHECKING:
    from bot.daily.daily import DayTask
    from bot.play.result import DayResult


class Message(NamedTuple):
    """A message."""

    title: str
    body: str
    warns: bool = False


TEST = Message("givens: a test", "The results of givens daily run will be sent here.")


def to_send(results: Sequence[tuple[DayTask, DayResult]]) -> list[DayResult]:
    """Return the results to send: failures, results to check, and, if the user wants them, all others."""
    return [
        result
        for task, result in results
        if (task.notify != "never" and (result.error or (result.to_check and not result.done_before)))
        or (task.notify == "always" and not result.done_before)
    ]


def of_results(results: Sequence[DayResult]) -> Message:
    """Return the message about results."""
    failed = [result for result in results if result.error]
    left = sum(result.to_check for result in results)
    check = f", {left} left to check" if left else ""
    return Message(
        f"givens: {len(results) - len(failed) - left} of {len(results)} done{check}",
        "\n".join(f"{result.target}, {result.day}: {result.words}" for result in results),
        warns=bool(failed or left),
    )


def well_formed(address: str) -> str:
    """Return an address for messages, or none; raise `UsageError` for what is none."""
    if address and not re.fullmatch(r"\w[\w+.-]*://\S+", address):
        raise UsageError(f"{address} is no address like ntfy://ntfy.sh/your-own-topic")
    return address


def send(to: Sequence[str], message: Message, tell: Callable[[str], None] = lambda _: None) -> Iterator[str]:
    """Send a message to each address, and `tell` of each success; yield a sentence for each failure.

    The sentence names only the scheme of an address, which may contain a password. Raise `SetupError` without Apprise.
    """
    with importing("notify"):
        from apprise import Apprise, LogCapture, NotifyType

    for address in to:
        scheme = address.partition(":")[0]
        sender = Apprise()
        if not sender.add(address):
            yield f"no message was sent to {scheme}://…: Apprise does not know this kind of address"
            continue
        kind = NotifyType.WARNING if message.warns else NotifyType.SUCCESS
        with LogCapture(fmt="%(message)s") as log:  # type: ignore[no-untyped-call]
            if not sender.notify(body=message.body, title=message.title, notify_type=kind):
                reasons = log.getvalue().strip().splitlines()
                yield f"no message was sent to {scheme}://…: {reasons[-1] if reasons else 'it was refused'}"
                continue
        tell(f"a message was sent to {scheme}://…")
