"""Tests of sites and readers."""
