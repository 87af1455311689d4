"""RecordEditor: the frame in which a record or a menu is edited on its own page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual import on
from textual.message import Message

from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.widgets.command import CommandHost
from svc_tui.widgets.record.base import RecordWidget
from svc_tui.widgets.record.frame import RecordFrame
from svc_tui.widgets.record.permissions import (
    ActionCheck,
    RecordPermissions,
    RecordRights,
    no_restrictions,
)
from svc_tui.widgets.record.session_return import SessionReturn


class RecordEditor(RecordWidget, CommandHost):
    """Loads one record, its languages and the user's rights on it.

    A subclass mounts a `.langs` container, draws, and declares its own `Saved`, `Deleted` and
    `Loaded`, so that handlers are named after it.
    """

    needs_services = True

    @dataclass(eq=False)
    class Saved(Message):
        """The record was written (`saved`); `model` is the backend's answer."""

        model: Mapping[str, Any]
        id: str
        created: bool

    class Deleted(Message):
        """The record was deleted (`deleted`)."""

    class Loaded(Message):
        """The form has loaded a record."""

    def __init__(
        self,
        *,
        languages: Sequence[str] = (),
        lang: str = "",
        model_name: str | None = None,
        readonly: bool = False,
        use_patch: bool = True,
        base: str = "",
        lacks: ActionCheck = no_restrictions,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.languages = tuple(languages)
        self.lang = lang
        """The language that is shown; empty without languages."""
        self._rights = RecordRights(model_name, readonly, lacks)
        self.use_patch = use_patch
        self.base = base
        """The path under which records are opened; empty outside a console."""
        self.frame = RecordFrame(self)
        self._built = False

    def begin(self, store: DetailStore) -> None:
        """Read the record of a store."""
        self.store = store
        self.listen(store)
        self.leaving.start()
        self.draw()
        self.run_worker(store.load(), group="load", exclusive=True)

    def draw(self) -> None:
        """Draw everything that depends on the state of the store."""

    @property
    def has_store(self) -> bool:
        """Whether the record has been requested."""
        return hasattr(self, "store")

    @property
    def coming(self) -> bool:
        """Whether the record is loaded, but its form is not there yet."""
        return not self._built and self.has_store and self.store.state.problem is None

    @property
    def rights(self) -> RecordPermissions:
        """The user's rights on this record, and what is missing."""
        return self._rights.on_record(self.svc, new=self.store.state.is_new)

    def signed_in_again(self) -> None:
        """Continue after a new sign-in: offer an interrupted save, repeat an interrupted load."""
        SessionReturn(self).begin()

    @on(DetailStore.Saved)
    def _was_saved(self, event: DetailStore.Saved) -> None:
        self.post_message(self.Saved(event.model, self.store.state.id, event.created))

    @on(DetailStore.Deleted)
    def _was_deleted(self) -> None:
        self.post_message(self.Deleted())

    @on(DetailStore.NothingToSave)
    def _say_nothing_to_save(self) -> None:
        self.svc.snack.show("Nothing to save.")

    @on(DetailStore.Told)
    def _say(self, event: DetailStore.Told) -> None:
        self.svc.snack.show(event.words, "info", 8)
