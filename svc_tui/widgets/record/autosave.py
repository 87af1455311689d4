"""DraftAutosave: save what is typed to disk, and offer it when the user comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.models.location import Location, written_id
from svc_tui.stores.record.draft_store import DISCARDED
from svc_tui.stores.record.field_paths import places
from svc_tui.stores.session.snack_store import LEFT, SETTLED, UNDONE
from svc_tui.text import plural
from svc_tui.widgets.form.checks import sent_only
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.formatting import as_relative
from svc_tui.widgets.record.merge_dialog import DISCARD, DRAFT, EDIT, MergeAnswer

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft
    from svc_tui.stores.record.draft_store import DraftAutosaver
    from svc_tui.widgets.record.record_host import RecordHost

KEPT = "Kept for later. Press g k to list unsaved changes."
"""The toast of a form that was left with unsaved changes."""


class DraftAutosave:
    """Writes every change of a record to disk, for the user who opened it."""

    def __init__(self, host: RecordHost) -> None:
        self.host = host
        self.keeper: DraftAutosaver | None = None
        """The draft's file; None while nothing is saved."""
        self._user = ""
        self._languages: Sequence[str] = ()
        self._shown: Sequence[str] = ()
        """The paths of the fields of a form that shows a part of the record; none for a whole one,
        which may change what it has no field for."""
        self._texts: dict[str, list[str]] = {}
        """The paths of each translated key, language by language."""

    def begin(
        self, fields: Sequence[FieldDescriptor], languages: Sequence[str], *, part: bool = False
    ) -> None:
        """Start saving what is typed into these fields, or into a `part` of the record's."""
        self.host.store.left_out = tuple(secret_paths(fields, languages))
        self.host.store.write_only = sent_only(fields, languages)
        self._languages = languages
        form = places(fields, languages)
        self._shown = [one.path for one in form] if part else ()
        self._texts = {}
        for one in form:
            if one.lang is not None:
                self._texts.setdefault(one.field.key, []).append(one.path)
        self._open()

    def _open(self, user: str = "") -> None:
        store, svc = self.host.store, self.host.svc
        self._user = user or svc.auth.name
        self.keeper = svc.drafts.keeper(
            store.crud.endpoint.collection,
            written_id(store.state.id),
            user=self._user,
            languages=self._languages,
            loaded=store.state.draft.original,
            left_out=store.left_out,
            whole=store.whole,
            part=self._shown,
        )
        self.keeper.collect = self._collect
        self._note()

    @property
    def user_changed(self) -> bool:
        """Whether another user signed in over this form."""
        return self.keeper is not None and self.host.svc.auth.name not in ("", self._user)

    def _note(self) -> None:
        if self.keeper is None:
            return
        store, state = self.host.store, self.host.store.state
        title = "New record" if state.is_new else store.name_of(state.draft.current)
        location = str(Location(store.base).child(state.id)) if store.base else ""
        self.keeper.note(state.draft, title=title, location=location)

    def _collect(self) -> None:
        self.host.take_typed()
        self._note()

    def record_changed(self) -> None:
        """Save the newest draft; without unsaved changes, remove the toasts about them."""
        self._note()
        if self.host.store.state.saving:
            self.hurry()
        if not self.host.store.dirty and (svc := self.host.known_services) is not None:
            svc.snack.end(SETTLED)

    def hurry(self) -> None:
        """Write what waits for a pause in typing."""
        if self.keeper is not None:
            self.keeper.hurry()

    @property
    def can_keep(self) -> bool:
        """Whether all that is unsaved can stay on disk, as it has no secrets."""
        self._note()
        drafts = self.host.svc.drafts
        if self.keeper is None or drafts.temporary or drafts.state.problem is not None:
            return False
        unsaved = self.keeper.unsaved()
        return unsaved is not None and unsaved.holds(self.host.store.state.draft)

    def keep(self) -> bool:
        """Write the draft now, as the form is being left; whether it is on disk."""
        if self.keeper is None:
            return False
        self.keeper.flush()
        if self.host.svc.drafts.state.problem is not None:
            return False
        self.host.svc.snack.show(KEPT, "info", 8)
        return True

    def record_saved(self) -> None:
        """Remove the draft and start another; a new record now has an id."""
        if self.keeper is not None:
            self.keeper.remove_draft()
            self.host.svc.drafts.forget(self.keeper)
            self._open()

    def reopen(self) -> None:
        """Start another draft of the record as loaded now, for the current user."""
        self._open()

    def stop(self) -> None:
        """Close the file; unsaved changes stay on disk."""
        if self.keeper is not None:
            try:
                self._collect()
            finally:
                self.keeper.close()
                self.keeper = None

    def keep_late(self) -> None:
        """Save as a draft what an external editor returned after the form was closed."""
        self.host.take_typed()
        if not self.host.store.dirty:
            return
        if self.keeper is None:
            self._open(self._user)
        self.stop()
        words = "This form was closed, but your text is kept. Press g k to list it."
        self.host.svc.snack.show(words, "warning", 8)

    def stop_for_author(self) -> None:
        """Close the file because another user signed in; the draft stays its author's."""
        typed, author = self.host.store.dirty, self._user
        self.stop()
        if typed:
            words = f"Unsaved changes by {author} are kept."
            self.host.svc.snack.show(words, "info", 8)

    async def offer(self) -> None:
        """Offer what was typed here before and never saved, the newest first.

        Changes of fields that a partial form lacks are not shown or restored: they are kept for the
        record's own form.
        """
        keeper, drafts = self.keeper, self.host.svc.drafts
        if keeper is None:
            return
        if (wanted := drafts.wanted(keeper.key)) is not None:
            await self._bring_back(wanted)
            return
        found = [self._split(one) for one in await drafts.of_record(keeper.key)]
        kept = [one for one in found if one[0].changes]
        for n, (draft, rest) in enumerate(kept):
            if keeper is not self.keeper:
                return
            self.host.take_typed()
            merge = draft.against(self.host.store.state.draft.current)
            if not merge.differences:  # The record already has these values.
                await self._keep_only(rest)
                continue
            view = self.host.words.merge_view(merge, DRAFT, _since(draft, len(kept) - n - 1))
            answer = await view.asked(self.host.app)
            if answer is None or keeper is not self.keeper:
                return
            if answer.what == DISCARD:
                if await self._discard(draft, rest):
                    self._say_discarded()
                continue
            await self._restore(draft, rest, answer)
            return

    def _split(self, draft: AutosavedDraft) -> tuple[AutosavedDraft, AutosavedDraft]:
        """Return what this form shows of a draft, and the rest."""
        draft = draft.by_language(self._texts, self.host.store.state.draft.original)
        return draft.split(self._shown) if self._shown else (draft, replace(draft, changes=()))

    async def _keep_only(self, rest: AutosavedDraft) -> None:
        """Write a draft without what this form took from it; remove it if it is empty."""
        drafts = self.host.svc.drafts
        if rest.changes:
            await drafts.put_back(replace(rest, discarded=False))
        else:
            await drafts.remove(rest)

    async def _discard(self, draft: AutosavedDraft, rest: AutosavedDraft) -> bool:
        """Discard what this form shows of a draft; whether that succeeded."""
        if not rest.changes:
            return await self.host.svc.drafts.discard(draft)
        done = await self.host.svc.drafts.discard(replace(draft, file=None))
        if done:
            await self._keep_only(rest)
        return done

    async def discard(self) -> None:
        """Discard unsaved changes, but keep them as a draft that `u` restores."""
        self._note()
        unsaved = self.keeper.unsaved() if self.keeper is not None else None
        kept = unsaved is not None and await self.host.svc.drafts.discard(unsaved)
        self.host.store.discard()
        if kept:
            self._say_discarded()

    def _say_discarded(self) -> None:
        self.host.svc.snack.show(DISCARDED, "info", 8, until=(UNDONE,))

    async def _bring_back(self, draft: AutosavedDraft) -> None:
        """Restore a discarded draft; asks if others changed the same values."""
        self.host.take_typed()
        svc = self.host.svc
        for toast in svc.snack.state.toasts:
            if toast.message == DISCARDED:
                svc.snack.dismiss(toast.id)
        draft, rest = self._split(draft)
        merge = draft.against(self.host.store.state.draft.current)
        if not merge.differences:
            await self._keep_only(rest)
            svc.snack.show("Nothing to restore: the record already has these values.")
            return
        if not merge.open:
            await self._restore(draft, rest, MergeAnswer(EDIT, merge))
            return
        view = self.host.words.merge_view(merge, DRAFT, _since(draft, 0))
        answer = await view.asked(self.host.app)
        if answer is not None and answer.what != DISCARD and self.keeper is not None:
            await self._restore(draft, rest, answer)
        else:
            await self._discard(draft, rest)

    async def _restore(
        self, draft: AutosavedDraft, rest: AutosavedDraft, answer: MergeAnswer
    ) -> None:
        """Restore the chosen values; the old file is removed when the new one is written."""
        assert self.keeper is not None
        merge = answer.merge
        if not rest.changes:
            self.keeper.replaces(draft)
        self.host.store.apply_draft(merge)
        if rest.changes:
            self.keeper.flush()
            await self._keep_only(rest)
        taken = sum(merge.side(one.steps) == "mine" for one in merge.differences)
        them = "it" if taken == 1 else "them"
        said = f"{plural(taken, 'field', 'fields')} restored. Save to keep {them}."
        said, until = (said, (SETTLED, LEFT)) if taken else ("Kept the server's values.", (LEFT,))
        self.host.svc.snack.show(said, "info", 6, until=until)

    @property
    def discarded_here(self) -> bool:
        """Whether changes of this record were discarded, and nothing was saved since."""
        svc, state = self.host.svc, self.host.store.state
        found = svc.drafts.discarded
        if found is None or self.keeper is None:
            return False
        if not found.draft.key.same_record(self.keeper.key):
            return False
        last = svc.history.last(self.host.store.crud.endpoint.collection, state.id)
        return last is None or last.when <= found.when


def _since(draft: AutosavedDraft, more: int) -> str:
    said = f"Typed {as_relative(draft.made_at.isoformat())}."
    return f"{said} {plural(more, 'older change', 'older changes')} available." if more else said
