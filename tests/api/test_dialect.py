"""A dialect is a value: it words a list's query and names what else differs."""

from __future__ import annotations

import pytest

from svc_tui.api.dialect import REST, dialect_named


def test_plain_rest_words_a_list_as_specified():
    assert REST.list_params(
        page=2,
        page_size=20,
        search="cat",
        ordering=("-published_at", "title"),
        filters={"status": ["draft"], "author": None, "tags": []},
    ) == {
        "status": ["draft"],
        "page": 2,
        "page_size": 20,
        "search": "cat",
        "ordering": "-published_at,title",
    }


def test_an_empty_query_asks_for_nothing():
    assert REST.list_params() == {}


def test_the_page_of_a_list_is_not_overridden_by_a_filter():
    assert REST.list_params(page=1, filters={"page": 9}) == {"page": 1}


def test_a_dialect_is_found_by_its_name():
    assert dialect_named("rest") is REST
    with pytest.raises(ValueError, match="no dialect 'soap', only rest"):
        dialect_named("soap")


def test_the_defaults_are_those_of_the_specification():
    assert (REST.auth_login_url, REST.user_info_api, REST.logout_url) == (
        "/api/auth/login",
        "/api/profiles/me/",
        "/api/auth/logout",
    )
    assert (REST.media_endpoint, REST.folders_endpoint) == ("/api/media", "/api/media-folders")
    assert (REST.multipart, REST.logout_method) == ("flat", "POST")
