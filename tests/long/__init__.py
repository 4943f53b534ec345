"""What only the long tier runs, in the rooms of its subjects."""
