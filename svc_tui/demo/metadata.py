"""The answers to OPTIONS: fields, a richer JSON Schema, languages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework.metadata import SimpleMetadata
from rest_framework.request import Request

from .languages import DEFAULT_LANGUAGE, LANGUAGES
from .models import Translated
from .schema import schema_of


class DescribedFields(SimpleMetadata):
    """Adds `lang_info` and `schema`; `actions` stay with those who may write."""

    def determine_metadata(self, request: Request, view: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().determine_metadata(request, view)
        if hasattr(view, "get_serializer"):
            model = view.queryset.model
            described["lang_info"] = _languages(model)
            described["schema"] = schema_of(view.get_serializer(), model, endpoint_of)
        return described


def endpoint_of(model: Any) -> str | None:
    """The collection in which the rows of a model are listed."""
    paths = {
        "article": "articles",
        "category": "categories",
        "author": "authors",
        "tag": "tags",
        "order": "orders",
        "media": "media",
        "mediafolder": "media-folders",
    }
    name = paths.get(model._meta.model_name)
    slash = "" if settings.DEMO.has("no-slash") else "/"
    return name and f"/api/{name}{slash}"


def _languages(model: Any) -> dict[str, Any]:
    """Which fields exist in which languages."""
    translatable = issubclass(model, Translated)
    return {
        "translatable": translatable,
        "languages": list(LANGUAGES) if translatable else [],
        "default": DEFAULT_LANGUAGE,
        "active": DEFAULT_LANGUAGE,
        "site_languages": list(LANGUAGES),
        "translatable_fields": list(model.TRANSLATABLE) if translatable else [],
        "accessor": "translations",
    }
