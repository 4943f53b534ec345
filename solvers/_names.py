"""The names that people use for puzzle kinds, besides those of the files, and the name that is meant by a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

KIND_NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
"""The name of each kind: each plain file of this folder is one."""
LONGEST = 60
"""Characters of the longest name that is compared with the known ones."""
OTHER_NAMES = {
    kind: tuple(names.split())
    for kind, names in {
        "abc_view": "easy_as_abc abc_end_view",
        "battleships": "battleship bimaru yubotu solitaire_battleships battleship_solitaire",
        "binairo": "takuzu binary binary_puzzle binary_sudoku binoxxo binero tic_tac_logic 0h_h1 oh_hi",
        "calcudoku": "kenken keen kendoku mathdoku",
        "castle_wall": "castle",
        "country_road": "country",
        "dominosa": "solitaire_dominoes domino_hunt",
        "double_choco": "dbchoco",
        "fillomino": "fillomino01 filling polyominous allied_occupation",
        "futoshiki": "unequal minarism hutosiki more_or_less",
        "galaxies": "tentai_show tentaisho spiral_galaxies",
        "hashi": "bridges hashiwokakero hashikake chopsticks",
        "heyawake": "heyawacky",
        "hitori": "singles",
        "jigsaw_sudoku": "irregular_sudoku chaos_sudoku squiggly_sudoku nonomino jigsaw",
        "kakurasu": "box index_sums",
        "kakuro": "cross_sums kakkuro",
        "killer_sudoku": "sum_sudoku sumdoku killer",
        "kurodoko": "kuromasu range",
        "light_up": "akari bijutsukan",
        "lits": "nuruomino",
        "masyu": "mashu pearl pearls",
        "minesweeper": "mines",
        "mosaic": "fill_a_pix count_and_darken",
        "n_queens": "eight_queens 8_queens",
        "net": "network pipes netwalk freenet",
        "nonogram": "nonograms picross griddlers hanjie paint_by_numbers pic_a_pix pattern japanese_crossword",
        "numberlink": "numlin arukone number_link flow flow_free",
        "patches": "shikaku rectangles rect divide_by_squares",
        "renzoku": "adjacent",
        "ripple_effect": "ripple hakyuu hakyukoka",
        "shingoki": "semaphores traffic_lights",
        "skyscrapers": "skyscraper towers building",
        "slalom": "suraromu",
        "slant": "gokigen gokigen_naname",
        "slitherlink": "slither loopy fences loop loop_the_loop",
        "star_battle": "two_not_touch",
        "stitches": "sutures",
        "sudoku": "solo number_place nanpure sudoku_x x_sudoku diagonal_sudoku windoku hyper_sudoku consecutive"
        " consecutive_sudoku kropki kropki_sudoku thermo_sudoku thermometer_sudoku arrow_sudoku sandwich_sudoku",
        "suguru": "tectonic number_blocks",
        "tango": "binairo_plus binary_plus",
        "tents": "tents_and_trees tents_and_camps",
        "thermometers": "thermometer thermo",
        "three_in_a_row": "3_in_a_row unruly tohu_wa_vohu",
        "yajilin": "yajirin arrow_ring",
        "yin_yang": "shiromaru_kuromaru",
        "zero_hn0": "0h_n0 oh_no",
    }.items()
}
ADDED = {
    **dict.fromkeys(("flow", "flowfree"), ("full",)),
    **dict.fromkeys(("sudokux", "xsudoku", "diagonalsudoku"), ("diagonals",)),
    **dict.fromkeys(("windoku", "hypersudoku"), ("windows",)),
    **dict.fromkeys(("consecutivesudoku", "consecutive"), ("all_consecutive",)),
    **dict.fromkeys(("kropki", "kropkisudoku"), ("all_consecutive", "all_double")),
}
"""The fields that a name adds to its kind."""
KIND_WORDS = [*KIND_NAMES, *(other for names in OTHER_NAMES.values() for other in names)]
"""All names of kinds."""


def kind_like(name: str) -> str | None:
    """Return the kind that people call by a name, in any case, with any signs between words; None if there is none.

    >>> kind_like("Takuzu"), kind_like("3-in-a-row"), kind_like("LightUp"), kind_like("soduko")
    ('binairo', 'three_in_a_row', 'light_up', None)
    """
    return _by_letters().get(_letters(name))


def added(*names: object) -> dict[str, bool]:
    """Return the fields that names of a kind add to it, as `windoku` adds windows to a Sudoku; names must agree."""
    given = [str(name) for name in names if name is not None]
    agree = len(set(map(kind_like, given))) == 1
    return {field: True for name in given if agree for field in ADDED.get(_letters(name), ())}


@cache
def _by_letters() -> Mapping[str, str]:
    """Return each kind by the letters of its names."""
    others = {_letters(other): kind for kind, names in OTHER_NAMES.items() for other in names}
    return others | {_letters(kind): kind for kind in KIND_NAMES}


def names_of(kind: str | None) -> list[str]:
    """Return the other names of a kind, with spaces between words."""
    return [name.replace("_", " ") for name in OTHER_NAMES.get(kind or "", ())]


def nearest_kind(name: str) -> str:
    """Return the kind that a name may mean, with the name that is near if it is another; "" if none is near.

    >>> nearest_kind("aakari"), nearest_kind("soduko")
    ('light_up (akari)', 'sudoku')
    """
    near = nearest(name, KIND_WORDS)
    if "sudoku" in (letters := _letters(name)) and _distance(letters, _letters(near)) > 2:  # noqa: PLR2004 - a typing error or two
        near = "sudoku"
    kind = kind_like(near)
    return near if kind in {near, None} else f"{kind} ({near})"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that differs in the fewest letters, "" if none is near.

    >>> nearest("soduko", ["kurodoko", "sudoku"]), nearest("chess", ["kurodoko", "sudoku"])
    ('sudoku', '')
    """
    letters = _letters(name)
    found = sorted(
        (_distance(letters, _letters(other)), other[:1] != letters[:1], abs(len(other) - len(name)), other)
        for other in known
        if len(name) <= LONGEST
    )
    return found[0][-1] if found and found[0][0] <= len(name) // 2 else ""


def _distance(one: str, other: str) -> int:
    """Return how many letters have to be changed, added or removed."""
    row = list(range(len(other) + 1))
    for above, letter in enumerate(one, start=1):
        before, row[0] = row[0], above
        for at, wanted in enumerate(other, start=1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != wanted))
    return row[-1]


def _letters(name: str) -> str:
    """Return the letters and digits of a name, in lower case."""
    return re.sub(r"[\W_]+", "", name.lower())
