"""The board of a wild page: its markup, its style, and what its script has to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from solvers import Cell
from tests.wild import looks
from tests.wild.choices import Choices
from tests.wild.looks import Looks
from tests.wild.puzzles import BINARY, PLACED, Shown

INK = {False: "#222", True: "#eee"}
GROUND = {False: "#fff", True: "#23272e"}
BARS = "<path d='M4 9h16M4 15h16' stroke='currentColor' stroke-width='3'/>"
CROSS = "<path d='M6 6L18 18M18 6L6 18' stroke='currentColor' stroke-width='3'/>"


class Names:
    """The names that a page gives to its classes and ids."""

    def __init__(self, chance: Random, how: str) -> None:
        """`how` is `plain`, `modules` or `hashed`."""
        self._chance, self._how = chance, how
        self._names: dict[str, str] = {}

    def __call__(self, word: str) -> str:
        """Return the name for a word."""
        if word not in self._names:
            number = "".join(self._chance.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(6))
            names = {"plain": word, "modules": f"{word.capitalize()}_{number}", "hashed": f"_{number}"}
            self._names[word] = names[self._how]
        return self._names[word]


@dataclass(slots=True)
class Board:
    """The board of a page."""

    puzzle: Shown
    choices: Choices
    chance: Random
    name: Names
    looks: Looks = field(init=False)
    css: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Choose the looks of the marks."""
        kind, svg, side, ink = self.puzzle.kind, self.is_svg, self.choices.side, INK[self.choices.dark]
        if kind in BINARY:
            self.looks = looks.binary(self.chance, self.name, svg=svg, side=side, ink=ink)
        elif kind == "sudoku":
            self.looks = looks.digits(self.chance, self.puzzle.highest, svg=svg, side=side, ink=ink)
        else:
            ink = "#222" if self.choices.regions in {"colour", "both"} else ink
            self.looks = looks.placed(
                self.chance, self.name, kind, svg=svg, side=side, ink=ink, crosses=self.choices.crosses
            )

    @property
    def is_svg(self) -> bool:
        """Whether the board is one drawing."""
        return self.choices.structure == "svg"

    @property
    def pitch(self) -> int:
        """The distance from one cell to the next, in px."""
        return self.choices.side + self.choices.gap

    @property
    def order(self) -> list[Cell]:
        """The cells in the order of the document."""
        return [Cell(row, col) for row in range(self.puzzle.height) for col in range(self.puzzle.width)]

    def at(self, cell: Cell) -> tuple[int, int]:
        """Return the left and top of a cell, in px."""
        return cell.col * self.pitch, cell.row * self.pitch

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in px."""
        gap = self.choices.gap
        return self.puzzle.width * self.pitch - gap, self.puzzle.height * self.pitch - gap

    # --- what cells are called and hold -----------------------------------------------------------------------------

    def classes(self, cell: Cell) -> list[str]:
        """Return the classes that a cell always has."""
        words = [self.name("cell")]
        if self.choices.regions in {"colour", "both"}:
            words.append(self.name(f"region{self.regions.index(self.puzzle.regions[cell])}"))
        if self.choices.regions in {"border", "both"} and not self.is_svg:
            words += [self.name(side) for side in ("top", "left") if self.has_border(cell, side)]
        if self.choices.signs == "pseudo":
            right, below = cell.neighbours()
            for other, side in ((right, "right"), (below, "below")):
                if sign := self.puzzle.signs.get((cell, other)):
                    words.append(self.name(f"{'same' if sign == '=' else 'other'}-{side}"))
        return words

    @property
    def regions(self) -> list[str]:
        """The names of the regions."""
        return sorted(set(self.puzzle.regions.values()))

    def has_border(self, cell: Cell, side: str) -> bool:
        """Return whether a region ends at the upper or left side of a cell."""
        other = Cell(cell.row - 1, cell.col) if side == "top" else Cell(cell.row, cell.col - 1)
        return self.puzzle.regions[cell] != self.puzzle.regions.get(other)

    def state(self, cell: Cell) -> tuple[list[str], list[str], str]:
        """Return the classes of a cell and of its mark, and what the mark's element holds."""
        value = self.puzzle.givens.get(cell)
        look = self.looks.of[value]
        own = self.classes(cell) + ([self.name("given")] if value is not None and self.choices.locked else [])
        if self.choices.nested:
            return own, [word for word in (self.name("mark"), look.name) if word], look.inner
        return [*own, *filter(None, [look.name])], [], look.inner

    def inside(self, cell: Cell) -> str:
        """Return the content of a cell."""
        _, marked, inner = self.state(cell)
        static = "".join(self.signs_in(cell)) if self.choices.signs == "element" and not self.is_svg else ""
        if self.choices.mode == "typed":
            locked = " readonly" if cell in self.puzzle.givens else ""
            names = " ".join(marked)
            return (
                f'<input class="{names}" maxlength="1" inputmode="numeric" autocomplete="off" value="{inner}"{locked}>'
            )
        if self.is_svg:
            return f'<g class="{" ".join(marked)}">{inner}</g>'
        if not self.choices.nested:
            return self.attributed(inner)[1]
        attribute, inner = self.attributed(inner)
        return f'{static}<span class="{" ".join(marked)}"{attribute}>{inner}</span>'

    def attributed(self, inner: str) -> tuple[str, str]:
        """Return the attribute and the content that show a mark."""
        if self.looks.attribute:
            return (f' {self.looks.attribute}="{inner}"' if inner else ""), ""
        return "", inner

    def sign(self, word: str) -> str:
        """Return the markup of a sign."""
        text = self.choices.sign_texts[0 if word == "=" else 1]
        return text or f'<svg viewBox="0 0 24 24" width="14" height="14">{BARS if word == "=" else CROSS}</svg>'

    def signs_in(self, cell: Cell) -> list[str]:
        """Return the signs that a cell holds: those on its right and lower side."""
        right, below = cell.neighbours()
        return [
            f'<i class="{self.name("sign")} {self.name(side)}">{self.sign(sign)}</i>'
            for other, side in ((right, "right"), (below, "below"))
            if (sign := self.puzzle.signs.get((cell, other)))
        ]

    # --- the markup -------------------------------------------------------------------------------------------------

    def html(self) -> str:
        """Return the markup of the board."""
        structure = self.choices.structure
        make = {"table": self.table, "flex": self.flex, "absolute": self.absolute, "svg": self.svg}
        inside = make.get(structure, self.grid)()
        if structure == "svg":
            return inside
        layer = self.layer() if self.choices.signs == "layer" else ""
        tag = "table" if structure == "table" else "div"
        board = f'<{tag} class="{self.name("board")}">{inside}</{tag}>'
        return f'<div class="{self.name("frame")}">{board}{layer}</div>'

    def tag(self, cell: Cell, tag: str, style: str = "") -> str:
        """Return the element of a cell."""
        own, _, inner = self.state(cell)
        extra = ' type="button"' if tag == "button" else ""
        if not self.choices.nested and self.looks.attribute:
            extra += self.attributed(inner)[0]
        styled = f' style="{style}"' if style else ""
        return f'<{tag} class="{" ".join(own)}"{extra}{styled}>{self.inside(cell)}</{tag}>'

    def rows(self, tag: str) -> list[list[str]]:
        """Return the cells by row, in the order of the document."""
        cells, width = self.order, self.puzzle.width
        return [[self.tag(cell, tag) for cell in cells[at : at + width]] for at in range(0, len(cells), width)]

    def table(self) -> str:
        """Return the rows of a table."""
        rows = ["".join(line) for line in self.rows("td")]
        return f"<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody>"

    def flex(self) -> str:
        """Return rows of boxes."""
        return "".join(f'<div class="{self.name("row")}">{"".join(line)}</div>' for line in self.rows("div"))

    def grid(self) -> str:
        """Return boxes or buttons in one grid, with signs on tracks of their own if they are between cells."""
        tag = "button" if self.choices.structure == "buttons" else "div"
        if self.choices.signs != "between":
            return "".join("".join(line) for line in self.rows(tag))
        parts = [self.tag(cell, tag, f"grid-area:{1 + 2 * cell.row}/{1 + 2 * cell.col}") for cell in self.order]
        for (cell, other), sign in sorted(self.puzzle.signs.items()):
            row, col = 1 + cell.row + other.row, 1 + cell.col + other.col
            parts.append(f'<i class="{self.name("sign")}" style="grid-area:{row}/{col}">{self.sign(sign)}</i>')
        return "".join(parts)

    def absolute(self) -> str:
        """Return boxes that are placed one by one."""
        places = ((cell, self.at(cell)) for cell in self.order)
        return "".join(self.tag(cell, "div", f"left:{left}px;top:{top}px") for cell, (left, top) in places)

    def layer(self) -> str:
        """Return the signs of a layer over the board."""
        return "".join(
            f'<i class="{self.name("sign")}" style="left:{left}px;top:{top}px">{self.sign(sign)}</i>'
            for left, top, sign in self.sign_places()
        )

    def sign_places(self) -> list[tuple[float, float, str]]:
        """Return the middle of each border with a sign, in px, and the sign."""
        places = []
        for (cell, other), sign in sorted(self.puzzle.signs.items()):
            x, y = self.at(cell)
            side, between = self.choices.side, self.choices.side + self.choices.gap / 2
            right = other.col > cell.col
            places.append((x + (between if right else side / 2), y + (side / 2 if right else between), sign))
        return places

    def svg(self) -> str:
        """Return the board as one drawing."""
        side, ink = self.choices.side, INK[self.choices.dark]
        width, height = self.size
        parts = []
        for cell in self.order:
            left, top = self.at(cell)
            own, _, _ = self.state(cell)
            parts.append(
                f'<g class="{" ".join(own)}" transform="translate({left},{top})">'
                f'<rect class="{self.name("ground")}" width="{side}" height="{side}"/>{self.inside(cell)}</g>'
            )
        if self.choices.regions in {"border", "both"}:
            lines = []
            for cell in self.order:
                left, top = self.at(cell)
                lines += [f"M{left} {top}h{side}"] * self.has_border(cell, "top")
                lines += [f"M{left} {top}v{side}"] * self.has_border(cell, "left")
            outline = f"M0 {height}H{width}V0"
            parts.append(
                f'<path d="{"".join(lines)}{outline}" stroke="{ink}" stroke-width="3" fill="none" '
                'pointer-events="none"/>'
            )
        for x, y, sign in self.sign_places() if self.choices.signs else []:
            parts.append(f'<g class="{self.name("sign")}" transform="translate({x},{y})">{self.svg_sign(sign)}</g>')
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg class="{self.name("board")}" {size}>{"".join(parts)}</svg>'

    def svg_sign(self, sign: str) -> str:
        """Return a sign as a drawing whose middle is the origin."""
        ink = INK[self.choices.dark]
        text = self.choices.sign_texts[0 if sign == "=" else 1]
        ground = f'<circle r="9" fill="{GROUND[self.choices.dark]}"/>' if self.choices.signs == "element" else ""
        if text:
            attributes = 'text-anchor="middle" dominant-baseline="central" font-size="15"'
            return f'{ground}<text {attributes} fill="{ink}">{text}</text>'
        drawing = (BARS if sign == "=" else CROSS).replace("currentColor", ink)
        return f'{ground}<g transform="translate(-9,-9) scale(0.75)">{drawing}</g>'

    # --- the style --------------------------------------------------------------------------------------------------

    def style(self) -> str:
        """Return the style of the board."""
        of, name = self.choices, self.name
        side, ink, ground = of.side, INK[of.dark], GROUND[of.dark]
        line = "#999" if not of.dark else "#555"
        width, height = self.size
        center = "display:flex;align-items:center;justify-content:center;"
        board, cell, mark, _given = (f".{name(word)}" for word in ("board", "cell", "mark", "given"))
        rules = [*self.looks.css]
        if self.is_svg:
            rules += [f"{board}{{background:{ground}}}", f".{name('ground')}{{fill:{ground};stroke:{line}}}"]
            rules += [f".{name('sign')}{{pointer-events:none;color:{ink}}}", f"{mark}{{pointer-events:none}}"]
            paint = "fill"
            at = f" .{name('ground')}"
        else:
            paint, at = "background-color", ""
            rules.append(
                f"{cell}{{box-sizing:border-box;width:{side}px;height:{side}px;background-color:{ground};color:{ink};"
                f"border:1px solid {line};font:{side * 55 // 100}px/1 system-ui,sans-serif;padding:0;cursor:pointer;"
                f"user-select:none;position:relative;"
                + ("text-align:center;vertical-align:middle" if of.structure == "table" else center)
                + "}"
            )
            rules.append(f".{name('frame')}{{position:relative;width:{width}px;height:{height}px;margin:12px auto}}")
            rules += self.structure_rules()
            rules.append(
                f"{cell} svg,{cell} img{{width:{side * 7 // 10}px;height:{side * 7 // 10}px;"
                "pointer-events:none;display:block;margin:auto}"
            )
            rules.append(f"{mark}{{position:absolute;inset:0;{center}box-sizing:border-box}}")
            rules += self.sign_rules(max(11, side * 3 // 10))
            px = side * 6 // 10
            rules.append(f"{cell}::before,{mark}::before{{display:inline-block;vertical-align:middle}}")
            rules = [rule.replace("width:60%;height:60%", f"width:{px}px;height:{px}px") for rule in rules]
        if of.regions in {"colour", "both"}:
            rules += [
                f".{name(f'region{number}')}{at}{{{paint}:{colour}}}" for number, colour in enumerate(self.colours())
            ]
        if of.regions in {"border", "both"} and not self.is_svg:
            rules += [f".{name(side_)}{{border-{side_}:3px solid {ink}}}" for side_ in ("top", "left")]
            rules.append(f"{board}{{border-right:3px solid {ink};border-bottom:3px solid {ink}}}")
        rules += self.state_rules(at, paint)
        return "\n".join(rules)

    def structure_rules(self) -> list[str]:
        """Return the rules that put cells into their places."""
        of, board = self.choices, f".{self.name('board')}"
        count = self.puzzle.width
        if of.structure == "table":
            return [
                f"{board}{{border-collapse:separate;border-spacing:{of.gap}px;table-layout:fixed;margin:-{of.gap}px}}"
            ]
        if of.structure == "flex":
            row = f".{self.name('row')}{{display:flex;gap:{of.gap}px}}"
            return [row, f"{board}{{display:inline-flex;flex-direction:column;gap:{of.gap}px}}"]
        if of.structure == "absolute":
            places = f".{self.name('cell')}{{position:absolute!important}}"
            width, height = self.size
            return [places, f"{board}{{position:relative;width:{width}px;height:{height}px}}"]
        if of.signs == "between":
            tracks = " ".join([f"{of.side}px {of.gap}px"] * count)
            rows = " ".join([f"{of.side}px {of.gap}px"] * self.puzzle.height)
            return [f"{board}{{display:inline-grid;grid-template-columns:{tracks};grid-template-rows:{rows}}}"]
        return [f"{board}{{display:inline-grid;grid-template-columns:repeat({count},{of.side}px);gap:{of.gap}px}}"]

    def sign_rules(self, small: int) -> list[str]:
        """Return the rules of signs on edges."""
        of, name, ink, ground = self.choices, self.name, INK[self.choices.dark], GROUND[self.choices.dark]
        if not of.signs:
            return []
        sign = f".{name('sign')}"
        between = -of.gap / 2
        font = f"font:normal {small}px/1 system-ui,sans-serif;color:{ink}"
        centred = "display:flex;align-items:center;justify-content:center"
        if of.signs == "between":
            return [f"{sign}{{{centred};{font}}}", f"{sign} svg{{width:14px;height:14px}}"]
        size = f"width:{small + 4}px;height:{small + 4}px"
        rules = [f"{sign} svg{{width:{small}px!important;height:{small}px!important}}"]
        if of.signs == "layer":
            rules.append(
                f"{sign}{{position:absolute;transform:translate(-50%,-50%);pointer-events:none;{size};{centred};{font}}}"
            )
            return rules
        right = f"right:{between - 1:g}px;top:50%;transform:translate(50%,-50%);"
        below = f"bottom:{between - 1:g}px;left:50%;transform:translate(-50%,50%);"
        if of.signs == "element":
            pill = f"background:{ground};border-radius:50%;" if of.zero_first else ""
            rules.append(f"{sign}{{position:absolute;z-index:2;{pill}{size};{centred};{font}}}")
            return [*rules, f".{name('right')}{{{right}}}", f".{name('below')}{{{below}}}"]
        equal, other = (text or default for text, default in zip(of.sign_texts, ("=", "×"), strict=True))
        for word, text in (("same", equal), ("other", other)):
            rules.append(
                f'.{name(f"{word}-right")}::after{{content:"{text}";position:absolute;z-index:2;{right}{font}}}'
            )
            rules.append(
                f'.{name(f"{word}-below")}::before{{content:"{text}";position:absolute;z-index:2;{below}{font}}}'
            )
        return rules

    def colours(self) -> Sequence[str]:
        """Return the colour of each region."""
        colours = [self.choices.palette[number % len(self.choices.palette)] for number in range(len(self.regions))]
        if self.puzzle.kind == "sudoku":
            colours = ["#f1f4f8" if sum(map(int, region.split("-"))) % 2 else "#ffffff" for region in self.regions]
        return colours

    def state_rules(self, at: str, paint: str) -> list[str]:
        """Return the rules for cells that are given, selected, wrong, or under the pointer."""
        of, cell, name = self.choices, f".{self.name('cell')}", self.name
        given = {
            "shade": f".{name('given')}{at}{{{paint}:{'#e9ecef' if not of.dark else '#3a404a'}}}",
            "bold": f".{name('given')}{{font-weight:700}}",
            "colour": f".{name('given')}{{color:{'#0b5394' if not of.dark else '#9fc5e8'}}}",
            "": "",
        }[of.locked]
        rules = [given] if given else []
        if of.mode != "cycle":
            rules.append(f".{name('selected')}{at}{{{paint}:#bbdefb}}")
        if of.mode == "typed":
            rules.append(
                f"{cell} input{{border:0;background:none;text-align:center;font:inherit;color:inherit;"
                "width:100%;height:100%;padding:0}"
            )
        if of.mistakes:
            rules.append(f".{name('mistaken')}{at}{{{paint}:#f8d0d0}}")
        if of.hover:
            rules.append(f"{cell}:hover{at}{{filter:brightness(.94)}}")
        if of.moves and not self.is_svg:
            rules.append(
                f"@keyframes pop{{from{{transform:scale(.3)}}}}{cell} svg,{cell} img{{animation:pop .2s}}"
                f"{cell}{{transition:background-color .2s}}"
            )
        return rules

    # --- the script -------------------------------------------------------------------------------------------------

    def clashes(self, cell: Cell) -> list[list[int]]:
        """Return groups of cells that, all with the same mark as this one, break a rule."""
        index = {other: at for at, other in enumerate(self.order)}
        groups: list[list[Cell]] = []
        if self.puzzle.kind in BINARY:
            for row, col in ((0, 1), (1, 0)):
                line = [Cell(cell.row + step * row, cell.col + step * col) for step in range(-2, 3)]
                groups += [[other for other in line[at : at + 3] if other != cell] for at in range(3)]
        elif self.puzzle.kind == "sudoku" or self.puzzle.kind in PLACED:
            groups = [[other] for other in self.order if other != cell and self.excludes(cell, other)]
        return [[index[other] for other in group] for group in groups if all(other in index for other in group)]

    def excludes(self, cell: Cell, other: Cell) -> bool:
        """Return whether two cells of a board must not hold the same mark."""
        if self.puzzle.kind == "star_battle":
            return max(abs(cell.row - other.row), abs(cell.col - other.col)) == 1
        regions = self.puzzle.regions
        return (
            cell.row == other.row
            or cell.col == other.col
            or (bool(regions) and regions[cell] == regions[other])
            or (self.puzzle.kind == "queens" and max(abs(cell.row - other.row), abs(cell.col - other.col)) == 1)
        )

    def config(self) -> dict[str, object]:
        """Return what the script has to know of the board."""
        of, name, order = self.choices, self.name, self.order
        givens = [self.puzzle.givens.get(cell) for cell in order]
        cycle: list[int | None] = [None, 1]
        if self.puzzle.kind in BINARY:
            cycle = [None, 0, 1] if of.zero_first else [None, 1, 0]
        elif self.puzzle.kind == "sudoku":
            cycle = [None, *range(1, self.puzzle.highest + 1)]
        elif of.crosses:
            cycle = [None, 1, 0] if of.zero_first else [None, 0, 1]
        binary = self.puzzle.kind in BINARY or self.puzzle.kind == "sudoku"
        crosses = None
        if of.automatic:
            crosses = [
                [at for at, other in enumerate(order) if other != cell and self.excludes(cell, other)] for cell in order
            ]
        text = ",".join(str(self.puzzle.goal.get(cell, ".")) for cell in order)
        salt = f"{self.chance.getrandbits(40):x}"
        return {
            "board": f".{name('board')}",
            "cell": f".{name('cell')}",
            "names": [str(cell) for cell in order],
            "givens": givens,
            "salt": salt,
            "digests": {number: digest(salt + number + text) for number in "0123"},
            "spare": [] if binary else [0],
            "cross": 0,
            "cycle": cycle,
            "looks": {
                "" if value is None else str(value): {"name": look.name, "inner": look.inner}
                for value, look in self.looks.of.items()
            },
            "classes": [" ".join(self.classes(cell)) for cell in order],
            "holder": f".{name('mark')}" if of.nested else "",
            "holderName": name("mark") if of.nested else "",
            "attribute": self.looks.attribute,
            "locked": name("given") if of.locked else "",
            "selected": name("selected") if of.mode != "cycle" else "",
            "mistaken": name("mistaken") if of.mistakes else "",
            "clashes": [self.clashes(cell) for cell in order] if of.mistakes else [],
            "crosses": crosses,
            "typed": of.mode == "typed",
            "mode": of.mode,
            "highest": self.puzzle.highest,
            "event": of.event,
            "replace": of.replace,
            "delegated": of.delegated,
            "disables": of.structure == "buttons" and self.chance.random() < 0.5,
        }


def digest(text: str) -> int:
    """Return the digest that the script computes: FNV-1a with 32 bits."""
    value = 0x811C9DC5
    for letter in text:
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return value
