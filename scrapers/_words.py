"""What pages in many languages say of a solution: the words are in `_words.txt`.

A line of success holds a word that says so, and beside it only words that change nothing. So a denial, a question or a
sentence about something else is none, in any language. Words of failure count wherever they stand, unless denied.
"""

from __future__ import annotations

from importlib.resources import files

from scrapers._signs import OTHERS_WORDS, Signs

_LETTER = r"[\p{L}\p{M}\p{N}]"
_NUMBERS = (
    r"\d+(?::\d+){1,2}|\d+(?: \d+)? ?(?:s|m|h|ms|sec|secs|min|mins|seconds?|minutes?|moves?|秒|分|초|분)"
    r"|(?:0|no|without) (?:mistakes?|errors?|hints?)|(?:level|puzzle|game|day|no) \d+"
)
"""What a line of success may count; any other number may be that of puzzles solved so far."""
APART = (
    "a, button, summary, nav, footer, aside, label, form, table, ul, ol, dl, menu, marquee, details, select, option, "
    "figcaption, blockquote, q, cite, article, code, [role=button], [role=link], [role=tab], [role=log], [role=feed], "
    "[role=navigation], [role=complementary], [role=contentinfo], [role=banner], [role=menu], [role=menuitem], "
    "[role=table], [role=list], [role=tooltip], [aria-hidden=true]"
)
"""Elements whose lines are about something else than the solution that was entered."""
APART_NAMES = (
    rf"\b(?:{OTHERS_WORDS}|cookies?|consent|gdpr|newsletter|subscri\w*"
    r"|leader ?boards?|ranking|faq|help|hints?|rules|tutorial|how ?to|nav\w*|menu"
    r"|footer|sidebar|share|social|history|archive)\b"
)
"""Names of elements like that."""
COUNTS_NAMES = r"\b(?:scores?|score ?table|high ?scores?|statistics|stats|achievements?)\b"
"""Names of elements whose short lines are about earlier puzzles, too."""


def _read() -> dict[str, str]:
    """Return a pattern for the words of each section, longer ones first."""
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in files(__package__).joinpath("_words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = found.setdefault(line[1:-1], set())
        elif not line.startswith("#"):
            words.update(filter(None, line.split(" | ")))
    return {section: "|".join(sorted(each, key=lambda word: (-len(word), word))) for section, each in found.items()}


def _whole(words: str) -> str:
    return rf"(?<!{_LETTER})(?:{words})(?!{_LETTER})"


_WORDS = _read()
_SPACED = f"{_WORDS['success']}|{_WORDS['beside']}"
_TOGETHER = f"{_WORDS['success, without spaces']}|{_WORDS['beside, without spaces']}"
_FAILED = _whole(_WORDS["failure"])
SUCCESS = Signs(
    lines=(
        (
            rf"{_whole(_WORDS['success'])}|{_WORDS['success, without spaces']}|(?<!{_LETTER})(?:complete|correct)$",
            rf"^(?:(?:{_NUMBERS}|{_SPACED})(?:\s+|$)|(?:{_TOGETHER})\s*)+$",
        ),
    ),
    praise=rf"^(?:(?:{_WORDS['praise']})(?:\s+|$)|(?:{_WORDS['praise, without spaces']})\s*)+$",
    normal=True,
    apart=APART,
    apart_names=APART_NAMES,
    counts_names=COUNTS_NAMES,
)
"""The lines that only success shows."""
FAILURE = Signs(
    lines=(
        (
            rf"(?<!(?<!{_LETTER})(?:{_WORDS['denial']}) ){_FAILED}(?! 0)|{_WORDS['failure, without spaces']}",
            "^.{1,80}$",
        ),
    ),
    normal=True,
    apart=APART,
    apart_names=APART_NAMES,
    counts_names=COUNTS_NAMES,
)
"""The lines that say that the solution is not accepted."""
