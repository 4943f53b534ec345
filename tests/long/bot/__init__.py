"""Long tests of the shell, in its rooms."""
