"""What pages in many languages say of a solution: the words are in `words.txt`.

A sentence claims success if it holds nothing but words of success and words that change nothing, or if it says "you
solved" and little else. So a denial, a question or a sentence about something else is none, in any language. What
stands beside it may take it back: what is left to do, who else has solved it, what is for sale.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from scrapers._site import TIME

_NUMBER = re.compile(
    r"\d+(?::\d+){1,2}|\d+(?: \d+)? ?"
    r"(?:ms|min\w*|se[ckg]\w*|сек\w*|[smhс]|moves?|秒|分|초|분)"
    r"(?= |$)"
    r"|(?:0|no|without) (?:mistakes?|errors?|hints?)|(?:level|puzzle|game|day|no) \d+"
)
"""What a sentence of success may count; any other number may be that of puzzles solved so far."""
_END = re.compile(r"(?<=[!?…！？。؟])(?=[^!?…！？。؟])|(?<=\.)(?=\s)|\s[|•–—]\s")
_CROSS = re.compile("[\u274c\u274e\u2717\u2718\u2716\u2715\u2573\U0001f6ab\u26d4\U0001f44e\U0001f622\U0001f61e\u2639]")
"""Marks that a person reads as "no"."""
_PART = re.compile(r"(\d+) ?(?:/|of|von|sur|de|di|van|из|z) ?(\d+)|(\d+)(?:[.,]\d+)? ?%")
_LIVES = re.compile(r"\b(?:lives|hints|hearts|tries|lifes)\b")
"""What may be left once the puzzle is solved."""
_CLAUSE = re.compile(r"[.,;:!?…–—]| - |\band\b")
_RANK = re.compile(r"players|people|users|top|better|faster|others|accuracy|(?:level|puzzle|stage|round|day) \d")
"""Numbers that say nothing of what is left to do."""
_LABEL = 4
"""The most words of a number and its label."""
_SURE = 2
"""How many claims, or one and a time, outweigh a sentence that is not understood."""
_TYPO = 8
"""Letters from which on a word of success may have one that is wrong."""
_FREE = 8
"""How many words may follow "you solved": what was solved, and in what time."""
_CAPTION = 2
"""The most words of a caption, such as a name."""


def _spread(phrase: str) -> Iterator[str]:
    """Yield a phrase without and with each letter that may be missing."""
    head, mark, tail = phrase.partition("?")
    for rest in _spread(tail) if mark else [""]:
        yield head + rest
        if mark:
            yield head[:-1] + rest


def _read() -> dict[str, frozenset[str]]:
    """Return the phrases of each section."""
    found: dict[str, set[str]] = {}
    phrases: set[str] = set()
    for line in files(__package__).joinpath("words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            phrases = found.setdefault(line[1:-1], set())
        elif not line.startswith("#"):
            phrases.update(each for phrase in line.split(" | ") if phrase for each in _spread(phrase))
    return {section: frozenset(phrases) for section, phrases in found.items()}


def _whole(*sections: str, more: str = "") -> re.Pattern[str]:
    """Return a pattern of normal texts that hold nothing but phrases of some sections."""
    spaced, together = (
        sorted(set[str]().union(*(_WORDS.get(f"{name}{end}", ()) for name in sections)), key=len, reverse=True)
        for end in ("", ", without spaces")
    )
    return re.compile(rf"(?:(?:{'|'.join(together)}) ?|(?:{'|'.join(spaced)}{more})(?: |$))+")


_WORDS = _read()
_KNOWN, _PRAISE = _whole("success", "beside", more=f"|{_NUMBER.pattern}"), _whole("praise")
_SOLVING = [re.compile(f"(?:^| ){phrase.replace(' * ', '(?: [^ ]+){0,3} ')}(?= |$)") for phrase in _WORDS["solving"]]
_LEADING, _INVITING, _OBJECTS = ("|".join(_WORDS[section]) for section in ("leading", "inviting", "objects"))
_INVITATION = re.compile(rf"now |(?:(?:{_LEADING}) )*(?:{_INVITING}) (?:{_OBJECTS}) ")
_TYPED = sorted(word for word in _WORDS["success"] if len(word) >= _TYPO and " " not in word)


def normal(text: str) -> str:
    """Return a text in lower case and without punctuation, as the phrases are written."""
    text = re.sub(r":(?!\d)|(?<!\d):", " ", unicodedata.normalize("NFKC", text).lower())
    kept = (letter if unicodedata.category(letter)[0] in "LMN" or letter in ":%/" else " " for letter in text)
    return " ".join("".join(kept).split())


def _holds(text: str, section: str) -> bool:
    """Return whether a normal text holds a phrase of a section."""
    padded = f" {text} "
    return any(f" {phrase} " in padded for phrase in _WORDS[section]) or any(
        phrase in text for phrase in _WORDS.get(f"{section}, without spaces", ())
    )


class Said(IntEnum):
    """What a sentence says of the solution."""

    NOTHING = 0
    PRAISE = 1
    """It praises, but does not say what."""
    UNSURE = 2
    """It may claim success, or be a label or a name."""
    CLAIM = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that says something of the solution."""

    text: str
    said: Said

    @property
    def exclaims(self) -> bool:
        """Whether it ends in an exclamation mark."""
        return re.search(r"[!！][^\w]*$", self.text) is not None


def sentences(line: str) -> list[Sentence]:
    """Return the sentences of a line, with what each says of the solution."""
    parts = [part.strip() for part in _END.split(line)]
    joined: list[str] = []
    for part in filter(None, parts):
        if joined and not normal(part):  # " !"
            joined[-1] += part
        else:
            joined.append(part)
    return [Sentence(part, _said(part)) for part in joined]


def _corrected(word: str) -> str:
    """Return the word of success that a word is with a wrong letter; one with another end is another word."""
    near = get_close_matches(word, _TYPED, 1, 0.92) if len(word) >= _TYPO else []
    return near[0] if near and near[0][-2:] == word[-2:] else word


@cache
def _said(sentence: str) -> Said:
    if re.search(r"[?？؟]", sentence):
        return Said.NOTHING
    words = normal(sentence)
    words = " ".join(_corrected(word) for word in words.split())
    if not words or len(words) > 200 or (_holds(words, "failure") and failed(sentence)):
        return Said.NOTHING
    if _KNOWN.fullmatch(words) and (used := _used(words)):
        return Said.UNSURE if used <= _WORDS["unsure"] else Said.CLAIM
    if _PRAISE.fullmatch(words):
        return Said.PRAISE
    for pattern in _SOLVING:
        if match := pattern.search(words):
            before, after = words[: match.start()].strip(), words[match.end() :].strip()
            rest = _NUMBER.sub("", after)
            if (
                _is_known(before)
                and len(rest.split()) <= _FREE
                and not (re.search(r"\d", rest) or _holds(rest, "parts"))
            ):
                return Said.CLAIM
    return Said.NOTHING


def _used(words: str) -> set[str]:
    """Return the phrases of success in normal words; "complete" and "correct" say it at the end alone."""
    used = {phrase for phrase in _WORDS["success"] if f" {phrase} " in f" {words} "}
    used |= {phrase for phrase in _WORDS["success, without spaces"] if phrase in words}
    return used | ({words.rpartition(" ")[2]} & {"complete", "correct"})


def _is_known(words: str) -> bool:
    """Return whether normal words hold nothing but words of success, and those that change nothing."""
    return not words or _KNOWN.fullmatch(words) is not None


@cache
def failed(line: str) -> bool:
    """Return whether a line says that the solution is not accepted; a denial of mistakes does not."""
    words = f" {normal(line)} "
    if not _holds(words.strip(), "failure"):
        return False
    for phrase in _WORDS["denial"]:
        for failure in _WORDS["failure"]:
            words = words.replace(f" {phrase} {failure} ", " ")
    words = re.sub("|".join(f" {re.escape(failure)} 0 " for failure in _WORDS["failure"]), " ", words)
    return _holds(words.strip(), "failure")


def denies(line: str) -> bool:
    """Return whether a line says that there are no mistakes, and nothing that is left to do."""
    return _holds(normal(line), "failure") and not (failed(line) or spoils(line))


def leads_on(words: str) -> bool:
    """Return whether normal words are about another puzzle, not about another part of this one."""
    return _holds(words, "next") and not _holds(words, "parts")


@cache
def takes_back(line: str) -> bool:
    """Return whether a line denies what is said beside it, or invites to go on with this puzzle."""
    words = normal(line)
    if failed(line) or (_holds(words, "against") and not _LIVES.search(words)):
        return True
    if _holds(words, "next") and _holds(words, "parts"):
        return True
    is_whole = _holds(words, "next") and _holds(words, "wholes")
    return not is_whole and any(_INVITATION.match(f"{normal(clause)} ") for clause in _CLAUSE.split(line))


@cache
def spoils(line: str) -> bool:
    """Return whether a line says what is left to do, or speaks of somebody else: no success stands beside it."""
    words = normal(line)
    if _CROSS.search(line) or takes_back(line):
        return True
    is_next = leads_on(words)
    for part, whole, percent in _PART.findall(words):
        is_rank = _RANK.search(words)
        if not is_rank and (int(percent) < 100 if percent else int(part) < int(whole)):
            return True
    if _holds(words, "others") or (_holds(words, "asking") and not is_next):
        return True
    if (_holds(words, "checking") or _holds(words, "pending")) and not (is_next or _LIVES.search(words)):
        return True
    rest = words
    for phrase in _WORDS["denial"]:
        rest = re.sub(
            rf"(?:^| ){phrase} (?:mistakes?|errors?|hints?|fehler\w*|fautes?|erreurs?|ошибок)(?= |$)", " ", rest
        )
    return _holds(rest, "negation") and not is_next


def asks(control: str) -> bool:
    """Return whether a control offers nothing but to check the solution."""
    words = normal(control)
    return _holds(words, "checking") and not _holds(words, "next")


def is_caption(line: str) -> bool:
    """Return whether a line is a short text that says nothing known, such as a name."""
    words = normal(line)
    return (
        bool(words) and 0 < len(words.split()) <= _CAPTION and not _is_known(words) and not re.search(r"[\d!！]", line)
    )


def is_number(line: str) -> bool:
    """Return whether a line is a number alone, which the next one may be the label of."""
    return re.fullmatch(r"\d+%?", normal(line)) is not None


def _is_harmless(sentence: Sentence) -> bool:
    """Return whether a sentence may stand beside success: more of it, a count with its label, what comes next."""
    words = normal(sentence.text)
    is_count = re.search(r"\d", words) is not None and len(words.split()) <= _LABEL and not _holds(words, "parts")
    is_known = bool(sentence.said) or is_count or _is_known(words) or TIME.search(sentence.text) is not None
    return is_known or leads_on(words) or any(what.search(words) for what in (_RANK, _LIVES))


class Claim(NamedTuple):
    """The sentence of a message that claims success, and how surely."""

    words: str
    is_strong: bool
    """Whether it is enough where it stands in a panel that came with the last input."""
    is_plain: bool
    """Whether it is enough anywhere, if nothing takes it back."""
    is_praise: bool
    """Whether it only praises."""


def claim(
    lines: Sequence[str], at: int, *, beside: Sequence[str] = (), controls: Sequence[str] = (), has_field: bool = False
) -> Claim | None:
    """Return what the line `at` claims in a message of several lines, None if it claims nothing.

    `beside` are the old lines next to the message, `controls` what can be pressed in it; a field to fill in explains a
    control that sends something.
    """
    said = sentences(lines[at])
    best = max(said, key=lambda sentence: (sentence.said, sentence.exclaims), default=None)
    if best is None or not best.said:
        return None
    texts = [sentence.text for sentence in said] + [line for number, line in enumerate(lines) if number != at]
    if any(map(spoils, (*texts, *beside))) or (not has_field and any(map(asks, controls))):
        return None
    is_sure, exclaims = best.said is Said.CLAIM, any(sentence.exclaims for sentence in said if sentence.said)
    before, after = lines[max(0, at - 1) : at], lines[at + 1 : at + 2]
    names = [*(() if exclaims else before), *(() if exclaims and is_sure else after)]
    if any(map(is_caption, names)) or any(map(is_number, before)):
        return None
    alone = len(said) == 1 or all(sentence.said for sentence in said)
    ends = any(map(TIME.search, lines)) or any(leads_on(normal(control)) for control in controls)
    is_strong = exclaims or (is_sure and alone) or (best.said is Said.UNSURE and alone and ends)
    if best.said is Said.PRAISE and not exclaims:
        return None
    others = [sentence for line in lines for sentence in sentences(line)]
    claimed = {sentence.text for sentence in others if sentence.said is Said.CLAIM}
    odd = [sentence.text for sentence in others if not _is_harmless(sentence)]
    is_outweighed = len(claimed) >= _SURE or any(map(TIME.search, lines))
    if odd and not (is_outweighed and all(text[-1] != "?" and not _holds(normal(text), "parts") for text in odd)):
        return Claim(best.text, is_strong=False, is_plain=False, is_praise=best.said is Said.PRAISE)
    is_plain = (exclaims and best.said is not Said.PRAISE) or (is_sure and TIME.search(lines[at]) is not None)
    return Claim(best.text, is_strong, is_plain, best.said is Said.PRAISE)
