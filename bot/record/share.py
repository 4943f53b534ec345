"""What is made to be shared, by an allow-list: the board, and of the rest of a page only its structure.

Of the board, what a layout may read stays: elements, classes, marks, digits and drawings. A word that the module of the
site does not name is replaced by another of the same length, equal words by equal ones. Of the rest of the page stay
elements, classes, ids and roles; a text becomes filler of the same length. Scripts, forms' values, addresses' queries
and comments never stay.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit, urlunsplit

from selectolax.lexbor import LexborHTMLParser

from bot.record.inert import POLICY, as_taken
from bot.record.messages import program_words
from bot.record.style import clean_css
from bot.record.words import MAX_LETTERS, MAX_MARK_CODE, BoardWords, OwnWords, PageWords, is_code, is_named, words_in
from scrapers import Snapshot, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborNode as Node

    from scrapers import Site

MAX_PAGE = 4_000_000
"""Characters of a page that are looked at; the rest is left out."""
MAX_ADDRESS = 2000
"""Characters of an address that are compared with the site's own."""
MAX_INLINE = 4000
"""Characters of a variable that a layout reads from a script."""
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
NEVER = frozenset(
    {"script", "noscript", "object", "embed", "applet", "base", "xmp", "plaintext", "noembed", "noframes"}
)
"""Elements of the page around the board that are left out."""
EMPTY = frozenset({"script", "style", "noscript", "template", "iframe", "object", "noembed", "noframes"})
"""Elements of the board whose content is left out."""
CSS_WORDS = frozenset(
    {
        *("px", "em", "rem", "vw", "vh", "vmin", "vmax", "deg", "fr", "calc", "var", "rgb", "rgba", "hsl"),
        *("hsla", "min", "max", "clamp", "auto", "none", "solid", "repeat", "minmax"),
    }
)
CODE = frozenset(
    {
        *("class", "id", "role", "data-testid", "type", "for", "colspan", "rowspan", "aria-describedby"),
        *("aria-labelledby", "aria-controls", "aria-owns"),
    }
)
"""Attributes with names that programmers give."""
STATES = frozenset(
    {
        *("hidden", "disabled", "inert", "open", "checked", "selected", "readonly", "aria-hidden"),
        *("aria-disabled", "aria-expanded", "aria-pressed", "aria-checked", "aria-selected", "aria-modal"),
        *("aria-live", "tabindex", "lang", "dir", "translate", "width", "height"),
    }
)
"""Attributes with one of a few values."""
DRAWING = frozenset(
    {
        *("d", "points", "viewbox", "transform", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry"),
        *("dx", "dy", "fill", "stroke", "fill-rule", "clip-rule", "stroke-width", "stroke-linecap"),
        *("stroke-linejoin", "opacity", "xmlns", "preserveaspectratio", "offset"),
    }
)
ENDINGS = frozenset({"gif", "jpeg", "jpg", "png", "svg", "webp"})
"""The endings of pictures' files."""
ADDRESSES = frozenset(
    {"href", "xlink:href", "src", "srcset", "poster", "data", "background", "action", "formaction", "cite", "longdesc"}
)
DROPPED = frozenset({"nonce", "integrity", "srcdoc", "ping", "content", "http-equiv"})
"""Attributes that do not stay even in the board, like all event handlers."""
_STATE = re.compile(r"[a-z]{0,8}|-?\d{1,4}(?:\.\d{1,4})?(?:px|%|em)?|[a-z]{2}-[A-Za-z]{2}")
_DRAWN = re.compile(r"[\w\s.,#%()+-]{0,20000}")
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w:.-]{0,40}")
_COLOUR = re.compile(r"[a-z0-9-]{1,24}(?:\([a-z0-9.,%/ +-]{0,80}\))?")
_INLINE = re.compile(rf"[\w.,:;|#/=-]{{0,{MAX_INLINE}}}")
_CUSTOM = re.compile(r"(--[\w-]{1,80}\s{0,9}:)([^;]{0,2000})")
_CHOICE = re.compile(r"[\w-]{1,12}")
_URL = re.compile(r"\b(https?://[^\s'\"<>`,;]{1,4000}(?<![:.]))")
MIXED_VALUE = 8
"""Letters and digits in a row in a value that several elements of the board have."""
_QUOTED = re.compile(r"""url\(["']?([^"')]{1,4000})""")
_PREFIX = re.compile(r"\^=[\"']?([A-Za-z][\w-]*)")
_DOCTYPE = re.compile(r"\s{0,100}<!doctype html", re.IGNORECASE)


@dataclass(slots=True)
class Share:
    """What may be shared of one page of a site."""

    site: Site | None
    url: str
    """The address of the page."""
    board: str = ""
    """The markup of the board as it was taken, "" if there is none."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What was measured of the board."""
    files: set[str] = field(default_factory=set)
    """The shared addresses of the style sheets, fonts, pictures and frames that are saved with the page."""
    base: str = ""
    """The address of the document that is written, if it is a frame's."""
    private: bool = False
    """Whether the words of the page stay, for work on one's own machine."""
    named: frozenset[str] = field(init=False, default=frozenset())
    """The words that the layouts of the site, their readers and its entrance name."""
    rest_words: PageWords | OwnWords = field(init=False)
    board_words: BoardWords | OwnWords = field(init=False)
    _prefixes: tuple[str, ...] = field(init=False, default=())
    """The beginnings of names that selectors look for."""
    _root: tuple[str | None, ...] | None = field(init=False, default=None)
    """The tag, the id and the classes of the board's element."""
    _elements: int = field(init=False, default=0)
    _messages: PageWords | OwnWords | None = field(init=False, default=None)
    _counts: Counter[str] = field(init=False, default_factory=Counter)
    """How often each value of an attribute occurs in the board."""

    def __post_init__(self) -> None:
        if self.site is not None:
            texts = words_of(self.site.declaration)
            # A longer run of letters, such as an alphabet, is no word.
            words = words_in(" ".join(texts))
            self.named = frozenset(word for word in words if MAX_MARK_CODE < len(word) <= MAX_LETTERS)
            self._prefixes = tuple(sorted({prefix for text in texts for prefix in _PREFIX.findall(text)}))
        root, nodes = self._nodes()
        self._root, self._elements = None if root is None else _names(root), len(nodes)
        self._counts.update(value for node in nodes for value in set(node.attributes.values()) if value)
        if self.private:
            self.rest_words = self.board_words = self._messages = OwnWords()
        else:
            self.rest_words = PageWords(self.named)
            self.board_words = BoardWords(self.named | CSS_WORDS, self._elements)

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
        self.base = url
        doctype = "<!DOCTYPE html>" if _DOCTYPE.match(html) else ""
        root = LexborHTMLParser(html[:MAX_PAGE]).root
        text = "" if root is None else "".join(self._written(root, inside=False))
        script = "".join(f'{name} = "{value}"; ' for name, value in self._inline(self.state).items())
        variables = f"<script>{script}</script>" if script else ""
        head, tag, rest = text.partition("<head>")
        return f"{doctype}{head}{tag}{POLICY}{variables}{rest}"

    def address(self, address: str) -> str:
        """Return an address without its query and fragment, except the choices that the site's own addresses make."""
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            return ""
        if parts.scheme not in {"http", "https"}:
            return f"{parts.scheme}:" if parts.scheme else self.rest_words(parts.path)
        host = parts.hostname or ""
        ours = host == urlsplit(self.url).hostname
        own = self._own_path(address, parts.path)
        path = own + "/".join(
            part if ours and is_code(part) else self.rest_words(part) for part in parts.path[len(own) :].split("/")
        )
        query, fragment = (self._chosen(part) if ours else "" for part in (parts.query, parts.fragment))
        return urlunsplit((parts.scheme, f"{host}:{port}" if port else host, path, query, fragment))

    def picture_address(self, address: str) -> str:
        """Return the shared address of a picture, font or style sheet, other ones for other ones."""
        try:
            parts = urlsplit(address.strip())
        except ValueError:
            return ""
        fragment = f"#{self._segment(parts.fragment)}" if parts.fragment else ""
        if not parts.scheme and not parts.netloc and not parts.path and not parts.query:
            return fragment
        if parts.scheme not in {"", "http", "https"}:
            return f"/{self.board_words.alias(address)}"
        query = f"?{self.board_words.alias(parts.query)}" if parts.query else ""
        return "/".join(map(self._segment, parts.path.split("/"))) + query + fragment

    def file_address(self, address: str) -> str:
        """Return the shared address at which a file of the page is served."""
        return urljoin(self.url, self.picture_address(address))

    def pictures(self) -> set[str]:
        """Return the addresses of all pictures in the board."""
        _, nodes = self._nodes()
        named = {node.attributes.get(name) for node in nodes for name in ADDRESSES}
        drawn = (style for node in nodes if (style := node.attributes.get("style")))
        looks = (
            str(element.get("image", "")) for element in self.state.get("elements", []) if isinstance(element, dict)
        )
        quoted = {found[1] for text in (*drawn, *looks) for found in _QUOTED.finditer(text)}
        return {urldefrag(urljoin(self.base or self.url, address)).url for address in named | quoted if address}

    def _nodes(self) -> tuple[Node | None, list[Node]]:
        """Return the element of the board, and all that are in it."""
        root = _first(self.board)
        return root, [] if root is None else root.css("*")

    @staticmethod
    def _inline(state: Mapping[str, Any]) -> dict[str, str]:
        """Return the variables of the page's scripts that a layout has read."""
        found = state.get("inline")
        values = found if isinstance(found, dict) else {}
        return {name: str(value) for name, value in values.items() if is_code(name) and _INLINE.fullmatch(str(value))}

    def message(self, text: str) -> str:
        """Return a message of this program, in which words of the page are filler unless its shared board has them."""
        if self._messages is None:
            self._messages = PageWords(self.named | program_words() | words_in(self.board_html(self.board)))
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
        return clean_css(text[:MAX_PAGE], self._file, self.rest_words)

    def _own_path(self, address: str, path: str) -> str:
        """Return the beginning of a path that the site's own pattern of addresses names."""
        match = None if self.site is None else re.match(self.site.URL, address[:MAX_ADDRESS])
        start = address.find(path, address.find("://") + 3)
        return path[: match.end() - start] if match and match.end() > start else ""

    def _chosen(self, query: str) -> str:
        """Return the choices in a query that the site's own addresses make."""
        choices = {} if self.site is None else self.site.CHOICES
        pairs = [(key, value) for key, value in parse_qsl(query) if key in choices and _CHOICE.fullmatch(value)]
        return urlencode(pairs)

    def _segment(self, segment: str) -> str:
        if is_named(segment, self.named | ENDINGS):
            return segment
        shared = self.board_words(segment)
        changed = shared != segment and any(map(str.isdigit, segment))
        return self.board_words.alias(segment) if changed else shared

    def _file(self, address: str) -> str:
        """Return the shared address of a file that is saved with the page, "" for any other."""
        shared = self.file_address(urljoin(self.base or self.url, address))
        return shared if shared in self.files else ""

    def _state(self, key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of the measured state that may be shared."""
        if isinstance(value, dict):
            kept = {name: self._state(name, item) for name, item in value.items() if is_code(name)}
            return self._inline({key: value}) if key == "inline" else kept
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
            return clean_css(text, self.picture_address, self.board_words)
        return self.board_words(text)

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
                text = node.text_content or ""
                yield escape((self.board_words if inside else self.rest_words)(text), quote=False)
                continue
            if not _ATTRIBUTE.fullmatch(tag) or (not inside and tag in NEVER):
                continue
            inside = inside or self._is_board(node)
            attributes = self._attributes(node, inside=inside)
            name = self._tag(tag)
            yield f"<{name}{attributes}>"
            if tag in VOID:
                continue
            waiting.append(f"</{name}>")
            if tag == "style":
                yield self.css("".join(child.text_content or "" for child in node.iter(include_text=True)))
            elif tag == "template" and not inside and "shadowrootmode" in node.attributes:
                # The shadow root of a board is not a part of what is read.
                body = LexborHTMLParser(node.inner_html or "").body
                waiting += [] if body is None else [(child, False) for child in body.iter(include_text=True)][::-1]
            elif tag not in EMPTY:
                waiting += [(child, inside) for child in node.iter(include_text=True)][::-1]

    def _tag(self, name: str) -> str:
        """Return the name of an element, which a page may have made up."""
        if not _ATTRIBUTE.fullmatch(name):
            return ""
        return name if is_code(name) or self._is_named(name) else self.rest_words(name)

    def _is_board(self, node: Node) -> bool:
        """Return whether an element is the one of the board; without names it must have as many elements in it."""
        named = _names(node)
        return named == self._root and (any(named[1:]) or len(node.css("*")) == self._elements)

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
        if name.startswith("on") or name in DROPPED or not _ATTRIBUTE.fullmatch(name):
            return None
        words, address = (self.board_words, self.picture_address) if inside else (self.rest_words, self._file)
        if name in CODE:
            return self._tokens(value, inside=inside)
        if name == "style":
            return _CUSTOM.sub(lambda found: found[1] + words(found[2]), clean_css(value, address, words))
        stays = name in STATES and _STATE.fullmatch(value) is not None
        if inside and name in ADDRESSES:
            return None if name == "srcset" else address(value)
        if inside:
            stays = stays or (name in DRAWING and _DRAWN.fullmatch(value) is not None)
            stays = stays or (self._counts[value] > 1 and is_code(value, MIXED_VALUE))
        elif not stays and not self._is_named(name):
            return None
        return value if stays else words(value)

    def _is_named(self, name: str) -> bool:
        """Return whether the readers of the site have the words of a name."""
        return self.private or is_named(name, self.named)

    def _tokens(self, value: str, *, inside: bool) -> str:
        """Return names in code, without those that look like secrets."""
        return " ".join(
            token if is_code(token) or self._is_named(token) else self._masked(token, inside=inside)
            for token in value.split()
        )

    def _masked(self, token: str, *, inside: bool) -> str:
        """Return the replacement for a name; in the board it keeps the prefix that a selector looks for."""
        if not inside:
            return self.rest_words(token)
        prefix = next((prefix for prefix in self._prefixes if token.startswith(prefix)), "")
        rest = token.removeprefix(prefix)
        if not prefix or not token.isalnum() or sum(map(str.isdigit, rest)) > MAX_MARK_CODE:
            return self.board_words.alias(token)
        return prefix + re.sub(r"[^\W\d]", "x", rest)


def _names(node: Node) -> tuple[str | None, ...]:
    return node.tag, node.attributes.get("id"), node.attributes.get("class")


def _first(html: str) -> Node | None:
    """Return the element of a board's markup."""
    body = LexborHTMLParser(as_taken(html)).body if html else None
    return None if body is None else body.child
