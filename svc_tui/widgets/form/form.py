"""SvcForm: descriptors become fields; values go in, edits come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from svc_tui.models.fields import Accessor, FieldDescriptor
from svc_tui.models.registry import FieldRegistry
from svc_tui.stores.draft import Draft
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.checks import kind_of, visible
from svc_tui.widgets.form.defaults import default_registry
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.places import path_of


class SvcForm(SvcWidget):
    """Fields under each other, one language at a time.

    Hears nobody: whoever owns the draft calls `show`, and answers `SvcField.Edited` with `write`.
    Slots `field.<key>` take the place of a field's editor.
    """

    DEFAULT_CSS = """
    SvcForm { height: auto; width: 100%; }
    SvcForm > .heading { height: 1; width: 100%; }
    """

    def __init__(
        self,
        fields: Sequence[FieldDescriptor],
        draft: Draft | None = None,
        *,
        registry: FieldRegistry | None = None,
        languages: Sequence[str] = (),
        lang: str | None = None,
        readonly: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.descriptors = tuple(fields)
        self.registry = registry or default_registry()
        self.languages = tuple(languages)
        self.lang = lang
        """The language that is shown; None without languages."""
        self.readonly = readonly
        self.fields: list[SvcField] = []
        """The fields in their order, hidden ones too."""
        self._draft = draft or Draft()

    def compose(self) -> ComposeResult:
        """Every field, with a heading where another tab or group begins."""
        part = ""
        for descriptor in self.descriptors:
            here = " / ".join(filter(None, (*descriptor.tabs, descriptor.group)))
            if here and here != part:
                yield Static(label(here), classes="heading")
            part = here
            field = self._made(descriptor)
            self.fields.append(field)
            yield field

    def show(self, draft: Draft, errors: Mapping[str, Sequence[str]], lang: str | None) -> None:
        """The values, marks and messages of a draft in one language."""
        self._draft = draft
        self.lang = lang
        for field in self.fields:
            field.path = path_of(field.descriptor, lang)
            field.show(self._value(field.descriptor))
            field.mark(draft.changed(field.path), errors.get(field.path, ()))
            field.display = visible(field.descriptor, draft.current)

    def write(self, draft: Draft, edit: SvcField.Edited) -> dict[str, Any]:
        """What an edit puts where: one path, or one for every language (`synci18n`)."""
        descriptor, value = edit.field.descriptor, edit.value
        accessor = self._accessor(descriptor)
        if accessor is not None and accessor.set is not None:
            value = accessor.set(model=draft.current, val=value, lang=self.lang)
        if descriptor.synci18n and descriptor.translatable and self.languages:
            return {path_of(descriptor, lang): value for lang in self.languages}
        return {edit.path: value}

    def _made(self, descriptor: FieldDescriptor) -> SvcField:
        kind = kind_of(self.registry, descriptor)
        field: SvcField = kind(
            descriptor,
            self._value(descriptor),
            attrs=self.registry.attrs_of(descriptor.type, descriptor.attrs),
            readonly=self.readonly,
            slots=self.slots,
            svc=self._svc,
        )
        field.path = path_of(descriptor, self.lang)
        field.display = visible(descriptor, self._draft.current)
        return field

    def _value(self, descriptor: FieldDescriptor) -> Any:
        value = self._draft.get(path_of(descriptor, self.lang))
        accessor = self._accessor(descriptor)
        if accessor is None or accessor.get is None:
            return value
        return accessor.get(model=self._draft.current, val=value, lang=self.lang)

    def _accessor(self, descriptor: FieldDescriptor) -> Accessor | None:
        return self.registry.accessor_of(descriptor.type, descriptor.accessor)
