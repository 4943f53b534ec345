"""Reads boards from the pixels of a page."""
