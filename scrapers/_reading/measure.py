"""Provide the JavaScript that measures a board, and add a layout's own keys to it."""

from __future__ import annotations

from importlib.resources import files

MEASURE = files(__package__).joinpath("measure.js").read_text(encoding="utf-8")


def measuring(**more: str) -> str:
    """Return `MEASURE` with further keys of the state, each a JavaScript expression."""
    added = ", ".join(f"{key}: {expression}" for key, expression in more.items())
    return f"(board) => ({{ ...({MEASURE})(board), {added} }})"
