"""The tasks of a session: those that run are never forgotten."""

from __future__ import annotations

from contextlib import ExitStack

from svc_tui.stores.session.task_store import KEPT, TaskStore


def test_a_task_that_runs_stays_whatever_else_is_done() -> None:
    store = TaskStore()
    with ExitStack() as running:
        for title in ("Import", "Export"):
            running.enter_context(store.under_way(title, lambda: "half"))
        for n in range(KEPT + 20):
            with store.under_way(f"Move {n}", lambda: ""):
                pass
        tasks = store.state.tasks
        assert [one.title for one in tasks if one.status == "running"] == ["Export", "Import"]
        assert len(tasks) == KEPT + 2 and tasks[0].title == f"Move {KEPT + 19}"
    assert all(one.status == "done" for one in store.state.tasks)
