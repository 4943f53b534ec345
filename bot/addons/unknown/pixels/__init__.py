"""Reads boards from the pixels of a page, and checks boards made of elements against their pixels."""
