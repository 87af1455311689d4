"""RecordWriter: save, undo, reload and delete a record, and ask before anything is lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_state import STILL_TYPED
from svc_tui.stores.record.field_paths import label_with_path
from svc_tui.stores.session.snack_store import LEFT, PASSED, SETTLED, UNDONE
from svc_tui.widgets.form import checks
from svc_tui.widgets.listing.undo_hint import UNDO_IT
from svc_tui.widgets.record import confirmations as questions
from svc_tui.widgets.record.merge_dialog import CONFLICT, EDIT, UNDO, MergeAnswer
from svc_tui.widgets.record.undo import undo_whole
from svc_tui.widgets.shell.effective_bindings import undoes_writes

if TYPE_CHECKING:
    from svc_tui.stores.record.detail_store import EditConflict
    from svc_tui.stores.record.history_store import Write
    from svc_tui.widgets.record.record_host import RecordHost

WAITING_SECONDS = 1.0
"""Seconds until a toast says what a slow save is waiting for."""

STATUS_KEYS, PUBLISHED = ("status", "state"), ("published", "public", "live")
"""The keys of the field with the publication state, and the values that mean public."""

UNSAVED = "Your changes are not saved yet. Press Esc to save or discard them."
"""Shown instead of undoing a save under unsaved changes."""

CREATED_IN_PART = "Created, but not everything was saved."
"""Instead of "Saved." where a new record lacks what was typed."""

OVERWRITTEN = "Saved, but someone else has since overwritten some of your changes."
"""Instead of "Saved." where a later save of someone else replaced values."""

PUT_BACK = " Press u to undo."
"""Added if the server's own changes can be undone."""


class RecordWriter:
    """Writes the draft of a record, one write at a time."""

    def __init__(self, host: RecordHost) -> None:
        self.host = host
        self.resolving = False
        """Whether the user is being asked to resolve a conflict."""
        self._lock = asyncio.Lock()

    async def save(self, *, stays: bool = False) -> bool:
        """Check, then send changes; True if it was written.

        A second save waits for the first one. Another user's change is never overwritten before the
        user has chosen. `stays` tells that the page is not left afterwards, so `u` undoes it.
        """
        self.host.take_typed()
        async with self._lock:
            created = self.host.store.state.is_new
            saved = self.host.is_valid() and await self._send()
            saved = saved or await self._resolved()
        overtaken = self.host.store.overtaken
        words = f"Saved.{self._status_of_new()}" if saved and created else "Saved."
        if saved and created and STILL_TYPED in self.host.store.state.not_kept:
            words = CREATED_IN_PART
        undo = f" {UNDO_IT}" * (saved and stays and self._can_undo())
        self._report(saved, OVERWRITTEN if overtaken else words + undo)
        return saved

    def _can_undo(self) -> bool:
        """Whether `u` on this page undoes the last write to this record."""
        host, store, svc = self.host, self.host.store, self.host.known_services
        if svc is None or not host.is_attached or not undoes_writes(host.screen) or store.dirty:
            return False
        write = svc.history.last(store.crud.endpoint.collection, store.state.id)
        return write is not None and not write.obstacle

    def _status_of_new(self) -> str:
        """Return that a new record is public, in a sentence; "" if it is not."""
        host = self.host
        place = next((one for one in host.places if one.field.key in STATUS_KEYS), None)
        value = host.store.state.draft.get(place.path) if place is not None else None
        if place is None or value not in PUBLISHED:
            return ""
        return f" {place.words}: {host.words.formatter.format(place.path, value)[0]}."

    def check(self, registry: FieldRegistry) -> bool:
        """Check the fields of the form; errors go to them."""
        found = self.wrong(registry)
        if found:
            self.host.store.say(found)
        return not found

    def wrong(self, registry: FieldRegistry) -> dict[str, tuple[str, ...]]:
        """Return the errors that a check finds, by path, without showing them."""
        store = self.host.store
        if not store.dirty and not store.state.is_new:
            return {}
        return checks.problems(store.state.draft, self.host.places, registry)

    async def _send(self) -> bool:
        """Send the draft; asks before creating a record that may exist already."""
        state = self.host.store.state
        again = state.is_new and state.uncertain is not None
        if again and not await questions.ask_create_again(self.host.svc.confirm):
            return False
        return await self.host.store.save(again=again)

    async def _resolved(self) -> bool:
        """Have the user resolve a conflict with another user's change; True if written."""
        store = self.host.store
        while (clash := store.state.clash) is not None:
            answer = await self._ask_to_resolve(clash)
            if answer is None:
                store.stay()
                return False
            self.host.take_typed()
            store.settle(answer.merge)
            if answer.what == EDIT:
                words = "Your choices are in the form, but not saved yet."
                self.host.svc.snack.show(words, "info", 6, until=(SETTLED, LEFT))
                return False
            if not store.dirty:
                store.stay()
                words = "Their version is shown. There is nothing to save."
                self.host.svc.snack.show(words, "info", 6, until=(LEFT,))
                return False
            if self.host.is_valid() and await store.save():
                return True
        return False

    async def _ask_to_resolve(self, clash: EditConflict) -> MergeAnswer | None:
        wording = UNDO if clash.undoing is not None else CONFLICT
        self.resolving = True
        try:
            return await self.host.words.merge_view(clash.merge, wording).asked(self.host.app)
        finally:
            self.resolving = False

    async def offer_save(self) -> None:
        """Offer the save that the end of the session interrupted; it is never repeated unasked."""
        self.host.store.offered_again()
        if await questions.ask_retry_save(self.host.svc.confirm):
            await self.save()

    async def undo(self, write: Write | None = None) -> bool:
        """Undo the user's last save, or this one; asks first. True if that was written."""
        host, store = self.host, self.host.store
        host.take_typed()
        snack = host.svc.snack
        if store.dirty:
            snack.show(UNSAVED, "warning", 6, until=(SETTLED, LEFT))
            return False
        write = write or host.svc.history.last(store.crud.endpoint.collection, store.state.id)
        if write is None or write.obstacle:
            nothing = "None of your changes to this record can be undone."
            snack.show((write.obstacle if write else None) or nothing, "warning")
            return False
        if write.method in ("POST", "DELETE"):
            async with self._lock:
                done = await undo_whole(host.svc, write, lookup=store.lookup)
            if done:
                store.deleted(by_us=False)
            return done
        words = host.words.of([one.path for one in write.values])
        besides = questions.server_changes(write, host.places)
        chosen = await questions.ask_what_to_undo(host.svc.confirm, write, words, besides)
        if chosen is None:
            return False
        words = host.words.of([one.path for one in chosen.values])
        async with self._lock:
            done = await store.undo(chosen) or await self._resolved()
        if done:
            snack.end(UNDONE)
        kept = " Secrets were not restored." * write.with_secrets
        self._report(done, f"Undone: {questions.named(words)}.{kept}")
        return done

    def _report(self, done: bool, words: str) -> None:
        state, svc = self.host.store.state, self.host.known_services
        if not done:
            if state.errors and self.host.is_attached:
                self.host.go_to_error()
        elif svc is not None:  # Given rows are edited without services.
            self.host.notify_saved(words)
            for sentence in state.not_kept:
                svc.snack.show(sentence, "warning", 10)
            for sentence in state.rewritten:
                svc.snack.show(sentence, "info", 10)
            self._report_server_changes()

    def _report_server_changes(self) -> None:
        store, places, svc = self.host.store, self.host.places, self.host.svc
        if not (also := store.state.also_changed):
            return
        words = list(dict.fromkeys(label_with_path(one, places) for one in also))
        last = svc.history.last(store.crud.endpoint.collection, store.state.id)
        undo = bool(last and questions.server_changes(last, places))
        said = f"Also changed by the server: {questions.named(words)}.{PUT_BACK * undo}"
        svc.snack.show(said, "warning" if undo else "info", 10, until=(UNDONE, PASSED))

    async def reload(self) -> None:
        """Reload the record; asks if unsaved changes would be lost."""
        self.host.take_typed()
        words = self.host.words.changed()
        if not words or await questions.before_reloading(self.host.svc.confirm, words):
            await self.host.store.load()

    async def delete(self, title: str, *, can_undo: bool = False) -> None:
        """Ask, then delete."""
        store, svc = self.host.store, self.host.svc
        if not await questions.before_deleting(svc.confirm, title, can_undo=can_undo):
            return
        async with self._lock:
            gone = await store.delete()
            while not gone and (paths := store.state.outdated):
                words = self.host.words.of(paths)
                if not await questions.before_deleting_changed(svc.confirm, title, words):
                    return
                gone = await store.delete(told=True)
            if gone and store.state.missing:
                svc.snack.show(f"Already deleted: {title}", "info")
            elif gone:
                svc.snack.show(f"Deleted: {title}", "success", until=(PASSED,))

    async def finished(self) -> None:
        """Wait for a running write, which decides whether anything is left unsaved."""
        waiting = asyncio.get_running_loop().call_later(WAITING_SECONDS, self._say_waiting)
        try:
            async with self._lock:
                pass
        finally:
            waiting.cancel()

    def _say_waiting(self) -> None:
        if (svc := self.host.known_services) is not None:
            svc.snack.show("Still saving. This page closes when it is done.", until=(SETTLED, LEFT))
