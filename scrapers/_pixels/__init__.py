"""What is drawn, not written: boards read from the pixels of a page, and boards of elements confirmed by them."""

from scrapers._pixels.confirm import Said, confirmed, seen_at
from scrapers._pixels.elements import check_certain, may_be_drawn, offset_of, with_drawn

__all__ = ["Said", "check_certain", "confirmed", "may_be_drawn", "offset_of", "seen_at", "with_drawn"]
