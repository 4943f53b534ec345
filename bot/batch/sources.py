"""Puzzles from the sources named on the command line: files, standard input, addresses, or pages that are only read.

Every command on puzzles has the options of `Sources`, so this module imports nothing heavy before it is used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.batch.lines import InputPuzzle, RawEntry
    from bot.play.runner import Runner
    from bot.play.targets import Target


@dataclass(frozen=True, kw_only=True)
class Sources:
    """Where puzzles come from, and how to read them."""

    sources: Sequence[str]
    kind: str | None = None
    """The kind of puzzles that do not name theirs."""
    site: str | None = None
    browser: str | None = None
    timeout: float | None = None

    def entries(
        self, set_status: Callable[[str], None], runner: Callable[[], Runner] | None = None
    ) -> Iterator[InputPuzzle]:
        """Return the puzzles of all sources; one that cannot be read is an entry with its error.

        `runner` returns what opens pages, if the caller uses it, too.
        """
        return (entry.parse(self.kind) for entry in self.raw_entries(set_status, runner))

    def raw_entries(
        self, set_status: Callable[[str], None], runner: Callable[[], Runner] | None = None
    ) -> Iterator[RawEntry | InputPuzzle]:
        """Yield the same puzzles, those from files not parsed yet."""
        from bot.batch.lines import InputPuzzle, RawEntry, raw_entries
        from solvers import GivensError, is_line, is_link

        with ExitStack() as stack:
            runner = runner or cache(lambda: stack.enter_context(self.runner(set_status)))
            for source in self.sources:
                targets: list[Target] = []
                try:
                    if is_link(source) or (not is_file(source) and is_line(source)):
                        yield RawEntry(source, source.encode(errors="replace"))
                    elif is_file(source):
                        yield from raw_entries(source)
                    else:
                        targets = _targets(source, self.site, self.kind)
                except GivensError as error:
                    yield InputPuzzle(source, None, error)
                for target in targets:
                    result, failure = runner().read(target), runner().error
                    if failure is not None and not isinstance(failure, GivensError):
                        raise failure
                    rest = {"target": target.name} | ({"session": result.session} if result.session else {})
                    yield InputPuzzle(target.name, result.load_puzzle(), failure, rest)

    def runner(self, set_status: Callable[[str], None]) -> Runner:
        """Return what opens pages in the chosen browser, once it is needed."""
        from bot.play.options import Options
        from bot.play.runner import Runner

        return Runner(Options(browser=self.browser, timeout=self.timeout, record="light"), set_status)


def _targets(source: str, site: str | None, kind: str | None) -> list[Target]:
    """Return the pages that a source names; raise `UsageError` for a name that neither a file nor a site has.

    The kind is that of pages that no module knows.
    """
    from difflib import get_close_matches

    from bot.errors import MAX_NAME, UsageError
    from bot.play.options import BY_LOOKS
    from bot.play.resolve import address_of, resolve
    from bot.play.sites import sites_like

    is_path = "/" in source or source.endswith(".html") or address_of(source)
    if is_path or sites_like(source.partition(":")[0]) or os.path.exists(source):
        return resolve(source, site=f"{site}:{kind}" if kind and site == BY_LOOKS else site)
    short = source if len(source) <= MAX_NAME else f"{source[:MAX_NAME]}…"
    near = get_close_matches(source, [path.name for path in Path().iterdir()], n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UsageError(f"there is no file {short}, and no site has such a name{hint}", command="givens sites list")


def is_file(source: str) -> bool:
    """Return whether a source is a file or pipe of puzzles, not a saved page or another target."""
    suffix = Path(source).suffix
    if source == "-" or suffix in {".json", ".jsonl", ".txt"}:
        return True
    return os.path.exists(source) and not os.path.isdir(source) and suffix != ".html"
