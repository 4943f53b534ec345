"""Finding solutions with Z3, and proving that there is one."""
