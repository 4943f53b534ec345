"""Ask a page: run a script of ours in it, and check the type and the size of what comes back; clean what it says."""

from __future__ import annotations

import unicodedata
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from scrapers._clock import clock_of
from scrapers._errors import ReadError

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame

Answer = TypeVar("Answer")

MAX_WORDS = 500
"""Characters of a title, a verdict, a message or an address; the rest is cut."""
JOINERS = "\u200c\u200d"
"""Invisible characters that words of some languages and emojis need, and that change nothing else."""
SPACES = str.maketrans(dict.fromkeys("\n\r\t\u2028\u2029", " "))

DOM = files(__package__).joinpath("_dom.js").read_text(encoding="utf-8")
"""A JavaScript expression for the functions that scripts share which look at a document."""
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
    at: Frame | ElementHandle,
    script: str,
    argument: object = None,
    expected: type[Answer] | Any = Any,  # noqa: ANN401 - a union is no type
) -> Answer:
    """Return the result of a JavaScript function of a frame's document, or of one element, and an argument.

    Raise `ReadError` if it fails, or returns something other than `expected`, a type for msgspec; raise Playwright's
    errors if the page does not answer.
    """
    from playwright.sync_api import Error, Frame

    whole = _ASK.replace("SCRIPT", script)
    if isinstance(at, Frame):
        whole = f"(argument) => ({whole})(document, argument)"
        clock_of(at.page).on_look()
    text = msgspec.json.encode(argument).decode()  # Playwright takes long for many numbers.
    for left in reversed(range(TRIES)):
        try:
            answer = at.evaluate(whole, text)
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
    frame = at if isinstance(at, Frame) else at.owner_frame()
    raise ReadError(f"the page at {frame.page.url if frame else 'an address unknown'} {why}")


def clean(text: object, limit: int | None = None, *, lines: bool = False) -> str:
    r"""Return a text in which control characters, escape sequences and marks of direction are shown, as in `\x1b`.

    Line breaks and tabs become spaces, unless the text keeps its `lines`. What is above the limit is cut.
    """
    words = str(text)
    if limit is not None and len(words) > limit:
        words = f"{words[: limit - 1]}…"
    if words.isprintable():
        return words
    allowed = f"{JOINERS}\n\t" if lines else JOINERS
    return "".join(_shown(letter, allowed) for letter in (words if lines else words.translate(SPACES)))


def well_formed(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a JSON value without lone halves of characters, which no file can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [well_formed(content) for content in value]
    if isinstance(value, dict):
        return {well_formed(name): well_formed(content) for name, content in value.items()}
    return value


def _shown(letter: str, allowed: str) -> str:
    """Return a character that may be printed as it is, and the escape of any other."""
    if letter.isprintable() or letter in allowed or unicodedata.category(letter) == "Zs":
        return letter
    return letter.encode("unicode_escape").decode()
