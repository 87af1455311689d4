"""FormColumns: the main form and the side form of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from textual.widget import Widget

from svc_tui.introspect.fields import guessed_fields
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.models.slots import Slots
from svc_tui.stores.record.field_paths import FieldPath, places
from svc_tui.terminal.error_log import LOG
from svc_tui.text import cut, label
from svc_tui.widgets.base import is_alone
from svc_tui.widgets.form import checks
from svc_tui.widgets.form.condition_names import unknown_conditions
from svc_tui.widgets.form.form import SvcForm
from svc_tui.widgets.form.growing import GrowingLayout
from svc_tui.widgets.form.paint_batch import PaintBatch
from svc_tui.widgets.panel import is_framed, name_panel
from svc_tui.widgets.record.body import DetailBody, FormColumn
from svc_tui.widgets.record.header import Title
from svc_tui.widgets.record.permissions import RecordPermissions
from svc_tui.widgets.record.record_host import StoreHost
from svc_tui.widgets.record.words import RecordWords

WIDE = 100
"""Minimum columns of the terminal for side fields beside the form."""

BETWEEN = label(" · ")

BOTH_FROM = 160
"""Minimum columns for side fields and a second language."""


class FormColumnsHost(StoreHost, Protocol):
    """A widget with a body that the forms are mounted in."""

    registry: FieldRegistry
    languages: tuple[str, ...]
    places: tuple[FieldPath, ...]
    lang: str
    slots: Slots
    forms: list[SvcForm]
    paint: PaintBatch
    place: str
    heading: str
    words: RecordWords

    @property
    def body(self) -> DetailBody: ...
    @property
    def rights(self) -> RecordPermissions: ...
    def fill(self, slot: str, *default: Widget) -> Iterable[Widget]: ...
    def set_class(self, add: bool, *names: str) -> Any: ...
    def has_class(self, *names: str) -> bool: ...


class FormColumns:
    """Builds both forms once their contents are known, side by side if there is room."""

    def __init__(
        self,
        host: FormColumnsHost,
        fields: Sequence[FieldDescriptor],
        sidebar_fields: Sequence[FieldDescriptor],
        sidebar_cols: int,
    ) -> None:
        self.host = host
        self.fields = tuple(fields)
        self.sidebar_fields = tuple(sidebar_fields)
        self.sidebar_cols = sidebar_cols
        self._columns: tuple[FormColumn, ...] = ()
        """The columns, also while they are being mounted."""

    @property
    def descriptors(self) -> tuple[FieldDescriptor, ...]:
        """The fields of both forms, as they are declared."""
        return (*self.fields, *self.sidebar_fields)

    async def build(self) -> None:
        """Mount the forms; the side form only if it has fields."""
        self._describe()
        host = self.host
        main, side = self._form(self.fields), self._form(self.sidebar_fields)
        columns = [FormColumn(*host.fill("body"), main, classes="main")]
        host.forms = [main]
        if self.sidebar_fields or {"side-top", "side-bottom"} & host.slots.keys():
            around = (*host.fill("side-top"), side, *host.fill("side-bottom"))
            columns.append(FormColumn(*around, classes="side"))
            name_panel(columns[-1], "Details")
            host.forms = [main, side]
        columns[0].set_class(len(columns) == 1, "-alone")
        self._columns = tuple(columns)
        # Painted while it is mounted, the side column would be below the main one.
        self.lay_out()
        for column in columns:  # The side form is there first: half a record would be seen.
            column.visible = False
        try:
            await host.body.mount(*columns)
        finally:
            for column in columns:
                column.visible = True
        host.set_class(True, "-built")
        host.body.cursor.take(host.forms)

    def _describe(self) -> None:
        """Tell the store what the fields need; undeclared fields are guessed."""
        host, store = self.host, self.host.store
        if not self.descriptors:
            said = store.state.metadata
            actions, extra = (said.actions, said.extra) if said else ({}, {})
            self.fields = guessed_fields(store.state.draft.original, actions, extra)
        host.places = places(self.descriptors, host.languages)
        store.named = host.words.quoted
        store.whole = checks.sent_whole(host.registry, self.descriptors)
        store.parts = checks.sent_in_parts(self.descriptors)
        store.slugs = checks.slugs_in(host.registry, host.places)
        if not store.state.is_new:
            for words in unknown_conditions(self.descriptors, store.state.draft.original):
                if host.svc.snack.show_once(words, "warning", 10):
                    LOG.warning("%s", words)

    def _form(self, fields: Sequence[FieldDescriptor]) -> SvcForm:
        host, options = self.host, self.host.svc.config.uikit.form
        form = SvcForm(
            fields,
            host.store.state.draft,
            registry=host.registry,
            languages=host.languages,
            lang=host.lang or None,
            readonly=not host.rights.save,
            groups_expanded=options.groups_expanded,
            debounce=options.debounce,
            slots=host.slots,
            svc=host.svc,
        )
        form.frame = host.paint
        return form

    def lay_out(self, peer: str | None = None) -> None:
        """Put the columns side by side if there is room; `peer` needs some of it."""
        room = BOTH_FROM if peer else WIDE
        wide = self.host.app.size.width >= room and len(self.host.forms) > 1
        self.host.set_class(wide, "-two-columns")
        self._fill_page(wide)
        side = max(1, min(self.sidebar_cols, 11))
        for column in self._columns:
            share = side if column.has_class("side") else 12 - side
            column.styles.width = f"{share}fr" if wide else "100%"

    def _fill_page(self, wide: bool) -> None:
        """Let the longest text take the rest of the main column, or of the whole body."""
        body, growing = self.host.body, GrowingLayout(lambda: self.host.forms[0].fields)
        for column in (one for one in self._columns if one.has_class("main")):
            if wide and self.host.has_class("-sticky"):
                column.styles.set_rule("layout", growing)
            else:
                column.styles.clear_rule("layout")
        if wide:
            body.styles.clear_rule("layout")
        else:
            body.styles.set_rule("layout", growing)

    @property
    def framed(self) -> bool:
        """Whether the main column has a frame with room for text."""
        return any(map(is_framed, self.host.body.query_children(".main")))

    @property
    def frame_stays(self) -> bool:
        """Whether that frame stays in view: the form scrolls inside it, not with it."""
        return (
            self.framed and self.host.has_class("-two-columns") and self.host.has_class("-sticky")
        )

    def name(self, title: Title, marks: Sequence[str], wrong: str) -> None:
        """Show the record's title, state and errors in the frame of the main column.

        Where a top bar has the title, the frame has only the id.
        """
        state = self.host.store.state
        untitled = "Untitled" if title.expected else self.host.heading
        named = title.text or ("New record" if state.is_new else untitled)
        record_id = "" if state.is_new else f"#{cut(state.id, 40)}"
        if title.text and record_id and not is_alone(self.host.body):
            named, record_id = record_id, ""
        for column in self.host.body.query_children(".main").results(FormColumn):
            name_panel(column, named)
            column.border_subtitle = BETWEEN.join(
                [
                    *([label(wrong, "bold $text-error")] if wrong else []),
                    *(label(mark, "$text-muted") for mark in marks),
                ]
            )
            column.show_facts(record_id)
            column.show_place(self.host.place)

    def point_at(self, stop: Widget | None) -> None:
        """Highlight the frame of the column that has the cursor."""
        around = stop.ancestors if stop is not None else ()
        for column in self.host.body.query_children(FormColumn):
            column.set_class(column in around, "-here")

    def show(
        self, errors: Mapping[str, Sequence[str]], lang: str | None, peer: str | None = None
    ) -> None:
        """Show the draft in a language, with another one beside it."""
        for form in self.host.forms:
            form.beside = peer
            form.show(self.host.store.state.draft, errors, lang)
