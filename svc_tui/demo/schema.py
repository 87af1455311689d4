"""A JSON Schema of a serializer, with the extras that forms need: relations, formats, languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import models
from rest_framework import serializers

from .models import Media
from .serializers.articles import GalleryField
from .serializers.blocks import TEMPLATES, BlocksField, Picture
from .serializers.media import MediaReference

Endpoint = Callable[[Any], str | None]
"""The path that lists the rows of a model."""

PLAIN = (
    (serializers.BooleanField, {"type": "boolean"}),
    (serializers.IntegerField, {"type": "integer"}),
    (serializers.FloatField, {"type": "number"}),
    (serializers.DecimalField, {"type": "string", "format": "decimal"}),
    (serializers.DateTimeField, {"type": "string", "format": "date-time"}),
    (serializers.DateField, {"type": "string", "format": "date"}),
    (serializers.EmailField, {"type": "string", "format": "email"}),
    (serializers.SlugField, {"type": "string", "format": "slug"}),
    (serializers.FileField, {"type": "string", "format": "binary"}),
    (serializers.CharField, {"type": "string"}),
    (serializers.ListField, {"type": "array"}),
    (serializers.JSONField, {"type": "object"}),
)
"""Kinds of fields, the special ones before those they inherit from."""

HTML = frozenset({"body"})
LIMITS = {
    "max_length": "maxLength",
    "min_length": "minLength",
    "min_value": "minimum",
    "max_value": "maximum",
}


def schema_of(serializer: Any, model: Any, endpoint: Endpoint) -> dict[str, Any]:
    """An object schema; `model` is None for objects inside of rows."""
    fields = {k: field for k, field in serializer.fields.items() if k != "translations"}
    return {
        "type": "object",
        "required": [key for key, field in fields.items() if field.required],
        "properties": {key: _described(field, model, endpoint) for key, field in fields.items()},
    }


def _described(field: Any, model: Any, endpoint: Endpoint) -> dict[str, Any]:
    described = {"title": str(field.label), **_kind(field, model, endpoint)}
    for attribute, key in LIMITS.items():
        limit = getattr(field, attribute, None)
        if limit is not None:
            described[key] = limit
    if isinstance(field, serializers.DecimalField):
        described["multipleOf"] = 10**-field.decimal_places
    flags = {
        "nullable": field.allow_null and not field.read_only,
        "readOnly": field.read_only,
        "translatable": field.field_name in getattr(model, "TRANSLATABLE", ()),
    }
    return described | {key: True for key, value in flags.items() if value}


def _kind(field: Any, model: Any, endpoint: Endpoint) -> dict[str, Any]:
    if isinstance(field, BlocksField):
        return {"type": "array", "items": {"oneOf": _blocks(endpoint)}}
    if isinstance(field, GalleryField):
        return _relation(Media, endpoint, multiple=True)
    if isinstance(field, serializers.ManyRelatedField):
        return _relation(field.child_relation.queryset.model, endpoint, multiple=True)
    if isinstance(field, serializers.RelatedField):
        return _relation(_target(field), endpoint, multiple=False)
    if isinstance(field, Picture):
        return {**schema_of(field, None, endpoint), "format": "enhanced-media"}
    if isinstance(field, serializers.Serializer):
        return schema_of(field, None, endpoint)
    if isinstance(field, serializers.ChoiceField):
        return {"type": "string", "enum": list(field.choices)}
    return _plain(field, model)


def _plain(field: Any, model: Any) -> dict[str, Any]:
    """Texts, numbers, dates; long texts ask for more than one line."""
    kinds = (dict(described) for kind, described in PLAIN if isinstance(field, kind))
    described = next(kinds, {})
    if field.field_name in HTML:
        described["format"] = "html"
    elif model is not None and _is_long(model, field.field_name):
        described["format"] = "textarea"
    return described


def _is_long(model: Any, name: str) -> bool:
    columns = {column.name: column for column in model._meta.get_fields()}
    return isinstance(columns.get(name), models.TextField)


def _target(field: Any) -> Any:
    return Media if isinstance(field, MediaReference) else field.queryset.model


def _relation(model: Any, endpoint: Endpoint, *, multiple: bool) -> dict[str, Any]:
    name = f"demo.{model._meta.object_name}"
    return {"type": "relation", "model": name, "multiple": multiple, "endpoint": endpoint(model)}


def _blocks(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [_block(name, template, endpoint) for name, template in TEMPLATES.items()]


def _block(name: str, template: Any, endpoint: Endpoint) -> dict[str, Any]:
    described = schema_of(template(), None, endpoint)
    described["properties"] = {"_template": {"const": name}, **described["properties"]}
    return {
        "title": name.capitalize(),
        **described,
        "required": ["_template", *described["required"]],
    }
