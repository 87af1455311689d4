"""The library as JSON: files, and references to files from other rows."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import Q
from rest_framework import serializers

from ..mime import mime_of
from ..models import Article, Media
from .base import TranslatedSerializer, translations_field

MAX_NAME = 200
"""Bytes; file systems stop at 255, and a name already taken is made longer."""

MAX_LINKS = 100
"""In a newsroom of many thousand articles, one picture would have thousands of users."""

TEXTS = {
    "title": (serializers.CharField, {"max_length": 200}),
    "alt_text": (serializers.CharField, {"max_length": 300}),
    "description": (serializers.CharField, {}),
}


class MediaSerializer(TranslatedSerializer):
    """A MediaItem, as lists and other rows show it."""

    json_parts = ("translations",)

    translations = translations_field(**TEXTS)

    class Meta:
        model = Media
        fields: ClassVar[tuple[str, ...]] = (
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

    def validate_file(self, upload: Any) -> Any:
        """A file, unless its name is too long for a disk or asks to be refused."""
        if len(upload.name.encode()) > MAX_NAME:
            raise serializers.ValidationError(f"A file name can't be longer than {MAX_NAME} bytes.")
        if upload.name.lower().startswith("reject"):
            raise serializers.ValidationError("Files with this name are not accepted.")
        return upload

    def create(self, validated: dict[str, Any]) -> Media:
        """A new file; without a title it goes by its name."""
        validated.setdefault("title", "")
        validated["title"] = validated["title"] or Path(validated["file"].name).stem[:200]
        media: Media = super().create({**validated, **_facts(validated["file"])})
        return media

    def update(self, instance: Media, validated: dict[str, Any]) -> Media:
        """Change texts, folder or file; `maintain_url` keeps the address of the file."""
        upload = validated.pop("file", None)
        if upload is not None:
            replace_file(instance, upload, keep_url=_truth(self.initial_data.get("maintain_url")))
        media: Media = super().update(instance, validated)
        return media


class MediaReference(serializers.PrimaryKeyRelatedField):
    """Shows the whole MediaItem; takes its id, or an object with an `id`."""

    def __init__(self, **kwargs: Any) -> None:
        if not kwargs.get("read_only"):
            kwargs.setdefault("queryset", Media.objects.all())
        super().__init__(**kwargs)

    def use_pk_only_optimization(self) -> bool:
        return False

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(identity(data))

    def to_representation(self, value: Any) -> Any:
        return self._item.to_representation(value)

    @cached_property
    def _item(self) -> MediaSerializer:
        return MediaSerializer(context=self.context)


class MediaDetailSerializer(MediaSerializer):
    """A MediaItem with the rows that use it."""

    links = serializers.SerializerMethodField()

    class Meta(MediaSerializer.Meta):
        fields: ClassVar = (*MediaSerializer.Meta.fields, "links")

    def get_links(self, media: Media) -> list[dict[str, Any]]:
        """Articles with it as cover or in the gallery, and authors with it as portrait."""
        articles = Article.objects.filter(Q(cover=media) | Q(gallery=media)).distinct()
        rows = [*media.author_set.all(), *articles.order_by("id")[:MAX_LINKS]]
        return [_link(row) for row in rows[:MAX_LINKS]]


def _link(row: Any) -> dict[str, Any]:
    return {"model": row._meta.model_name, "id": row.pk, "name": str(row)}


def replace_file(media: Media, upload: Any, *, keep_url: bool) -> None:
    """Put another file in the place of the old one, under its address or under a new one."""
    facts = _facts(upload)
    storage, old = media.file.storage, media.file.name
    media.mime_type, media.size = facts["mime_type"], facts["size"]
    if keep_url:
        # Uploads lie on the same disk, so readers see one file or the other, never a half.
        Path(upload.temporary_file_path()).replace(media.file.path)
    else:
        media.file = upload
        transaction.on_commit(lambda: storage.delete(old))


def _facts(upload: Any) -> dict[str, Any]:
    upload.seek(0)
    head = upload.read(64)
    upload.seek(0)
    return {"mime_type": mime_of(upload.name, head), "size": upload.size}


def _truth(value: Any) -> bool:
    return str(value).lower() in ("true", "1", "on", "yes")


def identity(data: Any) -> Any:
    return data["id"] if isinstance(data, dict) and "id" in data else data
