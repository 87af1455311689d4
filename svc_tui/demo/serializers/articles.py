"""Articles as JSON, with every rule that a form may run into."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Max
from rest_framework import serializers

from ..models import Article, Author, GalleryPicture
from .base import JsonObject, TranslatedSerializer, not_forbidden, translations_field
from .blocks import BlocksField, with_pictures
from .catalogue import free_slug, needs_slug
from .media import MediaReference, identity

OLDEST = date(2000, 1, 1)

TEXTS = {
    "title": (serializers.CharField, {"max_length": 120, "validators": [not_forbidden]}),
    "summary": (serializers.CharField, {"max_length": 500}),
    "body": (serializers.CharField, {}),
}


class AuthorReference(serializers.PrimaryKeyRelatedField):
    """Shows `{"id", "name"}`; takes an id or such an object."""

    def use_pk_only_optimization(self) -> bool:
        return False

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(identity(data))

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {"id": value.pk, "name": value.name}


class Seo(serializers.Serializer):
    """Title and description for search engines."""

    title = serializers.CharField(max_length=60, required=False, allow_blank=True, allow_null=True)
    description = serializers.CharField(
        max_length=160, required=False, allow_blank=True, allow_null=True
    )
    permalink = serializers.CharField(
        max_length=200, required=False, allow_blank=True, allow_null=True
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return dict(instance)


class Location(serializers.Serializer):
    """A place on the map."""

    lat = serializers.FloatField(min_value=-90, max_value=90)
    lng = serializers.FloatField(min_value=-180, max_value=180)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Half a place is none; a PATCH sends it whole."""
        if len(attrs) != 2:
            raise serializers.ValidationError("Both lat and lng are needed.")
        return attrs

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return dict(instance)


class GalleryField(serializers.ListField):
    """An ordered list of media: shows items, takes ids or items, keeps the order."""

    child = MediaReference()

    def get_attribute(self, instance: Article) -> Any:
        return [picture.media for picture in instance.gallery_pictures.all()]


class ArticleList(serializers.ListSerializer):
    """A page of articles; the pictures in their blocks are fetched at once."""

    def to_representation(self, data: Any) -> Any:
        rows = super().to_representation(data)
        with_pictures([row["blocks"] for row in rows], self.context)
        return rows


class ArticleSerializer(TranslatedSerializer):
    """An article."""

    merged_fields = ("seo", "attributes")
    json_parts = ("translations", "seo", "attributes", "location", "blocks", "gallery", "tags")

    title = serializers.CharField(max_length=120, validators=[not_forbidden])
    author = AuthorReference(queryset=Author.objects.all(), required=False, allow_null=True)
    category_name = serializers.CharField(source="category.name", read_only=True, default=None)
    cover = MediaReference(required=False, allow_null=True)
    gallery = GalleryField(required=False)
    blocks = BlocksField(required=False)
    seo = Seo(required=False)
    attributes = JsonObject(required=False)
    location = Location(required=False, allow_null=True)
    translations = translations_field(**TEXTS)

    class Meta:
        model = Article
        list_serializer_class = ArticleList
        fields = (
            "id",
            "title",
            "slug",
            "summary",
            "body",
            "status",
            "featured",
            "locked",
            "category",
            "category_name",
            "author",
            "tags",
            "cover",
            "gallery",
            "blocks",
            "seo",
            "attributes",
            "location",
            "price",
            "rating",
            "published_at",
            "event_date",
            "created",
            "modified",
            "position",
            "translations",
        )
        read_only_fields = ("locked", "created", "modified")

    def to_representation(self, instance: Article) -> Any:
        """The article; a page of them gets its pictures from ArticleList."""
        row = super().to_representation(instance)
        if not isinstance(self.parent, ArticleList):
            with_pictures([row["blocks"]], self.context)
        return row

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        day = attrs.get("event_date")
        if day is not None and day < OLDEST:
            raise serializers.ValidationError("An event can't be before the year 2000.")
        if needs_slug(self.instance, attrs):
            title = attrs.get("title") or self.instance.title
            attrs["slug"] = free_slug(Article, title, self.instance)
        return attrs

    def validate_translations(self, value: dict[str, Any]) -> dict[str, Any]:
        """The default language cannot lose its title."""
        if value.get("en", {}).get("title", "kept") in ("", None):
            raise serializers.ValidationError({"en": {"title": ["This field may not be blank."]}})
        return value

    def create(self, validated: dict[str, Any]) -> Article:
        gallery = validated.pop("gallery", [])
        if "position" not in validated:
            last = Article.objects.aggregate(last=Max("position"))["last"] or 0
            validated["position"] = last + 1
        article = super().create(validated)
        _hang(article, gallery)
        return article

    def update(self, instance: Article, validated: dict[str, Any]) -> Article:
        gallery = validated.pop("gallery", None)
        article = super().update(instance, validated)
        if gallery is not None:
            article.gallery_pictures.all().delete()
            _hang(article, gallery)
        return article


def _hang(article: Article, gallery: list[Any]) -> None:
    GalleryPicture.objects.bulk_create(
        GalleryPicture(article=article, media=media, position=place)
        for place, media in enumerate(gallery)
    )
