"""New puzzles: random boards, and which clues they need."""
