"""Deduction as people do it: steps, their reasons, and grades."""
