"""The benchmark: `python -m tools.bench` from the root of the repository."""
