"""Endpoints and ids are joined in one place, and no request leaves the origin."""

from __future__ import annotations

import pytest

from svc_tui.api.errors import ApiError, BadUrl, ForeignOrigin, without_query
from svc_tui.api.urls import BaseUrl, Endpoint, Repeat, grouped, query_of, rewritten, segment


@pytest.mark.parametrize(
    ("text", "collection"),
    [
        ("api/articles", "/api/articles/"),
        ("///api/articles///", "/api/articles/"),
        ("/api/articles?fields=id", "/api/articles/"),
        ("/api/articles/?a=1#top", "/api/articles/"),
        ("https://cms.test/api/articles", "https://cms.test/api/articles/"),
        ("", "/"),
    ],
)
def test_an_endpoint_has_one_slash_at_each_end(text: str, collection: str):
    assert Endpoint.parse(text).collection == collection


def test_an_endpoints_query_is_for_lists_and_not_for_items():
    endpoint = Endpoint.parse("/api/articles?status=draft&tag=a&tag=b&empty=")

    assert endpoint.item(42) == "/api/articles/42/"
    assert grouped(endpoint.params) == {"status": "draft", "tag": Repeat(("a", "b")), "empty": ""}


@pytest.mark.parametrize(
    ("id", "path"),
    [
        (0, "0"),
        ("a b", "a%20b"),
        ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("../x", "..%2Fx"),
        ("日本", "%E6%97%A5%E6%9C%AC"),
        ("%2e%2e", "%252e%252e"),
        ("1\n2", "1%0A2"),
    ],
)
def test_an_id_is_one_path_segment(id: int | str, path: str):
    assert Endpoint.parse("/x").item(id) == f"/x/{path}/"


@pytest.mark.parametrize("id", ["", " ", ".", "..", None, True, "\ud800"])
def test_an_id_that_means_another_place_is_refused(id: object):
    with pytest.raises(BadUrl):
        segment(id)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "path", "url"),
    [
        ("https://cms.test", "/api/x/", "https://cms.test/api/x/"),
        ("https://cms.test/", "api/x", "https://cms.test/api/x"),
        ("https://CMS.test:443/admin/", "/api/x/", "https://cms.test/admin/api/x/"),
        ("http://127.0.0.1:8000", "/a", "http://127.0.0.1:8000/a"),
        ("http://[::1]:8000", "/a", "http://[::1]:8000/a"),
        ("https://cms.test", "https://cms.test:443/a", "https://cms.test:443/a"),
        ("https://cms.test", "//evil.test/x", "https://cms.test//evil.test/x"),
        ("https://cms.test", "@evil.test/x", "https://cms.test/@evil.test/x"),
        ("https://cms.test", "/api/auth/login", "https://cms.test/api/auth/login"),
    ],
)
def test_a_path_is_joined_to_the_base_and_stays_there(base: str, path: str, url: str):
    assert BaseUrl.parse(base).resolve(path) == url


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.test/x",
        "http://cms.test/x",
        "https://cms.test:8443/x",
        "https://cms.test@evil.test/x",
        "https://user:pw@cms.test/x",
        "HTTPS://evil.test/x",
    ],
)
def test_another_origin_is_refused(url: str):
    with pytest.raises(ForeignOrigin, match="is not on https://cms") as caught:
        BaseUrl.parse("https://cms.test").resolve(url)

    assert "pw" not in str(caught.value)
    assert isinstance(caught.value, ApiError) and isinstance(caught.value, ValueError)
    assert str(caught.value).endswith("Check the address, or use a Svc(…) for that server.")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ftp://cms.test", "http:// or https://"),
        ("cms.test", "http:// or https://"),
        ("", "http:// or https://"),
        ("https://", "http:// or https://"),
        ("https://ada:secret@cms.test", "username or password"),
        ("https://cms.test/?a=secret", "query"),
        ("https://cms.test:port", "port"),
    ],
)
def test_a_base_url_that_cannot_be_used_says_why(text: str, why: str):
    with pytest.raises(BadUrl, match=why) as caught:
        BaseUrl.parse(text)

    assert "secret" not in str(caught.value)


def test_a_base_url_ends_with_one_slash():
    assert str(BaseUrl.parse("https://cms.test/admin//")) == "https://cms.test/admin/"


def test_params_are_written_as_backends_read_them():
    from datetime import date

    assert query_of(
        {
            "page": 2,
            "search": "a & b",
            "none": None,
            "empty": [],
            "ids": [1, None, 2],
            "featured": True,
            "draft": False,
            "since": date(2026, 11, 20),
            "fltr": Repeat(("a=1", "b=2")),
        }
    ) == {
        "page": "2",
        "search": "a & b",
        "ids": "1,2",
        "featured": "true",
        "draft": "false",
        "since": "2026-11-20",
        "fltr": ["a=1", "b=2"],
    }


def test_a_shown_path_is_one_plain_line_without_its_query():
    assert without_query("https://cms.test/a\x1b[31m b?token=secret") == "/a%1B%5B31m%20b"
    assert without_query("https://cms.test/a%2Fb/") == "/a%2Fb/"


def test_paths_that_lie_elsewhere_are_found_by_whole_steps():
    rules = {"/api/media": "/cms/media", "/api/auth/login": "/cms/login/"}

    assert rewritten("/api/media/3/", rules) == "/cms/media/3/"
    assert rewritten("/api//media/?x=1", rules) == "/cms/media/?x=1"
    assert rewritten("/api/media-folders/", rules) == "/api/media-folders/"
    assert rewritten("/api/auth/login", rules) == "/cms/login/"
    assert rewritten("https://cms.test/api/media/", rules) == "https://cms.test/api/media/"


def test_of_several_rules_the_longest_counts():
    rules = {"/api": "/v2", "/api/media": "/files"}

    assert rewritten("/api/media/1/", rules) == "/files/1/"
    assert rewritten("/api/articles/", rules) == "/v2/articles/"
