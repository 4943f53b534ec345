"""Several calls to the browser at the same time.

Playwright's sync API waits for each answer in the greenlet that asks. So each call gets a greenlet of its own, like
Playwright's own event handlers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, ref

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable

    from greenlet import greenlet
    from playwright.sync_api import Page

_fibers: WeakKeyDictionary[AbstractEventLoop, ref[greenlet]] = WeakKeyDictionary()
"""The greenlets that run event loops."""


def together(page: Page, *calls: Callable[[], Any], ordered: bool = False) -> list[Any]:
    """Begin calls to the browser, `ordered` or in any order, and return their results.

    Raise the first error when all have ended.
    """
    from asyncio import get_running_loop

    from greenlet import getcurrent, greenlet

    loop = get_running_loop()
    home, fiber = getcurrent(), _fiber(page, loop)
    results: list[object] = [None] * len(calls)
    errors: list[BaseException] = []
    waiting = len(calls) - 1
    asleep = False

    def run(number: int) -> None:
        nonlocal waiting
        try:
            results[number] = calls[number]()
        except BaseException as error:  # noqa: BLE001 - it is raised again where all calls are awaited
            errors.append(error)
        waiting -= 1
        if waiting == 0:
            loop.call_soon(wake)

    def begin(number: int) -> None:
        greenlet(run).switch(number)  # As it is created in the loop, it returns to the loop when it ends.

    def wake() -> None:
        if asleep:
            home.switch()

    def sleep() -> None:
        nonlocal asleep
        asleep = True
        try:
            fiber.switch()
        finally:
            asleep = False

    for number in range(waiting):
        loop.call_soon(begin, number)
    if ordered and waiting > 0:
        loop.call_soon(wake)
        sleep()  # Now the others have begun.
    try:
        results[-1] = calls[-1]()
    except Exception as error:  # noqa: BLE001 - it is raised again when the others have ended
        errors.append(error)
    while waiting > 0:
        sleep()
    if errors:
        raise errors[0]
    return results


def _fiber(page: Page, loop: AbstractEventLoop) -> greenlet:
    """Return the greenlet that runs Playwright's event loop."""
    from greenlet import getcurrent

    known = _fibers.get(loop)
    fiber = known() if known else None
    if fiber is None:
        found: list[greenlet] = []
        loop.call_soon(lambda: found.append(getcurrent()))
        page.wait_for_timeout(0)
        (fiber,) = found
        _fibers[loop] = ref(fiber)
    return fiber
