"""Tests of the long tier."""
