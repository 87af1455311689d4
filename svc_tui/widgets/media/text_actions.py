"""A file's texts: saved, compared with what others wrote, and never lost by leaving."""

from __future__ import annotations

import asyncio

from svc_tui.api.errors import PRECONDITION_FAILED, ApiError, Conflict
from svc_tui.models.media import MediaItem
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.media_walk import Scope
from svc_tui.stores.media.missing_text import MissingText, tasks
from svc_tui.stores.media.text_changes import conflicting_texts
from svc_tui.stores.media.worklist_store import WorklistStore
from svc_tui.stores.record.write_result import undone
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.worklist import SvcMediaWorklist

STAY, SAVE, DISCARD = "stay", "save", "discard"
THEIRS, MINE = "theirs", "mine"


class MediaTextActions(MediaBase):
    """Opens, saves and closes the details."""

    async def _learn_languages(self) -> None:
        """Where nobody named the languages of the texts, the backend may."""
        languages = await self.store.languages()
        if self.whole:
            self.editor.offer_languages(languages)

    def unsaved(self) -> str:
        """Name what is not saved; "" where nothing is."""
        return "the texts of this file" if self.editor.dirty else ""

    async def may_leave(self) -> bool:
        """Whether what is typed may be left: asks to stay, save or discard."""
        async with self._writing:
            pass  # What is being written decides whether anything is left to ask about.
        if not self.editor.dirty:
            return True
        choices = (
            Choice(STAY, "Stay", "n"),
            Choice(SAVE, "Save", "s"),
            Choice(DISCARD, "Discard", "x", dangerous=True),
        )
        words = "The texts of this file are not saved. Discarded, they are gone for good."
        answer = await self.svc.confirm.choose(
            "Unsaved changes", words, choices, cancel=STAY, by_itself=True
        )
        if answer == DISCARD:
            self.editor.discard()
        elif answer == SAVE:
            await self._save_details()
        return not self.editor.dirty

    def action_edit(self) -> None:
        """Open the file's details, ready to type."""
        media = self.gallery.current
        if isinstance(media, MediaItem):
            self._after_unsaved_check(self._open_and_type(media), group="details")

    def action_worklist(self) -> None:
        """Take one file after the other: of the filter that is on, else ask what is missing.

        Meant are the files of the folder, the search and the filter that are open.
        """
        if (missing := self.store.state.missing) is not None:
            self._work(ChoiceOption(missing, missing.words))
        else:
            offers = [ChoiceOption(task, task.words) for task in self._tasks()]
            title = f"Worklist {Scope.of(self.store.state).words}"
            self.app.push_screen(ChoiceDialog(title, offers, 0, ""), self._work)

    def action_missing(self) -> None:
        """Show only the files that lack a text, or all again."""
        offers = [
            ChoiceOption(None, "All files"),
            *(ChoiceOption(one, one.words) for one in self._tasks()),
        ]
        values = [offer.value for offer in offers]
        now = self.store.state.missing
        at = values.index(now) if now in values else 0
        self.app.push_screen(ChoiceDialog("Show", offers, at, ""), self._narrow)

    def _narrow(self, offer: ChoiceOption | None) -> None:
        if offer is not None and self.whole and offer.value != self.store.state.missing:
            self._after_unsaved_check(self.store.show_missing(offer.value))

    def _tasks(self) -> tuple[MissingText, ...]:
        """What may be missing: in the base texts, and in the languages that are known."""
        languages = dict.fromkeys(self.editor.languages)
        for media in self.store.state.medias:
            languages |= dict.fromkeys(media.translations)
        base: dict[str | None, None] = {None: None} if languages and self.editor.base_texts else {}
        return tasks((*(base | languages),))

    def _work(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            state = self.store.state
            counted = (
                state.missing == offer.value and not state.looking and not state.looked.stopped
            )
            store = WorklistStore(
                self.store,
                self.svc.preferences,
                offer.value,
                Scope.of(state),
                lacking=(state.count or 0) if counted else 0,
            )
            self.app.push_screen(SvcMediaWorklist(store), lambda _: self.show_written())

    async def _open_and_type(self, media: MediaItem) -> None:
        await self._opened_by(self._opened(media))

    async def _opened(self, media: MediaItem) -> None:
        await self.store.open_editor(media)
        if self.may("change"):
            drawn = asyncio.Event()
            self.call_after_refresh(drawn.set)
            await drawn.wait()
            self.editor.action_type()

    async def _close_details(self) -> None:
        if await self.may_leave():
            self.store.close_editor()

    async def _save_details(self) -> None:
        """Send what differs now; a second save waits for the first one, and finds nothing left."""
        async with self._writing:
            while await self._saved_or_settled():
                pass

    async def _saved_or_settled(self) -> bool:
        """Save once; True where the operator chose what to save of two people's words."""
        media, since = self.editor.draft, self.editor.original
        if media is None or since is None or not self.editor.dirty:
            self.svc.snack.show("Nothing to save.")
            return False
        try:
            await self.store.update_media(media, since)
        except Conflict as error:
            if error.status == PRECONDITION_FAILED:
                return await self._settle(media, since)
            self._say_unsaved(error)
        except ApiError as error:
            self._say_unsaved(error)
        else:
            self.svc.snack.show("Saved.", "success")
            if self.whole:
                self.editor.saved(media)
        return False

    def _say_unsaved(self, error: ApiError) -> None:
        if self.whole:
            errors = {path: tuple(found) for path, found in error.errors.items()}
            self.editor.say(errors, undone("Not saved.", error))

    async def _settle(self, media: MediaItem, since: MediaItem) -> bool:
        """Show both sides; nothing is written before the operator has chosen."""
        looked = await attempt(self.store.look(media.id))
        theirs = looked.result
        if theirs is None:
            self.editor.say({}, f"Not saved. {looked.problem}")
            return False
        choices = (
            Choice(STAY, "Stay", "n"),
            Choice(THEIRS, "Take theirs", "t"),
            Choice(MINE, "Keep mine", "m", dangerous=True),
        )
        words = questions.about_both(media, since, theirs)
        title = "Somebody else changed this file"
        answer = await self.svc.confirm.choose(
            title, words, choices, cancel=STAY, dangerous=True, by_itself=True
        )
        if answer == STAY or not self.whole or self.editor.original is None:
            return False
        if answer == THEIRS:
            self.editor.give_up(conflicting_texts(media, since, theirs))
        self.editor.show(theirs)
        self.store.take(theirs)
        return answer == MINE and self.editor.dirty
