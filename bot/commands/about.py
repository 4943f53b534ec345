"""`givens sites` and `givens kinds`: what givens can play and solve."""

from __future__ import annotations

import click

from bot.commands._options import JSON
from bot.commands._output import emit, print_json, say


@click.command()
@JSON
def sites(*, as_json: bool) -> int:
    """List the sites, with today's addresses and choices.

    \b
    Examples:
      givens sites
      givens sites --json | jq -r .url                    today's addresses
    """
    from bot.play.targets import today_of
    from scrapers import SITES

    for site in SITES:
        address = site.address(today_of(site), {}, signed_in=False)
        layouts = [layout.NAME for layout in site.LAYOUTS]
        facts = {"site": site.NAME, "kind": site.KIND, "home": site.HOME, "url": address, "layouts": layouts}
        choices = "".join(f"\n    {name}=  {help_}" for name, help_ in site.CHOICES.items())
        emit(
            facts | {"choices": dict(site.CHOICES), "timezone": site.POLICY.timezone},
            f"{site.NAME}  ({site.KIND})\n    {address}\n    layouts: {', '.join(layouts)}{choices}",
            as_json=as_json,
        )
    return 0


@click.command()
@JSON
def kinds(*, as_json: bool) -> int:
    """List the puzzle kinds and their rules.

    \b
    Examples:
      givens kinds                                        the rules
      givens kinds --json                                 the JSON schema of each kind
    """
    from solvers import KINDS, schema

    for name, kind in KINDS.items():
        if as_json:
            print_json({"kind": name, "schema": schema(kind)})
        else:
            say(f"{name}\n    {(kind.__doc__ or '').strip()}\n")
    return 0
