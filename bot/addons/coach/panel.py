"""The panel in a page, injected by the browser in an isolated world: no content policy and no script stops it."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.resources import files
from typing import Any, Literal

import msgspec
from playwright.sync_api import CDPSession, Error, Page

from bot.errors import SetupError

_SOURCE = files(__package__).joinpath("panel.js").read_text(encoding="utf-8")
_WORLD, _BINDING = "givens coach", "givensCoachTell"

Box = tuple[float, float, float, float]
Look = Literal["look", "mark", "wrong", "ruler"]
"""A cell that matters, one to mark, a wrong one, or the number of a row or column beside the board."""


class Request(msgspec.Struct, frozen=True):
    """What the person asks for in the panel or by a shortcut."""

    ask: Literal["hello", "hint", "check", "cell", "why", "escape", "open", "focus", "move", "rulers"]
    top: bool = False
    """For `hello`: whether it comes from the document that holds the panel."""
    cell: str = ""
    """For `why`: the cell of the mark; "" to choose one."""
    at: tuple[float, float] | None = None
    """For `move`: where the panel is now."""


class PanelLine(msgspec.Struct, frozen=True):
    """A line of words, with a label if it needs one."""

    text: str
    label: str = ""


class PanelShape(msgspec.Struct, frozen=True):
    """An outline of a cell, or a number of a ruler."""

    box: Box
    look: Look
    text: str = ""


class CellChoice(msgspec.Struct, frozen=True):
    """A cell whose mark can be asked about."""

    cell: str
    label: str
    box: Box


class PanelState(msgspec.Struct, frozen=True):
    """What the panel shows."""

    title: str
    next: str
    """The label of the button for hints."""
    lines: tuple[PanelLine, ...] = ()
    shapes: tuple[PanelShape, ...] = ()
    pick: tuple[CellChoice, ...] = ()
    busy: bool = False
    hidden: bool = False
    at: tuple[float, float] | None = None
    """Where the person has put the panel."""
    board: Box | None = None
    """What the panel should not cover; without it, there is nothing to help with."""
    goes_on: bool = False
    """Whether this is a further part of the hint that was shown before, so that the panel stays where it is."""


class Panel:
    """The panel of one page; it comes back in each new document."""

    def __init__(self, page: Page) -> None:
        """Inject the panel; raise `SetupError` if the browser cannot."""
        self.page = page
        self._asked: list[Request] = []
        self._context: int | None = None
        """The world of the panel in the current document."""
        self._sent = ""
        try:
            self._session: CDPSession = page.context.new_cdp_session(page)
        except Error:
            raise SetupError(
                "the coach needs Chrome, Chromium or Edge: other browsers cannot show its panel",
                command="the same without --browser",
            ) from None
        self._session.on("Runtime.bindingCalled", self._hear)
        self._session.send("Runtime.enable")
        self._session.send("Page.enable")
        self._session.send("Runtime.addBinding", {"name": _BINDING, "executionContextName": _WORLD})
        self._session.send(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": f"({_SOURCE})(globalThis.{_BINDING})", "worldName": _WORLD, "runImmediately": True},
        )

    def requests(self) -> list[Request]:
        """Return the person's requests since the last call."""
        asked, self._asked = self._asked, []
        return asked

    def show(self, state: PanelState) -> None:
        """Show a state."""
        text = msgspec.json.encode(state).decode()
        if self._evaluate(
            f"givensCoach.show(JSON.parse({json.dumps(text)}))" if text != self._sent else "givensCoach.beat()"
        ):
            self._sent = text

    def focus(self) -> None:
        """Move the focus to the panel, or back from it."""
        self._evaluate("givensCoach.focus()")

    def remove(self) -> None:
        """Remove the panel from the page, which may be closed."""
        self._evaluate("givensCoach.remove()")

    def _evaluate(self, expression: str) -> bool:
        if self._context is None:
            return False
        with suppress(Error):  # The document has gone; the next one greets again.
            answer = self._session.send("Runtime.evaluate", {"expression": expression, "contextId": self._context})
            return "exceptionDetails" not in answer
        return False

    def _hear(self, event: dict[str, Any]) -> None:
        """Take a request; its context is one of our worlds, as no other has the binding."""
        if event["name"] != _BINDING:
            return
        request = msgspec.json.decode(event["payload"], type=Request)
        if request.ask != "hello":
            self._asked.append(request)
        elif request.top:
            self._context, self._sent = event["executionContextId"], ""
