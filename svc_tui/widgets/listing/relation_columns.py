"""RelationColumns: columns of ids that show the titles of their records."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from svc_tui.models.dotted_path import value_at
from svc_tui.models.field_types import holds
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.listing import FilterChoice, ListColumn
from svc_tui.stores.listing.related_titles import RelatedTitles
from svc_tui.stores.rows import Row
from svc_tui.widgets.formatting import format_of
from svc_tui.widgets.listing.cells import shown
from svc_tui.widgets.listing.choice_labels import Choices
from svc_tui.widgets.listing.host import ListHost

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


class RelationTitles:
    """The titles of the records that the columns of a table refer to by id."""

    def __init__(self, fields: Iterable[FieldDescriptor]) -> None:
        self._fields = {
            one.key: one
            for one in fields
            if holds(one.type, "record", "records") and one.attrs.get("endpoint")
        }
        self._titles: dict[str, RelatedTitles] = {}
        self._choices: dict[str, dict[str, FilterChoice]] = {}

    def named(self, columns: Sequence[ListColumn], rows: Sequence[Row]) -> tuple[ListColumn, ...]:
        """Return the columns with the known titles of these rows as their choices."""
        return tuple(self._named(one, rows) for one in columns)

    def _named(self, column: ListColumn, rows: Sequence[Row]) -> ListColumn:
        if (titles := self._titles.get(column.key)) is None:
            return column
        known = {key: titles.known.get(key) for key in ids_in(column.key, rows)}
        choices = tuple(FilterChoice(value=key, text=text) for key, text in known.items() if text)
        return column.model_copy(update={"choices": choices})

    @property
    def choices(self) -> Choices:
        """The loaded titles as the labels of ids, by the keys of their fields."""
        for key, titles in self._titles.items():
            made = self._choices.setdefault(key, {})
            for id, text in titles.known.items():
                if text and (id not in made or made[id].text != text):
                    made[id] = FilterChoice(value=id, text=text)
        return {key: (*made.values(),) for key, made in self._choices.items()}

    def lacking(
        self, svc: Svc | None, columns: Iterable[ListColumn], rows: Sequence[Row]
    ) -> dict[str, list[str]]:
        """Return the ids by column whose titles are not loaded yet, and can be."""
        wanted = {
            column.key: ids
            for column in columns
            if self._is_relation(column) and (ids := ids_in(column.key, rows))
        }
        return {
            key: ids
            for key, ids in wanted.items()
            if (titles := self._of(self._fields[key], svc)) is not None and titles.lacks(ids)
        }

    async def learn(self, wanted: Mapping[str, Sequence[str]]) -> None:
        """Load the titles of ids, with one request per column."""
        for key, ids in wanted.items():
            await self._titles[key].learn(ids)

    def _is_relation(self, column: ListColumn) -> bool:
        if column.key not in self._fields or not format_of(column).takes_choices:
            return False
        return column.key in self._titles or not column.choices

    def _of(self, field: FieldDescriptor, svc: Svc | None) -> RelatedTitles | None:
        attrs = field.attrs
        if field.key not in self._titles and svc is not None:
            with suppress(ValueError):  # Its endpoint is on another server.
                self._titles[field.key] = RelatedTitles(
                    svc.crud(str(attrs["endpoint"])),
                    item_value=str(attrs.get("item_value") or "id"),
                    item_text=str(attrs.get("item_text") or "name"),
                    ids_param=str(attrs.get("ids_param") or ""),
                )
        return self._titles.get(field.key)


class RelationsHost(ListHost, Protocol):
    """The list whose columns these are."""

    @property
    def is_attached(self) -> bool:
        """Whether the list is on a page."""

    def show_rows(self) -> None:
        """Draw the rows in the store."""

    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str, exclusive: bool) -> Any:
        """Run something for as long as the list is there."""


class RelationColumns:
    """Loads titles once rows are shown, at most one request per page and column."""

    def __init__(self, host: RelationsHost) -> None:
        self.host = host
        self.titles = RelationTitles(host.options.fields)

    def name(self, rows: Sequence[Row]) -> None:
        """Give the visible columns the known titles of these rows."""
        grid = self.host.grid
        found = self.titles.named(grid.list_columns, rows)
        if found != grid.list_columns:
            grid.list_columns = grid.drawn_columns = found

    def title_of(self, row: Row) -> str:
        """Return the title of a row as its column shows it, if another record is its title."""
        store = self.host.store
        columns = self.host.grid.list_columns if self.host.is_attached else ()
        column = next((one for one in columns if one.key == store.title_field), None)
        value = None if column is None else value_at(row, column.key)
        if column is None or value in (None, ""):
            return ""
        return shown(column, row) if isinstance(value, Mapping) or column.choices else ""

    def learn(self, rows: Sequence[Row]) -> None:
        """Load the titles that these rows need, in the background."""
        grid = self.host.grid
        drawn = [one for one in grid.list_columns if f"cell.{one.key}" not in grid.list_slots]
        if lacking := self.titles.lacking(self.host.services, drawn, rows):
            self.host.run_worker(self._learn(lacking), group="titles", exclusive=True)

    async def _learn(self, wanted: dict[str, list[str]]) -> None:
        await self.titles.learn(wanted)
        self.host.show_rows()


def ids_in(key: str, rows: Iterable[Row]) -> list[str]:
    """Return the ids that rows have under a key, each once; whole records are not ids."""
    found: dict[str, None] = {}
    for row in rows:
        value = value_at(row, key)
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str | int) and not isinstance(one, bool) and one != "":
                found[str(one)] = None
    return [*found]
