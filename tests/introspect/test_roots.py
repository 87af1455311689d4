"""A backend's root becomes collections: by paths only, each once."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.introspect.paging import paging_of
from svc_tui.introspect.roots import (
    addresses_of,
    collections_of,
    distinct_collections,
    looks_like_root,
)


def test_names_and_paths_are_taken_whatever_the_backend_thinks_its_own_name_is():
    body = {"Blog posts": "http://internal:8000/base/api/blog-posts/"}

    (one,) = collections_of(body, "/api/", "/base")

    assert (one.name, one.label, one.endpoint) == ("blog-posts", "Blog Posts", "/api/blog-posts/")


@pytest.mark.parametrize(
    "body",
    [None, [], {}, {"detail": "Not found."}, {"a": 1}, {"a": "javascript:1"}, {"a": "/x\x1b[2J"}],
)
def test_what_is_no_root_has_no_collections(body: Any):
    assert not looks_like_root(body)
    assert collections_of(body, "/api/") == ()


def test_the_root_itself_and_paths_with_ways_out_are_left_out():
    body = {
        "root": "https://a.it/api/",
        "up": "/api/../etc/",
        "item": "/api/a/{id}/",
        "日本": "/x/",
    }

    assert collections_of(body, "/api/") == ()


@pytest.mark.parametrize(
    "body",
    [
        {"_links": {"books": {"href": "http://a/books{?page,size}", "templated": True},
                    "profile": {"href": "http://a/profile"}}},
        {"books": {"list_endpoint": "/books", "schema": "/books/schema"}},
        {"books": {"href": "/books"}, "self": {"href": "/"}},
    ],
    ids=["HAL", "tastypie", "links"],
)  # fmt: skip
def test_addresses_in_objects_are_those_of_a_root(body: Any) -> None:
    root = addresses_of(body)

    assert looks_like_root(root)
    assert [(one.name, one.endpoint) for one in collections_of(root, "/")] == [("books", "/books")]


def test_names_and_endpoints_come_once_and_the_consoles_own_are_kept_free():
    first = collections_of({"pages": "/api/models/pages/", "media": "/api/files/"}, "/api/models/")
    second = collections_of(
        {"pages": "/api/cms/pages/", "again": "/api/models/pages/"}, "/api/cms/"
    )

    found = distinct_collections([*first, *second], skip=["/api/cms/other"])

    assert [(one.name, one.endpoint) for one in found] == [
        ("pages", "/api/models/pages/"),
        ("media-2", "/api/files/"),
        ("pages-2", "/api/cms/pages/"),
    ]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ([], "array"),
        ({"results": [], "count": 9, "next": "http://a/?page=2"}, "page"),
        ({"results": [], "count": 9, "next": "http://a/?limit=1&offset=1"}, "offset"),
        ({"results": [], "next": "http://a/?cursor=x", "previous": None}, "cursor"),
        ({"results": [], "count": 1, "next": None}, None),
        ({"items": [], "paginator": {}}, "items"),
        ({"results": [], "count": 1, "next": "http://[bad"}, None),
        ({"objects": [], "meta": {"next": "/a/?limit=1&offset=1"}}, "offset"),
        ({"_embedded": {"rows": []}, "_links": {"next": {"href": "/a?page=2"}}}, "page"),
        ({"detail": "no"}, None),
    ],
)
def test_an_answer_tells_how_it_is_paged(body: Any, kind: str | None):
    assert paging_of(body) == kind
