"""RelationPicking: the picker of a relation, and creating a record in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.screen import Screen

from svc_tui.app.context import Svc
from svc_tui.models.fields import FieldDescriptor
from svc_tui.routing.resource_lookup import resource_at
from svc_tui.stores.record.related_store import Picks, RelatedStore, Row, recently
from svc_tui.stores.unavailable_reason import ONLY_READS, needs_permission
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceInput, below
from svc_tui.widgets.form.field_edits import FieldEdits
from svc_tui.widgets.form.picker import PickerDialog
from svc_tui.widgets.form.picker_lines import RowLabels, said_made
from svc_tui.widgets.form.picker_view import LINES
from svc_tui.widgets.form.relation_values import RelationValues

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource


class PickingHost(Protocol):
    """A field whose value is chosen from records."""

    descriptor: FieldDescriptor
    attrs: dict[str, Any]
    values: RelationValues
    edits: FieldEdits
    editor: ChoiceInput | None

    @property
    def app(self) -> App[Any]: ...
    @property
    def svc(self) -> Svc: ...
    @property
    def multiple(self) -> bool: ...
    @property
    def picked(self) -> Any: ...
    def choose(self, value: Any) -> None: ...


class RelationPicking:
    """Opens a picker over the page, and takes what was picked."""

    def __init__(self, host: PickingHost) -> None:
        self._host = host
        self.dialog: PickerDialog | None = None
        """The picker that was opened last."""

    def open(self, typed: str) -> None:
        """Show the picker; keys typed before it opens go into it."""
        host, values = self._host, self._host.values
        if self.dialog is not None and self.dialog in host.app.screen_stack:
            self.dialog.type_on(typed)
            return
        if values.related is None:
            host.app.push_screen(self._refusal())
            return
        self.dialog = self._made(values.related, typed)
        self.dialog.under = partial(below, host.editor, LINES)
        host.app.push_screen(self.dialog, self._took)

    def _made(self, related: RelatedStore, typed: str) -> PickerDialog:
        host, values = self._host, self._host.values
        resource = resource_at(host.svc.router.routes, values.endpoint)
        lacking, own = self._lacking_to_create(), host.descriptor.label
        named = resource.label if resource is not None else own
        recent = host.svc.preferences.state.picked.get(values.endpoint)
        return PickerDialog(
            own if _is_plural(named, own) else f"{own}: {named}",
            related,
            Picks(tuple(values.keyed(host.picked)), host.multiple),
            RowLabels(self._name, values.extra),
            typed=typed,
            recent=recent if isinstance(recent, list) else (),
            nullable=not host.descriptor.required,
            create=None if lacking else self._create,
            no_new_reason=lacking,
        )

    def _refusal(self) -> Screen[Any]:
        note = f"Nothing to choose from: this field {self._host.values.why_unreachable}."
        return ChoiceDialog(self._host.descriptor.label, [], None, "", note)

    def _name(self, value: Any) -> str:
        """Return the name of a row, or of a chosen key."""
        if isinstance(value, str):
            value = self._known().get(value, value)
        return self._host.values.name(value)

    def _known(self) -> dict[str, Any]:
        keyed = self._host.values.keyed
        return {**keyed(self._host.picked), **keyed(self._host.edits.loaded)}

    def _took(self, picks: Picks | None) -> None:
        host, values = self._host, self._host.values
        if picks is None or values.related is None:
            return
        known, before = self._known(), host.edits.loaded
        like = before if before not in (None, "", []) else host.picked
        new = [key for key in picks.keys if key not in known]
        chosen = [known[key] if key in known else values.written(key, like) for key in picks.keys]
        self._remember(values.related, new)
        if picks.keys == tuple(values.keyed(before)):
            host.choose(before)
        elif host.multiple:
            host.choose(chosen)
        else:
            host.choose(chosen[0] if chosen else None)

    def _remember(self, related: RelatedStore, keys: Sequence[str]) -> None:
        rows = [row for key in keys if (row := related.row(key)) is not None]
        ids = [row.get(self._host.values.item_value) for row in rows]
        if ids:
            preferences = self._host.svc.preferences
            picked = recently(preferences.state.picked, self._host.values.endpoint, ids)
            preferences.remember(picked=picked)

    # A new record

    def _lacking_to_create(self) -> str:
        """Return why no record can be made from here; empty where one can."""
        host = self._host
        if host.attrs.get("create") is False:
            return "it only offers existing ones"
        resource = resource_at(host.svc.router.routes, host.values.endpoint)
        model = host.attrs.get("model")
        return lacking_to_create(host.svc, resource, str(model) if model else None)

    def _create(self, typed: str, made: Callable[[Row | None], None]) -> None:
        """Show a small form of the other collection's fields, over the picker."""
        from svc_tui.widgets.listing.quick_edit import SvcListQuickEdit
        from svc_tui.widgets.listing.quick_edit_dialog import QuickEditDialog

        host, values = self._host, self._host.values
        resource = resource_at(host.svc.router.routes, values.endpoint)
        own = [
            one if isinstance(one, FieldDescriptor) else FieldDescriptor.model_validate(one)
            for one in host.attrs.get("create_fields") or ()
        ]
        fields = fields_to_create(resource, values.item_text, own)
        named = any(one.key == values.item_text and not one.translatable for one in fields)
        owner = SvcListQuickEdit(
            open=False,
            endpoint=values.endpoint.partition("?")[0],
            edit_fields=fields,
            languages=(resource.languages or ()) if resource is not None else (),
            lookup=resource.lookup if resource is not None else values.item_value,
            defaults={values.item_text: typed} if typed and named else None,
            quiet=True,
            svc=host.svc,
        )

        def done(result: Mapping[str, Any] | None) -> None:
            made(result["item"] if result else None)
            if result and not host.multiple:  # The picker is closed, so it can't show it.
                host.svc.snack.show(said_made(values.name(result["item"])), "success")

        host.app.push_screen(QuickEditDialog(owner), done)


def _is_plural(many: str, one: str) -> bool:
    """Whether a name is another one or, as far as can be seen, its plural: Categories, Category."""
    one, many = one.casefold(), many.casefold()
    return many in (one, f"{one}s", f"{one}es", f"{one.removesuffix('y')}ies")


def fields_to_create(
    resource: Resource | None, item_text: str, own: Iterable[FieldDescriptor] = ()
) -> tuple[FieldDescriptor, ...]:
    """Return the fields of a new record: those named, its resource's, or its name alone."""
    own = tuple(own)
    if own:
        return own
    if resource is not None and (resource.fields or resource.sidebar_fields):
        return (*resource.fields, *resource.sidebar_fields)
    return (FieldDescriptor(key=item_text, required=True),)


def lacking_to_create(svc: Svc, resource: Resource | None, model: str | None) -> str:
    """Return why no record may be created, in words; empty where one may be."""
    if svc.config.read_only:
        return ONLY_READS
    name = model or (resource.model if resource is not None else None)
    if resource is not None and resource.readonly:
        return f"{resource.label} can only be read"
    if not name or svc.permissions.can_add(name):
        return ""
    return needs_permission(f"add_{name}")
