"""Commands about givens itself: what it knows, and what it finds on this machine."""

from __future__ import annotations

import sys

import click

from bot.commands._options import BROWSER, JSON
from bot.commands._output import print_json


@click.command()
@JSON
def sites(*, as_json: bool) -> int:
    """List the sites, their pages of today, and what can be chosen."""
    from bot.play.targets import today_of
    from scrapers import SITES

    for one in SITES:
        address = one.address(today_of(one), {}, signed_in=False)
        layouts = [layout.NAME for layout in one.LAYOUTS]
        if as_json:
            facts = {"site": one.NAME, "kind": one.KIND, "home": one.HOME, "url": address, "layouts": layouts}
            print_json(facts | {"choices": dict(one.CHOICES), "timezone": one.POLICY.timezone})
        else:
            choices = "".join(f"\n    {name}=  {words}" for name, words in one.CHOICES.items())
            print(f"{one.NAME}  ({one.KIND})\n    {address}\n    layouts: {', '.join(layouts)}{choices}")  # noqa: T201
    return 0


@click.command()
@JSON
def kinds(*, as_json: bool) -> int:
    """List the puzzle kinds and their rules; with --json their JSON schemas."""
    from solvers import KINDS, schema

    for name, kind in KINDS.items():
        if as_json:
            print_json({"kind": name, "schema": schema(kind)})
        else:
            print(f"{name}\n    {(kind.__doc__ or '').strip()}\n")  # noqa: T201
    return 0


@click.command()
@click.option("--fix", is_flag=True, help="Install a browser if there is none.")
@BROWSER
@JSON
def doctor(*, fix: bool, browser: str | None, as_json: bool) -> int:
    """Look at what a run needs on this machine; exit 7 if something is missing."""
    from bot.commands import _doctor
    from bot.errors import SetupError

    if fix:
        _doctor.fix(browser, lambda words: print(words, file=sys.stderr))  # noqa: T201
    missing = False
    for check in _doctor.checks(browser):
        missing |= not check.ok
        if as_json:
            print_json({"check": check.name, "ok": check.ok, "words": check.words, "try": check.command})
        else:
            then = f"  (try: {check.command})" if check.command else ""
            print(f"{'ok     ' if check.ok else 'MISSING'}  {check.name}: {check.words}{then}")  # noqa: T201
    return SetupError.EXIT if missing else 0
