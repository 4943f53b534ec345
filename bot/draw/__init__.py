"""Draw boards on the terminal, as SVG, and with matplotlib."""
