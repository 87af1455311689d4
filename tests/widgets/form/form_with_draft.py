"""A form of one field in an app of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual import on
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Draft
from svc_tui.terminal.external_editor import EditorResult
from svc_tui.textual_patches.hooks import disable_animation
from svc_tui.widgets.components import make_whole
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import SvcForm
from tests.console import screen_text


class FieldHost(App[None]):
    """One form, its draft, and everything it says; nothing is typed into unasked."""

    AUTO_FOCUS = None
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, fields: list[FieldDescriptor], record: dict[str, Any], **props: Any) -> None:
        super().__init__()
        disable_animation(self)
        self.draft = Draft.of(record)
        # As a page makes it: what a file or a backend describes may be wrong.
        self.form: SvcForm = make_whole(SvcForm, fields, self.draft, **props)
        self.edits: list[SvcField.Edited] = []
        self.outside: list[Any] = []
        """What the next editors give back: a text, or a function of the text."""
        self.opened: list[tuple[str, str]] = []
        """The texts and suffixes that were edited outside."""
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield self.form

    @on(SvcField.Edited)
    def _keep(self, event: SvcField.Edited) -> None:
        event.field.edits.newest = None
        self.edits.append(event)
        self.draft = self.draft.edited(event.path, event.value)

    async def edit_outside(self, text: str, suffix: str) -> EditorResult:
        """Somebody's editor."""
        self.opened.append((text, suffix))
        answer = self.outside.pop(0)
        if isinstance(answer, EditorResult):
            return answer
        return EditorResult(answer(text) if callable(answer) else answer)

    def notify(self, message: str, **kwargs: Any) -> None:
        """A sentence."""
        self.said.append(message)


class Fielded:
    """The field and the one who uses it."""

    def __init__(self, app: FieldHost, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.field: Any = app.form.fields[0]

    @property
    def values(self) -> list[Any]:
        """Every value that was told."""
        return [edit.value for edit in self.app.edits]

    @property
    def text(self) -> str:
        """The screen."""
        return screen_text(self.app)

    @property
    def now(self) -> Any:
        """The value in the draft."""
        return self.app.draft.get("it")

    async def press(self, *keys: str) -> None:
        """Keys, each after all that the one before it has set off."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def begin(self, *keys: str) -> None:
        """Into the field, and keys."""
        assert self.field.begin()
        await self.press(*keys)

    async def settle(self) -> None:
        """Until all that was begun is over."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    def show(self, value: Any, errors: dict[str, list[str]] | None = None) -> None:
        """Another record from outside."""
        self.app.draft = Draft.of({"it": value})
        self.app.form.show(self.app.draft, errors or {}, self.app.form.lang)


@asynccontextmanager
async def one_field(
    value: Any,
    type: str,
    *,
    size: tuple[int, int] = (80, 24),
    readonly: bool = False,
    languages: tuple[str, ...] = (),
    **said: Any,
) -> AsyncIterator[Fielded]:
    """A form of one field, `it`."""
    descriptor = FieldDescriptor.model_validate({"key": "it", "type": type, **said})
    lang = languages[0] if languages else None
    app = FieldHost([descriptor], {"it": value}, readonly=readonly, languages=languages, lang=lang)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Fielded(app, pilot)
