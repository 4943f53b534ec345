"""What a person asks of a run: how a page is opened and played, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime


BY_LOOKS = "--guess"
"""The site name of a page that no module knows; a colon and a kind may follow it."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to open and play pages, and what to keep of that; `play(page)` needs nothing of a browser."""

    browser: str | None = None
    """The path or endpoint of the browser; None is the one that is found on this machine."""
    headed: bool = False
    profile: str | None = None
    trust: bool = False
    """Whether scripts run that come with a fixture from elsewhere."""
    here: bool = False
    """Whether the page is a tab that is open in the person's own browser."""
    window: bool = False
    """Whether a person plays in the window, so that the page has the window's size."""
    clock: datetime | None = None
    """The fixed time of every page's `Date`."""
    seed: int | None = None
    """The seed of every page's `Math.random`."""
    press: Sequence[str] = ()
    """What to press on a page before its board is looked for: texts or selectors, each once."""
    timeout: float | None = None
    """Seconds for each target, everything included."""
    dry_run: bool = False
    """Whether everything is done but the input."""
    any_solution: bool = False
    """Whether one of several solutions is entered."""
    pace: float | None = None
    """Seconds from one input to the next."""
    robot: bool = False
    """Whether to say so in the field that a site asks programs to set."""
    enter_here: bool = False
    """Whether a page that no module knows may be entered even if it is in a form, or asks for what no puzzle needs."""
    success: str = ""
    """The text by which a page that no module knows says that it accepts the solution, if a person has named it."""
    say: Callable[[str], None] | None = None
    """Called with each step of the explanation as it is entered; without it, the layout orders the moves."""
    hold: Callable[[], None] | None = None
    """Called before a played page is closed; the page is closed when it returns."""
    record: Literal["none", "light", "full"] = "none"
    """What is recorded of each play; `full` adds a video."""

    def __post_init__(self) -> None:
        """Raise `UsageError` for a malformed profile name, and for options that need a browser of this machine."""
        if self.profile is None and self.browser is None:
            return
        from bot.browser.launch import Endpoint, profile_folder

        if self.profile is not None:
            profile_folder(self.profile)
        if (endpoint := Endpoint.of(self.browser)) is not None:
            endpoint.check(headed=self.headed, profile=self.profile)
