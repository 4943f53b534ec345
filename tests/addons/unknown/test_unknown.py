"""Pages that no module knows: nothing is pressed before a proven puzzle, and nothing entered where it may do harm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from bot.addons.unknown.guess.site import GuessedSite
from bot.play.live import press_nothing
from solvers import KINDS, dump, generate, load, solve
from tests import canvas
from tests.addons.unknown.pages import cells, played
from tests.addons.unknown.pages import page as unknown_page
from tests.addons.unknown.test_guessed_looks import KAKURO
from tests.command import SharedPlaywright
from tests.tiers import QUICK, TIER, chosen, first, long, spread

DIALOG = """{{board}}<div class=over role=dialog><h2>{title}</h2><p>Some words</p><form>{button}</form></div>
    <script>addEventListener("click", (event) => {{
        if (event.target.closest("#b")) {{ event.preventDefault(); document.querySelector(".over").remove(); }}
    }})</script>"""


@pytest.mark.parametrize(
    ("title", "button"),
    first(
        [
            ("How to play", "<button id=b type=button>Got it</button>"),
            ("Leave us?", "<button id=b>Delete my account</button>"),
            ("Shop", "<button id=b type=submit>Buy now for 99 EUR</button>"),
            ("More", "<a id=b href='https://elsewhere.example/'>OK</a>"),
            ("Draft", "<textarea>My draft</textarea><button id=b type=button>OK</button>"),
        ],
    ),
)
def test_dialog_is_named_and_not_pressed(
    shared_playwright: SharedPlaywright, tmp_path: Path, title: str, button: str
) -> None:
    """A dialog over the board ends in a sentence that names it, its button, and how to go on; no key is pressed."""
    outcome = played(shared_playwright, tmp_path, unknown_page(DIALOG.format(title=title, button=button)))

    assert (6, []) == (outcome.exit_code, outcome.log)
    assert f"{title!r} is in front of it" in outcome.message
    assert button.split(">")[-2].split("<", maxsplit=1)[0] in outcome.message
    assert "--press" in outcome.message
    assert "--headed" in outcome.message
    assert "--here" in outcome.message


@pytest.mark.parametrize("wanted", long("got  it", "Got it", "#b", "div > form > button"))
def test_person_names_what_to_press(shared_playwright: SharedPlaywright, tmp_path: Path, wanted: str) -> None:
    """What a person names by its words or by a selector is pressed once."""
    html = unknown_page(DIALOG.format(title="Rules", button="<button id=b>Got it</button>"))
    html += "<form><input required><button>Got it</button></form>"  # A press on it sends nothing yet.
    html += "<style>form:has(#b) { height: 8px; overflow: auto }</style>"  # Its middle is scrolled out of view.
    outcome = played(shared_playwright, tmp_path, html, press=[wanted])

    assert (0, True) == (outcome.exit_code, outcome.result.entered), outcome.message
    assert 1 == outcome.pressed("b")
    assert not any(line.startswith(("submit", "keydown")) for line in outcome.log)


FORM = "<form action='https://elsewhere.example/send' {attributes}>{{board}}{more}</form>"
FIELDS = (
    "<input type=password>",
    "<input autocomplete='section-a cc-number'>",
    "<input autocomplete=one-time-code inputmode=numeric>",
    "<p id=h title='Log in'></p><script>h.attachShadow({mode: 'open'}).innerHTML = '<input type=password>'</script>",
)
"""Fields for a login or a payment."""
HARMLESS = (
    "<label>Pattern name <input></label>",
    "<label>Share code <input></label>",
    "<label>Puzzle date <input type=date></label>",
    "<div><span>Seed</span><input></div>",
)
NEAR, FAR = "<div>{board}</div><p>{field}</p>", "{board}<div style='height: 900px'></div><p>{field}</p>"
SENDS = "in a form that sends data"
SENDING = FORM.format(attributes="", more="<button>Send</button>")
BESIDE = "<form id=f{}><input type=submit></form>{{board}}"
EMAIL = "<form><input type=email name=EMAIL placeholder='Your e-mail'><button>Subscribe</button></form>"
COMMENT = "<form><input name=author><input name=email><input name=url><textarea></textarea><button>Post</button></form>"
HEADER = "<header><input name=email></header>{board}<footer><form><input name=email><button>Go</button></form></footer>"


def owned(html: str) -> str:
    """Return a page whose cells belong to the form that is called f."""
    return html.replace("class='cell", "form=f class='cell")


ASKING = [
    (unknown_page(SENDING), SENDS),
    (unknown_page(FORM.format(attributes="", more=""), "button"), SENDS),
    (unknown_page("<form><div>{board}</div></form>", "button"), SENDS),
    (owned(unknown_page(BESIDE.format(""))), ""),
    (owned(unknown_page(BESIDE.format(""), "button")), SENDS),
    (unknown_page(SENDING, "b"), SENDS),
    (unknown_page("<form method=dialog>{board}<button>Close</button></form>"), ""),
    (unknown_page("<form><label>Find <input type=search name=q></label></form>{board}"), ""),
    (unknown_page(NEAR.replace("{field}", "<label>Level <input name=level></label><select name=size></select>")), ""),
    (unknown_page(FAR.replace("{field}", EMAIL)), ""),
    (unknown_page(HEADER), ""),
    (unknown_page(FAR.replace("{field}", COMMENT)), ""),
    (unknown_page(NEAR.replace("{field}", "<input id=userPuzzle>")), ""),
    (unknown_page(NEAR.replace("{field}", "<label>Name for the leaderboard <input name=name></label>")), ""),
    (unknown_page(NEAR.replace("{field}", "<label>PIN <input type=password></label>")), "'PIN'"),
    *((unknown_page(FAR.replace("{field}", field)), "asks for") for field in FIELDS),
    (owned(unknown_page(BESIDE.format(" action=/pay"), "x-cell")), SENDS),
    *((unknown_page(NEAR.replace("{field}", field)), "") for field in HARMLESS),
]
"""Pages with forms and fields around the board, each with what is said of it, "" if it is entered."""


@pytest.mark.parametrize(("html", "seen"), spread(ASKING, of=6))
@pytest.mark.usefixtures("shared_playwright")  # Its driver has the engines.
def test_what_asks_for_more_than_a_puzzle(page: Page, html: str, seen: str) -> None:
    """A board in a form, or on a page with a login or payment, is found, and so is what forbids to enter anything."""
    page.set_content(html)
    site = GuessedSite({"binairo": KINDS["binairo"]})
    site.board(page, 60, press_nothing)

    found = "; ".join(site.dangers(page))

    assert seen in found
    assert bool(seen) == bool(found)


CELLS = ("<input class=cell maxlength=1>", "<div class='cell given'>{}</div>")
SEVERAL = "".join(CELLS[mark != "."].format(mark) for mark in "1.........3....4")
"""The cells of a Sudoku with six solutions."""


@pytest.mark.parametrize("kind", first(["sudoku", "binairo"], quick=0))
def test_any_solution(shared_playwright: SharedPlaywright, tmp_path: Path, kind: str) -> None:
    """With `--any` one of several is entered if each clue is drawn, too; else a sentence says why not."""
    html = unknown_page().replace("<div class='cell given'>0</div>", "<div class='cell'></div>", 1)
    html = html if kind == "binairo" else unknown_page(f"<div class=grid>{SEVERAL}</div>")
    outcome = played(shared_playwright, tmp_path, html, kind=kind, any_solution=True)

    assert outcome.result.entered == (kind == "sudoku"), outcome.message
    assert ("only if every clue stands in two places" in outcome.message) == (kind == "binairo")


@pytest.mark.parametrize(("html", "seen"), first(ASKING))
def test_nothing_is_entered_there(shared_playwright: SharedPlaywright, tmp_path: Path, html: str, seen: str) -> None:
    """Such a board is read, solved and told, but nothing is entered."""
    outcome = played(shared_playwright, tmp_path, html)

    assert outcome.result.puzzle
    assert outcome.result.solution
    if seen:
        assert (6, []) == (outcome.exit_code, outcome.log)
        assert seen in outcome.message
        assert "--yes-enter-here" in outcome.message
    else:
        assert (0, True) == (outcome.exit_code, outcome.result.entered), outcome.message


DELETES = "<button id=b type=button {}>Delete my account</button>"
BUTTONS = [
    (DELETES.format("aria-label='Got it'"), "'Delete my account'"),
    (DELETES.format("aria-labelledby=l") + "<i id=l></i>", "'Delete my account'"),
    ("<style>#b::after { content: ' or delete' }</style><button id=b type=button>Got it</button>", "or delete"),
    ("<form action=/send><button id=b>Delete <span>Got it</span></button></form>", "'Delete Got it' (submit"),
    ("<a id=b href='https://elsewhere.example/'>Got it</a>", "leads to another site"),
]


@pytest.mark.parametrize(("button", "says"), first(BUTTONS))
def test_what_a_person_reads_is_pressed(
    shared_playwright: SharedPlaywright, tmp_path: Path, button: str, says: str
) -> None:
    """Neither a label that says other words than a button shows is pressed, nor a part of one, nor a link away."""
    html = unknown_page(DIALOG.format(title="Rules", button=button))
    outcome = played(shared_playwright, tmp_path, html, press=["Got it"])

    assert [] == outcome.log
    assert says in outcome.message


@pytest.mark.parametrize("press", first(["OK", "Missing", "Hidden", "[["]))
def test_press_needs_one_match(shared_playwright: SharedPlaywright, tmp_path: Path, press: str) -> None:
    """What a person names must be one visible element; else the candidates are listed."""
    html = unknown_page(
        "{board}<button>OK</button><button>Rules</button><a href='#'>OK</a><button hidden>Hidden</button>"
    )
    outcome = played(shared_playwright, tmp_path, html, press=[press])

    assert (2, []) == (outcome.exit_code, outcome.log)
    assert ("2 visible elements" if press == "OK" else "nothing visible at") in outcome.message
    assert "'OK'" in outcome.message
    assert ("'Rules'" in outcome.message) == (press != "OK")


TYPED = """<style>
    .grid { grid-template-columns: repeat(4, 50px); width: 200px; border: 2px solid; position: relative }
    .cell { height: 50px; width: 50px } .v { border-right: 3px solid } .h { border-bottom: 3px solid }
    .on { background: gold } .ring { box-shadow: inset 0 0 0 3px #06c } input { position: absolute; opacity: 0 }
</style><div class=grid GRID>CELLS FIELD</div><script>
    let at = FIRST;
    for (const cell of document.querySelectorAll(".cell:not(.given)"))
        cell.addEventListener("click", () => { SELECT; at = cell; });
    addEventListener("keydown", ({ key }) => {
        if (at && /[1-4]/.test(key)) at.textContent = key;
        const marks = [...document.querySelectorAll(".cell")].map((cell) => cell.textContent).join("");
        if (marks === "1234341221434321") said.textContent = "Solved, well done!";
    });
</script>"""
"""A Sudoku whose digits are typed at the window; `SELECT` is what a click on a cell does besides."""
SUDOKU = "".join(
    f"<div class='cell{' given' * (digit != '.')}{' v' * (at % 4 == 1)}{' h' * (at // 4 == 1)}'>"
    f"{digit.strip('.')}</div>"
    for at, digit in enumerate("1.3..4..2..3.3.1")
)
CLASS = 'at?.classList.remove("NAME"); cell.classList.add("NAME")'
SELECTIONS = {
    "a colour": (CLASS.replace("NAME", "on"), {}),
    "a ring": (CLASS.replace("NAME", "ring"), {}),
    "a style": ("if (at) at.style.outline = ''; cell.style.outline = '2px solid'", {}),
    "the first from the start": (
        CLASS.replace("NAME", "on"),
        {"FIRST": "document.querySelector('.cell:not(.given)'); at.classList.add('on')"},
    ),
    "the focus": ("", {"class='cell": "tabindex=0 class='cell"}),
    "the focus of the board": ("", {"GRID": "tabindex=0"}),
    "a colour, and rows grow": (
        CLASS.replace("NAME", "on"),
        {
            "GRID": "style='height: 320px; margin-bottom: 200px'",
            ".cell { height: 50px": ".cell:empty, .given { line-height: 40px } .cell { height: auto; line-height: 99px",
        },
    ),
    "a field of the board": ("document.querySelector('input').focus()", {"FIELD": "<input>"}),
    "a field that is read when it is left": (
        "",
        {
            SUDOKU: re.sub(r"<div (class='cell[ hv]*')></div>", r"<input \1 maxlength=1>", SUDOKU),
            'addEventListener("keydown"': 'addEventListener("change"',
            "cell.textContent).join": "(cell.value ?? cell.textContent)).join",
            "position: absolute; opacity: 0": "padding: 0",
        },
    ),
    "a list in each cell": (
        "",
        {
            SUDOKU: re.sub(
                r"<div (class='cell[ hv]*')></div>",
                r"<select \1><option></option><option>1</option><option>2</option><option>3</option><option>4</select>",
                SUDOKU,
            ),
            'addEventListener("keydown"': 'addEventListener("change"',
            "cell.textContent).join": "(cell.value ?? cell.textContent)).join",
            'cell.localName !== "input"': 'cell.localName === "div"',
        },
    ),
    "a colour beside numbers of rules": (
        CLASS.replace("NAME", "on"),
        {"</div><script>": "</div><p><u>1</u><p><u>2</u><p><u>3</u><style>u { border: 1px solid }</style><script>"},
    ),
    "a colour, and the first and the fourth key are lost": (
        CLASS.replace("NAME", "on"),
        {"FIRST": "null, keys = 0", "if (at &&": "if (![1, 4].includes((keys += 1)) && at &&"},
    ),
    "nothing": ("", {}),
    "a Binairo that is typed": (
        CLASS.replace("NAME", "on"),
        {SUDOKU: cells(), "[1-4]": "[01]", "1234341221434321": "1001011011000011"},
    ),
    "a Binairo with two keys": (
        CLASS.replace("NAME", "on"),
        {
            SUDOKU: cells(),
            "</div><script>": "</div><p id=pad><button>0</button><button>1</button></p><script>",
            'addEventListener("keydown", ({ key })': "pad.onclick = (({ target: { textContent: key } })",
            "[1-4]": "^[01]$",
            "1234341221434321": "1001011011000011",
        },
    ),
    "a field elsewhere": ("document.querySelector('input').focus()", {"<script>": "<p><input></p><script>"}),
}
"""By what a click shows, or where it sets the focus: what the page does, and what else is changed."""


@pytest.mark.parametrize("name", chosen(SELECTIONS, {"nothing"}))
def test_keys_are_for_a_cell(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """A key is pressed only if a click sets the focus in the board, or shows which cell it is for."""
    select, changes = SELECTIONS[name]
    html = unknown_page(TYPED.replace("CELLS", SUDOKU)).replace(
        '{ "": "0", 0: "1", 1: "" }[cell.textContent]', "cell.textContent"
    )
    for old, new in (*changes.items(), ("GRID", ""), ("FIELD", ""), ("FIRST", "null"), ("SELECT", select)):
        html = html.replace(old, new)
    outcome = played(shared_playwright, tmp_path, html, kind="binairo" if "Binairo" in name else "sudoku")
    keys = sum(line.startswith("keydown") for line in outcome.log)

    if name in {"nothing", "a field elsewhere"}:
        assert (5, 0) == (outcome.exit_code, keys), outcome.message
        assert "so no key is pressed" in outcome.message
    else:
        wanted = 0 if "two" in name else 11 if "lost" in name else 10 if re.search("Binairo|left", name) else 9
        assert (0, True, wanted) == (outcome.exit_code, outcome.result.accepted, keys), outcome.message


PADDED = f"""{TYPED[: TYPED.index("<script>")]}<p id=pad><button>1</button> <button>2</button> <button>3</button>
<button>4</button></p><script>
    let at = null, digit = "";
    const own = [...document.querySelectorAll(".cell:not(.given)")];
    const after = (cell) => own[(own.indexOf(cell) + 1) % own.length];
    const look = () => {{
        const marks = [...document.querySelectorAll(".cell")].map((cell) => cell.textContent || ".").join("");
        said.textContent = marks === "1234341221434321" ? "Solved, well done!" : marks.includes(".") ? "" : "Full";
        tell(`board ${{marks}}`);
    }};
    for (const cell of own) cell.addEventListener("click", () => {{ CELL; look(); }});
    for (const key of document.querySelectorAll("#pad button"))
        key.addEventListener("click", () => {{ const pressed = key.value || key.textContent; KEY; look(); }});
    addEventListener("keydown", ({{ key }}) => {{ if (at && key === "Delete") {{ at.textContent = ""; look(); }} }});
</script>"""
"""A Sudoku with a keypad; `CELL` is what a click on a cell does, and `KEY` one on a key."""
ON = CLASS.replace("NAME", "on")
LAST = "if (own[8].textContent) own[8].textContent = '1'"
USED_UP = """for (const key of pad.querySelectorAll("button"))
    if ([...document.querySelectorAll(".cell")].filter(({ textContent }) => textContent === key.textContent).length > 3)
        key.remove()"""
STAYS = """if (at && digit && (!at.textContent || at.wrong)) {
    at.textContent = digit; at.wrong = digit !== "1234341221434321"[[...at.parentNode.children].indexOf(at)];
    if (at.wrong) tell("mistake"); }"""
OVER = STAYS.replace(" && (!at.textContent || at.wrong)", "")
TOGGLES = "cell.textContent = cell.textContent ? '' : digit"
PADS: dict[str, tuple[str, str, str]] = {
    "cell first": ("at = cell", "if (at) at.textContent = pressed", ""),
    "cell first, and the next is selected": ("at = cell", "if (at) at.textContent = pressed, at = after(at)", ""),
    "cell first, and the keys are far below and tell what is left": (
        "at = cell",
        "if (at) at.textContent = pressed[0]",
        "",
    ),
    "cell first, and the keys are far below in what scrolls": ("at = cell", "if (at) at.textContent = pressed[0]", ""),
    "cell first, and the keys are painted, as those for notes": ("at = cell", "if (at) at.textContent = pressed", ""),
    "cell first, and numbers are said while the last press is lost": (
        "at = cell",
        "if (at === own[8] && !at.lost) at.lost = 1, pad.append('5, 9'); else if (at) at.textContent = pressed",
        "",
    ),
    "key first": ("cell.textContent = digit", "digit = pressed", ""),
    "key first, and the cell looks selected": (f"{ON}; at = cell; {TOGGLES}", "digit = pressed", ""),
    "key first, and one is chosen": (f"digit ||= '1'; {TOGGLES}", "digit = pressed", ""),
    "key first, and a key that is used up goes": (f"cell.textContent ||= digit; {USED_UP}", "digit = pressed", ""),
    "either first, and the key stays chosen": (f"at = cell; {STAYS}", f"digit = pressed; {STAYS}", ""),
    "either first, and the key stays chosen and writes over the last cell unless a given is selected": (
        f"document.onclick = (event) => {{ if (event.target.matches('.given')) at = null }}; at = cell; {OVER}",
        f"digit = digit === pressed ? '' : pressed; {OVER}",
        "",
    ),
    "a key is dragged into its cell": ("", "", ""),
    "a click counts, and no key does anything": ("cell.textContent = (cell.textContent || 0) % 4 + 1", "", ""),
    "another cell": ("at = cell", "if (at) at = after(at), at.textContent = pressed", "enter a digit in another cell"),
    "one order for one cell": (
        f"{ON}; if (cell !== own[1]) cell.textContent = digit; at = cell",
        "digit = pressed; if (at === own[1]) at.textContent = digit",
        "",
    ),
    "the last mark is another": (
        f"{ON}; at = cell",
        f"if (at) at.textContent = pressed; {LAST}",
        "does not show the solution: R4C3 shows 1",
    ),
    "the last mark is another, and a key erases": (
        "at = cell",
        f"if (at) at.textContent = pressed.replace('⌫', ''); {LAST}",
        "does not show the solution: R4C3 shows 1",
    ),
    "the last mark is another, and what erases leaves a sign": (
        f"{ON}; at = cell",
        f"if (at) at.textContent = pressed.replace('⌫', '+'); {LAST.replace('(own', '(+own')}",
        "does not show the solution: R4C3 shows 1",
    ),
    "a mark changes in the end": (
        f"{ON}; at = cell",
        "if (at) at.textContent = pressed; if (own.every((cell) => cell.textContent)) own[3].textContent = '2'",
        "takes back the mark of R2C3",
    ),
}
"""What a cell and a key of a keypad do, and the error; no error if the page is played."""


@pytest.mark.parametrize("name", chosen(PADS, {"key first, and the cell looks selected", "the last mark is another"}))
def test_order_of_cell_and_key(shared_playwright: SharedPlaywright, tmp_path: Path, name: str) -> None:
    """Whether a cell or a key comes first is found out; no wrong mark stays that can be taken back."""
    press, key, error = PADS[name]
    html = unknown_page(PADDED.replace("GRID", "").replace("CELLS FIELD", SUDOKU).replace("CELL;", f"{press};"))
    if "far" in name:
        html = html.replace("<p id=pad>", "<p id=pad style='margin-top: 800px'>").replace(
            "</button>", "<sub>2</sub></button>"
        )
    if "scrolls" in name:
        html += "<style>html, body { height: 100%; margin: 0; overflow: hidden auto } html { overflow: hidden }</style>"
    if "goes" in name:
        html += "<style>#pad { display: flex; width: 120px; justify-content: center }</style>"
    if "dragged" in name:
        html += """<script>let held; pad.onpointerdown = ({ target }) => { held = target.textContent; };
            onpointerup = ({ target }) => { if (own.includes(target)) target.textContent ||= held; held = ""; look(); }
            pad.onselectstart = () => false;</script>"""
    if "painted" in name:
        notes = "".join(f"<b style='font-size: 9px; border: 1px solid'>{digit}</b>" for digit in "1234")
        html = re.sub(r"<(/?)button>", r"<\1em>", html).replace("pad button", "pad em")
        html = html.replace("<em", "<em style='border: 1px solid'")
        html = html.replace("</p><script>", f"<p>{notes}</p></p><script>")
    html = html.replace("KEY;", f"{key};").replace('{ "": "0", 0: "1", 1: "" }[cell.textContent]', "cell.textContent")
    html = html.replace("</p><script>", "<button>⌫</button></p><script>" if "⌫" in key else "</p><script>")
    outcome = played(shared_playwright, tmp_path, html, kind="sudoku")
    last = [line for line in outcome.log if line.startswith("board ")][-1].removeprefix("board ")

    assert (5 if error else 0, None if error else True) == (outcome.exit_code, outcome.result.accepted), outcome.message
    assert error in outcome.message
    assert "mistake" not in outcome.log
    wrong = [at for at, mark in enumerate("1234341221434321") if last[at] not in {".", mark}]
    assert [] == [at for at in wrong if f"left: R{at // 4 + 1}C{at % 4 + 1} shows {last[at]}" not in outcome.message]
    assert not wrong or name == "another cell"


FORBIDS = """{
    const marks = [...document.querySelectorAll(".cell")], at = marks.indexOf(cell), old = cell.textContent;
    MARK
    const lines = [(n) => n >> 2, (n) => n % 4].map((way) => marks.filter((_, n) => way(n) === way(at)));
    if (lines.some((line) => /000|111/.test(line.map((n) => n.textContent || ".").join("")))) cell.textContent = old;
}"""
"""Takes back a mark that makes three in a row."""


REFUSES = """set(cell, { "": "0", 0: "1", 1: "" });
}, false);
const set = (cell, next) => {
    const at = [...document.querySelectorAll(".cell")].indexOf(cell);
    cell.textContent = next[cell.textContent];
    if (cell.textContent !== "1001011011000011"[at]) setTimeout(() => { cell.textContent = ""; }, 300);
    check();
};
addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (event.target.matches(".cell:not(.given)")) set(event.target, { "": "1", 1: "0", 0: "" });"""
"""Takes back a mark that is wrong; 1 comes first with the right button."""


@pytest.mark.parametrize("forbids", [FORBIDS, REFUSES])
def test_page_that_forbids_what_breaks_a_rule(
    shared_playwright: SharedPlaywright, tmp_path: Path, forbids: str
) -> None:
    """Where 0 may not stand beside two others, a cell that comes by it to its 1 is entered before its neighbours."""
    click = 'cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent];'
    html = unknown_page().replace(click, forbids.replace("MARK", click))
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message


CELEBRATES = unknown_page().replace(
    '"Solved, well done!";',
    '"Solved, well done!", tell("solved"), all(".cell:not(.given)").forEach((cell) => { cell.textContent = "★" });',
)
"""A page that draws a star into each cell once it is solved."""


def test_nothing_is_pressed_after_success(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Once a page says that it is solved, its cells are left alone, whatever they show then."""
    outcome = played(shared_playwright, tmp_path, CELEBRATES)
    after = outcome.log[outcome.log.index("solved") :]

    assert [] == [line for line in after if line.startswith("mousedown")]
    assert (0, True) == (outcome.exit_code, outcome.result.accepted), outcome.message


DIMS = unknown_page().replace(
    "        check();",
    """cell.style.fontSize = 0;
    cell.style.background = { "": "", 0: "#c84", 1: "#48c" }[cell.textContent];
    const cells = [...cell.parentNode.children], row = (at) => cells.slice(at - (at % 4), at - (at % 4) + 4);
    cells.forEach((one, at) => one.style.setProperty("opacity", row(at).every((each) => each.textContent) ? 0.5 : 1));
    check();""",
)
"""A page that colours its cells, and dims each row that is full."""
PICTURED = DIMS.replace(
    '"Solved, well done!";',
    """"Solved, well done!", all(".cell:not(.given)").forEach((cell) => {
        cell.style.background = `url("data:,${cell.textContent}")`;
    });""",
)
"""The same, but in the end it shows a picture in place of each colour."""
GLOWS = DIMS.replace(
    '"Solved, well done!"',
    """setInterval(() => all(".cell").forEach((one, at) => {
        one.style.background = `rgb(${100 + (performance.now() / 9 + 40 * at) % 60}, 0, 160)`;
    }), 50) && "" """,
)
"""A page that says nothing, but lets all of its cells glow once it is solved."""


@pytest.mark.parametrize(
    ("html", "accepted"),
    [
        (CELEBRATES.replace('"★"', "'10'[cell.textContent]"), True),
        (CELEBRATES.replace('"★"', "''"), True),
        (DIMS, True),
        (PICTURED, True),
        (GLOWS, None),
    ],
)
def test_win_that_repaints_the_board(
    shared_playwright: SharedPlaywright,
    tmp_path: Path,
    html: str,
    accepted: bool | None,  # noqa: FBT001
) -> None:
    """Marks that look otherwise with the win are no loss if they differ as those of the solution, or it is claimed."""
    outcome = played(shared_playwright, tmp_path, html)

    assert (0, accepted) == (outcome.exit_code, outcome.result.accepted), outcome.message


LINES = "".join(f"<path d='M{at} 0V241M0 {at}H241' stroke='#000'/>" for at in (0.5, 60.5, 120.5, 180.5, 240.5))
DRAWN_TWO = f"<svg width=241 height=241 font-size=32>{LINES}<text x=20 y=42>1</text><text x=80 y=102>0</text></svg>"
OVER = unknown_page("<div style='position: fixed; inset: 0'>{board}</div>").replace(" given'>1", "'>")


@pytest.mark.parametrize("html", [OVER, DRAWN_TWO])
def test_board_with_several_solutions(shared_playwright: SharedPlaywright, tmp_path: Path, html: str) -> None:
    """Of a board that was read and has several solutions that is said, though it is drawn, or lies over the page."""
    message = played(shared_playwright, tmp_path, html).message

    assert "several solutions as binairo" in message
    assert "in front of it" not in message
    assert "the page shows" not in message


def test_clock_that_stops_is_named(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A clock that stops with the last input is no verdict by itself, but a person is told of it."""
    ticks = "<p id=clock>0:00</p><script>let at = 0; const timer = setInterval(() => {"
    ticks += "clock.textContent = `0:${String(++at).padStart(2, '0')}`; }, 400)</script>{board}"
    html = unknown_page(ticks).replace('"Solved, well done!"', 'clearInterval(timer) ?? ""')
    result = played(shared_playwright, tmp_path, html).result

    assert result.accepted is None
    assert "the clock stopped at 0:" in result.said


@pytest.mark.parametrize(
    ("after", "goes", "accepted"),
    [
        (2, "all('#said')[0].textContent = ''", True),
        (1, "all('#said')[0].textContent = ''", None),
        (2, "all('#said')[0].textContent = '', all('.cell:not(.given)')[0].textContent = ''", None),
    ],
)
def test_message_that_goes(
    shared_playwright: SharedPlaywright, tmp_path: Path, after: int, goes: str, *, accepted: bool | None
) -> None:
    """Words of success that could be read count if the board stays solved."""
    html = unknown_page().replace(
        '"Solved, well done!";', f'"Solved, well done!", setTimeout(() => {{ {goes}; }}, {1000 * after});'
    )
    outcome = played(shared_playwright, tmp_path, html)

    assert accepted == outcome.result.accepted, outcome.message


def test_board_that_comes_late(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """What lies over a board while the page says that it is at work is waited for."""
    goes = "<script>setTimeout(() => document.querySelector('.over').remove(), 3000)</script>"
    outcome = played(shared_playwright, tmp_path, unknown_page(f"{{board}}<div class=over>Dealing…</div>{goes}"))

    assert outcome.result.accepted is True, outcome.message


FILL = """document.querySelectorAll(".cell").forEach((cell, at) => {
    if (at !== 4) [cell.className, cell.textContent] = ["cell given", "1001011011000011"[at]];
})"""
"""Leaves a single cell blank."""


@pytest.mark.parametrize(
    ("control", "accepted"),
    [
        ("<button id=b type=button>Check</button>", True),
        ("<input id=b type=image alt=Check style='width: 40px; height: 20px'>", True),
        ("<form action=/><input id=b type=image alt=Check style='width: 40px; height: 20px'></form>", None),
        (f"<p>{250 * '<i style=cursor:pointer>. </i>'}</p><button id=b type=button>Check</button>", True),
        ("<p>Best time 0:12</p><button>Rules</button><button id=b>Submit my solution</button>", True),
        ("<button id=b>Check</button><button onclick='b.remove()'>Submit</button>", True),
        *(
            (f"<button id=b>{words}</button>", None)
            for words in ("Submit score", "Submit to leaderboard", "Submit & share")
        ),
        *(
            (f"<p>{words}</p><button id=b>Submit</button>", None)
            for words in ("Top 10 ranking", "Log in", "Name: Anna")
        ),
        (
            "<form onsubmit='return false'><input name=a><input name=b><button id=b type=button>Submit</button></form>",
            None,
        ),
        ("<input placeholder=you><button id=b>Submit</button>", None),
        ("<button id=b>Submit</button><button>Finish</button>", None),
        ("<form><button id=b>Submit</button></form>", None),
        ("<div><span id=b>Submit</span></div>", True),
        (f"<button id=b>Check</button><script>{FILL}</script>", True),
    ],
)
def test_next_puzzle_after_a_check(
    shared_playwright: SharedPlaywright, tmp_path: Path, control: str, *, accepted: bool | None
) -> None:
    """A page that goes on to its next puzzle as soon as it was told to check has accepted the one before."""
    html = unknown_page(f"{{board}}{control}").replace(
        'all("#said")[0].textContent =',
        'b.onclick = () => (all(".cell").forEach((cell) => (cell.textContent = "")), said).textContent =',
    )
    assert accepted == played(shared_playwright, tmp_path, html).result.accepted


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("all('.cell:not(.given)').forEach((cell) => (cell.style.background = '#cfc'))", True),
        ("all('.cell:not(:nth-child(2))').forEach((cell) => (cell.style.background = '#cfc'))", None),
        ("b.textContent = 'Next puzzle →'", True),
        ("b.textContent = 'Try again'", None),
        ("clearInterval(ticks)", True),
    ],
)
def test_wordless_answer_to_a_check(
    shared_playwright: SharedPlaywright, tmp_path: Path, answer: str, *, accepted: bool | None
) -> None:
    """A check is answered by marks that all turn green, a control that leads on, or a clock that stops; not by some."""
    clock = "<p id=time></p><script>let s=10, ticks = setInterval(() => (time.textContent = `0:${++s}`), 500)</script>"
    html = unknown_page(f"{{board}}<button id=b>Check</button>{clock}").replace(
        'all("#said")[0].textContent = "Solved, well done!"', f"b.onclick = () => {{ {answer} }}"
    )
    assert accepted == played(shared_playwright, tmp_path, html).result.accepted


SIZES = {
    "sudoku": (9, 9),
    "binairo": (8, 8),
    "queens": (8, 8),
    "star_battle": (8, 8),
    "nonogram": (10, 10),
    "light_up": (5, 5),
    "calcudoku": (5, 5),
}
"""The kinds of the pages, and the sizes of their boards."""
SWAP = str.maketrans("01", "10")
TASTED = [
    ("light_up", "thin"),
    ("sudoku", "plain"),
    ("sudoku", "notebook"),
    ("light_up", "notebook"),
    ("calcudoku", "huge"),
    ("binairo", "dark"),
    ("binairo", "tiles"),
    ("queens", "offset"),
    ("star_battle", "thin"),
    ("nonogram", "plain"),
    ("nonogram", "dark"),
    ("nonogram", "large"),
    ("nonogram", "small"),
    ("nonogram", "game"),
    ("queens", "game"),
    ("nonogram", "arcade"),
    ("nonogram", "pocket"),
    ("kakuro", "arcade"),
]


@pytest.mark.parametrize(("kind", "taste"), first(TASTED))
def test_board_on_a_canvas(shared_playwright: SharedPlaywright, tmp_path: Path, kind: str, taste: str) -> None:
    """A board that no element shows is read from pixels; in the long tier it is entered, too, and accepted."""
    seed = 5 if kind == "calcudoku" else 2
    puzzle = load(KAKURO) if kind == "kakuro" else generate(kind, SIZES[kind], seed=seed).puzzle
    html = canvas.page(kind, puzzle, solve(puzzle).grid, taste)

    outcome = played(shared_playwright, tmp_path, html, kind=kind, reading=TIER == QUICK)

    shown = dump(puzzle)
    # Which of two colours is 1 follows from nothing that a person sees.
    swapped = shown | {"givens": [row.translate(SWAP) for row in shown.get("givens", []) if kind == "binairo"]}
    assert "" == outcome.message
    assert outcome.result.puzzle in (shown, swapped)
    assert TIER == QUICK or outcome.result.accepted is True


@pytest.mark.parametrize(
    "style",
    first(["color: transparent", "clip-path: inset(100%)", "opacity: 0.01", "text-indent: 200px; overflow: hidden"]),
)
def test_number_that_nobody_sees(shared_playwright: SharedPlaywright, tmp_path: Path, style: str) -> None:
    """A number in the markup that is not drawn is no given: the board is refused untouched."""
    css = f"<style>.cell:nth-child(2).given, .cell:nth-child(9) {{ {style} }}</style>"

    outcome = played(shared_playwright, tmp_path, unknown_page(css + "{board}"))

    assert re.search("no puzzle was recognized|says ., but nothing is drawn there", outcome.message)
    assert 0 == outcome.pressed()


QUEENS = {"A": "#fbb", "B": "#bfb", "C": "#bbf", "D": "#ff9", "E": "#9ff"}


def queens(piece: str, won: str) -> str:
    """Return a page of a Queens whose click draws a cross, then what `piece` says, and what it does once it is won."""
    cells = "".join(f"<div class=cell style='background: {QUEENS[one]}'></div>" for one in "ABCCCABBCCABBBBDBBEBDDBEB")
    html = unknown_page(f"<div class=grid style='grid-template-columns: repeat(5, 40px); width: 200px'>{cells}</div>")
    return html.replace(
        'cell.textContent = { "": "0", 0: "1", 1: "" }[cell.textContent]',
        f'cell.textContent = !cell.textContent ? "×" : cell.textContent === "×" ? {piece} : ""',
    ).replace(
        'if (marks === "1001011011000011") all("#said")[0].textContent = "Solved, well done!"',
        f"""if ([4, 7, 10, 18, 21].every((at) => all(".cell")[at].textContent > "×")) {{
            {won}; all(".cell").forEach((cell) => (cell.textContent = "")); }}""",
    )


def test_silent_page_that_begins_anew(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A solution is entered once, though the page says nothing and clears its board for the next puzzle."""
    outcome = played(shared_playwright, tmp_path, queens("'♛'", ""), kind="queens")

    assert (0, None) == (outcome.exit_code, outcome.result.accepted), outcome.message
    assert 13 >= outcome.pressed()


def test_marks_of_many_looks_and_an_alert(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """An alert that claims success counts, though each mark looks otherwise, and the board is cleared behind it."""
    html = queens("'♛♕♚♔♞'[[...cell.parentNode.children].indexOf(cell) % 5]", "alert('You have won the game')")

    outcome = played(shared_playwright, tmp_path, html, kind="queens")

    assert outcome.result.accepted, outcome.message


def test_next_puzzle_follows_by_itself(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A message of success counts, though the page has gone on to a puzzle with other clues since."""
    html = unknown_page().replace(
        'all("#said")[0].textContent = "Solved, well done!"',
        """all("#said")[0].textContent = "Level 1 complete!", setTimeout(() => {
            all("#said")[0].textContent = "";
            all(".cell").forEach((cell, at) => (cell.textContent = at % 5 ? "" : "1"));
        }, 2500)""",
    )
    outcome = played(shared_playwright, tmp_path, html)

    assert outcome.result.accepted, outcome.message or outcome.result.said


def test_signs_beside_the_board_in_the_markup(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """Signs that lie over a board's borders are read, whatever holds them and the board, and however wide it is."""
    sign = "<b style='position: absolute; font-size: 12px; left: {}px; top: {}px'>{}</b>"
    signs = sign.format(37, 12, "×") + sign.format(16, 32, "×") + sign.format(117, 92, "=")
    html = unknown_page(f"<div style='position: relative'>{{board}}{signs}</div>")

    outcome = played(shared_playwright, tmp_path, html, kind="tango")

    assert outcome.result.accepted, outcome.message


def test_page_that_says_that_it_is_loading(shared_playwright: SharedPlaywright, tmp_path: Path) -> None:
    """A board is waited for while a page says in its language that it is loading, whatever else it shows."""
    html = unknown_page("<p>Um</p><p>Dois</p><p>Três</p><p id=wait>Carregando seu jogo</p><template>{board}</template>")
    html += "<script>setTimeout(() => wait.replaceWith(document.querySelector('template').content), 1800)</script>"

    outcome = played(shared_playwright, tmp_path, html, reading=True)

    assert "" == outcome.message
