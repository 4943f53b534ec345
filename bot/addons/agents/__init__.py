"""What agents use: a description of the commands, and a server of the Model Context Protocol."""

EXTRAS = {"agents": (("mcp>=2.3",), "givens agent mcp")}
COMMANDS = {
    "agent skill": ("bot.addons.agents.command:skill", "Write a description of the commands for agents."),
    "agent mcp": ("bot.addons.agents.command:mcp", "Serve agents by the Model Context Protocol (MCP)."),
}
GROUPS = {"agent": "Serve agents (mcp), or describe givens to them (skill)."}
EXIT_CODES = """\
0 | success | Go on.
1 | a bug in givens | Report the traceback; `givens sessions share last -o bug.zip` packs what a maintainer needs.
2 | wrong usage | Read the message and `givens COMMAND --help`.
3 | the page cannot be read | Nothing was entered. Try `--guess` on an address, or give the puzzle as JSON.
4 | the puzzle is malformed, has no solution, or has several | Nothing was entered: it was probably misread.
5 | the page could not be reached, or did not show or accept the solution | The message says which; try once more.
6 | a person is needed: a login wall or a challenge | Stop, and ask the person. Do not try to get around it.
7 | something is missing on this machine | Type what the message says after `try:`.
8 | several targets failed for different reasons | Each line has its own `error`.
130 | Ctrl-C | What was recorded is kept.
"""
"""For each exit code what it means, and what to do then."""
