"""Commands about givens itself: what it knows, and whether this machine has what it needs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from inspect import cleandoc
from itertools import chain
from tempfile import TemporaryFile
from textwrap import fill
from typing import Any

import click
import platformdirs

from bot import config
from bot.addon import extras, install_command, uninstall_command
from bot.batch.printing import pdf
from bot.browser.driver import start_playwright
from bot.browser.install import install
from bot.browser.launch import GET_DISPLAY, Endpoint, find, no_display, start_browser
from bot.commands import _complete
from bot.commands._options import BROWSER, JSON, argument, option
from bot.commands._output import emit, print_json, say
from bot.daily import schedule
from bot.daily.history import history_file
from bot.errors import PageGone, SetupError, kind_named, writing
from bot.files import is_within, make_folder, sessions_folder
from bot.record.recorder import versions
from bot.sessions import prune, store
from solvers import KINDS, names_of, schema


@click.command()
@argument("names", "[KIND...]", "The kinds to show. Default: all.", complete=_complete.kinds)
@JSON
def kinds(*, names: tuple[str, ...], as_json: bool) -> int:
    """List the puzzle kinds, or show the rules of some.

    \b
    Examples:
      givens kinds                                        one line each
      givens kinds tango                                  the rules of one
      givens kinds tango --json                           the schema of its JSON
    """
    names = tuple(map(kind_named, names))
    for name in names or KINDS:
        kind = KINDS[name]
        words = re.sub(r"(?<=\S)\n(?!\n|\d+\. )\s*", " ", cleandoc(kind.__doc__ or ""))
        if as_json:
            print_json({"kind": name, "schema": schema(kind)})
        elif names:
            sizes = {"": kind.SIZE} | {f" of grade {grade}": size for grade, size in kind.SIZES.items()}
            new = ", ".join(f"{rows}×{columns}{grade}" for grade, (rows, columns) in sizes.items())
            none = "".join(f"; none of grade {grade}" for grade in sorted(kind.NO_GRADES))
            rare = "".join(f"; about {minutes} min for one of grade {grade}" for grade, minutes in kind.RARE.items())
            words += f"\n\nNew puzzles: {new}{none}{rare}"
            words += f"\nAlso called: {', '.join(names_of(name))}" if names_of(name) else ""
            width = min(shutil.get_terminal_size().columns, 120)
            filled = [fill(line, width, initial_indent="    ", subsequent_indent="    ") for line in words.splitlines()]
            say("\n".join([name, *filled, ""]))
        else:
            say(f"{name:<16} {words.partition(chr(10))[0]}")
    if not (names or as_json):
        say("\ngivens kinds NAME shows the rules of one")
    return 0


@click.command()
@option("--fix", "Install Chromium's headless shell if it is missing.")
@option("--headed", "Also check, or install, a browser that can show windows.")
@option(
    "--uninstall", "Remove all that givens keeps on this machine, after asking: sessions, history, profiles, timer."
)
@BROWSER
@JSON
def doctor(*, fix: bool, headed: bool, uninstall: bool, browser: str | None, as_json: bool) -> int:
    """Check that this machine has what a run needs.

    Exits with code 7 if anything is missing that every run needs; what only some commands need is listed, too.

    \b
    Examples:
      givens doctor                                       versions, browser, folder of sessions
      givens doctor --fix                                 install a browser without windows if it is missing
      givens doctor --fix --headed                        and one with windows, for --headed, login and coach
      givens doctor --uninstall                           remove what it keeps, before you remove the program
    """
    if uninstall:
        if fix or as_json:
            raise click.UsageError("--uninstall cannot be used with --fix or --json.")
        return _uninstall()
    if fix:
        install(browser, lambda message: say(message, to_stderr=True), window=headed)
    ok = True
    found = (_check(name, ok=True, words=version) for name, version in versions().items())
    needed = (check() for check in (partial(_check_browser, browser), _check_sessions))
    for facts in chain(found, needed, _windows(browser, needed=headed), _optional()):
        is_needed = not facts.get("optional")
        ok &= facts["ok"] or not is_needed
        state = "ok" if facts["ok"] else "MISSING" if is_needed else "-"
        hint = f"  ({'try' if is_needed else 'if wanted'}: {facts['try']})" if facts["try"] else ""
        emit(facts, f"{state:<7}  {facts['check']}: {facts['words']}{hint}", as_json=as_json)
    return 0 if ok else SetupError.EXIT


def _uninstall() -> int:
    """Remove the daily run and what is ours, if the person agrees, and say what removes the program."""
    places = (platformdirs.user_data_path, platformdirs.user_config_path, platformdirs.user_cache_path)
    folders = [place("givens", appauthor=False) for place in places]
    history, sessions = history_file(), sessions_folder()
    others = [config.path(), history, history.with_name("daily.lock"), sessions]
    inside = [folder.resolve() for folder in folders]
    others = [path for path in others if not any(is_within(path, folder) for folder in inside)]
    found = [path for path in dict.fromkeys([*folders, *others]) if os.path.exists(path)]
    named = [f"{path}, a link to {path.resolve()}" if path.is_symlink() else f"{path}" for path in found]
    named = [f"the sessions in {name}" if path == sessions else name for name, path in zip(named, found, strict=True)]
    if found and not click.confirm(f"Remove {' and '.join(named)}?", err=True):
        say("nothing was removed")
        return 0
    gone = schedule.remove(schedule.SCHEDULERS)
    for path in found:
        with writing(path, "removed"):
            if path == sessions:  # Files of others may lie there, too.
                list(prune.remove(prune.Surplus(session, 0, "") for session in store.sessions(path)))
                (path / prune.MARK).unlink(missing_ok=True)
            elif path.is_dir():
                shutil.rmtree(path.resolve())
            if path != sessions and (path.is_symlink() or path.is_file()):
                path.unlink()
    say("\n".join(f"removed: {name}" for name in [*gone["removed"], *found]))
    if kept := len(store.sessions(sessions)):
        say(f"{kept} sessions that you keep or have files in stay in {sessions}")
    say("\n    ".join(["now type:", *gone["type"], uninstall_command()]))
    return 0


def _optional() -> Iterator[dict[str, Any]]:
    """Yield whether there are the libraries that only some uses need."""
    for library, needed in [(library, needed) for libraries, needed in extras().values() for library in libraries]:
        package = library.partition(">")[0]
        try:
            found = _check(package, ok=True, words=f"{version(package)}, for {needed}")
        except PackageNotFoundError:
            words = f"not installed; only for {needed}"
            found = _check(package, ok=False, words=words, command=install_command(library))
        yield found | {"optional": True}


def _windows(browser: str | None, *, needed: bool) -> Iterator[dict[str, Any]]:
    """Yield whether there are a browser with windows and a display, which only some commands need."""
    uses, optional = "for --headed, --watch, login and coach", {} if needed else {"optional": True}
    if Endpoint.of(browser) is None:
        try:
            with start_playwright() as playwright:
                found = _check("window", ok=True, words=f"{find(playwright, browser)}, {uses}")
        except SetupError as error:
            found = _check("window", ok=False, words=f"{error.message}; {uses}", command=error.command)
        yield found | optional
    why = no_display()
    words = f"{why or 'there is one'}, {uses}"
    yield _check("display", ok=not why, words=words, command=GET_DISPLAY if why else None) | {"optional": True}


def _check(name: str, *, ok: bool, words: str, command: str | None = None) -> dict[str, Any]:
    """Return whether one thing that a run needs is there; `command` helps if it is not."""
    return {"check": name, "ok": ok, "words": words, "try": command}


def _check_browser(browser: str | None) -> dict[str, Any]:
    """Start the browser, or connect to it, and print a page."""
    try:
        with start_playwright() as playwright, start_browser(playwright, browser, headed=False) as (opened, found):
            pdf(opened, "givens")
            sandbox = "; you are root, so Chromium's sandbox is off" if found.facts().get("sandbox") is False else ""
            return _check("browser", ok=True, words=f"{opened.version} at {found}{sandbox}")
    except (SetupError, PageGone) as error:
        return _check("browser", ok=False, words=error.message, command=error.command)


def _check_sessions() -> dict[str, Any]:
    """Write a file into the folder of sessions."""
    folder = sessions_folder()
    try:
        make_folder(folder)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        why = f"{folder} cannot be written: {error.strerror}"
        return _check("sessions", ok=False, words=why, command="set GIVENS_SESSIONS")
    return _check("sessions", ok=True, words=str(folder))
