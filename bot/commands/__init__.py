"""The commands: the table of their names, and one function for each."""

from __future__ import annotations

COMMANDS = {
    "play": ("Play", "bot.commands.pages:play"),
    "read": ("Play", "bot.commands.pages:read"),
    "daily run": ("Play", "bot.commands.daily:run"),
    "daily init": ("Play", "bot.commands.daily:init"),
    "daily today": ("Play", "bot.commands.daily:today"),
    "daily history": ("Play", "bot.commands.daily:history"),
    "daily schedule": ("Play", "bot.commands.daily:schedule"),
    "solve": ("Puzzles", "bot.commands.puzzles:solve"),
    "explain": ("Puzzles", "bot.commands.puzzles:explain"),
    "check": ("Puzzles", "bot.commands.puzzles:check_"),
    "generate": ("Puzzles", "bot.commands.puzzles:generate"),
    "draw": ("Puzzles", "bot.commands.puzzles:draw"),
    "sessions list": ("Look back", "bot.commands.sessions:list_"),
    "sessions show": ("Look back", "bot.commands.sessions:show"),
    "sessions open": ("Look back", "bot.commands.sessions:open_"),
    "sessions keep": ("Look back", "bot.commands.sessions:keep"),
    "sessions replay": ("Look back", "bot.commands.sessions:replay"),
    "sessions report": ("Look back", "bot.commands.sessions:report"),
    "sessions share": ("Look back", "bot.commands.sessions:share"),
    "sessions prune": ("Look back", "bot.commands.sessions:prune"),
    "sites list": ("Sites", "bot.commands.sites:list_"),
    "sites check": ("Sites", "bot.commands.sites:check"),
    "sites login": ("Sites", "bot.commands.sites:login"),
    "sites capture": ("Sites", "bot.commands.sites:capture"),
    "kinds": ("Sites", "bot.commands.help:kinds"),
    "demo": ("Help", "bot.commands.pages:demo"),
    "doctor": ("Help", "bot.commands.help:doctor"),
}
"""The heading of each command of the core in the help, and where it is, as `module:name`.

The first of two words is the name of a group.
"""
GROUPS = {
    "daily": "The day's puzzles: run, init, today, history, schedule.",
    "sessions": "Show, replay, report, share and prune past sessions.",
    "sites": "List and check the sites; sign in; capture a page.",
}
"""What each group is for."""
