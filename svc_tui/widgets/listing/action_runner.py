"""Run actions: their progress, how they are stopped, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from svc_tui.stores.listing.action_store import WHOLE, Action, ActionState, ActionStore
from svc_tui.stores.listing.action_types import name_of
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.selection import Selection
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.text import plural
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.listing.status import fit_to_width
from svc_tui.widgets.tasks import doing, track_task

BARS = (20, 8, 0)
"""Widths of the progress bar in cells; the first that fits is used."""


class ActionRunner(SvcWidget):
    """Runs one action at a time; quitting asks first, and `w` lists it during and after."""

    store: ActionStore
    query_of_list: ListQuery

    @property
    def running(self) -> bool:
        """Whether an action is under way."""
        return hasattr(self, "store") and self.store.state.running

    @property
    def name_of_running(self) -> str:
        """The label of the running action."""
        action = self.store.state.action
        return name_of(action) if action is not None else ""

    @property
    def running_words(self) -> str:
        """The sentence for actions that must wait for the running one."""
        return f"{self.name_of_running} is still running. Wait for it, or press Esc to stop it."

    def cancel(self) -> bool:
        """Send nothing more; False where nothing runs."""
        if self.running:
            self.store.cancel()
            return True
        return False

    async def run_bulk_action(
        self,
        action: Action,
        selection: Selection,
        inputs: Mapping[str, Any] | None = None,
        *,
        canary: bool = False,
    ) -> None:
        """Run it, with `canary` a few rows first; report the result even if the page was left."""
        with self._under_way(f"{name_of(action)} {selection_label(selection)}"):
            query = self.query_of_list
            await self.store.run(action, selection, query=query, inputs=inputs, canary=canary)
        self._tell_if_gone()

    def _tell_if_gone(self) -> None:
        """Report rows that were finished after the page was left."""
        if not self.is_attached:
            state = self.store.state
            self.svc.snack.show(
                state.summary, "success" if state.needs_no_reading else "warning", 8
            )

    def show_results(self, state: ActionState) -> None:
        """Show the result of each row, from where unfinished rows can be retried."""
        from svc_tui.widgets.listing.results import ResultSheet

        self.app.push_screen(ResultSheet(state), self._sheet_closed)

    def _sheet_closed(self, retry: bool | None) -> None:
        if retry:
            self.ask(self._retry())

    async def _retry(self) -> None:
        left = plural(len(self.store.state.left), "row", "rows")
        with self._under_way(f"{self.name_of_running} {left} again"):
            await self.store.retry_failed()
        self._tell_if_gone()

    @contextmanager
    def _under_way(self, title: str) -> Iterator[None]:
        """Have quitting ask while it runs, and have `w` list it during and after."""
        with (
            doing(services(self), self._cut_short, self.store),
            track_task(services(self), title, self._progress, self.store.cancel, self._ending),
        ):
            yield

    def _progress(self) -> str:
        state = self.store.state
        end = ", stopping" if state.cancelling else ""
        done, total = state.progress or (state.done, state.total)
        return f"{done:,} of {total:,}{end}"

    def _ending(self) -> TaskResult:
        """Return the result, which can be shown and retried until another action runs."""
        state, app = self.store.state, self.app
        bad = bool(state.problem or state.of("failed") or state.of("unknown"))

        def retry() -> None:
            if self.store.state is state:
                app.run_worker(self._retry())
            else:
                self.svc.snack.show("Another action has run since. Mark the rows again.")

        def look() -> None:
            from svc_tui.widgets.listing.results import ResultSheet

            app.push_screen(ResultSheet(state), lambda again: retry() if again else None)

        again = retry if state.left else None
        return TaskResult(state.summary, "failed" if bad else "done", again, look)

    def _cut_short(self) -> str:
        """Return what would be lost by quitting now."""
        state = self.store.state
        if not state.order or state.order == (WHOLE,):
            return f"{self.name_of_running} is running. You won't see its result."
        rows = f"{state.done:,} of {plural(state.total, 'row', 'rows')} done"
        return f"{self.name_of_running}: {rows}. The rest won't be processed."


def progress_line(state: ActionState, width: int = 0) -> str:
    """Return the progress of the running action as a bar; `width` 0 means no limit."""
    done, total = state.progress or (state.done, state.total)
    handler = state.action is not None and state.action.handler is not None
    again = " · Esc aborts" if handler else ""
    end = f"stopping…{again}" if state.cancelling else "Esc stops"
    slow = " · ⚠ no progress" if state.slow else ""
    name = name_of(state.action) if state.action else ""
    said = f"{done}/{total}{slow} · {end}"
    return fit_to_width([f" {name}{_bar(cells, done, total)} {said}" for cells in BARS], width)


def _bar(cells: int, done: int, total: int) -> str:
    filled = min(cells, cells * done // total) if total else 0
    return f" {'█' * filled}{'░' * (cells - filled)}" * bool(cells)


def selection_label(selection: Selection) -> str:
    """Return how many rows a selection means."""
    if selection.everything is not None:
        return f"all {len(selection):,} rows" if len(selection) else "all rows that match"
    return plural(len(selection), "row", "rows")
