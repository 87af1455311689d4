"""Articles as a careless backend would answer them, open only under `--testing`.

Each way of being odd is a collection of its own: `/api/_test/odd/<how>/`. Single rows are read and
written as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ..pagination import Pages
from .articles import Articles

Body = dict[str, Any]


def _duplicates(body: Body) -> None:
    body["results"] = [*body["results"], *body["results"][:1]]


def _keyless(body: Body) -> None:
    for row in body["results"][1::2]:
        del row["id"]
    for row in body["results"][2:3]:
        row["id"] = {"number": row["id"]}


def _types(body: Body) -> None:
    odd = ({"en": "A story", "it": "Una storia"}, ["a", "b"], 7, None, True, "", 1e300, "x" * 5000)
    for row, value in zip(body["results"], odd, strict=False):
        row |= {"title": value, "status": value, "published_at": value, "author": value}


def _entries(body: Body) -> None:
    body["results"][1:4] = ["only words", None, [1, 2]]


def _uncounted(body: Body) -> None:
    del body["count"]


def _undercounted(body: Body) -> None:
    body["count"] = 3


def _overcounted(body: Body) -> None:
    body["count"] += 1000


def _wordy(body: Body) -> None:
    body["count"] = "many"


def _hyperlinked(body: Body) -> None:
    for row in body["results"]:
        row["url"] = f"http://cms.internal/api/_test/odd/hyperlinked/{row.pop('id')}/"


ODD: dict[str, Callable[[Body], None]] = {
    "duplicates": _duplicates,
    "keyless": _keyless,
    "types": _types,
    "entries": _entries,
    "uncounted": _uncounted,
    "undercounted": _undercounted,
    "overcounted": _overcounted,
    "wordy": _wordy,
    "hyperlinked": _hyperlinked,
}
"""The ways in which a page of rows is spoiled."""

WAYS = (*ODD, "ordinary", "sized", "no-list", "listed", "narrow", "deaf", "cut")
"""All ways there are.

Beside the ordinary one, these refuse other page sizes, answer with something else than a list,
refuse every write with a bare list of reasons, take no body that is longer than `MOST`, ignore
search and filters, and give a bare array of the first `FIRST_ROWS` rows, whatever is asked for.
"""

FIRST_ROWS = 100
"""Rows of an array that is cut."""

MOST = 8_000
"""Bytes of a body that the narrow way takes."""

TOO_LARGE = "<html><head><title>413 Request Entity Too Large</title></head></html>"
"""The answer of a web server to an address that is too long."""

REASONS = ["The editors are at lunch.", "Null characters are not allowed."]
"""A refusal that names no field."""


class EmptyBeyond(Pages):
    """Pages that end without a 404."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """No rows on a page that is not there."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound:
            self.page = self.django_paginator_class(queryset.none(), 1).page(1)
            self.count = queryset.count()
            return []

    def get_paginated_response(self, data: Any) -> Response:
        """The real count, also beyond the end."""
        response = super().get_paginated_response(data)
        response.data["count"] = getattr(self, "count", response.data["count"])
        return response


class OddArticles(Articles):
    """The stories of the newsroom, told badly."""

    pagination_class = EmptyBeyond

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse what is too long before it is read, as a web server does."""
        if kwargs["how"] == "narrow" and int(request.META.get("CONTENT_LENGTH") or 0) > MOST:
            return HttpResponse(TOO_LARGE, status=413)
        return super().dispatch(request, *args, **kwargs)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        how, params = kwargs["how"], request.query_params
        if how not in WAYS:
            raise NotFound
        if how == "sized" and params.get("page_size", "20") != "20":
            raise serializers.ValidationError({"page_size": ["Only 20 rows on a page."]})
        if how == "no-list":
            return Response({"articles": [], "total": 0})
        if how == "cut":
            rows = self.filter_queryset(self.get_queryset())[:FIRST_ROWS]
            return Response(self.get_serializer(rows, many=True).data)
        response = super().list(request, *args, **kwargs)
        body = dict(response.data)
        if how in ODD:
            ODD[how](body)
        return Response(body)

    def filter_queryset(self, queryset: Any) -> Any:
        deaf = self.action == "list" and self.kwargs["how"] in ("deaf", "cut")
        return queryset.order_by("pk") if deaf else super().filter_queryset(queryset)

    def perform_create(self, serializer: Any) -> None:
        self._refuse()
        super().perform_create(serializer)

    def perform_update(self, serializer: Any) -> None:
        self._refuse()
        super().perform_update(serializer)

    def _refuse(self) -> None:
        if self.kwargs["how"] == "listed":
            raise serializers.ValidationError(REASONS)
