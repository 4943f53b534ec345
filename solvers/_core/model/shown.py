"""What shows itself: as text where it is printed, as a drawing with a line of words in a notebook.

Solvers know pictures, not how to draw them as SVG: `givens` says how, when it is imported.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from solvers._core.model.picture import picture_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers._core.model.picture import Picture

_renderers: list[Callable[[Picture], str]] = []


def draw_with(renderer: Callable[[Picture], str]) -> None:
    """Draw what notebooks show with a function that returns SVG."""
    _renderers[:] = [renderer]


class Shown:
    """Something with a picture."""

    __slots__ = ()

    def _shown(self) -> tuple[str, Picture | None]:
        """Return words and a picture."""
        raise NotImplementedError

    def __str__(self) -> str:
        words, picture = self._shown()
        return words if picture is None else picture_text(picture).rstrip("\n")

    def _repr_svg_(self) -> str | None:
        _, picture = self._shown()
        return _renderers[0](picture) if picture is not None and _renderers else None

    def _repr_html_(self) -> str | None:
        drawn = self._repr_svg_()
        return drawn and f"<p>{escape(self._shown()[0])}</p>\n{drawn}"
