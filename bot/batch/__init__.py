"""Puzzles without a page: solve, explain, generate and render, one by one or by the thousands."""
