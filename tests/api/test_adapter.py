"""Six methods, all optional: what is left out speaks plain REST."""

from __future__ import annotations

from typing import Any, cast

import pytest

from svc_tui.api.adapter import MediaAdapter
from svc_tui.api.urls import query_of
from svc_tui.config.errors import ConfigError
from svc_tui.models.media import MediaItem, MediaListParams


def test_list_params_are_sent_only_when_set():
    adapter = MediaAdapter()
    asked = MediaListParams(page=2, search="cat", mime="image/*", all=True)

    assert query_of(adapter.build_list_params(asked)) == {
        "page": "2",
        "search": "cat",
        "mime": "image/*",
        "all": "true",
    }
    assert query_of(adapter.build_list_params(MediaListParams())) == {}


def test_a_patch_holds_the_four_texts_always():
    item = MediaItem(id=1, title="a", translations={"it": {"title": "b"}}, size=9)

    assert MediaAdapter().build_media_patch_payload(item) == {
        "title": "a",
        "alt_text": "",
        "description": "",
        "translations": {"it": {"title": "b"}},
    }


def test_the_other_defaults_are_plain():
    adapter = MediaAdapter()

    assert query_of(adapter.build_detail_params("it")) == {"language_code": "it"}
    assert query_of(adapter.build_detail_params(None)) == {}
    assert adapter.build_folder_payload({"name": "a", "parent": 1}) == {"name": "a", "parent": 1}
    assert adapter.build_replace_file_payload("f", True) == {"file": "f", "maintain_url": True}
    assert adapter.parse_root_response({"media": {}}) == {"media": {}}


def test_merging_replaces_single_methods_in_place():
    adapter = MediaAdapter()
    merged = adapter.merge(build_detail_params=lambda lang: {"lang": lang})

    assert merged is adapter
    assert adapter.build_detail_params("it") == {"lang": "it"}
    assert adapter.build_folder_payload({"name": "a"}) == {"name": "a"}


def test_an_unknown_method_is_refused_and_nothing_is_merged():
    adapter = MediaAdapter()
    with pytest.raises(TypeError, match="no 'build_list_param', only build_list_params, parse_"):
        adapter.merge(build_detail_params=lambda lang: {}, build_list_param=lambda params: {})

    assert adapter.build_detail_params("it") == {"language_code": "it"}


def test_only_a_function_replaces_a_method():
    adapter, wrong = MediaAdapter(), cast(Any, 3)

    async def late(response: Any) -> Any:
        return response

    with pytest.raises(
        ConfigError, match=r"merge\(…\): parse_media should be a function, not a who"
    ):
        adapter.merge(parse_media=wrong)
    with pytest.raises(ConfigError, match=r"merge\(…\): parse_media must not be async"):
        adapter.merge(parse_media=late)

    assert adapter == MediaAdapter()
