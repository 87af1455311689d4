"""The built-in field types, one row each, for forms, columns, filters and documents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from svc_tui.models.registry import FieldRegistry

if TYPE_CHECKING:
    from svc_tui.models.listing import Format

Value = Literal[
    "words", "markup", "text", "day", "moment", "number", "flag", "choice", "record", "records",
    "media", "media list", "list", "object", "file",
]  # fmt: skip
"""What a value is: `words` and `markup` are text of any length, `moment` is a day and a time."""

TEXTS: tuple[Value, ...] = ("words", "markup", "text", "day", "moment")
"""Types whose values are text."""

LISTS: tuple[Value, ...] = ("records", "media list", "list")

LINKS: tuple[Value, ...] = ("record", "records", "media", "media list")
"""Types whose values are ids of other records."""


Setting = (
    Literal[
        "any", "text", "flag", "list", "choices", "count", "rows", "number", "step", "zoom",
        "date", "time", "datetime", "address", "latitude", "longitude", "size",
    ]
    | tuple[str, ...]
)  # fmt: skip
"""What a setting may be: any value, a value of this kind, or one of these words.

`widgets/form/setting_checks.py` checks each kind where a field is declared.
"""

Settings = Mapping[str, Setting]
"""What each setting of a type may be, by its name."""


@dataclass(frozen=True)
class FieldType:
    """Facts about a field type that are known before its widget is imported."""

    widget: str
    """The `SvcField`, as `module:Class`."""
    value: Value
    """Decides the filter, the empty value, the limits of a schema, and how `--set` is read."""
    attrs: Settings = field(default_factory=dict)
    """The settings that it reads, besides those of every field."""
    needs: tuple[str, ...] = ()
    """Settings of which one is required."""
    schema: tuple[str, ...] = ()
    """The `format` and `contentMediaType` of a JSON Schema that mean this type."""
    pattern: re.Pattern[str] | None = None
    """If all texts match it, they are of this type, if no schema tells more."""
    in_lists: bool | None = None
    """Whether guessed columns have it; None leaves that to its values."""
    guessed_format: Format | None = None
    """The format of a guessed column; a declared one is drawn as it is declared."""
    unique: bool = False
    """Whether a copy of a record leaves it out."""
    example: tuple[Any, Mapping[str, Any]] = (None, {})
    """A value and settings for its picture in the documents."""
    parts: tuple[str, ...] = ()
    """The keys of the fields within, in its picture."""


EVERY_FIELD: Settings = {"placeholder": "text", "unique": "flag"}
"""Settings of every type; `unique` keeps a value out of copies of its record."""

_TEXT: Settings = {"max_length": "count", "min_length": "count", "pattern": "text"}
_LONG: Settings = {**_TEXT, "rows": "rows"}
_RICH: Settings = {**_LONG, "extensions": "any"}
_NUMBER: Settings = {"min": "number", "max": "number", "step": "step"}
_GRANULARITY: Settings = {"granularity": ("day", "hour", "minute", "second")}
_FLAG: Settings = {"nullable": "flag"}
_RELATION: Settings = {
    "columns": "list", "create": "flag", "create_fields": "list", "endpoint": "address",
    "ids_param": "text", "item_text": "text", "item_value": "text", "max_items": "count",
    "model": "text", "multiple": "flag", "return_object": "flag",
}  # fmt: skip
_REPEATER: Settings = {
    "allow_duplicate": "flag", "compress_threshold": "count", "confirm_delete": "flag",
    "default_expanded": "flag", "max_items": "count", "min_items": "count", "mini_card": "any",
    "preview": "any", "preview_label": "any", "show_position_field": "flag",
}  # fmt: skip
_HERE = "svc_tui.widgets.form"
_MEDIA: Settings = {"as_id": "flag", "mime": "any"}
_FILE = {"id": 1, "file": "/media/harbour.pdf", "mime_type": "application/pdf", "title": "Harbour"}
_PEOPLE = {"endpoint": "/api/people", "item_text": "name"}

FIELD_TYPES: dict[str, FieldType] = {
    "text": FieldType(f"{_HERE}.text:TextField", "words", _TEXT, in_lists=True,
        example=("Harbour", {"placeholder": "A short line"})),
    "email": FieldType(f"{_HERE}.text:EmailField", "words", _TEXT, schema=("email", "idn-email"),
        pattern=re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"), in_lists=True,
        example=("clerk@example.org", {})),
    "url": FieldType(f"{_HERE}.text:UrlField", "words", {**_TEXT, "schemes": "list"},
        schema=("uri", "url", "iri"), pattern=re.compile(r"https?://\S+"),
        example=("https://example.org/harbour", {})),
    "slug": FieldType(f"{_HERE}.slug:SlugField", "words",
        {**_TEXT, "allow_unicode": "flag", "from": "text", "source": "text"},
        schema=("slug",), in_lists=True, unique=True,
        example=("harbour", {"from": "title"})),
    "number": FieldType(f"{_HERE}.number:NumberField", "number", _NUMBER, schema=("decimal",),
        in_lists=True, example=(12.5, {"min": 0, "step": 0.5})),
    "slider": FieldType(f"{_HERE}.slider:SliderField", "number", _NUMBER, in_lists=True,
        example=(7, {"min": 0, "max": 10})),
    "color": FieldType(f"{_HERE}.color:ColorField", "text", schema=("color",),
        pattern=re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?"), example=("#2f6f9f", {})),
    "textarea": FieldType(f"{_HERE}.textarea:TextareaField", "words", _LONG,
        schema=("textarea", "multiline"), in_lists=False,
        example=("The ferry\nleaves at nine.", {"rows": 3})),
    "json": FieldType(f"{_HERE}.textarea:JsonField", "object", _LONG,
        schema=("json", "application/json"), in_lists=False,
        example=({"seats": 12, "open": True}, {"rows": 3})),
    "date": FieldType(f"{_HERE}.datetime_fields:DateField", "day", {"min": "date", "max": "date"},
        schema=("date",), pattern=re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII), in_lists=True,
        guessed_format="date", example=("2025-03-01", {})),
    "time": FieldType(f"{_HERE}.datetime_fields:TimeField", "text",
        {"min": "time", "max": "time", **_GRANULARITY}, schema=("time",),
        pattern=re.compile(r"\d{2}:\d{2}(:\d{2}(\.\d+)?)?", re.ASCII), example=("09:30", {})),
    "datetime": FieldType(f"{_HERE}.datetime_fields:DatetimeField", "moment",
        {"min": "datetime", "max": "datetime", "tz": ("utc", "naive"), **_GRANULARITY},
        schema=("date-time", "datetime"),
        pattern=re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.ASCII | re.DOTALL),
        in_lists=True, guessed_format="datetime", example=("2025-03-01T09:30:00Z", {})),
    "boolean": FieldType(f"{_HERE}.boolean:BooleanField", "flag", _FLAG,
        in_lists=True, guessed_format="boolean", example=(True, {})),
    "switch": FieldType(f"{_HERE}.boolean:SwitchField", "flag", _FLAG,
        in_lists=True, guessed_format="boolean", example=(True, {})),
    "editor": FieldType(f"{_HERE}.rich.rich_text:EditorField", "markup", _RICH,
        schema=("html", "richtext", "wysiwyg", "text/html"), in_lists=False,
        example=("<p>The <b>ferry</b> leaves at nine.</p>", {"rows": 3})),
    "markdown": FieldType(f"{_HERE}.rich.rich_text:MarkdownField", "markup", _RICH,
        schema=("markdown", "text/markdown"), in_lists=False,
        example=("The **ferry** leaves at nine.", {"rows": 3})),
    "seo": FieldType(f"{_HERE}.seo:SeoField", "object", schema=("seo",),
        example=({"title": "Harbour", "description": "Ferries and times"}, {})),
    "map": FieldType(f"{_HERE}.map:MapField", "object",
        {"default_lat": "latitude", "default_lng": "longitude", "zoom": "zoom"}, schema=("map",),
        example=({"lat": 45.44, "lng": 12.33}, {"zoom": 12})),
    "repeater": FieldType(f"{_HERE}.repeater.repeater:RepeaterField", "list", _REPEATER,
        example=([{"name": "Bow"}, {"name": "Stern"}], {}), parts=("name",)),
    "select": FieldType(f"{_HERE}.choice:SelectField", "choice",
        {"items": "choices", "multiple": "flag", "options": "choices"},
        needs=("items", "options"), in_lists=True,
        example=("draft", {"items": ["draft", "published"]})),
    "fks": FieldType(f"{_HERE}.relation:FksField", "record", _RELATION,
        needs=("endpoint",), example=(1, _PEOPLE)),
    "m2m": FieldType(f"{_HERE}.relation:M2mField", "records", _RELATION,
        needs=("endpoint",), example=([1, 2], _PEOPLE)),
    "media": FieldType(f"{_HERE}.media:SvcMediaField", "media", _MEDIA, schema=("media",),
        example=(_FILE, {})),
    "media-m2m": FieldType(f"{_HERE}.media:SvcMediaM2mField", "media list",
        {**_MEDIA, "max_items": "count"}, example=([_FILE], {})),
    "enhanced-media": FieldType(f"{_HERE}.media:SvcEnhancedMediaField", "media", _MEDIA,
        schema=("enhanced-media",),
        example=({"media": _FILE, "alt": "Boats at the quay", "caption": ""}, {})),
    "file": FieldType(f"{_HERE}.file:FileField", "file", {"accept": "text", "max_size": "size"},
        schema=("binary", "file", "image"), in_lists=False, unique=True,
        example=(None, {"accept": ".pdf"})),
}  # fmt: skip
"""Every built-in type by name: a new one is a row here and its widget."""


SETTING_WORDS: Mapping[str, str] = {
    "accept": "types and endings that can be chosen: `image/*,.pdf`",
    "allow_duplicate": "whether an item can be duplicated; true if omitted",
    "allow_unicode": "whether letters other than a to z are kept; false also refuses typed ones",
    "as_id": "whether ids are sent instead of objects; if omitted, as the record has it",
    "columns": "keys shown to distinguish records with the same name; the id if omitted",
    "compress_threshold": "the number of items beyond which each takes one line",
    "confirm_delete": "whether deleting an item asks first; true if omitted",
    "create": "whether a record can be created from the list of choices; true if omitted",
    "create_fields": "the fields of the form for such a record; if omitted, its resource's",
    "default_expanded": "whether all items are open at first",
    "default_lat": "initial latitude of an empty map, in degrees",
    "default_lng": "initial longitude of an empty map, in degrees",
    "endpoint": "the collection of the related records",
    "extensions": "has no effect in a terminal",
    "from": "the key of the text that the slug is made of",
    "granularity": "the smallest unit that can be typed",
    "ids_param": "the list parameter that takes ids; `id__in`, else `id`, if omitted",
    "item_text": "the key of a related record's name; `name` if omitted",
    "item_value": "the key of its id; `id` if omitted",
    "items": "the choices: values, or mappings with `value` and `text`",
    "max": "the highest value",
    "max_items": "the maximum number of items",
    "max_length": "the maximum number of characters",
    "max_size": "the maximum file size: a number of MB, or a string such as `500 KB`",
    "mime": "the type of files that can be chosen: `image`, `application/pdf`",
    "min": "the lowest value",
    "min_items": "the minimum number of items",
    "min_length": "the minimum number of characters",
    "mini_card": "the line of an item: a template, or a mapping with `title`, `subtitle`, "
    "`status_color` and `thumbnail`; in Python also a function of the item and its position",
    "model": "the model whose permission `add_<model>` is needed to create one",
    "multiple": "whether several values can be chosen, so that the value is a list",
    "nullable": "whether “not set” can be chosen; if omitted, where the value is null",
    "options": "the same as `items`",
    "pattern": "a regular expression that the whole text must match",
    "placeholder": "the text of an empty field",
    "preview": "the line of an item, a template such as `{name}: {price}`",
    "preview_label": "the same as `preview`",
    "return_object": "whether whole records are sent instead of ids; see above",
    "rows": "minimum number of lines shown",
    "schemes": "the schemes an address may have; `http` and `https` if omitted",
    "show_position_field": "whether items show their position, such as `2/5`",
    "source": "the same as `from`",
    "step": "the distance between two values, and what a key adds",
    "tz": "`utc`: shown in local time, stored in UTC; `naive`: stored without a zone",
    "unique": "whether the value is left out when a record is duplicated",
    "zoom": "the zoom level in the map's address when it is copied",
}
"""What each setting does."""


def default_registry() -> FieldRegistry:
    """Return the built-in field types."""
    return FieldRegistry({name: one.widget for name, one in FIELD_TYPES.items()})


def value_of(kind: str | None) -> Value | None:
    """Return what the values of a field type are; None for a type that is not built in."""
    found = FIELD_TYPES.get(kind or "")
    return found.value if found else None


def holds(kind: str | None, *values: Value) -> bool:
    """Whether the values of a field type are one of these."""
    return value_of(kind) in values


def type_of_format(name: str) -> str | None:
    """Return the field type of a `format` or media type of a JSON Schema."""
    return next((kind for kind, one in FIELD_TYPES.items() if name in one.schema), None)


def known_attrs(kind: str) -> frozenset[str] | None:
    """Return the settings that a type reads; None for a type that is not built in."""
    found = FIELD_TYPES.get(kind)
    return None if found is None else frozenset({**found.attrs, **EVERY_FIELD})


def every_attr() -> frozenset[str]:
    """Return the settings that any of the types reads."""
    return frozenset(EVERY_FIELD).union(*(one.attrs for one in FIELD_TYPES.values()))


def setting_of(kind: str, name: str) -> Setting:
    """Return what a setting of a type may be; any value where the type does not read it."""
    found = FIELD_TYPES.get(kind)
    return {**found.attrs, **EVERY_FIELD}.get(name, "any") if found else "any"
