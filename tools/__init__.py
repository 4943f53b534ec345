"""Programs for people who work on givens: benchmarks, runs over boards and pages of others, makers of pictures."""
