"""Playing a page: targets, the play loop, the live page, the clicker, fixtures, captures and results."""
