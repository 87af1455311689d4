"""Serializers and view sets as people write them, each with the habit that its tests are about."""

from __future__ import annotations

from typing import Any

from rest_framework import filters, serializers, viewsets
from rest_framework.response import Response

from newsroom.models import Article, Author, Category, Country, Note, Page, Step

FILTERS = [filters.SearchFilter, filters.OrderingFilter]
CUT = 100
"""How many countries are given, of however many there are."""


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = "__all__"


class Authors(viewsets.ModelViewSet):
    queryset = Author.objects.all()
    serializer_class = AuthorSerializer
    filter_backends = FILTERS
    search_fields = ["name"]


class ArticleSerializer(serializers.ModelSerializer):
    class Meta:
        model = Article
        fields = "__all__"


class Articles(viewsets.ModelViewSet):
    queryset = Article.objects.all()
    serializer_class = ArticleSerializer
    filter_backends = FILTERS
    search_fields = ["title", "body"]
    ordering_fields = "__all__"

    def get_queryset(self) -> Any:
        """The articles of a status and an author, where the query names them."""
        rows = super().get_queryset()
        for name in ("status", "author"):
            if value := self.request.query_params.get(name):
                rows = rows.filter(**{name: value})
        return rows


class CategorySerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = Category
        fields = ["url", "name", "description", "parent"]


class Categories(viewsets.ModelViewSet):
    queryset = Category.objects.all()
    serializer_class = CategorySerializer
    filter_backends = FILTERS
    search_fields = ["name"]


class PageSerializer(serializers.ModelSerializer):
    class Meta:
        model = Page
        fields = ["id", "slug", "title", "body"]


class Pages(viewsets.ModelViewSet):
    queryset = Page.objects.all()
    serializer_class = PageSerializer
    lookup_field = "slug"
    filter_backends = FILTERS
    search_fields = ["title"]


class CountrySerializer(serializers.ModelSerializer):
    class Meta:
        model = Country
        fields = "__all__"


class Countries(viewsets.ModelViewSet):
    """A bare array that ends at its hundredth row without saying so."""

    queryset = Country.objects.all()
    serializer_class = CountrySerializer
    pagination_class = None

    def list(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return Response(self.get_serializer(self.get_queryset()[:CUT], many=True).data)


class NoteSerializer(serializers.ModelSerializer):
    class Meta:
        model = Note
        fields = "__all__"


class Notes(viewsets.ModelViewSet):
    """No filter backend: search, ordering and anything else are ignored."""

    queryset = Note.objects.all()
    serializer_class = NoteSerializer


class StepSerializer(serializers.ModelSerializer):
    class Meta:
        model = Step
        fields = "__all__"


class Steps(viewsets.ModelViewSet):
    queryset = Step.objects.all()
    serializer_class = StepSerializer
    filter_backends = FILTERS
    ordering_fields = ["name", "position"]
