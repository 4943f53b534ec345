"""Boards that others published, tried on the solvers of this project; none of them is stored here."""
