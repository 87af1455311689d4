"""Categories, authors, tags and orders as JSON."""

from __future__ import annotations

from typing import Any

from django.utils.text import slugify
from rest_framework import serializers

from ..models import Author, Category, Order, Tag
from .base import MergingSerializer
from .media import MediaReference


class NamedSerializer(serializers.ModelSerializer):
    """A row whose slug is made from its name when none is given."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if needs_slug(self.instance, attrs):
            name = attrs.get("name") or self.instance.name
            attrs["slug"] = free_slug(self.Meta.model, name, self.instance)
        return attrs


def needs_slug(row: Any, attrs: dict[str, Any]) -> bool:
    """Whether a slug was left out of a new row, or emptied in an old one."""
    return not attrs.get("slug") and (row is None or "slug" in attrs)


def free_slug(model: Any, text: str, row: Any = None) -> str:
    """A slug that no other row has; titles in other scripts fall back to the model's name."""
    stem = slugify(text)[:50] or model._meta.model_name
    number, slug = 1, stem
    others = model.objects.exclude(pk=row and row.pk)
    while others.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug


class CategorySerializer(NamedSerializer):
    """A section."""

    class Meta:
        model = Category
        fields = ("id", "name", "slug", "description", "colour", "position")


class TagSerializer(NamedSerializer):
    """A keyword."""

    class Meta:
        model = Tag
        fields = ("id", "name", "slug")


class AuthorSerializer(MergingSerializer):
    """A writer."""

    json_parts = ("languages", "portrait")

    portrait = MediaReference(required=False, allow_null=True)
    languages = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, allow_empty=True
    )

    class Meta:
        model = Author
        fields = (
            "id",
            "name",
            "email",
            "bio",
            "active",
            "website",
            "languages",
            "calls_from",
            "contract",
            "portrait",
        )


class OrderItem(serializers.Serializer):
    """One line of an order."""

    product = serializers.CharField(max_length=120)
    quantity = serializers.IntegerField(min_value=1)
    price = serializers.DecimalField(max_digits=9, decimal_places=2, min_value=0)


class OrderSerializer(serializers.ModelSerializer):
    """An order with its lines."""

    items = serializers.JSONField(required=False)

    class Meta:
        model = Order
        fields = (
            "id",
            "number",
            "customer",
            "email",
            "amount",
            "currency",
            "status",
            "paid",
            "placed_at",
            "items",
            "notes",
        )

    def validate_items(self, value: Any) -> Any:
        if not isinstance(value, list):
            raise serializers.ValidationError("Expected a list of lines.")
        lines = [OrderItem(data=line) for line in value]
        if not all([line.is_valid() for line in lines]):
            raise serializers.ValidationError([line.errors for line in lines])
        return [line.data for line in lines]
