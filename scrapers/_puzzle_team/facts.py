"""Compare the drawn board with the page's task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapers._errors import ReadError

if TYPE_CHECKING:
    from scrapers._facts import Groups


def check_agree(drawn: Groups, listed: Groups) -> None:
    """Raise `ReadError` unless the board and its task say the same of every place."""
    for name in sorted({*drawn, *listed}):
        shown, told = drawn.get(name, {}), listed.get(name, {})
        for place in sorted({*shown, *told}, key=str):
            if shown.get(place) != told.get(place):
                where = " and ".join(map(str, place)) if type(place) is tuple else place
                raise ReadError(
                    f"{where}: the board shows the {name} {shown.get(place)}, but the task of the page says "
                    f"{told.get(place)}; these sites send random tasks to programs that they take for scrapers",
                    selector="script",
                )
