"""What is missing for a cluster is said before anything is connected."""

from __future__ import annotations

import json
import sys

import pytest

from bot.addon import install_command
from tests.bot.batch.test_many import ONE
from tests.conftest import Givens


def test_without_dask(givens: Givens, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Dask the error says how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = givens("solve", "-", "--json", "--cluster", "x", stdin=json.dumps(ONE))

    assert 7 == done.returncode
    assert f"try: {install_command('distributed>=2025.1')}" in done.stderr


@pytest.mark.parametrize("folder", [".", "x" * 300])
def test_certificates_that_are_missing(givens: Givens, folder: str) -> None:
    """A folder without a certificate, or of a name that none can have, is an error before anything is connected."""
    done = givens("solve", "-", "--json", "--cluster", "tls://x:1", "--cluster-tls", folder, stdin=json.dumps(ONE))

    assert 2 == done.returncode
    assert "the folder has no ca.pem" in done.stderr.replace("\n", " ")
