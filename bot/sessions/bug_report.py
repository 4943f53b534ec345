"""Bug reports: the parts of a session that a maintainer needs to fix a site module, chosen by an allow-list."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.errors import SessionError
from bot.files import MARK_LENGTH, marked, without_home
from bot.json_file import dumps
from bot.play.saved import BOARD, STATE, read_state
from bot.play.sites import site_named
from bot.record.recorder import as_taken, inert, versions
from bot.record.share import Share
from bot.record.words import is_code
from scrapers import ReadError, Site, Snapshot
from solvers import GivensError, dump, load

if TYPE_CHECKING:
    from bot.sessions.store import Session

BOARDS = ("failed", BOARD, "after")
"""The names of a session's boards."""
OBJECTS = ("session.json", "puzzle.json", "solution.json")
LINES = ("events.jsonl", "console.jsonl", "requests.jsonl")
GRIDS = frozenset({"solution", "forced", "board_before", "board_after", "first", "second"})
"""Keys of rows of marks."""
ADDRESSES = frozenset({"url", "at"})
PLAIN = frozenset(
    {
        *("event", "family", "kind", "layout", "outcome", "platform", "resource", "site"),
        *("started", "ended", "type", "verdict", "version", *versions()),
    }
)
"""Keys of values that this program writes."""
MAX_INT = 10**7
"""The largest number that is shared: no puzzle, count of inputs or duration in ms has a larger one."""
_HARMFUL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, marks of direction and halves of characters; no puzzle is made of them."""
_PLAIN = re.compile(r"[\w.:+ -]{0,80}")
_ROW = re.compile(r"[0-9a-zA-Z. ]{0,400}")


def gather(session: Session) -> dict[str, bytes]:
    """Return the files of a report by name; raise `SessionError` for pages that nobody could read."""
    try:
        return {name: text.encode() for name, text in _Shared(session).files().items()}
    except ReadError as error:
        raise SessionError(f"the session {session.folder} cannot be reported: {error.message}") from None


class _Shared:
    """What may be shared of a session."""

    def __init__(self, session: Session) -> None:
        """Read the boards of a session."""
        self.session = session
        self.site: Site | None = None
        with suppress(GivensError):  # It may be gone.
            self.site = site_named(session.record.site)
        self.boards: dict[str, Share] = {}
        """What may be shared of each board; of one whose state is damaged only its markup."""
        url = str(session.record.url or "")
        for name in BOARDS:
            if session.path(f"{name}.html"):
                board = Snapshot(url, as_taken(session.text(f"{name}.html") or ""), {})
                with suppress(GivensError):
                    board = read_state(session.folder / f"{name}.html")
                self.boards[name] = Share(self.site, board.url, board)
        self.share = next(iter(self.boards.values()), None) or Share(self.site, url)
        """What may be shared of the page, which has the first of these boards."""

    def files(self) -> dict[str, str]:
        """Return the files by name."""
        session = self.session
        files: dict[str, str] = {}
        for name in OBJECTS:
            if (value := session.json(name)) is not None:
                files[name] = self._json(self._value(name.removesuffix(".json"), value))
        for name, share in self.boards.items():
            assert share.board is not None  # noqa: S101 - it has one
            files[f"{name}.html"] = inert(self._clean(share.board.html))
            if state := dict(share.board.state):
                files[f"{name}{STATE}"] = self._json({"v": 1, "url": share.board.url, "state": state})
        for name in LINES:
            if lines := session.lines(name):
                files[name] = "".join(self._json(self._value("", line)) for line in lines)
        if (page := session.text("page.html")) is not None:
            files["page.html"] = self._clean(self.share.page(as_taken(page)))
        if (text := session.text("traceback.txt")) is not None:
            files["traceback.txt"] = self._clean(self.share.message(without_home(text)))
        return files

    def _value(self, key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a JSON value that may be shared."""
        if isinstance(value, dict):
            if key == "puzzle":
                return _puzzle(value)
            items = {name if is_code(name) else self.share.message(name): name for name in value}
            return {shared: self._value(name, value[name]) for shared, name in items.items()}
        if isinstance(value, list):
            return [_row(row) for row in value] if key in GRIDS else [self._value(key, item) for item in value]
        if not isinstance(value, str):
            return 0 if isinstance(value, int) and abs(value) > MAX_INT else value
        if key in PLAIN and _PLAIN.fullmatch(value):
            return value
        return self.share.address(value) if key in ADDRESSES else self.share.message(without_home(value))

    def _json(self, value: object) -> str:
        return without_home(dumps(value)) + "\n"

    def _clean(self, text: str) -> str:
        return _HARMFUL.sub("\ufffd", without_home(text))


def _puzzle(value: dict[str, Any]) -> dict[str, Any] | None:
    """Return a puzzle in canonical form, None if it is not valid."""
    try:
        return dump(load(value))
    except GivensError:
        return None


def _row(row: object) -> object:
    """Return a row of marks, with "" for values that are not marks."""
    if isinstance(row, list):
        return [_row(mark) for mark in row]
    is_row = row is None or isinstance(row, int) or (isinstance(row, str) and _ROW.fullmatch(row))
    return row if is_row else ""


def pack(session: Session, files: Mapping[str, bytes]) -> bytes:
    """Return the files as a ZIP archive, which unpacks into a session folder."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files.items():
            out.writestr(f"{session.id}/{name}", content)
        out.comment = bytes(MARK_LENGTH)
    return marked(archive.getvalue()[:-MARK_LENGTH])
