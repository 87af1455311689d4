"""A console on the fixture `backend`, and the errors that it logged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from svc_tui import FieldDescriptor, Options, Resource, SvcApp, TextField
from svc_tui.models import foreign_code
from svc_tui.terminal.error_log import RECENT_ERRORS
from svc_tui.testing import BASE, FakeBackend


def console(backend: FakeBackend, folder: Path, start: str, **more: Any) -> SvcApp:
    """A console with an empty log; `actions` are those of the books, `more` is for `SvcApp`."""
    foreign_code.forget_failures()
    RECENT_ERRORS.entries.clear()
    fields = [FieldDescriptor(key="isbn", type="isbn"), FieldDescriptor(key="title")]
    actions = more.pop("actions", [])
    books = Resource(
        name="books", endpoint="/api/books", columns=["title"], fields=fields, actions=actions
    )
    return SvcApp(
        Options(base_url=BASE),
        transport=backend.transport,
        state_dir=folder,
        start=start,
        **{"resources": [books], "field_types": {"isbn": TextField}, **more},
    )


def logged() -> str:
    """Everything in the error log."""
    return "\n".join(one.text for one in RECENT_ERRORS.entries)
