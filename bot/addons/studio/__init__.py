"""The studio: one local page to enter, solve and explain puzzles, and to watch sessions."""

EXTRAS = {"studio": (("starlette>=0.45", "uvicorn>=0.34"), "givens studio")}
COMMANDS = {"studio": ("bot.addons.studio.command:studio", "Enter, play and explain puzzles in your browser.")}
