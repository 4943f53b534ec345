"""Tests of the programs in `tools`; no other test needs them."""
