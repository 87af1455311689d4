"""QuickForm: the fields of one record over its list, on the fresh record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from textual import on
from textual.widgets import Static

from svc_tui.models.location import record_id
from svc_tui.models.records import is_name_of
from svc_tui.stores.listing.staged_store import StagedRecord
from svc_tui.stores.record.detail_store import NEW, DetailState, DetailStore
from svc_tui.stores.record.draft import Draft, same
from svc_tui.stores.record.field_paths import places
from svc_tui.stores.session.snack_store import CLOSED, LEFT
from svc_tui.widgets.base import services
from svc_tui.widgets.form.checks import is_empty, slugs_in
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_edits import take_edit
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.record_rules import record_rules
from svc_tui.widgets.form.secrets import secret_paths
from svc_tui.widgets.form.status import errors_at
from svc_tui.widgets.listing.field_navigation import FieldNavigation
from svc_tui.widgets.listing.undo_hint import UNDO_IT
from svc_tui.widgets.record.base import RecordWidget
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.merge_dialog import WAITING
from svc_tui.widgets.shell.effective_bindings import undoes_writes

if TYPE_CHECKING:
    from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit


class FormFrame(Protocol):
    """The dialog around a form."""

    def head(self, title: str) -> None: ...

    def say(self, words: str) -> None: ...


class QuickForm(RecordWidget, FieldNavigation):
    """The fields of one record; the first one has the focus."""

    def __init__(self, owner: SvcListQuickEdit, dialog: FormFrame) -> None:
        super().__init__(registry=owner.registry, svc=services(owner))
        self.owner = owner
        self.dialog = dialog
        translated = any(field.translatable for field in owner.edit_fields)
        self.languages = owner.languages if translated else ()
        """The languages of the form; none if no field is translated."""
        self._built = False
        self.goes_on = False
        """Whether the next record is opened after the save."""

    def on_mount(self) -> None:
        """Read the current record; a new one has nothing to read."""
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
        """Whether the record is being read, so that nothing can be typed into yet."""
        reads = hasattr(self, "store") and self.store.state.problem is None
        return reads and not self._built

    def _record(self) -> DetailStore:
        owner, svc = self.owner, services(self)
        key = NEW if owner.item_id is None else record_id(str(owner.item_id))
        rules = record_rules(owner.edit_fields, self.registry, owner.languages)
        rules["defaults"] |= owner.defaults
        return DetailStore(
            owner.records if owner.records is not None else self.svc.crud(owner.endpoint),
            id=key,
            lookup=owner.lookup,
            title_field=owner.title_field,
            use_patch=owner.records is not None or self.svc.takes_patch_at(owner.endpoint),
            history=svc.history if svc is not None and owner.records is None else None,
            base=svc.router.state.location.path if svc is not None else "",
            **rules,
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
        """Restore the values from when this was opened."""
        if self._opened is None:
            self.store.discard()
        else:
            self.store.change(draft=self._opened, errors={})

    async def discard(self) -> None:
        """Discard what was typed since this was opened."""
        if self._opened is None:
            await super().discard()
        else:
            self.revert()

    async def save(self) -> bool:
        """Write it; if edits are staged, only check it."""
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
        """Discard a staged edit; the list asks about it."""
        self.take_typed()
        return (
            True if self.owner.stage and not self.has_unsaved_changes else await super().may_leave()
        )

    def as_staged(self) -> StagedRecord:
        """Return the edit to stage."""
        draft, fields = self.store.state.draft, self.owner.edit_fields
        return StagedRecord(
            str(self.owner.item_id),
            self.store.name_of(draft.original),
            self.store,
            {one.path: one.words for one in self.places},
            tuple(secret_paths(fields, self.owner.languages)),
            draft_key=self.drafts.keeper.key if self.drafts.keeper is not None else None,
        )

    @on(DetailStore.NothingToSave)
    def _nothing_to_save(self) -> None:
        if (svc := services(self)) is not None:
            words = "Nothing to save: no value was changed. Press Esc to close."
            svc.snack.show(words, until=(LEFT, CLOSED))

    @on(DetailStore.Told)
    def _say(self, event: DetailStore.Told) -> None:
        if (svc := services(self)) is not None:
            svc.snack.show(event.words, "info", 8)

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
        self.store.named = self.words.quoted
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
        if owner.records is None:  # Given rows belong to the app around them, and so does saving.
            self.drafts.begin(owner.edit_fields, owner.languages, part=True)
            self.run_worker(self.drafts.offer(), group="drafts")
        self.type_into(self._first_field)
        self._built = True

    @property
    def _first_field(self) -> int:
        """The position of the field of the column that the form was opened on; else 0."""
        column = self.owner.begin_at
        keys = [one.descriptor.key for one in self.fields]
        return next((n for n, key in enumerate(keys) if _shows(column, key)), 0)

    def _switch(self) -> list[SvcDetailLangSwitch]:
        """The line of the languages, if there are several."""
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
        """Show the fields in a language; text typed in the previous one stays."""
        if self.form is None or self.form.lang == lang:
            return
        self.take_typed()
        here = self.here
        at = self.fields.index(here) if here is not None else 0
        self.form.lang = lang
        self._draw(self.store.state)
        self.type_into(at)

    def _draw_languages(self, state: DetailState) -> None:
        """Return which languages were changed, have errors or are empty."""
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
        if state.loaded and not state.is_new:
            self.dialog.head(self.store.name_of(state.draft.original))
        said = [*state.errors.get("", ()), *([state.problem] if state.problem else [])]
        said += self._said_elsewhere(state)
        self.dialog.say("\n".join(dict.fromkeys(said)))

    def _said_elsewhere(self, state: DetailState) -> list[str]:
        """Return the messages about values that no field of this form shows."""
        shown = [one.path for one in self.places] if self.form is not None else []
        return [
            f"{self.words.of([path])[0]}: {one}"
            for path, messages in state.errors.items()
            if path and not any(f"{path}.".startswith(f"{place}.") for place in shown)
            for one in messages
        ]

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        if take_edit(event):
            self._write(event)

    def _write(self, edit: SvcField.Edited) -> None:
        assert self.form is not None
        lookup = "" if self.store.state.is_new else self.store.lookup
        for path, value in self.form.write(self.store.state.draft, edit, lookup).items():
            self.store.edit(path, value)

    def notify_saved(self, words: str) -> None:
        """Report that it was saved, unless the owner of the form does so."""
        if not self.owner.quiet:
            super().notify_saved(f"{words} {UNDO_IT}" if self._undoable else words)

    @property
    def _undoable(self) -> bool:
        """Whether `u` on the page undoes this save; not while the next record is edited."""
        if self.goes_on or not self.owner.is_attached or not undoes_writes(self.owner.screen):
            return False
        write = self.svc.history.last(self.store.crud.endpoint.collection)
        return write is not None and write.id == self.store.state.id and not write.obstacle

    def take_typed(self) -> None:
        """Collect what the editors hold."""
        for field in self.form.fields if self.form is not None else ():
            if (edit := field.edits.take_newest()) is not None:
                self._write(edit)

    def go_to_error(self) -> None:
        """Go to the first field with an error."""
        errors = self.store.state.errors
        wrong = [place for place in self.places if errors_at(errors, place.path)]
        here = self.form.lang if self.form is not None else None
        if wrong and wrong[0].lang and all(one.lang not in (None, here) for one in wrong):
            self._show_language(wrong[0].lang)  # None of the errors is visible here.
        for n, field in enumerate(self.form.fields if self.form is not None else ()):
            if errors_at(errors, field.path):
                self.type_into(n)
                return


def _shows(column: str, key: str) -> bool:
    """Whether a column shows a field, or the name of what the field refers to."""
    return column == key or column.startswith(f"{key}.") or is_name_of(column, key)
