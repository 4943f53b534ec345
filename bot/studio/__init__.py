"""The studio: one local page to enter, solve and explain puzzles, and to watch sessions."""
