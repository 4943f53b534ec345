"""Long tests of sites and readers."""
