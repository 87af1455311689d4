"""Saved views: a list as somebody liked it, opened, kept and forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.binding import Binding
from textual.message import Message

from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.listing.saved_views import View, ViewStore
from svc_tui.text import cut
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.listing.menu import ChoiceMenu, Entry
from svc_tui.widgets.listing.prompt import Prompt
from svc_tui.widgets.listing.view_label import ViewLabel

if TYPE_CHECKING:
    from svc_tui.widgets.listing.table import SvcListTable

KEEP = "+"
"""The menu's entry that keeps the list as it is now."""


class ViewKeys(SvcWidget):
    """`V` lists the saved views; the open one is named over the list."""

    KEYS_ABOUT = "Views and files"

    BINDINGS = [
        Binding("V", "views", "Views", show=False, tooltip="Saved views.", id="list.views"),
    ]

    remembered_as: str = ""
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
        for sign in self.walk_children(ViewLabel):
            sign.called, sign.changed = (view.name if view is not None else ""), changed
        if view is None or not changed:
            self.table.show_view_status()
        else:
            name, key = cut(view.name, 20), "V" if view.team else ":view save"
            self.table.show_view_status(
                f"{name}* is changed: {key} keeps it", f"{key} keeps {name}"
            )

    @on(ViewLabel.Clicked)
    def _views_wanted(self, event: ViewLabel.Clicked) -> None:
        event.stop()
        self.action_views()

    def _complain(self) -> None:
        if self.views.state.problem:
            self.table.say(self.views.state.problem, "warning", 8)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Views are kept by name of the list."""
        if action == "views":
            return bool(self.remembered_as) and services(self) is not None
        return super().check_action(action, parameters)
