"""Test the studio's server and editor, without a browser."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.bot.sessions.test_report import TANGO
from tests.conftest import homes

if TYPE_CHECKING:
    from tests.children import Start


@pytest.mark.posix("signals")
@pytest.mark.parametrize("times", [2, 1])
def test_ctrl_c_during_a_request_ends_the_studio(start: Start, tmp_path: Path, times: int) -> None:
    """The printed address answers; a request that is half sent is cut off, and the end is clean, after two, too."""
    (tmp_path / "puzzle.json").write_text(json.dumps(TANGO["puzzle"]))
    command = [sys.executable, "-m", "bot", "studio", "--no-open", "--json", tmp_path / "puzzle.json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start(command, **pipes, env=os.environ | homes(tmp_path))
    assert process.stdout is not None
    address = urlsplit(json.loads(process.stdout.readline())["url"])
    assert address.fragment.startswith("puzzle=%7B%22kind%22")
    cookies = CookieJar()
    with build_opener(HTTPCookieProcessor(cookies)).open(address.geturl()) as answer:
        path = urlsplit(answer.url).path
    (cookie,) = cookies
    head = f"POST {path}solve HTTP/1.1\r\nHost: {address.netloc}\r\nCookie: {cookie.name}={cookie.value}\r\n"
    with socket.create_connection(("127.0.0.1", address.port or 0)) as half:
        half.sendall(f"{head}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n".encode())
        assert half.recv(100).startswith(b"HTTP/1.1 100 ")  # It waits for the body.
        for _ in range(times):
            process.send_signal(signal.SIGINT)

        assert (0, "", "") == (process.wait(60), *process.communicate())
