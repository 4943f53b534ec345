"""Browsers that run elsewhere: a person's real Chromium with a debugging port, on 127.0.0.1, and what is none."""

from __future__ import annotations

import json
import socket
import threading
from base64 import b64encode
from hashlib import sha1
from typing import Any

import pytest
from playwright.sync_api import Playwright

from bot.browser.launch import Endpoint, connect
from bot.errors import SetupError


def sleeping(listener: socket.socket) -> None:
    """Answer as a browser does, but leave every question to its one tab unanswered."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as asked:
        (key,) = [line.split()[1] for line in iter(asked.readline, b"\r\n") if line.startswith(b"Sec-WebSocket-Key")]
        accept = b64encode(sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())  # noqa: S324 - the protocol's
        start = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        connection.sendall(start + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        while head := asked.read(2):
            length = head[1] & 127
            length = int.from_bytes(asked.read(2), "big") if length == 126 else length
            mask = asked.read(4)
            if head[0] & 15 != 1:
                return
            question = json.loads(bytes(byte ^ mask[at % 4] for at, byte in enumerate(asked.read(length))))
            if "sessionId" in question:
                continue
            tab = {"targetId": "T", "type": "page", "title": "", "url": "", "attached": True, "browserContextId": "C"}
            attached = {"sessionId": "S", "targetInfo": tab, "waitingForDebugger": False}
            version = dict.fromkeys(("protocolVersion", "product", "revision", "userAgent", "jsVersion"), "Chrome/144")
            answers: list[dict[str, Any]] = [{"id": question["id"], "result": {"targetInfo": tab, **version}}]
            if question["method"] == "Target.setAutoAttach":
                answers.insert(0, {"method": "Target.attachedToTarget", "params": attached})
            for answer in map(json.dumps, answers):
                connection.sendall(b"\x81\x7e" + len(answer).to_bytes(2, "big") + answer.encode())


def test_tab_that_sleeps(playwright: Playwright) -> None:
    """Playwright waits for every open tab, so one that sleeps blocks it, though the person has allowed it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=sleeping, args=(listener,), daemon=True).start()
        address = f"ws://127.0.0.1:{listener.getsockname()[1]}/devtools/browser/secret"
        with pytest.raises(
            SetupError, match=r"^ws://127\.0\.0\.1:\d+ answers, but one of its tabs did not within 1 s: wake"
        ):
            connect(playwright, Endpoint(address), timeout=1)
