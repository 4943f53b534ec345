"""Tests that only the long tier runs, in the same rooms."""
