"""Tests of `bot/draw`."""
