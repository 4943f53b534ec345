"""Finding solutions and proving that there is one: propagation first, then Z3."""
