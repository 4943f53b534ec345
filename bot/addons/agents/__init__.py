"""What agents use: a description of the commands, and a server of the Model Context Protocol."""

EXTRAS = {"agents": (("mcp",), "givens mcp")}
COMMANDS = {
    "Help": {
        "schema": "bot.addons.agents.command:schema",
        "skill": "bot.addons.agents.command:skill",
        "mcp": "bot.addons.agents.command:mcp",
    },
}
SETTABLE = ("mcp",)
