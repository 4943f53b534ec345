"""Tests of `bot/authoring`."""
