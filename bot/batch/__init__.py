"""Solve, explain, grade, generate and render puzzles, from one to millions."""
