"""The base of whatever edits one record: it checks, saves, and asks before anything is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.detail import DetailStore
from svc_tui.stores.draft import leaves
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.detail import questions
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.defaults import default_registry
from svc_tui.widgets.form.places import Place, placed


class RecordWidget(SvcWidget):
    """Around one `DetailStore`. A subclass has the fields, and shows what is wrong with them."""

    store: DetailStore

    def __init__(self, *, registry: FieldRegistry | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.registry = registry or default_registry()
        self.places: tuple[Place, ...] = ()
        """Every value of the form, in every language."""
        self._writing = asyncio.Lock()
        self._stop_guarding: Callable[[], None] | None = None

    # What a subclass does

    def take_typed(self) -> None:
        """Bring the newest keystrokes into the draft."""

    def go_to_error(self) -> None:
        """Show the first error."""

    # Saving

    async def save(self) -> bool:
        """Check, then send what differs; True when it was written.

        A second save waits for the first one. Nothing is written over somebody else's change before
        the operator has chosen.
        """
        self.take_typed()
        confirm, snack = self.svc.confirm, self.svc.snack
        async with self._writing:
            saved = self._sound() and await self.store.save()
            while not saved and (clash := self.store.state.clash) is not None:
                answer = await questions.which_counts(confirm, self.words_of(clash.fields))
                saved = await self._settle(answer)
        if saved:
            snack.show("Saved.", "success")
            for sentence in self.store.state.not_kept:
                snack.show(sentence, "warning", 10)
        elif self.store.state.errors and self.is_attached:
            self.go_to_error()
        return saved

    def _sound(self) -> bool:
        """Whether nothing is wrong that can be known here; what is wrong is said at the fields."""
        store = self.store
        if not store.dirty and not store.state.is_new:
            return True
        found = checks.problems(store.state.draft, self.places, self.registry)
        if found:
            store.say(found)
        return not found

    async def _settle(self, answer: str) -> bool:
        """Do what was chosen on a conflict."""
        if answer == questions.MINE:
            self.store.keep_mine()
            return await self.store.save()
        if answer == questions.THEIRS:
            self.store.take_theirs()
            rest = " What you typed in other fields is still to be saved." * self.store.dirty
            self.svc.snack.show(f"Their version is shown.{rest}", "info", 6)
        else:
            self.store.stay()
        return False

    def put_errors(self, errors: Any) -> Any:
        """A backend's messages at our fields; what belongs to none stands under `""`."""
        return placed(errors, self.places)

    async def offer_save(self) -> None:
        """The session is back: offer the save that it broke off, never repeat it unasked."""
        self.store.offered_again()
        if await questions.save_once_more(self.svc.confirm):
            await self.save()

    # Leaving

    def guard(self) -> None:
        """Have unsaved changes asked about before the page is left."""
        self._stop_guarding = self.svc.router.guard(self.may_leave)

    def on_unmount(self) -> None:
        """Nobody has to be asked any more."""
        if self._stop_guarding is not None:
            self._stop_guarding()

    async def written(self) -> None:
        """Wait for what is being written: it decides whether anything is left to ask about."""
        async with self._writing:
            pass

    async def may_leave(self) -> bool:
        """Whether nothing is lost, or may be: stay, save or discard."""
        self.take_typed()
        await self.written()
        if not self.store.dirty:
            return True
        answer = await questions.before_leaving(self.svc.confirm, self.changed_words())
        if answer == questions.SAVE:
            return await self.save() and not self.store.dirty
        if answer == questions.DISCARD:
            self.store.discard()
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
            if await self.store.delete():
                self.svc.snack.show(f"Deleted: {title}", "success")

    # Words

    def changed_words(self) -> list[str]:
        """The names of what differs, in the form's order."""
        return self.words_of(leaves(self.store.state.draft.diff()))

    def words_of(self, paths: Any) -> list[str]:
        """What people call the values at these paths; what lies inside a field is that field."""
        found = []
        for path in paths:
            around = (one for one in self.places if f"{path}.".startswith(f"{one.path}."))
            found.append(next((one.words for one in around), path))
        return list(dict.fromkeys(found))
