"""What pages that no module knows do after the last input: real wins, and what only looks like one."""

# ruff: noqa: E501 - one ending is a line of the tables below, in the language of its page

from __future__ import annotations

from collections.abc import Mapping

PAGE = """<!doctype html><meta charset="utf-8"><title>Binairo</title><style>
body { font: 16px sans-serif; margin: 20px; background: #fff }
td { width: 44px; height: 44px; border: 1px solid #777; text-align: center; font-size: 22px }
td.given { font-weight: bold; background: #ddd }
.panel { position: fixed; z-index: 5; left: 60px; top: 200px; width: 300px; padding: 12px; background: #fff; border: 2px solid }
</style><h1>Binairo</h1><p>Fill the grid with 0 and 1: no three in a row, and no two lines are equal.</p>
<p>Moves: <span id="moves">0</span></p><p id="status">Playing</p><p id="clock">0:00</p>
<table id="board">{rows}</table><div id="msg"></div><button>New game</button>
<div id="modal" class="panel" style="display: none"><h2 id="title"></h2><p id="text"></p><button>New game</button></div>
<script>
const solution = "1001011011000011", fill = () => cells.forEach((cell, at) => (cell.textContent = solution[at]));
const told = [], jobs = [], [say, status, cells] = [(html) => (document.querySelector("#msg").innerHTML = html), (html) => (document.querySelector("#status").innerHTML = html), [...document.querySelectorAll("td")]];
let now = 0;
const later = (seconds, action) => jobs.push([now + 1000 * seconds, action]);
const tick = (ms) => { now += ms; for (const job of jobs.splice(0)) job[0] <= now ? job[1]() : jobs.push(job); };
const panel = (html, style = "") => document.body.insertAdjacentHTML("beforeend", `<div class="panel" style="${style}">${html}</div>`);
const modal = (title, text) => { document.querySelector("#title").innerHTML = title; document.querySelector("#text").innerHTML = text; document.querySelector("#modal").style.display = ""; };
const dialog = (html) => { document.body.insertAdjacentHTML("beforeend", `<dialog>${html}</dialog>`); document.querySelector("dialog").showModal(); };
const css = (rule) => document.head.insertAdjacentHTML("beforeend", `<style>${rule}</style>`);
const paint = (...colours) => cells.forEach((cell, at) => (cell.style.background = colours[at % colours.length]));
let seconds = 0, runs = true;
const clock = () => later(1, () => { if (runs) { seconds += 1; document.querySelector("#clock")?.replaceChildren(`0:${String(seconds).padStart(2, "0")}`); } clock(); });
clock();
</script>"""
"""A page; its own timers go by `later`, so that a test can let the time pass."""

GIVEN = "1.0.", "....", "11..", ".0.1"
WINS: Mapping[str, str] = {
    "alert": "told.push('Congratulations! You solved it!')",
    "alert_short": "told.push('You win')",
    "alert_lines": "told.push('Solved!\\nYour time: 0:12')",
    "banner_replaces_board": "document.querySelector('#board').outerHTML = '<div>Отлично! Вы решили нонограмму!</div>'",
    "board_pseudo": "css('#board { position: relative } #board::after { content: \"You win!\"; position: absolute; inset: 0; background: #fffc }')",
    "clock_and_words": "runs = false; status('Solved')",
    "covered_later": "panel('<h2>You win!</h2>'); later(1, () => panel('<label>Name for the leaderboard <input></label> <button>OK</button>'))",
    "css_words": "css('#msg::before { content: \"Puzzle solved!\" }')",
    "de": "dialog('<h2>Geschafft!</h2><p>Du hast das Rätsel in 2 Minuten gelöst.</p><button>Neues Spiel</button>')",
    "de_line": "say('<b>Herzlichen Glückwunsch! Alles richtig.</b>')",
    "dialog": "dialog('<h2>Well done!</h2><p>You solved today’s puzzle in 0:12.</p><button>Share</button>')",
    "dialog_form": "dialog('<form method=dialog><h2>Congratulations!</h2><button>Close</button></form>')",
    "es": "panel('<h2>¡Felicidades!</h2><p>Has resuelto el puzle en 12 segundos.</p>')",
    "es_line": "say('<p>¡Muy bien! ¡Lo has conseguido!</p>')",
    "fades_away": "panel('<p>Solved!</p>'); later(4, () => document.querySelector('body > .panel:last-of-type').remove())",
    "fr": "modal('Bravo !', 'Vous avez résolu la grille.')",
    "fr_line": "say('<p>Félicitations, vous avez gagné !</p>')",
    "game_word": "panel('<h2>Victory</h2><p>Time 0:12</p><button>Play again</button>')",
    "it": "panel('<h2>Complimenti!</h2><p>Hai risolto il puzzle.</p>')",
    "ja": "panel('<h2>クリア！</h2><p>タイム 0:12</p>')",
    "ja_line": "say('<p>おめでとうございます！正解です！</p>')",
    "ko": "told.push('축하합니다! 퍼즐을 완료했습니다!')",
    "leaderboard": "panel('<h2>Solved!</h2><table><tr><td>1</td><td>Anna</td><td>0:11</td></tr></table><input placeholder=Name><button>Submit</button>')",
    "line": "say('<p>You win!</p>')",
    "line_longer": "say('<p>Congratulations ! You won ! You solved the picture of a heart.</p>')",
    "line_misspelt": "say('<p>Congatulations!</p>')",
    "line_of_two": "say('🎉 Correct! Well done!')",
    "modal": "modal('You did it!', 'Next puzzle in 11:22:33')",
    "modal_calm": "modal('Puzzle solved', 'You needed 31 moves')",
    "modal_completed": "modal('Completed', 'Time: 0:12')",
    "modal_misspelt": "modal('Congatulations', 'You hawe solved the puzzle')",
    "modal_press_space": "modal('You won!', 'Press any key to play again')",
    "modal_rank": "modal('Solved!', 'Faster than 80% of players')",
    "modal_level": "modal('Great! You have solved the nonogram “Tower” in 12 seconds!', 'Level 3 of 20')",
    "nl": "dialog('<p>Gefeliciteerd! Opgelost in 12 seconden.</p>')",
    "pink_regions": "paint('#fcc', '#cfc', '#ccf'); later(0.1, () => panel('<h2>Solved!</h2>'))",
    "pl": "panel('<h2>Gratulacje!</h2><p>Rozwiązałeś łamigłówkę.</p>')",
    "praise_in_panel": "panel('<h1>Fantastic!</h1>')",
    "pt": "panel('<h2>Parabéns!</h2><p>Você resolveu o jogo.</p>')",
    "ru": "modal('Победа!', 'Вы разгадали кроссворд за 12 секунд')",
    "ru_line": "say('<p>Отлично! Вы решили нонограмму!</p>')",
    "slow": "later(3, () => panel('<h2>Solved!</h2>'))",
    "screen": "document.body.innerHTML = '<h1>You won!</h1><p>Time: 0:12</p><button>Again</button>'",
    "status": "status('<b>Solved!</b>')",
    "tr": "panel('<h2>Tebrikler!</h2><p>Bulmacayı çözdün.</p>')",
    "zh": "panel('<h2>恭喜你！</h2><p>用时 0:12</p><button>再来一局</button>')",
    "zh_line": "say('<p>恭喜你完成了这个数独！</p>')",
    "modal_tomorrow": "modal('Awesome!','You have finished the puzzle in 1:02. Come back tomorrow!')",
    "line_in_div": "say('<div class=result>You solved it!</div>')",
    "level_complete": "panel('<h2>Level complete!</h2><button>Next level</button>')",
    "dialog_successfully": "dialog('<h1>Puzzle Completed Successfully</h1><p>Time 0:30</p><button>OK</button>')",
    "alert_completed": "told.push('Well done, you have completed the puzzle!')",
    "alert_fr": "told.push('Félicitations ! Vous avez terminé le puzzle en 12 secondes.')",
    "es_has": "panel('<p>Has ganado!</p><p>Tiempo: 0:12</p>')",
    "ja_cleared": "panel('<h2>やったね！</h2><p>パズルをクリアしました！</p>')",
    "line_correct": "say('<p style=color:green>Correct! You solved the puzzle.</p>')",
    "modal_de_again": "modal('Glückwunsch!','Sie haben das Rätsel gelöst. Noch ein Spiel?')",
    "modal_emoji": "modal('🎉','You win!')",
    "modal_game": "modal('Game Complete','Score: 980 · Time 0:12')",
    "streak": "panel('<h2>YOU WON</h2><p>Your streak: 3 days</p><button>Share</button>')",
    "status_emoji": "status('🎉 Puzzle solved! 🎉')",
    "next_level_and_time": "say('<p>Your moves: 20</p><p>Time: 00h:00m:12s</p><button>Next Level</button>')",
    "next_level_and_clock": "runs = false; panel('<p>Your moves: 20</p><button>Next Level</button>')",
    "no_mistakes": "panel('<h3>Brilliant!</h3><p>You solved Binairo #123 in 0:41 with no mistakes.</p>')",
    "pt_attempts": "panel('<h2>Parabéns, você venceu!</h2><p>Tentativas: 1</p>')",
    "alert_zh": "told.push('恭喜，您赢了！')",
    "rank_hints": "panel('<h2>Congratulations!!!</h2><p>Only 5% of players solve this without hints.</p>')",
    "it_again": "panel('<h2>Hai vinto!</h2><p>Vuoi giocare ancora?</p><button>Sì</button>')",
    "next_size": "modal('Solved!','Next: 8x8 board')",
    "ru_calm": "panel('<h2>Победа</h2><p>Время: 0:12</p><button>Новая игра</button>')",
    "line_all_correct": "say('<p>Yay! All correct!</p>')",
    "are_a_winner": "panel('<h2>You are a winner!</h2>')",
    "success_line": "panel('<h2>Success!</h2><p>You completed the grid.</p>')",
    "alert_game": "told.push('You have won the game!!')",
    "message_element": "say('<div role=alert>Puzzle solved</div>')",
    "reward": "say('<div role=alert>Puzzle reward added to your balance</div>')",
    "errors_go": "status('there are no errors nor incomplete rows')",
}
"""What a person takes for success."""
OTHERS: Mapping[str, str] = {
    "advert": "panel('<h2>Congratulations!</h2><p>You are our 1,000,000th visitor. Claim your prize!</p>')",
    "advert_de": "panel('<h2>Glückwunsch!</h2><p>Gutschein sichern</p>')",
    "advert_won": "panel('<p>Congratulations, you have won an iPhone!</p>')",
    "no_errors_alone": "status('there are no errors')",
    "no_errors_before": "status('there are no errors')",
    "no_errors_so_far": "status('there are no errors so far')",
    "reward_line": "say('Daily reward added to your balance')",
    "almost_es": "panel('<h2>¡Muy bien!</h2><p>Todavía faltan 2 casillas.</p>')",
    "almost_fr": "panel('<h2>Bien joué !</h2><p>Il reste 2 cases.</p>')",
    "almost_ja": "panel('<h2>お見事！</h2><p>残り2マス</p>')",
    "almost_pt": "panel('<h2>Muito bem!</h2><p>Ainda faltam 2.</p>')",
    "almost_zh": "panel('<h2>太棒了！</h2><p>还剩 2 格</p>')",
    "blue_while_checking": "paint('#9cf'); say('Checking…')",
    "button_checks": "panel('<h2>Complete!</h2><button>Check</button>')",
    "by_computer": "panel('<h2>Solved</h2><p>by the computer</p>')",
    "by_computer_de": "panel('<h2>Gelöst!</h2><p>vom Computer</p>')",
    "by_computer_fr": "panel('<h2>Résolu !</h2><p>par l’ordinateur</p>')",
    "by_computer_ru": "panel('<h2>Решено!</h2><p>компьютером</p>')",
    "caption": "say('<h2>Winner</h2><p>Bob</p>')",
    "caption_panel": "panel('<h2>Winner</h2><p>Bob</p>')",
    "cells_alone": "paint('#9f9')",
    "clock_alone": "runs = false",
    "clock_paused": "runs = false; say('Paused')",
    "clock_and_cells_checked": "runs = false; paint('#9cf'); say('Please wait')",
    "cross": "panel('<p>❌ Solved!</p>')",
    "cross_before": "panel('<span>✗</span><h2>Solved!</h2>')",
    "cross_by_css": "css('#msg p::before { content: \"✘ \" }'); say('<p>Solved!</p>')",
    "demo": "panel('<h2>Solved!</h2><p>This was an example.</p>')",
    "de_check": "panel('<h2>Fertig! Alles richtig!</h2><p>Wird geprüft …</p>')",
    "de_not": "panel('<h2>Gelöst!</h2><p>ist es noch nicht</p>')",
    "early": "status('<b>Solved!</b>')",
    "given_name": "panel('<h2>Victoria</h2><p>is typing …</p>')",
    "given_name_line": "say('<p>Victoria</p>')",
    "goes_at_once": "panel('<h2>Solved!</h2>'); later(1, () => document.querySelector('body > .panel:last-of-type').remove())",
    "good_job": "say('<h2>Good job!</h2><p>2 cells still need your attention.</p>')",
    "it_server": "panel('<h2>Risolto!</h2><p>In attesa del server</p>')",
    "keep_going": "panel('<h2>Great job!</h2><p>Keep going!</p>')",
    "ko_check": "panel('<h2>축하합니다!</h2><p>제출 버튼을 눌러 확인하세요</p>')",
    "label": "say('<div>13</div><div>Solved!</div>')",
    "line_is_taken_back": "say('<p>Solved!</p>'); later(5, () => say('<p>Sorry, that was wrong</p>'))",
    "line_is_removed": "say('<p>You win!</p>'); later(5, () => say(''))",
    "line_calm": "say('<p>Completed</p>')",
    "nobody": "panel('<p>Nobody has solved it yet!</p>')",
    "not_before": "say('<p>not</p><p>solved!</p>')",
    "not_before_panel": "panel('<p>Not</p><h2>Solved!</h2>')",
    "nl_check": "panel('<h2>Opgelost!</h2><p>Even wachten, we controleren het.</p>')",
    "other_player": "panel('<p>Anna solved it!</p>')",
    "part": "panel('<h2>Well done!</h2><p>3 of 5 puzzles</p>')",
    "percent": "say('<p>Completed<br>75%</p>')",
    "percent_before": "panel('<p>75%</p><h2>Solved!</h2>')",
    "pl_check": "panel('<h2>Rozwiązane!</h2><p>Trwa sprawdzanie</p>')",
    "praise_line": "say('<p>Fantastic!</p>')",
    "question": "panel('<h2>Solved?</h2>')",
    "row": "panel('<h2>Row solved!</h2>')",
    "ru_check": "panel('<h2>Поздравляем!</h2><p>Осталось проверить решение</p>')",
    "server": "say('<p>Completed</p><p>Waiting for the server…</p>')",
    "again_and_clock": "runs = false; panel('<p>Out of moves</p><button>Play again</button>')",
    "next_level_and_best": "say('<p>Best time: 0:12</p><button>Next Level</button>')",
    "next_level_alone": "panel('<p>Your moves: 20</p><button>Next Level</button>')",
    "next_level_not_yet": "runs = false; panel('<p>You have not solved it</p><button>Next Level</button>')",
    "statistics": "panel('<p>You have solved 13 puzzles!</p>')",
    "struck": "panel('<h2><s>Solved!</s></h2>')",
    "submit": "say('<h3>Puzzle complete</h3><p>Press Submit to see whether it is right.</p><button>Submit</button>')",
    "submit_in_line": "panel('<p>Solved! Press Submit to check it.</p>')",
    "try": "panel('<h2>Nice work!</h2><p>Try to find the mistake.</p>')",
    "under_board": "say('<p style=\"opacity: 0.1\">Solved!</p>')",
    "wait_alert": "told.push('Puzzle complete!\\nPlease wait while we verify it.')",
    "wrong": "panel('<h2>Solved!</h2><p>But the answer is wrong.</p>')",
    "halfway": "panel('<h2>Well done!</h2><p>You are halfway there.</p>')",
    "green_button": "panel('<h2>Complete!</h2><p>Now hit the green button.</p>')",
    "generated": "panel('<h2>Solved!</h2><p>This solution was generated automatically.</p>')",
    "winner_exclaimed": "panel('<h2>Winner!</h2><p>Anna Smith</p>')",
    "bravo_charlie": "say('<p>Bravo</p><p>Charlie</p>')",
    "gift": "panel('<h2>Congratulations!</h2><p>You have been selected for a free gift.</p>')",
    "de_missing": "panel('<h2>Gelöst</h2><p>3 Felder fehlen noch</p>')",
    "so_far": "panel('<p>Correct so far!</p>')",
    "one_mistake": "panel('<h2>Good job!</h2><p>Only one mistake left.</p>')",
    "finished_check": "panel('<h2>Finished?</h2><button>Check</button>')",
    "alert_check": "told.push('Complete! Click Check to see if you won.')",
    "fr_question": "panel('<h2>Résolu ?</h2>')",
    "loading": "panel('<h2>Solved!</h2><p>Loading result…</p>')",
    "kidding": "panel('<h2>You win!</h2><p>Just kidding.</p>')",
    "by_people": "panel('<h2>Solved by 12 people</h2>')",
    "no_entry": "say('<p>🚫 Solved!</p>')",
    "split_not": "panel('<h2>Unfortunately</h2><h2>not solved</h2>')",
    "validating": "panel('<h2>Complete</h2><p>Validating your answer</p>')",
    "de_name": "panel('<h2>Gewonnen!</h2><p>hat: Max Mustermann</p>')",
    "fraction": "panel('<p>Progress</p><h2>Completed</h2><p>12 / 16</p>')",
    "zh_submit": "panel('<h2>完成！</h2><p>请点击提交</p>')",
    "ja_question": "panel('<h2>クリア？</h2>')",
    "player_2": "panel('<h2>Victory!</h2><p>Player 2</p>')",
    "opponent": "panel('<h2>Game over</h2><p>Opponent wins!</p>')",
    "replaced_soon": "panel('<h2>Solved!</h2>'); later(1.5, () => document.querySelector('body > .panel:last-of-type').innerHTML = 'Oh no')",
    "status_paused": "runs=false; status('Time paused')",
    "not_by_css": "css('#msg::before{content:\"Not \"}'); say('solved!')",
    "fr_correction": "panel('<h2>Terminé !</h2><p>En attente de la correction…</p>')",
    "es_computer": "panel('<h2>¡Resuelto!</h2><p>por la computadora</p>')",
    "ru_server": "panel('<h2>Решено</h2><p>Ждём ответа сервера</p>')",
    "let_us_see": "panel('<h2>Great work!</h2><p>Let us see if everything is right…</p>')",
    "account": "panel('<h2>Well done</h2><p>Your account has been created.</p>')",
    "filled": "panel('<h2>All cells filled!</h2><p>Some of them are not right.</p>')",
    "premium": "panel('<h2>Congratulations!</h2><p>Upgrade to Premium for €4.99</p>')",
}
"""What a person does not take for success, or cannot be sure of."""
EARLY: Mapping[str, str] = {
    "early": "status('<b>Solved!</b>')",
    "pink_regions": "paint('#fbb', '#bfb', '#bbf')",
    "errors_go": "status('there are errors and incomplete rows')",
    "no_errors_before": "status('there are no errors'); later(3, () => status('there are errors'))",
    "no_errors_so_far": "status('there are errors')",
}
"""What a page does before the last input already."""


def page() -> str:
    """Return the page with its board as it is at first."""
    marks = [[f"<td{' class=given' * (mark != '.')}>{mark.strip('.')}</td>" for mark in row] for row in GIVEN]
    return PAGE.replace("{rows}", "".join(f"<tr>{''.join(row)}</tr>" for row in marks))
