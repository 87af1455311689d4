"""A record of another collection: fks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual import on

from svc_tui.stores.choices import ChoicesStore
from svc_tui.text import clean
from svc_tui.widgets.base import services
from svc_tui.widgets.form.choice import ChoiceField
from svc_tui.widgets.form.chooser import Offer
from svc_tui.widgets.form.summary import summary


class FksField(ChoiceField):
    """Chosen from the first page of `attrs.endpoint`; written as an id, shown by its name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.item_text = str(self.attrs.get("item_text") or "name")
        self.item_value = str(self.attrs.get("item_value") or "id")
        self.choices: ChoicesStore | None = None
        """The other collection; None without an endpoint on this server."""

    def on_mount(self) -> None:
        """Ask for what can be chosen."""
        endpoint = self.attrs.get("endpoint")
        if not endpoint or services(self) is None:
            return
        try:
            crud = self.svc.crud(str(endpoint))
        except ValueError:
            return
        self.choices = ChoicesStore(crud, item_value=self.item_value)
        self.listen(self.choices)
        self.run_worker(self.choices.load(self.key(self.value)), group="choices")

    def key(self, value: Any) -> Any:
        """The id of a value, which may be an id or a whole record."""
        return value.get(self.item_value) if isinstance(value, Mapping) else value

    def offers(self) -> Sequence[Offer]:
        """The first page."""
        rows = self.choices.state.rows if self.choices is not None else ()
        return [Offer(row.get(self.item_value), self._row_words(row)) for row in rows]

    def is_chosen(self, offer: Offer, value: Any) -> bool:
        """By id, whatever shape the value has."""
        return bool(self.key(offer.value) == self.key(value))

    def words(self, value: Any) -> str:
        """The record's name; its id until that is known."""
        if isinstance(value, Mapping):
            return self._row_words(value)
        row = self.choices.row(value) if self.choices is not None and value is not None else None
        if row is not None:
            return self._row_words(row)
        return summary(value) if value in (None, "") else f"#{clean(value)}"

    def read(self, content: Any) -> Any:
        """An id; the record that was there stays as it came."""
        before = self._untouched_value
        if self.key(content.value) == self.key(before):
            return before
        return self.key(content.value)

    def show(self, value: Any) -> None:
        """Another value, whose name may have to be asked for."""
        super().show(value)
        choices = self.choices
        if choices is not None and choices.state.loaded and not isinstance(value, Mapping):
            self.run_worker(choices.ask_for(value), group="choices")

    def note(self) -> str:
        """Whether there are more than are shown."""
        if self.choices is None:
            return "Nothing can be asked: this field has no endpoint on this server."
        state = self.choices.state
        if state.problem is not None:
            return state.problem
        if not state.loaded:
            return "Still loading: close and open again."
        hidden = state.count - len(state.rows)
        return f"The first {len(state.rows)} of {state.count}." if hidden > 0 else ""

    @on(ChoicesStore.Changed)
    def _arrived(self, event: ChoicesStore.Changed) -> None:
        if event.store is self.choices:
            self.reword()
            self.redraw_value()

    def _row_words(self, row: Mapping[str, Any]) -> str:
        found = row.get(self.item_text)
        return summary(row) if found in (None, "") else clean(found)
