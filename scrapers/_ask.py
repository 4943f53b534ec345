"""Ask a page: run a script of ours in it, and check the type and the size of what comes back."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame, Locator

Answer = TypeVar("Answer")

DOM = files(__package__).joinpath("_dom.js").read_text(encoding="utf-8")
"""A JavaScript expression for the functions that scripts share which look at a document."""
TIMEOUT_MS = 30_000
"""Milliseconds in which an element must be there."""
TRIES = 3
"""How often a page is asked that goes on to another document meanwhile."""
_LARGEST = 20_000_000
"""Characters of the largest answer."""
_ASK = f"""async (root, argument) => {{
    let text;
    try {{
        text = JSON.stringify(await (SCRIPT)(root, JSON.parse(argument))) ?? "null";
        if (text.length > {_LARGEST}) throw "holds more than can be looked at";
    }} catch (error) {{
        // What a script of ours throws as a text is the end of a sentence about the page.
        const why = error instanceof Error ? `does not answer as a page does: ${{error}}` : `${{error}}`;
        return [why.slice(0, 200), "null"];
    }}
    // Half of a character is no text outside JavaScript; it is written as an escape.
    return ["", text.replace(/((?<!\\\\)(?:\\\\\\\\)*)\\\\ud[89a-f][0-9a-f]{{2}}/g, "$1\\\\ufffd")];
}}"""


def ask(
    at: Frame | Locator | ElementHandle,
    script: str,
    argument: object = None,
    expected: type[Answer] | Any = Any,  # noqa: ANN401 - a union is no type
    *,
    timeout_ms: float = TIMEOUT_MS,
) -> Answer:
    """Return the result of a JavaScript function of a frame's document, or of one element, and an argument.

    Raise `ReadError` if it fails, or returns something other than `expected`, a type for msgspec; raise Playwright's
    errors if the page does not answer, or if it does not show the element within `timeout_ms`.
    """
    from playwright.sync_api import Error, Frame, Locator

    whole = _ASK.replace("SCRIPT", script)
    if isinstance(at, Frame):
        whole = f"(argument) => ({whole})(document, argument)"
    within = {"timeout": timeout_ms} if isinstance(at, Locator) else {}
    text = msgspec.json.encode(argument).decode()  # Playwright takes long for many numbers.
    for left in reversed(range(TRIES)):
        try:
            answer = at.evaluate(whole, text, **within)
            break
        except Error as error:
            if not left or "context was destroyed" not in error.message:
                raise
    try:
        why, text = msgspec.convert(answer, tuple[str, str])
        if not why:
            found: Answer = msgspec.json.decode(text, type=expected)
            return found
    except (msgspec.MsgspecError, RecursionError) as error:
        why = f"does not answer as a page does: {error}"
    frame = at if isinstance(at, (Frame, Locator)) else at.owner_frame()
    raise ReadError(f"the page at {frame.page.url if frame else 'an address unknown'} {why}")
