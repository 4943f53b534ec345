"""What plays pages that no module knows, and starts a module for one."""

COMMANDS = {
    "sites new": ("bot.addons.unknown.command:new_site", "Start a site module from its page."),
}
PROVIDES = {
    "guessing_site": "bot.addons.unknown.guess.site:guessing",
    "seen_site": "bot.addons.unknown.guess.site:seen",
}
