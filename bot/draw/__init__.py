"""Draw boards on the terminal, and as SVG."""
