"""A run that a lost session ends, and what its journal says of the rows that were begun."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from svc_tui.api.errors import Unauthorized
from svc_tui.stores.listing.action_types import State
from svc_tui.stores.runs.row_run import RowRun
from svc_tui.stores.runs.row_writers import RequestPreview, RowResult, RowWork
from svc_tui.stores.runs.run_journal import RunJournal


class Writer:
    """Answers every row as it is told, and keeps what was asked of it."""

    def __init__(self, states: dict[str, State]) -> None:
        self.states, self.asked = states, list[str]()

    async def write(self, work: RowWork) -> RowResult:
        self.asked.append(f"write {work.key}")
        await asyncio.sleep(0)  # Others are begun meanwhile.
        state = self.states.get(work.key, "ok")
        error: Any = None if state == "ok" else Unauthorized(401, "POST", "/items/", "over")
        return RowResult(work.key, work.key, state, "", error)

    async def look(self, work: RowWork) -> RowResult | None:
        self.asked.append(f"look {work.key}")
        return RowResult(work.key, work.key, "unknown")

    async def preview(self, work: RowWork) -> RequestPreview:
        raise NotImplementedError


async def test_only_a_row_whose_fate_is_unknown_is_looked_up_later(tmp_path: Path) -> None:
    works = [RowWork(key, {"title": key}, new=True) for key in "bcd"]
    journal = RunJournal.create(tmp_path / "runs", {"verb": "Create"}, works)
    run = RowRun(works, Writer({"b": "failed", "c": "unknown"}), jobs=2, journal=journal)
    await run.run()
    journal.close()
    assert [one.key for one in run.untried] == ["b", "c", "d"]

    later = RunJournal.open(journal.path)
    writer = Writer({})
    await RowRun(later.works, writer, jobs=1, journal=later).run()
    later.remove()
    assert writer.asked == ["write b", "look c", "write d"]
