"""Tests of `bot/browser`."""
