"""`python -m bot` is `givens`."""

from bot.cli import main

main()
