"""Tests of the long tier: the solvers."""
