"""The page of a session: one HTML page that needs no network, no other file and no mouse.

The content of a session is untrusted. The page contains it only as text, or as JSON that cannot end its element; the
page's policy lets no other script run and nothing load.
"""

from __future__ import annotations

import base64
import hashlib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from bot.draw.looks import SHAPES, STYLES
from bot.draw.svg import shapes, sheet
from bot.errors import SetupError, writing
from bot.files import is_ours, marked, without_home
from bot.record.output import OURS_ONLY, Replacing, write_output
from bot.sessions.playback import Film, input_frames, puzzle_of, steps
from bot.sessions.show import facts, steps_taken
from bot.sessions.store import OPENED
from scrapers import clean

if TYPE_CHECKING:
    from bot.sessions.store import Session

EXPLAIN_TIMEOUT = 10.0
"""The time limit in seconds for explaining one puzzle."""
PNG = b"\x89PNG\r\n\x1a\n"
PICTURES = {"before": "before", "after": "after", "failed": "when it failed"}


def write(session: Session, out: Path | None = None, replacing: Replacing = OURS_ONLY) -> Path:
    """Write the page of a session, without `out` into its folder; return the file.

    Raise `SetupError`, or `UsageError` if it may not replace a file.
    """
    if out is None:
        out, replacing = session.folder / OPENED, OURS_ONLY
        if out.is_symlink() or (out.exists() and not is_ours(out)):
            raise SetupError(f"{out} was not written by givens")
    replacing.check(out)
    page = marked(report(session), "<!-- ", " -->\n")
    with writing(out):
        write_output(out, page, replacing, private=True)
    return out


def report(session: Session) -> str:
    """Return the page of a session; equal sessions give equal pages."""
    played = explained = None
    unexplained = ""
    if (puzzle := puzzle_of(session)) is not None:
        played = Film(input_frames(session, puzzle))
        explained, unexplained = steps(puzzle, within=EXPLAIN_TIMEOUT)
    css = _source("base.css") + sheet(STYLES)
    script = _source("player.js")
    page = render(
        "report.html",
        session=session,
        title=title_of(session),
        facts=facts(session),
        events=steps_taken(session),
        played=played,
        explained=explained,
        unexplained=unexplained,
        screenshots=_screenshots(session),
        shapes=shapes(SHAPES),
        css=css,
        script=script,
        hashes={"css": _hash(css), "script": _hash(script)},
    )
    return without_home(page)


def render(template: str, package: str = "bot.sessions", **values: object) -> str:
    """Return a filled template of a package, which may use those of this one."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("bot.sessions")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_printable,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    environment.filters["ms"] = duration
    return environment.get_template(template).render(**values)


def _printable(value: object) -> object:
    """Return a value for a template: plain text loses its control characters, markup stays."""
    return clean(value, lines=True) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _source(name: str) -> str:
    return (resources.files("bot.sessions") / "templates" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash that allows a style or a script in the page's policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _screenshots(session: Session) -> dict[str, str]:
    """Return the screenshots of a session as data URIs by their captions."""
    found = {caption: session.content(f"{name}.png") or b"" for name, caption in PICTURES.items()}
    return {
        caption: f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        for caption, picture in found.items()
        if picture.startswith(PNG)
    }


def duration(ms: float) -> str:
    """Return a duration with its unit, for people."""
    second = 1000
    return f"{ms:.3g}\u00a0ms" if ms < second else f"{ms / second:.3g}\u00a0s"  # Never apart on two lines.


def title_of(session: Session) -> str:
    """Return the title of a session's puzzle: the page's title, with the kind where it does not say it."""
    about = session.record.about
    kind, title = (session.kind or "unknown").replace("_", " "), str(about.get("title") or "")
    if kind not in title.casefold():
        title = f"{kind.capitalize()}: {title}" if title else kind.capitalize()
    return f"{title} #{about['number']}" if about.get("number") is not None else title
