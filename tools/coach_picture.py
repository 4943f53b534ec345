"""Draw the picture of the coach: a hint on the bundled Tango, all of it shown.

`python -m tools.coach_picture`, from the root of the repository, writes `docs/pictures/coach.png`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.addons.coach.coach import MARK, TICK_MS, Coach
from bot.addons.coach.panel import Panel
from bot.addons.coach.thinker import Thinker
from bot.browser.driver import start_playwright
from bot.play.options import Options
from bot.play.resolve import resolve
from bot.play.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable

CASE, START = "fixtures/linkedin_tango/guest", "#launch-footer-start-button"
PICTURE = Path("docs/pictures/coach.png")
SIZE = {"width": 1060, "height": 490}


def draw() -> None:
    """Play the beginning, ask for a hint, and save what the page shows."""
    with (
        start_playwright() as playwright,
        Thinker() as thinker,
        Runner(Options(), lambda _: None, playwright) as runner,
    ):
        (target,) = resolve(CASE)
        with runner.opened(target) as page:
            page.set_viewport_size(SIZE)  # type: ignore[arg-type] # a TypedDict of the same keys
            page.wait_for_timeout(1000)  # Until the page listens to its button.
            page.click(START)
            coach = Coach(page, target.site, Panel(page), thinker)

            def until(condition: Callable[[], object]) -> None:
                while not condition():
                    coach.tick()
                    page.wait_for_timeout(TICK_MS)

            with coach.watching():
                until(lambda: coach.ready)
                for _ in range(3):
                    page.keyboard.press("Alt+h")
                until(lambda: coach.stage == MARK)
                coach.tick()
                page.screenshot(path=PICTURE)


if __name__ == "__main__":
    draw()
