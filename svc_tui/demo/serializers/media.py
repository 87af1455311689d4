"""The library as JSON: files, folders, and references to files from other rows."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ..models import Media
from .base import TranslatedSerializer, translations_field

TEXTS = {
    "title": (serializers.CharField, {"max_length": 200, "allow_blank": True}),
    "alt_text": (serializers.CharField, {"max_length": 300, "allow_blank": True}),
    "description": (serializers.CharField, {"allow_blank": True}),
}


class MediaSerializer(TranslatedSerializer):
    """A MediaItem, as lists and other rows show it."""

    json_parts = ("translations",)

    translations = translations_field(**TEXTS)

    class Meta:
        model = Media
        fields = (
            "id",
            "file",
            "mime_type",
            "title",
            "alt_text",
            "description",
            "size",
            "created",
            "modified",
            "folder",
            "translations",
        )
        read_only_fields = ("mime_type", "size", "created", "modified")


class MediaReference(serializers.PrimaryKeyRelatedField):
    """Shows the whole MediaItem; takes its id, or an object with an `id`."""

    def __init__(self, **kwargs: Any) -> None:
        if not kwargs.get("read_only"):
            kwargs.setdefault("queryset", Media.objects.all())
        super().__init__(**kwargs)

    def use_pk_only_optimization(self) -> bool:
        """The whole row is shown."""
        return False

    def to_internal_value(self, data: Any) -> Any:
        """The row meant."""
        return super().to_internal_value(identity(data))

    def to_representation(self, value: Any) -> Any:
        """The row shown."""
        return MediaSerializer(value, context=self.context).data


def identity(data: Any) -> Any:
    """The id, where an object with one was sent."""
    return data["id"] if isinstance(data, dict) and "id" in data else data
