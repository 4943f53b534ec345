"""What makes a person sure that a page accepts a solution.

The board is proven, and stands as solved. After the last input, a part of a sentence begins with "you have solved", or
says nothing but that the puzzle is solved. The message denies nothing, nor does it speak of a part, of somebody else,
or of what is left. Calm words, or none, need other signs: a stopped clock, a full count, a board that is shut or gone.
The words are in `words.txt`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files
from itertools import chain
from math import inf
from typing import NamedTuple

import msgspec

from scrapers._signs import OTHERS_WORDS, SEEN
from scrapers._site import Accepted
from solvers import KIND_WORDS

_APART = rf"\b(?:{OTHERS_WORDS}|leader ?boards?|ranking|high ?scores?|score ?table)\b"
"""Names of elements whose lines are about something else than the solution that was entered."""
_ENDINGS = files(__package__).joinpath("endings.js").read_text(encoding="utf-8")
SHOWN = f"((seen, apart, look) => (root, asked) => look(seen, apart, root, asked))({SEEN}, /{_APART}/i, {_ENDINGS})"
"""Returns what a document shows; `board` has the box of its board, and selectors of the first and the last cell."""
STANDS_SECONDS = 3.5
"""Seconds in which a page may take back what it says by itself: its server may answer late."""
READ_SECONDS = 1.0
"""Seconds for which a message must be seen: then it may go by itself, with nothing in its place."""
_END = re.compile(
    r"(?<=[!?…！？。，؟।])(?=[^!?…！？。؟])|(?<=\.)(?=\s)| [|•·–—-] |(?<=\w [✅✓✔✨⭐🌀-🫿]) (?=\w)"
    r"|, (?!ou?r? |oder )(?=[^,.!?]+[?؟]$)"
)
_CLAUSE = re.compile(r", |[:：(（](?! ?\d)|[;，；、،)）]| [–—-] ")
_CROSS = re.compile("[❌❎\u2715-\u2718╳⛔☹🚫👎😢😞🤖🔒](?! ?0(?!\\d))")
"""Marks that a person reads as "no", or as a machine that did it; but "✗ 0" counts none."""
_EXCLAIMS = r"[!！][^\w]*$|[🎉🎊🥳👏🏆✓✔✅✨💯]"
"""What a sentence that exclaims, or says yes, ends with or holds."""
_PART = re.compile(
    r"(?<!level |stage )(?<!puzzle )\b(\d+) ?(?:/|of|von|sur|de|di|van|из|z) ?(\d++)(?! today)|(\d+)[.,\d]* ?%"
)


def _unaccented(text: str) -> str:
    """Return a text without accents, which many people leave out, but with "ö" and "å"."""
    text = unicodedata.normalize("NFKD", text.replace("ё", "е").replace("ı", "i"))
    return unicodedata.normalize("NFC", re.sub("(?<=[A-Za-z])[\u0300-\u0307\u0309\u030b-\u036f]+", "", text))


def _read() -> dict[str, list[str]]:
    """Return the phrases of each section, as patterns, the longest first."""
    text = _unaccented(files(__package__).joinpath("words.txt").read_text(encoding="utf-8"))
    parts = re.split(r"^\[(.+)\]\n", text, flags=re.MULTILINE)[1:]
    lists = ([phrase for phrase in re.split(r" \| |\n", part) if phrase] for part in parts[1::2])
    return {name: sorted(phrases, key=len, reverse=True) for name, phrases in zip(parts[::2], lists, strict=True)}


@cache
def _one_of(*sections: str, more: str = "") -> str:
    """Return a pattern of a phrase of some sections; in some languages no spaces stand around it."""
    names = [[name, f"{name}, without spaces"] for name in sections]
    phrases = (chain(*(_WORDS.get(name, ()) for name in kind)) for kind in zip(*names, strict=True))
    spaced, together = ("|".join(sorted(kind, key=len, reverse=True)) for kind in phrases)
    return rf"(?:(?:{together or '(?!)'}) ?|(?<![^ ])(?:{spaced}{more})(?: |$))"


_WORDS = _read()
_SLIPS, _EARNED, _NO, _UNITS, _SECONDS, _NUMBERED = (
    "|".join(_WORDS[section]) for section in ["slips", "earned", "nothing", "units", "seconds", "numbered"]
)
_FAULTS = f"{_SLIPS}|{'|'.join(_WORDS['faults'])}"
_NUMBER = rf"\d+(?::\d+){{1,2}}(?: \d+)?|\d+(?: \d+)? ?(?:{_UNITS})(?= |$)|\b(?:{_NUMBERED}) \d+(?: ?(?:of|/) ?\d+)?"
"""What a sentence of success may count; any other number may be that of puzzles solved so far."""
_NAMED = "|".join(name.replace("_", " ") for name in KIND_WORDS if not name.endswith("ing"))  # "Building complete"
_GAME = f"(?:{_one_of('puzzles', more=f'|{_NAMED}')})"
_NUMBERED_GAME = (
    rf"(?!answer |solution )({_GAME})(?:(?:n|nr|no) )?\d+(?: ?(?:of|/|von|de|di|sur) ?\d+)?[을를이가은는]?(?: |$)"
)
_ONE = re.compile(_one_of("success", "solved", "beside", "praise", "puzzles", more=f"|{_NAMED}|{_NUMBER}"))
_PICTURE = re.compile(rf"(?:[^\W\d]+ ){{0,2}}{_one_of('done')}")
_TITLE = rf"^[\"“„«].+[\"”»] (?=(?i:{'|'.join(_WORDS['done'])})\W*$)"
_SIZES = rf"{_TITLE}|#\d+|\d+ ?(?:[x×] ?\d+|宫|宮)|[\d:]+ ?[手秒分]?で|\d+ ?['′] ?\d+ ?['″\"]{{1,2}}"
_PRAISE = re.compile(_one_of("praise", "beside", more=f"|{_NAMED}"))
_QUESTION, _DOUBTS = "[?？؟]", ("loading", "denial", "checking", "sending")
_ASKS = rf"{_QUESTION}|[:：—–-]\s*$"
"""What a sentence ends with that only asks, or names what comes."""
_ALL = re.compile(f"{_one_of('all')}(?:{_one_of('parts', 'many', 'wholes', more='|and|und|et|[yeiи]')})*")
_SUCCESS = re.compile(_one_of("success", "solved", more="|(?:clear|complete|correct|(?<!all )vollständig)$"))
_NAMES = re.compile(_one_of("names"))
_SOLVING = re.compile(_one_of("solving").replace(" * ", "(?: [^ ]+){0,4} "))
_SOLVED = re.compile(_one_of("solved"))
_RIGHT = re.compile(_one_of("solved", "right"))
_BESIDE_GAME = re.compile(rf"(?:{_GAME}|{_one_of('all')})(?:[^ ]+ ){{0,4}}$")
_COUNTED = rf"(?:{_FAULTS})(?: [^\W\d]+)? ?(?:0(?: ?/ ?\d+|[回次회번])?|нет|yok|なし|없음)(?! points?| lives)"
_TOLD = f"(?:{_SLIPS}|{_EARNED})"
_COUNT = re.compile(
    rf"^(?:{_SLIPS})$|(?<![^ ])(?:(?:(?!ni(?:et|cht|e) |no[tn]? |не )[^\W\d]+ )?[\d:]+ {_TOLD}"
    rf"|{_TOLD}:? \d+(?:/\d+)? ?[次個个回번회]?)(?![^ ])"
)
_NOTHING = re.compile(rf"(?<![^ ])(?:(?:{_NO}) ?(?:[次个個回번] ?)?(?:{_FAULTS})(?: left)?|{_COUNTED})(?: |$)")


@cache
def normal(text: str) -> str:
    """Return a text in lower case and without punctuation, as the phrases are written."""
    text = re.sub(r"(?<!\d)(?<!\d )% ?(\d+)", r"\1%", unicodedata.normalize("NFKC", text).lower())  # "%80"
    text = re.sub(r"(?<![\d:])(\d+) ?(?:/|of|von|sur|de|di|van|из|z) ?\1(?![\d:])|\b100 ?%", "all", text)  # "36/36"
    text = re.sub(r"(?<=\w)\((\w)\)|(?<=\d) (:) (?=\d)", r"\1\2", _unaccented(text))  # "0 error(s)", "0 : 12"
    text = re.sub(r"\ufe0f|:(?!\d)|(?<!\d):", " ", text)  # also that of emoji
    kept = (letter if unicodedata.category(letter)[0] in "LMN" or letter in ":%/" else " " for letter in text)
    return re.sub(r"\byou(?=[vr]e\b)", "you ", " ".join("".join(kept).split()))  # "Youve"


def holds(text: str, *sections: str) -> bool:
    """Return whether a text holds a phrase of some sections."""
    return re.search(_one_of(*sections), normal(text)) is not None


class Said(IntEnum):
    """What a sentence says of the solution."""

    NOTHING = 0
    PRAISE = 1
    """It praises, but does not say what."""
    LABEL = 2
    """It may claim success, or be the label of something."""
    CLAIM = 3


@cache
def _is_sure(sentence: str) -> bool:
    """Return whether a part of a sentence says that you have solved the puzzle, or that it is solved."""
    is_unsure = re.search(_ASKS, sentence) or holds(_stripped(sentence), "unsure")
    is_theirs = (name := re.match(r"\w+(?=: )", sentence)) and _ONE.sub("", normal(name[0]))  # "anna: you win"
    if is_unsure or is_theirs or _doubted(sentence, _COUNT.sub("", normal(sentence))):
        return False
    is_label = not re.search(_EXCLAIMS, sentence) and not re.search(" .+ ", normal(sentence))
    return any(_tells(_stripped(clause), is_label=is_label) for clause in _CLAUSE.split(sentence))


def _stripped(sentence: str) -> str:
    """Return the words of a sentence without what it counts."""
    return " ".join(re.sub(_NUMBER, "", re.sub(_NUMBERED_GAME, r"\1 ", _COUNT.sub("", _plain(sentence)))).split())


def _tells(words: str, *, is_label: bool) -> bool:
    """Return whether a clause begins with "you have solved", or says nothing but that the puzzle is solved."""
    for match in chain(_SOLVING.finditer(words), _RIGHT.finditer(words)):
        before, after, is_yours = words[: match.start()], words[match.end() :], match.re is _SOLVING
        others = _ONE.sub("", before), "" if is_yours and match[0].endswith(" ") else _ONE.sub("", after)
        is_own = is_yours or (_SOLVED.fullmatch(match[0]) and not is_label) or _BESIDE_GAME.search(before)
        if is_own and not re.match(r"\d", after) and not any(others):  # "You have solved 13"
            return True
    return False


@cache
def said_in(sentence: str) -> Said:
    """Return what a sentence says of the solution."""
    words, exclaims = _plain(sentence), re.search(_EXCLAIMS, sentence)
    if _is_sure(sentence):
        return Said.CLAIM
    if not words or re.search(_ASKS, sentence) or failed(sentence):
        return Said.NOTHING
    used = _SUCCESS.findall(words)  # "Complete the grid" is an order, and "correct the row".
    if used and not _ONE.sub("", words):
        return Said.CLAIM if exclaims else Said.NOTHING if all(map(_NAMES.fullmatch, used)) else Said.LABEL
    is_whole = holds(sentence, "all") and holds(sentence, "perfectly") and not holds(sentence, "kept")
    if is_whole or (exclaims and _PICTURE.fullmatch(words)):
        return Said.LABEL
    is_praise = re.match("[🎖🏅🏆🥇].*!", sentence) or (holds(words, "praise") and not _PRAISE.sub("", words))
    return Said.PRAISE if is_praise else Said.NOTHING


def sentences(line: str) -> list[str]:
    """Return the sentences of a line, which was misread if the page names no charset."""
    with suppress(UnicodeError):
        line = b"".join(letter.encode("latin-1" if letter < "\u0100" else "cp1252") for letter in line).decode()
    return [part for part in map(str.strip, _END.split(line)) if part]


def _plain(sentence: str) -> str:
    """Return the words of a sentence without numbers of puzzles, and without what says that there are none."""
    return " ".join(_ALL.sub(" all ", _NOTHING.sub("", normal(re.sub(_SIZES, "", _unaccented(sentence))))).split())


@cache
def failed(line: str) -> bool:
    """Return whether a line says that the solution is not accepted; a denial of mistakes does not."""
    parts = (part for part in sentences(line) if not (re.search(_QUESTION, part) and holds(part, "next")))  # "Again?"
    return any(not _is_sure(part) and holds(_NOTHING.sub("", normal(part)), "failure") for part in parts)


def _doubted(sentence: str, words: str, doubts: Sequence[str] = ("offers", *_DOUBTS)) -> bool:
    """Return whether a sentence of such words denies success, or speaks of a part, of somebody else, or in doubt."""
    words = _NOTHING.sub("", words)
    if _CROSS.search(sentence) and (words.strip("0 ") or not normal(sentence)):  # "✗ 0" denies nothing.
        return True
    if re.search(_QUESTION, sentence):
        return failed(sentence) or holds(words, "parts", "checking")
    counts, doubts = ([], doubts[:1]) if holds(words, "uncounted") else (_PART.findall(words), doubts)
    is_part = any(int(rest or part) < int(whole or 100) for part, whole, rest in counts)
    return is_part or holds(_ALL.sub("", words), "parts") or holds(words, "failure", "others", *doubts)


@cache
def denied(sentence: str) -> bool:
    """Return whether a sentence denies success, says what is left to do, or speaks of somebody else or of an offer."""
    asks_on = re.search(_QUESTION, sentence) is not None and not holds(sentence, "next")
    return asks_on or _doubted(sentence, normal(sentence))


@cache
def _takes_back(sentence: str) -> bool:
    """Return whether a sentence beside a sure one denies it: mended mistakes, offers and invitations do not."""
    words = re.sub(_one_of("again"), "", _COUNT.sub("", normal(sentence)))
    return _doubted(sentence, words, () if holds(words, "offers", "rewards") else _DOUBTS)


def any_denied(lines: Iterable[str]) -> bool:
    """Return whether a sentence of some lines denies success, or takes it back."""
    parts = [part for line in lines for part in sentences(line)]
    return any(map(_takes_back if any(map(_is_sure, parts)) else denied, parts))


def denies(line: str) -> bool:
    """Return whether a line says that there are no mistakes, and nothing that is left to do."""
    return _NOTHING.search(normal(line)) is not None and not any_denied([line])


def asks(control: str) -> bool:
    """Return whether a control offers to check the solution, or to send it."""
    return holds(control, "checking", "sending") and not holds(control, "next")


def checks(control: str, how: str = "checking") -> bool:
    """Return whether a control offers nothing but to check the solution, or to send it."""
    words = normal(control)
    is_whole = not re.sub(_one_of(how, "checked", more=f"|{_NAMED}"), "", words)
    return words == "done" or (is_whole and holds(words, how))


def leads_on(control: str) -> bool:
    """Return whether a control leads to another puzzle, or to what is done with a solved one."""
    return holds(control, "next") and not holds(control, "slips", "faults", "checking") and not denied(control)


def _labelled(lines: Iterable[str]) -> list[str]:
    """Return lines, each label with its value ("Mistakes", "0"; "13", "Solved!")."""
    text = re.sub(rf"(?im)^0\n(?=(?:{_FAULTS})$(?!\n\d++(?! ?[:x×])))", "0 ", "\n".join(lines))
    text = re.sub(r":\n|\n(?=0(?:/\d+)?$)|(?<=\b[Nn][or])\. (?=\d)", " ", text, flags=re.MULTILINE)
    return re.sub(r"^(\d+%?)\n", r"\1 ", text, flags=re.MULTILINE).split("\n")


def claim(lines: Sequence[str]) -> tuple[str, Said]:
    """Return the sentence of a message that claims success, and how surely; "" if it claims nothing, or denies it."""
    lines = _labelled(lines)
    if [normal(line).isalpha() for line in lines] == [True] * 2:
        lines = [" ".join(lines)]  # "YOU" beside "WIN"
    if any_denied(lines):
        return "", Said.NOTHING
    said = [(said_in(part), part) for line in lines for part in sentences(line)]
    level, words = max(said, default=(Said.NOTHING, ""), key=lambda one: (one[0], _is_sure(one[1])))
    # A question that denies nothing offers another puzzle.
    around = [line for line in lines if line != words and (words in line or re.search(r"[?？؟]$", line))]
    if level is Said.LABEL and any(re.search(r"[.!。！?？؟]$| [–—] ", line) or denies(line) for line in around):
        level = Said.CLAIM  # "Victory. The picture is a heart." "Отлично! Решено." "Errors: 0 · All cells correct"
    if not _is_sure(words) and any(holds(line, "rewards") and not holds(line, "wholes") for line in lines):
        level = Said.PRAISE if level > Said.PRAISE else Said.NOTHING  # "Congratulations! You unlocked a theme!"
    if level is Said.PRAISE and any(map(denies, lines)):
        level = Said.LABEL  # "Perfect! No mistakes."
    return (words, level) if level else ("", level)


class Block(msgspec.Struct, frozen=True):
    """An element around lines."""

    over: bool
    """Whether it lies over the page, or is a dialog."""
    control: bool
    field: bool
    """Whether something can be typed in it."""
    old: bool
    """Whether it was shown before the last input."""
    apart: bool
    """Whether it is an element for something else than messages, and small."""


class TextLine(msgspec.Struct, frozen=True):
    """A line of text that can be seen."""

    text: str
    front: bool
    """Whether nothing lies over it."""
    board: bool
    """Whether it stands in a cell."""
    around: list[int]
    """The blocks around it, from the inside out."""

    @property
    def key(self) -> str:
        """The line without its numbers: one that has only changed these, such as a clock, says nothing new."""
        return re.sub(r"\d+", "#", self.text)


class ShownText(msgspec.Struct, frozen=True):
    """The lines that a document shows, and the blocks that they stand in."""

    lines: list[TextLine]
    blocks: list[Block]

    def is_control(self, line: TextLine) -> bool:
        """Return whether a line is what a control says."""
        return any(self.blocks[number].control for number in line.around)

    def is_apart(self, line: TextLine) -> bool:
        """Return whether a line is about something else than the solution."""
        return any(self.blocks[number].control or self.blocks[number].apart for number in line.around)


class Sign(NamedTuple):
    """What a message says."""

    words: str
    said: Said
    text: str
    """The whole message."""
    is_panel: bool


CLOCK = re.compile(
    rf"(?<![\d:])(?:\d{{1,2}}h? ?: ?)?\d{{1,2}}m? ?: ?\d{{2}}(?![\d:])|(?<=time: )\d+|\d+(?= ?(?:{_SECONDS}))",
    re.IGNORECASE,
)
MIN_TICKS = 2
"""How often a clock must have changed before the last input."""
MAX_TICK_SECONDS = 1.5
"""Seconds in which a clock that runs changes."""


@dataclass
class Clocks:
    """The clocks of a page: the last input has stopped one if it ran until then and stands still afterwards."""

    ticks: dict[str, list[tuple[float, list[str]]]] = field(default_factory=lambda: defaultdict(list))
    """What each line with clocks has shown, and since when."""
    noted: float = 0.0
    """When the clocks were last looked at before the last input, or the check."""

    def look(self, lines: Iterable[str], asked: float, now: float, *, is_over: bool) -> str:
        """Return the time at which the last input stopped a clock, "" if it did not: one that has run down was not."""
        shown = defaultdict[str, list[str]](list)
        for line in lines:
            if found := CLOCK.search(line):
                shown[CLOCK.sub("#", line)].append(found[0])
        for line, times in shown.items():
            if not self.ticks[line] or self.ticks[line][-1][1] != times:
                self.ticks[line].append((now, times))
        if not is_over:
            self.noted = now
            return ""
        for line, times in shown.items():
            before = [at for at, _ in self.ticks[line] if at <= self.noted]
            ran = len(before) > MIN_TICKS and self.noted - before[-1] <= 2 * MAX_TICK_SECONDS
            if ran and asked - self.ticks[line][-1][0] >= MAX_TICK_SECONDS and re.search("[1-9]", "".join(times)):
                return times[0]
        return ""


@dataclass
class Endings:
    """What a page said before the last input, and since when it says what it says now."""

    past: Counter[str] = field(default_factory=Counter)
    """How often each line was shown at once before the last input."""
    dialogs: int = 0
    """How many dialogs there were before the last input."""
    has_claimed: bool = False
    """Whether it has claimed success after an earlier input, so that what it says may be about a part."""
    blame: set[str] = field(default_factory=set)
    """The lines that said before the last input that something is wrong."""
    since: dict[str, float] = field(default_factory=dict)
    """When each claim was first seen that still stands."""
    read: list[Sign] = field(default_factory=list)
    """The signs that could be read by the last look."""
    beside: set[str] = field(default_factory=set)
    """All that was new at the last look with a sign."""
    is_replaced: bool = False
    """Whether something has come in the place of a sign: then only a board that goes confirms it."""
    clocks: Clocks = field(default_factory=Clocks)
    stopped: str = ""
    """What is said of the clock that the last input has stopped, "" if it has stopped none."""
    full: str = ""
    """The count that was full for the first time after the last input, "" for none."""
    calm_since: float = inf
    """When two signs without words stood for the first time."""
    checked_at: float = inf
    """When the control was pressed that checks the solution."""
    asked: float = 0.0
    """When the last look began: what it shows has stood until then, however long it took."""

    def note(self, shown: Sequence[ShownText], dialogs: Sequence[str], now: float) -> None:
        """Keep what the page says before the last input; `now` is the time of its clock."""
        lines = [line for one in shown for line in one.lines]
        self.past |= Counter(words for line in lines if not line.board for words in {line.key, line.text})
        self.clocks.look((line.text for line in lines), self.asked, now, is_over=False)
        self.dialogs = len(dialogs)
        self.has_claimed |= any(said_in(sentence) for line in lines for sentence in sentences(line.text))
        self.blame |= {line.key for line in lines if failed(line.text)}

    def failure(self, shown: Sequence[ShownText], dialogs: Sequence[str]) -> str:
        """Return the new line that says that the solution is not accepted, "" for none."""
        lines = [line for text in dialogs[self.dialogs :] for line in _labelled(text.splitlines())]
        for one in shown:
            new = [line.text for line in self._new(one) if line.front and not one.is_apart(line)]
            own = _labelled(line.text for line in one.lines if not line.board)
            lines += [text for text in own if any(blame in text for blame in filter(failed, new))]
        is_sure = any(_is_sure(part) for line in [*lines, *self.news(shown, dialogs)] for part in sentences(line))
        blames = (line for line in lines if failed(line))
        return next((line for line in blames if not is_sure or any(map(_takes_back, sentences(line)))), "")

    def weighed(
        self, shown: Sequence[ShownText], dialogs: Sequence[str], now: float, *, is_green: bool, is_shut: bool | None
    ) -> Accepted:
        """Return success if a message claims it and nothing takes it back, or a clock has stopped; else what may.

        `is_shut` says that all marks were shut, or changed; None that the board has made room for what is shown.
        """
        stopped = self.clocks.look((line.text for one in shown for line in one.lines), self.asked, now, is_over=True)
        new = [(line, one) for one in shown for line in self._new(one)]
        texts = [it.text for it, one in new if not one.is_control(it) or asks(it.text) or holds(it.text, "rewards")]
        is_denied = any_denied(_labelled(texts))
        onward = next((line.text for line, one in new if one.is_control(line) and leads_on(line.text)), "")
        signs, keys = self._signs(shown, dialogs), {line.key for line, _ in new if re.search(r"[^\W\d_]", line.key)}
        self.beside = keys if signs or is_green else self.beside
        self.is_replaced = not (signs or is_green) and (self.is_replaced or not keys <= self.beside)
        if not (signs or (self.is_replaced and is_denied)):  # It has gone by itself, or perhaps with the whole board.
            signs = [sign for sign in self.read if not self.has_claimed or _is_sure(sign.words)]
        green = Sign("all marks turned green", Said.CLAIM, "", is_panel=False)
        signs = [*(sign for sign in signs if sign.words != green.words), *[green] * (is_green and not is_denied)]
        signs.sort(key=lambda sign: (-sign.said, not sign.is_panel))
        self.since = {sign.words: self.since.get(sign.words, now) for sign in signs}
        self.read = [sign for sign in signs if self.asked >= self.since[sign.words] + READ_SECONDS]
        self.stopped = f"the clock stopped at {stopped}" if stopped else ""
        still_asks = any(one.is_control(line) and asks(line.text) for one in shown for line in one.lines)
        answered = onward if self.checked_at < inf and not still_asks else ""  # The control that checks leads on now.
        is_calm = bool(stopped) and not is_denied
        times = [time for line, _ in new for time in CLOCK.findall(line.text)]
        counts = chain(*map(_PART.findall, {line.text for one in shown for line in one.lines} - self.past.keys()))
        full = ((whole, share) for part, whole, share in counts if part == whole and share in {"", "100"})
        self.full = self.full or next((f"{share}%" if share else f"{whole} of {whole}" for whole, share in full), "")
        gone = {None: "its board is gone", True: "its marks were shut, or changed", False: ""}[is_shut]
        calm = [self.stopped, gone, self.full or (stopped if stopped in times else ""), onward if gone else ""]
        calm = [] if is_denied else [*filter(None, calm)]
        self.calm_since = min(self.calm_since, now) if len(calm) > 1 else inf
        quiet = calm if len(calm) > 1 and not signs else [self.stopped, answered]
        said = " and ".join(filter(None, [*(sign.words for sign in signs[:1]), *quiet]))
        # A claim with a second sign, or in answer to a check, is not taken back.
        is_answer = {words: since >= self.checked_at for words, since in self.since.items()}
        is_won = (is_shut is None or not self.is_replaced) and any(
            # A label is a claim in a panel, or beside another sign; with two of these, praise is.
            sign.said + sign.is_panel + is_calm + bool(onward) + (is_shut is None and (sign.is_panel or len(keys) == 1))
            >= Said.CLAIM
            or is_answer[sign.words]
            for sign in signs
            if self.asked >= self.since[sign.words] + STANDS_SECONDS
            or ((is_calm or is_answer[sign.words]) and sign.said + sign.is_panel >= Said.CLAIM and sign in self.read)
        )
        if (
            is_won
            or (is_calm and self.checked_at < inf)
            or self.asked >= self.calm_since + (0.0 if stopped else STANDS_SECONDS)
            or (answered and not is_denied and self.asked >= self.checked_at + READ_SECONDS)
        ):
            return Accepted(verdict=True, said=said, signs=tuple(sign.text or sign.words for sign in signs) or (said,))
        return Accepted(None, said)

    def _signs(self, shown: Sequence[ShownText], dialogs: Sequence[str]) -> list[Sign]:
        """Return what claims success since the last input, also by new words of a control."""
        found = []
        for one in shown:
            counted = self._new(one)
            new = [line in counted for line in one.lines]
            for at, line in enumerate(one.lines):
                if new[at] and not one.is_apart(line) and any(map(said_in, sentences(line.text))):
                    sign = self._sign(one, new, at)
                    # What has come over a claim that was seen does not take it back.
                    if sign.said and (line.front or sign.words in self.since):
                        found.append(sign)
        for text in dialogs[self.dialogs :]:
            words, said = claim(text.splitlines())  # A dialog exclaims what it says.
            found.append(Sign(words or text, said or claim([f"{text}!"])[1], text, is_panel=True))
        if self.blame - {line.key for one in shown for line in one.lines}:
            # What was wrong is not said any more, and a line says for the first time that nothing is: two signs.
            calm = [line.text for one in shown for line in self._new(one) if line.front and denies(line.text)]
            found = [sign._replace(is_panel=True) for sign in found]
            found += [Sign(text, Said.CLAIM, text, is_panel=True) for text in calm]
        own = [line.text for one in shown for line in self._new(one) if one.is_control(line)]
        found += [Sign(*claim([text]), text, is_panel=False) for text in own if claim([text])[1] is Said.CLAIM]
        return [sign for sign in found if sign.said]

    def _sign(self, shown: ShownText, new: Sequence[bool], at: int) -> Sign:
        """Return what is said by the message in which a new line stands: the lines that came with it."""
        lines = shown.lines
        own = [number for number in lines[at].around if not shown.blocks[number].old]
        within = [number for number, line in enumerate(lines) if own and own[-1] in line.around] or [at]
        start, end = min(within), max(within)
        while start > 0 and new[start - 1]:
            start -= 1
        while end < len(lines) - 1 and new[end + 1]:
            end += 1
        message = [line for line in lines[start : end + 1] if not line.board and not shown.is_control(line)]
        controls = [line.text for line in lines[start : end + 1] if shown.is_control(line)]
        words, said = claim([line.text for line in message])
        if self.checked_at == inf and any(map(asks, controls)) and not any(shown.blocks[one].field for one in own):
            words, said = "", Said.NOTHING
        return Sign(words, said, "\n".join(line.text for line in message), any(shown.blocks[one].over for one in own))

    def news(self, shown: Iterable[ShownText], dialogs: Sequence[str]) -> tuple[str, ...]:
        """Return what is newly written beside the board or said in dialogs."""
        return *(line.text for one in shown for line in self._new(one)), *dialogs[self.dialogs :]

    def _new(self, shown: ShownText) -> list[TextLine]:
        beside = [line for line in shown.lines if not line.board]
        counts = Counter(line.key for line in beside)
        return [line for line in beside if counts[line.key] > self.past[line.key]]
