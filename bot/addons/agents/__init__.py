"""What agents use: a description of the commands, and a server of the Model Context Protocol."""

EXTRAS = {"agents": (("mcp",), "givens agent mcp")}
COMMANDS = {
    "Help": {
        "agent skill": "bot.addons.agents.command:skill",
        "agent mcp": "bot.addons.agents.command:mcp",
    },
}
GROUPS = {"agent": "Serve agents (mcp), or describe givens to them (skill)."}
