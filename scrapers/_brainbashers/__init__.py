"""The engine of BrainBashers: one frame for all its daily puzzles, boards by their ids or by their grid alone."""
