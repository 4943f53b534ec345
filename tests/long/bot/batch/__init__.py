"""Long tests of many puzzles."""
