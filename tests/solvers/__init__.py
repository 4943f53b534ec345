"""Tests of kinds and the engine."""
