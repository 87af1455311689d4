"""A resource is fit for a path, states its access once, and agrees with itself."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from svc_tui.models.resource import Resource


def resource(**more: Any) -> Resource:
    return Resource.model_validate({"name": "articles", "endpoint": "/api/articles", **more})


def test_a_resource_begins_with_the_specifications_defaults() -> None:
    plain = resource()

    assert (plain.label, plain.lookup, plain.tab_query_param) == ("Articles", "id", "tab")
    assert (plain.sidebar_cols, plain.sticky, plain.use_patch, plain.readonly) == (
        4, True, True, False,
    )  # fmt: skip
    assert (plain.searchable, plain.draggable, plain.position_field) == (True, False, "position")


def test_a_bare_string_is_a_column() -> None:
    assert [column.key for column in resource(columns=["title", {"key": "b"}]).columns] == [
        "title",
        "b",
    ]


@pytest.mark.parametrize("name", ["Articles", "my articles", "a/b", "", "-a", "ä", "a--b", "a.b"])
def test_a_name_is_fit_for_a_path(name: str) -> None:
    with pytest.raises(ValidationError, match="lower-case letters"):
        resource(name=name)


@pytest.mark.parametrize("name", ["login", "media"])
def test_the_consoles_own_pages_keep_their_paths(name: str) -> None:
    with pytest.raises(ValidationError, match="is reserved"):
        resource(name=name)


@pytest.mark.parametrize("cols", [0, 12])
def test_the_side_column_leaves_room_for_the_form(cols: int) -> None:
    with pytest.raises(ValidationError):
        resource(sidebar_cols=cols)


@pytest.mark.parametrize(
    ("stated", "meta"),
    [
        ({}, None),
        ({"model": "article"}, {"model": "article"}),
        ({"permissions": {"model": "article"}}, {"model": "article"}),
        ({"permissions": ["view_article", "view_tag"]}, ("view_article", "view_tag")),
        ({"permissions": "view_article"}, ("view_article",)),
        ({"model": "article", "permissions": ["see_all"]}, ("see_all",)),
    ],
)
def test_permissions_are_stated_in_several_ways(stated: dict[str, Any], meta: object) -> None:
    assert resource(**stated).required_permissions == meta


def test_the_model_is_known_from_the_permissions() -> None:
    assert resource(permissions={"model": "article"}).model == "article"


def test_two_models_contradict_each_other() -> None:
    with pytest.raises(ValidationError, match="keep one of them"):
        resource(model="article", permissions={"model": "story"})


def test_ordering_is_read_from_the_wires_own_spelling() -> None:
    assert resource(ordering="-published_at,title").ordering == ("-published_at", "title")
    assert resource(ordering=["-a"]).ordering == ("-a",)


def test_the_first_tab_is_the_default_or_the_first() -> None:
    tabs = [{"value": ""}, {"value": "draft"}]

    assert resource().first_tab == ""
    assert resource(tabs=tabs[1:]).first_tab == "draft"
    assert resource(tabs=tabs, default_tab="draft").first_tab == "draft"
    assert resource(tabs=tabs[::-1], default_tab="all").first_tab == ""


def test_a_default_tab_is_one_of_the_tabs() -> None:
    with pytest.raises(ValidationError, match="default_tab"):
        resource(tabs=[{"value": "draft"}], default_tab="drafts")


@pytest.mark.parametrize(
    ("key", "entries"),
    [
        ("columns", ["title", "title"]),
        ("filters", [{"value": "a"}, {"value": "a"}]),
        ("tabs", [{"value": "a"}, {"value": "a"}]),
        ("actions", [{"label": "A", "handler": "a:b"}, {"label": "a", "handler": "a:c"}]),
    ],
)
def test_two_of_one_name_cannot_be_told_apart(key: str, entries: list[Any]) -> None:
    with pytest.raises(ValidationError, match=f"has two {key}"):
        resource(**{key: entries})


@pytest.mark.parametrize("verb", ["change", "publish"])
@pytest.mark.parametrize("stated", [{}, {"permissions": ["view_article"]}])
def test_a_verb_that_no_model_could_be_checked_for_is_refused(
    verb: str, stated: dict[str, Any]
) -> None:
    act = {"label": "Lend", "handler": "a:b", "permissions": verb}

    with pytest.raises(ValidationError, match=f'that needs "{verb}", but no model to check it for'):
        resource(actions=[act], **stated)

    assert resource(actions=[act], model="article")
    assert resource(actions=[{**act, "permissions": "lend_book"}])
