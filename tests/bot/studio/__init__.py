"""Tests of `bot/studio`."""
