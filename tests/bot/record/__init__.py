"""Tests of `bot/record`."""
