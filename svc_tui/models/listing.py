"""The declarations of a list: its columns, filters, tabs and bulk actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from string import Formatter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

from svc_tui.models.arguments import GENERATES, is_generator, twice, wrong_count
from svc_tui.models.base import WORDS, Declaration, checked_path, error_at, label_from
from svc_tui.models.fields import FieldDescriptor
from svc_tui.models.records import CRUD_ACTIONS

Format = Literal[
    "text", "number", "money", "boolean", "date", "datetime", "relative",
    "size", "badge", "image", "labels", "publishing",
]  # fmt: skip
"""How a cell shows its value."""

DATES: frozenset[Format] = frozenset({"date", "datetime", "relative"})
"""Formats that show a day or a time."""

HandlerPath = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$")]
"""Where a handler lives: `module:name`."""

PLACEHOLDERS = frozenset({"endpoint", "id"})
"""What the path of a declared request may hold in braces."""


def non_empty(value: object) -> object:
    """Return names as they are; raises ValueError for an empty one."""
    members = value if isinstance(value, list | tuple) else ()
    if any(isinstance(one, str) and not one.strip() for one in members):
        raise ValueError("has an empty name; remove it")
    return value


def names(value: object) -> object:
    """Read one name where a list of names is meant; raises ValueError for an empty one."""
    return non_empty((value,) if isinstance(value, str) else value)


Names = Annotated[
    tuple[str, ...], BeforeValidator(names, json_schema_input_type=str | tuple[str, ...])
]
"""A list of names; one name alone is a list of one."""

NonEmpty = Annotated[tuple[str, ...], BeforeValidator(non_empty)]
"""A list of names, none of which is empty."""

FIT: Literal["fit"] = "fit"
"""The page size of lists that show as many rows as the screen has lines."""


def _page_size(given: object, info: ValidationInfo) -> object:
    """Return a page size as it is declared: a whole number from 1 on, or `"fit"`."""
    if given is None or given == FIT:
        return given
    words = (info.context or {}).get(WORDS)
    if words and isinstance(given, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", given):
        given = int(given)
    if not isinstance(given, int) or isinstance(given, bool):
        shown = f", not {given}" if isinstance(given, bool) else ""
        raise ValueError(f'should be a whole number or "{FIT}"{shown}')
    if given < 1:
        raise ValueError("should be at least 1")
    return given


RowsPerPage = Annotated[
    int | Literal["fit"],
    BeforeValidator(
        _page_size, json_schema_input_type=Annotated[int, Field(ge=1)] | Literal["fit"]
    ),
]
"""The size of a page: a number of rows, or `"fit"`: as many as the screen has lines."""


ChoiceValue = str | int | float | bool
"""The value of a choice."""


def sent_text(value: ChoiceValue) -> str:
    """Return the value of a choice as it is sent."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class FilterChoice(Declaration):
    """One value a filter offers, or a column shows."""

    value: ChoiceValue
    """What is sent to the backend."""
    text: str = Field(default_factory=lambda known: label_from(str(known.get("value", ""))))
    """The displayed text; made from the value if omitted."""
    icon: str | None = Field(default=None, min_length=1)
    """A character before the text."""

    @property
    def sent(self) -> str:
        """The value as it is sent."""
        return sent_text(self.value)


def _as_choice(value: object) -> object:
    """Read a bare value as a choice of that value."""
    return {"value": value} if isinstance(value, str | int | float) else value


Choice = Annotated[
    FilterChoice,
    BeforeValidator(_as_choice, json_schema_input_type=str | int | float | bool | FilterChoice),
]
"""A choice; `"draft"` is short for `{ value = "draft" }`."""


def _distinct(choices: tuple[FilterChoice, ...]) -> tuple[FilterChoice, ...]:
    """Return choices; raises ValueError if two have the same value."""
    if again := twice(one.sent for one in choices):
        raise ValueError(f'has "{again[0]}" twice; keep one of them')
    return choices


DistinctChoices = Annotated[tuple[Choice, ...], AfterValidator(_distinct)]
"""Choices that differ in what they send."""


class ListColumn(Declaration):
    """One column of a list."""

    key: str = Field(min_length=1)
    """Where the value lives in the row; a dotted path (`author.name`) reaches into objects."""
    label: str = Field(default_factory=lambda known: label_from(known.get("key", "")))
    """The column's heading; if omitted, the label of this key's field, or made from the key."""
    sortable: bool = False
    """The list can be sorted by this column; the backend sorts."""
    format: Format | None = None
    """How values are shown; if omitted, depends on the value. `number` groups digits, `money` has
    two decimals or more, `size` takes bytes (`1.5 KiB`), `relative` is the time since (`3 h ago`);
    `badge` gives known states (`draft`, `paid`, `failed`) a sign and a color, `image` marks that
    there is a picture, `labels` names the members of a list, `publishing` shows the state of a page
    in each language. Copies and exports use the values."""
    align: Literal["left", "center", "right"] | None = None
    """Where values stand in the column; if omitted, amounts (`number`, `money`, `size`) right, all
    others left."""
    width: int | None = Field(default=None, ge=1)
    """Width in terminal cells; if omitted, as wide as the widest value on the page."""
    choices: DistinctChoices = ()
    """Text shown instead of values; if omitted, what the filter or the field of this key
    calls them: of a relation the titles (`item_text`) of its records. They are asked for behind the
    rows with `?id__in=1,2`, else `?id=1,2`, or as `ids_param` of the field's `attrs` names it."""

    _key_is_a_path = field_validator("key")(checked_path)

    if TYPE_CHECKING:
        # What each argument takes, which is more than the field then holds.
        def __init__(
            self,
            *,
            key: str,
            label: str = ...,
            sortable: bool = ...,
            format: Format | None = ...,
            align: Literal["left", "center", "right"] | None = ...,
            width: int | None = ...,
            choices: Sequence[Choice | ChoiceValue | Mapping[str, Any]] = ...,
        ) -> None: ...


def _as_column(value: object) -> object:
    """Read a bare string as a column of that key."""
    return {"key": value} if isinstance(value, str) else value


Column = Annotated[ListColumn, BeforeValidator(_as_column, json_schema_input_type=str | ListColumn)]
"""A column; `"title"` is short for `{ key = "title" }`."""


class FilterDescriptor(Declaration):
    """One filter of a list: of choices, of dates, or without either of a text to type."""

    value: str = Field(min_length=1)
    """The name of the query parameter that the filter sets."""
    text: str = Field(default_factory=lambda known: label_from(known.get("value", "")))
    """The filter's name on the screen; made from the value if omitted."""
    choices: DistinctChoices = ()
    """The available choices; without them, an `endpoint` or a `datepicker`, a text is typed, which
    is sent as it is."""
    datepicker: bool = False
    """The filter is a date range instead of choices."""
    multiple: bool = False
    """Allow several choices; they are sent joined by commas."""
    default_choice: str | None = None
    """The choices active at first: their values, joined by commas. Of a datepicker
    the days, as the search line takes them: `last 7 days`, `>-7d`, `2026-01-01..2026-02-01`."""
    endpoint: str | None = Field(default=None, min_length=1)
    """Where to load the choices from, instead of listing them."""
    item_text: str = Field(default="name", min_length=1)
    """The key of a loaded item to show."""
    item_value: str = Field(default="id", min_length=1)
    """The key of a loaded item to send."""
    from_param: str | None = Field(default=None, min_length=1)
    """The query parameter of a date span's first day; if omitted, both go as `value=from,to`."""
    to_param: str | None = Field(default=None, min_length=1)
    """The query parameter of a date span's last day."""
    with_time: bool = False
    """The last day is sent with its last moment (`2026-05-03T23:59:59.999`), as it would begin at
    midnight where the field has a time."""
    search: bool = True
    """Typing in the filter asks `endpoint` with `?search=`; false narrows the loaded choices."""

    if TYPE_CHECKING:
        # What each argument takes, which is more than the field then holds.
        def __init__(
            self,
            *,
            value: str,
            text: str = ...,
            choices: Sequence[Choice | ChoiceValue | Mapping[str, Any]] = ...,
            datepicker: bool = ...,
            multiple: bool = ...,
            default_choice: str | None = ...,
            endpoint: str | None = ...,
            item_text: str = ...,
            item_value: str = ...,
            from_param: str | None = ...,
            to_param: str | None = ...,
            with_time: bool = ...,
            search: bool = ...,
        ) -> None: ...

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> FilterDescriptor:
        """Written choices, fetched choices and dates exclude each other."""
        if self.choices and self.endpoint:
            raise ValueError("has both choices and endpoint; keep one of them")
        if self.datepicker and (self.choices or self.endpoint):
            raise ValueError("is a datepicker and has choices; keep one of them")
        if (self.from_param is None) != (self.to_param is None):
            raise ValueError("needs from_param and to_param together")
        if self.from_param and not self.datepicker:
            raise ValueError("has from_param and to_param, which need datepicker = true")
        if self.with_time and not self.to_param:
            raise ValueError("has with_time, which needs to_param")
        return self


class ActiveFilter(FilterDescriptor):
    """An active filter and its chosen values."""

    active: tuple[Choice, ...] = ()
    """The active choices."""
    dates: tuple[str, ...] = ()
    """The two days of a date span, as ISO dates."""
    words: str = ""
    """What the span was called where it means other days tomorrow, such as `last month`."""

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            active: Sequence[Choice | ChoiceValue | Mapping[str, Any]] = ...,
            dates: Sequence[str] = ...,
            words: str = ...,
            **others: Any,
        ) -> None:
            """Take what a `FilterDescriptor` takes as well."""


class ActionRequest(Declaration):
    """The request that a bulk action sends."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "POST"
    """The HTTP method."""
    path: str = Field(min_length=1)
    """The path; `{endpoint}` is the resource's own, `{id}` the row's."""
    body: Mapping[str, Any] | None = None
    """The JSON that is sent; with `per = "selection"` the selection is added to it."""
    per: Literal["row", "selection"] = "row"
    """row: one request for each row. selection: a single request with `{"ids": […]}`, or
    `{"all": true, "query": {…}}` when everything that matches is selected."""

    @field_validator("method", mode="before")
    @classmethod
    def _shouts(cls, method: object) -> object:
        """Read a method in small letters too."""
        return method.upper() if isinstance(method, str) else method

    @model_validator(mode="after")
    def _can_fill_its_path(self) -> ActionRequest:
        """Every placeholder must have something to stand for it."""
        names = _placeholders(self.path)
        if unknown := names - PLACEHOLDERS:
            known = "{endpoint} and {id}" if self.per == "row" else "{endpoint}"
            raise ValueError(f"has {{{min(unknown)}}} in its path; use {known}")
        if self.per == "row" and "id" not in names:
            advice = 'as it is sent for each row; or add per = "selection"'
            raise ValueError(f"needs {{id}} in its path, {advice}")
        if self.per == "selection" and "id" in names:
            raise ValueError('has {id} in its path, which per = "selection" does not support')
        return self


def unknown_verb(word: str) -> str:
    """Return what is wrong with a permission of one word."""
    near = get_close_matches(word, CRUD_ACTIONS, 1)
    meant = f'did you mean "{near[0]}"?' if near else f"the verbs are {', '.join(CRUD_ACTIONS)}"
    return f'"{word}", which is neither a verb nor a codename such as delete_article; {meant}'


def _placeholders(path: str) -> set[str]:
    """Return what a path has in braces; what is more than a name is returned whole."""
    try:
        parts = [one[1:] for one in Formatter().parse(path) if one[1] is not None]
    except ValueError as error:
        raise ValueError(f"has an unmatched brace in its path ({error})") from error
    return {
        f"{name}{'!' * bool(how)}{how or ''}{':' * bool(spec)}{spec or ''}"
        for name, spec, how in parts
    }


def _id_from(known: Mapping[str, Any]) -> str:
    """An id out of a label: `Send to press` becomes `send-to-press`."""
    return re.sub(r"\W+", "-", str(known.get("label", "")).lower()).strip("-") or "action"


REQUEST_OR_HANDLER = 'give it one: request = { … } or handler = "module:name"'


def dotted_input(fields: Sequence[FieldDescriptor]) -> str:
    """Return why these can't be the fields of a form whose values are given by key; "" if they can.

    A form reads a dotted key as a path, so that its value would come under another key.
    """
    dotted = next((one.key for one in fields if "." in one.key), None)
    return f'has the input "{dotted}"; keys of inputs must not contain dots' if dotted else ""


class ActionDescriptor(Declaration):
    """An action on the selected rows."""

    label: str = Field(min_length=1)
    """The action's name on the screen."""
    id: str = Field(default_factory=_id_from, min_length=1)
    """The action's name in key bindings and locations; made from the label if omitted."""
    request: ActionRequest | None = None
    """The request to send; either this or `handler`."""
    handler: HandlerPath | SkipJsonSchema[Callable[..., Any]] | None = None
    """An async function `(ctx)`, named `module:name`; either this or `request`."""
    permissions: Names = ()
    """Required permissions, all of them: codenames (`delete_article`), or verbs (`change`)
    for the resource's own model."""
    handle_multiple: bool = True
    """The action accepts several rows at once."""
    handle_all: bool = False
    """The action can run on everything that matches the list's query."""
    dangerous: bool = False
    """The confirmation is shown in red."""
    inputs: tuple[FieldDescriptor, ...] = ()
    """Fields of a form shown before the action runs. Their values are added to the body
    of the request, which has no other value under their keys, or are `ctx.inputs` of the handler;
    their keys have no dots. A relation gives whole records, or their ids with
    `return_object = false` in its `attrs`."""
    changes: Names = ()
    """The fields that it changes, by dotted path, so that `u` can restore them: each record is
    read before and after."""
    help: str = ""
    """What it does, in a few words; shown in the menu while the cursor is on it."""

    if TYPE_CHECKING:

        def __init__(
            self,
            *,
            label: str,
            id: str = ...,
            request: ActionRequest | Mapping[str, Any] | None = ...,
            handler: str | Callable[..., Any] | None = ...,
            permissions: str | Sequence[str] = ...,
            handle_multiple: bool = ...,
            handle_all: bool = ...,
            dangerous: bool = ...,
            inputs: Sequence[FieldDescriptor] = ...,
            changes: str | Sequence[str] = ...,
            help: str = ...,
        ) -> None: ...

    @field_validator("changes")
    @classmethod
    def _changes_are_paths(cls, changes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(checked_path, changes))

    @model_validator(mode="before")
    @classmethod
    def _does_not_do_two_things(cls, given: Any) -> Any:
        """Either a request or a handler; asked before what is wrong inside of them."""
        if isinstance(given, Mapping) and given.get("request") and given.get("handler"):
            raise ValueError("has both a request and a handler; keep one of them")
        return given

    @field_validator("handler")
    @classmethod
    def _can_be_called(cls, call: Any) -> Any:
        """Refuse a generator, which would never run, and a function with other parameters."""
        if is_generator(call):
            raise ValueError(GENERATES)
        if callable(call) and (why := wrong_count(call, "ctx")):
            raise ValueError(f"has the wrong parameters: {why}")
        return call

    @model_validator(mode="after")
    def _does_something(self) -> ActionDescriptor:
        """Require a request or a handler, and no inputs for a GET, which has no body."""
        if self.request is None and self.handler is None:
            raise ValueError(f"has no request and no handler; {REQUEST_OR_HANDLER}")
        if self.inputs and self.request is not None and self.request.method == "GET":
            raise ValueError("has inputs, but a GET request has no body")
        if why := dotted_input(self.inputs):
            raise ValueError(why)
        keys = [one.key for one in self.inputs]
        if twice := next((key for key in keys if keys.count(key) > 1), None):
            raise ValueError(f'has two inputs with the key "{twice}"; keep one of them')
        if self.request is not None:
            self._sends_each_key_once(self.request, keys)
        return self

    def _sends_each_key_once(self, request: ActionRequest, keys: Sequence[str]) -> None:
        """Refuse an input or a body whose value another one of the same key would replace."""
        chosen = ("ids", "all", "query") if self.handle_all else ("ids",)
        for key in chosen if request.per == "selection" else ():
            if key in keys:
                text = f'has the input "{key}", but the request sends the selection under this key'
                raise error_at(f"{text}; choose another key", "inputs", keys.index(key))
            if key in (request.body or {}):
                text = f'has "{key}" in its body, but the request sends the selection under it'
                raise error_at(f"{text}; remove it", "request", "body")
        if both := next((key for key in keys if key in (request.body or {})), None):
            text = f'has the key "{both}" among its inputs and in its body; keep one of them'
            raise error_at(text, "inputs", keys.index(both))

    @property
    def unknown_verbs(self) -> tuple[str, ...]:
        """The words in `permissions` that are neither verbs nor codenames, so no user has them."""
        return tuple(one for one in self.permissions if "_" not in one and one not in CRUD_ACTIONS)

    def with_inputs(self, values: Mapping[str, Any]) -> ActionDescriptor:
        """Return the action with the values of its inputs in the body of its request."""
        if self.request is None:
            return self
        request = self.request.model_copy(update={"body": {**(self.request.body or {}), **values}})
        return self.model_copy(update={"request": request})


class ListTabItem(Declaration):
    """One tab of a list."""

    value: str
    """What the tab sends as the list's `tab_query_param`; an empty text sends nothing."""
    text: str = Field(default_factory=lambda known: label_from(known.get("value", "")) or "All")
    """The displayed text; made from the value if omitted."""
    count: int | None = Field(default=None, ge=0)
    """A number shown next to the text."""
