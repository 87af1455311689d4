"""One of several: select."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.content import Content

from svc_tui.stores.record.draft import same
from svc_tui.text import clean, label
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceInput, ChoiceOption, offers_of
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.form.multi_select import MultiSelectDialog
from svc_tui.widgets.form.summary import NOTHING, summary
from svc_tui.widgets.form.uneditable import JsonValue


class ChoiceField(SvcField):
    """The base of fields whose value is one of a list; an unknown value is kept and shown."""

    keys_inside: ClassVar[bool] = True
    worded: ClassVar[bool] = True

    editor: ChoiceInput | None
    _dialog: ChoiceDialog | None = None

    def offers(self) -> Sequence[ChoiceOption]:
        """What can be chosen now."""
        return ()

    def is_chosen(self, offer: ChoiceOption, value: Any) -> bool:
        """Whether an offer stands for a value."""
        return same(offer.value, value)

    def words(self, value: Any) -> str:
        """A value as a person reads it."""
        for offer in self.offers():
            if self.is_chosen(offer, value):
                return offer.text
        return summary(value)

    @property
    def type_hint(self) -> str:
        """How to choose."""
        return "Enter or a letter opens the list."

    def make_editor(self) -> ChoiceInput:
        """The line."""
        self._picked = self.value
        return ChoiceInput(self.words(self.value))

    def put(self, value: Any) -> None:
        """Show another value."""
        self._picked = value
        self.reword()

    def content(self) -> Any:
        """What is chosen."""
        return JsonValue(self._picked)

    def read(self, content: Any) -> Any:
        """What is chosen is the value."""
        return content.value

    def reword(self) -> None:
        """The words anew: the value or the list has changed."""
        if self.editor is not None:
            self.editor.words = self.words(self._picked)

    def as_text(self) -> Content:
        """The words of the value."""
        return label(self.words(self.value))

    def on_choice_input_open_wanted(self, event: ChoiceInput.OpenWanted) -> None:
        """Show the list."""
        event.stop()
        self.open(event.typed)

    def open(self, typed: str = "") -> None:
        """The dialog over the page; what is typed before it is there goes into it too."""
        if self._dialog is not None and self._dialog in self.app.screen_stack:
            self._dialog.type_on(typed)
            return
        offers = self._with_the_present(list(self.offers()))
        at = next((n for n, one in enumerate(offers) if self.is_chosen(one, self._picked)), None)
        self._dialog = ChoiceDialog(self.descriptor.label, offers, at, typed, self.note())
        self.app.push_screen(self._dialog, self._chose)

    def note(self) -> str:
        """What the dialog says under its list."""
        return ""

    def _with_the_present(self, offers: list[ChoiceOption]) -> list[ChoiceOption]:
        """Nothing, where that is allowed; and what is chosen, where the list does not know it."""
        picked = self._picked
        known = any(self.is_chosen(offer, picked) for offer in offers)
        if picked not in (None, "") and not known:
            offers = [ChoiceOption(picked, f"{self.words(picked)} (now)"), *offers]
        if not self.descriptor.required and not any(one.value in (None, "") for one in offers):
            offers = [ChoiceOption(None, NOTHING), *offers]
        return offers

    def _chose(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            self._picked = offer.value
            self.reword()
            self.edited()


class SelectField(ChoiceField):
    """One of the `items` (or `options`) of its attrs; several of them with `multiple`."""

    @property
    def multiple(self) -> bool:
        """Whether the value is a list."""
        return bool(self.attrs.get("multiple"))

    def offers(self) -> Sequence[ChoiceOption]:
        """The items."""
        return offers_of(self.attrs.get("items") or self.attrs.get("options"))

    def words(self, value: Any) -> str:
        """The chosen ones one after the other; of none the `placeholder`, to who can choose."""
        known = any(self.is_chosen(offer, value) for offer in self.offers())
        if value in (None, "", []) and not (known or self.readonly):
            return clean(self.attrs.get("placeholder") or NOTHING)
        if not self.multiple or not isinstance(value, list):
            return super().words(value)
        return ", ".join(super(SelectField, self).words(one) for one in value) or NOTHING

    def open(self, typed: str = "") -> None:
        """With `multiple` a list to tick; a value that it does not know stands in it too."""
        if not self.multiple:
            super().open(typed)
            return
        if self._ticks is not None and self._ticks in self.app.screen_stack:
            self._ticks.type_on(typed)
            return
        chosen, offers = as_list(self._picked), list(self.offers())
        unknown = [one for one in chosen if not any(self.is_chosen(o, one) for o in offers)]
        offers = [*(ChoiceOption(one, f"{self.words(one)} (now)") for one in unknown), *offers]
        ticked = [n for one in chosen for n, o in enumerate(offers) if self.is_chosen(o, one)]
        self._ticks = MultiSelectDialog(self.descriptor.label, offers, ticked, typed)
        self.app.push_screen(self._ticks, self._ticked)

    _ticks: MultiSelectDialog | None = None

    def _ticked(self, offers: Sequence[ChoiceOption] | None) -> None:
        """The ticked ones in their old order, new ones behind; the same ones are no edit."""
        if offers is None:
            return
        values = [offer.value for offer in offers]
        before = self.edits.loaded
        unchanged = same(values, as_list(before))
        self._picked = before if unchanged else values
        self.reword()
        self.edited()


def as_list(value: Any) -> list[Any]:
    """The values of a choice of several, whatever shape it came in."""
    if value is None or value == "":
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]
