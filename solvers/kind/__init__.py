"""The vocabulary of kinds: a kind's file needs no other part of the solvers."""

# fmt: off
# isort: off
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar, Self

from solvers._core.families import cages
from solvers._core.families.cages import Cage
from solvers._core.families.latin import (
    CELL, HIGHEST, Latin, LatinSquare, Sided, allowed, are_apart, are_consecutive, box_of_walls, boxes,
    check_boxes, digits_in, each_once, line_of, long_diagonals, pair_clue, squarest, squarest_box,
    walls_of_boxes,
)
from solvers._core.families.listed import ARROWS, Around, ListedLoop
from solvers._core.families.lined import Divided, Lined, along, is_straight, linked
from solvers._core.families.loops import CLOSED, TWO, Loop, OneLoop
from solvers._core.families.marks import Balanced, Digits, Marks, Signed, TwoMarks, holds, is_one, is_zero, one_of
from solvers._core.families.placed import (
    NO_GIVENS, Placed, Regioned, check_side, corners, has_touching, none_touch, squares,
)
from solvers._core.families.rooms import Roomed
from solvers._core.families.shaded import (
    BLOCK, CROSS, SQUARE, Apart, Blocked, Blocks, Numbered, Repaired, Rimmed, Shaded, Tubes, connected, count_near,
    has_square, is_connected, is_one_part, no_squares, refuted, runs, seen, sight,
)
from solvers._core.generate.fill import (
    ATTEMPTS, CHANGED, Board, climbed, corrected, divided, drawn, filled, filled_within, is_only, latin_square,
    matched, open_cells_of, repaired, toggled, wanted_of,
)
from solvers._core.model import regions
from solvers._core.model.connected import (
    CONNECTION, Connected, Field, Nogood, OnBoard, belongs, field_of, part_of, room_of, steps_from,
)
from solvers._core.model.edges import (
    border, borders, by_cell, canonical, corner, edge_choices, edges, parts, touch, used,
)
from solvers._core.model.errors import BadPuzzle, GaveUp, ZeroForBlank, times
from solvers._core.model.files import with_unknown
from solvers._core.model.graphs import Graph, mask_of, mask_where, positions
from solvers._core.model.grid import (
    BLANK_WORDS, DIGITS, DIRECTIONS, MOST_CELLS, TREE, UNKNOWN, Cell, Direction, Edge, Grid, Place, digit_text,
    number_text, spot,
)
from solvers._core.model.known import bits
from solvers._core.model.lines import ALL, Automaton, Forced, digit_sets
from solvers._core.model.picture import Glyph, Picture, printed
from solvers._core.model.puzzle import Broken, Choices, Puzzle, Step, check_values, in_order, of_shape, read_fields
from solvers._core.model.regions import connected_part, connected_parts, scattered
from solvers._core.model.rules import (
    PAIR, AtMost, CageSum, Clause, Clauses, Clue, Constraint, Derived, Different, DigitCells, Exactly, Given, InOrder,
    Lazy, Line, Literal, Pair, Raw, Rule, Same, Sight, Sum, Table, Total,
)
from solvers._core.model.sentences import gathered, joined
from solvers._links import codes, ids
from solvers._links import parts as link_parts
