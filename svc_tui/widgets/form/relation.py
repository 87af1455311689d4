"""Records of another collection: fks (one, or several) and m2m."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual import on

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import Unreadable, get_path
from svc_tui.stores.record.related_store import Picks, RelatedStore, Row, recently
from svc_tui.text import clean
from svc_tui.widgets.base import services
from svc_tui.widgets.form import targets
from svc_tui.widgets.form.choice import ChoiceField, as_list
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.form.picker import PickerDialog
from svc_tui.widgets.form.picker_view import RowLabels, said_made
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.form.uneditable import JsonValue

_WITHOUT_ID = "\0"
"""How the key of a chosen value begins that has no id."""


class FksField(ChoiceField):
    """A record of `attrs.endpoint`, or several with `attrs.multiple`.

    `attrs.return_object` says whether whole records are written or their ids; left out, what the
    record has there already decides, and an empty one takes whole records (reference 2.9).
    """

    whole: ClassVar[bool] = True
    several: ClassVar[bool] = False
    """Whether the value is always a list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.item_text = str(self.attrs.get("item_text") or "name")
        self.item_value = str(self.attrs.get("item_value") or "id")
        self.endpoint = str(self.attrs.get("endpoint") or "")
        self.related: RelatedStore | None = None
        """The other collection; None without an endpoint on this server."""
        self._picker: PickerDialog | None = None

    @property
    def multiple(self) -> bool:
        """Whether the value is a list."""
        return self.several or bool(self.attrs.get("multiple"))

    @property
    def type_hint(self) -> str:
        """How to choose."""
        return "Enter or a letter opens the list; gd goes to the record."

    def on_mount(self) -> None:
        """Ask for the names of what is chosen."""
        if (related := self._reach()) is not None:
            self.listen(related)
            self._learn(self.value)

    def _reach(self) -> RelatedStore | None:
        """The other collection, made when it is first needed."""
        if self.related is None and self.endpoint and services(self) is not None:
            with suppress(ValueError):  # It lies on another server.
                crud = self.svc.crud(self.endpoint)
                self.related = RelatedStore(
                    crud, item_value=self.item_value, item_text=self.item_text
                )
        return self.related

    def show(self, value: Any) -> None:
        """Another value, whose names may have to be asked for."""
        super().show(value)
        self._learn(self.value)

    def show_beside(self, lang: str | None, value: Any = None, said: str = "") -> None:
        """Another language's records, by their names too."""
        super().show_beside(lang, value, said)
        self._learn(value)

    def _learn(self, value: Any) -> None:
        ids = _ids_in(value)
        if self.related is not None and any(self.related.row(one) is None for one in ids):
            self.run_worker(self.related.learn(ids), group="names")

    async def learn(self, values: Sequence[Any]) -> None:
        """The names of records that stand elsewhere: in another version, in a draft."""
        if (related := self._reach()) is not None:
            await related.learn([one for value in values for one in _ids_in(value)])

    # Words

    def words(self, value: Any) -> str:
        """The names in their order; an id stands for itself until its name is known."""
        if isinstance(value, Unreadable):
            return summary(value)
        if not isinstance(value, list):
            return self._named(value)
        named = ", ".join(self._named(one) for one in value)
        return f"{len(value)}: {named}" if len(value) > 1 else named or summary(None)

    def words_inside(self, path: str) -> str:
        """A record by its name."""
        first, _, rest = path.partition(".")
        if not (first.isdecimal() and isinstance(self.value, list)):
            return super().words_inside(path)
        if int(first) >= len(self.value):
            return super().words_inside(path)
        return ", ".join(filter(None, (self._named(self.value[int(first)]), rest)))

    def _named(self, value: Any) -> str:
        if isinstance(value, Mapping):
            found = get_path(value, self.item_text)
            return summary(value) if found in (None, "") else clean(found)
        if not _is_id(value):
            return summary(value)
        row = self.related.row(value) if self.related is not None else None
        if row is not None:
            return self._named(row)
        lost = self.related is not None and str(value) in self.related.state.nameless
        return f"#{clean(value)}{' ?' if lost else ''}"

    def _extra(self, row: Row) -> str:
        """What tells records of one name apart: the `columns` of the attrs, else the id."""
        columns = self.attrs.get("columns")
        keys = columns if isinstance(columns, (list, tuple)) else ()
        told = [summary(get_path(row, str(key))) for key in keys]
        return "  ".join(told) if told else f"#{clean(row.get(self.item_value))}"

    # Choosing

    def open(self, typed: str = "") -> None:
        """The picker over the page; what is typed before it is there goes into it too."""
        if self._picker is not None and self._picker in self.app.screen_stack:
            self._picker.type_on(typed)
            return
        if self.related is None:
            self._refuse()
            return
        svc = self.svc
        lacking, resource = self._lacking_to_create(), targets.resource_at(svc, self.endpoint)
        named = resource.label if resource is not None else self.descriptor.label
        recent = svc.preferences.state.picked.get(self.endpoint)
        self._picker = PickerDialog(
            self.descriptor.label if self.descriptor.label == named
            else f"{self.descriptor.label}: {named}",
            self.related,
            Picks(tuple(self._keyed(self._picked)), self.multiple),
            RowLabels(self._named_in_picker, self._extra),
            typed=typed,
            recent=recent if isinstance(recent, list) else (),
            nullable=not self.descriptor.required,
            create=None if lacking else self._create,
            why_not=lacking,
        )  # fmt: skip
        self.app.push_screen(self._picker, self._took)

    def _named_in_picker(self, value: Any) -> str:
        """The words of a row, or of the key of something that is chosen."""
        if isinstance(value, str):
            value = self._have().get(value, value)
        return self._named(value)

    def _refuse(self) -> None:
        """Without a collection there is nothing to choose from."""
        why = "has no endpoint" if not self.endpoint else "names an endpoint on another server"
        if services(self) is None:
            why = "is used without services"
        dialog = ChoiceDialog(
            self.descriptor.label, [], None, "", f"Nothing can be asked: this field {why}."
        )
        self.app.push_screen(dialog)

    def _keyed(self, value: Any) -> dict[str, Any]:
        """What is chosen by its key; what has no id keeps its place under a key of its own."""
        found: dict[str, Any] = {}
        for n, one in enumerate(as_list(value)):
            key = one.get(self.item_value) if isinstance(one, Mapping) else one
            found[str(key) if _is_id(key) else f"{_WITHOUT_ID}{n}"] = one
        return found

    def _have(self) -> dict[str, Any]:
        """Every value that is or was chosen here, as it came."""
        return {**self._keyed(self._picked), **self._keyed(self.edits.loaded)}

    def _took(self, picks: Picks | None) -> None:
        if picks is None or self.related is None:
            return
        have, before = self._have(), self.edits.loaded
        new = [key for key in picks.keys if key not in have]
        values = [have[key] if key in have else self._value_of(key) for key in picks.keys]
        if picks.keys == tuple(self._keyed(before)):
            self._picked = before
        elif self.multiple:
            self._picked = values
        else:
            self._picked = values[0] if values else None
        self._remember(new)
        self.reword()
        self.edited()

    def _value_of(self, key: str) -> Any:
        """A record as it is written: whole, or its id."""
        row = self.related.row(key) if self.related is not None else None
        if row is None:
            return key
        return dict(row) if self._as_object() else row.get(self.item_value)

    def _as_object(self) -> bool:
        said = self.attrs.get("return_object")
        if said is not None:
            return bool(said)
        before = as_list(self.edits.loaded) or as_list(self._picked)
        return isinstance(before[0], Mapping) if before else True

    def _remember(self, keys: Sequence[str]) -> None:
        """Who picks a record often picks it again."""
        rows = [self.related.row(key) for key in keys] if self.related is not None else []
        ids = [row.get(self.item_value) for row in rows if row is not None]
        if ids:
            preferences = self.svc.preferences
            picked = recently(preferences.state.picked, self.endpoint, ids)
            preferences.remember(picked=picked)

    def content(self) -> JsonValue:
        """What is chosen."""
        return JsonValue(self._picked)

    @on(RelatedStore.Changed)
    def _arrived(self, event: RelatedStore.Changed) -> None:
        if event.store is self.related:
            self.reword()
            self.redraw_value()
            self.messages.draw_beside()

    # A new record, and the one that is there

    def _lacking_to_create(self) -> str:
        """Why no record can be made from here; empty where one can."""
        if self.attrs.get("create") is False:
            return "this field does not offer it"
        resource = targets.resource_at(self.svc, self.endpoint)
        model = self.attrs.get("model")
        return targets.lacking_to_create(self.svc, resource, str(model) if model else None)

    def _create(self, typed: str, made: Callable[[Row | None], None]) -> None:
        """A small form of the other collection's fields, over the picker."""
        from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit
        from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog

        resource = targets.resource_at(self.svc, self.endpoint)
        own = [
            one if isinstance(one, FieldDescriptor) else FieldDescriptor.model_validate(one)
            for one in self.attrs.get("create_fields") or ()
        ]
        fields = targets.fields_to_create(resource, self.item_text, own)
        named = any(one.key == self.item_text and not one.translatable for one in fields)
        owner = SvcListQuickEdit(
            open=False,
            endpoint=self.endpoint.partition("?")[0],
            edit_fields=fields,
            languages=(resource.languages or ()) if resource is not None else (),
            lookup=resource.lookup if resource is not None else self.item_value,
            defaults={self.item_text: typed} if typed and named else None,
            quiet=True,
            svc=self.svc,
        )

        def done(result: Mapping[str, Any] | None) -> None:
            made(result["item"] if result else None)
            if result and not self.multiple:  # The picker is closed: it cannot say it any more.
                self.svc.snack.show(said_made(self._named(result["item"])), "success")

        self.app.push_screen(QuickEditDialog(owner), done)

    def open_target(self) -> None:
        """Go to the chosen record's own page; of several, ask which."""
        if self.related is None or targets.resource_at(self.svc, self.endpoint) is None:
            self.svc.snack.show("The console has no page for these records.")
            return
        offers = [
            ChoiceOption(key, self._named(value))
            for key, value in self._keyed(self.value).items()
            if not key.startswith(_WITHOUT_ID)
        ]
        if len(offers) > 1:
            dialog = ChoiceDialog(f"Open: {self.descriptor.label}", offers, 0, "")
            self.app.push_screen(dialog, self._go_to)
        elif offers:
            self._go_to(offers[0])
        else:
            self.svc.snack.show("Nothing is chosen here.")

    def _go_to(self, offer: ChoiceOption | None) -> None:
        location = offer and targets.location_of(self.svc, self.endpoint, offer.value)
        if location:
            self.go(location)

    @classmethod
    def check(cls, descriptor: FieldDescriptor, attrs: Mapping[str, Any], value: Any) -> str | None:
        """How many there may be."""
        most, count = attrs.get("max_items"), len(as_list(value))
        if isinstance(most, int) and count > most:
            return f"At most {most} can be chosen; these are {count}."
        return None


class M2mField(FksField):
    """Several records, in their order."""

    several: ClassVar[bool] = True


def _ids_in(value: Any) -> list[Any]:
    return [one for one in as_list(value) if _is_id(one)]


def _is_id(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool) and value != ""
