"""Hints for a person who plays: on the open page, and anywhere else where a board can be entered."""
