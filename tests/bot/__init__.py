"""Tests of the shell, in its rooms."""
