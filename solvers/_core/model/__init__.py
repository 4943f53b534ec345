"""The data types of puzzles: boards, pictures, rules, puzzles, their files, and what comes out."""
