"""The commands: the table of their names, and one function for each."""

from __future__ import annotations

COMMANDS = {
    "play": "bot.commands.pages:play",
    "read": "bot.commands.pages:read",
    "daily run": "bot.commands.daily:run",
    "daily init": "bot.commands.daily:init",
    "daily today": "bot.commands.daily:today",
    "daily history": "bot.commands.daily:history",
    "daily schedule": "bot.commands.daily:schedule",
    "solve": "bot.commands.puzzles:solve",
    "explain": "bot.commands.puzzles:explain",
    "check": "bot.commands.puzzles:check_",
    "generate": "bot.commands.puzzles:generate",
    "draw": "bot.commands.puzzles:draw",
    "sessions list": "bot.commands.sessions:list_",
    "sessions show": "bot.commands.sessions:show",
    "sessions open": "bot.commands.sessions:open_",
    "sessions keep": "bot.commands.sessions:keep",
    "sessions replay": "bot.commands.sessions:replay",
    "sessions report": "bot.commands.sessions:report",
    "sessions share": "bot.commands.sessions:share",
    "sessions prune": "bot.commands.sessions:prune",
    "sites list": "bot.commands.sites:list_",
    "sites check": "bot.commands.sites:check",
    "sites login": "bot.commands.sites:login",
    "sites capture": "bot.commands.sites:capture",
    "kinds": "bot.commands.help:kinds",
    "demo": "bot.commands.pages:demo",
    "doctor": "bot.commands.help:doctor",
}
"""Where each command of the core is, as `module:name`; the first of two words is the name of a group."""
GROUPS = {
    "daily": "The day's puzzles: run, init, today, history, schedule.",
    "sessions": "Show, replay, report, share and prune past sessions.",
    "sites": "List and check the sites; sign in; capture a page.",
}
"""What each group is for."""
