"""What a page says once the last input is made, and how sure a person would be that it is success.

Words are a strong sign in a dialog or a panel that came with the last input, or in the board's place, once they have
stood for a while. An exclamation elsewhere must stand much longer, as nothing else confirms it. Everything else is
weak, such as a label or a stopped clock: two of them must agree.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bot.addons.unknown.guess.words import Claim, claim, denies, failed, sentences, spoils, takes_back
from scrapers._ask import ask
from scrapers._entrance import frames
from scrapers._signs import OTHERS_WORDS, SEEN
from scrapers._site import Accepted

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

_ENDINGS = files(__package__).joinpath("endings.js").read_text(encoding="utf-8")
_LOOK = f"((seen, look) => (root, argument) => look(seen, root, argument))({SEEN}, {_ENDINGS})"
STRONG_SECONDS = 3.5
"""Seconds for which a sign must stand: a page may take it back once its server has answered."""
ALONE_SECONDS = 5.5
"""Seconds for which an exclamation must stand that no panel and no other sign confirms."""
MAX_BESIDE = 2
"""Words of an old line beside a message that may deny it."""
APART_TAGS = frozenset(
    {"nav", "footer", "aside", "label", "table", "ul", "ol", "dl", "menu", "marquee", "select", "option"}
    | {"figcaption", "blockquote", "q", "cite", "code"}
)
APART_ROLES = frozenset(
    {"tab", "log", "feed", "navigation", "complementary", "contentinfo", "banner", "menu", "menuitem"}
    | {"table", "list", "tooltip"}
)
"""Elements whose lines are about something else than the solution that was entered."""
_APART_NAMES = re.compile(
    rf"\b(?:{OTHERS_WORDS}|cookies?|consent|gdpr|newsletter|subscri\w*|leader ?boards?|ranking|faq|help|hints?|rules"
    r"|tutorial|how ?to|nav\w*|menu|footer|sidebar|share|social|history|archive)\b",
    re.IGNORECASE,
)
"""Names of elements like that."""
_COUNTS_NAMES = re.compile(r"\b(?:scores?|score ?table|high ?scores?|statistics|stats|achievements?)\b", re.IGNORECASE)
"""Names of elements of which only exclamations of several words are a sign: their labels are about earlier puzzles."""
_RECORD = re.compile(
    r"\b(?:best|record|average|beste\w*|rekord\w*|meilleur\w*|mejor\w*|miglior\w*|melhor\w*|рекорд|лучшее)\b",
    re.IGNORECASE,
)
"""Words of a line whose time is not that of this solution."""
_NEXT = re.compile(r"(?i)\bnext\b")
"""A word of a control that leads on."""
MIN_CRY = 3
"""Words of such an exclamation."""


CLOCK = re.compile(r"(?<![\d:])(?:\d{1,2}h? ?: ?)?\d{1,2}m? ?: ?\d{2}(?![\d:])")
MIN_TICKS = 2
"""How often a clock must have changed before the last input."""
MAX_TICK_SECONDS = 1.5
"""Seconds in which a clock that runs changes."""
MIN_STILL_SECONDS = 2.0
"""Seconds for which a clock must stand still."""


class Block(msgspec.Struct, frozen=True):
    """An element around lines."""

    over: bool
    """Whether it lies over the page, or is a dialog."""
    control: bool
    field: bool
    """Whether something can be typed in it."""
    old: bool
    """Whether it was shown before the last input."""
    large: bool
    tag: str
    role: str
    names: str

    def is_apart(self, text: str) -> bool:
        """Return whether a line in it is about something else."""
        is_cry = "!" in text and len(text.split()) >= MIN_CRY
        named = _APART_NAMES.search(self.names) or (not is_cry and _COUNTS_NAMES.search(self.names))
        return not self.large and bool(self.tag in APART_TAGS or self.role in APART_ROLES or named)


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
        return self.is_control(line) or any(self.blocks[number].is_apart(line.text) for number in line.around)


def shown_in(frame: Frame, board: Mapping[str, object] | None = None, *, note: bool = False) -> ShownText:
    """Return what a document shows, and `note` its blocks.

    `board` is the box of its board if it shows one, and selectors of the first and the last of its cells.
    """
    return ask(frame, _LOOK, {"board": board, "note": note}, ShownText)


class Sign(NamedTuple):
    """What a message says."""

    claim: Claim
    text: str
    """The whole message, without earlier times."""
    is_panel: bool

    @property
    def enough_after(self) -> float:
        """The seconds after which it is enough alone, infinity if it never is."""
        is_strong = self.is_panel and self.claim.is_strong
        return STRONG_SECONDS if is_strong else ALONE_SECONDS if self.claim.is_plain else inf


@dataclass
class Clocks:
    """The clocks of a page: the last input has stopped one if it ran until then and stands still afterwards."""

    shown: dict[str, str] = field(default_factory=dict)
    ticks: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each clock was first seen, and then each time that it had changed."""
    noted: float = 0.0
    """When the clocks were last looked at before the last input."""

    def look(self, lines: Iterable[str], now: float, *, is_over: bool) -> str:
        """Return the time at which the last input stopped a clock, "" if it did not: one that has run down was not."""
        clocks: dict[str, str] = {}
        for line in lines:
            if found := CLOCK.search(line):
                key = CLOCK.sub("#", line)
                clocks[key] = f"{clocks.get(key, '')} {found[0]}".strip()
        for line, shown in clocks.items():
            if self.shown.get(line) != shown:
                self.ticks[line].append(now)
        self.shown |= clocks
        if not is_over:
            self.noted = now
            return ""
        for line, shown in clocks.items():
            before = [at for at in self.ticks[line] if at <= self.noted]
            ran = len(before) > MIN_TICKS and self.noted - before[-1] <= 2 * MAX_TICK_SECONDS
            if ran and now - self.ticks[line][-1] >= MIN_STILL_SECONDS and re.search("[1-9]", shown):
                return shown
        return ""


@dataclass
class Endings:
    """What a page said before the last input, and since when it says what it says now."""

    past: Counter[str] = field(default_factory=Counter)
    """How often each line was shown at once before the last input."""
    dialogs: int = 0
    """How many dialogs there were before the last input."""
    has_praised: bool = False
    blame: set[str] = field(default_factory=set)
    """The lines that said before the last input that something is wrong."""
    since: dict[str, float] = field(default_factory=dict)
    """When each claim, or control that leads on, was first seen that still stands."""
    panels: list[Sign] = field(default_factory=list)
    """The signs in panels and dialogs at the last look."""
    clocks: Clocks = field(default_factory=Clocks)
    asked: float = 0.0
    """When the last look began: what it shows has stood until then, however long it took."""

    def note(self, shown: Sequence[ShownText], dialogs: Sequence[str], now: float) -> None:
        """Keep what the page says before the last input; `now` is the time of its clock."""
        lines = Counter(line.key for one in shown for line in one.lines)
        self.past |= lines
        self.clocks.look((line.text for one in shown for line in one.lines), now, is_over=False)
        self.dialogs = len(dialogs)
        self.has_praised |= any(sentence.said for key in lines for sentence in sentences(key))
        self.blame |= _blame(shown)

    def failure(self, shown: Iterable[ShownText], dialogs: Sequence[str]) -> str:
        """Return the new line that says that the solution is not accepted, "" for none."""
        lines = [line.text for one in shown for line in self._new(one) if line.front and not one.is_apart(line)]
        lines += [line for text in dialogs[self.dialogs :] for line in text.splitlines()]
        return next(filter(failed, lines), "")

    def weighed(self, shown: Sequence[ShownText], dialogs: Sequence[str], now: float, *, is_gone: bool) -> Accepted:
        """Return success for one sign that is enough, or two weak ones that agree; else the words of one weak sign.

        `is_gone` says that the board has made room for what is shown.
        """
        stopped = self.clocks.look((line.text for one in shown for line in one.lines), now, is_over=True)
        new = [(one, line) for one in shown for line in self._new(one)]
        ways = [line.text for one, line in new if one.is_control(line) and _NEXT.search(line.text)][:1]
        signs = self._signs(shown, dialogs, is_gone=is_gone)
        # A panel that has closed since the last look, with nothing in its place, has stood until now.
        held, self.panels = [] if new else self.panels, [sign for sign in signs if sign.is_panel]
        signs = sorted(signs or held, key=lambda sign: (sign.enough_after, sign.claim.is_praise))
        claims = [sign.claim.words for sign in signs]
        self.since = {words: self.since.get(words, now) for words in (*claims, *ways)}
        stood = {words: self.asked - since for words, since in self.since.items()}
        words = claims[0] if claims else ""
        is_enough = any(stood[sign.claim.words] >= sign.enough_after for sign in signs)
        if not is_enough and not any(spoils(line.text) for one, line in new if not one.is_apart(line)):
            weak = [words] * any(stood[sign.claim.words] >= STRONG_SECONDS for sign in signs)
            weak += [f"the clock stopped at {stopped}"] * bool(stopped)
            weak += [way for way in ways if stood[way] >= STRONG_SECONDS]
            is_enough, words = len(weak) > 1, " and ".join(weak) or words
        texts = tuple(sign.text for sign in signs) or (words,)
        return Accepted(verdict=True, said=words, signs=texts) if is_enough else Accepted(None, words)

    def _signs(self, shown: Sequence[ShownText], dialogs: Sequence[str], *, is_gone: bool) -> list[Sign]:
        """Return what claims success since the last input."""
        found = [sign for one in shown for sign in self._signs_in(one, is_gone=is_gone)]
        for text in dialogs[self.dialogs :]:
            lines = text.splitlines()
            claims = (claim(lines, at) for at in range(len(lines)))
            found += [Sign(each, text, is_panel=True) for each in claims if each]
        if _blame(shown) < self.blame:
            # What was wrong is not said any more, and a line says for the first time that nothing is: two signs.
            calm = [line.text for one in shown for line in self._new(one) if line.front and denies(line.text)]
            found += [Sign(Claim(text, True, False, False), text, is_panel=True) for text in calm]  # noqa: FBT003
        return found

    def news(self, shown: Iterable[ShownText], dialogs: Sequence[str]) -> tuple[str, ...]:
        """Return what is newly written beside the board or said in dialogs."""
        return *(line.text for one in shown for line in self._new(one)), *dialogs[self.dialogs :]

    def _new(self, shown: ShownText) -> list[TextLine]:
        counts = Counter(line.key for line in shown.lines)
        return [line for line in shown.lines if counts[line.key] > self.past[line.key] and not line.board]

    def _signs_in(self, shown: ShownText, *, is_gone: bool) -> list[Sign]:
        new = self._new(shown)
        is_new = [line in new for line in shown.lines]
        lines = Counter(number for line in shown.lines for number in line.around)
        fresh = Counter(number for line in new for number in line.around)
        came = {number for number in fresh if not shown.blocks[number].old and 2 * fresh[number] > lines[number]}
        found = []
        for at, line in enumerate(shown.lines):
            if not is_new[at] or shown.is_apart(line) or not any(sentence.said for sentence in sentences(line.text)):
                continue
            own = [number for number in line.around if number in came]
            sign = self._sign(shown, is_new, at, own, is_gone=is_gone)
            # What has come over a claim that was seen does not take it back.
            if sign and (line.front or sign.claim.words in self.since):
                found.append(sign)
        return found

    def _sign(
        self, shown: ShownText, is_new: Sequence[bool], at: int, own: Sequence[int], *, is_gone: bool
    ) -> Sign | None:
        """Return the sign in one line, whose `own` blocks came with the last input."""
        lines = shown.lines
        within = [number for number, line in enumerate(lines) if own and own[-1] in line.around] or [at]
        start, end = min(within), max(within)
        while start > 0 and is_new[start - 1]:
            start -= 1
        while end < len(lines) - 1 and is_new[end + 1]:
            end += 1
        parent = ([*lines[at].around[len(own) :]] or [-1])[0]
        beside = [
            lines[near].text
            for near in (start - 1, end + 1)
            if 0 <= near < len(lines) and not lines[near].board and (lines[near].around[1:] or [-1])[0] == parent
        ]
        whole = [
            lines[number]
            for number in range(start, end + 1)
            if lines[number] is lines[at] or not shown.is_apart(lines[number])
        ]
        texts = [line.text for line in whole]
        controls = [line.text for line in lines[start : end + 1] if shown.is_control(line)]
        if any(takes_back(line.text) for line in lines[start : end + 1] if not shown.is_control(line)):
            return None
        found = claim(
            texts,
            next(number for number, line in enumerate(whole) if line is lines[at]),
            beside=[text for text in beside if len(text.split()) <= MAX_BESIDE],
            controls=controls,
            has_field=any(shown.blocks[number].field for number in own),
        )
        if found is None or (found.is_praise and self.has_praised):
            return None
        is_panel = is_gone or any(shown.blocks[number].over for number in own)
        text = "\n".join(text for text in texts if not _RECORD.search(text))
        return Sign(found, text, is_panel)


def _blame(shown: Iterable[ShownText]) -> set[str]:
    """Return the lines that say that something is wrong."""
    return {line.key for one in shown for line in one.lines if failed(line.text)}


def usual_success(page: Page, dialogs: Sequence[str]) -> Accepted:
    """Accept a line of the usual words of success, on the page or in a dialog: the sign of a draft that names none."""
    looks = [shown_in(frame) for frame in frames(page)]
    lines = {line.text: line.text for one in looks for line in one.lines if line.front and not one.is_apart(line)}
    lines |= {f"dialog {number}: {line}": line for number, text in enumerate(dialogs, 1) for line in text.splitlines()}
    found = [sign for sign, line in lines.items() if (said := claim([line], 0)) and said.is_strong]
    return Accepted(verdict=True, said=found[-1], signs=tuple(found)) if found else Accepted(None)
