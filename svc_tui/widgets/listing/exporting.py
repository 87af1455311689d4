"""Exporting: what matches or is marked, written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.config.restricted import is_restricted
from svc_tui.models.listing import ListColumn
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.text import plural
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.columns import Columns
from svc_tui.widgets.listing.host import ListHost, without_rows
from svc_tui.widgets.listing.status_line import StatusLine
from svc_tui.widgets.tasks import doing, track_task

if TYPE_CHECKING:
    from svc_tui.stores.listing.export import ExportResult
    from svc_tui.widgets.listing.export_dialog import ExportRequest
    from svc_tui.widgets.listing.marking import Marking


class ExportingHost(ListHost, Protocol):
    """The list that is exported."""

    columns: Columns
    marking: Marking
    status: StatusLine

    @property
    def is_attached(self) -> bool:
        """Whether the list is still on a page."""


class Exporting:
    """Writes one file at a time; continues when the page is left, and quitting asks first."""

    GROUP: ClassVar[str] = "Views and files"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.export",
            "X",
            "Export",
            lambda self: self.begin(),
            lambda self: self.unavailable(),
            "Export these rows to a file.",
        ),
    )

    def __init__(self, host: ExportingHost) -> None:
        self.host = host
        self._worker: Worker[None] | None = None
        self._progress = "Exporting"
        self._outcome = TaskResult("")

    @property
    def running(self) -> bool:
        """Whether a file is being written."""
        return self._worker is not None and not self._worker.is_finished

    def unavailable(self) -> Blocked | None:
        """Return why nothing can be exported now."""
        if self.running:
            return Blocked("An export is already running. Wait for it, or press Ctrl+C to stop it.")
        return without_rows(self)

    def begin(self) -> None:
        """Ask for a path; its ending decides between the shown columns and whole records."""
        from svc_tui.stores.listing.export import free_name
        from svc_tui.widgets.listing.export_dialog import ExportDialog

        self.host.marking.take_range()
        folder = Path() if is_restricted() else Path("~")
        free = free_name(folder / f"{self.host.options.remembered_as or 'export'}.csv")
        hint = f"{self.what} · .csv: columns shown · .json, .jsonl: all fields"
        lacking = "" if self._lists_ids else self._id_column.label
        self.host.app.push_screen(ExportDialog(f"{folder / free.name}", hint, lacking), self._write)

    @property
    def what(self) -> str:
        """The number of rows to export: the marked ones, or the whole list."""
        state = self.host.listed
        if state.selection.everything is None and (marked := len(state.selection.rows)):
            return plural(marked, "marked row", "marked rows")
        return plural(state.count, "row", "rows")

    @property
    def _lists_ids(self) -> bool:
        lookup = self.host.options.lookup
        return any(one.key == lookup for one in self.host.columns.shown)

    @property
    def _id_column(self) -> ListColumn:
        lookup = self.host.options.lookup
        declared = (one for one in self.host.columns.declared if one.key == lookup)
        return next(declared, None) or ListColumn(key=lookup)

    def _columns(self, ids: bool) -> Sequence[ListColumn]:
        columns = self.host.columns.shown
        return (self._id_column, *columns) if ids and not self._lists_ids else columns

    def _write(self, wish: ExportRequest | None) -> None:
        if wish is not None and not self.running:
            self._worker = self.host.ask(self._export_as_task(wish))

    async def _export_as_task(self, wish: ExportRequest) -> None:
        self._outcome = TaskResult("No file was written.", "failed")
        with (
            doing(self.host.services, lambda: f"{self._progress}. The file won't be written."),
            track_task(
                self.host.services,
                f"Export to {wish.path}",
                lambda: self._progress,
                self.stop,
                lambda: self._outcome,
            ),
        ):
            await self._export(wish)

    async def _export(self, wish: ExportRequest) -> None:
        from svc_tui.stores.listing.export import ENDINGS, ExportFailed, export

        host, path = self.host, Path(wish.path)
        state, columns = host.listed, self._columns(wish.ids)
        kind = ENDINGS.get(path.suffix.lower(), "csv")
        frozen = state.selection.everything
        try:
            done = await export(
                host.store.source,
                state.query if frozen is None else frozen.query,
                columns if kind == "csv" else (),
                path,
                kind,
                self._show_progress,
                rows=tuple(state.selection.rows.values()) or None if frozen is None else None,
                overwrite=wish.overwrite,
                lookup=host.store.lookup,
            )
        except (ExportFailed, ApiError) as error:
            self._outcome = TaskResult(
                f"Not exported. {error}", "failed", lambda: self._write(wish)
            )
            host.say(self._outcome.words, "error", 8)
        else:
            self._say_done(done)
        finally:
            if host.is_attached:
                host.status.show_progress("")

    def _show_progress(self, done: int, total: int) -> None:
        self._progress = f"Exporting {done:,} of {total:,}"
        if self.host.is_attached:
            self.host.status.show_progress(f"{self._progress} · Ctrl+C stops")

    def _say_done(self, done: ExportResult) -> None:
        counted = plural(done.counted, "row", "rows")
        odd = "" if done.rows == done.counted else f" The backend reported {counted}."
        odd = f" {done.note}" if done.note else odd
        words = f"{plural(done.rows, 'row', 'rows')} written to {done.path}.{odd}"
        self._outcome = TaskResult(words)
        self.host.say(words, "warning" if odd else "success", 8 if odd else 6)

    def stop(self) -> bool:
        """Stop the export; False if none is running."""
        if self._worker is None or not self.running:
            return False
        self._worker.cancel()
        self.host.say("The export was stopped, and no file was written.")
        return True
