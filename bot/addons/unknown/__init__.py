"""What plays pages that no module knows, and starts a module for one."""

COMMANDS = {
    "Sites": {"probe": "bot.addons.unknown.command:probe", "new-site": "bot.addons.unknown.command:new_site"},
}
SETTABLE = ("probe",)
PROVIDES = {
    "guessing_site": "bot.addons.unknown.sites:guessing",
    "seen_site": "bot.addons.unknown.sites:seen",
    "attempts": "bot.addons.unknown.learning:attempts",
    "draft": "bot.addons.unknown.start.captured:CapturedDraft",
}
