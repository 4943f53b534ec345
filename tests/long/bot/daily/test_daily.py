"""Test `givens daily run`: failures of pages and messages, and when which puzzle is tried again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.bot.daily.test_daily import BRAINBASHERS, NOW, SENDS, Days, Inbox

if TYPE_CHECKING:
    from tests.conftest import Givens


@SENDS
def test_message_that_fails_and_full_disk(givens: Givens, inbox: Inbox) -> None:
    """Neither a session that cannot be written nor a message that cannot be sent fails; no password is told."""
    to = [inbox.address, "json://me:secret-word@127.0.0.1:1", "nonsense://secret-word"]
    days = Days(givens, f"[notify]\nto = {json.dumps(to)}\nwhen = 'always'\n[[daily]]\ntarget = 'three_in_a_row'\n")
    page = f"full:{days.page(BRAINBASHERS, 'table_2022_6', 'November 19')}"
    code, lines, err = days.run(NOW, {BRAINBASHERS: [page]}, "daily", "run", "--json")
    nothing = days.run(NOW, {}, "daily", "run", "--json")

    assert (0, [True]) == (code, [line["accepted"] for line in lines])
    assert "warning: session.json of the session could not be written: No space left on device" in err
    messages = [(sent["title"], sent["type"], sent["attachments"]) for sent in inbox.messages]
    assert [("givens: 1 of 1 done", "success", [])] == messages
    assert 1 == err.count("a message was sent to json://…\n")
    assert "warning: no message was sent to json://…" in err
    assert "warning: no message was sent to nonsense://…: Apprise does not know this kind of address" in err
    assert "secret-word" not in err
    assert (0, "") == (nothing[0], nothing[2])


def test_browser_that_dies(givens: Givens) -> None:
    """After the browser died, it is started again and the puzzle is played from the start."""
    days = Days(givens)
    page = days.page(BRAINBASHERS, "table_2022_6", "November 19")

    results = days.daily(NOW, {BRAINBASHERS: [f"died:{page}", page]}, "three_in_a_row")

    assert (0, [("three_in_a_row", "2026-11-19", "accepted")]) == results
    assert ["accepted", "failed"] == days.outcomes()
