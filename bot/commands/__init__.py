"""The commands: a function each, with its options and its help; `bot/cli.py` lists them."""
