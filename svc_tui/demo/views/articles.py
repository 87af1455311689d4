"""Articles: the list, the form, the order of the list, and publishing."""

from __future__ import annotations

from typing import ClassVar

from ..filters import DateFilter
from ..models import Article
from ..serializers.articles import ArticleSerializer
from .base import Conflict, ResourceViewSet


class Articles(ResourceViewSet):
    """The stories of the newsroom."""

    queryset = Article.objects.select_related("category", "author", "cover").prefetch_related(
        "tags", "gallery_pictures__media"
    )
    serializer_class = ArticleSerializer
    search_fields = ("title", "summary", "slug")
    filter_keys = ("status", "category", "author", "tags", "featured")
    date_filters: ClassVar = {
        "published_at": DateFilter("published_at", "published_after", "published_before")
    }
    tabs: ClassVar = {
        "draft": {"status": "draft"},
        "review": {"status": "review"},
        "published": {"status": "published"},
        "featured": {"featured": True},
    }
    ordering_fields = (
        "id",
        "title",
        "slug",
        "status",
        "featured",
        "price",
        "rating",
        "published_at",
        "event_date",
        "created",
        "modified",
        "position",
    )
    ordering_aliases: ClassVar = {
        "author": "author__name",
        "author.name": "author__name",
        "category": "category__name",
        "category_name": "category__name",
    }
    verbs: ClassVar = {"update_order": "change", "publish": "change", "bulk_publish": "change"}

    def perform_destroy(self, instance: Article) -> None:
        """Delete, unless the print desk holds the article."""
        if instance.locked:
            raise Conflict("This article is locked by the print desk and cannot be deleted.")
        instance.delete()


