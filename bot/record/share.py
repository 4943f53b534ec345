"""What is made to be shared, by an allow-list: the board, and of the whole page only its structure.

Of the board stay elements, names in code, drawings, numbers and single marks; of the page around it the names that the
readers of pages name. So do the words that these name; any other word is replaced by another of its length, and any
other name by a letter with a number. Scripts, styles, forms' values, queries and comments never stay, nor do pictures
of a page.
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
    code_of,
    is_code,
    is_named,
    names_of_code,
    words_in,
    words_of_code,
)
from scrapers import GUESSED, ReadError, Site, Snapshot, parse_html, read_saved

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node


MAX_PAGE = 4_000_000
"""Characters of a page that are looked at; the rest is left out."""
MAX_ADDRESS = 2000
"""Characters of an address that are compared with the site's own."""
VOID = words_in("area base br col embed hr img input link meta param source track wbr")
EMPTY = words_in("script style noscript iframe object embed applet base xmp plaintext noembed noframes")
"""Elements without content."""
TAGS = words_in(
    "html head title body main header footer nav aside section article search address hgroup p div span a b i u s em "
    "strong small sub sup abbr cite code pre q blockquote mark time data del ins ul ol li dl dt dd menu figure "
    "figcaption picture video audio map table caption colgroup thead tbody tfoot tr td th form fieldset legend label "
    "button select optgroup option datalist textarea output progress meter details summary dialog template slot "
    "canvas svg g defs symbol use path rect circle ellipse line polyline polygon text tspan image mask"
) | {f"h{level}" for level in range(1, 7)}
"""The names of elements that no page has made up."""
NAMES = words_in("class id role type for") | {"data-testid"}
"""Attributes with names in code."""
PLAIN = words_in(
    "hidden disabled inert open checked selected readonly tabindex colspan rowspan lang dir width height charset d "
    "points viewbox transform x y cx cy r rx ry dx dy offset fill stroke opacity xmlns preserveaspectratio"
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
_DATA = re.compile(r"[\w.,:;|#/=?-]{0,20000}", re.ASCII)
_CHOICE = re.compile(r"\d{1,7}(-\d\d){0,2}", re.ASCII)
_URL = re.compile(r"\b(https?://[^\s'\"<>`,;]{1,4000}(?<![:.]))")
_PICTURE = re.compile(r"""\burl\(\s*["']?([^"')]*)["']?\s*\)?""", re.IGNORECASE)
_DECLARATION = re.compile(r"(\s*[a-z-]{1,40}\s*:)?([^:;]+)")


class Share:
    """What may be shared of one page of a site."""

    def __init__(self, site: Site | None, url: str, board: Snapshot | None = None) -> None:
        """Take the page's address, and its board as it was taken, if there is one."""
        self.site, self.url = site, url
        # A longer run of letters, such as an alphabet, is no word.
        words = words_of_code(*code_of(site))
        self._named = frozenset(word for word in words if MAX_SIGN < len(word) <= MAX_LETTERS)
        """The words that the readers of pages name."""
        self._names = names_of_code(*code_of(site))
        """The names in their selectors and addresses."""
        root = _first(board.html[:MAX_PAGE]) if board else None
        elements = 0 if root is None else len(root.css("*"))
        known = self._named | PLAIN_WORDS
        self._words = SharedWords(known), SharedWords(known, elements)
        """What stays of the texts of the page and of those of the board."""
        self._messages: SharedWords | None = None
        self._aliases: dict[str, str] = {}
        self.board: Snapshot | None = None
        """The board that may be shared."""
        self.unread: ReadError | None = None
        """Why the readers of the site cannot read the page's board, if so."""
        self.lost: ReadError | None = None
        """Why they cannot read the shared one as they read the page's, if so."""
        if board is not None:
            self._take(board, root)

    def _take(self, board: Snapshot, root: Node | None) -> None:
        """Make the board that may be shared; with more of it if it cannot be read without."""
        read, self.unread = self._read(board)
        declared = {key for layout in (self.site.LAYOUTS if self.site else ()) for key in getattr(layout, "state", ())}
        # Where any element does as the board, its script is what is read.
        is_any = self.site is not None and not self.site.BOARD and self.site.NAME != GUESSED
        for inside, whole in ((False, True),) * is_any + ((True, False), (True, True)):
            state = {
                key: self._state(key, value, inside=inside, whole=whole and key in declared)
                for key, value in board.state.items()
            }
            html = "" if root is None else "".join(self._written(root, inside=inside))
            self.board = Snapshot(self.address(board.url), html, state)
            again, error = self._read(self.board)
            if again == read is not None:
                return
        if read is not None:
            lacks = "the page can be read, but not its capture, which lacks what no selector and no `state` names"
            self.lost = ReadError(f"{lacks}: {error or 'it reads differently'}")

    def _read(self, board: Snapshot) -> tuple[tuple[object, ...] | None, ReadError | None]:
        """Return what the readers of the site read, or why they cannot."""
        try:
            found = read_saved(self.site, board) if self.site else None
        except ReadError as error:
            return None, error
        return None if found is None else (found.layout.NAME, found.puzzle, found.confirmed, found.single), None

    def page(self, html: str) -> str:
        """Return the structure of a page."""
        root = parse_html(html[:MAX_PAGE]).root
        text = "" if root is None else "".join(self._written(root, inside=False))
        head, tag, rest = text.partition("<head>")
        return f"{head}{tag}{POLICY}{rest}"

    def message(self, text: str) -> str:
        """Return a message of this program: of the words of the page only those that its shared board has stay."""
        if self._messages is None:
            ours = words_of_code(*(ROOT / package for package in ("bot", "scrapers", "solvers")))
            self._messages = SharedWords(self._named | ours | words_in(self.board.html if self.board else ""))
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
            return f"{self._known(parts.scheme)}:" if parts.scheme else self._path(parts.path)
        ours = parts.hostname == urlsplit(self.url).hostname
        # What looks at any page matches any address.
        is_known = self.site is not None and self.site.NAME != GUESSED
        match = re.match(self.site.URL, address[:MAX_ADDRESS]) if self.site and is_known else None
        start = address.find(parts.path, address.find("://") + 3)
        own = parts.path[: match.end() - start] if match and match.end() > start else ""
        path = own + self._path(parts.path[len(own) :])
        query, fragment = (self._chosen(part) if ours else "" for part in (parts.query, parts.fragment))
        if ours and match:
            query = match.groupdict().get("puzzle") or query
        host = parts.netloc.rpartition("@")[2] if ours else self._known(parts.hostname or "")
        return urlunsplit((parts.scheme, host, path, query, fragment))

    def _chosen(self, query: str) -> str:
        """Return the choices in a query that the site's own addresses make."""
        choices = {} if self.site is None else self.site.CHOICES
        pairs = [(key, text) for key, text in parse_qsl(query) if key in choices]
        return urlencode([(key, text) for key, text in pairs if _CHOICE.fullmatch(text) or is_named(text, self._named)])

    def _path(self, path: str) -> str:
        """Return a path whose parts stay that the readers of pages name."""
        return re.sub(r"[\w%][^/]*", lambda part: self._known(part[0]), path)

    def _known(self, name: str) -> str:
        """Return a name that the readers of pages name, for any other one a letter with a number."""
        return name if name in self._names else self._alias(name)

    def _picture(self, address: str) -> str:
        """Return what stands for the address of a picture or of a part of a drawing, other ones for other ones."""
        path, mark, query = address.strip().partition("?")
        names = re.split(r"(//[^/]*|[/#])", path)
        shared = "".join(
            name if name in {"/", "#"} or is_named(name, self._named | ENDINGS) else self._alias(name) for name in names
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

    def _state(self, key: str, value: Any, *, inside: bool, whole: bool) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of the measured state that may be shared; what consists of data as a `whole`, if so."""
        if isinstance(value, dict):
            names = filter(is_code, value)
            return {name: self._state(name, value[name], inside=inside, whole=whole) for name in names}
        if isinstance(value, list):
            return [self._state(key, item, inside=inside, whole=whole) for item in value]
        is_data = whole and isinstance(value, str) and _DATA.fullmatch(value)
        if is_data or not isinstance(value, str) or (key in {"ground", "ink"} and _is_plain(value)):
            return value
        if key == "tag":
            return self._tag(value, inside=inside)
        return self._style(value, inside=inside) if key in {"image", "content"} else self._words[inside](value)

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
            name = self._tag(tag, inside=inside)
            pairs = (
                (key, self._attribute(key.lower(), text or "", inside=inside)) for key, text in node.attributes.items()
            )
            attributes = "".join(f' {key}="{escape(text)}"' for key, text in pairs if text is not None)
            yield f"<{name}{attributes}>"
            if tag in VOID:
                continue
            waiting.append(f"</{name}>")
            if tag == "template":  # Its content is not among the children; it may be the shadow root of a board.
                body = parse_html(node.inner_html or "").body if "shadowrootmode" in node.attributes else None
                waiting += [] if body is None else [*body.iter(include_text=True)][::-1]
            elif tag not in EMPTY:
                waiting += [*node.iter(include_text=True)][::-1]

    def _tag(self, name: str, *, inside: bool) -> str:
        """Return the name of an element, which a page may have made up."""
        return name if name in TAGS | VOID | EMPTY else self._name(name, inside=inside)

    def _name(self, name: str, *, inside: bool) -> str:
        """Return a name, or what stands for it: in the board each stays that looks like one in code."""
        return name if inside and (is_code(name) or is_named(name, self._named)) else self._known(name)

    def _attribute(self, name: str, value: str, *, inside: bool) -> str | None:
        """Return the shared value of an attribute, in the board or elsewhere; None if it does not stay."""
        if name.startswith("on") or name in DROPPED or not _ATTRIBUTE.fullmatch(name):
            return None
        if name == "style":
            return self._style(value, inside=inside) if inside else None
        if name in NAMES:
            return " ".join(self._name(each, inside=inside) for each in value.split())
        if name.removeprefix("xlink:") in ADDRESSES:
            return self._picture(value) if inside else None
        if inside and words_in(name) <= PLAIN | {"aria"} and _is_plain(value):
            return value
        is_kept = inside or name in self._names or name.removeprefix("aria-") in PLAIN
        return self._words[inside](value) if is_kept else None


def _first(html: str) -> Node | None:
    """Return the element of a board's markup."""
    body = parse_html(as_taken(html)).body if html else None
    return None if body is None else body.child


def _is_plain(value: str) -> bool:
    """Return whether a value is a state, or consists of short numbers, units, colours and single letters."""
    words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", _COLOUR.sub("", value))}
    return _PLAIN.fullmatch(value) is not None and words <= PLAIN_WORDS and not _LONG.search(value)
