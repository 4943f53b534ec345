"""The engine that all puzzle-*.com sites share; the files `scrapers/puzzle_team*.py` declare the puzzles."""
