"""The tests: fixtures are walked, so nobody writes a test for a site."""
