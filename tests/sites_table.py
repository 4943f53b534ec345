"""The table of all sites in the documentation; `python -m tests.sites_table` writes it anew."""

from __future__ import annotations

import re

from scrapers import SITES, KnownBy, by_evidence
from tests.cases import SILENT
from tests.conftest import ROOT

DOCUMENT = ROOT / "docs" / "sites" / "README.md"
TABLE = re.compile(r"(?<=<!-- sites: begin -->\n)(.*?)(?=<!-- sites: end -->)", re.DOTALL)


def table() -> str:
    """Return a row for the sites that are known as of a day, from their declarations, the oldest first."""
    cells: dict[KnownBy, list[str]] = {}
    for site in by_evidence(SITES):
        assert site.EVIDENCE is not None, site.NAME
        how = " (only read)" if site.POLICY.read_only else " (only entered)" if site.NAME in SILENT else ""
        cells.setdefault(site.EVIDENCE, []).append(f"`{site.NAME}`{how}")
    rows = [f"| {date} | {grade} | {', '.join(names)} |" for (grade, date), names in cells.items()]
    return "".join(f"{row}\n" for row in ("| as of | known from | sites |", "|---|---|---|", *rows))


if __name__ == "__main__":
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), DOCUMENT.read_text("utf-8")), encoding="utf-8")
