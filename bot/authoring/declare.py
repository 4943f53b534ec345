"""From what was seen of a page to the declaration of its layout, and to the markup of a playable copy of its board."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.authoring.facts import features, text_of
from solvers import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.authoring.explore import Seen
    from bot.authoring.facts import Facts
    from solvers import Cell, Puzzle

CROSSES = frozenset("xX×✕✖✗✘·•.")
"""What stands in a cell that stays empty."""
EVENTS = {"mousedown": "mousedown", "pointerdown": "pointerdown", "mouseup": "mouseup", "pointerup": "mouseup"}
"""The event of a copy for that of a page; any other is `click`."""
MOST_SEEN = 300
"""Characters of what was seen that a TODO repeats."""


@dataclass(slots=True)
class Declared:
    """The declaration of a layout in words, and what a copy of the board is made of."""

    lines: list[str] = field(default_factory=list)
    """The arguments of `Cells`."""
    clues: list[str] = field(default_factory=list)
    imports: set[str] = field(default_factory=lambda: {"Cells"})
    todo: list[str] = field(default_factory=list)
    """What is not known, each with what was seen."""
    snippets: dict[str, Any] = field(default_factory=dict)
    cell: dict[str, str] = field(default_factory=dict)
    """The attributes of a cell in the copy."""
    classes: list[str] = field(default_factory=list)
    inside: str = ""
    entry: dict[str, Any] = field(default_factory=dict)

    def miss(self, what: str, seen: object = "") -> None:
        """Note what is not known."""
        shown = "".join(letter if letter.isprintable() else " " for letter in str(seen or ""))
        words = re.sub(r"\s+", " ", shown)[:MOST_SEEN].strip()
        self.todo.append(f"{what}{f'. Seen: {words}' if words else ''}")

    def use(self, line: str, *names: str) -> None:
        """Add an argument, and the names that it needs."""
        self.lines.append(line)
        self.imports.update(names)


def declare(seen: Seen, kind: str) -> Declared:
    """Return what a module can say of the board that was seen."""
    out, board = Declared(), seen.board
    if board is None:
        out.miss("the board: no board of squares was seen", seen.refusal)
        return out
    css = min(board.cell_selectors, key=lambda css: (not css.startswith("."), len(css)), default="")
    sample = next(iter(board.cells.values()))
    out.use(f"cell={_text(css or 'TODO')},")
    if not css:
        out.miss(
            "a selector that all cells match, and nothing else on the board", f"the first cell is <{sample['tag']}>"
        )
    out.entry["cell"] = css or ".cell"
    out.classes = [
        name for name in sample["classes"] if all(name in facts["classes"] for facts in board.cells.values())
    ]
    if css.startswith("[") and (match := re.fullmatch(r"\[([\w-]+)(?:=\"(.*)\")?\]", css)):
        out.cell[match[1]] = match[2] or ""
    _places(out, seen)
    answer = seen.guess.answer
    puzzle = answer.puzzle if answer is not None else None
    given = dict(puzzle.given_marks.marked()) if puzzle is not None and puzzle.given_marks is not None else {}
    _marks(out, seen, kind, given)
    _givens(out, seen, kind, given)
    _clues(out, seen, kind, puzzle)
    return out


def _places(out: Declared, seen: Seen) -> None:
    board = seen.board
    if board is None:
        return
    if board.places:
        place = board.places[0]
        names = ", ".join(map(_text, place.attributes))
        first = f", first={place.first}" if place.first else ""
        out.use(f"places_by=(place_in({names}, pattern={_raw(place.pattern)}{first}),),", "place_in")
        text = text_of(next(iter(board.cells.values())), place.attributes)
        written = place.write(text)
        out.classes += written.pop("class", "").split()[len(out.classes) :]
        out.cell |= written
    elif 1 < board.parents == board.found.lattice.height:
        out.use("places_by=(in_table,),", "in_table")
        out.entry["rows"] = True
    else:
        out.miss("places_by: no attribute of the cells says their places, so only the drawn lattice does")


def _marks(out: Declared, seen: Seen, kind: str, given: Mapping[Cell, int]) -> None:
    """Declare what tells the marks of a cell, from the states that the clicks have shown."""
    board, trial, marks, css = seen.board, seen.trial, KINDS[kind].MARKS, str(out.entry.get("cell"))
    if board is None:
        return
    if set(marks) != {0, 1}:
        out.use("marks_by=(number(digits=2),),", "number")
        out.miss("how a digit is entered: pad=Pad('[data-key=\"{}\"]', active='.active'), or cycle", _told(trial.steps))
        out.inside, out.snippets["symbol"] = "{symbol}", {"blank": "", "else": "{value}"}
        return
    shown = trial.marks
    said = [features(one, board.placed) for one in shown]
    blank_cells = [facts for cell, facts in board.cells.items() if cell not in given and cell != trial.cell]
    usual = {css for facts in blank_cells for css in features(facts, board.placed)}
    unique = [
        [
            one
            for one in own
            if all(one not in other for other in said[:at] + said[at + 1 :]) and not (at and one in usual)
        ]
        for at, own in enumerate(said)
    ]
    names = _named(shown, unique, {cell: features(board.cells[cell], board.placed) for cell in given}, given, marks)
    order = [names.get(at) for at in range(len(shown))]
    texts = [one["text"].upper() for one in shown]
    by_text = len({*texts}) == len(texts) > 1
    told = {own[0]: order[at] for at, own in enumerate(unique) if own and at}
    is_told = len(told) == len(shown) - 1 > 0
    sources = []
    if is_told:
        bare = [name for name in told if name in said[1:][list(told).index(name)] and not _is_inside(name, shown)]
        held = [name for name in told if name not in bare]
        blank = css + (f":not({', '.join(bare)})" if bare else "") + (f":not(:has({', '.join(held)}))" if held else "")
        listed = ", ".join(f"{_text(name)}: {mark}" for name, mark in {blank: None, **told}.items())
        sources.append(f"selectors({{{listed}}})")
        out.imports.add("selectors")
    if by_text:
        pairs = ", ".join(f"{_text(text)}: {order[at]}" for at, text in enumerate(texts))
        sources.append(f"text({{{pairs}}})")
        out.imports.add("text")
    if sources:
        out.use(f"marks_by=({', '.join(sources)},),")
    else:
        out.use('marks_by=(text({"": None}),),', "text")
        out.miss("marks_by: no class, attribute or text tells the marks of a cell", _told(trial.steps) or trial.why)
    if trial.cycle is None:
        out.miss("cycle: the marks in the order of the clicks", trial.why)
    elif 1 in order:
        out.use(f"cycle={_tuple(order)},")
        out.entry |= {"event": EVENTS.get(trial.event or "", "click"), "cycle": order}
    crosses = marks[0] == "empty"
    if crosses and 0 in order:
        out.use("spare=(None, 0),")
        out.use('words={0: "a cross"},')
        out.entry["spare"] = [None, 0]
    if shown and 1 not in order:
        out.miss(f"which mark is {marks[1]}", _told(trial.steps))
    _copied(out, shown, order)


def _is_inside(css: str, shown: Sequence[Facts]) -> bool:
    """Return whether a selector is of something in a cell rather than of the cell."""
    return any(css in one["inside"] for one in shown)


def _named(
    shown: Sequence[Facts],
    unique: Sequence[Sequence[str]],
    printed: Mapping[Cell, Sequence[str]],
    given: Mapping[Cell, int],
    marks: Mapping[int, str],
) -> dict[int, int | None]:
    """Return the mark of each state of a cell, the first of which is blank: by the givens, else by what is drawn."""
    found: dict[int, int | None] = {0: None}
    for mark in {*given.values()}:
        own = set[str]().union(*(names for cell, names in printed.items() if given[cell] == mark))
        shared, at = max(((len({*unique[at]} & own), at) for at in range(1, len(shown))), default=(0, 0))
        if shared:
            found[at] = mark
    left = [at for at in range(1, len(shown)) if at not in found]
    free = [mark for mark in (0, 1) if mark not in found.values()]
    if len(left) == 1 and marks[0] == "empty":
        found[left[0]] = 1
    elif left and len(left) == len(free):
        is_cross = [bool({*shown[at]["text"].strip()} & CROSSES) or "cross" in " ".join(unique[at]) for at in left]
        ordered = sorted(zip(is_cross, left, strict=True), key=lambda one: (not one[0], one[1]))
        found |= {at: mark for (_, at), mark in zip(ordered, free, strict=True)}
    return found


def _copied(out: Declared, shown: Sequence[Facts], order: Sequence[int | None]) -> None:
    """Note the markup of each mark for the copy."""
    keys = ["blank" if mark is None else str(mark) for mark in order]
    classes = [[name for name in one["classes"] if name not in out.classes] for one in shown]
    varied = {name for own in classes for name in own} - set.intersection(*map(set, classes)) if classes else set()
    out.snippets["marked"] = {
        key: "".join(f" {n}" for n in own if n in varied) for key, own in zip(keys, classes, strict=True)
    } or ""
    out.snippets["symbol"] = {key: _inert(one["html"]) for key, one in zip(keys, shown, strict=True)} or ""
    for name in {name for one in shown for name in one["attributes"]} - {"style", "id", *out.cell}:
        values = [one["attributes"].get(name) for one in shown]
        if name.startswith("data-") and None not in values and len({*values}) > 1:
            out.snippets[name] = dict(zip(keys, values, strict=True))
            out.cell[name] = f"{{{name}}}"
    out.inside = "{symbol}"


def _givens(out: Declared, seen: Seen, kind: str, given: Mapping[Cell, int]) -> None:
    """Declare what locks a given, by what all given cells have and no other has."""
    board = seen.board
    if board is None or not KINDS[kind].has_givens():
        return
    own = {cell: {*features(facts, board.placed)} for cell, facts in board.cells.items()}
    if not given:
        out.use('givens=Givens(locked=(has_class("TODO-given"),)),', "Givens", "has_class")
        out.todo.append(
            "givens: this board has none; write what locks a given in place of TODO-given, if others have some"
        )
        return
    shared = set.intersection(*(own[cell] for cell in given))
    free = {name for cell, names in own.items() if cell not in given for name in names}
    lock = sorted(shared - free, key=lambda name: (not name.startswith("."), len(name)))
    if lock:
        out.use(f"givens=Givens(locked=(has({_text(lock[0])}),)),", "Givens", "has")
        if lock[0].startswith("."):
            out.snippets["given"] = {"given": f" {lock[0][1:]}"}
            out.classes.append("{given}")
    else:
        out.miss(
            "givens: nothing tells printed marks from entered ones; on a begun board all marks are taken as printed"
        )


def _clues(out: Declared, seen: Seen, kind: str, puzzle: Puzzle | None) -> None:
    """Declare regions and signs, and name what is left."""
    fields = {field.name for field in dataclasses.fields(KINDS[kind])} - {"givens", "connected"}  # type: ignore[arg-type] # every kind is a dataclass
    if "regions" in fields:
        fields.discard("regions")
        _regions(out, seen, puzzle)
    if {"equal", "opposite"} <= fields:
        fields -= {"equal", "opposite"}
        _signs(out, seen, puzzle)
    if fields:
        out.miss(
            f"the {', '.join(sorted(fields))} of the puzzle: declare Boxes, Walls or a BoardLayout for them", puzzle
        )


def _regions(out: Declared, seen: Seen, puzzle: Puzzle | None) -> None:
    board, regions = seen.board, getattr(puzzle, "regions", None)
    if board is None or regions is None:
        out.miss("the regions: Regions(classes=…), or Regions() for regions by their ground")
        return
    out.imports.add("Regions")
    by: dict[object, list[Cell]] = defaultdict(list)
    for cell in board.cells:
        by[regions[cell.row][cell.col]].append(cell)
    letters = dict(zip(by, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))
    held = [{*map(frozenset, (board.cells[cell]["classes"] for cell in cells))} for cells in by.values()]
    shared = [frozenset.intersection(*names) for names in held]
    own = [names - frozenset().union(*shared[:at], *shared[at + 1 :]) for at, names in enumerate(shared)]
    if all(own):
        names = [min(one, key=lambda name: (len(name), name)) for one in own]
        stems = {re.sub(r"\d+$|(?<=-)\w+$", "", name) for name in names}
        listed = "|".join(sorted(names))
        stem = next(iter(stems))
        pattern = rf"{stem}\w+" if len(stems) == 1 and stem and not stem.isdecimal() else listed
        out.clues.append(f"Regions(classes={_raw(pattern)}),")
        out.snippets["region"] = {f"region {letters[key]}": f" {name}" for key, name in zip(by, names, strict=True)}
        out.classes.append("{region}")
        return
    grounds = [{board.cells[cell]["looks"].get("ground", "") for cell in cells} for cells in by.values()]
    out.clues.append("Regions(),")
    if {len(one) for one in grounds} != {1} or len(set.union(*grounds)) < len(by) or "" in set.union(*grounds):
        out.miss("the regions: neither a class nor the ground of a cell tells its region", board.line())
    out.snippets["ground"] = {f"region {letters[key]}": min(one) for key, one in zip(by, grounds, strict=True)}
    out.cell["style"] = "background: {ground}"


def _signs(out: Declared, seen: Seen, puzzle: Puzzle | None) -> None:
    board = seen.board
    if board is None or puzzle is None:
        out.miss("the signs: Signs(css, signs_by=(text({…}),), picture=css)")
        return
    edges: list[tuple[Any, str]] = [(edge, name) for name in ("equal", "opposite") for edge in getattr(puzzle, name)]
    near = [board.signs[edge] for edge, _ in edges if edge in board.signs]
    shared = [css for css in (near[0]["own"] if near else ()) if all(css in one["own"] for one in near)]
    if len(near) != len(edges) or not shared:
        out.miss("the signs: Signs(css, signs_by=(text({…}),), picture=css)", near)
        return
    values = {"equal": "EQUAL", "opposite": "OPPOSITE"}
    of = {
        values[name]: [one for one, (_, other) in zip(near, edges, strict=True) if other == name] for _, name in edges
    }
    told: dict[str, str] = {}
    for value, own in of.items():
        others = {name for other, some in of.items() if other != value for one in some for name in one["own"]}
        if some := sorted(set.intersection(*({*one["own"]} for one in own)) - others, key=len):
            told[some[0]] = value
    texts = {one["text"].upper(): value for value, own in of.items() for one in own if one["text"]}
    css, overlay, by = shared[0], near[0]["inside"] < 0, []
    if len(told) == len(of):
        by.append(f"selectors({{{', '.join(f'{_text(name)}: {value}' for name, value in told.items())}}})")
    if len(texts) == len(of):
        by.append(f"text({{{', '.join(f'{_text(name)}: {value}' for name, value in texts.items())}}})")
    by += ["shape"] if all(one["drawn"] for one in near) else []
    if not by:
        out.miss(f"what tells the signs apart: Signs({_text(css)}, signs_by=(…,))", near)
        return
    drawn = "" if "shape" in by else f", picture={_text(css)}"
    out.imports |= {"Signs", *(one.partition("(")[0] for one in by), *(of if by != ["shape"] else ())}
    out.clues.append(f"Signs({_text(css)}, signs_by=({', '.join(by)},){drawn}{', overlay=True' if overlay else ''}),")
    out.miss("the copy of the page draws no signs yet: add them to the board's snippets", css)


def _told(steps: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(f"click {at}: {step['changed']}" for at, step in enumerate(steps, start=1) if step["changed"])


def _inert(html: str) -> str:
    """Return markup of a mark as a snippet: its elements and names, with a drawing of our own."""
    html = re.sub(
        r"<(svg|script|style)\b.*?</\1>", lambda one: "<svg></svg>" if one[1] == "svg" else "", html, flags=re.DOTALL
    )
    html = re.sub(r"<img[^>]*>", "<svg></svg>", html)
    html = re.sub(r'\s(?!class=|role=|data-)[\w:-]+="[^"]*"', "", html)
    return re.sub(r">[^<]{3,}<", "><", html).replace("{", "").replace("}", "")


def _tuple(values: Sequence[object]) -> str:
    return f"({', '.join(map(repr, values))}{',' * (len(values) == 1)})"


def _text(text: str) -> str:
    """Return a text as Python writes it, with double quotes where they need no backslash."""
    return repr(text) if '"' in text or "\\" in text or not text.isprintable() else f'"{text}"'


def _raw(pattern: str) -> str:
    return f'r"{pattern}"' if '"' not in pattern else repr(pattern)
