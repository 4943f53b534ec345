"""The path of the user's home folder, which often contains their name, in what is shared."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path


def without_home(text: str) -> str:
    """Return a text, JSON or HTML with `~` in place of the user's home folder."""
    home = Path.home()
    if home == Path(home.anchor):
        return text
    forms = str, _in_json, escape, _in_template
    spellings = {form(path) for path in (str(home), home.as_posix()) for form in forms}
    # Letters of a picture in base64 are no path, nor is the beginning of another folder's name.
    return re.sub(rf"(?<![\w+=])(?:{'|'.join(map(re.escape, spellings))})(?![\w+=-])", "~", text)


def _in_template(text: str) -> str:
    return escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")


def _in_json(text: str) -> str:
    return json.dumps(text)[1:-1]
