"""Exports: what matches or is marked, written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import ListColumn
from svc_tui.stores.session.task_store import TaskResult
from svc_tui.text import plural
from svc_tui.widgets.base import SvcWidget

if TYPE_CHECKING:
    from svc_tui.stores.listing.export import ExportFormat, ExportResult
    from svc_tui.widgets.listing.export_dialog import ExportRequest
    from svc_tui.widgets.listing.table import SvcListTable

FORMATS: dict[str, ExportFormat] = {".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl"}
"""By the ending of a file's name, in small letters; any other one writes CSV."""


class ExportKeys(SvcWidget):
    """`X` writes what matches, or what is marked; it goes on when the page is left."""

    KEYS_ABOUT = "Views and files"

    BINDINGS = [
        Binding("X", "export", "Export", show=False, tooltip="To a file.", id="list.export"),
    ]

    remembered_as: str = ""
    _export_worker: Worker[None] | None = None
    _progress: str = "Exporting"
    _outcome: TaskResult

    @property
    def table(self) -> SvcListTable:
        """The table."""
        raise NotImplementedError

    def action_export(self) -> None:
        """Where to; the ending says what: columns shown and who they are, or whole records."""
        from svc_tui.stores.listing.export import free_name
        from svc_tui.widgets.listing.export_dialog import ExportDialog

        state = self.table.listed
        marked = len(state.selection.rows) if state.selection.everything is None else 0
        what = plural(marked or state.count, "row", "rows")
        free = free_name(Path("~") / f"{self.remembered_as or 'export'}.csv")
        start = f"~/{free.name}"
        hint = f"{what}; .csv: columns shown; .json, .jsonl: whole records"
        lacking = "" if self._lists_ids else self._id_column.label
        self.app.push_screen(ExportDialog(start, hint, lacking), self._export_to)

    @property
    def _lists_ids(self) -> bool:
        return any(one.key == self.table.lookup for one in self.table.grid.list_columns)

    @property
    def _id_column(self) -> ListColumn:
        """What says which record a line is, and leads back to it."""
        lookup = self.table.lookup
        declared = (one for one in self.table.all_columns if one.key == lookup)
        return next(declared, None) or ListColumn(key=lookup)

    def _columns(self, ids: bool) -> Sequence[ListColumn]:
        columns = self.table.grid.list_columns
        return (self._id_column, *columns) if ids and not self._lists_ids else columns

    def _export_to(self, wish: ExportRequest | None) -> None:
        if wish is not None and not self.exporting:
            self._export_worker = self.ask(self._export_told(wish))

    async def _export_told(self, wish: ExportRequest) -> None:
        """It goes on when the page is left; quitting asks first."""
        self._outcome = TaskResult("Nothing was written.", "failed")
        with (
            self.doing(lambda: f"{self._progress}; the file would not be written."),
            self.track_task(
                f"Export to {wish.path}",
                lambda: self._progress,
                self.stop_export,
                lambda: self._outcome,
            ),
        ):
            await self._export(wish)

    async def _export(self, wish: ExportRequest) -> None:
        from svc_tui.stores.listing.export import ExportFailed, export

        table, path = self.table, Path(wish.path)
        state, columns = table.listed, self._columns(wish.ids)
        kind = FORMATS.get(path.suffix.lower(), "csv")
        frozen = state.selection.everything
        try:
            done = await export(
                table.store.source,
                state.query if frozen is None else frozen.query,
                columns if kind == "csv" else (),
                path,
                kind,
                self._exported,
                rows=tuple(state.selection.rows.values()) or None if frozen is None else None,
                overwrite=wish.overwrite,
                lookup=table.store.lookup,
            )
        except (ExportFailed, ApiError) as error:
            self._outcome = TaskResult(
                f"Not exported. {error}", "failed", lambda: self._export_to(wish)
            )
            table.say(self._outcome.words, "error", 8)
        else:
            self._tell_exported(done)
        finally:
            if table.is_attached:
                table.show_progress("")

    def _exported(self, done: int, total: int) -> None:
        self._progress = f"Exporting {done:,} of {total:,}"
        if self.table.is_attached:
            self.table.show_progress(f"{self._progress} · Ctrl+C stops")

    def _tell_exported(self, done: ExportResult) -> None:
        odd = "" if done.rows == done.counted else f" The backend counted {done.counted:,}."
        odd = f" {done.note}" if done.note else odd
        words = f"{plural(done.rows, 'row', 'rows')} written to {done.path}.{odd}"
        self._outcome = TaskResult(words)
        self.table.say(words, "warning" if odd else "success", 8 if odd else 6)

    @property
    def exporting(self) -> bool:
        """Whether a file is being written."""
        return self._export_worker is not None and not self._export_worker.is_finished

    def stop_export(self) -> bool:
        """Write nothing; False where nothing is being written."""
        if self._export_worker is None or not self.exporting:
            return False
        self._export_worker.cancel()
        self.table.say("The export was stopped; nothing was written.")
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is exported twice at once."""
        if action == "export":
            return True if self.table.listed.rows and not self.exporting else None
        return super().check_action(action, parameters)
