"""Saved views and exports: what can be done with a list as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.binding import Binding
from textual.message import Message
from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.tasks import Ending
from svc_tui.stores.views import View, ViewStore
from svc_tui.text import cut, plural
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.listing.menu import ChoiceMenu, Entry
from svc_tui.widgets.listing.prompt import Prompt
from svc_tui.widgets.listing.view_sign import ViewSign

if TYPE_CHECKING:
    from svc_tui.stores.export import Exported
    from svc_tui.widgets.listing.table import SvcListTable

KEEP = "+"
"""The menu's entry that keeps the list as it is now."""


class WholeListKeys(SvcWidget):
    """`V` for saved views, `X` for an export of what matches or is marked."""

    KEYS_ABOUT = "Views and files"

    BINDINGS = [
        Binding("V", "views", "Views", show=False, tooltip="Saved views.", id="list.views"),
        Binding("X", "export", "Export", show=False, tooltip="To a file.", id="list.export"),
    ]

    remembered_as: str = ""
    _export_worker: Worker[None] | None = None
    _progress: str = "Exporting"
    _outcome: Ending
    _view: View | None = None
    """The view that was opened or kept last."""

    class ViewOpened(Message, namespace="svc_list"):
        """A saved view is what the list shows now, or what it began as; None ends that."""

        def __init__(self, view: View | None) -> None:
            super().__init__()
            self.view = view

    @property
    def table(self) -> SvcListTable:
        """The table."""
        raise NotImplementedError

    # Saved views

    def action_views(self) -> None:
        """Those of this list, the own ones first."""
        views = self.views.state.of(self.remembered_as)
        entries = [
            Entry(
                str(n),
                f"{view.name} *" if self._is_changed(view) else view.name,
                "team" if view.team else self._view_words(view),
            )
            for n, view in enumerate(views)
        ]
        entries.append(Entry(KEEP, "Keep this view…"))
        hint = "Enter opens · D forgets one of your own · Esc leaves"
        if any(map(self._is_changed, views)):
            hint = f"* changed since it was opened; kept under its name it is saved · {hint}"
        menu = ChoiceMenu("Saved views", entries, removable=True, hint=hint)
        self.app.push_screen(menu, lambda chosen: self._view_chosen(chosen, views))

    @property
    def views(self) -> ViewStore:
        """The operator's own views and the team's, read when they are first wanted."""
        if not hasattr(self, "_views"):
            from svc_tui.config.paths import config_dir

            team = config_dir() / "views.toml"
            own = self.svc.state_dir / "views.json"
            self._views = ViewStore(own, team if team.exists() else None)
            self._views.load()
            self._complain()
        return self._views

    def _view_chosen(self, chosen: str | None, views: tuple[View, ...]) -> None:
        if chosen is None or (chosen.strip("-+") == "" and chosen != KEEP):
            return
        if chosen == KEEP:
            name = "" if self._view is None or self._view.team else self._view.name
            prompt = Prompt("Keep this view", "Name", name, hint=self.table.location_text())
            self.app.push_screen(prompt, self._view_named)
        elif chosen.startswith("-"):
            if chosen[1:].isdigit() and self.views.delete(views[int(chosen[1:])]):
                if views[int(chosen[1:])] == self._view:
                    self._follow_view(None)
                self.table.say("View forgotten.")
            self._complain()
        else:
            self._show_view(views[int(chosen)])

    def action_named_view(self, words: str) -> None:
        """`:view NAME` opens a view, `:view save NAME` keeps the list as it is under a name."""
        first, _, name = words.partition(" ")
        if first == "save" and (name or self._view is not None):
            self._view_named(name or (self._view.name if self._view is not None else ""))
        elif (view := self.views.state.named(self.remembered_as, words)) is not None:
            self._show_view(view)
        else:
            names = ", ".join(one.name for one in self.views.state.of(self.remembered_as))
            there = f"There are: {names}." if names else "V, then “Keep this view…” makes one."
            self.table.say(f"There is no view “{words}” of this list. {there}", "warning", 8)

    def _view_named(self, name: str | None) -> None:
        if not name:
            return
        location, columns = self._shown_now()
        if self.views.save(self.remembered_as, name, location, columns):
            self._follow_view(self.views.state.named(self.remembered_as, name))
            self.table.say(f"Kept as {name}.", "success")
        self._complain()

    def _shown_now(self) -> tuple[Location, list[str]]:
        """What a view keeps: the query from its first page on, and the columns."""
        query = self.table.listed.query.at(1)
        columns = [column.key for column in self.table.grid.list_columns]
        return query.located(Location(f"/{self.remembered_as}")), columns

    def _view_words(self, view: View) -> str:
        """What a view asks for, by the labels that people read."""
        query = self.table.listed.query.restored(Location.parse(view.location))
        wording, order = self.table.wording, ""
        if query.ordering != query.default_ordering:
            order = f"by {wording.order(query.ordering)}"
        return " · ".join(filter(None, (wording.asked(query), order))) or "everything"

    def _is_changed(self, view: View) -> bool:
        """Whether this is the view that was opened, and the list shows something else by now."""
        here = self._view
        opened = here is not None and (here.name, here.team) == (view.name, view.team)
        return opened and view.differs(*self._shown_now())

    def _show_view(self, view: View) -> None:
        try:
            location = Location.parse(view.location)
        except BadLocation as error:
            self.table.say(str(error), "error")
            return
        self._follow_view(view)
        if view.columns:
            self.table.choose_columns(view.columns)
        self.table.load(self.table.store.restore(location))

    def follow_view_named(self, name: str, team: bool) -> None:
        """This view was open when the list was left: say again whether it is changed."""
        views = self.views.state.of(self.remembered_as)
        same = (one for one in views if (one.name, one.team) == (name, team))
        self._follow_view(next(same, None))

    def _follow_view(self, view: View | None) -> None:
        self._view = view
        self.post_message(self.ViewOpened(view))
        self.show_view()

    def show_view(self) -> None:
        """The name of the open view, a star where the list differs, and what keeps it so."""
        view = self._view
        changed = view is not None and self._is_changed(view)
        for sign in self.query(ViewSign):
            sign.called, sign.changed = (view.name if view is not None else ""), changed
        if view is None or not changed:
            self.table.tell_of_view()
        else:
            name, key = cut(view.name, 20), "V" if view.team else ":view save"
            self.table.tell_of_view(f"{name}* is changed: {key} keeps it", f"{key} keeps {name}")

    @on(ViewSign.Clicked)
    def _views_wanted(self, event: ViewSign.Clicked) -> None:
        event.stop()
        self.action_views()

    def _complain(self) -> None:
        if self.views.state.problem:
            self.table.say(self.views.state.problem, "warning", 8)

    # Exports

    def action_export(self) -> None:
        """Where to; `.jsonl` writes whole records, `.csv` the columns shown."""
        state = self.table.listed
        marked = len(state.selection.rows) if state.selection.everything is None else 0
        what = plural(marked or state.count, "row", "rows")
        start = f"~/{self.remembered_as or 'export'}.csv"
        hint = f"{what}; .csv has the columns shown, .jsonl whole records"
        self.app.push_screen(Prompt("Export to a file", "Path", start, hint), self._export_to)

    def _export_to(self, path: str | Path | None) -> None:
        if path and not self.exporting:
            self._export_worker = self.ask(self._export_told(Path(path)))

    async def _export_told(self, path: Path) -> None:
        """It goes on when the page is left; quitting asks first."""
        self._outcome = Ending("Nothing was written.", "failed")
        with (
            self.doing(lambda: f"{self._progress}; the file would not be written."),
            self.as_task(
                f"Export to {path}", lambda: self._progress, self.stop_export, lambda: self._outcome
            ),
        ):
            await self._export(path)

    async def _export(self, path: Path) -> None:
        from svc_tui.stores.export import ExportFailed, export

        table = self.table
        state, columns = table.listed, table.grid.list_columns
        lines = path.suffix in (".jsonl", ".ndjson", ".json")
        frozen = state.selection.everything
        try:
            done = await export(
                table.store.source,
                state.query if frozen is None else frozen.query,
                () if lines else columns,
                path,
                "jsonl" if lines else "csv",
                self._exported,
                rows=tuple(state.selection.rows.values()) or None if frozen is None else None,
                lookup=table.store.lookup,
            )
        except (ExportFailed, ApiError) as error:
            self._outcome = Ending(
                f"Not exported. {error}", "failed", lambda: self._export_to(path)
            )
            table.say(self._outcome.words, "error", 8)
        else:
            self._tell_exported(done)
        finally:
            if table.is_attached:
                table.busy_with("")

    def _exported(self, done: int, total: int) -> None:
        self._progress = f"Exporting {done:,} of {total:,}"
        if self.table.is_attached:
            self.table.busy_with(f"{self._progress} · Ctrl+C stops")

    def _tell_exported(self, done: Exported) -> None:
        odd = "" if done.rows == done.counted else f" The backend counted {done.counted:,}."
        odd = f" {done.note}" if done.note else odd
        words = f"{plural(done.rows, 'row', 'rows')} written to {done.path}.{odd}"
        self._outcome = Ending(words)
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
        """Views are kept by name of the list; nothing is exported twice at once."""
        if action == "views":
            return bool(self.remembered_as) and services(self) is not None
        if action == "export":
            return True if self.table.listed.rows and not self.exporting else None
        return True
