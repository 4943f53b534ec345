"""The table of all sites in the documentation; `python -m tests.sites_table` writes it anew."""

from __future__ import annotations

import re

from scrapers import SITES
from tests.conftest import ROOT

DOCUMENT = ROOT / "docs" / "sites" / "README.md"
TABLE = re.compile(r"(?<=<!-- sites: begin -->\n)(.*?)(?=<!-- sites: end -->)", re.DOTALL)


def table() -> str:
    """Return a row for each site, from its declaration."""
    rows = ["| site | kind | state | known | as of |", "|---|---|---|---|---|"]
    for site in SITES:
        state = "only read" if site.POLICY.read_only else "played"
        assert site.EVIDENCE is not None, site.NAME
        grade, date = site.EVIDENCE
        rows.append(f"| `{site.NAME}` | {f'`{site.KIND}`' if site.KIND else 'any'} | {state} | {grade} | {date} |")
    return "".join(f"{row}\n" for row in rows)


if __name__ == "__main__":
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), DOCUMENT.read_text("utf-8")), encoding="utf-8")
