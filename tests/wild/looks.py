"""What marks look like on wild pages: text, emoji, path, image, background, shadow, pseudo-element."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from random import Random
from urllib.parse import quote

HOW: Mapping[str, int] = {
    "text": 5,
    "emoji": 3,
    "path": 4,
    "image": 2,
    "background": 3,
    "picture": 2,
    "shadow": 2,
    "pseudo": 3,
}
"""The ways in which a cell shows its mark, with weights."""
TEXTS = (("X", "O"), ("1", "0"), ("A", "B"), ("●", "○"), ("■", "□"), ("☀", "☾"), ("+", "–"))
EMOJI = (("☀️", "🌙"), ("🍎", "🍋"), ("🐱", "🐶"), ("🔵", "🟡"), ("❤️", "⭐"), ("🟦", "🟧"))
COLOURS = (("#2f6fd0", "#f2c14e"), ("#222", "#fdfdfd"), ("#c0392b", "#2e86c1"), ("#6a4c93", "#8ac926"))
PATHS = {
    "sun": "<circle cx='12' cy='12' r='5' fill='{0}'/><path d='M12 1v4M12 19v4M1 12h4M19 12h4' stroke='{0}' stroke-width='2'/>",  # noqa: E501 - a drawing
    "moon": "<path d='M15 2a10 10 0 1 0 7 14A8 8 0 0 1 15 2z' fill='{0}'/>",
    "cross": "<path d='M5 5L19 19M19 5L5 19' stroke='{0}' stroke-width='3' fill='none'/>",
    "ring": "<circle cx='12' cy='12' r='8' stroke='{0}' stroke-width='3' fill='none'/>",
    "triangle": "<path d='M12 3L22 21H2Z' fill='{0}'/>",
    "box": "<rect x='4' y='4' width='16' height='16' rx='2' fill='{0}'/>",
    "drop": "<path d='M12 2C8 9 5 12 5 16a7 7 0 0 0 14 0c0-4-3-7-7-14z' fill='{0}'/>",
    "crown": "<path d='M3 18L2 7l6 4 4-7 4 7 6-4-1 11z' fill='{0}'/>",
    "star": "<path d='M12 2l3 7 7 .6-5.300 4.700 1.700 7.200-6.400-4-6.400 4 1.700-7.200L2 9.600 9 9z' fill='{0}'/>",
    "disc": "<circle cx='12' cy='12' r='8' fill='{0}'/>",
}
PAIRS = (("sun", "moon"), ("cross", "ring"), ("triangle", "box"), ("drop", "star"), ("disc", "box"))
PIECES = {
    "queens": (("♛", "👑", "crown"), ("Q", "♕", "crown")),
    "n_queens": (("♛", "♕", "crown"), ("Q", "♛", "crown")),
    "star_battle": (("★", "⭐", "star"), ("*", "✨", "star")),
}
"""For kinds with pieces: their text, their emoji, their path."""
CROSSES = ("×", "·", "✕", "x")
SIZE = 24
"""The side of the drawings above."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell shows one mark: the names of its classes, and what is written into it."""

    name: str = ""
    inner: str = ""


@dataclass(slots=True)
class Looks:
    """The looks of all marks of a page, and the rules of style that they need."""

    how: str
    of: dict[int | None, Look] = field(default_factory=dict)
    css: list[str] = field(default_factory=list)
    attribute: str = ""
    """The attribute that says what a pseudo-element shows, where one does."""
    inks: tuple[str, str] = ("#333", "#333")


Name = Callable[[str], str]
"""Turns a word into the name that the page gives to it."""


def data_url(drawing: str) -> str:
    """Return the address of a drawing."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {SIZE} {SIZE}'>{drawing}</svg>"
    return f"data:image/svg+xml,{quote(svg)}"


def binary(chance: Random, name: Name, *, svg: bool, side: int, ink: str) -> Looks:
    """Return the looks of two marks of equal rank."""
    how = _how(chance, svg=svg)
    looks = Looks(how, {None: Look()})
    texts, colours, paths = chance.choice(TEXTS), chance.choice(COLOURS), chance.choice(PAIRS)
    if how == "emoji":
        texts = chance.choice(EMOJI)
    inks = colours if chance.random() < 0.5 else (ink, ink)
    looks.inks = inks
    for value, word in ((1, "one"), (0, "zero")):
        at = 1 - value
        looks.of[value] = _look(looks, name(word), texts[at], paths[at], inks[at], colours[at], svg=svg, side=side)
    return looks


def placed(chance: Random, name: Name, kind: str, *, svg: bool, side: int, ink: str, crosses: bool) -> Looks:
    """Return the looks of a piece, and of the cross that says that a cell holds none."""
    how = _how(chance, svg=svg)
    if how in {"background", "shadow"} and kind in PIECES:
        how = "path"
    looks = Looks(how, {None: Look()})
    text, emoji, path = chance.choice(PIECES.get(kind, (("■", "⬛", "box"),)))
    looks.of[1] = _look(looks, name("piece"), emoji if how == "emoji" else text, path, ink, ink, svg=svg, side=side)
    if crosses:
        cross = chance.choice(CROSSES)
        if svg:
            looks.of[0] = Look(name("none"), _svg_text(cross, side, "#888"))
        elif how in {"path", "image"}:
            looks.of[0] = Look(name("none"), f'<svg viewBox="0 0 24 24">{PATHS["cross"].format("#999")}</svg>')
        else:
            looks.of[0] = Look(name("none"), cross)
    return looks


def digits(chance: Random, highest: int, *, svg: bool, side: int, ink: str) -> Looks:
    """Return the looks of digits."""
    how = "pseudo" if not svg and chance.random() < 0.15 else "text"
    looks = Looks(how, {None: Look()})
    for value in range(1, highest + 1):
        inner = _svg_text(str(value), side, ink) if svg else str(value)
        looks.of[value] = Look("", inner)
    if how == "pseudo":
        looks.attribute = "data-v"
        looks.css.append("[data-v]::after{content:attr(data-v)}")
    return looks


def _how(chance: Random, *, svg: bool) -> str:
    ways = {"text": 4, "path": 5, "image": 2, "background": 2} if svg else HOW
    return chance.choices(list(ways), list(ways.values()))[0]


def _look(looks: Looks, name: str, text: str, path: str, ink: str, colour: str, *, svg: bool, side: int) -> Look:
    """Return the look of one mark, and add the rules that it needs."""
    drawing = PATHS[path].format(ink)
    if svg:
        inner = {
            "text": _svg_text(text, side, ink),
            "path": f'<g transform="scale({side / SIZE:.3f})">{drawing}</g>',
            "image": f'<image href="{data_url(drawing)}" x="4" y="4" width="{side - 8}" height="{side - 8}"/>',
            "background": f'<rect x="2" y="2" width="{side - 4}" height="{side - 4}" fill="{colour}"/>',
        }[looks.how]
        return Look(name, inner)
    css: Sequence[str] = ()
    inner = ""
    match looks.how:
        case "text" | "emoji":
            inner, css = escape(text), [f".{name}{{color:{ink}}}"]
        case "path":
            inner = f'<svg viewBox="0 0 {SIZE} {SIZE}">{drawing}</svg>'
        case "image":
            inner = f'<img src="{data_url(drawing)}" alt="" draggable="false">'
        case "background":
            css = [f".{name}.{name}{{background-color:{colour}}}"]
        case "picture":
            css = [
                (
                    f'.{name}{{background-image:url("{data_url(drawing)}");background-size:70%;'
                    "background-position:center;background-repeat:no-repeat}"
                )
            ]
        case "shadow":
            css = [f".{name}.{name}{{box-shadow:inset 0 0 0 {side // 3}px {colour}}}"]
        case "pseudo" if path in {"disc", "ring", "box"}:
            shape = "border-radius:50%;" if path != "box" else ""
            fill = f"border:3px solid {ink}" if path == "ring" else f"background:{ink}"
            css = [f'.{name}::before{{content:"";box-sizing:border-box;width:60%;height:60%;{shape}{fill}}}']
        case "pseudo":
            css = [f'.{name}::before{{content:"{text}";color:{ink}}}']
    looks.css.extend(css)
    return Look(name, inner)


def _svg_text(text: str, side: int, ink: str) -> str:
    return (
        f'<text x="{side / 2}" y="{side / 2}" text-anchor="middle" dominant-baseline="central" '
        f'font-size="{side * 0.6:.0f}" fill="{ink}">{escape(text)}</text>'
    )
