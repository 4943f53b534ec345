"""The table of all sites in the documentation; `python -m tests.sites_table` writes it anew."""

from __future__ import annotations

import re

from scrapers import SITES
from tests.conftest import ROOT

DOCUMENT = ROOT / "docs" / "sites" / "README.md"
TABLE = re.compile(r"(?<=<!-- sites: begin -->\n)(.*?)(?=<!-- sites: end -->)", re.DOTALL)


def table() -> str:
    """Return a row for all sites of a kind of puzzle, from their declarations."""
    cells: dict[str, list[str]] = {}
    for site in SITES:
        assert site.EVIDENCE is not None, site.NAME
        grade, date = site.EVIDENCE
        read = ", only read" if site.POLICY.read_only else ""
        cells.setdefault(f"`{site.KIND}`" if site.KIND else "any", []).append(f"`{site.NAME}` ({grade} {date}{read})")
    rows = [f"| {kind} | {', '.join(sites)} |" for kind, sites in sorted(cells.items())]
    return "".join(f"{row}\n" for row in ("| kind | sites |", "|---|---|", *rows))


if __name__ == "__main__":
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), DOCUMENT.read_text("utf-8")), encoding="utf-8")
