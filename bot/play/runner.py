"""Running targets: the browser around the play loop, the evidence when it fails, the line that is told."""

from __future__ import annotations

import shlex
import traceback
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from bot.browser import launch
from bot.browser.driver import SOLVING, playwright_started
from bot.browser.limits import Deadline, bounded, interruptible
from bot.browser.remote import Endpoint
from bot.errors import PageGone, SetupError, UsageError, first_line
from bot.play.fixture import serve, serve_file
from bot.play.loop import Options, Played, Run
from bot.record.console import Console
from bot.record.recorder import Recorder
from bot.record.video import unmarked
from scrapers import AlreadySolved, NeedsHuman, ReadError, read_saved
from solvers import GaveUp, GivensError, NoSolution, NotUnique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

    from bot.play.assets import Assets
    from bot.play.targets import Target

VERSION = 1
"""The version of the lines that commands write."""
OPEN_WITHIN = 30.0
"""Seconds in which a page must answer at all."""
KEPT_OUT = frozenset({401, 403, 999})
"""Answers of a site that wants to know who asks, or does not want a bot; the last is LinkedIn's own."""
EVIDENCE_WITHIN = 5.0
"""Seconds that saving a failed page may take: one that hangs cannot be saved."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How the browser is to be used, and what is kept of the run."""

    told: str | None = None
    headed: bool = False
    profile: str | None = None
    record: bool = True
    options: Options = field(default_factory=Options)
    hold: Callable[[], None] | None = None
    """What to wait for before a page that was played is closed."""
    full: bool = False
    """Whether a session holds a video and a trace, too."""

    def __post_init__(self) -> None:
        """Raise `UsageError` for what does not go together with a browser that runs elsewhere."""
        if (endpoint := Endpoint.of(self.told)) is not None:
            endpoint.check(headed=self.headed, profile=self.profile)


@dataclass(slots=True)
class Outcome:
    """What came of one target; the fields are filled as the run goes on."""

    target: Target
    played: Played
    recorder: Recorder
    error: BaseException | None = None
    refused: list[str] = field(default_factory=list)
    console: Console | None = None
    """What is heard of the page."""

    @property
    def exit_code(self) -> int:
        """The code that this target alone would end with."""
        if self.error is None:
            return 0
        return self.error.EXIT if isinstance(self.error, GivensError) else 1

    def line(self, *, entering: bool) -> dict[str, Any]:
        """Return the line that a script reads."""
        line = {"v": VERSION, "target": self.target.name} | (
            self.played.line() if entering else self.played.read_line()
        )
        if self.error is not None:
            line |= error_line(self.error)
        if self.recorder.folder is not None:
            line["session"] = str(self.recorder.folder)
        return line


def error_line(error: BaseException) -> dict[str, Any]:
    """Return the part of a line that tells an error, and the verdict on the puzzle if that was the matter."""
    if not isinstance(error, GivensError):
        return {"error": {"family": "Bug", "kind": type(error).__name__, "message": str(error)}}
    told = {
        "error": {
            "family": error.family,
            "kind": type(error).__name__,
            "message": error.message,
            "details": error.details(),
            "retry": error.RETRY,
            "try": error.command,
        }
    }
    match error:
        case NoSolution():
            return {"verdict": "none", "solution": None} | told
        case NotUnique():
            return {"verdict": "several", "solution": None, "forced": error.details()["forced"]} | told
        case GaveUp():
            return {"verdict": "unknown", "solution": None} | told
        case _:
            return told


class Runner:
    """One browser for all targets of a command, started when the first of them needs it."""

    def __init__(self, setup: Setup, tell: Callable[[str], None], playwright: Playwright | None = None) -> None:
        """`tell` is told, in a few words, what is being done; `playwright` is its driver, if it has been started."""
        self.setup, self._tell, self._playwright = setup, tell, playwright
        self._stack = ExitStack()
        self._browser: Browser | None = None
        self.browser: dict[str, Any] = {}
        """What is known of the browser, once one was started."""
        self.session: Path | None = None
        """The folder of the last session."""
        self._no_video = False
        """Whether it was told that there is no video."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def play(self, target: Target) -> Outcome:
        """Play a target and record it; what fails is in the outcome, Ctrl-C alone is raised."""
        if target.snapshot is not None or target.html is not None or (target.fixture and not target.fixture.scripts):
            msg = f"{target.name} is a saved page: it can be read, not played"
            raise UsageError(msg, command=shlex.join(["givens", "read", target.name]))
        deadline = Deadline(self.setup.options.timeout)
        recorder = Recorder.start(target.site.NAME, target.name, record=self.setup.record)
        self.session = recorder.folder
        outcome = Outcome(target, Played(target.site, target.url), recorder)
        with self._recorded(outcome), self.page(outcome, SOLVING) as page:
            try:
                with self._whole(outcome, page), self._evidence(outcome, page), interruptible():
                    self._open(page, target, deadline)
                    Run(page, outcome.played, self.setup.options, recorder, self._tell, deadline).play()
            except GivensError as error:
                outcome.error = error
                raise
            finally:
                if self.setup.hold is not None:
                    _finish(outcome)  # Whoever looks on may take their time, and end it as they like.
                    words = "done" if outcome.error is None else str(outcome.error)
                    self._tell(f"{words} · press Enter to close the page")
                    self.setup.hold()
        return outcome

    def read(self, target: Target) -> Outcome:
        """Read a target's puzzle; a session is kept only of what fails."""
        outcome = Outcome(target, Played(target.site, target.url), Recorder(None))
        if target.snapshot is not None:
            with self._noted(outcome), outcome.played.timed("read"):
                outcome.played.reading = read_saved(target.site, target.snapshot)
                outcome.played.layout = outcome.played.reading.layout.NAME
            return outcome
        deadline = Deadline(self.setup.options.timeout)
        with self._noted(outcome), self.page(outcome) as page, self._evidence(outcome, page), interruptible():
            self._open(page, target, deadline)
            run = Run(page, outcome.played, self.setup.options, outcome.recorder, self._tell, deadline)
            if target.html is None:
                run.read_settled()
            else:
                run.read()
        return outcome

    @contextmanager
    def opened(self, target: Target, recorder: Recorder, assets: Assets | None = None) -> Iterator[Page]:
        """Open a target's page, and nothing more; the recorder knows its cookies, and the assets what it loads."""
        with self.page(Outcome(target, Played(target.site), recorder)) as page, interruptible():
            if assets is not None:
                assets.hear(page)
            self._open(page, target, Deadline(self.setup.options.timeout))
            yield page

    @contextmanager
    def page(self, outcome: Outcome, meanwhile: Iterable[str] = ()) -> Iterator[Page]:
        """Open an empty page for a target in a context of its own, which serves what is saved of it.

        `meanwhile` are modules to import while the driver starts, if it has to be started.
        """
        target = outcome.target
        with ExitStack() as stack:
            if self._playwright is None:
                self._tell("starting the browser")
                self._playwright = self._stack.enter_context(playwright_started(meanwhile))
            stack.enter_context(interruptible())
            with _opening():
                context = self._context(self._playwright, target, stack)
                if target.fixture is not None:
                    outcome.refused = serve(context, target.fixture)
                elif target.html is not None:
                    outcome.refused = serve_file(context, target.url, target.html)
                page = context.new_page()
                stack.enter_context(outcome.recorder.knowing(context))
                outcome.recorder.update(browser=self.browser)
            outcome.console = Console(page)
            yield page

    def _context(self, playwright: Playwright, target: Target, stack: ExitStack) -> BrowserContext:
        """Open a context in the browser, which is started for the first, or on the profile that was named."""
        scripts = target.html is None and (target.fixture is None or target.fixture.scripts)
        if self.setup.profile is not None and target.fixture is None and target.html is None:
            opened = launch.profile_opened(
                playwright, self.setup.profile, told=self.setup.told, headed=self.setup.headed
            )
            context, found = stack.enter_context(opened)
            self.browser = found.facts() | {"profile": True}
            return context
        if self._browser is None or not self._browser.is_connected():
            started = launch.browser_started(playwright, told=self.setup.told, headed=self.setup.headed)
            self._browser, where = self._stack.enter_context(started)
            self.browser = {"version": self._browser.version} | where.facts()
        context = launch.new_context(self._browser, scripts=scripts)
        stack.callback(_close, context)
        return context

    def _open(self, page: Page, target: Target, deadline: Deadline) -> None:
        """Go to the target's address; raises `PageGone` where nothing answers there."""
        from playwright.sync_api import Error

        self._tell(f"opening {target.url}")
        try:
            response = page.goto(
                target.url, wait_until="domcontentloaded", timeout=max(1, 1000 * deadline.remaining(OPEN_WITHIN))
            )
        except Error as error:
            msg = f"{target.url} does not open: {first_line(error).removeprefix('Page.goto: ')}"
            raise PageGone(msg) from error
        if response is not None and not response.ok:
            msg = f"{target.url} answers {response.status} {response.status_text}".rstrip()
            if response.status in KEPT_OUT:
                raise NeedsHuman(f"{msg}: the site does not let the bot in")
            raise PageGone(msg)

    @contextmanager
    def _noted(self, outcome: Outcome) -> Iterator[None]:
        """Put what fails into the outcome."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - one target's failure never stops the others
            outcome.error = error

    @contextmanager
    def _recorded(self, outcome: Outcome) -> Iterator[None]:
        """Put what fails into the outcome, and how the run ended into its session, whatever ended it."""
        try:
            with self._noted(outcome):
                yield
        except KeyboardInterrupt:
            _finish(outcome, "interrupted")
            raise
        _finish(outcome)

    @contextmanager
    def _whole(self, outcome: Outcome, page: Page) -> Iterator[None]:
        """Record a video and a trace of a page, if all is to be recorded; that there is no video is told once."""
        if not self.setup.full or outcome.console is None:
            yield
            return
        from bot.record.full import recorded

        recorder = outcome.recorder
        try:
            with recorded(recorder, page, outcome.console, outcome.target.name):
                yield
        finally:
            if recorder.lost is None and not self._no_video and recorder.no_video is not None:
                self._no_video, recorder.lost = True, recorder.no_video

    @contextmanager
    def _evidence(self, outcome: Outcome, page: Page) -> Iterator[None]:
        """Save the page and the reason when something fails, while the page is still open."""
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            target = outcome.target
            if isinstance(error, ReadError) and not isinstance(error, AlreadySolved):
                site = [] if target.html is None else ["--site", target.site.NAME]
                error.command = shlex.join(["givens", "capture", target.name, *site, "-o", "FOLDER"])
            late = outcome.recorder.folder is None and self.setup.record and isinstance(error, Exception)
            if late:
                self._record_reading(outcome)
            recorder = outcome.recorder
            with recorder.knowing(page.context):
                recorder.event("error", kind=type(error).__name__, message=str(error), heard=list(outcome.played.heard))
                if not isinstance(error, GivensError | KeyboardInterrupt):
                    recorder.text("traceback.txt", "".join(traceback.format_exception(error)))
                save_page(recorder, page)
                if outcome.console is not None:
                    outcome.console.write(recorder)
                if outcome.played.unread is not None:
                    recorder.snapshot("failed", outcome.played.unread)
                if late:
                    outcome.error = error
                    _finish(outcome)
            raise

    def _record_reading(self, outcome: Outcome) -> None:
        """Begin a session for a reading that has failed: only now is it worth keeping."""
        try:
            outcome.recorder = Recorder.start(outcome.target.site.NAME, outcome.target.name, record=True)
        except SetupError as error:
            outcome.recorder.lost = error.message
        self.session = outcome.recorder.folder


def _finish(outcome: Outcome, ended: str | None = None) -> None:
    """Write into the session how the run ended."""
    if ended is None:
        ended = "failed" if outcome.error else "accepted" if outcome.played.accepted else "read"
    outcome.recorder.finish(ended, outcome.line(entering=True), refused=outcome.refused)


def save_page(recorder: Recorder, page: Page, picture: str = "failed") -> None:
    """Save a page's markup and its picture, as far as it still answers."""
    from playwright.sync_api import Error

    if recorder.folder is None or page.is_closed():
        return
    try:
        with bounded(EVIDENCE_WITHIN, "saving the page"):
            recorder.text("page.html", unmarked(page.content(include_shadow=True)))
    except (Error, PageGone) as error:
        recorder.event("no page", why=first_line(error))
        return
    recorder.picture(picture, page)


@contextmanager
def _opening() -> Iterator[None]:
    """Raise `PageGone` where a browser gives no page, as one that has just died."""
    from playwright.sync_api import Error

    try:
        yield
    except Error as error:
        msg = f"the browser opens no page: {first_line(error)}"
        raise PageGone(msg) from error


def _close(context: BrowserContext) -> None:
    """Close a context, unless its browser has died."""
    from playwright.sync_api import Error

    try:
        with bounded(EVIDENCE_WITHIN, "closing the page"):
            context.close()
    except (Error, PageGone):
        pass
