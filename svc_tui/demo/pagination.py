"""The shapes in which a list can come in pages."""

from __future__ import annotations

from rest_framework.pagination import CursorPagination, LimitOffsetPagination, PageNumberPagination

MAX_PAGE_SIZE = 200


class Pages(PageNumberPagination):
    """`page` and `page_size`: the default."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE


class Offsets(LimitOffsetPagination):
    """`limit` and `offset`."""

    default_limit = 20
    max_limit = MAX_PAGE_SIZE


class Cursors(CursorPagination):
    """Next and previous only: no count, no page numbers."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE
    ordering = "-id"
