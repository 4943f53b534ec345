"""Running targets: the browser around the play loop, and the evidence if it fails."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self
from urllib.parse import urlsplit

from bot.browser import launch
from bot.browser.driver import is_running, start_playwright
from bot.browser.limits import ANSWER_TIMEOUT, GRACE, Deadline, limit_time
from bot.errors import PageGone, UsageError, again, first_line, meaning
from bot.play.fixture import serve, serve_file
from bot.play.live import NAMED_TIMEOUT, press_named, shield
from bot.play.loop import Run
from bot.play.options import BY_LOOKS
from bot.play.reading import MOUNT_TIMEOUT, POLL_MS, Task, limit_looks
from bot.play.result import NOTHING_ENTERED, TargetResult
from bot.play.targets import find_tab
from bot.record.recorder import Recorder
from scrapers import (
    GUESSED,
    MAX_WORDS,
    AlreadySolved,
    NeedsHuman,
    Patience,
    ReadError,
    clean,
    clock_of,
    read_saved,
    site_of,
    stop_waiting,
)
from solvers import GivensError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

    from bot.play.options import Options
    from bot.play.targets import Here, Target
    from bot.record.share import Share

OPEN_TIMEOUT = 30.0
"""Seconds in which a page must answer."""
NETWORK = {
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_NAME_|ERR_DNS_|ERR_ICANN_": "the host name cannot be resolved (check the address and the network)",
    "ERR_PROXY_|ERR_TUNNEL_|ERR_SOCKS_": "the proxy does not let it through (check the network settings)",
    "ERR_ADDRESS_|ERR_NETWORK_": "the host cannot be reached (check the network)",
    "ERR_CONNECTION_REFUSED": "the host refuses the connection",
    "TIMED_OUT": "the host does not answer",
    "ERR_CONNECTION_": "the connection was cut",
    "ERR_CERT_": "the certificate of the host is not valid (check the address and this machine's clock)",
    "ERR_SSL_|ERR_BAD_SSL": "the host offers no secure connection (check whether the address begins with http://)",
    "has been closed": "the tab or the browser was closed",
}
"""What the browser's errors mean, by patterns; the first that matches counts."""
REFUSED_STATUSES = frozenset({401, 403, 999})
"""Status codes of a site that requires a sign-in or refuses bots; the last is LinkedIn's own."""
OPENED_LATER = 0.2
"""Seconds in which a page opens in a browser that has just started within its time limit."""
SOLVING = ("solvers._core.search.engine",)
"""Heavy modules that a run needs besides the browser: Z3."""


class Runner:
    """One browser for all targets of a command, started when a target first needs it."""

    def __init__(
        self,
        options: Options,
        set_status: Callable[[str], None],
        playwright: Playwright | None = None,
        *,
        since: float | None = None,
    ) -> None:
        """Take the options, a function that shows the current step, and Playwright's driver if it is started already.

        `since` is when the first target's time began, on the monotonic clock; None is when it is played.
        """
        self.options, self._set_status, self._playwright, self._since = options, set_status, playwright, since
        self._stack = ExitStack()
        self._browser: Browser | None = None
        self.browser: dict[str, Any] = {}
        """What is known about the browser, once it has started."""
        self.session: Path | None = None
        """The folder of the last session."""
        self.error: BaseException | None = None
        """The error of the last target, if it failed."""
        self._tab: Page | None = None
        """The open tab of the person's own browser, if that is used."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def guest_browser(self) -> Browser:
        """Return the browser without a profile, which is started if it is not running."""
        deadline = self._deadline()
        return self._started(self._driver(deadline), deadline)

    def find_tab(self, wish: Here) -> Target:
        """Return the open tab of the person's own browser as a target; raise `UsageError` if there is not one."""
        target, self._tab = find_tab(self.guest_browser(), wish)
        self._tab.bring_to_front()  # A tab behind another draws nothing, so it answers late.
        return target

    def play(self, target: Target, check: Callable[[TargetResult], None] = lambda _: None) -> TargetResult:
        """Play a target and record it; a failure is in the result, only Ctrl-C is raised.

        `check` is called with the result before anything is entered, and raises an error if that must not be.
        """
        if target.snapshot is not None or target.is_inert:
            raise UsageError(
                f"{target.name} is a saved page, whose scripts do not run: it can be read, not played",
                command=again("givens read", target.name, options=target.options),
            )
        self._check_trust(target)
        task = self._task(target, check, entering=True)
        if self.options.record != "none":
            task.recorder = Recorder.start(target.site.NAME, target.name)
        with self._recorded(task), self._opened(task) as page:
            Run(task.attach(page)).play()
        return task.result

    def read(self, target: Target) -> TargetResult:
        """Read a target's puzzle; a session is kept only if that fails."""
        task = self._task(target)
        with self._recorded(task):
            if target.snapshot is not None:
                with task.result.time_phase("read"):
                    task.result.set_reading(read_saved(target.site, target.snapshot))
                return task.result
            with self._opened(task) as page:
                task.attach(page)
                if target.html is None:
                    task.read_settled()
                else:
                    task.read()
                task.check_result()
        return task.result

    def _check_trust(self, target: Target) -> None:
        """Raise `UsageError` for scripts of strangers, unless the user trusts them."""
        if target.fixture is not None and not self.options.trust:
            target.fixture.check_known(target.name)

    def _deadline(self) -> Deadline:
        """Start the clock of a target."""
        since, self._since = self._since, None
        return Deadline(self.options.timeout, since)

    def _task(
        self, target: Target, check: Callable[[TargetResult], None] = lambda _: None, *, entering: bool = False
    ) -> Task:
        return Task(target, self.options, Recorder(None), self._set_status, self._deadline(), check, entering)

    def opened(self, target: Target, before: Callable[[Page], object] = lambda _: None) -> AbstractContextManager[Page]:
        """Open a target's page; call `before` with the page while it is empty."""
        return self._opened(self._task(target), before)

    @contextmanager
    def _opened(self, task: Task, before: Callable[[Page], object] = lambda _: None) -> Iterator[Page]:
        """Open a target's page, and record what fails there; before it is closed, a person may look at it."""
        self._check_trust(task.target)
        late = f"the browser did not end within {task.limit.words}"
        with limit_time(task.limit.remaining() + GRACE, late, kills=True) as limit, self.page(task) as page:
            try:
                full = task.recorder.everything(page) if self.options.record == "full" else nullcontext()
                with full, self._evidence(task, page), _answering():
                    before(page)
                    self._open(page, task)
                    yield page
            except GivensError as error:
                task.result.fail(error)
                raise
            finally:
                if self.options.hold is not None:
                    limit.end = inf
                    end_session(task)  # The person who watches may close the page at any time and in any way.
                    words = task.result.error.message if task.result.error else "done"
                    self._set_status(f"{words} · press Enter to close the page")
                    self.options.hold()

    @contextmanager
    def page(self, task: Task) -> Iterator[Page]:
        """Open an empty page for a target, in a context of its own that serves the target's saved files."""
        with ExitStack() as stack:
            playwright = self._driver(task.limit, SOLVING if task.entering else ())
            with _opening(task.limit):
                page, frozen = self._tab, dict[str, Any]()
                if page is None:
                    context = self._context(playwright, task, stack)
                    frozen |= launch.freeze(context, clock=self.options.clock, seed=self.options.seed)
                    if task.target.fixture is not None:
                        task.refused = serve(context, task.target.fixture)
                    elif task.target.html is not None:
                        task.refused = serve_file(context, task.target.url, task.target.html)
                    page = context.new_page()
                    shield(page)  # before the page's own scripts, which would hear of an input first
                task.recorder.update(browser=self.browser, **frozen)
            yield page

    def _driver(self, deadline: Deadline, meanwhile: Iterable[str] = ()) -> Playwright:
        """Return Playwright's driver; start one if there is none, or if it has died, and `meanwhile` import modules."""
        if self._playwright is not None and not is_running():
            self._playwright.stop()
            self._playwright = self._browser = None
        if self._playwright is None:
            self._set_status("starting the browser")
            self._playwright = self._stack.enter_context(start_playwright(meanwhile, deadline.remaining()))
        return self._playwright

    def _context(self, playwright: Playwright, task: Task, stack: ExitStack) -> BrowserContext:
        """Open a context on the chosen profile, or a guest's context in the browser, which is started if needed."""
        viewport = None if self.options.window else launch.VIEWPORT  # A person's page has the size of its window.
        target, deadline = task.target, task.limit
        is_saved = target.fixture is not None or target.html is not None
        if self.options.profile is not None and not is_saved:
            opened = launch.open_profile(
                playwright,
                self.options.profile,
                self.options.browser,
                headed=self.options.headed,
                viewport=viewport,
                timeout=deadline.remaining(),
            )
            context, found = stack.enter_context(opened)
            self.browser = found.facts() | {"profile": True}
            return context
        browser = self._started(playwright, deadline)
        context = launch.new_context(browser, scripts=not target.is_inert, network=not is_saved, viewport=viewport)
        stack.callback(_close, context)
        return context

    def _started(self, playwright: Playwright, deadline: Deadline) -> Browser:
        """Return the browser, which is started if it is not running."""
        if self._browser is None or not self._browser.is_connected():
            browser = self.options.browser
            if self.options.here:
                from bot.browser.here import own_browser

                browser = own_browser(browser)
            started = launch.start_browser(
                playwright, browser, headed=self.options.headed, timeout=deadline.remaining()
            )
            self._browser, found_at = self._stack.enter_context(started)
            self.browser = {"version": self._browser.version} | found_at.facts()
        return self._browser

    def _open(self, page: Page, task: Task) -> None:
        """Go to the target's address, and press what the person has named.

        Raise `PageGone` if nothing answers, `NeedsHuman` if the site refuses.
        """
        deadline = task.limit
        try:
            if self._tab is None:
                self._go(page, task.target, deadline)
        finally:
            task.opened = urlsplit(page.url).scheme in {"http", "https", "file"}  # Not the browser's own.
        if task.target.is_inert:
            stop_waiting(page)
            if self.options.press:
                name = task.target.name
                raise UsageError(f"{name} is a saved page, whose scripts do not run: nothing can be pressed on it")
        if not task.target.site.LAYOUTS:
            follow(task, page)
        for wanted in self.options.press:
            self._set_status(f"pressing {wanted}")
            with limit_time(deadline.remaining(), f"pressing {wanted} at {page.url} took too long"), limit_looks(page):
                pressed = press_named(page, wanted, deadline.remaining(NAMED_TIMEOUT))
            task.recorder.event("pressed", buttons={pressed: 1})

    def _go(self, page: Page, target: Target, deadline: Deadline) -> None:
        """Go to the target's address; raise `PageGone` if nothing answers, `NeedsHuman` if the site refuses."""
        from playwright.sync_api import Error

        self._set_status(f"opening {target.url}")
        seconds, words = deadline.within(OPEN_TIMEOUT)
        try:
            with limit_time(seconds, f"opening {target.url} took longer than {words}: it could not be reached"):
                # Nothing comes later on a page without scripts, but its frames.
                until: Literal["load", "domcontentloaded"] = "load" if target.is_inert else "domcontentloaded"
                response = page.goto(target.url, wait_until=until, timeout=0)
        except Error as error:
            raise PageGone(f"{network_error(error)}: {target.url} could not be reached") from error
        if response is not None and not response.ok:
            answer = f"{target.url} responded with {response.status} {clean(response.status_text, MAX_WORDS)}".rstrip()
            if response.status in REFUSED_STATUSES:
                raise NeedsHuman(f"{answer}: the site refuses access")
            raise PageGone(answer, status=response.status)

    @contextmanager
    def _recorded(self, task: Task) -> Iterator[None]:
        """Put an error into the result, and the end of the run into its session, however it ends."""
        self.error = None
        try:
            yield
        except KeyboardInterrupt:
            end_session(task, "interrupted")
            self.session = task.recorder.folder
            raise
        except Exception as error:  # noqa: BLE001 - one target's failure never stops the others
            self.error = error
            task.result.fail(error)
        end_session(task)
        self.session = task.recorder.folder or self.session

    @contextmanager
    def _evidence(self, task: Task, page: Page) -> Iterator[None]:
        """Save the page and the error of a failure, while the page is still open."""
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            from bot.record.share import Share

            target = task.target
            if isinstance(error, ReadError) and not isinstance(error, AlreadySolved):
                error.command = again("givens sites capture", target.name, options=[*target.options, "-o", "FOLDER"])
                if target.html is not None and error.is_missing:
                    error.message = f"{target.name} does not look like a page of {target.site.NAME}: {error.message}"
                    error.command = again("givens read", target.name, options=[BY_LOOKS])
            is_kept = self.options.record != "none" and isinstance(error, Exception)
            if is_kept and task.opened and task.recorder.folder is None:
                task.recorder = Recorder.start(target.site.NAME, target.name)  # A reading that succeeds has no session.
            recorder = task.recorder
            uncaught = recorder.log(page)
            if isinstance(error, GivensError) and target.fixture and uncaught:
                error.add(f"a script of the fixture failed: {uncaught}")
            recorder.event("error", kind=type(error).__name__, message=str(error), heard=task.dialogs)
            if not isinstance(error, GivensError | KeyboardInterrupt):
                recorder.put("traceback.txt", "".join(traceback.format_exception(error)))
            if save_page(recorder, page, Share(target.site, page.url)):
                recorder.picture("failed", page)
            if task.unread is not None:
                recorder.snapshot("failed", task.unread)
            raise


def end_session(task: Task, outcome: str | None = None) -> None:
    """Write the end of the run into its session; store where that is, and what could not be written."""
    target, result, recorder = task.target, task.result, task.recorder
    if outcome is None:
        ended = "accepted" if result.accepted else "entered" if result.to_check else "read"
        outcome = "failed" if result.error else ended
    if not task.opened:
        recorder.discard()
    recorder.finish(outcome, NOTHING_ENTERED | result.line(), refused=task.refused)
    layout = result.layout
    if layout == GUESSED != target.site.NAME:
        command = again("givens sites capture", target.name, options=[*target.options, "-o", "FOLDER"])
        result.note = f"The page has changed, so {target.site.NAME} must be updated. `{command}` saves what that takes."
    elif target.fixture is None:  # What a site does with a guest is no matter of a page that is only played here.
        result.note = target.site.POLICY.notes.get(layout or "", "")
    result.lost = recorder.lost
    result.session = None if recorder.folder is None else str(recorder.folder)


def network_error(error: Exception) -> str:
    """Return why the browser could not open a page, in words."""
    why = first_line(error).removeprefix("Page.goto: ").partition(" at ")[0]
    known = (words for pattern, words in NETWORK.items() if re.search(pattern, why))
    return next(known, f"the browser says {why.removeprefix('net::')}")


def follow(task: Task, page: Page) -> None:
    """Wait until a link has led to the page of a site, which is then the target's; raise `ReadError`."""
    target = task.target
    for _ in Patience(clock_of(page), task.limit.remaining(MOUNT_TIMEOUT)).looks(POLL_MS):
        if (site := site_of(page.url)) is not None and site.LAYOUTS:
            task.target, task.site, task.result.site = replace(target, site=site), site, site.NAME
            task.recorder.update(site=site.NAME)
            return
    raise ReadError(f"{target.url} leads to {page.url}, which does not tell whose puzzle it is: name it by --site")


def save_page(recorder: Recorder, page: Page, share: Share) -> bool:
    """Save what may be shared of a page's markup; return whether the page still answers."""
    if recorder.folder is None or page.is_closed():
        return False
    try:
        with limit_time(ANSWER_TIMEOUT, "saving the page took too long", failed=""):
            html = page.content(include_shadow=True)
    except PageGone as error:
        recorder.event("no page", why=first_line(error))
        return False
    recorder.put("page.html", share.page(html))
    return True


@contextmanager
def _answering() -> Iterator[None]:
    """Raise `PageGone` if the browser dies in the block."""
    from playwright.sync_api import Error

    try:
        yield
    except Error as error:
        raise PageGone(f"the browser does not answer: {meaning(error)}") from error
    except GivensError:
        raise
    except Exception as error:
        if is_running():
            raise
        raise PageGone("Playwright's driver has died, and its browser with it") from error


@contextmanager
def _opening(deadline: Deadline) -> Iterator[None]:
    """Raise `PageGone` if the browser opens no page, for example because it has just died."""
    from playwright.sync_api import Error

    seconds, words = deadline.within(OPEN_TIMEOUT + launch.START_TIMEOUT)
    try:
        # A browser that does not start says so by itself.
        with limit_time(seconds + launch.KILL_AFTER + OPENED_LATER, f"the browser did not open a page within {words}"):
            yield
    except Error as error:
        raise PageGone(f"the browser cannot open a page: {meaning(error)}") from error


def _close(context: BrowserContext) -> None:
    """Close a context, unless its browser has died."""
    with launch.close_within(launch.CLOSE_TIMEOUT):
        context.close()
