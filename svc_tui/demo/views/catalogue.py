"""Categories, authors, tags and orders."""

from __future__ import annotations

from typing import ClassVar

from ..filters import DateFilter
from ..models import Author, Category, Order, Tag
from ..serializers.catalogue import (
    AuthorSerializer,
    CategorySerializer,
    OrderSerializer,
    TagSerializer,
)
from .base import ResourceViewSet
from .ordering import Movable


class Categories(Movable, ResourceViewSet):
    """The sections of the paper."""

    queryset = Category.objects.all()
    serializer_class = CategorySerializer
    search_fields = ("name", "slug", "description")
    ordering_fields = ("id", "name", "slug", "position")
    verbs: ClassVar = {"update_order": "change"}


class Authors(ResourceViewSet):
    """The people who write."""

    queryset = Author.objects.select_related("portrait")
    serializer_class = AuthorSerializer
    search_fields = ("name", "email")
    filter_keys = ("active",)
    ordering_fields = ("id", "name", "email", "active")


class Tags(ResourceViewSet):
    """Keywords."""

    queryset = Tag.objects.all()
    serializer_class = TagSerializer
    search_fields = ("name", "slug")
    ordering_fields = ("id", "name", "slug")


class Sections(ResourceViewSet):
    """The sections of the paper, to be read only (variant `plain`)."""

    http_method_names: ClassVar = ["get", "head", "options"]
    queryset = Category.objects.all()
    serializer_class = CategorySerializer
    ordering_fields = ("id", "name")


class Bylines(ResourceViewSet):
    """The people who write, changed as a whole, never deleted (variant `plain`)."""

    http_method_names: ClassVar = ["get", "post", "put", "head", "options"]
    queryset = Author.objects.select_related("portrait")
    serializer_class = AuthorSerializer
    filter_keys = ("active",)
    ordering_fields = ("id", "name")


class Orders(ResourceViewSet):
    """Orders of readers."""

    queryset = Order.objects.all()
    serializer_class = OrderSerializer
    search_fields = ("number", "customer", "email")
    filter_keys = ("status", "paid", "currency")
    date_filters: ClassVar = {"placed_at": DateFilter("placed_at", "placed_after", "placed_before")}
    ordering_fields = ("id", "number", "customer", "amount", "status", "paid", "placed_at")
