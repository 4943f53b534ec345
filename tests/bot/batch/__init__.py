"""Tests of `bot/batch`."""
