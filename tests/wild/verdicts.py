"""Pages that no module knows and what they show after the last input, most of which is no success."""

# ruff: noqa: E501 - one page is a line of the table below

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.wild.pages import LOG, write_case
from tests.wild.words import tables

HOME = "https://verdicts.example/"
BEGUN, SOLUTION = ("1.0.", "....", "11..", ".0.1"), ("1001", "0110", "1100", "0011")
"""A Binairo and its solution."""
STYLE = """body { font: 16px sans-serif; margin: 24px; background: #fff; color: #222 }
#board { display: grid; grid-template-columns: repeat(4, 48px); gap: 4px; width: 210px }
.cell { height: 48px; border: 1px solid #999; font: 24px/48px serif; text-align: center; background: #fff }
.given { font-weight: bold }"""
SCRIPT = """
const cells = [...document.querySelectorAll(".cell")];
const solution = 0x9_6_C_3; // one bit for each cell, which says nothing to a reader of texts
const goal = cells.map((_, at) => String((solution >> (15 - at)) & 1));
let inputs = 0, over = false;
const begun = [], clicked = [], won = [];
const say = (html, tag = "p", style = "") => {
  const element = document.createElement(tag);
  element.innerHTML = html;
  element.style = style;
  document.body.append(element);
  return element;
};
const win = (action) => won.push(action), onInput = (action) => clicked.push(action);
const cover = (ground) => { // the upper half of the board
  const { top, height } = document.querySelector("#board").getBoundingClientRect();
  const place = `position: fixed; z-index: 5; left: 0; width: 300px; top: ${top - 4}px; height: ${0.55 * height}px`;
  return say("<h2>You Win!</h2>", "div", `${place}; background: ${ground}`);
};
const clock = () => {
  const element = say("0:00", "p");
  let seconds = 0;
  const timer = setInterval(() => (element.textContent = `0:0${(seconds += 1) % 10}`), 300);
  return () => clearInterval(timer);
};
cells.forEach((cell, at) => cell.addEventListener("click", () => {
  if (over || cell.matches(".given")) return;
  inputs += 1;
  cell.textContent = { "": "1", 1: "0", 0: "" }[cell.textContent];
  clicked.forEach((action) => action(inputs));
  if (cells.every((each, number) => each.textContent === goal[number])) {
    over = true;
    won.forEach((action) => action());
  }
}));
"""
FAILURES = (
    "خطأ، حاول مرة أخرى", "Špatně, zkuste to znovu", "Forkert, prøv igen", "Leider falsch!",
    "Da stimmt noch etwas nicht.", "Das Rätsel ist nicht gelöst", "Noch nicht geschafft", "Λάθος! Δοκιμάστε ξανά",
    "Wrong! Try again.", "There are 3 errors.", "Game over", "Sorry, that is incorrect", "You lost!", "Not solved",
    "Time's up!", "Unsolved", "Has perdido. Inténtalo de nuevo", "Väärin, yritä uudelleen", "Ce n’est pas résolu",
    "Perdu ! Réessayez", "טעות, נסה שוב", "गलत उत्तर", "Hibás megoldás", "Salah! Coba lagi", "Sbagliato, riprova",
    "不正解です", "まだ間違いがあります", "未クリア", "틀렸습니다. 다시 시도하세요", "Helaas, fout!", "Feil, prøv igjen", "Źle! Spróbuj ponownie",
    "Errado! Tente novamente", "Greșit, încearcă din nou", "Неправильно, попробуйте ещё раз", "Fel, försök igen",
    "ผิด ลองอีกครั้ง", "Yanlış! Tekrar deneyin", "Неправильно, спробуйте ще раз", "Sai rồi, thử lại", "答案错误",
    "再試一次",
)  # fmt: skip
"""Sentences that say that the solution is not accepted, in many languages."""
TABLES = tables(Path(__file__).with_suffix(".txt"))
OTHERS: Mapping[str, str] = TABLES["others"]
"""What a page may do after the last input that is neither success nor failure."""
HIDDEN: Mapping[str, str] = TABLES["hidden"]
"""Praise that nobody can see, or that was there before the last input."""
SUCCESSES: Mapping[str, str] = TABLES["successes"]
"""What only success shows."""
_PRAISES = "const praise = say('', 'h2'), words = ['Great!', 'Splendid!', 'Amazing!', 'Excellent!', 'Fabulous!']"
EARLY: Mapping[str, str] = {
    "praise_of_each_mark": f"{_PRAISES}; onInput((count) => (praise.textContent = words[count % 5]))",
    "praise_of_each_mark_for_a_moment": f"{_PRAISES}; onInput((count) => {{ praise.textContent = words[count % 5]; setTimeout(() => (praise.textContent = ''), 150); }}); win(() => setTimeout(() => (praise.textContent = 'Super!'), 200))",
    "praise_of_lines": f"{_PRAISES}; onInput((count) => {{ if (count > 3) praise.textContent = words[count % 5]; }})",
}
"""Praise of every mark, or of those that complete a line, in other words each time."""
_BLANKED = "cells.slice(0, 8).forEach((cell) => cell.matches('.given') || (cell.textContent = ''))"
_CLUE_TURNED = "{ const cell = cells.slice(8).find((each) => each.matches('.given')); cell.textContent = cell.textContent === '1' ? '0' : '1'; }"
BOARDS: Mapping[str, str] = {
    "covered_clue_turned": f"win(() => {{ cover('#fff'); {_CLUE_TURNED} }})",
    "covered_clue_turned_later": f"win(() => setTimeout(() => {{ cover('#fff'); {_CLUE_TURNED} }}, 300))",
    "covered_blanked_later": f"win(() => {{ cover('#fff'); setTimeout(() => {{ {_BLANKED} }}, 400); }})",
    "covered_when_blanked": f"win(() => setTimeout(() => {{ cover('#fff'); {_BLANKED} }}, 300))",
    "covered_by_glass": f"win(() => setTimeout(() => {{ cover('rgba(255, 255, 255, 0.1)'); {_BLANKED} }}, 300))",
    "covered_by_nothing_seen": f"win(() => setTimeout(() => {{ cover('transparent'); {_BLANKED} }}, 300))",
    "board_emptied": "win(() => { cells.forEach((cell) => cell.matches('.given') || (cell.textContent = '')); say('Solved!'); })",
    "board_gone_before_its_time": "win(() => { say('Best: 0:12'); say('Solved'); document.querySelector('#board').remove(); })",
    "board_gone_for_a_list": "win(() => { document.querySelector('#board').remove(); say('<ul><li>Level 1 solved in 0:12</li></ul>', 'div'); })",
    "alert_before_half_emptied": f"win(() => setTimeout(() => {{ alert('You win!'); {_BLANKED} }}, 90))",
    "half_changed_back": "win(() => { say('Solved!'); setTimeout(() => cells.slice(8).forEach((cell) => cell.matches('.given') || (cell.textContent = '')), 400); })",
    "mark_changed": "win(() => setTimeout(() => { const cell = cells.find((each) => !each.matches('.given')); cell.textContent = cell.textContent === '1' ? '0' : '1'; say('Solved!'); }, 200))",
}
"""Praise beside a board that does not show the solution."""
WEAK: Mapping[str, str] = {
    "ja_praise": "win(() => say('完璧！', 'h2'))",
    "fr_praise": "win(() => say('Magnifique !', 'h2'))",
    "clock": "const stop = clock(); win(stop)",
    "en_status": "const row = say('<h2>Status</h2><span>Playing</span>', 'div', 'display: flex; gap: 99px'); win(() => (row.lastChild.textContent = 'Solved'))",
    "en_praise": "win(() => say('Dazzling!', 'h2'))",
}
"""What success may show, but not alone."""
WITHOUT_SUCCESS: Mapping[str, str] = {
    **{
        f"fails_{name}": f"win(() => say({words!r}))"
        for name, words in (("de", "Leider falsch!"), ("ja", "不正解です"))
    },
    **{f"other_{name}": f"win(() => {{ {script} }})" for name, script in OTHERS.items()},
    **{
        f"hidden_{name}": script if "win(" in script or name == "from_the_start" else f"win(() => {{ {script} }})"
        for name, script in HIDDEN.items()
    },
    **EARLY,
    **BOARDS,
}
"""Every page that must not count as accepted."""
FAILS = frozenset(name for name in WITHOUT_SUCCESS if name.startswith("fails_")) | {"other_failed_and_won"}
"""The pages that refuse the solution."""


ALERTS = "<script>const told = []; window.alert = (text) => told.push(text);</script>"
"""Keeps alerts in a list."""


def page(script: str, head: str = LOG) -> str:
    """Return a page that does something after its last input."""
    cells = "".join(
        f'<div class="cell given">{mark}</div>' if mark != "." else '<div class="cell"></div>'
        for row in BEGUN
        for mark in row
    )
    head = f'<meta charset="utf-8"><title>Binairo</title>{head}<style>{STYLE}</style>'
    body = f'<h1>Binairo</h1><div id="board">{cells}</div><script>{SCRIPT}</script><script>{script}</script>'
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def write(folder: Path, name: str) -> Path:
    """Write a page as a fixture; return its folder."""
    case = folder / name
    write_case(case, page({**SUCCESSES, **WITHOUT_SUCCESS}[name]), f"{HOME}{name}")
    return case
