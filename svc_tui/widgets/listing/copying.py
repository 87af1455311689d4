"""`y` and a second key: send something to the terminal's clipboard. `Y` shows the row's JSON."""

from __future__ import annotations

import shlex
from typing import Any

from textual import events
from textual.binding import Binding

from svc_tui.api.urls import Endpoint
from svc_tui.models import exact_json
from svc_tui.models.location import Location
from svc_tui.stores.redact import redact, secrets_in
from svc_tui.text import clean
from svc_tui.widgets.base import services
from svc_tui.widgets.formatting import value_at
from svc_tui.widgets.key_mode import KeyMode, mode_keys, takes_all
from svc_tui.widgets.listing.base import ListPart

COPIES = {
    "y": "id",
    "c": "cell",
    "j": "row as JSON",
    "u": "address",
    "l": "location",
    "x": "command",
}
"""The second key, and what it copies."""

COPY_HINT = "y id · c cell · j JSON · u address · l location · x command"

SENT = "Sent to the terminal's clipboard."
"""No more is known: terminals do not answer, and some refuse without a word."""


class CopyingKeys(ListPart):
    """Copies work over SSH as well, as the terminal is asked to do it (OSC 52)."""

    KEYS_ABOUT = "Looking and copying"

    BINDINGS = [
        Binding("y", "copy", "Copy…", show=False, tooltip=COPY_HINT, id="list.copy"),
        Binding("f3", "value", "Value", show=False, tooltip="All of it.", id="list.value"),
        Binding("Y", "raw", "Raw JSON", show=False, tooltip="As it came.", id="list.raw"),
    ]

    copying: bool = False
    """Whether the next key says what is copied."""

    def action_copy(self) -> None:
        """The next key says what."""
        self.copying = True
        self.refresh_markers()
        self.refresh_bindings()

    def action_raw(self) -> None:
        """The row as the backend sent it, but for what sounds like a secret."""
        from svc_tui.widgets.listing.raw import RawRow

        if (row := self.grid.current_row) is not None:
            self.app.push_screen(RawRow(as_json(redact(row)), _raw_heading(row)))

    def action_value(self) -> None:
        """The whole value of the marked column, to scroll through."""
        from svc_tui.widgets.listing.raw import RawRow

        if (column := self.grid.current_column) is not None:
            self.app.push_screen(RawRow(self.copy_of("c") or "", column.label))

    def copy_mode(self) -> KeyMode:
        """Return what the second key may be."""
        named = [(letter, what[:1].upper() + what[1:]) for letter, what in COPIES.items()]
        return KeyMode(mode_keys(*named, ("escape", "Cancel")), takes_all)

    def copy_key(self, event: events.Key) -> None:
        """The second key. One that stands for nothing does nothing: no command runs by mistake."""
        self.copying = False
        self.refresh_markers()
        self.refresh_bindings()
        letter = event.character or ""
        if letter in COPIES:
            self._copy(letter)
        elif event.key != "escape":
            self.say(f"Nothing was copied: y is followed by {COPY_HINT}.", "warning")

    def _copy(self, letter: str) -> None:
        text = self.copy_of(letter)
        if text is None:
            self.say(f"There is no {COPIES[letter]} to copy.", "warning")
        else:
            # A half of a surrogate pair can't be encoded for the terminal.
            self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
            self.say(SENT)

    def copy_of(self, letter: str) -> str | None:
        """What a letter copies of the row under the cursor, exactly as it came."""
        row, column = self.grid.current_row, self.grid.current_column
        if letter == "l":
            return self.location_text()
        if letter == "x":
            return self.command_text()
        if letter == "u":
            return self.address_text()
        if letter == "y" or row is None:
            return self.grid.current
        if letter == "j":
            return as_json(redact(row))
        value = value_at(row, column.key) if column is not None else None
        return value if isinstance(value, str) or value is None else as_json(redact(value))

    def location_text(self) -> str:
        """Where this list is: the console's location, else the query alone."""
        svc = services(self)
        if svc is not None and svc.router.visit is not None:
            return str(svc.router.state.location)
        return str(self.listed.query.located(Location("/")))

    def address_text(self) -> str | None:
        """The address of the row's record on the backend; None for rows that come from none."""
        svc, key, endpoint = services(self), self.grid.current, getattr(self, "endpoint", "")
        if svc is None or not key or not endpoint:
            return None
        try:
            return svc.fetch.base.resolve(Endpoint.parse(endpoint).item(key))
        except ValueError:  # An id that can't be a part of an address.
            return None

    def command_text(self) -> str | None:
        """What opens this list in another terminal; None outside a console."""
        svc = services(self)
        if svc is None or svc.router.visit is None:
            return None
        command = ["svc-tui", "open", self.location_text(), "--url", svc.config.base_url]
        return shlex.join(command)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to copy from an empty list."""
        if action in ("raw", "value"):
            return True if self.listed.rows else None
        return super().check_action(action, parameters)


def _raw_heading(row: Any) -> str:
    left = ", ".join(secrets_in(row))
    return f"Raw JSON, without {clean(left, limit=40)}" if left else "Raw JSON"


def as_json(value: Any) -> str:
    """A value as indented JSON; what is none is written as text."""
    return exact_json.written(value, indent=2)
