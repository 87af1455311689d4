"""Blocks: a JSON list of text, quote and image, told apart by `_template`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from rest_framework import serializers

from ..models import Media
from .media import MediaReference, MediaSerializer


class TextBlock(serializers.Serializer):
    """A paragraph."""

    text = serializers.CharField(max_length=5000)


class QuoteBlock(serializers.Serializer):
    """Somebody's words."""

    text = serializers.CharField(max_length=500)
    source = serializers.CharField(max_length=120, required=False, allow_blank=True)


class Picture(serializers.Serializer):
    """A medium with the words for this one place; stored by id, shown as a whole."""

    media = MediaReference(allow_null=True)
    alt = serializers.CharField(max_length=300, required=False, allow_blank=True)
    caption = serializers.CharField(max_length=300, required=False, allow_blank=True)

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        media = value["media"]
        return {**value, "media": media and media.pk}


class ImageBlock(serializers.Serializer):
    """A picture between paragraphs."""

    picture = Picture()


TEMPLATES: dict[str, Any] = {"text": TextBlock, "quote": QuoteBlock, "image": ImageBlock}


class BlocksField(serializers.JSONField):
    """The list of blocks; errors come as a list of objects, one per block."""

    def to_internal_value(self, data: Any) -> Any:
        """The blocks as they are stored."""
        blocks = super().to_internal_value(data)
        if not isinstance(blocks, list):
            raise serializers.ValidationError("Expected a list of blocks.")
        checked = [_checked(block) for block in blocks]
        errors = [error for _, error in checked]
        if any(errors):
            raise serializers.ValidationError(errors)
        return [block for block, _ in checked]

    def to_representation(self, value: Any) -> Any:
        return deepcopy(value)


def _checked(block: Any) -> tuple[Any, dict[str, Any]]:
    """One block as it is stored, and what is wrong with it."""
    if not isinstance(block, dict):
        return None, {"non_field_errors": ["Expected an object."]}
    template = block.get("_template")
    if not isinstance(template, str) or template not in TEMPLATES:
        return None, {"_template": [f"Must be one of: {', '.join(TEMPLATES)}."]}
    form = TEMPLATES[template](data=block)
    if not form.is_valid():
        return None, form.errors
    return {"_template": template, **form.validated_data}, {}


def with_pictures(articles: Iterable[list[Any]], context: dict[str, Any]) -> None:
    """Put whole MediaItems in the place of ids, with one query for all articles."""
    pictures = [
        block["picture"]
        for blocks in articles
        for block in blocks
        if block.get("_template") == "image"
    ]
    if not pictures:
        return
    found = Media.objects.in_bulk({picture["media"] for picture in pictures if picture["media"]})
    item = MediaSerializer(context=context)
    for picture in pictures:
        media = found.get(picture["media"])
        picture["media"] = media and item.to_representation(media)
