"""FieldWords: the values of a record as its form knows them, for previews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from svc_tui.app.context import Svc
from svc_tui.models.base import label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import ListColumn
from svc_tui.models.records import TRANSLATIONS
from svc_tui.stores.record.repeater_items import TEMPLATE
from svc_tui.widgets.formatting import NOTHING
from svc_tui.widgets.listing.choice_labels import called
from svc_tui.widgets.listing.facts import in_full, in_line
from svc_tui.widgets.listing.relation_columns import RelationTitles

LABELLED = ("seo", "map")
"""Types of objects whose keys are labels in the form, unlike those of JSON."""


class FieldWords:
    """Related records by their titles, and items by their kinds; other values have no words here.

    Ids stand for themselves until their titles are loaded.
    """

    def __init__(
        self,
        fields: Iterable[FieldDescriptor] = (),
        titles: RelationTitles | None = None,
        services: Callable[[], Svc | None] = lambda: None,
    ) -> None:
        self._fields = {one.key: one for one in fields}
        self._titles = titles if titles is not None else RelationTitles(self._fields.values())
        self._services = services

    def of(self, key: str, row: Mapping[str, Any]) -> str | None:
        """Return a value in words; None if it is shown like a value without a field."""
        field, value = self._fields.get(key), row.get(key)
        if key == TRANSLATIONS and isinstance(value, Mapping):
            return "\n".join(f"{lang}: {self._texts(texts)}" for lang, texts in value.items())
        if field is None or value in (None, "", [], {}):
            return None
        if choices := self._titles.named((ListColumn(key=key),), (row,))[0].choices:
            titles = called(choices, value)
            return in_full(titles if isinstance(titles, list) else [titles])
        if field.type == "repeater" and isinstance(value, list):
            return "\n".join(_item(field, one) for one in value)
        if field.type in LABELLED and isinstance(value, Mapping):
            return in_full({label_from(str(key)): one for key, one in value.items()})
        return None

    def _texts(self, texts: Any) -> str:
        """Return the texts of a language by the labels of their fields."""
        if not isinstance(texts, Mapping):
            return in_line(texts)
        labels = {key: one.label for key, one in self._fields.items()}
        return in_line({labels.get(key) or label_from(str(key)): one for key, one in texts.items()})

    async def learn(self, row: Mapping[str, Any]) -> bool:
        """Load the titles that a record needs; whether there were any to load."""
        columns = [ListColumn(key=key) for key in self._fields if row.get(key)]
        wanted = self._titles.lacking(self._services(), columns, (row,))
        await self._titles.learn(wanted)
        return bool(wanted)


def _item(field: FieldDescriptor, value: Any) -> str:
    """Return an item of a repeater on one line: its kind, and its values by their labels."""
    if not isinstance(value, Mapping):
        return in_line(value)
    kind = str(value.get(TEMPLATE) or "")
    labels = {one.key: one.label for one in (*field.fields, *field.templates.get(kind, ()))}
    parts = {
        labels.get(key) or label_from(str(key)): one
        for key, one in value.items()
        if key != TEMPLATE and one not in (None, "", [], {})
    }
    if not field.templates:
        return in_line(parts)
    texts = dict.fromkeys(text for one in parts.values() for text in _texts_in(one))
    return f"{label_from(kind)}: " * bool(kind) + (" · ".join(texts) or NOTHING)


def _texts_in(value: Any) -> Sequence[str]:
    """Return a value in words; of a picture with its texts, each of them."""
    if isinstance(value, Mapping) and isinstance(value.get("media"), Mapping):
        return [in_line(one) for one in value.values() if one not in (None, "", [], {})]
    return [in_line(value)]
