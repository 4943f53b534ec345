"""Playing a page: targets, the play loop, the live page, the clicker, fixtures, captures and results.

Other packages import its modules directly: each loads only what it needs.
"""
