"""The add-ons, one folder each; `bot/addon.py` finds them, and the core does without any."""
