"""What pages that no module knows do after the last input: real wins, and what only looks like one."""

# ruff: noqa: E501 - the script of a page

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.wild.words import tables

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
const told = [], [say, status, cells] = [(html) => (document.querySelector("#msg").innerHTML = html), (html) => (document.querySelector("#status").innerHTML = html), [...document.querySelectorAll("td")]];
const later = (seconds, action) => setTimeout(action, 1000 * seconds);
const panel = (html, style = "") => document.body.insertAdjacentHTML("beforeend", `<div class="panel" style="${style}">${html}</div>`);
const modal = (title, text) => { document.querySelector("#title").innerHTML = title; document.querySelector("#text").innerHTML = text; document.querySelector("#modal").style.display = ""; };
const dialog = (html) => { document.body.insertAdjacentHTML("beforeend", `<dialog>${html}</dialog>`); document.querySelector("dialog").showModal(); };
const css = (rule) => document.head.insertAdjacentHTML("beforeend", `<style>${rule}</style>`);
const paint = (...colours) => cells.forEach((cell, at) => (cell.style.background = colours[at % colours.length]));
let seconds = 0, runs = true;
setInterval(() => { if (runs) { seconds += 1; document.querySelector("#clock")?.replaceChildren(`0:${String(seconds).padStart(2, "0")}`); } }, 1000);
</script>"""
"""A page."""

GIVEN = "1.0.", "....", "11..", ".0.1"
TABLES = tables(Path(__file__).with_suffix(".txt"))
WINS: Mapping[str, str] = TABLES["wins"]
"""What a person takes for success."""
OTHERS: Mapping[str, str] = TABLES["others"]
"""What a person does not take for success, or cannot be sure of."""
EARLY: Mapping[str, str] = {
    "early": "status('<b>Solved!</b>')",
    "line_below_keys": "say('<p>1</p><p>2</p><p>3</p>'); cells[1].textContent = ''",
    "pink_regions": "paint('#fbb', '#bfb', '#bbf')",
    "errors_go": "status('there are errors and incomplete rows')",
    "no_errors_before": "status('there are no errors'); later(3, () => status('there are errors'))",
    **dict.fromkeys(("status_unsolved", "status_unsolved_stays"), "status('Unsolved')"),
    "toast_after_cells": "say('<div class=toast>Correct!</div>'); later(1.5, () => say(''))",
    "toast_of_lines": "say('<div class=toast>Nice work!</div>'); later(2, () => say(''))",
    "clock_in_seconds": "css('#clock { display: none }'); setInterval(() => runs && say(`Time: ${seconds}s`), 500)",
    "board_goes_after_lines": "say('<p>Solved!</p>'); later(2, () => say(''))",
    "shut_from_the_start_and_clock": "cells.forEach((cell) => cell.setAttribute('aria-disabled', 'true'))",
    **dict.fromkeys(("count_full_and_clock", "count_full_alone"), "status('15 / 16 filled')"),
    "no_errors_so_far": "status('there are errors')",
}
"""What a page does before the last input already."""


def page() -> str:
    """Return the page with its board as it is at first."""
    marks = [[f"<td{' class=given' * (mark != '.')}>{mark.strip('.')}</td>" for mark in row] for row in GIVEN]
    return PAGE.replace("{rows}", "".join(f"<tr>{''.join(row)}</tr>" for row in marks))
