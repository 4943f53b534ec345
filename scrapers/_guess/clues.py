"""The clues of a board apart from its marks: regions, walls, numbers on the rim, clues of rectangles."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from scrapers._guess.looks import NEAR, number_in, parted
from solvers import Cage, Cell, Patch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapers._guess.looks import Looks
    from solvers import Edge

LARGEST = 0.65
"""The share of the board that its largest region may take."""
LONG = 1.2
"""How much longer than wide a clue is that means a rectangle of that form."""


@lru_cache(maxsize=4)
def regions_of(looks: Looks) -> list[tuple[int, str, dict[Cell, int]]]:
    """Return the partitions of a board into connected regions, with the number of assumptions and with words.

    Where thick lines and grounds each part the board, they must agree.
    """
    lines = looks.regions_by_lines()
    by_lines = lines if lines and _is_partition(lines) else None
    found: list[tuple[int, str, dict[Cell, int]]] = []
    by_ground: list[dict[Cell, int]] = []
    for cost, within in ((0, 0.0), (1, NEAR)):
        part = looks.regions_by_ground(within)
        if _is_partition(part) and not any(same(part, other) for other in by_ground):
            by_ground.append(part)
            found.append((cost, "regions by colour", part))
    if by_lines is not None:
        agreeing = [part for part in by_ground if same(part, by_lines)]
        coarser = [part for part in by_ground if len(set(part.values())) > 2]
        if agreeing or not coarser:
            found = [(0, "regions by colour and lines" if agreeing else "regions by lines", by_lines)]
        else:
            found = []
    return found


def _is_partition(part: dict[Cell, int]) -> bool:
    """Return whether regions are some, not all tiny, and each connected."""
    sizes = Counter(part.values())
    most = LARGEST * len(part)
    return (
        2 < len(sizes) <= len(part) / 2
        and max(sizes.values()) <= most
        and len({*parted(part, lambda cell, other: part[cell] == part[other]).values()}) == len(sizes)
    )


def same(part: dict[Cell, int], other: dict[Cell, int]) -> bool:
    pairs = {(part[cell], other[cell]) for cell in part}
    return len(pairs) == len(set(part.values())) == len(set(other.values()))


def cages_of(looks: Looks) -> list[Cage]:
    """Return the cages of a board by grounds and thick lines, whose sums are written in corners or name pictures."""
    images = {cell: look.drawing.named("image") for cell, look in looks.cells.items()}
    usual, _ = Counter(images.values()).most_common(1)[0]
    sums = {cell: number_in(image) for cell, image in images.items() if image != usual} | looks.corners
    grounds = looks.regions_by_ground(0)
    part = parted(grounds, lambda *edge: grounds[edge[0]] == grounds[edge[1]] and edge not in looks.thick)
    groups = [[cell for cell in part if part[cell] == number] for number in dict.fromkeys(part.values())]
    stated = [[sums[cell] for cell in cells if sums.get(cell)] for cells in groups]
    if not any(stated) or any(len(words) > 1 or not "".join(words).isdecimal() for words in stated if words):
        return []
    return [Cage(tuple(cells), int(words[0]) if words else None) for cells, words in zip(groups, stated, strict=True)]


def walls_of(looks: Looks) -> tuple[Edge, ...]:
    """Return the borders with thick lines."""
    return tuple(sorted(looks.thick))


def rim_numbers(looks: Looks, axis: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the numbers beside each row, or at each column; None where a text is no number."""
    lines = zip(looks.rims[axis, False], looks.rims[axis, True], strict=True)
    words = [re.split(r"[\s,·]+", " ".join([*before, *after]).strip()) for before, after in lines]
    if any(word and not word.isdecimal() for line in words for word in line):
        return None
    return tuple(tuple(int(word) for word in line if word) for line in words)


def rim_side(looks: Looks, axis: int, *, after: bool) -> tuple[int | None, ...] | None:
    """Return the number at each line on one side, None if there are none, or several in one place."""
    lines = looks.rims[axis, after]
    if not any(lines) or any(len(line) > 1 or not "".join(line).isdecimal() for line in lines if line):
        return None
    return tuple(int(line[0]) or None if line else None for line in lines)  # No building is seen nowhere.


def clue_rectangles(looks: Looks) -> Iterator[tuple[int, str, tuple[Patch, ...]]]:
    """Yield the clues of a board to be cut into rectangles: numbers alone, or with the form of what holds them."""
    texts = {cell: look.drawing.text for cell, look in looks.cells.items() if look.drawing.text}
    boxes = {cell: look.clue_box for cell, look in looks.cells.items() if look.clue_box is not None}
    cells = sorted({*texts, *boxes})
    if not cells or not all(text.isdecimal() and 0 < int(text) < 400 for text in texts.values()):
        return
    areas = {cell: int(texts[cell]) if cell in texts else None for cell in cells}
    if all(areas.values()):
        yield 0, "numbers alone", tuple(Patch(cell, "any", areas[cell]) for cell in cells)
    if set(boxes) != set(cells) or not (texts or len({looks.cells[cell].drawing.shapes for cell in cells}) > 1):
        return
    form = {
        cell: "wide" if width > LONG * height else "tall" if height > LONG * width else "square"
        for cell, (_, _, width, height) in boxes.items()
    }
    if all(shape == "square" for shape in form.values()) and (all(areas.values()) or not texts):
        return
    vague = {cell for cell in cells if looks.cells[cell].vague}
    clues = tuple(Patch(cell, "any" if cell in vague else form[cell], areas[cell]) for cell in cells)  # type: ignore[arg-type]
    yield 1, "forms of clues", clues
