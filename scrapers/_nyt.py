"""What the games of the New York Times share: what stands before a board, and who has to answer it."""

from __future__ import annotations

from scrapers import Button

DECLINE = Button("#pz-gdpr-btn-reject, .fides-reject-all-button")
"""The button that declines cookies."""
WALLS = {r"//myaccount\.nytimes\.com/": "a login wall"}
ASKS = {".purr-blocker-card": "new terms of use"}
