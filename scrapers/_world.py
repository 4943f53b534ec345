"""Ask a page in a JavaScript world of its own: what the page's scripts replace, such as built-ins, is not seen there.

The script of a custom selector engine runs in the isolated world in which Playwright itself looks for elements, in
every browser. So a question is a selector, and the answer is the text of an element that belongs to no document.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import quote
from weakref import WeakKeyDictionary

import msgspec

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import ElementHandle, Frame, Locator, Page, Playwright


Answer = TypeVar("Answer")

TIMEOUT_MS = 30_000
"""Milliseconds in which a document must answer."""
_NAME, _AT = "givens", "givens-at"
_IS_SHADOWED = """() => [document, ...Document.prototype.querySelectorAll.call(document, "form")].some((node) =>
    typeof node["querySelectorAll"] !== "function" || !(node["childNodes"] instanceof NodeList)
    || !["parentNode", "parentElement", "shadowRoot"].every((name) => !node[name] || node[name]["contains"]?.(node))
    || typeof node["nodeName"] !== "string" || !(node["children"] instanceof HTMLCollection))"""
_PROPERTIES = """
    activeElement addEventListener adoptedStyleSheets append appendChild ariaDisabled ariaLabel assignedSlot
    attachShadow attributes blur body checkVisibility childNodes children classList className clientHeight
    clientLeft clientTop clientWidth closest contains control createElement createRange data dataset dispatchEvent
    documentElement elementFromPoint elementsFromPoint firstChild focus form getAnimations getAttribute
    getBoundingClientRect getClientRects getElementById getRootNode hasAttribute hasFocus hidden host href id inert
    innerHTML innerText isConnected isContentEditable labels localName matches namespaceURI nodeType outerHTML
    ownerDocument parentElement parentNode popover previousElementSibling previousSibling querySelector
    querySelectorAll remove replaceChildren scripts scrollIntoView setAttribute setPointerCapture shadowRoot
    showPopover style tabIndex tagName textContent type value visibilityState autofocus baseURI
    assignedNodes caretPositionFromPoint createTreeWalker defaultView nextElementSibling offsetHeight offsetWidth
    exitPointerLock pointerLockElement scrollHeight scrollLeft scrollTo scrollTop scrollWidth scrollingElement URL
"""
"""The properties of elements and documents that scripts use, which what is named on a page may hide."""
_SHADOWED = files(__package__).joinpath("_shadowed.js").read_text(encoding="utf-8")
_SHADOWED = _SHADOWED.replace("NAMES)", f"{json.dumps(_PROPERTIES.split())})")
_USE = re.compile(rf"(?<=[\w)\]])(\?)?\.({'|'.join(_PROPERTIES.split())})\b")
_ENGINE = files(__package__).joinpath("_world.js").read_text(encoding="utf-8")
_WALK = files(__package__).joinpath("_walk.js").read_text(encoding="utf-8")
_SAFE = " !#$&()*+-./:;<=?@[]^_{|}~\n"
"""Characters that mean nothing in a selector of our engine."""
_UNKNOWN = '{"unknown":true}'
_sent: WeakKeyDictionary[Page, set[str]] = WeakKeyDictionary()
"""The keys of the scripts that the documents of a page have been sent."""


class _Reply(msgspec.Struct):
    """What a script returned, or what its error says of the page."""

    value: Any = None
    error: str | None = None


def register(playwright: Playwright) -> None:
    """Let the pages of a Playwright driver be asked."""
    from playwright.sync_api import Error

    for name, engine in ((_NAME, _ENGINE), (_AT, _WALK)):
        with suppress(Error):  # It was registered before.
            playwright.selectors.register(name, engine, content_script=True)


def at(frame: Frame, path: str) -> Locator:
    """Return the element at the end of a CSS path of `:nth-child` steps from the root, through open shadow roots."""
    if not ask(frame, _IS_SHADOWED, None, bool):
        return frame.locator(path)
    steps = "/".join(re.findall(r"nth-child\((\d+)", path))
    return frame.locator(f"{_AT}={steps}")


def unshadowed(script: str) -> str:
    """Return a JavaScript expression whose properties of elements cannot be hidden by what is named on a page."""
    uses = _USE.sub(lambda use: f"{'?.' if use[1] else ''}[$givens.{use[2]}]", script)
    return f"(() => {{ {_SHADOWED}\nreturn ({uses}\n); }})()"


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
    from playwright.sync_api import ElementHandle

    key, whole = _quoted(script)
    sent = _sent.setdefault(at.page, set()) if not isinstance(at, ElementHandle) else set()
    asked = quote(json.dumps(argument), safe=_SAFE)
    script_or_none = "" if key in sent else whole
    sent.add(key)  # A question that is asked at the same time comes after this one.
    text = _text(at, [key, script_or_none, asked], timeout_ms)
    if text == _UNKNOWN:  # It is another document than the one that was sent the script.
        text = _text(at, [key, whole, asked], timeout_ms)
    if text is None:
        text = _text_in_main_world(at, script, argument)
    try:
        reply = msgspec.json.decode(text, type=_Reply)
        if reply.error is None:
            return cast("Answer", msgspec.convert(reply.value, expected))
        why = reply.error
    except (msgspec.MsgspecError, RecursionError) as error:
        why = f"does not answer as a page does: {error}"
    raise ReadError(f"the page at {_page(at).url} {why}")


def _text(at: Frame | Locator | ElementHandle, asked: Sequence[str], timeout_ms: float) -> str | None:
    """Return the reply to a question; None if the document was looked at before our engine was registered."""
    from playwright.sync_api import ElementHandle, Error

    selector = f"{_NAME}={','.join(asked)}"
    for _ in range(2):
        try:
            if isinstance(at, ElementHandle):
                answer = at.query_selector(selector)
                return "" if answer is None else answer.text_content() or ""
            return at.locator(selector).text_content(timeout=timeout_ms) or ""
        except Error as error:
            if "of undefined" in error.message:
                continue
            if "Unknown engine" not in error.message:
                raise
            break  # The page belongs to somebody else's driver.
    return None


def _text_in_main_world(at: Frame | Locator | ElementHandle, script: str, argument: object) -> str:
    """Ask a document in which Playwright has looked for elements before our engine was registered."""
    from playwright.sync_api import Frame

    script = unshadowed(script)
    if isinstance(at, Frame):
        return str(at.evaluate(f"(argument) => JSON.stringify({{ value: ({script})(document, argument) }})", argument))
    return str(at.evaluate(f"(root, argument) => JSON.stringify({{ value: ({script})(root, argument) }})", argument))


def _page(at: Frame | Locator | ElementHandle) -> Page:
    from playwright.sync_api import ElementHandle

    frame = at.owner_frame() if isinstance(at, ElementHandle) else at
    if frame is None:
        raise TypeError(f"{at} is not in a document")
    return frame.page


@lru_cache(maxsize=64)
def _quoted(script: str) -> tuple[str, str]:
    """Return the key of a script, and the script as a selector may hold it."""
    whole = quote(unshadowed(script), safe=_SAFE)
    return hashlib.sha256(whole.encode()).hexdigest()[:16], whole
