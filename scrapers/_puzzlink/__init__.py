"""The player of puzz.link and its sisters: what it draws, what its address says, and how answers are entered."""
