"""Copying: `y` and a second key send something to the terminal's clipboard; rows as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual import events

from svc_tui.api.urls import Endpoint
from svc_tui.models import exact_json
from svc_tui.models.dotted_path import value_at
from svc_tui.models.location import Location
from svc_tui.stores.redact import redact, secrets_in
from svc_tui.text import clean
from svc_tui.widgets.clipboard import copy_hint, copy_mode, copy_part
from svc_tui.widgets.command import Command
from svc_tui.widgets.key_mode import KeyMode
from svc_tui.widgets.listing.host import ListHost, without_rows

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.resource import Resource

COPIES = {
    "y": "id",
    "c": "cell",
    "j": "JSON",
    "u": "URL",
    "l": "location",
    "x": "command",
    "w": "change",
}
"""The second key, and what it copies, as in hints and the footer."""


COPY_HINT = copy_hint(COPIES)


class CopyingHost(ListHost, Protocol):
    """The list whose rows are copied."""

    def refresh_mode(self) -> None:
        """Redraw signs, status and footer: the keys mean something else now."""


class Copying:
    """Copies a part of the row under the cursor, and shows values whole."""

    GROUP: ClassVar[str] = "Viewing and copying"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.copy",
            "y",
            "Copy…",
            lambda self: self.begin(),
            help="Copy the id, JSON or more of this row.",
        ),
        Command(
            "list.value",
            "f3",
            "Value",
            lambda self: self.show_value(),
            without_rows,
            "Show the whole value under the cursor.",
        ),
        Command(
            "list.raw",
            "Y",
            "Raw JSON",
            lambda self: self.show_json(),
            without_rows,
            "Show the record as JSON.",
        ),
    )

    def __init__(self, host: CopyingHost) -> None:
        self.host = host
        self.active = False
        """Whether the next key decides what to copy."""

    def begin(self) -> None:
        """Wait for the key that says what to copy."""
        self._set_active(True)

    def _set_active(self, active: bool) -> None:
        self.active = active
        self.host.refresh_mode()

    def mode(self) -> KeyMode:
        """Return what the second key may be."""
        return copy_mode(self.host.app, COPIES)

    def press(self, event: events.Key) -> None:
        """Take the second key; an unknown one does nothing, so that no command runs by mistake."""
        self._set_active(False)
        if event.key != "escape":
            letter = event.character or ""
            copy_part(self.host.app, letter, COPIES, self.text_of, self.host.say)

    def show_json(self) -> None:
        """Show the row as the backend sent it, without likely secrets."""
        from svc_tui.widgets.listing.raw import RawRow

        if (row := self.host.grid.current_row) is not None:
            self.host.app.push_screen(RawRow(as_json(redact(row)), _heading(row)))

    def show_value(self) -> None:
        """Show the whole value of the current column."""
        from svc_tui.widgets.listing.raw import RawRow

        if (column := self.host.grid.current_column) is not None:
            self.host.app.push_screen(RawRow(self.text_of("c") or "", column.label))

    def text_of(self, letter: str) -> str | None:
        """Return what a letter copies of the row under the cursor, exactly as loaded."""
        grid = self.host.grid
        row, column = grid.current_row, grid.current_column
        if letter == "l":
            return self.location()
        if letter == "x":
            return self._command()
        if letter == "w":
            return last_write_line(self.host.services, self.host.options.endpoint)
        if letter == "u":
            return self._address()
        if letter == "y" or row is None:
            return grid.current
        if letter == "j":
            return as_json(redact(row))
        value = value_at(row, column.key) if column is not None else None
        return value if isinstance(value, str) or value is None else as_json(redact(value))

    def location(self) -> str:
        """Return the console's location; outside a console, the query alone."""
        svc = self.host.services
        if svc is not None and svc.router.visit is not None:
            return str(svc.router.state.location)
        return str(self.host.listed.query.located(Location("/")))

    def _address(self) -> str | None:
        """Return the URL of the row's record; None for rows that come from no backend."""
        svc, key, endpoint = self.host.services, self.host.grid.current, self.host.options.endpoint
        if svc is None or not key or not endpoint:
            return None
        try:
            return svc.fetch.base.resolve(Endpoint.parse(endpoint).item(key))
        except ValueError:  # An id that can't be part of an address.
            return None

    def _command(self) -> str | None:
        """Return the command that prints this list; None outside a console."""
        svc, options = self.host.services, self.host.options
        if svc is None or (resource := resource_shown(svc)) is None:
            return None
        from svc_tui.stores.runs.command_lines import list_line

        shown = [one.key for one in self.host.grid.list_columns]
        declared = [one.key for one in resource.columns]
        columns = shown if declared and shown != declared else ()
        query, flags = self.host.listed.query, svc.command_flags
        return list_line(resource.name, query, options.filters, columns, flags)


def resource_shown(svc: Svc) -> Resource | None:
    """Return the resource whose page is shown; None on any other page."""
    visit = svc.router.visit
    route = visit.route if visit is not None else None
    return route.props.get("resource") if route is not None else None


def last_write_line(svc: Svc | None, endpoint: str, id: str | None = None) -> str | None:
    """Return the command that repeats the last write here; None if there is none."""
    if svc is None or (resource := resource_shown(svc)) is None:
        return None
    from svc_tui.stores.runs.command_lines import write_line

    write = svc.history.last(svc.crud(endpoint).endpoint.collection, id)
    if write is None:
        return None
    return write_line(resource.name, svc.history.beside(write), svc.command_flags)


def _heading(row: Any) -> str:
    left = ", ".join(secrets_in(row))
    return f"Raw JSON, without {clean(left, limit=40)}" if left else "Raw JSON"


def as_json(value: Any) -> str:
    """Return a value as indented JSON; what has no JSON is written as text."""
    return exact_json.written(value, indent=2)
