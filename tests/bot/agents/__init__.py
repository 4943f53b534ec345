"""Tests of `bot/agents`."""
