"""The server behind the page: the functions of the command line, with the same JSON, for one address on this machine.

It answers only who holds the cookie of this run (`door.py`). The server stores nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from subprocess import DEVNULL, Popen
from typing import TYPE_CHECKING, Any, cast

from msgspec import ValidationError, convert
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from uvicorn import Config, Server

from bot.addons.studio import listing, today
from bot.addons.studio.answers import Line, run, warm_up
from bot.addons.studio.board import BoardRequest, board, decode
from bot.addons.studio.door import HOST, Door
from bot.addons.studio.state import WorkerRequest
from bot.addons.studio.today import spoken
from bot.batch.pool import ProcessPool, cores
from bot.daily.history import history_file
from bot.draw.looks import SHAPES, STYLES
from bot.draw.svg import shapes, sheet, svg
from bot.errors import SetupError
from bot.files import sessions_folder
from bot.json_file import json_line
from bot.play.result import error_facts
from bot.sessions.report import render
from bot.sessions.store import find
from solvers import GRADES, KINDS, OUT_OF_TIME, BadPuzzle, GaveUp, GivensError, Grid, Puzzle, load, names_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


MOST_BYTES = 1_000_000
"""The largest body of a request."""
MOST_PROCESSES = 4
GRACE = 2.0
"""Seconds after its time limit in which a process may answer by itself; one that is still starting needs them, too."""
LOOK_EVERY = 0.4
"""Seconds between two looks whether whoever asked has left, the server ends, or a session has changed."""
PORT = 8424
"""The port that is tried first; if it is in use, any free one is taken."""
SHUTDOWN = 1
"""Seconds in which open requests may end."""
DEMO = "demo:tango"
"""What can be played before any puzzle is chosen."""
NO_BOARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def guarded(app: ASGIApp, door: Door) -> ASGIApp:
    """Answer those who hold the cookie, and read no more of a body than a request may have."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise HTTPException(413, f"a request has at most {MOST_BYTES:,} bytes")
            return message

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refused = door.answer(Request(scope)) if scope["type"] == "http" else None
        await (refused or app)(scope, receiving, answering)

    return answer


class Workers:
    """At most as many processes as cores; the first two start early, the others when they are needed."""

    def __init__(self, count: int = min(MOST_PROCESSES, max(2, cores()))) -> None:
        """Prepare the processes: each is a pool of its own, so that it alone is ended when it takes too long."""
        self._pools = [ProcessPool(1) for _ in range(count)]
        self._idle = asyncio.LifoQueue[int]()
        """The places of those that wait for a request; the last one in is the next to get one."""
        for place in range(count):
            self._idle.put_nowait(place)
        self._cold = True

    def warm_up(self) -> None:
        """Start the processes that the first requests need, which takes them half a second."""
        for pool in self._pools[-2:] if self._cold else ():
            pool.submit(warm_up)
        self._cold = False

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools:
            pool.stop()

    async def ask(self, request: WorkerRequest) -> Line:
        """Return the answer to a request; when this is cancelled, its process ends."""
        end = asyncio.get_running_loop().time() + request.timeout
        try:
            async with asyncio.timeout_at(end) as limit:
                place = await self._idle.get()
                limit.reschedule(end + GRACE)
                try:
                    return await asyncio.wrap_future(self._pools[place].submit(run, request))
                except BaseException:  # It died, is late, or nobody waits for it.
                    self._pools[place].stop()
                    self._pools[place] = ProcessPool(1)
                    self._pools[place].submit(warm_up)
                    raise
                finally:
                    self._idle.put_nowait(place)
        except (TimeoutError, BrokenExecutor):
            return error_facts(GaveUp(OUT_OF_TIME, request.timeout))


class Studio:
    """The routes."""

    def __init__(self, *, timeout: float, is_ending: Callable[[], bool]) -> None:
        """Take the seconds for one answer, and a function that says whether the server is about to end."""
        self.timeout, self.is_ending = timeout, is_ending
        self.workers = Workers()
        self.examples: dict[str, str] = {}
        """By kind the picture of a solved puzzle."""
        self.playing: Popen[bytes] | None = None
        self.target = ""
        """What is played, or was last."""

    def routes(self) -> list[Route | Mount]:
        """Return the routes below the folder."""
        return [
            Route("/", self.page),
            Route("/board.css", lambda _: Response(sheet(STYLES), media_type="text/css")),
            Route("/board", self.board, methods=["POST"]),
            Route("/example.svg", self.example),
            Route("/today/page", lambda _: HTMLResponse(today.page(self.target * self._is_playing()))),
            Route("/today/play", self.play, methods=["POST"]),
            Route("/today/choose", self.choose, methods=["POST"]),
            Route("/today/remove", self.remove, methods=["POST"]),
            Route("/sessions/events", self.changes),
            Route("/sessions/page", lambda _: HTMLResponse(listing.page())),
            Route("/sessions/{session}/player", self.player),
            Route("/sessions/{session}/board.svg", self.drawn),
            Route("/{command}", self.answer, methods=["POST"]),
            Mount("/static", StaticFiles(packages=[("bot.addons.studio", "static")])),
            Mount("/shared", StaticFiles(packages=[("bot.sessions", "templates")])),
        ]

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """End the worker processes with the server."""
        try:
            yield
        finally:
            self.workers.close()

    def page(self, _request: Request) -> Response:
        """Return the page, with the shapes that boards use, and every kind with its usual size and its rules."""
        kinds = sorted(KINDS.values(), key=lambda kind: spoken(kind.KIND).lower())
        others = sorted(
            (spoken(name), kind) for kind in KINDS for name in names_of(kind) if spoken(name) != spoken(kind)
        )
        values = {"shapes": shapes(SHAPES), "rules": _rules, "spoken": spoken, "grades": GRADES}
        return HTMLResponse(render("index.html", __package__, kinds=kinds, others=others, **values))

    async def board(self, request: Request) -> Response:
        """Edit a draft and draw it; then warm up the workers for the next requests."""
        try:
            drawn = await asyncio.to_thread(board, decode(await request.body(), BoardRequest))
        except RecursionError:
            raise BadPuzzle("the request is nested too deeply") from None
        return _json(drawn, then=BackgroundTask(self.workers.warm_up))

    async def example(self, request: Request) -> Response:
        """Return a picture of a solved puzzle of a kind, an empty one if none is made in time."""
        kind = request.query_params.get("kind", "")
        if kind not in self.examples:
            line = await self._asked(request, WorkerRequest(self.timeout, "generate", kind=kind, seed=1))
            if "puzzle" in line:
                self.examples[kind] = svg(load(line["puzzle"]).picture(Grid.parse(line["solution"])), rulers=False)
        return Response(self.examples.get(kind, NO_BOARD), media_type="image/svg+xml")

    async def answer(self, request: Request) -> Response:
        """Answer as a command does, in a worker process."""
        asked = {"timeout": self.timeout} | dict(request.query_params)
        try:
            work = convert(asked | request.path_params, WorkerRequest, strict=False)
        except ValidationError as error:
            raise HTTPException(400, f"the request has another form: {error}") from None
        work.body = await request.body()
        return _json(await self._asked(request, work))

    async def _asked(self, request: Request, work: WorkerRequest) -> Line:
        """Return the answer of a worker; give up if the client leaves, or the server is about to end."""
        answering = asyncio.ensure_future(self.workers.ask(work))
        while not (await asyncio.wait({answering}, timeout=LOOK_EVERY))[0]:
            if self.is_ending() or await request.is_disconnected():
                answering.cancel()
        return {"error": {"message": "the studio has ended"}} if answering.cancelled() else answering.result()

    async def choose(self, request: Request) -> Response:
        """Add puzzles to those of every day."""
        await asyncio.to_thread(today.choose, decode(await request.body(), list[str]))
        return Response(status_code=204)

    def remove(self, request: Request) -> Response:
        """Remove a puzzle from those of every day, with all its plays."""
        if not today.remove(request.query_params.get("target", "")):
            raise HTTPException(404, "this is none of the daily puzzles")
        return Response(status_code=204)

    def _is_playing(self) -> bool:
        return self.playing is not None and self.playing.poll() is None

    def play(self, request: Request) -> Response:
        """Start `givens daily run` for one of the daily puzzles, or the demo, in a process that outlives the studio."""
        target = request.query_params.get("target", "")
        if target not in {DEMO, *(daily.target for daily in today.dailies())}:
            raise HTTPException(404, "this is none of the daily puzzles")
        if self._is_playing():
            raise HTTPException(409, "another puzzle is being played")
        words = ["play"] if target == DEMO else ["daily", "run"]
        command = [sys.executable, "-m", "bot", *words, target, "--json"]
        self.target = target
        self.playing = Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)  # noqa: S603 - ours
        return Response(status_code=202)

    async def changes(self, _request: Request) -> Response:
        """Return a line, and again whenever a session, the history or what is played has changed.

        The page listens as long as it is open, so the end of this answer tells it that the studio has stopped.
        """

        async def lines() -> AsyncIterator[str]:
            sent: object = None
            while not self.is_ending():
                now = self._is_playing(), await asyncio.to_thread(_changes)
                if now != sent:
                    yield "data:\n\n"
                    sent = now
                await asyncio.sleep(LOOK_EVERY)

        return StreamingResponse(lines(), media_type="text/event-stream")

    def player(self, request: Request) -> Response:
        """Return the part of the page that plays a session back."""
        return HTMLResponse(listing.playback(find(request.path_params["session"])))

    def drawn(self, request: Request) -> Response:
        """Return the board of a session, as it is now or was in the end; an empty picture if there is none."""
        text = listing.drawn(find(request.path_params["session"]))
        return Response(text or NO_BOARD, media_type="image/svg+xml")


def _json(value: dict[str, Any], status: int = 200, then: BackgroundTask | None = None) -> Response:
    """Return facts as the line that a command writes."""
    return Response(json_line(value), status, media_type="application/json", background=then)


def _rules(kind: type[Puzzle]) -> list[tuple[str, str]]:
    """Return the rules of a kind as its docstring numbers them, each with the fields of which it needs one, if any."""
    found = re.findall(r"^ *\d\. (.+?)(?=^ *\d\. |^ *$)", kind.__doc__ or "", re.MULTILINE | re.DOTALL)
    optional = {field.name for field in fields(cast("Any", kind)) if "omit" in field.metadata}
    return [
        (re.sub(r" \(`\w+`\)|`", "", " ".join(rule.split())), " ".join(optional & {*re.findall(r"`(\w+)`", rule)}))
        for rule in found
    ]


def _changes() -> object:
    """Return a value that is another one whenever a session or the history has changed."""
    changed = {}
    for path in [history_file(), *sessions_folder().glob("*/session.json")]:
        with suppress(OSError):
            changed[path] = path.stat().st_mtime_ns
    return changed


async def _refused(request: Request, error: Exception) -> Response:
    """Return an error of a request as the line that a command writes."""
    if isinstance(error, HTTPException):
        return _json({"error": {"message": error.detail}}, error.status_code)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)  # Nobody hears it: the connection was closed before the request was whole.
    return _json(error_facts(error), 400 if request.method == "POST" else 404)


def application(door: Door, *, timeout: float, is_ending: Callable[[], bool]) -> ASGIApp:
    """Return the server's application."""
    studio = Studio(timeout=timeout, is_ending=is_ending)
    errors: list[Any] = [HTTPException, GivensError, ClientDisconnect]
    app = Starlette(
        routes=[Mount(door.folder.rstrip("/"), routes=studio.routes())],
        lifespan=studio.lifespan,
        exception_handlers=dict.fromkeys(errors, _refused),
    )
    return guarded(app, door)


def serve(port: int | None, *, timeout: float, on_ready: Callable[[str, str], None]) -> None:
    """Serve until Ctrl-C; call `on_ready` as soon as addresses can be opened: that to print, and that for a browser.

    Raise `SetupError` if the port is in use.
    """
    with _listening(port) as listener, suppress(KeyboardInterrupt):
        door, at = Door(), f"http://{HOST}:{listener.getsockname()[1]}"
        app = application(door, timeout=timeout, is_ending=lambda: server.should_exit)
        server = server_of(app)
        # What is cut off by its end is no error of the server.
        logging.getLogger("uvicorn.error").addFilter(lambda _: not server.should_exit)
        on_ready(f"{at}/{door.token}", f"{at}/{door.code}")
        server.run(sockets=[listener])


def server_of(app: ASGIApp) -> Server:
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
