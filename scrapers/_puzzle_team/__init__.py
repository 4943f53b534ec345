"""The engine that all puzzle-*.com sites share; `scrapers/puzzle_team.py` has a row for each puzzle."""

from __future__ import annotations

from scrapers._puzzle_team.drawn import (
    cages,
    edges,
    numbers,
    regions,
    rim,
    runs,
    runs_of_cells,
    shown,
    sides,
    stars,
    thermometers,
)
from scrapers._puzzle_team.layout import TeamLayout, team
from scrapers._puzzle_team.moves import Digits, States
from scrapers._puzzle_team.page import Menu, TeamPage, menu, named, sized, specials
from scrapers._puzzle_team.task import (
    bracketed,
    cells,
    cells_after,
    characters,
    compared,
    parted,
    region_ids,
    rims,
    signs,
    sums_of_runs,
    views,
)
from scrapers._puzzle_team.task import thermometers as listed_thermometers
from scrapers._reading.facts import BLACK, Facts
from scrapers._reading.layout import ReadOnly

__all__ = [
    "BLACK",
    "Digits",
    "Facts",
    "Menu",
    "ReadOnly",
    "States",
    "TeamLayout",
    "TeamPage",
    "bracketed",
    "cages",
    "cells",
    "cells_after",
    "characters",
    "compared",
    "edges",
    "listed_thermometers",
    "menu",
    "named",
    "numbers",
    "parted",
    "region_ids",
    "regions",
    "rim",
    "rims",
    "runs",
    "runs_of_cells",
    "shown",
    "sides",
    "signs",
    "sized",
    "specials",
    "stars",
    "sums_of_runs",
    "team",
    "thermometers",
    "views",
]
