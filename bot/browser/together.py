"""Several calls to the browser at the same time.

Playwright's sync API waits for each answer in the greenlet that asks. So each call gets a greenlet of its own, like
Playwright's own event handlers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.browser.limits import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def together(page: Page, *calls: Callable[[], Any], ordered: bool = False) -> list[Any]:
    """Begin calls to the browser, `ordered` or in any order, and return their results.

    Raise the first error when all have ended.
    """
    from greenlet import greenlet

    loop = running_loop()
    results: list[object] = [None] * len(calls)
    errors: list[BaseException] = []
    waiting = len(calls) - 1

    def run(number: int) -> None:
        nonlocal waiting
        try:
            results[number] = calls[number]()
        except BaseException as error:  # noqa: BLE001 - it is raised again where all calls are awaited
            errors.append(error)
        waiting -= 1

    def begin(number: int) -> None:
        greenlet(run).switch(number)  # As it is created in the loop, it returns to the loop when it ends.

    for number in range(waiting):
        loop.call_soon(begin, number)
    if ordered and waiting > 0:
        page.wait_for_timeout(0)  # Now the others have begun.
    try:
        results[-1] = calls[-1]()
    except Exception as error:  # noqa: BLE001 - it is raised again when the others have ended
        errors.append(error)
    while waiting > 0:
        page.wait_for_timeout(1)
    if errors:
        raise errors[0]
    return results
