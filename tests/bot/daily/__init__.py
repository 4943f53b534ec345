"""Tests of `bot/daily`."""
