"""The base of whatever edits one record: it checks, saves, and asks before anything is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import EditConflict
from svc_tui.stores.record.draft import leaves
from svc_tui.stores.record.history_store import Write
from svc_tui.stores.session.snack_store import LEFT, SETTLED, UNDONE, Kind
from svc_tui.widgets.base import services
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.defaults import default_registry
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_paths import FieldPath, placed, words_at
from svc_tui.widgets.form.value_text import ValueFormatter
from svc_tui.widgets.record import confirmations as questions
from svc_tui.widgets.record.autosave import DraftAutosave
from svc_tui.widgets.record.merge_dialog import CONFLICT, EDIT, UNDO, MergeAnswer

PATIENCE = 1.0
"""Seconds of silence before it is said what one waits for."""


PUT_BACK = " Press u to undo."
"""What to do about what the server changed by itself."""


class RecordWidget(DraftAutosave):
    """Around one `DetailStore`. A subclass has the fields, and shows what is wrong with them."""

    def __init__(self, *, registry: FieldRegistry | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.registry = registry or default_registry()
        self.places: tuple[FieldPath, ...] = ()
        """Every value of the form, in every language."""
        self._writing = asyncio.Lock()
        self._choosing = False
        """Whether the operator is being asked what counts of two versions."""
        self._stop_guarding: Callable[[], None] | None = None

    # What a subclass does

    def go_to_error(self) -> None:
        """Show the first error."""

    # Saving

    async def save(self) -> bool:
        """Check, then send what differs; True when it was written.

        A second save waits for the first one. Nothing is written over somebody else's change before
        the operator has chosen.
        """
        self.take_typed()
        async with self._writing:
            saved = self._is_valid() and await self._send()
            saved = saved or await self._merged()
        self._tell(saved, "Saved, but overwritten." if self.store.overtaken else "Saved.")
        return saved

    async def _send(self) -> bool:
        """Send it; what may have been created already is only sent again where that is wanted."""
        state = self.store.state
        again = state.is_new and state.uncertain is not None
        if again and not await questions.ask_create_again(self.svc.confirm):
            return False
        return await self.store.save(again=again)

    def _tell(self, done: bool, words: str) -> None:
        if done:
            if (svc := services(self)) is None:
                return  # Rows that are given are edited without any.
            self.notify_saved(words)
            for sentence in self.store.state.not_kept:
                svc.snack.show(sentence, "warning", 10)
            if also := self.store.state.also_changed:
                words = questions.named(
                    list(dict.fromkeys(questions.label_with_path(one, self.places) for one in also))
                )
                last = svc.history.last(self.store.crud.endpoint.collection, self.store.state.id)
                undo = bool(last and questions.server_changes(last, self.places))
                said = f"Also changed by the server: {words}.{PUT_BACK * undo}"
                svc.snack.show(said, "warning" if undo else "info", 10, until=(UNDONE,))
        elif self.store.state.errors and self.is_attached:
            self.go_to_error()

    def notify_saved(self, words: str) -> None:
        """That it is written."""
        kind: Kind = "warning" if self.store.overtaken else "success"
        self.svc.snack.show(words, kind, until=(UNDONE,))

    async def _merged(self) -> bool:
        """While somebody else was there first, have it chosen what counts; True when written."""
        while (clash := self.store.state.clash) is not None:
            answer = await self._chosen(clash)
            if answer is None:
                self.store.stay()
                return False
            self.take_typed()
            self.store.settle(answer.merge)
            if answer.what == EDIT:
                words = "What you chose is in the form, and not saved yet."
                self.svc.snack.show(words, "info", 6, until=(SETTLED, LEFT))
                return False
            if not self.store.dirty:
                self.store.stay()
                words = "Their version is shown; nothing is left to save."
                self.svc.snack.show(words, "info", 6, until=(LEFT,))
                return False
            if self._is_valid() and await self.store.save():
                return True
        return False

    async def _chosen(self, clash: EditConflict) -> MergeAnswer | None:
        wording = UNDO if clash.undoing is not None else CONFLICT
        self._choosing = True
        try:
            return await self.merge_view(clash.merge, wording).asked(self.app)
        finally:
            self._choosing = False

    def _is_valid(self) -> bool:
        """Whether nothing is wrong that can be known here; what is wrong is said at the fields."""
        store = self.store
        if not store.dirty and not store.state.is_new:
            return True
        found = checks.problems(store.state.draft, self.places, self.registry)
        if found:
            store.say(found)
        return not found

    def put_errors(self, errors: Any) -> Any:
        """A backend's messages at our fields; what belongs to none stands under `""`."""
        return placed(errors, self.places)

    async def offer_save(self) -> None:
        """The session is back: offer the save that it broke off, never repeat it unasked."""
        self.store.offered_again()
        if await questions.ask_retry_save(self.svc.confirm):
            await self.save()

    async def undo(self, write: Write | None = None) -> bool:
        """Put back what stood there before the last own save; asks first. True when written."""
        self.take_typed()
        snack, store = self.svc.snack, self.store
        write = write or self.svc.history.last(store.crud.endpoint.collection, store.state.id)
        obstacle = "You have saved nothing in this record that could be undone."
        if write is None or write.obstacle:
            snack.show(write.obstacle or obstacle if write else obstacle, "warning")
            return False
        if store.dirty:
            first = "Save or discard what you typed first, then undo."
            snack.show(first, "warning", until=(SETTLED, LEFT))
            return False
        words = self.words_of([one.path for one in write.values])
        besides = questions.server_changes(write, self.places)
        chosen = await questions.ask_what_to_undo(self.svc.confirm, write, words, besides)
        if chosen is None:
            return False
        words = self.words_of([one.path for one in chosen.values])
        async with self._writing:
            done = await store.undo(chosen) or await self._merged()
        if done:
            snack.end(UNDONE)
        kept = " Secrets stay as they were saved." * write.with_secrets
        self._tell(done, f"Undone: {questions.named(words)}.{kept}")
        return done

    # Leaving

    def guard(self) -> None:
        """Have unsaved changes asked about before the page is left."""
        self._stop_guarding = self.svc.router.guard(self.may_leave, self.unsaved)

    def on_unmount(self) -> None:
        """Nobody has to be asked any more."""
        if self._stop_guarding is not None:
            self._stop_guarding()

    def unsaved(self) -> str:
        """Name what is not saved; "" where nothing is."""
        self.take_typed()
        return questions.named(self.changed_words()) if self.store.dirty else ""

    async def written(self) -> None:
        """Wait for what is being written: it decides whether anything is left to ask about."""
        waiting = asyncio.get_running_loop().call_later(PATIENCE, self._tell_waiting)
        try:
            async with self._writing:
                pass
        finally:
            waiting.cancel()

    def _tell_waiting(self) -> None:
        """A key that leads out of here would else seem to do nothing while no answer comes."""
        if (svc := services(self)) is not None:
            words = "It is still being saved: this is left when an answer is there."
            svc.snack.show(words, until=(SETTLED, LEFT))

    async def may_leave(self) -> bool:
        """Whether nothing is lost, or may be: stay, save or discard."""
        if self._choosing:  # The save waits for the answer, so this would wait for it too.
            words = "First choose what counts, or go back with Esc; nothing is written yet."
            self.svc.snack.show(words, "warning", 6)
            return False
        self.take_typed()
        await self.written()
        if not self.store.dirty:
            return True
        answer = await questions.before_leaving(self.svc.confirm, self.changed_words())
        if answer == questions.SAVE:
            return await self.save() and not self.store.dirty
        if answer == questions.DISCARD:
            await self.discard()
        return answer == questions.DISCARD

    async def reload(self) -> None:
        """Read the record again; asks where something typed would go."""
        self.take_typed()
        words = self.changed_words()
        if words and not await questions.before_reloading(self.svc.confirm, words):
            return
        await self.store.load()

    async def delete(self, title: str) -> None:
        """Ask, then delete."""
        if not await questions.before_deleting(self.svc.confirm, title):
            return
        async with self._writing:
            gone = await self.store.delete()
            while not gone and (paths := self.store.state.outdated):
                words = self.words_of(paths)
                if not await questions.before_deleting_changed(self.svc.confirm, title, words):
                    return
                gone = await self.store.delete(told=True)
            if gone and self.store.state.missing:
                self.svc.snack.show(f"It was gone already: {title}", "info")
            elif gone:
                self.svc.snack.show(f"Deleted: {title}", "success")

    # Words

    @property
    def readings(self) -> ValueFormatter:
        """The words for the values of the form, as far as they have any of their own."""
        mounted = self.query(SvcField).results(SvcField)
        return ValueFormatter(self.places, self.registry, mounted=mounted, svc=services(self))

    def changed_words(self) -> list[str]:
        """The names of what differs, in the form's order."""
        return self.words_of(leaves(self.store.state.draft.diff()))

    def words_of(self, paths: Any) -> list[str]:
        """What people call the values at these paths; what lies inside a field is that field."""
        return list(dict.fromkeys(self.words_at(path) or path for path in paths))

    def words_at(self, path: str) -> str | None:
        """What people call the value at a path, or what it lies in; None where no field has it."""
        return words_at(self.places, path)
