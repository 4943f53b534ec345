"""Long tests of the commands."""
