"""Working: go through the rows of a list, one record and field after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from svc_tui.stores.listing.row_sources import unknown_match
from svc_tui.text import clean
from svc_tui.widgets.base import language_in_words
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.listing.host import NO_ROWS, not_permitted
from svc_tui.widgets.listing.many_rows import ManyRowsHost

if TYPE_CHECKING:
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.widgets.form.chooser import ChoiceOption


class Working:
    """`a`, or `:work FIELD`: Enter saves and continues, Tab skips; it continues another day."""

    GROUP: ClassVar[str] = "Records"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.work",
            "a",
            "Worklist",
            lambda self: self.choose(),
            lambda self: self.unavailable(),
            "Fill in one field, record after record.",
        ),
    )

    def __init__(self, host: ManyRowsHost) -> None:
        self.host = host

    @property
    def fields(self) -> dict[str, FieldDescriptor]:
        """The fields that can be filled in, by key."""
        every = self.host.resource.form_fields
        return {one.key: one for one in every if not one.readonly}

    def unavailable(self) -> Blocked | None:
        """Return why there is nothing to go through."""
        table = self.host.table
        if not table.options.may_change:
            return not_permitted(table, "change")
        if not self.fields:
            return Blocked("Can't start a worklist: these records have no known fields.")
        return None if table.listed.rows else NO_ROWS

    def choose(self) -> None:
        """Ask for the field."""
        from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption

        offers = [ChoiceOption(one.key, one.label or one.key) for one in self.fields.values()]

        def chosen(offer: ChoiceOption | None) -> None:
            if offer is not None:
                self.host.ask(self.begin(offer.value))

        self.host.app.push_screen(ChoiceDialog("Fill in which field?", offers, 0, ""), chosen)

    def run(self, words: str) -> None:
        """Start with a field and an optional language: `title it`."""
        key, _, lang = words.partition(" ")
        if (blocked := self.unavailable()) is not None:
            self.host.svc.snack.show(blocked.reason, "warning", 6)
        elif key not in self.fields:
            there = ", ".join(self.fields)
            self.host.svc.snack.show(
                f"There is no field {clean(key)} to fill in. Available: {there}.", "warning", 8
            )
        elif lang and lang not in (self.host.resource.languages or ()):
            self.host.svc.snack.show(f"There is no language {clean(lang)} here.", "warning", 6)
        else:
            self.host.ask(self.begin(key, lang.strip() or None))

    async def begin(self, key: str, lang: str | None = None) -> None:
        """Open the worklist of a field for what the list shows."""
        from svc_tui.stores.listing.record_queue import RecordQueue
        from svc_tui.stores.worklist.worklist_store import WorklistStore
        from svc_tui.widgets.listing.record_worklist import RecordWorklist
        from svc_tui.widgets.record.opening import record_opener

        host, svc, resource = self.host, self.host.svc, self.host.resource
        table, field = host.table, self.fields[key]
        query, source = table.listed.query.with_fixed_dates().at(1), table.store.source
        if why := await unknown_match(source, query):
            svc.snack.show(f"Can't start a worklist: {why}.", "warning", 8)
            return
        matched = table.labels.matched(query)
        what = f"{field.label or key}{f' in {language_in_words(lang, svc)}' if lang else ''}"
        queue = RecordQueue(
            source,
            query,
            record_opener(svc, resource),
            name=f"{resource.name}:{key}{f'.{lang}' if lang else ''}",
            title=f"{what} · {resource.label}{f' · {matched}' if matched else ''}",
            lookup=resource.lookup,
            title_field=resource.title_field,
        )
        dialog = RecordWorklist(
            WorklistStore(queue, svc.preferences),
            field,
            {one.key: one.label for one in table.columns.shown if one.key != key},
            registry=table.options.registry or svc.inject("svc_form_registry", None),
            languages=tuple(resource.languages or ()),
            lang=lang,
        )
        await host.app.push_screen_wait(dialog)
        if table.is_attached:
            table.reload()
