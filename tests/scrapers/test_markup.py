"""Test how deeply nested markup is refused, and that long markup is not."""

from __future__ import annotations

import pytest

from scrapers import ReadError, parsed


@pytest.mark.parametrize(
    "tag", ["<div>", "<DIV/>", "<div class='<'>", "<span>", "<b>", "<ul><li>", "<div></section>", "<svg><g>", "<x-y>"]
)
def test_deep_markup_is_refused(tag: str) -> None:
    """A hundred thousand elements within each other are a sentence."""
    with pytest.raises(ReadError, match="the markup has more than 1,000 elements within each other"):
        parsed(tag * 100_000)


@pytest.mark.parametrize(
    ("html", "css", "count"),
    [
        ("<p>a" * 20_000, "p", 20_000),
        (f"<ul>{'<li>a' * 20_000}</ul>", "li", 20_000),
        (f"<table>{'<tr><td>a<td>b' * 10_000}</table>", "td", 20_000),
        (f"{'<div>' * 400}{'</div>' * 400}" * 30, "div", 12_000),
        ("<div></div>" * 20_000, "div", 20_000),
        ("<!-- <div> -->" * 900 + "<br>" * 20_000, "br", 20_000),
    ],
)
def test_long_markup_is_parsed(html: str, css: str, count: int) -> None:
    """Elements that follow each other are no depth, also without end tags."""
    assert count == len(parsed(html).css(css))
