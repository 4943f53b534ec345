"""Parts of layouts: `Cells` declares a layout of marked cells, and other layouts use its parts."""

from __future__ import annotations

from scrapers._reading.board import DOWN, LEFT, RIGHT, UP, attribute, cache_last, select, tokens
from scrapers._reading.cells import Cells
from scrapers._reading.clicks import Pad
from scrapers._reading.edges import Signs, Walls
from scrapers._reading.givens import Givens, Listed
from scrapers._reading.measure import MEASURE, measuring
from scrapers._reading.paths import PathLayout
from scrapers._reading.places import Located, in_table, locate, place_in, size_in, size_stated
from scrapers._reading.rectangles import CellLabel, RectangleLayout, label_in
from scrapers._reading.regions import Boxes, Regions
from scrapers._reading.signs import EQUAL, OPPOSITE
from scrapers._reading.sources import (
    class_words,
    classes,
    colour,
    drawing,
    has,
    has_class,
    has_value,
    holds,
    label,
    number,
    number_in_label,
    otherwise,
    picture,
    selectors,
    shape,
    text,
)

__all__ = [
    "DOWN",
    "EQUAL",
    "LEFT",
    "MEASURE",
    "OPPOSITE",
    "RIGHT",
    "UP",
    "Boxes",
    "CellLabel",
    "Cells",
    "Givens",
    "Listed",
    "Located",
    "Pad",
    "PathLayout",
    "RectangleLayout",
    "Regions",
    "Signs",
    "Walls",
    "attribute",
    "cache_last",
    "class_words",
    "classes",
    "colour",
    "drawing",
    "has",
    "has_class",
    "has_value",
    "holds",
    "in_table",
    "label",
    "label_in",
    "locate",
    "measuring",
    "number",
    "number_in_label",
    "otherwise",
    "picture",
    "place_in",
    "select",
    "selectors",
    "shape",
    "size_in",
    "size_stated",
    "text",
    "tokens",
]
