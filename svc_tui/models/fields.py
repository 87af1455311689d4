"""FieldDescriptor: one field of a record, as it is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import Field, StrictInt, ValidationInfo, field_validator, model_validator
from pydantic.alias_generators import to_snake
from pydantic.json_schema import SkipJsonSchema

from svc_tui.models.arguments import (
    GENERATES,
    Sync,
    checks_arguments,
    is_async,
    is_generator,
    refused_arguments,
    wrong_count,
)
from svc_tui.models.base import Declaration, checked_path, error_at, label_from
from svc_tui.models.conditions import Conditions, GivenConditions, why_no_expression
from svc_tui.models.field_types import known_attrs

_CALLED_WITH = {
    "visible": ("model",),
    "show": ("model",),
    "on_change": ("model", "val"),
    "validate_": ("val", "model"),
    "validate_async": ("val", "model"),
}
"""What each function of a field is called with."""

PythonOnly = SkipJsonSchema[Callable[..., Any] | None]
"""A callable that programs may give; a console file cannot, so its schema does not offer it."""


Default = bool | int | float | str | list[Any] | dict[str, Any] | None
"""A value as JSON has it."""


@checks_arguments(get=(Sync, type(None)), set=(Sync, type(None)))
@dataclass(frozen=True)
class Accessor:
    """Converts a value between record and form; each gets `model`, `val`, `lang`."""

    get: Callable[..., Any] | None = None
    """From the record to the form; None leaves the value as it is."""
    set: Callable[..., Any] | None = None
    """From the form to the record; None leaves the value as it is. It must return a value for each
    value that is not empty."""

    def __post_init__(self) -> None:
        """Refuse functions that take other arguments."""
        for name, call in (("get", self.get), ("set", self.set)):
            if call is not None and (why := wrong_count(call, keywords=("model", "val", "lang"))):
                raise refused_arguments(type(self), f"{name} has the wrong parameters: {why}")

    def over(self, other: Accessor | None) -> Accessor:
        """Return this accessor, completed with the functions of another one."""
        if other is None:
            return self
        return Accessor(self.get or other.get, self.set or other.set)


class ColumnSpan(Declaration):
    """The number of the form's 12 columns that a field takes, by form width."""

    sm: int = Field(default=12, ge=1, le=12)
    """Columns in a narrow form (under 60 cells)."""
    md: int = Field(default=12, ge=1, le=12)
    """Columns in a medium form (60 to 99 cells)."""
    lg: int = Field(default=12, ge=1, le=12)
    """Columns in a wide form (100 cells and more)."""


class FieldDescriptor(Declaration):
    """One field of a form."""

    key: str = Field(min_length=1)
    """Where the value lives in the record; a dotted path (`seo.title`) reaches into objects."""
    type: str = Field(default="text", min_length=1)
    """The kind of field: text, textarea, number, boolean, select, fks, m2m, date, media, …
    An unknown kind shows a placeholder with its name."""
    label: str = Field(default_factory=lambda known: label_from(known.get("key", "")))
    """The field's label; made from the key if omitted."""
    help: str | None = None
    """A one-line hint below the field."""
    required: bool = False
    """The value is required: null and empty text are refused; 0, false and [] are allowed."""
    readonly: bool = False
    """The value is shown but can't be edited."""
    translatable: bool = False
    """Each language has its own value, stored at `translations.<language>.<key>`."""
    synci18n: bool = False
    """One edit writes the value of every language; a field that is not `translatable` has but one
    value, at its own key, and that one is written."""
    default: Default = None
    """The value in a new record; if omitted, the field is empty there. Of a field that is
    `translatable` or `readonly` it says nothing."""
    group: str | None = None
    """The group of the field; fields of one group are shown together."""
    tab: str | tuple[str, ...] | None = None
    """The tab of the form; `"a/b"` or `["a", "b"]` is tab b inside tab a."""
    subtab: str | None = None
    """The tab inside the field's group; ignored without a group."""
    cols: StrictInt | ColumnSpan = Field(default=12)
    """How many of the form's 12 columns the field takes: 1 to 12, or { sm, md, lg } by width.
    A plain number counts from 60 cells on; a narrower form has one field on a line."""
    expandable: bool = False
    """The field can be edited in full screen; long fields always can."""
    debounce: int | None = Field(default=None, ge=0)
    """Milliseconds to wait until an edit counts; left out or 0, it counts at once: conditions
    and marks then follow each key. Saving and leaving never wait for it."""
    validate_async_debounce: int = Field(default=600, ge=0)
    """Milliseconds to wait before `validate_async` runs."""
    no_draft: bool = False
    """The value stays out of drafts on disk, of $EDITOR and of what is remembered of own writes;
    meant for secrets."""
    write_only: bool = False
    """The backend takes the value and never returns it: a save does not report it as lost, and it
    is neither logged nor undone. Of secrets by their names this is known."""
    whole: bool | None = None
    """Left out or true, a change sends the whole value: the object at the first step of a dotted
    key, and in one language for a translatable field. False sends only the changed parts of an
    object, for backends that merge them and refuse the rest."""
    when: Conditions = Field(default_factory=dict)
    """The field is shown only if all of these are true: `{ status = "draft" }`, or with a matcher
    `{ rating = { greater_than = 3 } }`."""
    when_any: Conditions = Field(default_factory=dict)
    """The field is shown only if at least one of these is true."""
    when_not: Conditions = Field(default_factory=dict)
    """The field is shown only if none of these is true."""
    attrs: Mapping[str, Any] = Field(default_factory=dict)
    """Settings of the field's own type: `items` of a select, `endpoint` of a relation, `mime` and
    `max_items` of media, `min` and `max` of a number, … A relation (`fks`, `m2m`) sends ids with
    `return_object` false, whole records with true; left out, it follows the record, and sends
    whole ones where that has none."""
    fields: tuple[FieldDescriptor, ...] = ()
    """The fields of each item of a repeater."""
    templates: Mapping[str, tuple[FieldDescriptor, ...]] = Field(default_factory=dict)
    """The kinds of items in a repeater: a name and its fields."""

    visible: PythonOnly = None
    """`visible(model)`: False removes the field (Python only; a console file has `when`). A string
    is refused."""
    show: PythonOnly = None
    """`show(model)`: false hides the field and keeps it (Python only)."""
    on_change: PythonOnly = None
    """`on_change(model, val)` runs at each edit, with a copy of the record that has the new value.
    What it sets in that copy is written too, and so is the mapping of dotted paths to values that
    it may return: `lambda model, val: {"slug": slugify(val)}` (Python only)."""
    validate_: PythonOnly = Field(default=None, alias="validate")
    """`validate(val, model)` returns None or a message; runs after `required`, with copies of the
    value and the record (Python only)."""
    validate_async: PythonOnly = None
    """As `validate`, called after a pause and once for each value, and awaited if it is async; what
    it says is advice and never keeps from saving (Python only)."""
    accessor: SkipJsonSchema[Accessor | None] = None
    """Converts the value on read and write (Python only)."""

    if TYPE_CHECKING:
        # What each argument takes, which is more than the field then holds.
        def __init__(
            self,
            *,
            key: str,
            type: str = ...,
            label: str = ...,
            help: str | None = ...,
            required: bool = ...,
            readonly: bool = ...,
            translatable: bool = ...,
            synci18n: bool = ...,
            default: Default = ...,
            group: str | None = ...,
            tab: str | Sequence[str] | None = ...,
            subtab: str | None = ...,
            cols: int | ColumnSpan | Mapping[str, int] = ...,
            expandable: bool = ...,
            debounce: int | None = ...,
            validate_async_debounce: int = ...,
            no_draft: bool = ...,
            write_only: bool = ...,
            whole: bool | None = ...,
            when: GivenConditions = ...,
            when_any: GivenConditions = ...,
            when_not: GivenConditions = ...,
            attrs: Mapping[str, Any] = ...,
            fields: Sequence[FieldDescriptor] = ...,
            templates: Mapping[str, Sequence[FieldDescriptor]] = ...,
            visible: Callable[..., Any] | None = ...,
            show: Callable[..., Any] | None = ...,
            on_change: Callable[..., Any] | None = ...,
            validate: Callable[..., Any] | None = ...,
            validate_async: Callable[..., Any] | None = ...,
            accessor: Accessor | None = ...,
        ) -> None: ...

    _key_is_a_path = field_validator("key")(checked_path)

    @field_validator("visible", "show", "on_change", "validate_")
    @classmethod
    def _returns_a_value(cls, call: Callable[..., Any] | None) -> Callable[..., Any] | None:
        """Refuse an async function; only `validate_async` is awaited."""
        if is_async(call):
            raise ValueError("must not be async; `validate_async` may be")
        return call

    @field_validator(*_CALLED_WITH)
    @classmethod
    def _takes_what_it_is_given(
        cls, call: Callable[..., Any] | None, info: ValidationInfo
    ) -> Callable[..., Any] | None:
        args = _CALLED_WITH[info.field_name or ""]
        if is_generator(call):
            raise ValueError(GENERATES)
        if call is not None and (why := wrong_count(call, *args)):
            raise ValueError(f"has the wrong parameters: {why}")
        return call

    @field_validator("cols")
    @classmethod
    def _fits_the_grid(cls, cols: int | ColumnSpan) -> int | ColumnSpan:
        """Refuse more than the 12 columns of a form."""
        if isinstance(cols, int) and not 1 <= cols <= 12:
            raise ValueError("should be a number from 1 to 12")
        return cols

    @model_validator(mode="before")
    @classmethod
    def _reads_attrs(cls, given: Any) -> Any:
        """Spell the keys of `attrs` in snake_case, and take a repeater's templates out of them."""
        if not isinstance(given, Mapping) or not isinstance(given.get("attrs"), Mapping):
            return given
        attrs = {_snake(key): value for key, value in given["attrs"].items()}
        templates = attrs.pop("templates", None)
        return {**given, "attrs": attrs} | ({} if templates is None else {"templates": templates})

    @field_validator("attrs")
    @classmethod
    def _pattern_is_an_expression(
        cls, attrs: Mapping[str, Any], info: ValidationInfo
    ) -> Mapping[str, Any]:
        """Refuse a broken expression now, not when a value is checked."""
        pattern, known = attrs.get("pattern"), known_attrs(info.data.get("type", "")) or ()
        if isinstance(pattern, str) and "pattern" in known and (why := why_no_expression(pattern)):
            raise ValueError(f'has the pattern "{pattern}", which {why}')
        return attrs

    @model_validator(mode="after")
    def _depends_on_others(self) -> FieldDescriptor:
        """Refuse a condition on the field itself: it would vanish while its value is typed."""
        for name in () if self.readonly else ("when", "when_any", "when_not"):
            for path in getattr(self, name):
                if path == self.key or path.startswith(f"{self.key}."):
                    said = f'depends on its own value ("{path}"), so it would disappear as you type'
                    raise error_at(f"{said}; use another field", name)
        return self

    @model_validator(mode="after")
    def _tells_its_fields_apart(self) -> FieldDescriptor:
        check_keys("fields", self.fields)
        for name, inner in self.templates.items():
            check_keys("templates", inner, name)
        return self

    @property
    def tabs(self) -> tuple[str, ...]:
        """The tabs around this field, outermost first."""
        if self.tab is None:
            return ()
        return tuple(self.tab.split("/")) if isinstance(self.tab, str) else self.tab

    def applies_to(self, model: Mapping[str, Any]) -> bool:
        """Whether the conditions show the field for this record."""
        return (
            all(matcher.holds_in(model, path) for path, matcher in self.when.items())
            and not any(m.holds_in(model, path) for path, m in self.when_not.items())
            and (
                not self.when_any
                or any(m.holds_in(model, path) for path, m in self.when_any.items())
            )
        )


def key_there_twice(fields: Iterable[FieldDescriptor]) -> tuple[int, str] | None:
    """Return the place and the key of the first field whose key an earlier one has; or None."""
    seen: set[str] = set()
    for index, one in enumerate(fields):
        if one.key in seen:
            return index, one.key
        seen.add(one.key)
    return None


def check_keys(part: str, fields: Iterable[FieldDescriptor], *place: str | int) -> None:
    """Raise where two fields of one form have the same key."""
    if found := key_there_twice(fields):
        text = f'has two {part} with the key "{found[1]}"; keep one of them'
        raise error_at(text, part, *place, found[0])


def _snake(key: object) -> object:
    """The snake_case spelling of an attribute's name."""
    return to_snake(key) if isinstance(key, str) else key
