"""The options that several commands share: they mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

TARGETS = Annotated[
    list[str],
    typer.Argument(
        metavar="TARGET...",
        help="A URL, SITE[:key=value,...] (any clear part of its name), a fixture or a folder of them, a saved .html.",
        show_default=False,
    ),
]
SOURCES = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE...",
        help="A file (JSON, JSON Lines, or drawn text), - for stdin, or any TARGET.",
        show_default=False,
    ),
]
KIND = Annotated[
    str | None,
    typer.Option("--kind", metavar="NAME", help="The kind of a puzzle that does not say it.", show_default=False),
]
SITE = Annotated[
    str | None, typer.Option("--site", metavar="NAME|FILE.py", help="The site module to use.", show_default=False)
]
BROWSER = Annotated[
    str | None,
    typer.Option(
        "--browser",
        metavar="PATH|ENDPOINT",
        envvar="GIVENS_BROWSER",
        help="The browser to start, or where one runs: ws://... (a Playwright server), http://... (DevTools).",
        show_default=False,
    ),
]
HEADED = Annotated[bool, typer.Option("--headed", envvar="GIVENS_HEADED", help="Show the browser's window.")]
PROFILE = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="A signed-in profile that you have set up; guest pages without.",
        show_default=False,
    ),
]
TIMEOUT = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="S",
        envvar="GIVENS_TIMEOUT",
        min=0.001,
        help="Seconds for one target, everything included.",
        show_default=False,
    ),
]
NO_RECORD = Annotated[bool, typer.Option("--no-record", envvar="GIVENS_NO_RECORD", help="Keep no session.")]
RECORD = Annotated[
    Literal["none", "light", "full"],
    typer.Option("--record", envvar="GIVENS_RECORD", help="What to keep of the run; full adds a video and a trace."),
]
PACE = Annotated[
    float | None,
    typer.Option(
        "--pace",
        metavar="MS",
        envvar="GIVENS_PACE",
        min=0,
        help="Milliseconds from one input to the next, at least.",
        show_default=False,
    ),
]
WATCH = Annotated[bool, typer.Option("--watch", help="Visible, paced, told step by step, kept open until Enter.")]
JSON = Annotated[bool, typer.Option("--json", help="Write one JSON object a line to stdout, and nothing else there.")]
OUT = Annotated[
    Path | None,
    typer.Option("-o", "--out", metavar="OUT", help="Write the JSON lines to a file instead.", show_default=False),
]
PARALLEL = Annotated[
    int,
    typer.Option(
        "--parallel", metavar="N", min=1, help="Processes that play fixtures, each with a browser of its own."
    ),
]
WORKERS = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Processes that answer lines; one for each core if there are many lines.",
        show_default=False,
    ),
]
SHARD = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Only the part I of N of the lines; the outputs of all parts concatenate.",
        show_default=False,
    ),
]
RESUME = Annotated[bool, typer.Option("--resume", help="Go on with what a stopped run has left in OUT.partial.")]
CLUSTER = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Let the Dask cluster at this address answer lines.", show_default=False
    ),
]
