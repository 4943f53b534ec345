"""Serve the studio on this machine until Ctrl-C."""

from __future__ import annotations

import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn import Config, Server

from bot.addons.studio.app import application
from bot.errors import SetupError

HOST, PORT = "127.0.0.1", 8424
"""The port that is tried first; if it is in use, any free one is taken."""
SHUTDOWN = 1
"""Seconds in which open requests may end."""
TOKEN_BYTES = 32


def serve(port: int | None, *, timeout: float, on_ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; call `on_ready` with the address, which only this run has, as soon as it can be opened.

    Raise `SetupError` if the port is in use.
    """
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with _listening(port) as listener:
        number = listener.getsockname()[1]
        app = application(token, timeout=timeout, is_ending=lambda: server.should_exit)
        server = server_of(app)
        on_ready(f"http://{HOST}:{number}/{token}/")
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def server_of(app: Callable[..., Any]) -> Server:
    """Return the server of an application."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # It warns of those who leave while an answer is sent.
    config = Config(
        app,
        http="h11",
        log_level="error",  # No warnings about requests: anybody on this machine could fill the terminal.
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=SHUTDOWN,
    )
    return Server(config)


def _listening(port: int | None) -> socket.socket:
    """Return a listening socket; raise `SetupError` if the port that is asked for cannot be used."""
    try:
        return socket.create_server((HOST, PORT if port is None else port))
    except OSError as error:
        if port is None:
            return socket.create_server((HOST, 0))
        words = f"port {port} cannot be used ({error.strerror}); without --port, a free one is used"
        raise SetupError(words, command="givens studio") from None
