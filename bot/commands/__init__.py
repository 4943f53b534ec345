"""The commands: the table of their names, and one function for each."""

from __future__ import annotations

COMMANDS = {
    "play": ("bot.commands.pages:play", "Play the puzzle on a page and record the session."),
    "read": ("bot.commands.pages:read", "Read the puzzle on a page; nothing is entered."),
    "daily run": ("bot.commands.daily:run", "Play the puzzles of the day, each once."),
    "daily init": ("bot.commands.daily:init", "Choose puzzles to play every day: adds them to the settings."),
    "daily today": ("bot.commands.daily:today", "Show which puzzles are left today; nothing is played."),
    "daily history": ("bot.commands.daily:history", "Show streaks, rates, median times and the last plays."),
    "daily schedule": ("bot.commands.daily:schedule", "Run `givens daily run` automatically once a day."),
    "solve": ("bot.commands.puzzles:solve", "Solve a puzzle and prove that the solution is unique."),
    "explain": ("bot.commands.puzzles:explain", "Explain the solution in steps, or grade the puzzle."),
    "check": ("bot.commands.puzzles:check_", "Say whether marks are right so far, and which are not."),
    "generate": ("bot.commands.puzzles:generate", "Make new puzzles with exactly one solution."),
    "draw": ("bot.commands.puzzles:draw", "Draw puzzles as text, as files, or as addresses."),
    "sessions list": ("bot.commands.sessions:list_", "List the sessions, the newest last."),
    "sessions show": ("bot.commands.sessions:show", "Show a session: facts, boards, times, inputs and errors."),
    "sessions keep": ("bot.commands.sessions:keep", "Protect sessions from pruning."),
    "sessions replay": ("bot.commands.sessions:replay", "Check recorded sessions against the current code."),
    "sessions report": ("bot.commands.sessions:report", "Open the page of a session, which plays it back."),
    "sessions share": ("bot.commands.sessions:share", "Pack a session to share, so that a site module can be fixed."),
    "sessions prune": ("bot.commands.sessions:prune", "Remove old sessions."),
    "sites list": ("bot.commands.sites:list_", "List the sites, or show some with their choices."),
    "sites check": ("bot.commands.sites:check", "Check that the sites' pages can still be read."),
    "sites login": ("bot.commands.sites:login", "Sign in to a site in a browser window."),
    "sites capture": ("bot.commands.sites:capture", "Save a page as a fixture, without personal data."),
    "kinds": ("bot.commands.help:kinds", "List the puzzle kinds, or show the rules of some."),
    "demo": ("bot.commands.pages:demo", "Play the two pages that come with givens, offline."),
    "doctor": ("bot.commands.help:doctor", "Check that this machine has what a run needs."),
}
"""Where each command of the core is, as `module:name`, and its help in a line.

The first of two words is the name of a group.
"""
GROUPS = {
    "daily": "The day's puzzles: run, init, today, history, schedule.",
    "sessions": "Show, replay, report, share and prune past sessions.",
    "sites": "List and check the sites; sign in; capture a page.",
}
"""What each group is for."""
