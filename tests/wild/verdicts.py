"""Pages that no module knows and what they show after the last input, most of which is no success."""

# ruff: noqa: E501 - one page is a line of the table below

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.wild.pages import LOG, write_case

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
OTHERS: Mapping[str, str] = {
    "advert": "say('<h2>Congratulations, you have won an iPhone!</h2>')",
    "advert_by_name": "say('<h2>You won!</h2>', 'div').className = 'advert'",
    "advert_frame": "{ const frame = document.createElement('iframe'); frame.srcdoc = '<h1>You won!</h1>'; document.body.append(frame); }",
    "advert_sponsored": "say('<small>Sponsored</small><p>You win!</p>', 'div')",
    "almost": "say('Almost solved!')",
    "archive": "say('<h2>Archive</h2><div>Completed</div>', 'section')",
    "asks": "say('Solved?')",
    "board_dark": "document.body.style.background = '#111'; cells.forEach((cell) => { cell.style.background = '#1e1e2e'; cell.style.color = '#eee'; })",
    "board_disabled": "cells.forEach((cell) => { cell.setAttribute('aria-disabled', 'true'); cell.style.background = '#ccc'; })",
    "board_pink": "cells.forEach((cell) => (cell.style.background = '#fdd'))",
    "cell_red": "say('Solved!'); cells[5].style.background = '#f55'",
    "cells_judged": "say('Solved!'); cells.forEach((cell, at) => (cell.style.background = at === 5 ? '#f55' : '#9f9'))",
    "chat": "say('<p>anna: you win</p><p>hello all</p>', 'div')",
    "chat_heading": "say('<h3>Chat</h3><p><b>Eve</b> 12:04</p><p>congrats</p>', 'section')",
    "chat_praise": "{ const box = say('<b>anna</b><p>Well done!</p>', 'div'); box.setAttribute('role', 'log'); }",
    "check_button": "say('Solved', 'button')",
    "column": "say('<div style=\"display: flex\"><span>Name</span><span>Solved</span></div><div style=\"display: flex\"><span>Ann</span><span>13</span></div>', 'div')",
    "complete_profile": "say('Complete your profile')",
    "cookies": "say('We use cookies to count visits. <button>OK</button>', 'div')",
    "cookies_saved": "say('Your settings were successfully saved.', 'div')",
    "counts": "say('Solved: 13')",
    "download": "say('Download complete')",
    "failed_and_won": "say('You win!'); say('Wrong answer')",
    "heading_of_list": "say('<h3>Solved</h3><ul><li>#12</li><li>#13</li></ul>', 'div')",
    "how_to": "say('How to solve a Binairo')",
    "hundred_percent": "say('Filled: 100%')",
    "leaderboard": "say('<tr><td>Ann</td><td>Solved</td></tr><tr><td>Bo</td><td>You win!</td></tr>', 'table')",
    "league": "say('Who won the league? Read the news')",
    "level": "say('Level 2')",
    "link": "say('<a href=\"#x\">Solved</a>')",
    "navigation": "say('<a href=\"#a\">Home</a> <span>Solved</span>', 'nav')",
    "newsletter": "say('Well done is better than well said. Subscribe to our newsletter!')",
    "nobody": "say('Nobody has solved it yet')",
    "number_of_solvers": "say('Solved by 1,234 players today')",
    "offer": "say('Solve another puzzle')",
    "praise_calm": "say('Excellent')",
    "praise_for_another": "say('<span>Anna</span> <b>Excellent!</b>', 'div').setAttribute('role', 'log')",
    "praise_link": "say('<a href=\"#x\">Amazing!</a>')",
    "praise_of_number": "say('<div>13</div><div>Amazing!</div>', 'div')",
    "prize": "say('Solve it and you win!')",
    "quote": "say('<q>Solved!</q>')",
    "quoted": "say('no \"Puzzle Solved\" for you')",
    "rules": "say('You win when every row is complete.')",
    "saved": "say('Saved!')",
    "score": "say('Score: 250')",
    "share": "say('Share when solved')",
    "signed_out": "say('You have been signed out.')",
    "stats": "say('<p>Solved</p>', 'div').className = 'stats'",
    "stats_exclaims": "say('<p>Solved!</p>', 'div').className = 'high-score-row'",
    "stats_of_another": "say('<p>Anna solved it!</p>', 'div').className = 'leaderboard'",
    "success_stories": "say('Success stories')",
    "split_denial": "say('<div>Not</div><div>solved</div>', 'div')",
    "taken_back": "const praise = say('Solved!'); setTimeout(() => praise.remove(), 500)",
    "tile": "say('<div>0</div><div>Solved</div>', 'div')",
    "tile_exclaims": "say('<div>13</div><div>Solved!</div>', 'div')",
    "tile_with_icon": "say('<div>13</div><div><i>★</i><div>Solved</div></div>', 'div')",
    "wait": "say('Checking …')",
    "zero": "say('0 solved')",
}
"""What a page may do after the last input that is neither success nor failure."""
_PRAISES = "const praise = say('', 'h2'), words = ['Great!', 'Splendid!', 'Amazing!', 'Excellent!', 'Fabulous!']"
EARLY: Mapping[str, str] = {
    "praise_of_each_mark": f"{_PRAISES}; onInput((count) => (praise.textContent = words[count % 5]))",
    "praise_of_each_mark_for_a_moment": f"{_PRAISES}; onInput((count) => {{ praise.textContent = words[count % 5]; setTimeout(() => (praise.textContent = ''), 150); }}); win(() => setTimeout(() => (praise.textContent = 'Super!'), 200))",
    "praise_of_lines": f"{_PRAISES}; onInput((count) => {{ if (count > 3) praise.textContent = words[count % 5]; }})",
}
"""Praise of every mark, or of those that complete a line, in other words each time."""
HIDDEN: Mapping[str, str] = {
    "ancestor_opacity": "say('<p>Solved!</p>', 'div', 'opacity: 0')",
    "ancestor_opacity_nearly": "say('<p>Solved!</p>', 'div', 'opacity: 0.05')",
    "behind": "{ const hides = say('Solved!', 'p', 'position: relative'); hides.insertAdjacentHTML('afterend', ''); const box = hides.getBoundingClientRect(); say('', 'div', `position: fixed; left: ${box.left}px; top: ${box.top}px; width: ${box.width}px; height: ${box.height}px; background: #fff`); }",
    "by_its_ground": "say('Solved!', 'p', 'background: #246; color: #264672')",
    "clip": "say('Solved!', 'p', 'position: absolute; clip: rect(0 0 0 0)')",
    "clip_path": "say('Solved!', 'p', 'clip-path: inset(50%)')",
    "from_the_start": "say('Solved!')",
    "hidden_overflow": "say('<p style=\"margin: 0\">Solved!</p>', 'div', 'height: 0; overflow: hidden')",
    "indented": "say('Solved!', 'p', 'text-indent: -9999px')",
    "letters_filled_with_nothing": "say('Solved!', 'p', '-webkit-text-fill-color: transparent')",
    "masked": "say('Solved!', 'p', 'mask-image: linear-gradient(transparent, transparent)')",
    "off_screen": "say('Solved!', 'p', 'position: absolute; left: -9999px')",
    "opacity": "say('Solved!', 'p', 'opacity: 0')",
    "scaled": "say('Solved!', 'p', 'transform: scale(0)')",
    "screen_reader": "say('Solved!', 'p', 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)')",
    "tiny": "say('Solved!', 'p', 'font-size: 1px')",
    "transparent": "say('Solved!', 'p', 'color: transparent')",
    "visibility": "say('Solved!', 'p', 'visibility: hidden')",
    "white_on_white": "say('<b>Solved!</b>', 'div', 'position: fixed; top: 40px; right: 40px; background: #fff; color: #fff')",
}
"""Praise that nobody can see, or that was there before the last input."""
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
    "board_gone": "win(() => { document.querySelector('#board').remove(); say('Solved!'); })",
    "half_changed_back": "win(() => { say('Solved!'); setTimeout(() => cells.slice(8).forEach((cell) => cell.matches('.given') || (cell.textContent = '')), 400); })",
    "mark_changed": "win(() => setTimeout(() => { const cell = cells.find((each) => !each.matches('.given')); cell.textContent = cell.textContent === '1' ? '0' : '1'; say('Solved!'); }, 200))",
}
"""Praise beside a board that does not show the solution."""
SUCCESSES: Mapping[str, str] = {
    "alert": "win(() => alert('You win!'))",
    "ar": "win(() => say('أحسنت! لقد حللت اللغز'))",
    "cs": "win(() => say('Gratulujeme! Vyřešeno.'))",
    "de": "win(() => say('Geschafft! Alles richtig.'))",
    "el": "win(() => say('Συγχαρητήρια!'))",
    "en": "win(() => say('Solved!'))",
    "en_beside_status": "const row = say('<h2>Status</h2><span></span>', 'div', 'display: flex; justify-content: space-between'); win(() => (row.lastChild.textContent = '🎉 Solved!'))",
    "en_notice": "win(() => say('<div>Notice</div><div>Complete!</div><button>OK</button>', 'div', 'position: fixed; inset: 300px; background: #ddd'))",
    "en_praise_long": "win(() => say('Fantastic! You have solved your very first puzzle ever!', 'h2'))",
    "en_screen": "win(() => { document.body.innerHTML = '<h1>You are crushing it!</h1><p>Solved in 0:12</p><button>Play again</button>'; })",
    "en_screen_later": "win(() => setTimeout(() => { document.body.innerHTML = '<h1>You win!</h1>'; }, 700))",
    "en_under_level": "const level = say('Level 1', 'div', 'height: 20px'); level.insertAdjacentElement('afterend', document.querySelector('#board').parentElement === document.body ? Object.assign(document.createElement('div'), { id: 'holder' }) : level); const holder = document.querySelector('#holder'); holder.append(document.querySelector('#board')); win(() => holder.insertAdjacentHTML('beforeend', '<div><div>You Win!</div><div>0:12</div><div>Solve time</div></div>'))",
    "en_dialog": "win(() => say('<h2>🎉 You Win! 🎉</h2><p>Time: 0:12</p><button>Play again</button>', 'div', 'position: fixed; inset: 200px; background: #223; color: #fff'))",
    "en_beneath_praise": "win(() => say('<h2>Royal work!</h2><p>Solved in 0:06</p>', 'div'))",
    "en_in_statistics": "win(() => say('<p>You have solved your very first puzzle!</p><p>Best time</p>', 'div').className = 'recap-stats')",
    "en_fades": "cells.forEach((cell) => cell.matches('.given') && (cell.style.background = '#d53')); win(() => { say('Solved!'); setTimeout(() => cells.forEach((cell) => { cell.style.background = cell.matches('.given') ? '#b74' : '#ccc'; }), 500); })",
    "en_half_covered": "win(() => cover('#fff'))",
    "en_half_covered_later": "win(() => setTimeout(() => cover('#fff'), 300))",
    "en_sentence": "win(() => say('Congratulations! You solved the puzzle in 0:12.'))",
    "en_well_done": "win(() => say('Well done! You solved it.'))",
    "es": "win(() => say('¡Felicidades! Has resuelto el puzzle'))",
    "fr": "win(() => say('Bravo, vous avez gagné !'))",
    "gradient": "win(() => say('You Win!', 'h2', 'background: linear-gradient(#60f, #f06); -webkit-background-clip: text; color: transparent'))",
    "hi": "win(() => say('बधाई हो!'))",
    "it": "win(() => say('Complimenti! Hai vinto!'))",
    "ja": "win(() => say('クリア！おめでとうございます'))",
    "ko": "win(() => say('축하합니다! 성공'))",
    "nl": "win(() => say('Gefeliciteerd! Opgelost!'))",
    "pl": "win(() => say('Gratulacje! Rozwiązano!'))",
    "pt": "win(() => say('Parabéns! Você venceu!'))",
    "revealed": "const praise = say('You win!', 'p', 'display: none'); win(() => (praise.style.display = ''))",
    "revealed_opacity": "const praise = say('You win!', 'p', 'opacity: 0'); win(() => (praise.style.opacity = 1))",
    "ru": "win(() => say('Поздравляем! Вы победили!'))",
    "nb": "win(() => say('Du løste oppgaven!'))",
    "pt_solved": "win(() => say('Parabéns! Resolveste o puzzle.'))",
    "ru_solved": "win(() => say('Правильно! Головоломка решена.'))",
    "sv": "win(() => say('Grattis! Du klarade det!'))",
    "tr": "win(() => say('Tebrikler! Kazandınız!'))",
    "zh": "win(() => say('恭喜！挑战成功'))",
}
"""What only success shows."""
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
