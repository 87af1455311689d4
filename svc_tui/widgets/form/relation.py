"""Records of another collection: fks (one, or several) and m2m."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on

from svc_tui.models.fields import FieldDescriptor
from svc_tui.routing.resource_lookup import location_of, resource_at
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.record.related_store import RelatedStore
from svc_tui.widgets.base import services
from svc_tui.widgets.form.choice import ChoiceField
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.form.field import Attrs
from svc_tui.widgets.form.given_kinds import list_problem, record_problem
from svc_tui.widgets.form.read_only_value import redraw_value
from svc_tui.widgets.form.relation_picking import RelationPicking
from svc_tui.widgets.form.relation_values import RelationValues, as_list, ids_in
from svc_tui.widgets.form.summary import summary


class FksField(ChoiceField):
    """A record of `attrs.endpoint`, or several with `attrs.multiple`."""

    whole: ClassVar[bool] = True
    several: ClassVar[bool] = False
    """Whether the value is always a list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values = RelationValues(self.attrs)
        self.picking = RelationPicking(self)

    @property
    def multiple(self) -> bool:
        """Whether the value is a list."""
        return self.several or bool(self.attrs.get("multiple"))

    @property
    def type_hint(self) -> str:
        if not self.values.with_id(self.value):
            return "Press Enter to choose."
        if self.has_focus_within:
            return "Press Enter to choose. After Esc, gd opens the record."
        return "Press Enter to choose, gd to open the record."

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        most, count = attrs.get("max_items"), len(as_list(value))
        if isinstance(most, int) and count > most:
            return f"At most {most} can be chosen, but you chose {count}."
        return None

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        several = cls.several or attrs.get("multiple")
        key = str(attrs.get("item_value") or "id")
        if several:
            return list_problem(value, lambda one: record_problem(one, key))
        return record_problem(value, key)

    # Names

    def words(self, value: Any) -> str:
        if isinstance(value, Unreadable):
            return summary(value)
        if not isinstance(value, list):
            return self.values.name(value)
        named = ", ".join(map(self.values.name, value))
        return f"{len(value)}: {named}" if len(value) > 1 else named or summary(None)

    def words_inside(self, path: str) -> str:
        first, _, rest = path.partition(".")
        records = self.value if isinstance(self.value, list) else ()
        if not (first.isdecimal() and int(first) < len(records)):
            return super().words_inside(path)
        return ", ".join(filter(None, (self.values.name(records[int(first)]), rest)))

    def on_mount(self) -> None:
        if (related := self.values.connect(services(self))) is not None:
            self.listen(related)
            self._load_names(self.value)
            if self.messages.beside is not None:
                self._load_names(self.messages.beside[1])

    def show(self, value: Any) -> None:
        super().show(value)
        self._load_names(self.value)

    def show_beside(self, lang: str | None, value: Any = None, said: str = "") -> None:
        super().show_beside(lang, value, said)
        self._load_names(value)

    def _load_names(self, value: Any) -> None:
        if self.values.related is not None and self.values.are_unnamed(value):
            self.run_worker(self.values.related.learn(ids_in(value)), group="names")

    async def learn(self, values: Sequence[Any]) -> None:
        if (related := self.values.connect(services(self))) is not None:
            await related.learn([one for value in values for one in ids_in(value)])

    @on(RelatedStore.Changed)
    def _names_arrived(self, event: RelatedStore.Changed) -> None:
        if event.store is self.values.related:
            self.reword()
            redraw_value(self)
            self.messages.draw_beside()
            self.post_message(self.Named(self))

    # Choosing

    def open(self, typed: str = "") -> None:
        self.picking.open(typed)

    def open_target(self) -> None:
        """Open the page of the chosen record; of several, ask which."""
        values = self.values
        if values.related is None or resource_at(self.svc.router.routes, values.endpoint) is None:
            self.svc.snack.show("This console has no page for these records.")
            return
        chosen = values.with_id(self.value).items()
        offers = [ChoiceOption(key, values.name(one)) for key, one in chosen]
        if len(offers) > 1:
            dialog = ChoiceDialog(f"Open: {self.descriptor.label}", offers, 0, "")
            self.app.push_screen(dialog, self._go_to)
        elif offers:
            self._go_to(offers[0])
        else:
            self.svc.snack.show("Nothing is chosen here.")

    def _go_to(self, offer: ChoiceOption | None) -> None:
        location = offer and location_of(self.svc.router.routes, self.values.endpoint, offer.value)
        if location:
            self.go(location)


class M2mField(FksField):
    """Several records, in their order."""

    several: ClassVar[bool] = True
