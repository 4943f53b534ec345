"""Drawing boards: terminal, SVG and matplotlib."""
