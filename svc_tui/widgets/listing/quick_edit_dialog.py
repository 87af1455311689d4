"""QuickEditDialog: the form of quick edit over the list, on the fresh record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from svc_tui.models.location import record_id
from svc_tui.stores.listing.staged_store import StagedRecord
from svc_tui.stores.record.detail_store import NEW, DetailState, DetailStore
from svc_tui.stores.record.draft import Draft, same
from svc_tui.stores.rows import row_name
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.checks import is_empty, sent_in_parts, sent_whole, slugs_in
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_paths import places
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.form.status import errors_at
from svc_tui.widgets.listing.field_navigation import FieldNavigation
from svc_tui.widgets.record import confirmations as questions
from svc_tui.widgets.record.base import RecordWidget
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.merge_dialog import WAITING

if TYPE_CHECKING:
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit

LONGEST = 78
"""Cells of words that the frame of the dialog has room for."""

HINT = "Ctrl+S saves · F9 saves and goes to the next row · Esc leaves"
HINT_STAGE = "Ctrl+S stages it, W sends · F9 next row · Esc cancels"
HINT_ADD = "Ctrl+S saves · F9 saves and adds another · Esc leaves"


class QuickEditDialog(SvcModal):
    """The form over the list."""

    DEFAULT_CSS = """
    QuickEditDialog { align: center middle; }
    QuickEditDialog > .dialog { width: 1fr; max-width: 100%; height: auto; max-height: 100%; }
    QuickEditDialog .title { text-wrap: nowrap; text-overflow: ellipsis; }
    QuickEditDialog QuickForm { height: auto; max-height: 60vh; }
    QuickEditDialog .problem { height: auto; display: none; }
    QuickEditDialog .problem.-shown { display: block; }
    """

    BINDINGS = [
        # The keys in the frame are not in the footer too.
        Binding(
            "ctrl+s,f2", "save(False)", "Save", show=False, id="quick.save",
            tooltip="Save this row.",
        ),
        Binding(
            "f9", "save(True)", "Save, next", show=False, id="quick.next",
            tooltip="Save, then edit the next row.",
        ),
        Binding(
            "escape", "close", "Close", show=False, id="dialog.close",
            tooltip="Close this dialog.",
        ),
        Binding(
            "ctrl+t", "language", "Language", tooltip="Show the next language.", id="quick.language"
        ),
    ]  # fmt: skip

    def __init__(self, owner: SvcListQuickEdit) -> None:
        super().__init__()
        self._svc = services(owner)
        self.owner = owner
        self._warned = False
        self._saving = False
        """Whether what is typed now is meant for what comes behind the save."""

    def compose(self) -> ComposeResult:
        """Title, form, what went wrong, hint."""
        adding = self.owner.item_id is None
        with Vertical(classes="dialog"):
            yield DialogTitle("Quick add" if adding else "Quick edit", longest=LONGEST)
            yield QuickForm(self.owner)
            yield Static(classes="problem error")
            hint = HINT_STAGE if self.owner.stage else HINT
            yield DialogHint(label(HINT_ADD if adding else hint), longest=LONGEST)

    @property
    def coming(self) -> bool:
        """Whether what keys are meant for is on its way: the fields, or what follows a save."""
        return self._saving or any(form.coming for form in self.query(QuickForm))

    @property
    def form(self) -> QuickForm:
        """The fields."""
        return self.query_one(QuickForm)

    def head(self, title: str) -> None:
        """Show which record this is."""
        self.query_one(".title", Static).update(label(f"Quick edit: {title}"))

    def say(self, words: str) -> None:
        """Show what is wrong with the record as a whole."""
        line = self.query_one(".problem", Static)
        line.update(label(words, multiline=True))
        line.set_class(bool(words), "-shown")

    def action_save(self, then_next: bool) -> None:
        """Save and close; the list opens the next one where that was asked for."""
        self._saving = True
        self.run_worker(self._save(then_next), group="save")

    def action_language(self) -> None:
        """Show the next language."""
        self.form.next_language()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """One language has no next one."""
        if action == "language":
            return any(len(form.languages) > 1 for form in self.query(QuickForm))
        return True

    async def _save(self, then_next: bool) -> None:
        try:
            await self._save_and_close(then_next)
        finally:
            self._saving = self._leaving
            if not self._leaving:
                self.ignore_typed_ahead()

    async def _save_and_close(self, then_next: bool) -> None:
        form = self.form
        if form.drafts.user_changed:
            form.drafts.stop_for_author()
            form.revert()
            self.close()
        elif await form.save():
            form.take_typed()
            if not self.owner.stage and form.store.dirty:  # Typed here while a slow save ran.
                self._say_typed_since()
                return
            item = form.as_staged() if self.owner.stage else form.store.state.draft.original
            self.close({"item": item, "next": then_next})

    def _say_typed_since(self) -> None:
        words = f"Saved, but not what is in {', '.join(self.form.words.changed())} now."
        if (svc := services(self)) is not None:
            svc.snack.show(words, "warning", 8)
        else:
            self.say(words)

    def action_close(self) -> None:
        """Esc: asks where something typed would be lost."""
        self.run_worker(self._leave(), group="leave", exclusive=True)

    async def _leave(self) -> None:
        form = self.form
        form.take_typed()
        await form.writer.finished()
        if form.has_unsaved_changes and services(self) is None:
            # Without services to ask with, the first Esc says what the second one would lose.
            if not self._warned:
                self._warned = True
                self.say(
                    f"Not saved: {', '.join(form.words.changed())}. Press Esc again to discard."
                )
                return
            form.revert()
        elif form.has_unsaved_changes:
            kept = "Keep it here" if self.owner.stage else "Save"
            answer = await questions.before_leaving(self.svc.confirm, form.words.changed(), kept)
            if answer == questions.SAVE:
                await self._save(False)
                return
            if answer != questions.DISCARD:
                return
            await form.discard()
        self.close()


class QuickForm(RecordWidget, FieldNavigation):
    """The fields of one record; the first one is typed into at once."""

    def __init__(self, owner: SvcListQuickEdit) -> None:
        super().__init__(registry=owner.registry, svc=services(owner))
        self.owner = owner
        translated = any(field.translatable for field in owner.edit_fields)
        self.languages = owner.languages if translated else ()
        """The languages of the form; none where no field is translated."""
        self._built = False

    def on_mount(self) -> None:
        """Read the fresh record; a new one has nothing to be read."""
        owner, svc = self.owner, services(self)
        if owner.registry is None and svc is not None:
            self.registry = svc.inject("svc_form_registry", None) or self.registry
        if owner.staged is None:
            self.store = self._record()
            self.mount(Static("Loading…", classes="loading"))
            begin = self.store.load()
        else:
            self.store = owner.staged.record
            self._opened = self.store.state.draft
            begin = self._build_again()
        self.store.place = self.put_errors
        self.listen(self.store)
        if svc is not None:
            self.leaving.start()  # Ctrl+Q works from here too.
        self.run_worker(begin, group="load", exclusive=True)

    @property
    def coming(self) -> bool:
        """Whether the record is read, and nothing can be typed into yet."""
        reads = hasattr(self, "store") and self.store.state.problem is None
        return reads and not self._built

    def _record(self) -> DetailStore:
        owner, svc = self.owner, services(self)
        key = NEW if owner.item_id is None else record_id(str(owner.item_id))
        return DetailStore(
            owner.records if owner.records is not None else self.svc.crud(owner.endpoint),
            id=key,
            lookup=owner.lookup,
            whole=sent_whole(self.registry, owner.edit_fields),
            parts=sent_in_parts(owner.edit_fields),
            defaults=owner.defaults,
            history=svc.history if svc is not None and owner.records is None else None,
            base=svc.router.state.location.path if svc is not None else "",
        )

    async def _build_again(self) -> None:
        """Show a staged edit as it was typed; a conflict is resolved first."""
        await self._build(self.store.state)
        self._draw(self.store.state)
        if (clash := self.store.state.clash) is None:
            return
        answer = await self.words.merge_view(clash.merge, WAITING).asked(self.app)
        if answer is not None:
            self.take_typed()
            self.store.settle(answer.merge)

    _opened: Draft | None = None
    """The staged draft when this was opened."""

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether leaving now would lose something."""
        if self._opened is None:
            return self.store.dirty
        return not same(self._opened.current, self.store.state.draft.current)

    def revert(self) -> None:
        """Restore the values that were there when this was opened."""
        if self._opened is None:
            self.store.discard()
        else:
            self.store.change(draft=self._opened, errors={})

    async def discard(self) -> None:
        """Give up what was typed since this was opened."""
        if self._opened is None:
            await super().discard()
        else:
            self.revert()

    async def save(self) -> bool:
        """Write it; where edits wait in the list, only look whether it could be."""
        if not self.owner.stage:
            return await super().save()
        self.take_typed()
        if self.store.state.loaded and not self.has_unsaved_changes:
            self._nothing_to_save()
            return False
        if self.store.state.loaded and not self.is_valid():
            self.go_to_error()
        return self.store.state.loaded and not self.store.state.errors

    async def may_leave(self) -> bool:
        """Let a staged edit go: the list asks about it."""
        self.take_typed()
        return (
            True if self.owner.stage and not self.has_unsaved_changes else await super().may_leave()
        )

    def as_staged(self) -> StagedRecord:
        """Return the edit that waits from now on."""
        draft, fields = self.store.state.draft, self.owner.edit_fields
        return StagedRecord(
            str(self.owner.item_id),
            row_name(draft.original, self.store.lookup),
            self.store,
            {one.path: one.words for one in self.places},
            tuple(secret_paths(fields, self.owner.languages)),
            draft_key=self.drafts.keeper.key if self.drafts.keeper is not None else None,
        )

    @on(DetailStore.NothingToSave)
    def _nothing_to_save(self) -> None:
        if (svc := services(self)) is not None:
            svc.snack.show("Nothing to save: no value was changed. Press Esc to close.")

    @on(DetailStore.Changed)
    async def _changed(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        if event.state.loaded and self.form is None:
            await self._build(event.state)
        self._draw(self.store.state)

    async def _build(self, state: DetailState) -> None:
        owner = self.owner
        self.places = places(owner.edit_fields, owner.languages)
        self.store.slugs = slugs_in(self.registry, self.places)
        self.form = SvcForm(
            owner.edit_fields,
            state.draft,
            registry=self.registry,
            languages=owner.languages,
            lang=next(iter(self.languages), None) or next(iter(owner.languages), None),
            slots=owner.slots,
            svc=services(self),
        )
        extra = owner.fill("extra", model=state.draft.current)
        await self.query(".loading").remove()
        await self.mount(*self._switch(), self.form, *extra)
        if owner.records is None:  # Given rows belong to the app around them: so does keeping.
            self.drafts.begin(owner.edit_fields, owner.languages, part=True)
            self.run_worker(self.drafts.offer(), group="drafts")
        self.type_into(0)
        self._built = True

    def _switch(self) -> list[SvcDetailLangSwitch]:
        """The line of the languages, where there are several."""
        if len(self.languages) < 2:
            return []
        first = self.languages[0]
        return [SvcDetailLangSwitch(first, self.languages, no_route_change=True, svc=self._svc)]

    def next_language(self) -> None:
        """Show the next language."""
        for switch in self.query(SvcDetailLangSwitch):
            switch.step(1)

    @on(SvcDetailLangSwitch.ModelValueChanged)
    def _language_chosen(self, event: SvcDetailLangSwitch.ModelValueChanged) -> None:
        event.stop()
        self._show_language(event.value)

    def _show_language(self, lang: str) -> None:
        """Show the fields in a language; what was typed in the one before stays."""
        if self.form is None or self.form.lang == lang:
            return
        self.take_typed()
        here = self.here
        at = self.fields.index(here) if here is not None else 0
        self.form.lang = lang
        self._draw(self.store.state)
        self.type_into(at)

    def _draw_languages(self, state: DetailState) -> None:
        """Which languages were changed, and in which something is wrong or nothing written."""
        for switch in self.query(SvcDetailLangSwitch):
            shown = self.form.lang if self.form is not None else None
            wrong: dict[str, list[str]] = {}
            changed: set[str] = set()
            for place in self.places:
                if place.lang is None:
                    continue
                if errors_at(state.errors, place.path):
                    wrong.setdefault(place.lang, []).append(place.words)
                if state.draft.changed(place.path):
                    changed.add(place.lang)
            empty = {one for one in self.languages if is_empty(state.draft, one, self.places)}
            switch.show(shown or switch.model_value, wrong, changed, empty)

    def _draw(self, state: DetailState) -> None:
        if self.form is not None:
            self.form.show(state.draft, state.errors, self.form.lang)
            self._draw_languages(state)
        elif state.problem is not None:
            self.query(".loading").remove()
        dialog = self.screen
        assert isinstance(dialog, QuickEditDialog)
        if state.loaded and not state.is_new:
            dialog.head(row_name(state.draft.original, self.store.lookup))
        said = [*state.errors.get("", ()), *([state.problem] if state.problem else [])]
        said += self._said_elsewhere(state)
        dialog.say("\n".join(dict.fromkeys(said)))

    def _said_elsewhere(self, state: DetailState) -> list[str]:
        """Return the messages about values that no field of this form shows."""
        shown = [one.path for one in self.places] if self.form is not None else []
        return [
            f"{path}: {one}"
            for path, messages in state.errors.items()
            if path and not any(f"{path}.".startswith(f"{place}.") for place in shown)
            for one in messages
        ]

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        event.stop()
        if event.field.edits.take(event):
            self._write(event)

    def _write(self, edit: SvcField.Edited) -> None:
        assert self.form is not None
        lookup = "" if self.store.state.is_new else self.store.lookup
        for path, value in self.form.write(self.store.state.draft, edit, lookup).items():
            self.store.edit(path, value)

    def notify_saved(self, words: str) -> None:
        """Tell that it was saved, unless the owner of the form does so."""
        if not self.owner.quiet:
            super().notify_saved(words)

    def take_typed(self) -> None:
        """Take over what the editors hold right now."""
        for field in self.form.fields if self.form is not None else ():
            if (edit := field.edits.take_newest()) is not None:
                self._write(edit)

    def go_to_error(self) -> None:
        """To the first field with a message."""
        errors = self.store.state.errors
        wrong = [place for place in self.places if errors_at(errors, place.path)]
        here = self.form.lang if self.form is not None else None
        if wrong and wrong[0].lang and all(one.lang not in (None, here) for one in wrong):
            self._show_language(wrong[0].lang)  # Nothing of what is wrong is to be seen here.
        for n, field in enumerate(self.form.fields if self.form is not None else ()):
            if errors_at(errors, field.path):
                self.type_into(n)
                return
