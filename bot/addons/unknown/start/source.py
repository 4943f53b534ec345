"""Python source of a site module: texts, imports, and calls in lines of the length and form that the linter wants."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDE = 120
"""The longest line."""
INDENT = "    "


def quoted(text: str) -> str:
    """Return a text as Python writes it, with double quotes where they need no backslash."""
    return repr(text) if '"' in text or "\\" in text or not text.isprintable() else f'"{text}"'


def raw(pattern: str) -> str:
    """Return a pattern as Python writes it."""
    return f'r"{pattern}"' if '"' not in pattern else repr(pattern)


def import_of(module: str, names: Iterable[str]) -> str:
    """Return an import in the order that the linter wants: constants, classes, functions."""
    ordered = sorted(names, key=lambda name: (not name.isupper(), name.islower(), name))
    line = f"from {module} import {', '.join(ordered)}"
    return (
        line
        if len(line) <= WIDE
        else "\n".join([f"from {module} import (", *(f"    {name}," for name in ordered), ")"])
    )


def assignment(name: str, value: str) -> str:
    """Return the assignment of an expression to a name, in as many lines as it needs."""
    return "\n".join(map(_marked, _lines(ast.parse(value, mode="eval").body, value, f"{name} = ", "", "")))


def _lines(node: ast.expr, source: str, before: str, after: str, indent: str) -> list[str]:
    """Return an expression on one line; if it is too long, its arguments on the next line, or each on its own."""
    flat = f"{indent}{before}{_flat(node, source)}{after}"
    opened, parts, closed = _parts(node, source)
    if len(flat) <= WIDE or not parts:
        return [flat]
    first, last, inner = f"{indent}{before}{opened}", f"{indent}{closed}{after}", indent + INDENT
    together = ", ".join(f"{name}{_flat(part, source)}" for name, part in parts)
    if isinstance(node, ast.Call) and len(inner + together) <= WIDE:
        return [first, inner + together, last]
    return [first, *(line for name, part in parts for line in _lines(part, source, name, ",", inner)), last]


def _parts(node: ast.expr, source: str) -> tuple[str, list[tuple[str, ast.expr]], str]:
    """Return the opening of an expression, its parts, each with its prefix, and its closing."""
    match node:
        case ast.Call():
            named = [(f"{part.arg}=", part.value) for part in node.keywords]
            return f"{_flat(node.func, source)}(", [*(("", part) for part in node.args), *named], ")"
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return "{", [(f"{_flat(key, source)}: ", value) for key, value in pairs if key is not None], "}"
        case ast.List():
            return "[", [("", part) for part in node.elts], "]"
        case ast.Tuple():
            return "(", [("", part) for part in node.elts], ")"
    return "", [], ""


def _flat(node: ast.expr, source: str) -> str:
    """Return an expression on one line."""
    opened, parts, closed = _parts(node, source)
    if not opened:
        return ast.get_source_segment(source, node) or ""
    inner = ", ".join(f"{name}{_flat(part, source)}" for name, part in parts)
    return f"{opened}{inner}{',' if isinstance(node, ast.Tuple) and len(parts) == 1 else ''}{closed}"


def _marked(line: str) -> str:
    """Mark a line that a text of the page makes too long."""
    words = line.split()
    return f"{line}  # noqa: E501" if len(line) > WIDE and len(words) > 1 and "://" not in words[-1] else line
