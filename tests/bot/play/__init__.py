"""Tests of `bot/play`."""
