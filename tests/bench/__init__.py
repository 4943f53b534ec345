"""The benchmark: `python -m tests.bench` from the root of the repository."""
