"""What is made to be shared, by an allow-list: the board, and of the rest of a page only its structure.

Of the board, what a layout may read stays: elements, classes, marks, digits and drawings. A word that the module of the
site does not name is replaced by another of the same length, equal words by equal ones. Of the rest of the page stay
elements, classes, ids and roles; a text becomes filler of the same length. Scripts, forms' values, addresses' queries
and comments never stay.
"""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit, urlunsplit

from bot.record.inert import POLICY, as_taken
from bot.record.words import (
    MAX_LETTERS,
    MAX_MARK_CODE,
    BoardWords,
    PageWords,
    is_code,
    is_named,
    program_words,
    words_in,
)
from scrapers import Snapshot, parsed, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from selectolax.lexbor import LexborNode as Node

    from scrapers import Site

    Words = Callable[[str], str]

MAX_PAGE = 4_000_000
"""Characters of a page that are looked at; the rest is left out."""
MAX_ADDRESS = 2000
"""Characters of an address that are compared with the site's own."""
MAX_INLINE = 4000
"""Characters of a variable that a layout reads from a script."""
MIXED_VALUE = 8
"""Letters and digits in a row in a value that several elements of the board have."""
VOID = words_in("area base br col embed hr img input link meta param source track wbr")
NEVER = words_in("script noscript object embed applet base xmp plaintext noembed noframes")
"""Elements of the page around the board that are left out."""
EMPTY = words_in("script style noscript template iframe object noembed noframes")
"""Elements of the board whose content is left out."""
CODE, STATE, DRAWING, ADDRESS, DROPPED = range(5)
"""Attributes with names that programmers give; with one of a few values; with coordinates and colours, which stay in
the board; with addresses; and those that do not stay even in the board, like all event handlers."""
ATTRIBUTES = {
    name: sort
    for sort, names in {
        CODE: "class id role data-testid type for colspan rowspan "
        "aria-describedby aria-labelledby aria-controls aria-owns",
        STATE: "hidden disabled inert open checked selected readonly tabindex lang dir translate width height "
        "aria-hidden aria-disabled aria-expanded aria-pressed aria-checked aria-selected aria-modal aria-live",
        DRAWING: "d points viewbox transform x y x1 y1 x2 y2 cx cy r rx ry dx dy offset fill fill-rule clip-rule "
        "stroke stroke-width stroke-linecap stroke-linejoin opacity xmlns preserveaspectratio",
        ADDRESS: "href xlink:href src srcset poster data background action formaction cite longdesc",
        DROPPED: "nonce integrity srcdoc ping content http-equiv",
    }.items()
    for name in names.split()
}
"""The sort of each attribute that has one."""
CSS_WORDS = words_in(
    "px em rem vw vh vmin vmax deg fr calc var rgb rgba hsl hsla min max clamp auto none solid repeat minmax"
)
ENDINGS = words_in("gif jpeg jpg png svg webp")
"""The endings of pictures' files."""
_STAYS = {
    STATE: re.compile(r"[a-z]{0,8}|-?\d{1,4}(?:\.\d{1,4})?(?:px|%|em)?|[a-z]{2}-[A-Za-z]{2}"),
    DRAWING: re.compile(r"[\w\s.,#%()+-]{0,20000}"),
}
"""The values of attributes that stay as they are."""
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w:.-]{0,40}")
_COLOUR = re.compile(r"[a-z0-9-]{1,24}(?:\([a-z0-9.,%/ +-]{0,80}\))?")
_INLINE = re.compile(rf"[\w.,:;|#/=-]{{0,{MAX_INLINE}}}")
_CUSTOM = re.compile(r"(--[\w-]{1,80}\s{0,9}:)([^;]{0,2000})")
_CHOICE = re.compile(r"[\w-]{1,12}")
_URL = re.compile(r"\b(https?://[^\s'\"<>`,;]{1,4000}(?<![:.]))")
_QUOTED = re.compile(r"""url\(["']?([^"')]{1,4000})""")
_PREFIX = re.compile(r"\^=[\"']?([A-Za-z][\w-]*)")
_DOCTYPE = re.compile(r"\s{0,100}<!doctype html", re.IGNORECASE)
_STYLE = re.compile(
    r"""(?P<comment>/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z))"""
    r"""|(?P<url>\b[uU][rR][lL]\(\s*+(?:"[^"\n]*+"?|'[^'\n]*+'?|[^)"']*+)\s*+\)?)"""
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*+(?:"|\Z|(?=\n))|'(?:[^'\\\n]|\\.)*+(?:'|\Z|(?=\n)))"""
    r"""|(?P<long>[A-Za-z0-9+=]{25,}+)"""
    r"""|(?P<name>(?<![\w#-])-{0,2}[A-Za-z_][\w-]*+)""",
    re.DOTALL,
)
"""What in a style sheet does not stay as it is; rules, sizes and colours do."""


class Share:
    """What may be shared of one page of a site."""

    def __init__(
        self,
        site: Site | None,
        url: str,
        board: str = "",
        state: Mapping[str, Any] | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Take the page's address, its board as it was taken ("" if there is none), and what was measured of it.

        With `private` the words of the page stay, for work on one's own machine.
        """
        self.site, self.url, self.board, self.state, self.private = site, url, board, state or {}, private
        self.files: set[str] = set()
        """The shared addresses of the style sheets, fonts, pictures and frames that are saved with the page."""
        self._base = url
        """The address of the document that is written: the page, or one of its frames."""
        texts = words_of(site.declaration) if site is not None else ()
        # A longer run of letters, such as an alphabet, is no word.
        named = frozenset(word for word in words_in(" ".join(texts)) if MAX_MARK_CODE < len(word) <= MAX_LETTERS)
        self._named = named
        """The words that the layouts of the site, their readers and its entrance name."""
        self._prefixes = sorted({prefix for text in texts for prefix in _PREFIX.findall(text)})
        """The beginnings of names that selectors look for."""
        self._root = _first(board)
        self._nodes = [] if self._root is None else self._root.css("*")
        self._counts = Counter(value for node in self._nodes for value in set(node.attributes.values()) if value)
        """How often each value of an attribute occurs in the board."""
        self._aliases: dict[str, str] = {}
        self._rest_words: Words = str if private else PageWords(named)
        self._board_words: Words = str if private else BoardWords(named | CSS_WORDS, len(self._nodes))
        self._messages: Words | None = str if private else None

    def snapshot(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot of the board that may be shared."""
        state = {key: self._state(key, value) for key, value in snapshot.state.items()}
        return Snapshot(self.address(snapshot.url), self.board_html(snapshot.html), state)

    def board_html(self, html: str) -> str:
        """Return the markup of a board that may be shared."""
        root = _first(html[:MAX_PAGE])
        return "" if root is None else "".join(self._written(root, inside=True))

    def page(self, html: str, *, url: str = "") -> str:
        """Return the markup of a page that may be shared, or of its frame at `url`."""
        self._base = url or self.url
        doctype = "<!DOCTYPE html>" if _DOCTYPE.match(html) else ""
        root = parsed(html[:MAX_PAGE]).root
        text = "" if root is None else "".join(self._written(root, inside=False))
        script = "".join(f'{name} = "{value}"; ' for name, value in _inline(self.state.get("inline")).items())
        variables = f"<script>{script}</script>" if script else ""
        head, tag, rest = text.partition("<head>")
        return f"{doctype}{head}{tag}{POLICY}{variables}{rest}"

    def message(self, text: str) -> str:
        """Return a message of this program, in which words of the page are filler unless its shared board has them."""
        if self._messages is None:
            self._messages = PageWords(self._named | program_words() | words_in(self.board_html(self.board)))
        parts = _URL.split(text)
        return "".join(self.address(part) if at % 2 else self._messages(part) for at, part in enumerate(parts))

    def details(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return the details of an error, with messages that may be shared."""
        if isinstance(value, dict):
            return {key: self.details(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.details(item) for item in value]
        return self.message(value) if isinstance(value, str) else value

    def css(self, text: str) -> str:
        """Return a style sheet that may be shared."""
        return _clean_css(text[:MAX_PAGE], self._file, self._rest_words)

    def address(self, address: str) -> str:
        """Return an address without its query and fragment, except the choices that the site's own addresses make."""
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            return ""
        if parts.scheme not in {"http", "https"}:
            return f"{parts.scheme}:" if parts.scheme else self._rest_words(parts.path)
        host = parts.hostname or ""
        ours = host == urlsplit(self.url).hostname
        own = self._own_path(address, parts.path)
        path = own + "/".join(
            part if ours and is_code(part) else self._rest_words(part) for part in parts.path[len(own) :].split("/")
        )
        query, fragment = (self._chosen(part) if ours else "" for part in (parts.query, parts.fragment))
        if ours and self.site is not None and (known := re.match(self.site.URL, address[:MAX_ADDRESS])):
            query = known.groupdict().get("puzzle") or query
        return urlunsplit((parts.scheme, f"{host}:{port}" if port else host, path, query, fragment))

    def file_address(self, address: str) -> str:
        """Return the shared address at which a file of the page is served."""
        return urljoin(self.url, self._picture_address(address))

    def pictures(self) -> set[str]:
        """Return the addresses of all pictures in the board."""
        pairs = [pair for node in self._nodes for pair in node.attributes.items() if pair[1]]
        named = {value for name, value in pairs if ATTRIBUTES.get(name) == ADDRESS}
        drawn = [value for name, value in pairs if name == "style"]
        looks = [str(each.get("image", "")) for each in self.state.get("elements", []) if isinstance(each, dict)]
        quoted = {found[1] for text in drawn + looks for found in _QUOTED.finditer(text or "")}
        return {urldefrag(urljoin(self._base, address)).url for address in named | quoted if address}

    def _own_path(self, address: str, path: str) -> str:
        """Return the beginning of a path that the site's own pattern of addresses names."""
        match = None if self.site is None else re.match(self.site.URL, address[:MAX_ADDRESS])
        start = address.find(path, address.find("://") + 3)
        return path[: match.end() - start] if match and match.end() > start else ""

    def _chosen(self, query: str) -> str:
        """Return the choices in a query that the site's own addresses make."""
        choices = {} if self.site is None else self.site.CHOICES
        return urlencode([(key, text) for key, text in parse_qsl(query) if key in choices and _CHOICE.fullmatch(text)])

    def _picture_address(self, address: str) -> str:
        """Return the shared address of a picture, font or style sheet, other ones for other ones."""
        try:
            parts = urlsplit(address.strip())
        except ValueError:
            return ""
        fragment = f"#{self._segment(parts.fragment)}" if parts.fragment else ""
        if not any((parts.scheme, parts.netloc, parts.path, parts.query)):
            return fragment
        if parts.scheme not in {"", "http", "https"}:
            return f"/{self._alias(address)}"
        query = f"?{self._alias(parts.query)}" if parts.query else ""
        return "/".join(map(self._segment, parts.path.split("/"))) + query + fragment

    def _segment(self, segment: str) -> str:
        if is_named(segment, self._named | ENDINGS):
            return segment
        shared = self._board_words(segment)
        changed = shared != segment and any(map(str.isdigit, segment))
        return self._alias(segment) if changed else shared

    def _alias(self, text: str) -> str:
        """Return a short name that stands for a text of any length, such as the query of an address."""
        return text if self.private else self._aliases.setdefault(text, f"x{len(self._aliases)}")

    def _file(self, address: str) -> str:
        """Return the shared address of a file that is saved with the page, "" for any other."""
        shared = self.file_address(urljoin(self._base, address))
        return shared if shared in self.files else ""

    def _state(self, key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of the measured state that may be shared."""
        if isinstance(value, dict):
            if key == "inline":
                return _inline(value)
            return {name: self._state(name, item) for name, item in value.items() if is_code(name)}
        if isinstance(value, list):
            return [self._state(key, item) for item in value]
        return self._measured(key, value) if isinstance(value, str) else value

    def _measured(self, key: str, text: str) -> str:
        """Return a text of the measured state that may be shared."""
        if key == "tag":
            return self._tag(text)
        if key in {"ground", "ink"}:
            return text if _COLOUR.fullmatch(text) else ""
        if key in {"image", "content"}:
            return _clean_css(text, self._picture_address, self._board_words)
        return self._board_words(text)

    def _written(self, root: Node, *, inside: bool) -> Iterator[str]:
        """Yield the markup of an element and its content, without recursion, as a page may be nested deeply."""
        waiting: list[tuple[Node, bool] | str] = [(root, inside)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                yield item
                continue
            node, inside = item
            tag = node.tag or ""
            if tag == "-text":
                words = self._board_words if inside else self._rest_words
                yield escape(words(node.text_content or ""), quote=False)
                continue
            if not _ATTRIBUTE.fullmatch(tag) or (not inside and tag in NEVER):
                continue
            inside = inside or self._is_board(node)
            name = self._tag(tag)
            yield f"<{name}{self._attributes(node, inside=inside)}>"
            if tag in VOID:
                continue
            waiting.append(f"</{name}>")
            if tag == "style":
                yield self.css("".join(child.text_content or "" for child in node.iter(include_text=True)))
            elif tag == "template" and not inside and "shadowrootmode" in node.attributes:
                # The shadow root of a board is not a part of what is read.
                body = parsed(node.inner_html or "").body
                waiting += [] if body is None else [(child, False) for child in body.iter(include_text=True)][::-1]
            elif tag not in EMPTY:
                waiting += [(child, inside) for child in node.iter(include_text=True)][::-1]

    def _tag(self, name: str) -> str:
        """Return the name of an element, which a page may have made up."""
        if not _ATTRIBUTE.fullmatch(name):
            return ""
        return name if is_code(name) or self._is_named(name) else self._rest_words(name)

    def _is_board(self, node: Node) -> bool:
        """Return whether an element is the one of the board; without names it must have as many elements in it."""
        if self._root is None or (names := _names(node)) != _names(self._root):
            return False
        return any(names[1:]) or len(node.css("*")) == len(self._nodes)

    def _attributes(self, node: Node, *, inside: bool) -> str:
        if not inside and node.tag in {"meta", "link", "iframe"}:
            return self._known(node)
        pairs = (
            (name, self._attribute(name.lower(), value or "", inside=inside)) for name, value in node.attributes.items()
        )
        return "".join(f' {name}="{escape(value)}"' for name, value in pairs if value is not None)

    def _known(self, node: Node) -> str:
        """Return the attributes of a style sheet or frame that is saved with the page, and of the encoding."""
        attributes = node.attributes
        if node.tag == "meta":
            return ' charset="utf-8"' if "charset" in attributes else ""
        name = "src" if node.tag == "iframe" else "href"
        address = attributes.get(name) or ""
        shared = self.address(urljoin(self.url, address)) if node.tag == "iframe" else self._file(address)
        rel = ' rel="stylesheet"' if "stylesheet" in (attributes.get("rel") or "") else ""
        more = "".join(
            f' {key}="{escape(self._tokens(attributes.get(key) or "", inside=False))}"' for key in ("id", "class")
        )
        return f'{rel}{more} {name}="{escape(shared)}"' if shared in self.files else more

    def _attribute(self, name: str, value: str, *, inside: bool) -> str | None:
        """Return the shared value of an attribute, in the board or around it; None if it does not stay."""
        sort = ATTRIBUTES.get(name)
        if name.startswith("on") or sort == DROPPED or not _ATTRIBUTE.fullmatch(name):
            return None
        words = self._board_words if inside else self._rest_words
        address = self._picture_address if inside else self._file
        if sort == CODE:
            return self._tokens(value, inside=inside)
        if name == "style":
            return _CUSTOM.sub(lambda found: found[1] + words(found[2]), _clean_css(value, address, words))
        if inside and sort == ADDRESS:
            return None if name == "srcset" else address(value)
        stays = (sort == STATE or (inside and sort == DRAWING)) and _STAYS[sort].fullmatch(value) is not None
        stays = stays or (inside and self._counts[value] > 1 and is_code(value, MIXED_VALUE))
        if not (inside or stays or self._is_named(name)):
            return None
        return value if stays else words(value)

    def _is_named(self, name: str) -> bool:
        """Return whether the readers of the site have the words of a name."""
        return self.private or is_named(name, self._named)

    def _tokens(self, value: str, *, inside: bool) -> str:
        """Return names in code, without those that look like secrets."""
        return " ".join(
            token if is_code(token) or self._is_named(token) else self._masked(token, inside=inside)
            for token in value.split()
        )

    def _masked(self, token: str, *, inside: bool) -> str:
        """Return the replacement for a name; in the board it keeps the prefix that a selector looks for."""
        if not inside:
            return self._rest_words(token)
        prefix = next((prefix for prefix in self._prefixes if token.startswith(prefix)), "")
        rest = token.removeprefix(prefix)
        if not prefix or not token.isalnum() or sum(map(str.isdigit, rest)) > MAX_MARK_CODE:
            return self._alias(token)
        return prefix + re.sub(r"[^\W\d]", "x", rest)


def _names(node: Node) -> tuple[str | None, ...]:
    return node.tag, node.attributes.get("id"), node.attributes.get("class")


def _first(html: str) -> Node | None:
    """Return the element of a board's markup."""
    body = parsed(as_taken(html)).body if html else None
    return None if body is None else body.child


def _inline(values: object) -> dict[str, str]:
    """Return the variables of the page's scripts that a layout has read."""
    pairs = values.items() if isinstance(values, dict) else ()
    return {name: str(value) for name, value in pairs if is_code(name) and _INLINE.fullmatch(str(value))}


def _clean_css(text: str, address: Words, words: Words) -> str:
    """Return a style sheet or declarations without comments; `address` and `words` replace what they quote."""

    def piece(match: re.Match[str]) -> str:
        found = match[0]
        if match["comment"] is not None:
            return ""
        if match["url"] is not None:
            inside = found[4:].removesuffix(")").strip().strip("\"'")
            return f'url("{address(inside)}")'
        if match["text"] is not None:
            return found[0] + words(found[1:].rstrip(found[0])) + found[0]
        return found if match["name"] is not None and is_code(found) else words(found)

    return _STYLE.sub(piece, text)
