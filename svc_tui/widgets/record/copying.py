"""Copying: `y` and a second key send a part of a record to the terminal's clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from svc_tui.models import exact_json
from svc_tui.stores.record.draft import MISSING, Unreadable
from svc_tui.stores.redact import redact
from svc_tui.stores.runs.command_lines import get_line
from svc_tui.widgets.clipboard import copy_hint, copy_part
from svc_tui.widgets.listing.copying import COPIES as LIST_COPIES
from svc_tui.widgets.listing.copying import last_write_line, resource_shown
from svc_tui.widgets.record.cursor import FieldCursor
from svc_tui.widgets.record.record_host import StoreHost

COPIES = {**LIST_COPIES, "c": "value"}
"""The key after `y`, and what it copies: as in lists, and the value of the field."""

COPY_HINT = copy_hint(COPIES)


class CopyingHost(StoreHost, Protocol):
    """A widget with one record and a cursor in its form."""

    @property
    def cursor(self) -> FieldCursor: ...


class RecordCopying:
    """Copies what the letter after `y` stands for."""

    def __init__(self, host: CopyingHost, public_address: Callable[[], str]) -> None:
        self.host = host
        self.public_address = public_address
        """Returns the public address of the stored record; "" if there is none."""

    def copy(self, letter: str) -> None:
        """Copy a part of the record, or say why there is nothing to copy."""
        copy_part(self.host.app, letter, COPIES, self._text, self.host.svc.snack.show)

    def _text(self, letter: str) -> str | None:
        """Return a part of the stored record; the value as it is in the form."""
        host, state = self.host, self.host.store.state
        if letter == "l":
            return str(host.svc.router.state.location) if host.svc.router.visit else None
        if letter == "c":
            here = host.cursor.here
            return clipboard_text(state.draft.get(here.path)) if here is not None else None
        if state.is_new:
            return None
        if letter == "x":
            resource = resource_shown(host.svc)
            flags = host.svc.command_flags
            return None if resource is None else get_line(resource.name, state.id, flags)
        if letter == "w":
            return last_write_line(host.svc, str(host.store.crud.endpoint.collection), state.id)
        if letter == "u":
            return self.public_address() or host.svc.fetch.base.resolve(host.store.address)
        return state.id if letter == "y" else clipboard_text(redact(state.draft.original))


def clipboard_text(value: Any) -> str | None:
    """Return a value as copied: a string as it is, anything else as JSON; None for nothing."""
    if isinstance(value, Unreadable):
        return value.text
    if value is MISSING or value in (None, ""):
        return None
    if isinstance(value, str):
        return value
    return exact_json.written(value, indent=2)
