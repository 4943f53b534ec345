"""The one place that writes a line of JSON for scripts, and the version of its format."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
"""The version of the lines that commands write."""


def json_line(facts: Mapping[str, object]) -> str:
    """Return facts as one line of JSON, the version of the format first."""
    version = {"v": VERSION}
    return json.dumps(version | dict(facts) | version, ensure_ascii=False)
