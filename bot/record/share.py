"""What is made to be shared, by an allow-list: the board, and of the whole page only its structure.

Elements, names in code, drawings, numbers and single marks stay; so do the words that readers of pages name. Any other
word is replaced by another of its length. Scripts, styles, forms' values, queries and comments never stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from bot.record.recorder import POLICY, as_taken
from bot.record.words import (
    MAX_LETTERS,
    MAX_SIGN,
    ROOT,
    SharedWords,
    is_code,
    is_named,
    site_words,
    words_in,
    words_of_code,
)
from scrapers import Site, Snapshot, parsed

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


MAX_PAGE = 4_000_000
"""Characters of a page that are looked at; the rest is left out."""
MAX_ADDRESS = 2000
"""Characters of an address that are compared with the site's own."""
VOID = words_in("area base br col embed hr img input link meta param source track wbr")
EMPTY = words_in("script style noscript iframe object embed applet base xmp plaintext noembed noframes")
"""Elements without content."""
NAMES = words_in("class id role type for colspan rowspan") | {"data-testid"}
"""Attributes with names in code."""
PLAIN = words_in(
    "hidden disabled inert open checked selected readonly tabindex lang dir width height charset d points viewbox "
    "transform x y cx cy r rx ry dx dy offset fill stroke opacity xmlns preserveaspectratio"
)
"""Attributes whose values stay if they are states, numbers and colours."""
ADDRESSES = words_in("href src poster data background action formaction cite longdesc")
"""Attributes with addresses; in the board, other ones stay other ones."""
DROPPED = words_in("nonce integrity srcdoc srcset ping content")
"""Attributes that never stay, like event handlers."""
PLAIN_WORDS = words_in(
    "true false mixed ltr rtl auto polite assertive none yes no utf rgb rgba hsl hsla var calc url min max px em rem "
    "deg fr vw vh solid repeat minmax translate rotate scale matrix skew evenodd nonzero round butt square miter bevel "
    "currentcolor transparent mid slice meet http www org svg black white red green blue yellow gray grey orange "
    "purple pink brown linear gradient radial top bottom left right center"
)
"""The words of states, styles and drawings."""
ENDINGS = words_in("gif jpeg jpg png svg webp")
"""The endings of pictures' files."""
_PLAIN = re.compile(r"[\w\s.,:/#%()+-]{0,20000}")
_LONG = re.compile(r"(?<![\d.])\d{6}")
_COLOUR = re.compile(r"#[\da-fA-F]{3,8}\b")
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w:.-]{0,40}")
_INLINE = re.compile(r"[\w.,:;|#/=-]{0,4000}")
_CHOICE = re.compile(r"[\w-]{1,12}")
_URL = re.compile(r"\b(https?://[^\s'\"<>`,;]{1,4000}(?<![:.]))")
_PICTURE = re.compile(r"""\burl\(\s*["']?([^"')]*)["']?\s*\)?""", re.IGNORECASE)
_DECLARATION = re.compile(r"(\s*[a-z-]{1,40}\s*:)?([^:;]+)")


class Share:
    """What may be shared of one page of a site."""

    def __init__(self, site: Site | None, url: str, board: str = "") -> None:
        """Take the page's address and its board as it was taken, "" if there is none."""
        self.site, self.url, self.board = site, url, board
        # A longer run of letters, such as an alphabet, is no word.
        self._named = frozenset(word for word in site_words(site) if MAX_SIGN < len(word) <= MAX_LETTERS)
        """The words that the readers of pages name."""
        root = _first(board)
        elements = 0 if root is None else len(root.css("*"))
        known = self._named | PLAIN_WORDS
        self._words = SharedWords(known), SharedWords(known, elements)
        """What stays of the texts of the page and of those of the board."""
        self._messages: SharedWords | None = None
        self._aliases: dict[str, str] = {}

    def snapshot(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot of the board that may be shared."""
        state = {key: self._state(key, value) for key, value in snapshot.state.items()}
        return Snapshot(self.address(snapshot.url), self.board_html(snapshot.html), state)

    def board_html(self, html: str) -> str:
        """Return the markup of a board that may be shared."""
        root = _first(html[:MAX_PAGE])
        return "" if root is None else "".join(self._written(root, inside=True))

    def page(self, html: str) -> str:
        """Return the structure of a page."""
        root = parsed(html[:MAX_PAGE]).root
        text = "" if root is None else "".join(self._written(root, inside=False))
        head, tag, rest = text.partition("<head>")
        return f"{head}{tag}{POLICY}{rest}"

    def message(self, text: str) -> str:
        """Return a message of this program: of the words of the page only those that its shared board has stay."""
        if self._messages is None:
            ours = words_of_code(*(ROOT / package for package in ("bot", "scrapers", "solvers")))
            self._messages = SharedWords(self._named | ours | words_in(self.board_html(self.board)))
        parts = _URL.split(text)
        return "".join(self.address(part) if at % 2 else self._messages(part) for at, part in enumerate(parts))

    def details(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return the details of an error, with messages that may be shared."""
        if isinstance(value, dict):
            return {key: self.details(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.details(item) for item in value]
        return self.message(value) if isinstance(value, str) else value

    def address(self, address: str) -> str:
        """Return an address without its query and fragment, except the choices that the site's own addresses make."""
        try:
            parts = urlsplit(address)
        except ValueError:
            return ""
        if parts.scheme not in {"http", "https"}:
            return f"{parts.scheme}:" if parts.scheme else self._words[0](parts.path)
        ours = parts.hostname == urlsplit(self.url).hostname
        match = None if self.site is None else re.match(self.site.URL, address[:MAX_ADDRESS])
        start = address.find(parts.path, address.find("://") + 3)
        own = parts.path[: match.end() - start] if match and match.end() > start else ""
        rest = parts.path[len(own) :].split("/")
        path = own + "/".join(part if ours and is_code(part) else self._words[0](part) for part in rest)
        query, fragment = (self._chosen(part) if ours else "" for part in (parts.query, parts.fragment))
        if ours and match:
            query = match.groupdict().get("puzzle") or query
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, query, fragment))

    def _chosen(self, query: str) -> str:
        """Return the choices in a query that the site's own addresses make."""
        choices = {} if self.site is None else self.site.CHOICES
        return urlencode([(key, text) for key, text in parse_qsl(query) if key in choices and _CHOICE.fullmatch(text)])

    def _picture(self, address: str) -> str:
        """Return what stands for the address of a picture or of a part of a drawing, other ones for other ones."""
        path, mark, query = address.strip().partition("?")
        names = re.split(r"(//[^/]*|[/#])", path)
        shared = "".join(
            name if name in {"/", "#"} or self._is_named(name, ENDINGS) else self._alias(name) for name in names
        )
        return shared + (mark and f"?{self._alias(query)}")

    def _alias(self, text: str) -> str:
        """Return a short name that stands for a text of any length, such as the query of an address."""
        return text and self._aliases.setdefault(text, f"x{len(self._aliases)}")

    def _style(self, text: str, *, inside: bool) -> str:
        """Return declarations in which plain values stay, and addresses and words as elsewhere."""

        def declaration(match: re.Match[str]) -> str:
            return (match[1] or "") + (match[2] if _is_plain(match[2]) else self._words[inside](match[2]))

        parts = enumerate(_PICTURE.split(text))
        return "".join(
            f'url("{self._picture(part)}")' if at % 2 else _DECLARATION.sub(declaration, part) for at, part in parts
        )

    def _state(self, key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of the measured state that may be shared."""
        if isinstance(value, dict) and key == "inline":  # The variables of scripts that a layout has read.
            pairs = {name: str(item) for name, item in value.items() if is_code(name)}
            return {name: item for name, item in pairs.items() if _INLINE.fullmatch(item)}
        if isinstance(value, dict):
            return {name: self._state(name, item) for name, item in value.items() if is_code(name)}
        if isinstance(value, list):
            return [self._state(key, item) for item in value]
        if not isinstance(value, str) or (key in {"ground", "ink"} and _is_plain(value)):
            return value
        if key == "tag":
            return self._tag(value)
        return self._style(value, inside=True) if key in {"image", "content"} else self._words[True](value)

    def _written(self, root: Node, *, inside: bool) -> Iterator[str]:
        """Yield the markup of an element and its content, without recursion, as a page may be nested deeply."""
        waiting: list[Node | str] = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                yield node
                continue
            tag = node.tag or ""
            if tag == "-text":
                yield escape(self._words[inside](node.text_content or ""), quote=False)
                continue
            if not _ATTRIBUTE.fullmatch(tag):
                continue
            name = self._tag(tag)
            pairs = (
                (key, self._attribute(key.lower(), text or "", inside=inside)) for key, text in node.attributes.items()
            )
            attributes = "".join(f' {key}="{escape(text)}"' for key, text in pairs if text is not None)
            yield f"<{name}{attributes}>"
            if tag in VOID:
                continue
            waiting.append(f"</{name}>")
            if tag == "template":  # Its content is not among the children; it may be the shadow root of a board.
                body = parsed(node.inner_html or "").body if "shadowrootmode" in node.attributes else None
                waiting += [] if body is None else [*body.iter(include_text=True)][::-1]
            elif tag not in EMPTY:
                waiting += [*node.iter(include_text=True)][::-1]

    def _tag(self, name: str) -> str:
        """Return the name of an element, which a page may have made up."""
        return name if is_code(name) or self._is_named(name) else self._words[0](name)

    def _attribute(self, name: str, value: str, *, inside: bool) -> str | None:
        """Return the shared value of an attribute, in the board or elsewhere; None if it does not stay."""
        if name.startswith("on") or name in DROPPED or not _ATTRIBUTE.fullmatch(name):
            return None
        if name == "style":
            return self._style(value, inside=inside) if inside else None
        if name in NAMES:
            names = value.split()
            return " ".join(name if is_code(name) or self._is_named(name) else self._alias(name) for name in names)
        if name.removeprefix("xlink:") in ADDRESSES:
            return self._picture(value) if inside else None
        if words_in(name) <= PLAIN | {"aria"} and _is_plain(value):
            return value
        return self._words[inside](value) if inside or self._is_named(name) else None

    def _is_named(self, name: str, more: frozenset[str] = frozenset()) -> bool:
        """Return whether the readers of the site, or `more`, have the words of a name."""
        return is_named(name, self._named | more)


def _first(html: str) -> Node | None:
    """Return the element of a board's markup."""
    body = parsed(as_taken(html)).body if html else None
    return None if body is None else body.child


def _is_plain(value: str) -> bool:
    """Return whether a value is a state, or consists of short numbers, units, colours and single letters."""
    words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", _COLOUR.sub("", value))}
    return _PLAIN.fullmatch(value) is not None and words <= PLAIN_WORDS and not _LONG.search(value)
