"""Random starts from which puzzles of rare grades are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Start = int | tuple[int, int]
"""What the random numbers begin with, and perhaps a mask of what the search leads to, as in `Dice.kept`."""

STARTS: Mapping[tuple[str, int | None], Sequence[Start]] = {
    ("aquarium", 3): (4, 15, 19, 24),
    ("aquarium", 5): (2, 14),
    ("binairo", 5): (22,),
    ("dominosa", 5): (4, 12),
    ("futoshiki", 5): (
        (0, 0x1E3549302102087000056107021024),
        (17, 0x101A01711D1C1C44301242A1932081),
    ),
    ("galaxies", 2): (23, 28, 49, 56),
    ("galaxies", 4): ((2, 0),),
    ("hashi", 2): (930, 2741, 4196),
    ("hashi", 4): (0, 6, 11, 17, 18, 31, 33, 36),
    ("hitori", 4): (5, 7, 25, 29),
    ("jigsaw_sudoku", 5): (
        (1, 0x10425C1044005028A0021),
        (2, 0x260638040810046410),
        (4, 0x14109011090094160204),
        (5, 0x220080A24000A4884094),
        (6, 0x8459014A4000D021),
    ),
    ("killer_sudoku", 4): ((13, 0x7FFFFE00000400008000000400), (19, 0x7FFFFE00100000200000100000)),
    ("kurodoko", 5): (25, 27, 64, 72),
    ("lits", 1): (1375, 1613, 2501, 2507, 2704, 2976, 3210, 3540),
    ("lits", 3): (27, 40, 42, 47),
    ("mosaic", 2): (1, 25),
    ("nonogram", 5): (1, 14, 38, 42, 45),
    ("norinori", 2): (330, 370, 447),
    ("patches", 4): (7, 20, 33),
    ("pips", 1): (23, 39, 68, 110, 285, 288, 300, 330, 337, 380, 392, 433, 469, 509, 513, 565, 570, 634, 680, 732),
    ("pips", 5): (4, 29, 39, 56, 61, 67, 76, 84, 106, 150),
    ("queens", 5): (10, 17),
    ("renzoku", 4): (
        (3, 0x1FFFFFFFFFFFFFFFFFFFFE000000004000),
        (4, 0x1FFFFFFFFFFFFFFFFFFFFE000040000000),
        (6, 0x1FFFFFFFFFFFFFFFFFFFFE000100000000),
    ),
    ("renzoku", 5): (
        (0, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000100000),
        (2, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000001000000),
        (4, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000001000000),
        (8, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000800000000),
        (9, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000020000000000),
        (10, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000),
        (11, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000010000),
        (17, 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000080000000),
    ),
    ("shakashaka", 1): (2, 3, 4, 14, 18, 24, 27),
    ("shakashaka", 2): (2, 3, 9, 10),
    ("shakashaka", 4): (38,),
    ("shingoki", 2): (71, 103, 163, 178),
    ("slant", 5): ((15, 0xFB3EC764C28D13465685295B000),),
    ("slitherlink", 2): (7,),
    ("star_battle", 5): (10, 13, 17, 18),
    ("sudoku", 5): (
        (1, 0x9A91D8212539542903164C08F1E8124130960CA9506784AAE3403862A014524B),
        (5, 0x19B3BC805A2520D88E8D8117D8490140024083757520AD006846E18F4314101C),
    ),
    ("tapa", 4): (270, 570),
    ("tents", 5): ((7, 0x324C145E),),
    ("thermometers", 4): (21, 67, 94),
    ("three_in_a_row", 5): ((1, 0x4D1544802041201080511008242210040121494000E100),),
    ("yin_yang", 5): (
        (3, 0xD440A50100282041400000),
        (8, 0x288004900008A90801238400),
        (12, 0x20220C228040050D811081),
        (13, 0xC8848083520921008001001),
        (16, 0x80094461406C229C202001),
    ),
    ("zero_hn0", 4): (4, 156, 162, 286, 289, 506, 529, 540),
    ("zero_hn0", 5): ((259, 0x284F03182C40DD8180018180E),),
    ("zip", 5): ((5, 0x6AA20123F),),
}
"""The starts of each kind and grade that is rare at the size of its new puzzles."""
