"""Views: open, save and delete saved queries of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.message import Message

from svc_tui.models.location import BadLocation, Location
from svc_tui.stores.listing.saved_views import View, ViewStore, views_of
from svc_tui.text import cut
from svc_tui.widgets.choice_menu import ChoiceMenu, Entry
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.columns import Columns
from svc_tui.widgets.listing.host import ListHost
from svc_tui.widgets.listing.list_labels import ListLabels
from svc_tui.widgets.listing.prompt import Prompt
from svc_tui.widgets.listing.status_line import StatusLine
from svc_tui.widgets.listing.view_label import ViewLabel

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.widgets.listing.copying import Copying

KEEP, RESTORE = "+", "u"
"""The menu's entry that saves the list as it is now."""


class ViewsHost(ListHost, Protocol):
    """The list whose views are saved."""

    columns: Columns
    copying: Copying
    status: StatusLine

    @property
    def svc(self) -> Svc:
        """The services; raises `NoServices` without any."""

    @property
    def labels(self) -> ListLabels:
        """The labels of columns, filters and values."""


class ViewOpened(Message, namespace="svc_list"):
    """The list shows a saved view or its initial view; None if neither."""

    def __init__(self, view: View | None) -> None:
        super().__init__()
        self.view = view


class Views:
    """`V` lists the saved views; the open one is named above the list."""

    GROUP: ClassVar[str] = "Views and files"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.views",
            "V",
            "Views",
            lambda self: self.open_menu(),
            lambda self: self.unavailable(),
            "Open or save a view of this list.",
        ),
    )

    def __init__(
        self, host: ViewsHost, label: ViewLabel, post: Callable[[ViewOpened], object]
    ) -> None:
        self.host = host
        self.label = label
        self._post = post
        self._open: View | None = None
        """The view that was opened or saved last."""
        self._deleted: View | None = None
        """The view that was deleted last: it is offered while no other one has its name."""

    @property
    def _list(self) -> str:
        return self.host.options.remembered_as

    def unavailable(self) -> Blocked | None:
        """Return why there are no views: they are saved under the name of the list."""
        kept = bool(self._list) and self.host.services is not None
        return None if kept else Blocked(hidden=True)

    @cached_property
    def store(self) -> ViewStore:
        """The user's own views and the team's, read when first needed."""
        store = views_of(self.host.svc.state_dir)
        store.load()
        self._say_problem(store)
        return store

    def open_menu(self) -> None:
        """List the views, the user's own first."""
        self.store.load()  # Another console may have saved some.
        views = self.store.state.of(self._list)
        entries = [
            Entry(
                str(n),
                f"{view.name} *" if self._is_changed(view) else view.name,
                "team" if view.team else self._described(view),
            )
            for n, view in enumerate(views)
        ]
        entries.append(Entry(KEEP, "Save this view…"))
        gone = self._deleted
        if gone is not None and all(gone.name != one.name for one in views if not one.team):
            entries.append(Entry(RESTORE, f"Bring back {gone.name}", self._described(gone)))
        own = any(not view.team for view in views)
        hint = f"Enter opens{' · D deletes your view' * own} · Esc cancels"
        if any(map(self._is_changed, views)):
            hint = f"* changed: save it under the same name to keep the changes · {hint}"
        menu = ChoiceMenu("Saved views", entries, removable=True, hint=hint)
        self.host.app.push_screen(menu, lambda chosen: self._chosen(chosen, views))

    def _chosen(self, chosen: str | None, views: tuple[View, ...]) -> None:
        offered = {str(n): view for n, view in enumerate(views)}
        if chosen == KEEP:
            name = "" if self._open is None or self._open.team else self._open.name
            prompt = Prompt("Save this view", "Name", name, hint=self.host.copying.location())
            self.host.app.push_screen(prompt, self._save)
        elif chosen == RESTORE and self._deleted is not None:
            self._restore(self._deleted)
        elif chosen in offered:
            self._show(offered[chosen])
        elif (view := offered.get((chosen or "").removeprefix("-"))) is not None:
            self._delete(view)

    def _delete(self, view: View) -> None:
        if self.store.delete(view):
            self._deleted = view
            if view == self._open:
                self._follow(None)
            self.host.say(f"View {view.name} deleted. Press V to bring it back.", here=True)
        self._say_problem(self.store)

    def _restore(self, view: View) -> None:
        if self.store.restore(view):
            self._deleted = None
            if not view.differs(*self._shown_now()):
                self._follow(view)
            self.host.say(f"View {view.name} is back.", "success")
        self._say_problem(self.store)

    def run(self, words: str) -> None:
        """Run the words after `:view`: `NAME` opens a view, `save NAME` saves the list."""
        first, _, name = words.partition(" ")
        if first == "save" and (name or self._open is not None):
            self._save(name or (self._open.name if self._open is not None else ""))
        elif (view := self.store.state.named(self._list, words)) is not None:
            self._show(view)
        else:
            names = ", ".join(one.name for one in self.store.state.of(self._list))
            there = f"Views: {names}." if names else "Press V, then choose “Save this view…”."
            self.host.say(f"This list has no view “{words}”. {there}", "warning", 8)

    def _save(self, name: str | None) -> None:
        if not name:
            return
        location, columns = self._shown_now()
        if self.store.save(self._list, name, location, columns):
            self._follow(self.store.state.named(self._list, name))
            self.host.say(f"Saved as {name}.", "success")
        self._say_problem(self.store)

    def _shown_now(self) -> tuple[Location, list[str]]:
        """Return the contents of a view: the query from its first page, and the columns."""
        query = self.host.listed.query.at(1)
        columns = [column.key for column in self.host.columns.shown]
        return query.located(Location(f"/{self._list}")), columns

    def _described(self, view: View) -> str:
        """Return a view's query in labels."""
        query = self.host.listed.query.restored(Location.parse(view.location))
        labels, order = self.host.labels, ""
        if query.ordering != query.default_ordering:
            order = f"by {labels.order(query.ordering)}"
        return " · ".join(filter(None, (labels.asked(query), order))) or "everything"

    def _is_changed(self, view: View) -> bool:
        """Whether this is the open view, and the list shows something else by now."""
        here = self._open
        opened = here is not None and (here.name, here.team) == (view.name, view.team)
        return opened and view.differs(*self._shown_now())

    def _show(self, view: View) -> None:
        try:
            location = Location.parse(view.location)
        except BadLocation as error:
            self.host.say(str(error), "error")
            return
        self._follow(view)
        if view.columns:
            self.host.columns.choose(view.columns)
        self.host.load(self.host.store.restore(location))

    def follow_named(self, name: str, team: bool) -> None:
        """Use the view that was open when the list was left."""
        views = self.store.state.of(self._list)
        same = (one for one in views if (one.name, one.team) == (name, team))
        self._follow(next(same, None))

    def _follow(self, view: View | None) -> None:
        self._open = view
        self._post(ViewOpened(view))
        self.refresh()

    def refresh(self) -> None:
        """Show the name of the open view, a star if the list differs, and what saves it."""
        view = self._open
        changed = view is not None and self._is_changed(view)
        self.label.called, self.label.changed = (view.name if view is not None else ""), changed
        if view is None or not changed:
            self.host.status.show_view()
        else:
            name, key = cut(view.name, 20), "V" if view.team else ":view save"
            self.host.status.show_view(f"{name}* is changed: {key} saves it", f"{key} saves {name}")

    def _say_problem(self, store: ViewStore) -> None:
        if store.state.problem:
            self.host.say(store.state.problem, "warning", 8)
