"""The fixtures of the studio's tests."""

from __future__ import annotations

from tests.addons.studio import conftest

studio, watched, page, opened = conftest.studio, conftest.watched, conftest.page, conftest.opened
