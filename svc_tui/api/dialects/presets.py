"""The built-in dialects that are a `Wire`, with the few hooks that some need beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from svc_tui.api.dialects.base import DescribedList
from svc_tui.api.dialects.wire import wire_dialect
from svc_tui.models.wire import Wire

NO_AUTH = {"kind": "none"}
"""The sign-in of backends without accounts."""

JSONAPI_TYPE = "application/vnd.api+json"


DRF = wire_dialect("drf", "Django REST framework", Wire())


def _describes_jsonapi(lists: Sequence[DescribedList], wire: Mapping[str, Any]) -> bool:
    return all(JSONAPI_TYPE in one.kinds for one in lists)


JSONAPI = wire_dialect(
    "jsonapi",
    "a JSON:API",
    Wire.model_validate(
        {
            "items": "data",
            "record": "data",
            "records": "jsonapi",
            "body": "data",
            "paging": {"style": "page", "page": "page[number]", "size": "page[size]"},
            "search": "filter[search]",
            "order": {"param": "sort"},
            "filter": "filter[{key}]={values}",
            "headers": {"Accept": JSONAPI_TYPE, "Content-Type": JSONAPI_TYPE},
        }
    ),
    describes=_describes_jsonapi,
)

JSON_SERVER = wire_dialect(
    "json-server",
    "a json-server",
    Wire.model_validate(
        {
            "items": "",
            "total": "header:X-Total-Count",
            "paging": {"style": "page", "page": "_page", "size": "_limit"},
            "search": "q",
            "order": {
                "param": "_sort",
                "direction": "_order",
                "ascending": "asc",
                "descending": "desc",
            },
            "filter": "{key}={value}",
            "repeated": True,
            "trailing_slash": False,
            "roots": ["/db"],
            "root": "keys",
        }
    ),
    NO_AUTH,
)

FASTAPI = wire_dialect(
    "fastapi",
    "a FastAPI service",
    Wire.model_validate(
        {
            "paging": {"style": "offset"},
            "search": "",
            "order": {"param": ""},
            "filter": "{key}={value}",
            "repeated": True,
            "trailing_slash": False,
        }
    ),
)


def _describes_ninja(lists: Sequence[DescribedList], wire: Mapping[str, Any]) -> bool:
    """Whether all lists with parameters have items, a count and offsets, and none has links."""
    envelopes = [one.envelope for one in lists if one.parameters]
    counted = bool(envelopes) and all(one >= {"items", "count"} for one in envelopes)
    linked = any("next" in one.envelope for one in lists)
    return counted and not linked and wire.get("paging", {}).get("style") == "offset"


NINJA = wire_dialect(
    "ninja",
    "a Django Ninja API",
    Wire.model_validate(
        {
            "items": "items",
            "total": "count",
            "paging": {"style": "offset"},
            "order": {"param": ""},
            "filter": "{key}={value}",
            "repeated": True,
            "update": "PUT",
            "trailing_slash": False,
            "errors": {"skip": 1},
        }
    ),
    describes=_describes_ninja,
)

WAGTAIL = wire_dialect(
    "wagtail",
    "Wagtail's API",
    Wire.model_validate(
        {
            "items": "items",
            "total": "meta.total_count",
            "paging": {"style": "offset"},
            "order": {"param": "order"},
            "filter": "{key}={value}",
        }
    ),
    NO_AUTH,
)


def _describes_directus(lists: Sequence[DescribedList], wire: Mapping[str, Any]) -> bool:
    asked = {"filter", "meta", "sort"}
    return all(asked <= one.parameters and "/items/" in one.path for one in lists)


def _directus_media(*given: Any, **named: Any) -> Any:
    from svc_tui.api.dialects.file_libraries import DirectusMedia

    return DirectusMedia(*given, **named)


DIRECTUS = wire_dialect(
    "directus",
    "Directus",
    Wire.model_validate(
        {
            "items": "data",
            "total": "meta.filter_count",
            "record": "data",
            "paging": {"style": "page", "page": "page", "size": "limit"},
            "order": {"param": "sort"},
            "filter": "filter[{key}][_in]={values}",
            "query": {"meta": "filter_count"},
            "trailing_slash": False,
            "roots": ["/collections"],
            "root": "items",
        }
    ),
    {
        "kind": "token",
        "login": {
            "path": "/auth/login",
            "fields": {"email": "{user}", "password": "{password}", "mode": "json"},
        },
        "token": "data.access_token",
        "refresh": {
            "path": "/auth/refresh",
            "fields": {"refresh_token": "{refresh}", "mode": "json"},
        },
        "profile": "/users/me",
        "profile_map": {"id": "data.id", "username": "data.email", "email": "data.email"},
        "logout": {
            "path": "/auth/logout",
            "fields": {"refresh_token": "{refresh}", "mode": "json"},
        },
    },
    media_endpoint="/files",
    folders_endpoint="/folders",
    media_api=_directus_media,
    describes=_describes_directus,
)


def _describes_strapi(lists: Sequence[DescribedList], wire: Mapping[str, Any]) -> bool:
    asked = {"pagination[page]", "pagination[pageSize]"}
    return all(asked <= one.parameters for one in lists)


def _strapi_media(*given: Any, **named: Any) -> Any:
    from svc_tui.api.dialects.file_libraries import StrapiMedia

    return StrapiMedia(*given, **named)


STRAPI = wire_dialect(
    "strapi",
    "Strapi",
    Wire.model_validate(
        {
            "items": "data",
            "total": "meta.pagination.total",
            "record": "data",
            "id": "documentId",
            "paging": {"style": "page", "page": "pagination[page]", "size": "pagination[pageSize]"},
            "search": "_q",
            "order": {"param": "sort", "ascending": "{}:asc", "descending": "{}:desc"},
            "filter": "filters[{key}][$in]={value}",
            "repeated": True,
            "update": "PUT",
            "whole": False,
            "body": "data",
            "trailing_slash": False,
        }
    ),
    {
        "kind": "token",
        "login": {
            "path": "/api/auth/local",
            "fields": {"identifier": "{user}", "password": "{password}"},
        },
        "token": "jwt",
        "profile": "/api/users/me",
    },
    media_endpoint="/api/upload/files",
    folders_endpoint="/api/upload/folders",
    media_api=_strapi_media,
    describes=_describes_strapi,
)
