"""HistoryDialog: the user's changes, of this session and earlier ones, with their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList

from svc_tui.stores.record.history_store import Write
from svc_tui.stores.record.merge import as_whole_values, at, put
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
        self.writes = tuple(reversed(self.svc.history.state.writes))
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
        """Return the keys; `u` only for a change that is not undone yet, and undoes none itself."""
        write = self.here
        can = write is not None and write.undoes is None and not write.undone
        return self.keys if can else self.keys.replace(" · u undoes this", "")

    def lines(self) -> Sequence[Content]:
        """Return a line for each change."""
        return [_line(one, self._fields_of(one)) for one in self.writes]

    def _fields_of(self, write: Write) -> Sequence[str]:
        ways = [one.steps for one in values_of(write)]
        form = form_of(self.svc, write.endpoint, ways)
        return [form.words_of(way) for way in ways]

    def values(self) -> Iterable[ChangedValue]:
        """Return the values that it changed."""
        if self.here is not None:
            yield from values_of(self.here)

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
            self.svc.snack.show("The record no longer exists.", "warning")
            return
        self.close()
        self.go(write.location)

    def action_undo(self) -> None:
        """Open the record, or the list of a change to many rows: it is undone there."""
        if (write := self.here) is None:
            return
        if write.undoes is not None:
            self.svc.snack.show(
                "This change was itself an undo. Edit the record instead.", "warning"
            )
        elif write.location and len(self.svc.history.beside(write)) > 1:
            self.close()
            location = write.location.rpartition("/")[0]
            self.ask(self.svc.router.push(location, memory={"undo": write.number}))
        elif not write.obstacle and write.method in ("POST", "DELETE"):
            self.close()
            self.ask(undo_whole(self.svc, write))
        elif write.obstacle or not write.location:
            self.svc.snack.show(write.obstacle or "It can't be opened here.", "warning")
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


def _line(write: Write, names: Sequence[str]) -> Content:
    place = write.location.lstrip("/") or f"{write.endpoint.strip('/')} {write.id}"
    fields = ", ".join(names) if write.method != "DELETE" else ""
    marks = " (undone)" * write.undone
    when = write.when.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    return (
        label(f"{when:%H:%M:%S} " if today else f"{when:%m-%d %H:%M} ", "$text-muted")
        + label(f"{cut(write.words, 11):<11} {cut(write.name, 20):<20} ")
        + label(f"{cut(place, 16)}{marks}  {cut(fields, 60)}", "$text-muted")
    )
