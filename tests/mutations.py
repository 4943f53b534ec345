"""Boards with one random change, which a reader must refuse, or read without inventing a clue."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Any, Self

from scrapers import Snapshot

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
"""Elements that have no end tag."""


@dataclass(slots=True, eq=False)
class Element:
    """An element of a board, with its measured state."""

    tag: str
    attributes: dict[str, str | None]
    measured: Mapping[str, Any]
    children: list[Element | str] = field(default_factory=list)
    """Child elements, and texts or comments as written."""

    def walk(self) -> Iterator[Element]:
        """Iterate over this element and its descendants, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def copy(self) -> Element:
        """Return a deep copy that shares the measured state."""
        children = [child.copy() if isinstance(child, Element) else child for child in self.children]
        return Element(self.tag, dict(self.attributes), self.measured, children)

    def html(self) -> str:
        """Return the HTML of the element, as the browser writes it."""
        named = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in self.attributes.items()
        )
        if self.tag in VOID:
            return f"<{self.tag}{named}>"
        inside = "".join(child.html() if isinstance(child, Element) else child for child in self.children)
        return f"<{self.tag}{named}>{inside}</{self.tag}>"

    def classes(self) -> list[str]:
        """Return the tokens of the class attribute."""
        return (self.attributes.get("class") or "").split()

    def __str__(self) -> str:
        named = " ".join(f'{name}="{value}"' for name, value in self.attributes.items() if name != "d")
        return f"<{self.tag} {' '.join(named.split())}>"


class _Parser(HTMLParser):
    """Builds the tree of a board; the elements were measured in the order of their start tags."""

    def __init__(self, measured: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(convert_charrefs=True)
        self.root: Element | None = None
        self._open: list[Element] = []
        self._measured = iter(measured)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), next(self._measured))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        if tag not in VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag, "a browser closes its elements in order"

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(escape(data))

    def handle_comment(self, data: str) -> None:
        self._open[-1].children.append(f"<!--{data}-->")


@dataclass(slots=True)
class Mutant:
    """A board that can be changed in one place."""

    url: str
    root: Element
    state: dict[str, Any]
    """The measured state; its `elements` are those of the board before the change."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> Self:
        """Return a board without a change."""
        parser = _Parser(snapshot.state["elements"])
        parser.feed(snapshot.html)
        parser.close()
        assert parser.root is not None
        return cls(snapshot.url, parser.root, dict(snapshot.state))

    def copy(self) -> Mutant:
        """Return a copy that can be changed."""
        return Mutant(self.url, self.root.copy(), dict(self.state))

    def snapshot(self, *, aligned: bool) -> Snapshot:
        """Return the snapshot of the changed board, measured after the change if `aligned`, else before it."""
        state = self.state | {"elements": [element.measured for element in self.root.walk()]} if aligned else self.state
        return Snapshot(self.url, self.root.html(), state)

    def elements(self) -> list[Element]:
        """Return all elements in document order."""
        return list(self.root.walk())


Change = tuple[str, bool]
"""A description of the change, and whether elements were added, removed or moved."""


class NothingToChangeError(Exception):
    """The board has nothing that this mutation can change."""


def mutated(board: Mutant, chance: random.Random) -> tuple[Snapshot, str]:
    """Return the board with one change, and its description; half of the moved elements are measured after the move."""
    while True:
        mutant = board.copy()
        try:
            words, moved = chance.choice(MUTATIONS)(mutant, chance)
        except NothingToChangeError:
            continue
        aligned = not moved or chance.random() < 0.5
        return mutant.snapshot(aligned=aligned), words + ("" if aligned else " (measured before)")


def _one_of(chance: random.Random, things: Sequence[Any]) -> Any:  # noqa: ANN401 - any item
    if not things:
        raise NothingToChangeError
    return chance.choice(things)


def _of_any_kind(chance: random.Random, things: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
    """Return one of some elements, or of tuples that end with one: each kind of element is equally likely."""
    kinds: dict[tuple[object, ...], list[Any]] = {}
    for thing in things:
        *rest, element = thing if isinstance(thing, tuple) else (thing,)
        names = [kind for kind in rest if isinstance(kind, str)]
        kinds.setdefault((element.tag, element.attributes.get("class"), *names), []).append(thing)
    return _one_of(chance, _one_of(chance, list(kinds.values())))


def change_attribute(mutant: Mutant, chance: random.Random) -> Change:
    """Set an attribute to a value that it has elsewhere on the board."""
    elements = mutant.elements()
    name, element = _of_any_kind(chance, [(name, element) for element in elements for name in element.attributes])
    others = {other.attributes[name] for other in elements if name in other.attributes} - {element.attributes[name]}
    value = _one_of(chance, sorted(others, key=str))
    words = f"{name} of {element} becomes {value!r}"
    element.attributes[name] = value
    return words, False


def remove_attribute(mutant: Mutant, chance: random.Random) -> Change:
    """Remove an attribute."""
    named = [(name, element) for element in mutant.elements() for name in element.attributes]
    name, element = _of_any_kind(chance, named)
    words = f"{name} of {element} goes"
    del element.attributes[name]
    return words, False


def change_class(mutant: Mutant, chance: random.Random) -> Change:
    """Add a class that another element has, remove one, or do both."""
    elements = [element for element in mutant.elements() if "class" in element.attributes]
    element = _of_any_kind(chance, elements)
    classes = element.classes()
    strange = sorted({name for other in elements for name in other.classes()} - set(classes))
    how = chance.choice(["added", "removed", "swapped"])
    words = f"a class of {element} is {how}: "
    if how != "added":
        gone = _one_of(chance, classes)
        at = classes.index(gone)
        del classes[at]
        words += f"-{gone}"
    if how != "removed":
        new = _one_of(chance, strange)
        classes.insert(chance.randint(0, len(classes)), new)
        words += f"+{new}"
    element.attributes["class"] = " ".join(classes)
    return words, False


def change_text(mutant: Mutant, chance: random.Random) -> Change:
    """Replace a text by another text of the board, or remove it; an element without text may get one."""
    elements = mutant.elements()
    texts = [
        (element, at)
        for element in elements
        for at, child in enumerate(element.children)
        if isinstance(child, str) and child.strip() and not child.startswith("<!--")
    ]
    seen = sorted({str(element.children[at]) for element, at in texts})
    if chance.random() < 0.25:
        element, text = _of_any_kind(chance, [one for one in elements if one.tag not in VOID]), _one_of(chance, seen)
        element.children.insert(chance.randint(0, len(element.children)), text)
        return f"{element} gets the text {text!r}", False
    element, at = _one_of(chance, texts)
    old = element.children[at]
    element.children[at] = _one_of(chance, [text for text in ["", *seen] if text != old])
    return f"the text {old!r} of {element} becomes {element.children[at]!r}", False


def remove_child(mutant: Mutant, chance: random.Random) -> Change:
    """Remove an element with its content."""
    parent, child = _of_any_kind(chance, _children(mutant))
    parent.children.remove(child)
    return f"{child} goes from {parent}", True


def double_child(mutant: Mutant, chance: random.Random) -> Change:
    """Duplicate an element."""
    parent, child = _of_any_kind(chance, _children(mutant))
    parent.children.insert(parent.children.index(child), child.copy())
    return f"{child} in {parent} is there twice", True


def move_child(mutant: Mutant, chance: random.Random, *, to_a_like: bool = False) -> Change:
    """Move an element into another one, or to another place in its parent."""
    parent, child = _of_any_kind(chance, _children(mutant))
    inside = set(child.walk())
    others = [other for other in mutant.elements() if other not in inside and other.tag not in VOID]
    at = parent.children.index(child)
    if to_a_like:
        kind = set(parent.classes())
        others = [
            other for other in others if other is not parent and other.tag == parent.tag and kind & {*other.classes()}
        ]
    into = _one_of(chance, others)
    parent.children.remove(child)
    into.children.insert(min(at, len(into.children)) if to_a_like else chance.randint(0, len(into.children)), child)
    return f"{child} moves from {parent} to {into}", True


def move_to_a_like(mutant: Mutant, chance: random.Random) -> Change:
    """Move an element into one that resembles its parent, such as a mark or a sign into another cell."""
    return move_child(mutant, chance, to_a_like=True)


def swap_siblings(mutant: Mutant, chance: random.Random) -> Change:
    """Swap two children of an element."""
    families = [
        (parent, inside)
        for parent in mutant.elements()
        if len(inside := [child for child in parent.children if isinstance(child, Element)]) > 1
    ]
    parent, inside = _one_of(chance, families)
    chosen, other = chance.sample(inside, 2)
    first, second = parent.children.index(chosen), parent.children.index(other)
    parent.children[first], parent.children[second] = other, chosen
    return f"{chosen} and {other} in {parent} change places", True


def move_box(mutant: Mutant, chance: random.Random) -> Change:
    """Draw an element at the place of another one, shifted slightly or by cells, larger, smaller, or not at all."""
    visible = [element for element in mutant.elements() if "box" in element.measured]
    element = _of_any_kind(chance, visible)
    left, top, width, height = element.measured["box"]
    how = chance.choice(["there", "away", "resized", "hidden"])
    box: list[float] | None = None
    if how == "there":
        box = list(chance.choice(visible).measured["box"])
    elif how == "away":
        step = chance.choice([0.3, 0.5, 1.0, 2.0]) * max(width, height) * chance.choice([-1, 1])
        box = [left + step, top, width, height] if chance.random() < 0.5 else [left, top + step, width, height]
    elif how == "resized":
        box = [
            left,
            top,
            width * chance.choice([0.0, 0.2, 0.5, 2.0, 3.0]),
            height * chance.choice([0.2, 0.5, 1.0, 2.0]),
        ]
    kept = {key: value for key, value in element.measured.items() if key != "box"}
    element.measured = kept if box is None else kept | {"box": box}
    return f"the box of {element} at {left}, {top} is {how}: {box}", False


def change_colour(mutant: Mutant, chance: random.Random) -> Change:
    """Give an element the background, text colour, borders or pseudo-element of another one, or none."""
    elements = mutant.elements()
    kinds = sorted({key for element in elements for key in element.measured} - {"tag", "box"})
    kind = _one_of(chance, kinds)
    element = _of_any_kind(chance, elements)
    seen = {str(other.measured.get(kind)): other.measured.get(kind) for other in elements}
    seen.pop(str(element.measured.get(kind)))
    value = seen[_one_of(chance, sorted(seen))]
    rest = {key: old for key, old in element.measured.items() if key != kind}
    words = f"{kind} of {element} from {element.measured.get(kind)} to {value}"
    element.measured = rest if value is None else rest | {kind: value}
    return words, False


def change_script(mutant: Mutant, chance: random.Random) -> Change:
    """Change one letter in the inline script, or remove one of its variables."""
    inline: Mapping[str, str] = mutant.state.get("inline", {})
    name = _one_of(chance, [*(["lcpuzzle"] * 8 if "lcpuzzle" in inline else []), *sorted(inline)])
    if chance.random() < 0.1:
        mutant.state["inline"] = {other: value for other, value in inline.items() if other != name}
        return f"{name} is not there", False
    at = chance.randrange(len(inline[name]))
    letters = set("0123456789" if inline[name].isdigit() else inline[name]) - {inline[name][at]}
    letter = _one_of(chance, sorted(letters))
    mutant.state["inline"] = {**inline, name: inline[name][:at] + letter + inline[name][at + 1 :]}
    return f"letter {at} of {name} becomes {letter}", False


def _children(mutant: Mutant) -> list[tuple[Element, Element]]:
    return [(parent, child) for parent in mutant.elements() for child in parent.children if isinstance(child, Element)]


MUTATIONS: list[Callable[[Mutant, random.Random], Change]] = [
    change_attribute,
    remove_attribute,
    change_class,
    change_text,
    remove_child,
    double_child,
    move_child,
    move_to_a_like,
    swap_siblings,
    move_box,
    change_colour,
    change_script,
]
