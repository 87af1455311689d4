"""The journal behind a form: what is typed is kept on disk, and offered when one comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import on

from svc_tui.stores.record.autosaved_draft import AutosavedDraft
from svc_tui.stores.record.detail_store import DetailStore
from svc_tui.stores.rows import title_of
from svc_tui.stores.session.snack_store import LEFT, SETTLED, UNDONE
from svc_tui.text import plural
from svc_tui.widgets.base import SvcWidget, services
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.formatting import as_relative
from svc_tui.widgets.record.merge_dialog import (
    DISCARD,
    DRAFT,
    EDIT,
    MergeAnswer,
    MergeDialog,
    MergeText,
)

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.stores.record.draft_store import DraftAutosaver
    from svc_tui.stores.record.merge import Merge
    from svc_tui.widgets.form.value_text import ValueFormatter


DISCARDED = "Discarded. u brings it back."


class DraftAutosave(SvcWidget):
    """Notes every change of one `DetailStore`, for whoever signed in when the record was opened."""

    store: DetailStore
    _keeper: DraftAutosaver | None = None
    _user = ""
    _kept_languages: Sequence[str] = ()

    def take_typed(self) -> None:
        """Bring the newest keystrokes into the draft."""

    def words_at(self, path: str) -> str | None:
        """What people call the value at a path; None where no field shows it."""
        raise NotImplementedError

    @property
    def readings(self) -> ValueFormatter:
        """The words for the values of the form."""
        raise NotImplementedError

    def merge_view(self, merge: Merge, wording: MergeText, note: str = "") -> MergeDialog:
        """Three states of this record, in the words of its form."""
        return MergeDialog(merge, self.words_at, wording, note, self.readings)

    def keep(self, fields: Sequence[FieldDescriptor], languages: Sequence[str]) -> None:
        """Begin to keep what is typed; it is known by now what is in the form."""
        self.store.left_out = tuple(secret_paths(fields, languages))
        self._kept_languages = languages
        self._begin_keeping()

    def _begin_keeping(self, user: str = "") -> None:
        """A file of its own for the record as it is loaded now."""
        store = self.store
        self._user = user or self._who
        self._keeper = self.svc.drafts.keeper(
            store.crud.endpoint.collection,
            store.state.id,
            user=self._user,
            languages=self._kept_languages,
            loaded=store.state.draft.original,
            left_out=store.left_out,
            whole=store.whole,
        )
        self._keeper.collect = self._collect
        self._note()

    @property
    def _who(self) -> str:
        return self.svc.auth.name

    @property
    def user_changed(self) -> bool:
        """Whether another user signed in over this form."""
        return self._keeper is not None and self._who not in ("", self._user)

    def _note(self) -> None:
        """Hand the draft to the journal."""
        if self._keeper is None:
            return
        store, state = self.store, self.store.state
        title = "New record" if state.is_new else title_of(state.draft.current, store.lookup)
        location = f"{store.base}/{state.id}" if store.base else ""
        self._keeper.note(state.draft, title=title, location=location)

    def _collect(self) -> None:
        self.take_typed()
        self._note()

    def stop_autosave(self) -> None:
        """The form goes; what is unsaved stays on disk."""
        if self._keeper is not None:
            try:
                self._collect()
            finally:
                self._keeper.close()
                self._keeper = None

    @on(DetailStore.Changed)
    def _autosave_changes(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        self._note()
        if not self.store.dirty and (svc := services(self)) is not None:
            svc.snack.end(SETTLED)

    @on(DetailStore.Saved)
    def _begin_anew(self) -> None:
        """It is saved: another record was loaded, perhaps under an id of its own."""
        if (keeper := self._keeper) is not None:
            keeper.remove_draft()
            self.svc.drafts.forget(keeper)
            self._begin_keeping()

    def keep_late(self) -> None:
        """The form went while an editor was open on it: what that wrote becomes a draft."""
        self.take_typed()
        if not self.store.dirty:
            return
        if self._keeper is None:
            self._begin_keeping(self._user)
        self.stop_autosave()
        words = "This form was closed meanwhile: what you wrote is kept as a draft (gk)."
        self.svc.snack.show(words, "warning", 8)

    # Coming back

    async def offer_drafts(self) -> None:
        """Offer what was typed here before and never saved, the newest first."""
        keeper, drafts = self._keeper, self.svc.drafts
        if keeper is None:
            return
        if (wanted := drafts.wanted(keeper.key)) is not None:
            await self._bring_back(wanted)
            return
        kept = await drafts.of_record(keeper.key)
        for n, draft in enumerate(kept):
            if keeper is not self._keeper:
                return
            self.take_typed()
            merge = draft.against(self.store.state.draft.current)
            if not merge.differences:  # It is what stands here already.
                await drafts.remove(draft)
                continue
            view = self.merge_view(merge, DRAFT, _since(draft, len(kept) - n - 1))
            answer = await view.asked(self.app)
            if answer is None:
                return
            if answer.what == DISCARD:
                if await drafts.discard(draft):
                    self.svc.snack.show(DISCARDED, "info", 8, until=(UNDONE,))
                continue
            self._restore(draft, answer)
            return

    async def discard(self) -> None:
        """Give up what is unsaved, but keep it as a draft that `u` brings back."""
        self._note()
        unsaved = self._keeper.unsaved() if self._keeper is not None else None
        kept = unsaved is not None and await self.svc.drafts.discard(unsaved)
        self.store.discard()
        if kept:
            self.svc.snack.show(DISCARDED, "info", 8, until=(UNDONE,))

    async def _bring_back(self, draft: AutosavedDraft) -> None:
        """Put a discarded draft into the form; asks where somebody else changed the same."""
        self.take_typed()
        merge = draft.against(self.store.state.draft.current)
        if not merge.differences:
            await self.svc.drafts.remove(draft)
            self.svc.snack.show("Nothing to bring back: the record holds these values already.")
            return
        if not merge.open:
            self._restore(draft, MergeAnswer(EDIT, merge))
            return
        answer = await self.merge_view(merge, DRAFT, _since(draft, 0)).asked(self.app)
        if answer is not None and answer.what != DISCARD:
            self._restore(draft, answer)
        else:
            await self.svc.drafts.discard(draft)

    def _restore(self, draft: AutosavedDraft, answer: MergeAnswer) -> None:
        """Put the chosen values into the form; the old file goes when the new one is there."""
        assert self._keeper is not None
        merge = answer.merge
        self._keeper.replaces(draft)
        self.store.apply_draft(merge)
        taken = sum(merge.side(one.steps) == "mine" for one in merge.differences)
        said = f"{plural(taken, 'field', 'fields')} restored from your draft; save to keep them."
        said, until = (said, (SETTLED, LEFT)) if taken else ("The server's values stay.", (LEFT,))
        self.svc.snack.show(said, "info", 6, until=until)

    def save_draft_for_author(self) -> None:
        """Somebody else signed in: what was typed is kept for who typed it."""
        typed, author = self.store.dirty, self._user
        self.stop_autosave()
        if typed:
            self.svc.snack.show(f"What {author} had typed here is kept as a draft.", "info", 8)

    def on_unmount(self) -> None:
        """Nothing is lost by whatever way the form goes."""
        self.stop_autosave()


def _since(draft: AutosavedDraft, more: int) -> str:
    said = f"Typed {as_relative(draft.made_at.isoformat())}."
    return f"{said} {plural(more, 'older draft', 'older drafts')} besides." if more else said
