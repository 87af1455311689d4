"""The ways through a detail page: typing, languages, tabs, errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import events, on
from textual.widget import Widget

from svc_tui.stores.session.remote_checks import RemoteCheckStore
from svc_tui.stores.session.snack_store import LEFT, SETTLED
from svc_tui.widgets.form.expanded import ExpandedField
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.field_paths import FieldPath
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.group import Heading
from svc_tui.widgets.form.long import LongField
from svc_tui.widgets.form.status import errors_at
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.record.errors_dialog import ErrorEntry, ErrorsDialog, troubles
from svc_tui.widgets.record.fill_dialog import FillDialog, fillings
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.view import BESIDE_FROM, DetailView


class DetailNavigation(DetailView):
    """What is typed goes into the draft; the caret goes where the operator wants it."""

    # Typing

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        event.stop()
        if event.field.pending_edit is event:
            event.field.pending_edit = None
            self._write(event)

    def _write(self, edit: SvcField.Edited) -> None:
        form = next((form for form in self.forms if edit.field in form.fields), None)
        if form is None:
            return
        for path, value in form.write(self.store.state.draft, edit).items():
            self.store.edit(path, value)
        self._ask_advice(edit.field)

    def take_typed(self) -> None:
        """What the editors hold right now."""
        for field in self.fields:
            if (edit := field.told()) is not None:
                self._write(edit)

    @on(SvcField.Finished)
    async def _next_field(self, event: SvcField.Finished) -> None:
        event.stop()
        await self.body.type_on(event.field)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The cursor goes along with the caret."""
        if (stop := _stop_of(event.widget)) is not None:
            self.body.move_cursor_to(stop)
        self._show_hint()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """A field that was left says what is wrong with it."""
        field = _stop_of(event.widget)
        if not isinstance(field, SvcField) or not field.is_attached:
            return
        if field.path not in self._left or field.has_inner:
            self._left.add(field.path)
            self._draw(self.store.state)

    @on(SvcForm.Unveiled)
    def _unveiled(self, event: SvcForm.Unveiled) -> None:
        """Other fields are seen: the cursor never stays on one that is not."""
        event.stop()
        self._draw(self.store.state)
        body = self.body
        if body.stop is not None and body.stop not in [s for f in self.forms for s in f.stops]:
            body.move_cursor_to(next(iter(event.form.stops), None))

    # Checks that only advise

    def _ask_advice(self, field: SvcField) -> None:
        check, path = field.descriptor.validate_async, field.path
        if check is None:
            return
        draft = self.store.state.draft
        self.run_worker(
            self.advice.ask(
                path,
                draft.get(path),
                check,
                model=draft.current,
                rest=field.descriptor.validate_async_debounce,
            ),
            group=f"advice:{path}",
            exclusive=True,
        )

    @on(RemoteCheckStore.Changed)
    def _advised(self, event: RemoteCheckStore.Changed) -> None:
        if event.store is self.advice:
            self._draw_advice(self.store.state)

    # Languages

    @on(SvcDetailLangSwitch.ModelValueChanged)
    def _show_language(self, event: SvcDetailLangSwitch.ModelValueChanged) -> None:
        event.stop()
        self.take_typed()
        self._turn_to(event.value)
        self._draw(self.store.state)
        self._show_hint()

    def _turn_to(self, lang: str) -> None:
        """Edit another language; the one beside it gives way where it is the same."""
        if lang == self.beside:
            self.beside = self.lang
        self.lang = lang

    def action_next_lang(self) -> None:
        """The next language."""
        self._step_lang(1)

    def action_previous_lang(self) -> None:
        """The language before."""
        self._step_lang(-1)

    def _step_lang(self, by: int) -> None:
        for switch in self.query(SvcDetailLangSwitch):
            switch.step(by)

    def action_beside(self) -> None:
        """The next language's value beside the edited one; then the one after, then none."""
        others = [lang for lang in self.languages if lang != self.lang]
        if self.app.size.width < BESIDE_FROM:
            self.svc.snack.show(f"Two languages side by side need {BESIDE_FROM} columns.", "info")
            return
        at = others.index(self.beside) + 1 if self.beside in others else 0
        self.beside = others[at] if at < len(others) else ""
        self._lay_out()
        self._draw(self.store.state)

    def action_fill_empty(self) -> None:
        """Show what could be filled from another language, and fill what is chosen of it."""
        self.take_typed()
        draft, others = self.store.state.draft, [one for one in self.languages if one != self.lang]
        offers = {lang: fillings(draft, self.places, self.lang, lang) for lang in others}
        offers = {lang: found for lang, found in offers.items() if found}
        if not offers:
            self.svc.snack.show(f"Nothing to fill: no empty field of {self.lang} has a text.")
            return
        self.app.push_screen(FillDialog(self.lang, offers, self.readings), self._fill_in)

    def _fill_in(self, chosen: dict[str, Any] | None) -> None:
        for path, value in (chosen or {}).items():
            self.store.edit(path, value)
        if chosen:
            words = f"Filled: {len(chosen)}. Nothing is saved yet."
            self.svc.snack.show(words, until=(SETTLED, LEFT))

    # Errors

    def go_to_error(self) -> None:
        """The first error; one in this language before those in others."""
        self._go_to(next(iter(self._wrong()), None))

    def action_next_error(self) -> None:
        """The error after the one where the caret is."""
        wrong = self._wrong(as_shown=False)
        here = self.body.here.path if self.body.here is not None else ""
        paths = [place.path for place in wrong]
        at = paths.index(here) + 1 if here in paths else 0
        self._go_to(wrong[at % len(wrong)] if wrong else None)

    def action_messages(self) -> None:
        """All errors; Enter goes to one."""
        errors = self._errors(self.store.state)
        found = troubles(errors, self.places, self.hidden_paths)
        self.app.push_screen(ErrorsDialog(found), self._go_to_trouble)

    def _go_to_trouble(self, trouble: ErrorEntry | None) -> None:
        if trouble is not None and trouble.place is not None:
            self._go_to(trouble.place)

    def _wrong(self, as_shown: bool = True) -> list[FieldPath]:
        errors, hidden = self._errors(self.store.state), self.hidden_paths
        found = [
            place
            for place in self.places
            if place.path not in hidden and errors_at(errors, place.path)
        ]
        return (
            sorted(found, key=lambda one: one.lang not in (None, self.lang)) if as_shown else found
        )

    def _go_to(self, place: FieldPath | None) -> None:
        """Show a place, in its language, and type there."""
        if place is None:
            return
        if place.lang is not None:
            for switch in self.query(SvcDetailLangSwitch):
                switch.choose(place.lang)
            self._turn_to(place.lang)
            self._draw(self.store.state)
        stops = [stop for form in self.forms for stop in form.stops]
        for field in stops:
            if isinstance(field, SvcField) and field.descriptor is place.field:
                self._arrive(field)
                return
        self.run_worker(self._reveal(place), group="reveal", exclusive=True)

    async def _reveal(self, place: FieldPath) -> None:
        """Open the tabs and groups around it first."""
        for form in self.forms:
            if (field := await form.reveal(place.field)) is not None:
                self._arrive(field)

    def _arrive(self, field: SvcField) -> None:
        if not self.body.type_into(field):
            self.body.move_cursor_to(field)
            field.scroll_visible(animate=False)

    # One field on the whole screen

    def action_expand(self) -> None:
        """The field under the cursor, on the whole screen."""
        field = self.body.here
        if isinstance(field, LongField):
            self.body.type_into(field)
            field.action_fill()
        elif field is not None and field.descriptor.expandable:
            self.take_typed()
            self.app.push_screen(ExpandedField(field))

    def navigation_state(self, what: str) -> bool | None:
        """Whether one of these ways is open now: None is dim, False is gone."""
        if what in ("next_lang", "previous_lang", "beside"):
            return len(self.languages) > 1
        if what == "fill_empty":
            return len(self.languages) > 1 and bool(self.rights.save)
        if what == "messages":
            return bool(self._errors(self.store.state))
        if what == "expand":
            field = self.body.here
            return isinstance(field, LongField) or bool(field and field.descriptor.expandable)
        return True


def _stop_of(widget: Widget) -> SvcField | Heading | TabBar | None:
    """The outermost field around a widget: what is inside a field is the field's own matter."""
    around: Iterable[Any] = widget.ancestors_with_self
    stops = [one for one in around if isinstance(one, SvcField | Heading | TabBar)]
    return stops[-1] if stops else None
