"""Recorded sessions: list, show, replay, report, prune, and bug reports."""
