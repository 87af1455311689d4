"""What can be done with the record on a detail page: its keys, and why one does nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import on
from textual.actions import parse
from textual.binding import Binding
from textual.message import Message

from svc_tui.stores.record.detail_store import DetailState, DetailStore
from svc_tui.stores.redact import redact
from svc_tui.stores.unavailable_reason import (
    IN_NO_LIST,
    NOTHING_YET,
    WAIT_UNTIL_READ,
    WAIT_UNTIL_SAVED,
    no_record_message,
)
from svc_tui.widgets.listing.copying import SENT
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.changes_dialog import ChangesDialog, form_changes, request_summary
from svc_tui.widgets.record.copying import COPIES, COPY_HINT, clipboard_text, copied
from svc_tui.widgets.record.header import heading_of
from svc_tui.widgets.record.navigation import DetailNavigation

IN_VIEW = frozenset({"undo", "copy", "step"})
"""Letters: commands only while nothing is being typed."""

WITHOUT_RECORD = frozenset({"reload", "step", "new_record"})
"""What can be done where no record could be read."""


class DetailCommands(DetailNavigation):
    """Save, next, copy, undo, delete; each asks where something would be lost."""

    BINDINGS = [
        Binding(
            "f2,ctrl+s", "save", "Save",
            tooltip="Send what changed. Another person's save can slip in between the check and "
            "the write; you are told afterwards.",
            id="detail.save",
        ),
        Binding(
            "f9", "save_next", "Save, next", show=False, tooltip="Save, then the next record.",
            id="detail.save_next",
        ),
        Binding(
            "ctrl+r", "reload", "Reload", show=False, tooltip="Read it again.",
            id="detail.reload_typing",
        ),
        Binding(
            "ctrl+n", "new_record", "New", show=False, tooltip="Another new record.",
            id="detail.new",
        ),
        Binding(
            "J", "step(1)", "Next record", show=False, tooltip="The next record of the list.",
            id="detail.next",
        ),
        Binding(
            "K", "step(-1)", "Record before", show=False, tooltip="The record before it.",
            id="detail.previous",
        ),
        Binding(
            "C", "copy", "Copy", show=False, tooltip="A new record that begins as this one.",
            id="detail.copy",
        ),
        Binding(
            "u", "undo", "Undo", show=False, tooltip="Take your last save of this record back.",
            id="detail.undo",
        ),
    ]  # fmt: skip

    class BackWanted(Message):
        """The operator wants to go back to the list."""

    class NewWanted(Message):
        """The operator wants another new record."""

    class StepWanted(Message):
        """The operator wants the next record of the list (1), or the one before (-1)."""

        def __init__(self, by: int, saved: bool = False) -> None:
            super().__init__()
            self.by = by
            self.saved = saved

    class CopyWanted(Message):
        """The operator wants a new record that begins with these values."""

        def __init__(self, values: Mapping[str, Any]) -> None:
            super().__init__()
            self.values = values

    # Facts of the store

    @on(DetailStore.NothingToSave)
    def _nothing(self) -> None:
        self.svc.snack.show("Nothing to save.")

    @on(DetailStore.Told)
    def _told(self, event: DetailStore.Told) -> None:
        self.svc.snack.show(event.words, "info", 8)

    # Copying

    @on(DetailBody.CopyWanted)
    def _copy_part(self, event: DetailBody.CopyWanted) -> None:
        event.stop()
        if event.letter not in COPIES:
            self.svc.snack.show(f"Nothing was copied: y is followed by {COPY_HINT}.", "warning")
        elif (text := self.copy_of(event.letter)) is None:
            self.svc.snack.show(f"There is no {COPIES[event.letter]} to copy.", "warning")
        else:
            # A half of a surrogate pair can't be encoded for the terminal.
            self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
            self.svc.snack.show(SENT)

    def copy_of(self, letter: str) -> str | None:
        """What a letter copies: the stored record, but the value as it stands in the form."""
        state = self.store.state
        if letter == "l":
            return str(self.svc.router.state.location) if self.svc.router.visit else None
        if letter == "c":
            here = self.body.here
            return clipboard_text(state.draft.get(here.path)) if here is not None else None
        if state.is_new:
            return None
        if letter == "u":
            return self.public_address or self.svc.fetch.base.resolve(self.store.address)
        return state.id if letter == "y" else clipboard_text(redact(state.draft.original))

    # Deeds

    def action_save(self) -> None:
        """Send what changed, and stay."""
        self.ask(self.save())

    def action_save_next(self) -> None:
        """Send what changed, then the next record; without a change, only that."""
        self.ask(self._save_next())

    async def _save_next(self) -> None:
        self.take_typed()
        changed = self.store.dirty or self.store.state.is_new
        if not changed or (await self.save() and not self.store.dirty):
            self.post_message(self.StepWanted(1, saved=changed))

    async def save_and_close(self) -> None:
        """Save, then back to the list; where nothing is to be saved, back as well."""
        if await self.save() or not (self.store.dirty or self.store.state.is_new):
            self.post_message(self.BackWanted())

    def action_reload(self) -> None:
        """Read the record again."""
        self.ask(self.writer.reload())

    def action_delete(self) -> None:
        """Delete the record; asks first."""
        title = heading_of(self.store.state, self.places, self.lang) or f"#{self.store.state.id}"
        self.ask(self.writer.delete(f"{self.heading} {title}".strip()))

    def action_changes(self) -> None:
        """What a save would send."""
        self.take_typed()
        store = self.store
        self.app.push_screen(
            ChangesDialog(
                form_changes(store.state.draft, self.places),
                request_summary(
                    store.state, use_patch=store.use_patch, left=self.places, parts=store.parts
                ),
                self.readings,
            )
        )

    def action_new_record(self) -> None:
        """Another new record."""
        self.post_message(self.NewWanted())

    def action_step(self, by: int) -> None:
        """The next record of the list, or the one before."""
        if not self.svc.blocks_leaving():
            self.post_message(self.StepWanted(by))

    def action_copy(self) -> None:
        """A new record that begins as this one, with what is typed here."""
        if not self.store.state.missing and self.svc.blocks_leaving():
            return
        self.take_typed()
        values = copied(self.store.state.draft, self.places, self.store.lookup)
        self.post_message(self.CopyWanted(values))

    def action_undo(self) -> None:
        """Take the last own save back, which asks first, or what was discarded here."""
        if self.drafts.discarded_here:
            self.ask(self.svc.restore_last_discarded())
            return
        self.ask(self.undo())

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim or gone."""
        if not hasattr(self, "store"):
            return None
        if action in IN_VIEW and not self.body.has_focus:
            return False
        if self.needs_record(action):
            return False
        return None if self.why_not(action, ()) else True

    def needs_record(self, action: str) -> bool:
        """Whether there is no record, and this would be done with one: then it is not offered."""
        nothing = hasattr(self, "store") and self.store.state.nothing_here
        return nothing and action not in WITHOUT_RECORD

    def why_gone(self, binding: Binding) -> str:
        """Why a key for a record does nothing where there is none; empty for all other keys."""
        what = _command_name(binding.action)
        if not self.needs_record(what) or (not self.body.has_focus and what in IN_VIEW):
            return ""
        return no_record_message(binding.description, self.store.state.missing)

    def why_not(self, action: str, parameters: Sequence[object] = ()) -> str:
        """Why a command can't act now, in a sentence; empty where it can."""
        state, rights = self.store.state, self.rights
        busy = WAIT_UNTIL_SAVED if state.saving else ""
        nothing = "" if state.loaded else WAIT_UNTIL_READ
        reasons = {
            "save": rights.why_not_save or nothing or busy,
            "save_next": nothing or busy,
            "delete": self._why_not_delete(state) or nothing or busy,
            "copy": rights.why_not_add or nothing,
            "new_record": rights.why_not_add
            or ("Save or discard what you typed first." if self.store.dirty else ""),
            "undo": "" if self.drafts.discarded_here else rights.why_not_save or nothing or busy,
            "step": IN_NO_LIST if state.is_new else "",
            "changes": nothing,
            "outside": rights.why_not_save or nothing,
        }
        return reasons.get(action, "")

    def _why_not_delete(self, state: DetailState) -> str:
        if state.is_new:
            return NOTHING_YET
        return self.rights.why_not_delete


def _command_name(action: str) -> str:
    """The word of an action as the page knows it: a letter of the body is a wish for one."""
    _, name, parameters = parse(action)
    return str(parameters[0]) if name == "wish" else name
