"""Hints name the command that installs a library into this very installation."""

from __future__ import annotations

import sys
import tomllib

import pytest

from bot import addon
from bot.addon import install_command
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("prefix", "pip", "command", "again"),
    [
        ("/h/pipx/venvs/givens", True, "pipx inject givens av", "pipx inject --force givens av"),
        ("/h/.venv", True, "/h/python -m pip install av", "/h/python -m pip install --force-reinstall av"),
        (
            "/h/.venv",
            False,
            "uv pip install --python /h/python av",
            "uv pip install --force-reinstall --python /h/python av",
        ),
    ],
)
def test_command(monkeypatch: pytest.MonkeyPatch, prefix: str, pip: bool, command: str, again: str) -> None:  # noqa: FBT001
    """Environments of pipx, of pip and of uv each have their own command."""
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(sys, "executable", "/h/python")
    monkeypatch.setattr(addon, "find_spec", lambda _name: pip or None)

    assert (command, again) == (install_command("av"), install_command("av", again=True))


def test_extras_are_those_of_the_package() -> None:
    """Each extra of the package is listed with its library."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]

    assert {name: [*packages] for name, (packages, _) in addon.extras().items()} == {
        name: [requirement.partition(">")[0] for requirement in requirements] for name, requirements in declared.items()
    }
