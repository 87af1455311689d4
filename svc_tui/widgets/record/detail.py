"""SvcDetail: one record with its form, languages and buttons, on a DetailStore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.introspect.languages import lang_info
from svc_tui.models.arguments import Address, ListOf, checks_arguments, refused_arguments
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.models.slots import check_slots
from svc_tui.stores.record.detail_store import DetailState, DetailStore
from svc_tui.stores.session.remote_checks import RemoteCheckStore
from svc_tui.widgets.command import Blocked, Command, Controller, bindings_of
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.form import FocusTarget, SvcForm
from svc_tui.widgets.form.group import Heading
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.form.record_rules import record_rules
from svc_tui.widgets.form.setting_checks import check_bare_fields
from svc_tui.widgets.form.tabs import TabBar
from svc_tui.widgets.record.body import DetailBody
from svc_tui.widgets.record.columns import FormColumns
from svc_tui.widgets.record.commands import RecordCommands, RecordLetters, save_unavailable
from svc_tui.widgets.record.copying import RecordCopying
from svc_tui.widgets.record.cursor import FieldCursor
from svc_tui.widgets.record.editor import RecordEditor
from svc_tui.widgets.record.errors import ErrorNavigation
from svc_tui.widgets.record.expand import FieldExpansion
from svc_tui.widgets.record.external_editor import OutsideEditor
from svc_tui.widgets.record.form_edits import FormEdits
from svc_tui.widgets.record.header import DetailHeader, related_title
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch, mount_languages
from svc_tui.widgets.record.languages import Languages
from svc_tui.widgets.record.lines import DetailLines
from svc_tui.widgets.record.side_buttons import SvcDetailButtons
from svc_tui.widgets.shell.effective_bindings import bound_key


@checks_arguments(
    endpoint=Address,
    id=(str, int),
    fields=ListOf(FieldDescriptor),
    sidebar_fields=ListOf(FieldDescriptor),
    languages=ListOf(str),
    sidebar_cols=int,
)
class SvcDetail(RecordEditor):
    """Create, edit, save and delete one record."""

    DEFAULT_CSS = """
    SvcDetail { height: 1fr; width: 1fr; layout: vertical; }
    SvcDetail > .head { height: 1; width: 100%; }
    SvcDetail > .address { height: 1; width: 100%; display: none; }
    SvcDetail > .notice-line { height: auto; width: 100%; display: none; }
    SvcDetail > DetailBody { height: 1fr; width: 100%; }
    SvcDetail .main, SvcDetail .side { height: auto; width: 100%; }
    SvcDetail.-two-columns > DetailBody { layout: horizontal; }
    SvcDetail.-two-columns.-sticky > DetailBody { overflow-y: hidden; }
    SvcDetail.-two-columns.-sticky .main, SvcDetail.-two-columns.-sticky .side {
        height: 100%; overflow-y: auto;
    }
    """

    BINDINGS = bindings_of(RecordCommands)

    class Saved(RecordEditor.Saved):
        """The record was saved (`saved`)."""

    class Deleted(RecordEditor.Deleted):
        """The record was deleted (`deleted`)."""

    class Loaded(RecordEditor.Loaded):
        """The form has loaded a record."""

    BackWanted: TypeAlias = RecordCommands.BackWanted
    NewWanted: TypeAlias = RecordCommands.NewWanted
    StepWanted: TypeAlias = RecordCommands.StepWanted
    CopyWanted: TypeAlias = RecordCommands.CopyWanted

    def __init__(
        self,
        endpoint: str,
        id: str | int,
        fields: Sequence[FieldDescriptor],
        *,
        sidebar_fields: Sequence[FieldDescriptor] = (),
        languages: Sequence[str] = (),
        model_name: str | None = None,
        sidebar_cols: int = 4,
        sticky: bool = True,
        use_patch: bool = True,
        readonly: bool = False,
        registry: FieldRegistry | None = None,
        lookup: str = "id",
        title_field: str | None = None,
        heading: str = "",
        typing: bool = False,
        preview_field: str | None = None,
        immediate: bool = False,
        begin_with: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            registry=registry,
            languages=languages,
            model_name=model_name,
            use_patch=use_patch,
            readonly=readonly,
            classes="-sticky" if sticky else None,
            **kwargs,
        )
        _check(self, endpoint)
        check_bare_fields(self, (*fields, *sidebar_fields), registry)
        self.endpoint = endpoint
        self.record_id = str(id)
        self._own_registry = registry
        self.lookup = lookup
        self.title_field = title_field
        """The key that names a record, as of `Resource`."""
        self.heading = heading
        self.typing = typing
        """Whether to start typing in the first field as soon as it is there."""
        self.preview_field = preview_field
        """The path of the public address in the record."""
        self.immediate = immediate
        """Whether errors are shown at once, instead of only in visited fields."""
        self.begin_with = dict(begin_with or {})
        """The initial values of a new record, as if they had been typed."""
        self.place = ""
        """Its place in the list that it was opened from, as `12 / 540`."""
        self.forms: list[SvcForm] = []
        """The main form and the side form, if there is one."""
        self.paint = PaintBatch()
        self.columns = FormColumns(self, fields, sidebar_fields, sidebar_cols)
        self.edits = FormEdits(self)
        self.errors = ErrorNavigation(self)
        self.langs = Languages(self)
        self.lines = DetailLines(self, self.frame, lambda: self.query(SvcDetailButtons))
        self.copying = RecordCopying(self, lambda: self.lines.public_address)
        self.record_commands = RecordCommands(self)

    def compose(self) -> ComposeResult:
        yield from self.fill("title", DetailHeader(classes="head"))
        yield Static(classes="address muted")
        yield Vertical(classes="langs")
        yield Static(classes="notice-line")
        yield from self.fill("body-top")
        letters = RecordLetters(self.record_commands)
        yield DetailBody(
            (letters, self.langs, self.errors, FieldExpansion(self), OutsideEditor(self)),
            without_record=self.record_commands.why_no_record,
            save_unavailable=lambda: save_unavailable(self),
            frame=self.paint,
        )
        yield from self.fill("body-bottom")
        key = bound_key(self.app, "detail.save", "ctrl+s")
        buttons = SvcDetailButtons(save_key=key, slots=self.slots, svc=self._svc)
        yield from self.fill("side-buttons", buttons)

    def on_mount(self) -> None:
        if self._own_registry is None:
            self.registry = self.svc.inject("svc_form_registry", None) or self.registry
        self.listen(self.edits.advice)
        store = _store_of(self)
        store.label_of = lambda record: related_title(self.fields, store.title_field, record)
        self.begin(store)

    @property
    def body(self) -> DetailBody:
        """The widget with the forms; has the focus while nothing is being typed."""
        return self.query_one(DetailBody)

    @property
    def cursor(self) -> FieldCursor:
        """The cursor in the forms."""
        return self.body.cursor

    @property
    def fields(self) -> list[SvcField]:
        """The fields of both forms."""
        return [field for form in self.forms for field in form.fields]

    # Commands

    def controllers(self) -> Iterable[Controller]:
        """Return the commands that also work while typing."""
        return (self.record_commands,)

    def gate(self, command: Command) -> Blocked | None:
        """Return why a command is blocked: while typing, or without a record."""
        return self.record_commands.gate(command, lambda: not self.body.has_focus)

    # The forms

    @on(DetailStore.Changed)
    async def _changed(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        if event.state.loaded and not self.forms:
            await self._build(event.state)
        self.draw()
        self.paint.release()

    async def _build(self, state: DetailState) -> None:
        """Build both forms once their contents are known."""
        said = state.metadata
        await mount_languages(self, lang_info(said.extra).languages if said else ())
        await self.columns.build()
        self.drafts.begin(self.columns.descriptors, self.languages)
        if self.begin_with and state.is_new:
            self.store.begin_with(self.begin_with)
        if (state.is_new or self.typing) and self.rights.save:
            self.cursor.type_beyond(None)
        self._built = True
        if self.rights.save and not self.begin_with:
            self.run_worker(self.drafts.offer(), group="drafts")
        self.post_message(self.Loaded())

    def on_resize(self, event: events.Resize) -> None:
        self.columns.lay_out(self.langs.peer)
        if self.langs.beside and self.forms:
            self.draw()
        elif self.forms:  # The error count is in a frame, if there is one.
            self.call_after_refresh(self.draw)

    def take_typed(self) -> None:
        """Add the latest keystrokes to the draft."""
        self.edits.take_typed()

    @on(SvcField.Edited)
    def _edited(self, event: SvcField.Edited) -> None:
        self.edits.take(event)

    @on(SvcField.Named)
    def _named(self, event: SvcField.Named) -> None:
        """Show the title that a related record gives to this one."""
        if event.field.descriptor.key == self.store.title_field:
            self.draw()

    @on(SvcField.Finished)
    async def _next_field(self, event: SvcField.Finished) -> None:
        event.stop()
        await self.cursor.type_after(event.field)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Move the cursor with the caret."""
        if (stop := _stop_of(event.widget)) is not None:
            self.cursor.move_to(stop)
        self._show_hint()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Show the errors of a field after the user left it."""
        if self.errors.leave(_stop_of(event.widget)):
            self.draw()

    @on(SvcForm.Unveiled)
    def _unveiled(self, event: SvcForm.Unveiled) -> None:
        """Move the cursor away from a field that is now hidden."""
        event.stop()
        self.draw()
        self.cursor.leave_hidden(event.form)

    @on(RemoteCheckStore.Changed)
    def _advised(self, event: RemoteCheckStore.Changed) -> None:
        if event.store is self.edits.advice:
            self.edits.draw_advice()

    def go_to_error(self) -> None:
        """Go to the first error."""
        self.errors.go_to_first()

    # Languages

    @on(SvcDetailLangSwitch.ModelValueChanged)
    def _language_chosen(self, event: SvcDetailLangSwitch.ModelValueChanged) -> None:
        event.stop()
        self.take_typed()
        self.langs.turn_to(event.value)
        self.draw()
        self._show_hint()

    def show_language(self, lang: str) -> None:
        """Edit another language."""
        self.frame.choose_language(lang)
        self.langs.turn_to(lang)
        self.draw()

    def language_changed(self) -> None:
        """Redraw the form in the current languages."""
        self.columns.lay_out(self.langs.peer)
        self.draw()

    # What is drawn

    def draw(self) -> None:
        """Draw everything that depends on the state; the fields only draw changes."""
        state, errors = self.store.state, self.errors.found()
        with self.app.batch_update():
            self.columns.show(errors, self.lang or None, self.langs.peer)
            self.edits.draw_advice()
            self.lines.draw(errors)
        there = state.loaded, state.nothing_here
        about_keys = there, state.saving, state.is_new, self.store.dirty, bool(errors)
        if self.frame.is_new("keys", about_keys):
            self.refresh_bindings()

    @on(DetailBody.Moved)
    def _show_hint(self) -> None:
        self.columns.point_at(self.body.stop)
        self.lines.draw_hint(self.screen.focused)
        self.paint.release()

    # Messages of the store and of the user

    @on(DetailStore.Saved)
    def _forget_left(self) -> None:
        self.errors.left.clear()

    @on(DetailBody.CopyWanted)
    def _copy(self, event: DetailBody.CopyWanted) -> None:
        event.stop()
        self.copying.copy(event.letter)

    @on(SvcDetailButtons.Wanted)
    def _pressed(self, event: SvcDetailButtons.Wanted) -> None:
        event.stop()
        self.record_commands.press(event.what)


def _stop_of(widget: Widget) -> FocusTarget | None:
    """Return the outermost field around a widget: a field handles its own contents."""
    around: Iterable[Any] = widget.ancestors_with_self
    stops = [one for one in around if isinstance(one, SvcField | Heading | TabBar)]
    return stops[-1] if stops else None


def _store_of(widget: SvcDetail) -> DetailStore:
    """Create the store; without given fields or languages, it gets them from the backend."""
    every, svc = widget.columns.descriptors, widget.svc
    return DetailStore(
        svc.crud(widget.endpoint),
        id=widget.record_id,
        lookup=widget.lookup,
        title_field=widget.title_field,
        use_patch=widget.use_patch and svc.may_send_changes(widget.endpoint),
        place=widget.put_errors,
        ask_metadata=not every or (not widget.languages and any(f.translatable for f in every)),
        history=svc.history,
        base=widget.base,
        **record_rules(every, widget.registry, widget.languages),
    )


def _check(widget: SvcDetail, endpoint: str) -> None:
    """Raise `ConfigError` without an endpoint, and for unknown slots."""
    if not endpoint:
        said = 'the endpoint is missing: SvcDetail("/api/books", 1, fields)'
        raise refused_arguments(type(widget), said)
    check_slots(type(widget), widget.slots)
