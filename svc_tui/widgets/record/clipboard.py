"""Clipboard: the parts of a record that `y` and a letter copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from svc_tui.stores.redact import redact
from svc_tui.stores.runs.command_lines import get_line
from svc_tui.widgets.clipboard import copy_part
from svc_tui.widgets.listing.copying import last_write_line, resource_shown
from svc_tui.widgets.record.copying import COPIES, clipboard_text
from svc_tui.widgets.record.cursor import FieldCursor
from svc_tui.widgets.record.record_host import StoreHost


class ClipboardHost(StoreHost, Protocol):
    """A widget with one record and a cursor in its form."""

    @property
    def cursor(self) -> FieldCursor: ...


class Clipboard:
    """Copies what the letter after `y` stands for."""

    def __init__(self, host: ClipboardHost, public_address: Callable[[], str]) -> None:
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
