"""What kinds share: base classes, and parts of their rules."""
