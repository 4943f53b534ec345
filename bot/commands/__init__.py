"""The commands: one function each, with its options and help; `bot/cli.py` lists them."""
