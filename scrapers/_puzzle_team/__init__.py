"""The engine that all puzzle-*.com sites share; `scrapers/puzzle_team.py` has a row for each puzzle."""
