"""The options of a table, a list and its actions, declared once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypedDict

from svc_tui.models.arguments import Address, ListOf, OneOf, check_values, refused_arguments, twice
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.foreign_code import is_made_by_consumer
from svc_tui.models.listing import ActionDescriptor, FilterDescriptor, ListColumn, ListTabItem
from svc_tui.stores.listing.action_types import Action
from svc_tui.stores.listing.list_checks import (
    action_problems,
    filter_problems,
    tab_problems,
    unlisted_defaults,
)
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListStore
from svc_tui.stores.listing.row_sources import RowSource
from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.setting_checks import check_bare_fields
from svc_tui.widgets.listing.list_labels import ListLabels

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.models.registry import FieldRegistry
    from svc_tui.models.resource import Resource
    from svc_tui.models.slots import Slots
    from svc_tui.stores.listing.list_adapters import Adapter

Mode = Literal["server", "hybrid"]


@dataclass(frozen=True, kw_only=True)
class WidgetOptions:
    """The options of a widget, passed as keywords."""

    @classmethod
    def taken_from(cls, given: dict[str, Any]) -> Self:
        """Take the options out of a widget's keywords; the widget's own stay there."""
        names = [one.name for one in fields(cls) if one.name in given]
        return cls(**{name: given.pop(name) for name in names})


FIELDS = ListOf(FieldDescriptor)
KINDS: Mapping[str, Any] = {
    "endpoint": Address,
    "mode": OneOf(("server", "hybrid")),
    "edit_fields": FIELDS,
    "fields": FIELDS,
    "filters": ListOf(FilterDescriptor),
    "tabs": ListOf(ListTabItem),
    "query": (ListQuery, type(None)),
    "store": (ListStore, type(None)),
    "rows": (list, tuple, type(None)),
}
"""The types of the options."""


@dataclass(frozen=True, kw_only=True)
class TableOptions(WidgetOptions):
    """The options of a table: its rows, what is shown of them, and what can be done with them."""

    endpoint: str = ""
    columns: Sequence[ListColumn | str] = ()
    """The columns, or their keys; guessed from the first page if none are given."""
    lookup: str = "id"
    """The key of a row that identifies it."""
    title_field: str | None = None
    """The key of a row that names it, as of `Resource`; None tries the usual ones."""
    searchable: bool = True
    """Whether there is a search line."""
    draggable: bool = False
    """Whether rows can be moved, and the backend keeps their order."""
    position_field: str = "position"
    edit_fields: Sequence[FieldDescriptor] = ()
    """The fields of quick edit."""
    stage: bool = False
    """Whether quick edits are staged until they are sent together."""
    languages: Sequence[str] | None = None
    registry: FieldRegistry | None = None
    detail_base: str | None = None
    """The path to which a row's key is added to open it."""
    store: ListStore | None = None
    """A store to use as it is; without one, it is created from the endpoint or the rows."""
    rows: Sequence[Mapping[str, Any]] | None = None
    """Rows to show without a backend."""
    mode: Mode = "server"
    """`hybrid` loads once and works in memory."""
    adapter: Adapter | None = None
    query: ListQuery | None = None
    """The initial query."""
    fit: bool = False
    """Whether a page has as many rows as the screen has lines, unless its user chose otherwise."""
    filters: Sequence[FilterDescriptor] = ()
    zone: tzinfo | None = None
    """The time zone of the operator; None means that of the machine."""
    may_add: bool = True
    may_change: bool = True
    may_delete: bool = True
    model: str = ""
    """The backend's name of the records in its permissions (`article`)."""
    unable: Mapping[str, str] | None = None
    """Why the backend cannot `add`, `change` or `delete` here, for any user."""
    remembered_as: str = ""
    """The name under which views and columns are saved; empty saves nothing."""
    cursor: str | None = None
    """The key of the row where the cursor starts."""
    query_line: str = ""
    """A typed query to run instead of the first request."""
    fields: Sequence[FieldDescriptor] = ()
    """The fields of the records; a relation's column shows titles instead of ids."""

    def checked(self, widget: SvcWidget) -> Self:
        """Raise `ConfigError` for what a resource would refuse, or if nothing names the rows."""
        kind = type(widget)
        check_values(kind, {one.name: getattr(self, one.name) for one in fields(self)}, KINDS)
        if not self.endpoint and self.store is None and self.rows is None:
            example = f'{kind.__name__}("/api/books")'
            said = f"the endpoint is missing: {example}; or give rows= or store="
            raise refused_arguments(kind, said)
        keys = (one if isinstance(one, str) else one.key for one in self.columns)
        if again := twice(keys):
            said = f'two columns have the key "{again[0]}"; keep one of them'
            raise refused_arguments(kind, said)
        check_bare_fields(widget, self.edit_fields, self.registry, self.fields)
        # Those of several forms, of which each may have a field of the same key.
        distinct = {one.key: one for one in self.fields}
        check_bare_fields(widget, distinct.values(), self.registry, self.edit_fields)
        check_bare_filters(widget, self.filters)
        return self


def check_bare_filters(widget: SvcWidget, filters: Sequence[FilterDescriptor]) -> None:
    """Raise `ConfigError` for filters that a program gives to a widget and a resource refuses."""
    problems = [
        f'two filters have the value "{one}"; keep one of them'
        for one in twice(item.value for item in filters)
    ]
    if is_made_by_consumer(widget):
        problems += (said for _, said in filter_problems(filters))
        problems += unlisted_defaults(filters)
    if problems:
        raise refused_arguments(type(widget), *problems)


def check_bare_actions(widget: SvcWidget, actions: Sequence[Action]) -> None:
    """Raise `ConfigError` for actions that a program gives to a widget and a resource refuses."""
    if not is_made_by_consumer(widget):
        return
    declared = [one for one in actions if isinstance(one, ActionDescriptor)]
    if problems := [said for _, said in action_problems(declared)]:
        raise refused_arguments(type(widget), *problems)
    for one in declared:
        check_bare_fields(widget, one.inputs)


@dataclass(frozen=True, kw_only=True)
class ListOptions(TableOptions):
    """The options of a whole list: those of its table, its tabs, its actions and its views."""

    actions: Sequence[Action] = ()
    tabs: Sequence[ListTabItem] = ()
    default_tab: str | None = None
    """The value of the tab open at first; None opens the first one."""
    tab_query_param: str = "tab"
    bulk_fields: Sequence[FieldDescriptor] | None = None
    """The fields to change in many rows at once; None takes those of quick edit."""
    page_permissions: Collection[str] | None = None
    """The page's own permissions (`view`, `add`, `change`, `delete`); None allows all."""
    view: tuple[str, bool] | None = None
    """The name of the saved view that is open at first, and whether it is the team's."""

    def checked(self, widget: SvcWidget) -> Self:
        """Raise `ConfigError` for what a resource would refuse, or if nothing names the rows."""
        super().checked(widget)
        check_bare_fields(widget, self.bulk_fields or (), self.registry)
        check_bare_actions(widget, self.actions)
        if again := twice(one.value for one in self.tabs):
            said = f'two tabs have the value "{again[0]}"; keep one of them'
            raise refused_arguments(type(widget), said)
        if self.tabs and (problems := [*tab_problems(self.tab_query_param)]):
            raise refused_arguments(type(widget), *problems)
        return self

    @classmethod
    def of_resource(cls, resource: Resource, **others: Any) -> Self:
        """Return the options that a resource has for its list; `others` override them."""
        known = type(resource).model_fields
        said = {one.name: getattr(resource, one.name) for one in fields(cls) if one.name in known}
        return cls(**{**said, **others})

    def of_table(self, **others: Any) -> dict[str, Any]:
        """Return the keywords of the table; `others` override."""
        allowed = self.page_permissions
        if allowed is not None:
            others |= {f"may_{verb}": verb in allowed for verb in ("add", "change", "delete")}
        options = replace(self, **others)
        return {one.name: getattr(options, one.name) for one in fields(TableOptions)}


class UnsavedForm(Protocol):
    """A form in which something may be unsaved."""

    @property
    def unsaved(self) -> str:
        """The sentence about what is saved before an action runs; empty for none."""

    def can_be_saved(self) -> bool:
        """Check it before anything is asked; errors are shown."""

    async def save(self, selection: Selection) -> Selection | None:
        """Save it; returns the saved record, or None if it was not saved."""


@dataclass(frozen=True, kw_only=True)
class ActionOptions(WidgetOptions):
    """The options of a line of actions: what can be done, and with which rows."""

    endpoint: str = ""
    """The endpoint of the rows, without a `source`."""
    actions: Sequence[Action] = ()
    lookup: str = "id"
    """The key of a row that identifies it."""
    title_field: str | None = None
    """The key of a row that names it, as of `Resource`; None tries the usual ones."""
    query: ListQuery | None = None
    """The query of the list."""
    source: RowSource | None = None
    page_permissions: Collection[str] | None = None
    """The page's own permissions; None allows all."""
    model: str = ""
    """The backend's name of the records in its permissions (`article`)."""
    unable: Mapping[str, str] | None = None
    """Why `add`, `change` or `delete` is impossible here, by the verb."""
    form: UnsavedForm | None = None
    """The form of the record that the actions are for."""
    deletable: bool = True
    """Whether deletion is offered."""
    quiet: bool = False
    """Whether the line is only shown while an action runs: the list shows the marks."""
    base: str | None = None
    """The path under which records are opened; None if it is unknown."""
    edit_fields: Sequence[FieldDescriptor] = ()
    """The fields that `Edit fields…` offers; empty hides the command."""
    languages: Sequence[str] | None = None
    registry: FieldRegistry | None = None
    labels: Callable[[], ListLabels] = ListLabels
    """Returns the labels of the list."""


class WidgetKeywords(TypedDict, total=False):
    """The keywords of every widget of the toolkit."""

    svc: Svc | None
    slots: Slots | None
    name: str | None
    id: str | None
    classes: str | None
    disabled: bool


class TableKeywords(WidgetKeywords, total=False):
    """`TableOptions` as keywords; endpoint and columns are separate parameters."""

    lookup: str
    title_field: str | None
    searchable: bool
    draggable: bool
    position_field: str
    edit_fields: Sequence[FieldDescriptor]
    stage: bool
    languages: Sequence[str] | None
    registry: FieldRegistry | None
    detail_base: str | None
    store: ListStore | None
    rows: Sequence[Mapping[str, Any]] | None
    mode: Mode
    adapter: Adapter | None
    query: ListQuery | None
    fit: bool
    filters: Sequence[FilterDescriptor]
    zone: tzinfo | None
    may_add: bool
    may_change: bool
    may_delete: bool
    model: str
    unable: Mapping[str, str] | None
    remembered_as: str
    cursor: str | None
    query_line: str
    fields: Sequence[FieldDescriptor]


class ListKeywords(TableKeywords, total=False):
    """`ListOptions` as keywords."""

    actions: Sequence[Action]
    tabs: Sequence[ListTabItem]
    default_tab: str | None
    tab_query_param: str
    bulk_fields: Sequence[FieldDescriptor] | None
    page_permissions: Collection[str] | None
    view: tuple[str, bool] | None


class ActionKeywords(WidgetKeywords, total=False):
    """`ActionOptions` as keywords."""

    endpoint: str
    actions: Sequence[Action]
    lookup: str
    title_field: str | None
    query: ListQuery | None
    source: RowSource | None
    page_permissions: Collection[str] | None
    model: str
    unable: Mapping[str, str] | None
    form: UnsavedForm | None
    deletable: bool
    quiet: bool
    base: str | None
    edit_fields: Sequence[FieldDescriptor]
    languages: Sequence[str] | None
    registry: FieldRegistry | None
    labels: Callable[[], ListLabels]
