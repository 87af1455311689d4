"""`y` and a second key: send something to the terminal's clipboard. `Y` shows the row's JSON."""

from __future__ import annotations

import json
from typing import Any

from textual.binding import Binding

from svc_tui.models.location import Location
from svc_tui.widgets.base import services
from svc_tui.widgets.listing.base import ListPart
from svc_tui.widgets.listing.cells import value_at

COPIES = {"y": "id", "c": "cell", "j": "row as JSON", "l": "location"}
"""The second key, and what it copies."""

COPY_HINT = "y id · c cell · j row as JSON · l location"

SENT = "Sent to the terminal's clipboard."
"""No more is known: terminals do not answer, and some refuse without a word."""


class CopyingKeys(ListPart):
    """Copies work over SSH as well, as the terminal is asked to do it (OSC 52)."""

    BINDINGS = [
        Binding("y", "copy", "Copy…", show=False, tooltip=COPY_HINT, id="list.copy"),
        Binding("Y", "raw", "Raw JSON", show=False, tooltip="As it came.", id="list.raw"),
    ]

    copying: bool = False
    """Whether the next key says what is copied."""

    def action_copy(self) -> None:
        """The next key says what."""
        self.copying = True
        self.show_signs()

    def action_raw(self) -> None:
        """The row as the backend sent it."""
        from svc_tui.widgets.listing.raw import RawRow

        if (row := self.grid.current_row) is not None:
            self.app.push_screen(RawRow(as_json(row)))

    def copied(self, letter: str) -> bool:
        """The second key; False where it stands for nothing."""
        self.copying = False
        self.show_signs()
        if letter not in COPIES:
            return False
        text = self.copy_of(letter)
        if text is None:
            self.say(f"There is no {COPIES[letter]} to copy.", "warning")
        else:
            # A half of a surrogate pair can't be encoded for the terminal.
            self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
            self.say(SENT)
        return True

    def copy_of(self, letter: str) -> str | None:
        """What a letter copies of the row under the cursor, exactly as it came."""
        row, column = self.grid.current_row, self.grid.current_column
        if letter == "l":
            return self.location_text()
        if letter == "y" or row is None:
            return self.grid.current
        if letter == "j":
            return as_json(row)
        value = value_at(row, column.key) if column is not None else None
        return value if isinstance(value, str) or value is None else as_json(value)

    def location_text(self) -> str:
        """Where this list is: the console's location, else the query alone."""
        svc = services(self)
        if svc is not None and svc.router.visit is not None:
            return str(svc.router.state.location)
        return str(self.listed.query.located(Location("/")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to copy from an empty list."""
        if action == "raw":
            return True if self.listed.rows else None
        return super().check_action(action, parameters)


def as_json(value: Any) -> str:
    """A value as indented JSON; what is none is written as text."""
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
