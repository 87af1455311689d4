"""One of several: the base of all choices, and select."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.record.draft import same
from svc_tui.text import clean
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceInput, ChoiceOption, offers_of
from svc_tui.widgets.form.field import Attrs, SvcField
from svc_tui.widgets.form.given_kinds import kind_words
from svc_tui.widgets.form.multi_select import MultiSelectDialog
from svc_tui.widgets.form.relation_values import as_list
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import NOTHING


class ChoiceField(SvcField):
    """The base of fields whose value is one of a list; an unknown value is kept and shown."""

    keys_inside: ClassVar[bool] = True
    worded: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True

    editor: ChoiceInput | None
    picked: Any = None
    """The chosen value."""
    _dialog: ChoiceDialog | None = None

    def offers(self) -> Sequence[ChoiceOption]:
        return ()

    def is_chosen(self, offer: ChoiceOption, value: Any) -> bool:
        """Whether an offer stands for a value."""
        return same(offer.value, value)

    def words(self, value: Any) -> str:
        found = (offer.text for offer in self.offers() if self.is_chosen(offer, value))
        return next(found, summary(value))

    @property
    def type_hint(self) -> str:
        return "Press Enter to choose."

    def make_editor(self) -> ChoiceInput:
        self.picked = self.value
        return ChoiceInput(self.words(self.value))

    def put(self, value: Any) -> None:
        self.picked = value
        self.reword()

    def content(self) -> Any:
        return self.picked

    def reword(self) -> None:
        """Draw the label again, after the value or the list has changed."""
        if self.editor is not None:
            self.editor.words = self.words(self.picked)

    def choose(self, value: Any) -> None:
        """Take a value as chosen by the user."""
        self.put(value)
        self.edited()

    def open_picker(self) -> None:
        self.open()

    def on_choice_input_open_wanted(self, event: ChoiceInput.OpenWanted) -> None:
        event.stop()
        self.open(event.typed)

    def open(self, typed: str = "") -> None:
        """Show the list; keys typed before it opens go into it."""
        if self._dialog is not None and self._dialog in self.app.screen_stack:
            self._dialog.type_on(typed)
            return
        offers = self._with_the_present(list(self.offers()))
        at = next((n for n, one in enumerate(offers) if self.is_chosen(one, self.picked)), None)
        dialog = ChoiceDialog(self.descriptor.label, offers, at, typed)
        self._dialog = dialog.open_below(self.editor)
        self.app.push_screen(self._dialog, self._chose)

    def _with_the_present(self, offers: list[ChoiceOption]) -> list[ChoiceOption]:
        """Add an empty choice if allowed, and the current value if it is not in the list."""
        picked = self.picked
        known = any(self.is_chosen(offer, picked) for offer in offers)
        if picked not in (None, "") and not known:
            offers = [ChoiceOption(picked, f"{self.words(picked)} (now)"), *offers]
        if not self.descriptor.required and not any(one.value in (None, "") for one in offers):
            offers = [ChoiceOption(None, NOTHING), *offers]
        return offers

    def _chose(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            self.choose(offer.value)


class SelectField(ChoiceField):
    """One of the `items` (or `options`) of its attrs; several of them with `multiple`."""

    _ticks: MultiSelectDialog | None = None

    @property
    def multiple(self) -> bool:
        """Whether the value is a list."""
        return bool(self.attrs.get("multiple"))

    def offers(self) -> Sequence[ChoiceOption]:
        return offers_of(self.attrs.get("items") or self.attrs.get("options"))

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        """Return which values there are; a number may stand as text, as choices have it."""
        known = [one.value for one in offers_of(attrs.get("items") or attrs.get("options"))]
        names = [*map(str, known)]
        several = attrs.get("multiple")
        if several and not isinstance(value, (list, tuple)):
            return f"This should be a list, not {kind_words(value)}."
        given = value if several else [value]
        if not known or all(str(one) in names or _is_among(known, one) for one in given):
            return None
        return f"This is not one of the choices: {clean(', '.join(names), limit=200)}."

    def words(self, value: Any) -> str:
        """Return the chosen labels in a row; in an editor, the `placeholder` if there are none."""
        known = any(self.is_chosen(offer, value) for offer in self.offers())
        if value in (None, "", []) and not (known or self.readonly):
            return clean(self.attrs.get("placeholder") or NOTHING)
        if not self.multiple or not isinstance(value, list):
            return super().words(value)
        return ", ".join(super(SelectField, self).words(one) for one in value) or NOTHING

    def open(self, typed: str = "") -> None:
        """Show the list; with `multiple` to tick, with the values that it does not know."""
        if not self.multiple:
            super().open(typed)
            return
        if self._ticks is not None and self._ticks in self.app.screen_stack:
            self._ticks.type_on(typed)
            return
        chosen, offers = as_list(self.picked), list(self.offers())
        unknown = [one for one in chosen if not any(self.is_chosen(o, one) for o in offers)]
        offers = [*(ChoiceOption(one, f"{self.words(one)} (now)") for one in unknown), *offers]
        ticked = [n for one in chosen for n, o in enumerate(offers) if self.is_chosen(o, one)]
        dialog = MultiSelectDialog(self.descriptor.label, offers, ticked, typed)
        self._ticks = dialog.open_below(self.editor)
        self.app.push_screen(self._ticks, self._ticked)

    def _ticked(self, offers: Sequence[ChoiceOption] | None) -> None:
        """Take the ticked values: old ones in order, then new ones; the same ones are no edit."""
        if offers is not None:
            values, before = [offer.value for offer in offers], self.edits.loaded
            self.choose(before if same(values, as_list(before)) else values)


def _is_among(known: Sequence[Any], value: Any) -> bool:
    return any(same(one, value) for one in known)
