"""What agents use: a description of the commands, and a server of the Model Context Protocol."""

EXTRAS = {"agents": (("mcp",), "givens agent mcp")}
COMMANDS = {
    "agent skill": ("Help", "bot.addons.agents.command:skill"),
    "agent mcp": ("Help", "bot.addons.agents.command:mcp"),
}
GROUPS = {"agent": "Serve agents (mcp), or describe givens to them (skill)."}
