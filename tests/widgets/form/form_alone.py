"""A form of one field in an app of its own, and what it says."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import Any

from textual import on
from textual.app import App, ComposeResult

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.widgets.components import make_whole
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm


class Host(App[None]):
    """One form and everything it says; nothing is typed into unasked."""

    AUTO_FOCUS = None

    def __init__(self, fields: list[FieldDescriptor], record: dict[str, Any], **props: Any) -> None:
        super().__init__()
        # As a page makes it: what a file or a backend describes may be wrong.
        self.form: SvcForm = make_whole(SvcForm, fields, Draft.of(record), **props)
        self.edits: list[SvcField.Edited] = []
        self.finished = 0

    def compose(self) -> ComposeResult:
        yield self.form

    @on(SvcField.Edited)
    def _keep(self, event: SvcField.Edited) -> None:
        event.field.edits.newest = None
        self.edits.append(event)

    @on(SvcField.Finished)
    def _count(self) -> None:
        self.finished += 1


@asynccontextmanager
async def shown(
    value: Any,
    type: str = "text",
    *,
    readonly: bool = False,
    size: tuple[int, int] = (60, 20),
    svc: Any = None,
    **said: Any,
):
    """A form of one field."""
    descriptor = FieldDescriptor(key="it", type=type, **said)
    app = Host([descriptor], {"it": value}, readonly=readonly, svc=svc)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, app, app.form.fields[0]


async def typed(pilot: Any, field: SvcField, *keys: str) -> None:
    field.begin()
    await pilot.press(*keys)
    await pilot.pause()


def values(app: Host) -> list[Any]:
    return [edit.value for edit in app.edits]


def value_now(app: Host) -> Any:
    """The value as the newest edit says it."""
    return values(app)[-1]
