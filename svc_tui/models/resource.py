"""Resource: one endpoint of the backend, with everything the console says about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictBool, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from svc_tui.models.address import why_no_address
from svc_tui.models.arguments import in_words, is_place
from svc_tui.models.base import Declaration, checked_path, error_at, label_from
from svc_tui.models.card import ResourceCard
from svc_tui.models.fields import FieldDescriptor, check_keys, key_there_twice
from svc_tui.models.listing import (
    ActionDescriptor,
    Column,
    FilterDescriptor,
    ListTabItem,
    Names,
    NonEmpty,
    RowsPerPage,
    names,
    non_empty,
)
from svc_tui.models.own_pages import RESERVED_NAMES
from svc_tui.models.slots import unknown_slots

_SLUG = re.compile(r"^[a-z0-9]+(?:[-_][a-z0-9]+)*$")
_FRAME = ("topbar", "sidebar:", "login:", "home.")
"""Beginnings of slots that are not on the pages of a resource."""


def _ordering(value: object) -> object:
    """Read the wire's own spelling, `-published_at,title`, as a list."""
    found = tuple(filter(None, value.split(","))) if isinstance(value, str) and value else value
    return non_empty((found,) if isinstance(found, str) else found)


Ordering = Annotated[
    tuple[str, ...], BeforeValidator(_ordering, json_schema_input_type=str | tuple[str, ...])
]
"""Field names; a leading `-` sorts descending."""


Method = Literal["POST", "PUT", "PATCH", "DELETE"]
"""A request that changes something."""

Paging = Literal["page", "offset", "cursor"]
"""What asks for another page: its number, how many rows stand before it, or a mark."""

PYTHON_ONLY = ("slots", "middleware", "list_page", "detail_page")
"""The keys of a resource that hold functions and classes, which no file can write."""

_VERBS: dict[str, tuple[Method, ...]] = {
    "add": ("POST",),
    "change": ("PATCH", "PUT"),
    "delete": ("DELETE",),
}
"""What an action needs: one of these."""


def _is_slug(name: str) -> str:
    """A name is a step of a path, so it keeps to letters that need no escaping."""
    if not _SLUG.match(name):
        raise ValueError(
            "can only contain lower-case letters, digits, and single - or _ between them"
        )
    return name


class SidebarGroup(Declaration):
    """A heading of the sidebar with resources below it."""

    name: str
    """What resources write as their `parent`: lower-case letters, digits, - and _."""
    label: str = Field(
        default_factory=lambda known: label_from(known.get("name", "")), min_length=1
    )
    """The heading; made from the name if omitted."""
    icon: str | None = Field(default=None, min_length=1)
    """A character before the heading."""

    _name_is_a_slug = field_validator("name")(_is_slug)


class ModelPermissions(Declaration):
    """Access by the permissions for one backend model."""

    model: str = Field(min_length=1)
    """The model's name: `article` means view_article, add_article and so on."""


class Resource(Declaration):
    """One collection of the backend and its pages: a list, a detail form, a new record."""

    name: str
    """The resource's name in paths: `articles` gives /articles, /articles/new, /articles/<id>.
    Lower-case letters, digits, - and _."""
    endpoint: str = Field(min_length=1)
    """The collection's path on the backend, such as `/api/articles`, or its address there; its
    query is sent with every list request."""
    label: str = Field(
        default_factory=lambda known: label_from(known.get("name", "")), min_length=1
    )
    """The displayed name; made from the name if omitted."""
    icon: str | None = Field(default=None, min_length=1)
    """A character before the label."""
    parent: str | None = Field(default=None, min_length=1)
    """The sidebar group, or another resource's name, above this one. Where no group is declared,
    another word is a heading of its own."""
    hidden: bool = False
    """The resource has pages but no entry in the sidebar."""
    sidebar_footer: bool = False
    """The entry is in the lower part of the sidebar."""

    model: str | None = Field(default=None, min_length=1)
    """The backend's model name for permissions: with `article`, viewing needs view_article,
    saving needs change_article and so on. Short for `permissions = { model = "article" }`."""
    permissions: ModelPermissions | Names | None = None
    """Who has access: `{ model = "article" }`, or a list of codenames that must all be held."""
    roles: Names = ()
    """Groups; the user must be in at least one."""
    lookup: str = Field(default="id", min_length=1)
    """The key that identifies a row in paths."""
    title_field: str | None = Field(default=None, min_length=1)
    """The key that names a record in headings, questions and messages: a key or a dotted path.
    If omitted, or empty in a record, the first of title, name, label, username, number, code and
    slug that has a text, else the id."""
    languages: NonEmpty | None = None
    """The languages of translatable fields; if omitted, read from the backend."""

    columns: tuple[Column, ...] = ()
    """The list's columns; if omitted, read from the backend."""
    filters: tuple[FilterDescriptor, ...] = ()
    """The list's filters."""
    tabs: tuple[ListTabItem, ...] = ()
    """The list's tabs."""
    default_tab: str | None = None
    """The value of the tab open at first; if omitted, the first one."""
    tab_query_param: str = Field(default="tab", min_length=1)
    """The query parameter for the tab's value."""
    actions: tuple[ActionDescriptor, ...] = ()
    """Actions on selected rows, in addition to deleting."""
    searchable: bool = True
    """The list has a search line."""
    page_size: RowsPerPage | None = None
    """Rows per page, or `"fit"`: as many as the screen has lines; if omitted, the console's own
    `page_size`."""
    ordering: Ordering = ()
    """How the list is sorted at first: `["-published_at", "title"]`."""
    pagination: Paging | None = None
    """How pages are requested: by its number (`page`), by `limit` and `offset`, or by
    a `cursor`; if omitted, detected from the first response."""
    draggable: bool = False
    """Rows have an order that the backend stores, and can be moved: no dialect says this."""
    position_field: str = Field(default="position", min_length=1)
    """The key of a row's position; a draggable list is sorted by it at first."""
    edit_fields: tuple[FieldDescriptor, ...] = ()
    """The fields of the quick edit form."""
    stage: bool = False
    """Quick edits are staged, marked with a star, until W sends them together."""
    detail_base: str | None = Field(default=None, min_length=1)
    """The path to which a row's id is added to open it; if omitted, the resource's own pages."""

    fields: tuple[FieldDescriptor, ...] = ()
    """The main form; if omitted, read from the backend."""
    sidebar_fields: tuple[FieldDescriptor, ...] = ()
    """The form in the side column."""
    sidebar_cols: int = Field(default=4, ge=1, le=11)
    """The width of the side column in 12ths, 1 to 11."""
    sticky: bool = True
    """The side column stays in view while the form scrolls."""
    use_patch: bool = True
    """Saving sends only what changed (PATCH); false sends the whole record (PUT)."""
    methods: tuple[Method, ...] | None = None
    """The methods for changes that the backend allows here: POST, PUT, PATCH, DELETE. What needs
    another one is not offered; if omitted, read from the backend."""
    readonly: bool = False
    """Records are read-only."""
    lifecycle: bool | None = None
    """Records are pages of the CMS, with drafts, publishing and revisions; if omitted, articles and
    pages of the CMS are."""
    preview_field: str | None = Field(default=None, min_length=1)
    """Where a record has its public address: a key or a dotted path. It is shown above the form,
    and `yu` copies it; nothing is opened."""

    card: ResourceCard | StrictBool | SkipJsonSchema[Callable[..., Any]] = True
    """Its card on the home page: false for none, or `{ title = …, count = …, date = … }`. In
    Python also the class of a widget, which receives `resource=`."""

    slots: Annotated[Mapping[str, Callable[..., Any]], SkipJsonSchema()] = Field(
        default_factory=dict
    )
    """Slots of its pages, over those of the console (Python only)."""
    middleware: Annotated[NonEmpty, SkipJsonSchema()] = ()
    """Names of middleware that is asked before its pages are shown, behind the sign-in
    (Python only)."""
    list_page: Annotated[Callable[..., Any] | str | None, SkipJsonSchema()] = None
    """The page of its list: a kind of `ListPage`, or another `SvcPage` (Python only)."""
    detail_page: Annotated[Callable[..., Any] | str | None, SkipJsonSchema()] = None
    """The page of one record: a kind of `DetailPage`, or another `SvcPage` (Python only)."""

    if TYPE_CHECKING:
        # What each argument takes, which is more than the field then holds.
        def __init__(
            self,
            *,
            name: str,
            endpoint: str,
            label: str = ...,
            icon: str | None = ...,
            parent: str | None = ...,
            hidden: bool = ...,
            sidebar_footer: bool = ...,
            model: str | None = ...,
            permissions: ModelPermissions | Mapping[str, str] | str | Sequence[str] | None = ...,
            roles: str | Sequence[str] = ...,
            lookup: str = ...,
            title_field: str | None = ...,
            languages: Sequence[str] | None = ...,
            columns: Sequence[Column | str | Mapping[str, Any]] = ...,
            filters: Sequence[FilterDescriptor] = ...,
            tabs: Sequence[ListTabItem] = ...,
            default_tab: str | None = ...,
            tab_query_param: str = ...,
            actions: Sequence[ActionDescriptor] = ...,
            searchable: bool = ...,
            page_size: RowsPerPage | None = ...,
            ordering: str | Sequence[str] = ...,
            pagination: Paging | None = ...,
            draggable: bool = ...,
            position_field: str = ...,
            edit_fields: Sequence[FieldDescriptor] = ...,
            stage: bool = ...,
            detail_base: str | None = ...,
            fields: Sequence[FieldDescriptor] = ...,
            sidebar_fields: Sequence[FieldDescriptor] = ...,
            sidebar_cols: int = ...,
            sticky: bool = ...,
            use_patch: bool = ...,
            methods: Sequence[Method] | None = ...,
            readonly: bool = ...,
            lifecycle: bool | None = ...,
            preview_field: str | None = ...,
            card: ResourceCard | Mapping[str, Any] | bool | Callable[..., Any] = ...,
            slots: Mapping[str, Callable[..., Any]] = ...,
            middleware: Sequence[str] = ...,
            list_page: Callable[..., Any] | str | None = ...,
            detail_page: Callable[..., Any] | str | None = ...,
        ) -> None: ...

    _name_is_a_slug = field_validator("name")(_is_slug)

    @field_validator("name")
    @classmethod
    def _is_free(cls, name: str) -> str:
        """Refuse the paths of the console's own pages."""
        if name in RESERVED_NAMES:
            raise ValueError(f"is reserved: /{name} is a page of the console")
        return name

    @field_validator("endpoint")
    @classmethod
    def _is_an_address(cls, endpoint: str) -> str:
        """Return it with a slash at its beginning; refuse what no server could be asked for."""
        if why := why_no_address(endpoint):
            raise ValueError(why)
        place = endpoint.strip()
        return place if "://" in place.partition("?")[0] else f"/{place.removeprefix('/')}"

    @field_validator("permissions", mode="before")
    @classmethod
    def _names_a_permission(cls, given: object) -> object:
        return given if isinstance(given, Mapping | ModelPermissions) else names(given)

    @field_validator("title_field", "preview_field")
    @classmethod
    def _is_a_path(cls, path: str | None) -> str | None:
        return path if path is None else checked_path(path)

    @field_validator("list_page", "detail_page", mode="before")
    @classmethod
    def _is_a_page(cls, page: object) -> object:
        if page is not None and not callable(page) and not is_place(page):
            raise ValueError(
                f"should be a page or its import path (module:Class), not {in_words(page)}"
            )
        return page

    @field_validator("slots")
    @classmethod
    def _are_slots(cls, slots: Mapping[str, Any]) -> Mapping[str, Any]:
        if why := next(unknown_slots(slots), ""):
            raise ValueError(f"should name slots: {why}")
        if other := next((name for name in slots if name.startswith(_FRAME)), ""):
            raise ValueError(f'has "{other}", which is not on its pages; fill it in the console')
        return slots

    @model_validator(mode="before")
    @classmethod
    def _reads_model_out_of_permissions(cls, given: Any) -> Any:
        """`permissions = { model = … }` and `model = …` are one statement."""
        if not isinstance(given, dict) or "model" in given:
            return given
        permissions = given.get("permissions")
        if isinstance(permissions, ModelPermissions):
            return {**given, "model": permissions.model}
        if isinstance(permissions, dict) and isinstance(permissions.get("model"), str):
            return {**given, "model": permissions["model"]}
        return given

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Resource:
        """Keys that speak of each other must say the same."""
        permissions = self.permissions
        if isinstance(permissions, ModelPermissions) and permissions.model != self.model:
            text = f'says model = "{self.model}" and permissions.model = "{permissions.model}"'
            raise error_at(f"{text}; keep one of them", "permissions")
        if self.default_tab is not None and self.default_tab not in self._tab_values():
            text = f'has default_tab = "{self.default_tab}", which is not one of its tabs'
            raise error_at(text, "default_tab")
        if isinstance(self.card, ResourceCard):
            choices = {
                one.value: [choice.sent for choice in one.choices]
                for one in self.filters
                if one.choices
            }
            if text := self.card.mistake([tab.value for tab in self.tabs], choices):
                raise error_at(text, "card")
        self._check_verbs()
        _check_unique("columns", "key", [column.key for column in self.columns])
        _check_unique("filters", "value", [item.value for item in self.filters])
        _check_unique("tabs", "value", [tab.value for tab in self.tabs])
        _check_unique("actions", "id", [action.id for action in self.actions])
        check_keys("fields", self.fields)
        check_keys("edit_fields", self.edit_fields)
        if found := key_there_twice((*self.fields, *self.sidebar_fields)):
            text = f'has two fields with the key "{found[1]}"; keep one of them'
            raise error_at(text, "sidebar_fields", found[0] - len(self.fields))
        return self

    def _check_verbs(self) -> None:
        """Refuse actions that need a verb on a model that is not named: nothing could check it."""
        for index, action in enumerate(self.actions):
            verb = next((one for one in action.permissions if "_" not in one), None)
            if verb is not None and self.model is None:
                text = (
                    f'has the action "{action.label}" that needs "{verb}", but no model to check '
                )
                text += f'it for; set model = "article", or name a codename: "{verb}_article"'
                raise error_at(text, "actions", index, "permissions")

    def _tab_values(self) -> set[str]:
        """Return the values that `default_tab` may have; "all" is the tab that sends nothing."""
        return {tab.value for tab in self.tabs} | {"all", ""}

    @property
    def first_tab(self) -> str:
        """The value of the tab open at first; empty without tabs."""
        values = [tab.value for tab in self.tabs]
        if self.default_tab in values:
            return self.default_tab or ""
        return "" if self.default_tab == "all" else next(iter(values), "")

    @property
    def every_field(self) -> Iterator[FieldDescriptor]:
        """The fields of all its forms and actions, nested ones included."""
        return (field for _, field in self.placed_fields)

    @property
    def placed_fields(self) -> Iterator[tuple[tuple[str | int, ...], FieldDescriptor]]:
        """The same fields, each after its place in this declaration."""
        for name in ("fields", "sidebar_fields", "edit_fields"):
            yield from walk_fields(getattr(self, name), (name,))
        for number, action in enumerate(self.actions):
            yield from walk_fields(action.inputs, ("actions", number, "inputs"))

    @property
    def form_fields(self) -> tuple[FieldDescriptor, ...]:
        """The fields of all its forms, each key once."""
        every = (*self.fields, *self.sidebar_fields, *self.edit_fields)
        return tuple({one.key: one for one in reversed(every)}.values())[::-1]

    @property
    def record_base(self) -> str:
        """The prefix of the paths of its records."""
        return self.detail_base or f"/{self.name}"

    def lacks(self, action: str) -> str:
        """Why the backend does not allow `add`, `change` or `delete` here; "" if it does."""
        needed = _VERBS.get(action, ())
        if self.methods is None or not needed or any(one in self.methods for one in needed):
            return ""
        return f"the backend allows no {' or '.join(needed)} here"

    @property
    def required_permissions(self) -> dict[str, str] | tuple[str, ...] | None:
        """The page meta's `permissions`: `{"model": …}`, codenames, or None for everyone."""
        if isinstance(self.permissions, tuple):
            return self.permissions
        return None if self.model is None else {"model": self.model}


def walk_fields(
    fields: Iterable[FieldDescriptor], place: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], FieldDescriptor]]:
    """Yield fields with those inside them, each after its place."""
    for index, field in enumerate(fields):
        here = (*place, index)
        yield here, field
        yield from walk_fields(field.fields, (*here, "fields"))
        for name, inner in field.templates.items():
            yield from walk_fields(inner, (*here, "templates", name))


def _check_unique(what: str, key: str, values: Sequence[str]) -> None:
    """Refuse two of one name, which could not be distinguished later."""
    for index, value in enumerate(values):
        if value in values[:index]:
            text = f'has two {what} with {key} = "{value}"; keep one of them'
            raise error_at(text, what, index)
