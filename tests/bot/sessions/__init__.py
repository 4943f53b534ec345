"""Tests of `bot/sessions`."""
