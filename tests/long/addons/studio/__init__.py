"""Long tests of the studio."""
