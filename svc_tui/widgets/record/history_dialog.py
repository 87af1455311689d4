"""HistoryDialog: the user's changes, of this session and earlier ones, with their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList

from svc_tui.routing.resource_lookup import with_page
from svc_tui.stores.record.draft import MISSING
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import as_whole_values, at, put
from svc_tui.stores.unavailable_reason import NO_PAGE
from svc_tui.text import cut, label
from svc_tui.widgets.record.undo import undo_whole
from svc_tui.widgets.record.values_dialog import ChangedValue, ValuesDialog, form_of


class HistoryDialog(ValuesDialog):
    """Your changes, the newest first, with their values below. Enter opens the record."""

    heading = "Your changes"
    nothing = "You have made no changes yet."
    keys = "Enter opens the record · u undoes this · ← → scroll · Esc closes"

    BINDINGS = [Binding("u", "undo", "Undo", tooltip="Undo this change.", id="history.undo")]

    writes: Sequence[Write] = ()

    def on_mount(self) -> None:
        writes = reversed(self.svc.history.state.writes)
        self.writes = tuple(with_page(self.svc.router.routes, one) for one in writes)
        self.show_lines()

    @property
    def here(self) -> Write | None:
        """The write under the cursor."""
        return self.writes[self.at] if 0 <= self.at < len(self.writes) else None

    @property
    def endpoint(self) -> str:
        """Return the endpoint of its record."""
        return self.here.endpoint if self.here is not None else ""

    def hint(self) -> str:
        """Return the keys; `u` only for a change that can be undone."""
        if self.here is None:
            return "Esc closes"
        return self.keys.replace(" · u undoes this", "") if self._not_undone else self.keys

    @property
    def _not_undone(self) -> str:
        """Why the change under the cursor can't be undone; empty if it may be."""
        write = self.here
        if write is None:
            return self.nothing
        if write.undoes is not None:
            return "This change was itself an undo. Edit the record instead."
        is_one_of_many = len(self.svc.history.beside(write)) > 1  # They are undone in their list.
        return "" if is_one_of_many and not write.undone else write.obstacle or ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim `u` on a change that can't be undone."""
        return None if action == "undo" and self._not_undone else True

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why a dimmed key can't act."""
        return self._not_undone

    def lines(self) -> Sequence[Content]:
        """Return a line for each change."""
        places = [self.place_of(one.endpoint, one.id) for one in self.writes]
        named = [self._fields_of(one) for one in self.writes]
        return [*map(_line, self.writes, places, named)]

    def _fields_of(self, write: Write) -> Sequence[str]:
        ways = [one.steps for one in values_of(write)]
        form = form_of(self.svc, write.endpoint, ways)
        return [form.words_of(way) for way in ways]

    def values(self) -> Iterable[ChangedValue]:
        """Return the values that it changed; a new record's empty ones are no change."""
        if self.here is not None:
            found = values_of(self.here)
            yield from (one for one in found if not (_empty(one.before) and _empty(one.after)))

    def note(self) -> str:
        """Return what was not recorded."""
        write = self.here
        if write is None or not write.with_secrets:
            return ""
        return "Secrets also changed, but are not logged."

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        write = self.here
        if write is None:
            return
        if write.method == "DELETE" or not write.location:
            gone = write.method == "DELETE"
            self.svc.snack.show("The record no longer exists." if gone else NO_PAGE, "warning")
            return
        self.close()
        self.go(write.location)

    def action_undo(self) -> None:
        """Open the record, or the list of a change to many rows: it is undone there."""
        if (write := self.here) is None:
            return
        if write.location and len(self.svc.history.beside(write)) > 1:
            self.close()
            location = write.location.rpartition("/")[0]
            self.ask(self.svc.router.push(location, memory={"undo": write.number}))
        elif not write.obstacle and write.method in ("POST", "DELETE"):
            self.close()
            self.ask(undo_whole(self.svc, write))
        elif write.obstacle or not write.location:
            self.svc.snack.show(write.obstacle or NO_PAGE, "warning")
        else:
            self.close()
            self.ask(self.svc.router.push(write.location, memory={"undo": write.number}))


def values_of(write: Write) -> Sequence[ChangedValue]:
    """Return what a change affected; another chosen record counts as one value."""
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for one in write.values:
        before, after = put(before, one.steps, one.before), put(after, one.steps, one.after)
    ways = as_whole_values((one.steps for one in write.values), write.whole, (before, after))
    return [ChangedValue(way, at(before, way), at(after, way)) for way in ways]


def _empty(value: Any) -> bool:
    return value is MISSING or value in (None, "", [], {})


def _line(write: Write, place: str, names: Sequence[str]) -> Content:
    fields = ", ".join(names) if write.method != "DELETE" else ""
    marks = "(undone) " * write.undone
    when = write.when.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    return (
        label(f"{when:%H:%M:%S} " if today else f"{when:%m-%d %H:%M} ", "$text-muted")
        + label(f"{cut(write.words, 11):<11} {cut(write.name, 20):<20} ")
        + label(f"{cut(place, 15):<15} {marks}{cut(fields, 60)}", "$text-muted")
    )
