"""Long tests of the core."""
