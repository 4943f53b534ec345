"""Reads boards from the pixels of a page, and checks boards made of elements against their pixels."""

from bot.addons.unknown.pixels.confirm import confirmed, seen_at
from bot.addons.unknown.pixels.elements import check_certain, may_be_drawn, offset_of, with_drawn

__all__ = ["check_certain", "confirmed", "may_be_drawn", "offset_of", "seen_at", "with_drawn"]
