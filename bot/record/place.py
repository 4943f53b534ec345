"""Where sessions are."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def sessions_folder() -> Path:
    """Return the folder of all sessions: `GIVENS_SESSIONS`, else one in the user's data folder."""
    chosen = os.environ.get("GIVENS_SESSIONS")
    return Path(chosen) if chosen else platformdirs.user_data_path("givens", appauthor=False) / "sessions"
