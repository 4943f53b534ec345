"""Hints for a person who plays, in a panel on the open page."""

COMMANDS = {"coach": ("bot.addons.coach.command:coach", "Give hints in a panel while you play.")}
