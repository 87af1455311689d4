"""SvcDetail: one record with its form, languages and buttons around one DetailStore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from svc_tui.introspect.fields import guessed_fields
from svc_tui.introspect.languages import lang_info
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.record.detail_store import DetailState, DetailStore
from svc_tui.widgets.form.checks import sent_in_parts, sent_whole, slugs_in
from svc_tui.widgets.form.field_paths import places
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.record.body import DetailBody, FormColumn
from svc_tui.widgets.record.commands import DetailCommands
from svc_tui.widgets.record.external_editor import begin_outside
from svc_tui.widgets.record.header import DetailHeader
from svc_tui.widgets.record.lang_switch import SvcDetailLangSwitch
from svc_tui.widgets.record.permissions import ActionCheck, no_restrictions
from svc_tui.widgets.record.side_buttons import SvcDetailButtons


class SvcDetail(DetailCommands):
    """Create, edit, save and delete one record (toolkit: SvcDetail). The one ear of its wing."""

    DEFAULT_CSS = """
    SvcDetail { height: 1fr; width: 1fr; layout: vertical; }
    SvcDetail > .head, SvcDetail > .hint { height: 1; width: 100%; }
    SvcDetail > .hint { text-wrap: nowrap; text-overflow: ellipsis; }
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

    BINDINGS = [
        Binding("f8", "next_error", "Next error", tooltip="To the next error.", id="detail.error"),
        Binding(
            "ctrl+t", "next_lang", "Language", show=False,
            tooltip="The next language; also while typing.",
            id="detail.lang_typing",
        ),
    ]  # fmt: skip

    class Saved(Message):
        """The record was written (`saved`); `model` is the backend's answer."""

        def __init__(self, model: Mapping[str, Any], id: str, created: bool) -> None:
            super().__init__()
            self.model = model
            self.id = id
            self.created = created

    class Deleted(Message):
        """The record is gone (`deleted`)."""

    class Loaded(Message):
        """The form is there, with a record in it."""

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
        lacks: ActionCheck = no_restrictions,
        registry: FieldRegistry | None = None,
        lookup: str = "id",
        heading: str = "",
        lang: str = "",
        typing: bool = False,
        base: str = "",
        preview_field: str | None = None,
        immediate: bool = False,
        begin_with: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            registry=registry,
            languages=languages,
            lang=lang,
            heading=heading,
            model_name=model_name,
            sidebar_cols=sidebar_cols,
            readonly=readonly,
            lacks=lacks,
            preview_field=preview_field,
            immediate=immediate,
            classes="-sticky" if sticky else None,
            **kwargs,
        )
        self.endpoint = endpoint
        self.record_id = str(id)
        self.descriptors = tuple(fields)
        self.sidebar_descriptors = tuple(sidebar_fields)
        self.use_patch = use_patch
        self._own_registry = registry
        self.lookup = lookup
        self.typing = typing
        """Whether the first field is typed into as soon as it is there."""
        self.base = base
        """The path under which records are opened; empty outside a console."""
        self.begin_with = dict(begin_with or {})
        """What a new record begins with, as if it had been typed."""
        self._built = False

    def compose(self) -> ComposeResult:
        """Title, languages, what went wrong, the forms, a hint, the buttons."""
        yield from self.fill("title", DetailHeader(classes="head"))
        yield Static(classes="address muted")
        yield Vertical(classes="langs")
        yield Static(classes="notice-line")
        yield from self.fill("body-top")
        yield DetailBody(self.may, self.frame)
        yield from self.fill("body-bottom")
        yield Static(classes="hint muted")
        yield from self.fill("side-buttons", SvcDetailButtons(slots=self.slots, svc=self._svc))

    def on_mount(self) -> None:
        """Make the store and read the record."""
        if self._own_registry is None:
            self.registry = self.svc.provided("svc_form_registry") or self.registry
        every = (*self.descriptors, *self.sidebar_descriptors)
        self.store = DetailStore(
            self.svc.crud(self.endpoint),
            id=self.record_id,
            lookup=self.lookup,
            use_patch=self.use_patch,
            ask_metadata=not every or (not self.languages and any(f.translatable for f in every)),
            history=self.svc.history,
            base=self.base,
        )
        self.store.place = self.put_errors
        self.listen(self.store, self.advice)
        self.leaving.start()
        self._draw(self.store.state)
        self.run_worker(self.store.load(), group="load", exclusive=True)

    @property
    def coming(self) -> bool:
        """Whether a record is read, and its form not there yet."""
        read = not self._built and hasattr(self, "store")
        return read and self.store.state.problem is None

    def may(self, what: str) -> bool | None:
        """Whether a key of the body can act now: None is dim, False is gone."""
        if self.needs_record(what):
            return False
        if self.why_not(what):
            return None
        return self.navigation_state(what)

    # Hearing the store

    @on(DetailStore.Changed)
    async def _changed(self, event: DetailStore.Changed) -> None:
        if event.store is not self.store:
            return
        if event.state.loaded and not self.forms:
            await self._build(event.state)
        self._draw(self.store.state)
        self.frame.release()

    async def _build(self, state: DetailState) -> None:
        """Both forms, once it is known what is in them."""
        self._settle_languages(state)
        if not self.descriptors and not self.sidebar_descriptors:
            said = state.metadata
            self.descriptors = guessed_fields(
                state.draft.original, said.actions if said else {}, said.extra if said else {}
            )
        every = (*self.descriptors, *self.sidebar_descriptors)
        self.places = places(every, self.languages)
        self.store.whole = sent_whole(self.registry, every)
        self.store.parts = sent_in_parts(every)
        self.store.slugs = slugs_in(self.registry, self.places)
        main, side = (self._form(fields) for fields in (self.descriptors, self.sidebar_descriptors))
        parts = [FormColumn(*self.fill("body"), main, classes="main")]
        if self.sidebar_descriptors or {"side-top", "side-bottom"} & self.slots.keys():
            around = (*self.fill("side-top"), side, *self.fill("side-bottom"))
            parts.append(FormColumn(*around, classes="side"))
        self.forms = [main, side] if len(parts) == 2 else [main]
        await self.body.mount(*parts)
        self._lay_out()
        self.body.take(self.forms)
        self.drafts.begin(every, self.languages)
        if self.begin_with and state.is_new:
            self.store.begin_with(self.begin_with)
        if (state.is_new or self.typing) and self.rights.save:
            self.body.type_beyond(None)
        self._built = True
        if self.rights.save and not self.begin_with:
            self.run_worker(self.drafts.offer(), group="drafts")
        self.post_message(self.Loaded())

    def _form(self, fields: Sequence[FieldDescriptor]) -> SvcForm:
        options = self.svc.config.uikit.form
        form = SvcForm(
            fields,
            self.store.state.draft,
            registry=self.registry,
            languages=self.languages,
            lang=self.lang or None,
            readonly=not self.rights.save,
            groups_expanded=options.groups_expanded,
            debounce=options.debounce,
            slots=self.slots,
            svc=self._svc,
        )
        form.frame = self.frame
        return form

    def _settle_languages(self, state: DetailState) -> None:
        """The prop, else what OPTIONS tells, else none (decisions 3: Languages)."""
        if not self.languages and state.metadata is not None:
            self.languages = lang_info(state.metadata.extra).languages
        if self.lang not in self.languages:
            self.lang = next(iter(self.languages), "")
        if len(self.languages) > 1:
            switch = SvcDetailLangSwitch(self.lang, self.languages, svc=self._svc)
            self.query_one(".langs").mount(*self.fill("body-lang", switch))
            self.query_one(".langs").add_class("-shown")

    async def _load_anew(self) -> None:
        """For somebody else than who typed here: the record as the server has it."""
        self.store.discard()
        await self.store.load()
        self.drafts.begin((*self.descriptors, *self.sidebar_descriptors), self.languages)

    # Facts of the store, wishes of the operator

    @on(DetailStore.Saved)
    def _was_saved(self, event: DetailStore.Saved) -> None:
        self._left.clear()
        self.post_message(self.Saved(event.model, self.store.state.id, event.created))

    @on(DetailStore.Deleted)
    def _was_deleted(self) -> None:
        self.post_message(self.Deleted())

    @on(DetailBody.Wished)
    async def _wished(self, event: DetailBody.Wished) -> None:
        event.stop()
        await self.run_action(event.what)

    @on(SvcDetailButtons.Wanted)
    def _pressed(self, event: SvcDetailButtons.Wanted) -> None:
        event.stop()
        if event.what == "save":
            self.ask(self.save_and_close())
        elif event.what == "savecontinue":
            self.action_save()
        elif event.what == "delete":
            self.action_delete()
        else:
            self.post_message(self.BackWanted())

    def signed_in_again(self) -> None:
        """After the session had ended: offer a broken save, repeat a broken load."""
        state = self.store.state
        if self.drafts.user_changed:
            self.drafts.stop_for_author()
            self.run_worker(self._load_anew(), group="load", exclusive=True)
        elif state.unsaved_by_expiry:
            self.ask(self.writer.offer_save())
        elif state.problem is not None and not self.store.dirty:
            self.run_worker(self.store.load(), group="load", exclusive=True)

    def action_outside(self) -> None:
        """All fields as JSON in the operator's own editor."""
        begin_outside(self, self.store)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim or gone."""
        state = self.store.state if hasattr(self, "store") else DetailState()
        if action == "next_error":
            return bool(self._wrong()) if state.loaded else False
        if action in ("next_lang", "previous_lang"):
            return len(self.languages) > 1
        return super().check_action(action, parameters)
