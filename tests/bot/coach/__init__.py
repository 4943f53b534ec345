"""Tests of `bot/coach`."""
