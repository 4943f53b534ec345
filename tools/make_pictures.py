"""Draw the pictures of the studio for its page, light and dark: `python -m tools.make_pictures`."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import expect, sync_playwright

from bot.browser.launch import find, has_sandbox
from tests.addons.studio.page import running

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PUZZLE = {
    "kind": "tango",
    "givens": ["..0.1.", "1...0.", "......", ".0..01", "......", ".....0"],
    "equal": [["R3C1", "R3C2"], ["R3C2", "R4C2"], ["R5C2", "R5C3"]],
    "opposite": [["R1C6", "R2C6"], ["R2C4", "R2C5"], ["R5C1", "R5C2"]],
}
HINTS = 5
"""How often the hint is asked for: the first mark, then where to look for the second, and why."""


def main() -> None:
    """Open the studio, ask for hints, and save what it looks like."""
    with running() as studio, sync_playwright() as playwright:
        path = find(playwright, None, window=False).path
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=has_sandbox())
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 1120, "height": 680}, color_scheme=scheme)
            page.goto(f"{studio.address}#puzzle={quote(json.dumps(PUZZLE))}")
            expect(page.locator("#verdict")).to_contain_text("trivial", timeout=60_000)
            hint = page.get_by_role("button", name="Hint")
            page.get_by_role("button", name="Play", exact=True).click()
            for _ in range(HINTS):
                before = page.locator("#why").inner_text()
                hint.click()
                expect(page.locator("#why")).not_to_have_text(before)
            page.screenshot(path=FOLDER / f"studio-{scheme}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
