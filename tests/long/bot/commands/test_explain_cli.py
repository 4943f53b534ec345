"""The commands `explain` and `generate`, as users and scripts run them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.children import run


@pytest.mark.parametrize("where", ["__del__", "__init__"])
def test_interrupted_within_z3(tmp_path: Path, where: str) -> None:
    """Ctrl-C is neither lost nor printed as ignored while Z3 creates or destroys an object."""
    code = f"""
import signal, sys, z3
whole, struck = z3.ModelRef.{where}, []

def strike(self, *given):
    if not struck:
        struck.append(True)
        signal.raise_signal(signal.SIGINT)
    whole(self, *given)

z3.ModelRef.{where} = strike
sys.argv = ["givens", "generate", "zip", "--size", "4", "--count", "100000", "-o", "many.jsonl"]
from bot.cli import main
main()
"""
    done = run([sys.executable, "-c", code], cwd=tmp_path)

    assert (130, "\ninterrupted\n") == (done.returncode, done.stderr)
