"""What is drawn, not written: boards read from the pixels of a page."""

from scrapers._pixels.elements import check_certain, may_be_drawn, with_drawn

__all__ = ["check_certain", "may_be_drawn", "with_drawn"]
