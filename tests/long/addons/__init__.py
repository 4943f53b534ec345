"""Long tests of the add-ons."""
