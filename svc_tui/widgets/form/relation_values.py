"""RelationValues: the records of a relation as a field holds them, and their names."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from svc_tui.app.context import Svc
from svc_tui.stores.record.draft import get_path
from svc_tui.stores.record.related_store import RelatedStore, Row
from svc_tui.text import clean
from svc_tui.widgets.form.given_kinds import may_be_id
from svc_tui.widgets.form.summary import summary

_WITHOUT_ID = "\0"
"""The prefix of the key of a chosen value without an id."""


class RelationValues:
    """Ids or whole records, each known by a key.

    `attrs.return_object` says whether whole records or their ids are written; if omitted, as the
    record has them, and whole records if it is empty.
    """

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs
        self.item_text = str(attrs.get("item_text") or "name")
        self.item_value = str(attrs.get("item_value") or "id")
        self.endpoint = str(attrs.get("endpoint") or "")
        self.related: RelatedStore | None = None
        """The other collection; None without an endpoint on this server."""
        self.why_unreachable = "has no services"
        """Why there is none."""

    def connect(self, svc: Svc | None) -> RelatedStore | None:
        """Return the other collection, made when it is first needed."""
        if svc is not None and not self.endpoint:
            self.why_unreachable = "has no endpoint"
        elif svc is not None and self.related is None:
            self.why_unreachable = "has an endpoint on another server"
            with suppress(ValueError):
                crud = svc.crud(self.endpoint)
                self.related = RelatedStore(
                    crud, item_value=self.item_value, item_text=self.item_text
                )
        return self.related

    def are_unnamed(self, value: Any) -> bool:
        """Whether names of a value still have to be loaded."""
        return self.related is not None and any(
            self.related.row(one) is None for one in ids_in(value)
        )

    def name(self, value: Any) -> str:
        """Return the name of a record; an id stands for itself until its name is known."""
        if isinstance(value, Mapping):
            found = get_path(value, self.item_text)
            return summary(value) if found in (None, "") else clean(found)
        if not may_be_id(value):
            return summary(value)
        row = self.related.row(value) if self.related is not None else None
        if row is not None:
            return self.name(row)
        lost = self.related is not None and str(value) in self.related.state.nameless
        return f"#{clean(value)}{' ?' if lost else ''}"

    def extra(self, row: Row) -> str:
        """Return what tells records with the same name apart: `attrs.columns`, else the id."""
        columns = self.attrs.get("columns")
        keys = columns if isinstance(columns, (list, tuple)) else ()
        texts = [summary(get_path(row, str(key))) for key in keys]
        return "  ".join(texts) if texts else f"#{clean(row.get(self.item_value))}"

    def keyed(self, value: Any) -> dict[str, Any]:
        """Return the records of a value by key; one without an id has its place as key."""
        found: dict[str, Any] = {}
        for n, one in enumerate(as_list(value)):
            key = one.get(self.item_value) if isinstance(one, Mapping) else one
            found[str(key) if may_be_id(key) else f"{_WITHOUT_ID}{n}"] = one
        return found

    def with_id(self, value: Any) -> dict[str, Any]:
        """Return the records of a value that have an id, by it."""
        found = self.keyed(value)
        return {key: one for key, one in found.items() if not key.startswith(_WITHOUT_ID)}

    def written(self, key: str, like: Any) -> Any:
        """Return a record as it is written: whole or its id, as those of `like` are."""
        row = self.related.row(key) if self.related is not None else None
        if row is None:
            return key
        whole = self.attrs.get("return_object")
        before = as_list(like)
        if whole is None:
            whole = isinstance(before[0], Mapping) if before else True
        return dict(row) if whole else row.get(self.item_value)


def as_list(value: Any) -> list[Any]:
    """Return the values of a multiple choice, whatever shape they had."""
    if value is None or value == "":
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def ids_in(value: Any) -> list[Any]:
    """Return the members of a value that are ids."""
    return [one for one in as_list(value) if may_be_id(one)]
