"""Hints for a person who plays, in a panel on the open page."""

COMMANDS = {"Play": {"coach": "bot.addons.coach.command:coach"}}
