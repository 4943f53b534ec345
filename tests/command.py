"""The command line as tests run it: in this process with the worker's browser, or in its own process."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import msgspec
from msgspec.structs import fields
from playwright.sync_api import Browser, BrowserContext, Playwright

from bot.draw import terminal
from tests import children
from tests.clock import set_virtual
from tests.lines import LINES, Answered, CommandError

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def homes(folder: Path) -> dict[str, str]:
    """Return the environment variables that make a command keep all its files in a folder."""
    return {"GIVENS_SESSIONS": str(folder / "sessions"), "GIVENS_HISTORY": str(folder / "history.sqlite")}


class Givens:
    """Runs commands in a folder, which also holds their sessions and history.

    Calling it runs the command in this process: that starts neither Python nor a browser. Use `process` for what
    needs a process of its own: signals, closed pipes, start-up imports, a browser that must be missing.
    """

    def __init__(self, folder: Path, driver: Callable[[], SharedPlaywright]) -> None:
        """`driver` returns the Playwright driver that commands use in this process."""
        self.folder, self._driver = folder, driver

    def process(self, *args: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the command as a process of its own; other keywords are environment variables."""
        return children.run(
            [sys.executable, "-m", "bot", *map(str, args)],
            input=stdin,
            cwd=self.folder,
            env=os.environ | homes(self.folder) | environment,
        )

    def __call__(self, *args: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the command in this process; other keywords are environment variables."""
        argv, outside = ["givens", *map(str, args)], dict(os.environ)

        def driver() -> SharedPlaywright:
            with patch.dict(os.environ, outside, clear=True):  # The worker's browser is not this command's.
                return self._driver()

        out, err = _stream(), _stream()
        with ExitStack() as stack:
            stack.enter_context(chdir(self.folder))
            stack.callback(_use_time_zone)
            stack.enter_context(patch.dict(os.environ, homes(self.folder) | environment))
            _use_time_zone()
            stack.enter_context(patch.object(sys, "argv", argv))
            stack.enter_context(patch.object(sys, "stdin", _stream(stdin)))
            for console in (terminal.out, terminal.err):  # They read COLUMNS once, when they are created.
                stack.enter_context(patch.object(console, "_width", int(environment.get("COLUMNS", 80))))
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            stack.enter_context(patch("playwright.sync_api.sync_playwright", lambda: _Start(driver)))
            for number in SIGNALS:
                stack.callback(signal.signal, number, signal.getsignal(number))
            code = _run_main()
        if "--json" in argv and code != 1:
            _check_lines(argv[1:], _text(out))
        return subprocess.CompletedProcess(argv, code, _text(out), _text(err))


class SharedPlaywright:
    """A driver whose browser is the worker's: a command that starts and closes it opens and closes only contexts."""

    is_real = False
    """Whether pages run in real time, for the test that runs now."""

    def __init__(self, playwright: Playwright, browser: Browser, path: Path) -> None:
        """`path` is the path of the program that runs as `browser`."""
        self._playwright, self.browser, self.path = playwright, browser, path
        self._browsers_path = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")

    @property
    def chromium(self) -> _SharedChromium:
        """Return the launcher of the shared browser."""
        assert self._browsers_path == os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), (
            "a running driver does not see another PLAYWRIGHT_BROWSERS_PATH: use `givens.process`"
        )
        return _SharedChromium(self._playwright.chromium, self)

    def stop(self) -> None:
        """Leave the driver running: it is the worker's."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever Playwright has
        return getattr(self._playwright, name)


class _Start:
    """Stands in for the context manager that `sync_playwright()` returns, which cannot be nested."""

    def __init__(self, driver: Callable[[], SharedPlaywright]) -> None:
        self._driver = driver

    def start(self) -> Playwright:
        return cast("Playwright", self._driver())

    __enter__ = start

    def __exit__(self, *_: object) -> None:
        pass


class _SharedChromium:
    """A browser type that returns the shared browser if the same program is launched without a window."""

    def __init__(self, chromium: Any, shared: SharedPlaywright) -> None:  # noqa: ANN401 - it is only delegated to
        self._chromium, self._shared = chromium, shared

    def launch(self, *, executable_path: Path, headless: bool = True, **options: Any) -> Browser:  # noqa: ANN401
        if headless and executable_path == self._shared.path:
            return cast("Browser", _SharedBrowser(self._shared))
        return cast("Browser", self._chromium.launch(executable_path=executable_path, headless=headless, **options))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever Playwright has
        return getattr(self._chromium, name)


class _SharedBrowser:
    """The shared browser as one command sees it: closing it closes the command's contexts."""

    def __init__(self, shared: SharedPlaywright) -> None:
        self._shared, self._browser, self._contexts, self._open = shared, shared.browser, list[Any](), True

    def new_context(self, **options: Any) -> BrowserContext:  # noqa: ANN401 - those of Playwright
        context = self._browser.new_context(**options)
        if not self._shared.is_real and options.get("java_script_enabled", True):
            set_virtual(context)
        self._contexts.append(context)
        context.on("close", lambda _: self._contexts.remove(context))
        return context

    def is_connected(self) -> bool:
        return self._open and self._browser.is_connected()

    def close(self) -> None:
        self._open = False
        for context in [*self._contexts]:
            context.close()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever Playwright has
        return getattr(self._browser, name)


def _check_lines(arguments: list[str], written: str) -> None:
    """Raise an error for a line that is not of the command's schema; keys beside a puzzle are passed through."""
    command = next((name for name in (" ".join(arguments[:2]), arguments[0]) if name in LINES), "")
    for line in written.splitlines() if command else ():
        facts = json.loads(line)
        kind = CommandError if facts.keys() <= _keys(CommandError) else LINES[command]
        msgspec.convert(facts, kind)
        assert issubclass(kind, Answered) or facts.keys() <= _keys(kind), f"not in the schema of {command}: {line}"


def _keys(kind: type[msgspec.Struct]) -> set[str]:
    """Return the keys of a line's type."""
    return {field.encode_name for field in fields(kind)}


def _run_main() -> int:
    """Run the command line and return the exit code that the interpreter would return."""
    try:
        from bot.cli import main

        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)  # noqa: T201 - as the interpreter does
        return 1
    except Exception:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        return 1
    return 0


def _use_time_zone() -> None:
    """Take the time zone of the environment, where that can be done."""
    if sys.platform != "win32":
        time.tzset()


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = cast("io.BytesIO", stream.buffer)
    return buffer.getvalue().decode().replace("\r\n", "\n")
