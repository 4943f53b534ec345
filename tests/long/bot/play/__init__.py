"""Long tests of `bot/play`."""
