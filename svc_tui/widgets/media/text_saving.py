"""Save the text of a file: compare it with others' changes, and never lose it on leaving."""

from __future__ import annotations

import asyncio

from svc_tui.api.errors import PRECONDITION_FAILED, ApiError, Conflict
from svc_tui.models.media import MediaItem
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.text_changes import conflicting_texts, rewritten_texts
from svc_tui.stores.record.write_result import undone
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.unsaved_question import DISCARD, SAVE, STAY, ask_about_unsaved

THEIRS, MINE = "theirs", "mine"


class TextSaving:
    """Saves the text typed in the details, one save at a time."""

    def __init__(self, host: MediaHost, editor: SvcMediaEditor) -> None:
        self._host = host
        self._editor = editor
        self._writing = asyncio.Lock()

    def unsaved(self) -> str:
        """Name the unsaved text; "" for none."""
        return "the text of this file" if self._editor.dirty else ""

    async def may_leave(self) -> bool:
        """Whether the details may be left; asks whether to stay, save or discard."""
        async with self._writing:
            pass  # A running save decides whether anything is left to ask about.
        if not self._editor.dirty:
            return True
        words = "The text of this file is not saved. Discarded text can't be restored."
        answer = await ask_about_unsaved(self._host.svc.confirm, "Unsaved changes", words)
        if answer == DISCARD:
            self._editor.discard()
        elif answer == SAVE:
            await self.save()
        return not self._editor.dirty

    async def save(self) -> None:
        """Save the changes; a second save waits for the first one, and finds nothing left."""
        async with self._writing:
            while await self._save_once():
                pass

    async def _save_once(self) -> bool:
        """Whether there is something to save again, after a conflict was resolved."""
        editor, svc = self._editor, self._host.svc
        media, since = editor.draft, editor.original
        if media is None or since is None or not editor.dirty:
            svc.snack.show("Nothing to save.")
            return False
        try:
            stored = await self._host.store.update_media(media, since)
        except Conflict as error:
            if error.status == PRECONDITION_FAILED:
                return await self._settle(media, since)
            self._show_error(error)
        except ApiError as error:
            self._show_error(error)
        else:
            svc.snack.show("Saved.", "success")
            for sentence in rewritten_texts(media, since, stored):
                svc.snack.show(sentence, "info", 10)
            if self._host.is_ready:
                editor.saved(media)
        return False

    def _show_error(self, error: ApiError) -> None:
        if self._host.is_ready:
            errors = {path: tuple(found) for path, found in error.errors.items()}
            self._editor.say(errors, undone("Not saved.", error))

    async def _settle(self, media: MediaItem, since: MediaItem) -> bool:
        """Show both versions; nothing is saved before one is chosen. Returns like `_save_once`."""
        host, editor = self._host, self._editor
        looked = await attempt(host.store.look(media.id))
        theirs = looked.result
        if theirs is None:
            editor.say({}, f"Not saved. {looked.problem}")
            return False
        choices = (
            Choice(STAY, "Cancel", "n"),
            Choice(THEIRS, "Use theirs", "t"),
            Choice(MINE, "Keep mine", "m", dangerous=True),
        )
        answer = await host.svc.confirm.choose(
            "Someone else changed this file",
            questions.about_both(media, since, theirs),
            choices,
            cancel=STAY,
            dangerous=True,
            by_itself=True,
        )
        if answer == STAY or not host.is_ready or editor.original is None:
            return False
        if answer == THEIRS:
            editor.revert_texts(conflicting_texts(media, since, theirs))
        editor.show(theirs)
        host.store.take(theirs)
        return answer == MINE and editor.dirty
