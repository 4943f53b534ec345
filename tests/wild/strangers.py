"""Pages that are no puzzle of ours, all with something in rows and columns that may be clicked: none of it ever is."""

# ruff: noqa: E501 - a page is a line of the list below
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from tests.wild.pages import LOG, write_case

HOME = "https://strangers.example/"
WHERE = """<script>
window.__where = (path) => {
  const cells = [...document.querySelectorAll(".c")];
  const at = cells.findIndex((cell) => path.includes(cell));
  return at < 0 ? null : `cell ${at}`;
};
document.querySelectorAll(".c").forEach((cell) => cell.addEventListener("click", () => cell.classList.toggle("on")));
</script>"""
STYLE = (
    "body{font:16px sans-serif;margin:24px;color:#222}.g{display:inline-grid;gap:var(--g,4px)}.c{box-sizing:border-box;width:var(--s,48px);"
    "height:var(--s,48px);display:flex;align-items:center;justify-content:center;border:1px solid #bbb;cursor:pointer;"
    "background:#fff;font-size:18px;padding:0}.on{outline:3px solid #06c}td.c{display:table-cell;text-align:center}"
)


def page(title: str, body: str, style: str = "") -> str:
    """Return a page."""
    head = f'<meta charset="utf-8"><title>{title}</title>{LOG}<style>{STYLE}{style}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><h1>{title}</h1>{body}{WHERE}</body></html>'


def grid(
    columns: int,
    cells: Iterable[str],
    *,
    side: int = 48,
    gap: int = 4,
    tag: str = "div",
    looks: Callable[[int], str] = lambda _: "",
) -> str:
    """Return boxes in rows of so many columns; `looks` returns the style of each."""
    boxes = "".join(f'<{tag} class="c" style="{looks(at)}">{words}</{tag}>' for at, words in enumerate(cells))
    return f'<div class="g" style="grid-template-columns:repeat({columns},auto);--s:{side}px;--g:{gap}px">{boxes}</div>'


def table(rows: Iterable[Sequence[str]], looks: Callable[[int, int], str] = lambda _row, _col: "") -> str:
    """Return a table."""
    made = (
        "<tr>"
        + "".join(f'<td class="c" style="{looks(row, col)}">{words}</td>' for col, words in enumerate(line))
        + "</tr>"
        for row, line in enumerate(rows)
    )
    return f"<table style='border-collapse:collapse'>{''.join(made)}</table>"


def shades(colours: Sequence[str], seed: str, weights: Sequence[int] | None = None) -> Callable[[int], str]:
    """Return a function that gives every box one of some colours."""
    chance = Random(seed)  # noqa: S311 - pages, not secrets
    drawn = chance.choices(colours, weights, k=2000)
    return lambda at: f"background:{drawn[at]}"


def numbers(count: int, first: int = 1) -> list[str]:
    """Return numbers in order."""
    return [str(first + at) for at in range(count)]


def scattered(words: Sequence[str], count: int, seed: str, weights: Sequence[int] | None = None) -> list[str]:
    """Return random words."""
    return Random(seed).choices(words, weights, k=count)  # noqa: S311 - as above


def chequered(columns: int, light: str, dark: str) -> Callable[[int], str]:
    """Return a function for the grounds of a board of two colours."""
    return lambda at: f"background:{dark if (at // columns + at) % 2 else light}"


def field(kind: str, name: str, label: str) -> str:
    """Return a form field with its label."""
    return f'<p><label>{label} <input type="{kind}" name="{name}" autocomplete="{name}"></label></p>'


MONTH = ["", "", *numbers(30), "", "", ""]
CHESS = [*"♜♞♝♛♚♝♞♜", *"♟♟♟♟♟♟♟♟", *[""] * 32, *"♙♙♙♙♙♙♙♙", *"♖♘♗♕♔♗♘♖"]
EMOJI = list("😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗🤩🤔🤨😐😑😶🙄😏😣😥😮🤐😯😪😫🥱😴😌😛😜😝🤤")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEATS = scattered(["", "", "×"], 80, "seats")
CROSSWORD = ["CAT.SUN", "A.O.P.E", "RIVER.T", "..E.I..", "T.LANCE", "O.L.G.A", "PIE.EAR"]
REVERSI = ["" if at not in {27, 28, 35, 36} else "●" if at in {27, 36} else "○" for at in range(64)]
GAME_2048 = ["2", "", "4", "", "8", "2", "", "", "16", "4", "2", "", "64", "8", "", "2"]
ELEMENTS = ["H", *[""] * 16, "He", "Li", "Be", *[""] * 10, "B", "C", "N", "O", "F", "Ne"]
HOURS = [["", "Mon", "Tue", "Wed", "Thu", "Fri"], *([f"{hour}:00", "", "●", "", "●", ""] for hour in range(8, 16))]
RIGHTS = [["", "read", "write", "share", "delete"], *([name, "✓", "✓", "", ""] for name in ("Ann", "Bo", "Cy", "Di"))]

STRANGERS: Mapping[str, str] = {
    "calendar": page("November 2026", table([MONTH[at : at + 7] for at in range(0, 35, 7)])),
    "calendar_marked": page("Free days", grid(7, MONTH, tag="button", looks=shades(["#fff", "#cfc", "#fcc"], "days"))),
    "seat_map": page("Choose your seats", grid(10, SEATS, side=36, looks=shades(["#9c9", "#999"], "seats"))),
    "plane": page("Your seat", grid(7, [("ABC DEF"[at % 7]).strip() and f"{at // 7 + 1}" for at in range(140)], side=34)),
    "keypad": page("Enter your PIN", grid(3, [*numbers(9), "*", "0", "#"], side=64, tag="button")),
    "calculator": page("Calculator", grid(4, "789÷456×123−0.=+", side=60, tag="button")),
    "spreadsheet": page("Budget", table([["", *"ABCDE"], *([str(row), *numbers(5, row * 7)] for row in range(1, 9))])),
    "spreadsheet_inputs": page(
        "Budget", grid(6, ['<input size="2" style="width:36px;border:0">'] * 48)
    ),
    "chess": page("Chess", grid(8, CHESS, side=56, gap=0, looks=chequered(8, "#f0d9b5", "#b58863"))),
    "chess_empty": page("Where does the knight go?", grid(8, [""] * 64, side=50, gap=0, looks=chequered(8, "#eee", "#777"))),
    "draughts": page(
        "Draughts",
        grid(8, ["⛂" if at // 8 < 3 and (at + at // 8) % 2 else "⛀" if at // 8 > 4 and (at + at // 8) % 2 else "" for at in range(64)], gap=0, looks=chequered(8, "#fff", "#964")),
    ),
    "palette": page("Pick a colour", grid(8, [""] * 64, side=32, looks=lambda at: f"background:hsl({at * 23 % 360} {40 + at % 3 * 20}% {30 + at // 8 * 7}%)")),
    "palette_text": page("Text colour", grid(6, [""] * 36, side=28, looks=shades(["#e57373", "#64b5f6", "#81c784", "#fff176"], "text"))),
    "memory": page("Memory", grid(6, scattered(["?", "?", "?", "🍎", "🍋"], 36, "memory"), side=70, tag="button")),
    "minesweeper": page("Minesweeper", grid(9, scattered(["", "", "1", "2", ""], 81, "mines"), side=34, gap=0, looks=shades(["#bbb", "#eee"], "mines"))),
    "minesweeper_fresh": page("Minesweeper", grid(9, [""] * 81, side=34, gap=1, tag="button")),
    "crossword": page("Crossword", table([list(line.replace(".", " ")) for line in CROSSWORD], lambda row, col: "background:#000" if CROSSWORD[row][col] == "." else "")),
    "word_search": page("Find the words", grid(12, scattered(LETTERS, 144, "words"), side=36, gap=0)),
    "wordle": page("Guess the word", grid(5, ["C", "R", "A", "N", "E", "S", "L", "O", "T", "H", *[""] * 20], side=58, looks=shades(["#787c7e", "#6aaa64", "#c9b458"], "wordle"))),
    "shop": page("Our shoes", grid(5, [f"👟<br>{price} €" for price in range(20, 120, 5)], side=120, gap=12)),
    "gallery": page("Photos", grid(6, [""] * 30, side=110, gap=6, looks=lambda at: f"background:linear-gradient(hsl({at * 37} 60% 60%),#234)")),
    "emoji_picker": page("Emoji", grid(7, EMOJI, side=36, gap=2, tag="button")),
    "icons": page("Choose an icon", grid(8, "★☆♠♣♥♦♪♫☀☁☂☃☎☏☐☑☒☓☔☕☖☗☘☙☚☛☜☝☞☟☠☡", side=40, tag="button")),
    "login": page("Sign in", field("text", "username", "Name") + field("password", "current-password", "Password") + grid(4, ["", "X", "", "O"] * 4)),
    "payment": page("Pay", field("text", "cc-number", "Card") + field("text", "cc-csc", "Code") + grid(6, scattered(["", "●", "○"], 36, "pay"))),
    "one_time_code": page("Enter the code", grid(6, ['<input maxlength="1" autocomplete="one-time-code" style="width:30px">'] * 6)),
    "tic_tac_toe": page("Noughts and crosses", grid(3, ["X", "", "O", "", "X", "", "", "", "O"], side=90)),
    "connect_four": page("Four in a row", grid(7, [""] * 28 + scattered(["🔴", "🟡"], 14, "four"), side=60)),
    "reversi": page("Reversi", grid(8, REVERSI, gap=1, looks=lambda _: "background:#2a7f3f")),
    "game_2048": page("2048", grid(4, GAME_2048, side=90, gap=8, looks=shades(["#eee4da", "#f2b179"], "2048"))),
    "fifteen": page("Fifteen", grid(4, [*numbers(15), ""], side=80, tag="button")),
    "bingo": page("Bingo", grid(5, scattered(numbers(75), 25, "bingo"), side=64, gap=0)),
    "lottery": page("Choose six", grid(7, numbers(49), side=44, tag="button")),
    "elements": page("Periodic table", grid(18, ELEMENTS, side=40, gap=2)),
    "timetable": page("Timetable", table(HOURS)),
    "rights": page("Who may do what", table(RIGHTS)),
    "contributions": page("A year", grid(26, [""] * 182, side=16, gap=2, looks=shades(["#eee", "#9be9a8", "#40c463", "#216e39"], "year"))),
    "pixels": page("Pixel editor", grid(16, [""] * 256, side=28, gap=0, looks=shades(["#fff", "#fff", "#000", "#e33"], "pixels"))),
    "qr": page("Scan me", grid(21, [""] * 441, side=14, gap=0, looks=shades(["#fff", "#000"], "qr"))),
    "sequencer": page("Drums", grid(16, [""] * 64, side=38, tag="button", looks=shades(["#333", "#333", "#333", "#fa0"], "drums"))),
    "multiplication": page("Times tables", table([[str(row * col) for col in range(1, 11)] for row in range(1, 11)])),
    "keyboard": page("Keyboard", grid(10, "QWERTYUIOPASDFGHJKL⏎ZXCVBNM,.-", side=50, tag="button")),
    "battleships": page("Battleships", grid(10, scattered(["", "", "", "•", "✕"], 100, "ships"), side=40, gap=0, looks=lambda _: "background:#bde")),
}  # fmt: skip
"""The pages by name."""


def write(folder: Path, name: str) -> Path:
    """Write a page as a fixture that must be refused; return its folder."""
    case = folder / f"stranger_{name}"
    write_case(case, STRANGERS[name], f"{HOME}{name}", expect={"family": "ReadError"})
    return case
