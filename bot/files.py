"""Files that were found: only regular ones are read, up to a size, so that no reader ever waits; and files of ours.

A pipe, a device or a file of many gigabytes with the name of a session's file would stop a command or fill the memory.
Sessions, captures, history and settings are made for the user alone, whatever the umask says.
Errors are `OSError`, whose `strerror` continues "FILE cannot be read: …".
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
from contextlib import suppress
from html import escape
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

import platformdirs

FOLDER, FILE = 0o700, 0o600
"""The modes of new files and folders; existing ones keep theirs."""
MAX_BYTES = 64 * 2**20
"""Bytes of the largest file that is read as a whole, such as a page of 60 MB."""
MEGABYTE = 2**20
MARK = "written-by: givens"
"""What a file of ours ends with, followed by the digest of all that stands before it."""
MARK_LENGTH = len(MARK) + 1 + 2 * hashlib.sha256().digest_size
"""The length of the mark with its digest."""
COMMENT = "$comment"
"""The key of our mark in JSON, which is in the last of several lines."""
_KEY, _CLOSE = f', "{COMMENT}": "'.encode(), b"}\n"
_AROUND = rb"""(?:(?<=<!-- )@ -->\n|(?<=")@"}\n|(?<=[%#] )@\n|(?<=Software\0)@.{4}\0{4}IEND\xaeB`\x82|(?<=S\0)@)\Z"""
_END = re.compile(_AROUND.replace(b"@", rb"written-by: givens [0-9a-f]{64}"), re.DOTALL)
"""The mark at the end of a file, with what stands around it in markup, JSON, a line, a PNG, and an archive."""


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Return the content of a regular file; raise `OSError` for anything else, and for a file above the limit."""
    content = read_start(path, limit + 1)
    if len(content) > limit:
        raise _too_large(path, limit)
    return content


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Return the text of a regular file; raise `OSError` as `read_bytes` does, or `UnicodeDecodeError`."""
    return read_bytes(path, limit).decode().replace("\r\n", "\n").replace("\r", "\n")


def check_readable(path: Path, limit: int = MAX_BYTES) -> None:
    """Raise `OSError` if `read_bytes` would."""
    if _regular(path).st_size > limit:
        raise _too_large(path, limit)


def read_start(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file; raise `OSError` for anything else."""
    with open_regular(path) as file:
        return file.read(size)


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file; raise `OSError` for anything else."""
    _regular(path)
    # What has that name may change in between: a pipe must not be waited for.
    at_once = getattr(os, "O_NONBLOCK", 0)
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | at_once))  # noqa: SIM115 - the caller closes it
    try:
        _regular(path, os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def is_within(path: Path, folder: Path) -> bool:
    """Return whether a path stays in a folder after all links are followed; a folder that is a link has no files."""
    try:
        if folder.is_symlink():
            return False
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # Links that lead to each other, or a name that no file can have.
        return False


def is_own(path: Path) -> bool:
    """Return whether a path is a regular file, and not a link, which could lead anywhere."""
    return path.is_file() and not path.is_symlink()


def marked(content: str | bytes, before: str = "", after: str = "") -> bytes:
    """Return a content with our mark at its end, and what stands before and after the mark in a file of its format."""
    data = (content.encode(errors="backslashreplace") if isinstance(content, str) else content) + before.encode()
    return data + f"{MARK} {hashlib.sha256(data).hexdigest()}{after}".encode()


def mark_lines(file: BinaryIO) -> None:
    """Write our mark into the last line of a file, if that is a JSON object."""
    size = file.seek(0, os.SEEK_END) - len(_CLOSE)
    if size > 0 and file.seek(size) and file.read() == _CLOSE:
        digest = _digest(file, size)
        digest.update(_KEY)
        file.seek(size)
        file.write(_KEY + f"{MARK} {digest.hexdigest()}".encode() + b'"' + _CLOSE)


def is_ours(path: Path) -> bool:
    """Return whether a file is byte for byte as givens wrote it."""
    with suppress(OSError), open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        start = file.seek(max(0, size - 2 * MARK_LENGTH))
        if mark := _END.search(file.read()):
            return _digest(file, start + mark.start()).hexdigest().encode() in mark[0]
    return False


def _digest(file: BinaryIO, size: int) -> hashlib._Hash:
    """Return the digest of the first bytes of a file."""
    file.seek(0)
    digest = hashlib.sha256()
    while size and (block := file.read(min(size, MEGABYTE))):
        digest.update(block)
        size -= len(block)
    return digest


def _regular(path: Path, facts: os.stat_result | None = None) -> os.stat_result:
    """Return the status of a file; raise `OSError` if it is not regular."""
    facts = facts or path.stat()
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(facts.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return facts


def _too_large(path: Path, limit: int) -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {limit / MEGABYTE:.3g} MB", str(path))


def make_folder(path: Path, *, exist_ok: bool = True) -> None:
    """Create a folder and the missing ones above it; raise `OSError`."""
    if not path.parent.exists():
        make_folder(path.parent)
    try:
        path.mkdir(mode=FOLDER)
    except FileExistsError:
        if not exist_ok or not path.is_dir():
            raise
    else:
        path.chmod(FOLDER)


def sessions_folder() -> Path:
    """Return the folder of all sessions: `GIVENS_SESSIONS`, else one in the user's data folder."""
    chosen = os.environ.get("GIVENS_SESSIONS")
    return Path(chosen) if chosen else platformdirs.user_data_path("givens", appauthor=False) / "sessions"


def without_home(text: str) -> str:
    """Return a text, JSON or HTML with `~` in place of the user's home folder."""
    home = Path.home()
    if home == Path(home.anchor):
        return text
    paths = {str(home), home.as_posix()}
    html = {escape(path) for path in paths}
    templates = {path.replace("&#x27;", "&#39;").replace("&quot;", "&#34;") for path in html}
    spellings = paths | html | templates | {json.dumps(path)[1:-1] for path in paths}
    # Letters of a picture in base64 are no path, nor is the beginning of another folder's name.
    return re.sub(rf"(?<![\w+=])(?:{'|'.join(map(re.escape, spellings))})(?![\w+=-])", "~", text)
