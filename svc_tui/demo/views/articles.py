"""Articles: the list, the form, the order of the list, and publishing."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils import timezone
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from ..filters import DateFilter
from ..models import Article
from ..serializers.articles import ArticleSerializer
from .base import Conflict, ResourceViewSet
from .ordering import Movable


class Articles(Movable, ResourceViewSet):
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
        if instance.locked:
            raise Conflict("This article is locked by the print desk and cannot be deleted.")
        instance.delete()

    @action(detail=True, methods=["post"])
    def publish(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        article = self.get_object()
        return Response({"done": _publish(Article.objects.filter(pk=article.pk))})

    @action(detail=False, methods=["post"])
    def bulk_publish(self, request: Request) -> Response:
        """Publish the named articles, or all that a list with this query would show."""
        return Response({"done": _publish(self._meant(request.data))})

    def _meant(self, body: Any) -> QuerySet:
        """The rows of `{"ids": […]}` or of `{"all": true, "query": {…}}`."""
        if not isinstance(body, dict):
            raise serializers.ValidationError("Expected an object.")
        if body.get("all") is True:
            return self._matching(body.get("query") or {})
        ids = serializers.ListField(child=serializers.IntegerField())
        try:
            return Article.objects.filter(pk__in=ids.run_validation(body.get("ids", [])))
        except serializers.ValidationError as error:
            raise serializers.ValidationError({"ids": error.detail}) from error

    def _matching(self, query: Any) -> QuerySet:
        """The rows that the list would show with these parameters."""
        if not isinstance(query, dict):
            raise serializers.ValidationError({"query": ["Expected an object."]})
        asked = Query(query)
        rows = Article.objects.order_by()
        for backend in self.filter_backends[:2]:
            rows = backend().filter_queryset(asked, rows, self)
        return Article.objects.filter(pk__in=rows.order_by().values("pk"))


class Query:
    """Parameters from a body, in the place where filters look for those of the address."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.query_params = QueryDict(mutable=True)
        for key, value in parameters.items():
            values = value if isinstance(value, list) else [value]
            self.query_params[key] = ",".join(map(str, values))


def _publish(articles: QuerySet) -> int:
    """Publish these; returns how many there were."""
    now = timezone.now()
    done: int = articles.update(
        status=Article.Status.PUBLISHED,
        published_at=Coalesce("published_at", Value(now)),
        modified=now,
    )
    return done
