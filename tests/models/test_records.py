"""Profiles and metadata are read as real backends send them, and rights are never widened."""

from __future__ import annotations

import pytest

from svc_tui.models.records import ResourceMetadata, UserProfile


def profile(**fields: object) -> UserProfile:
    return UserProfile.parse({"id": 2, "username": "editor", **fields})


def test_a_profile_takes_the_first_permission_key_that_is_there():
    user = profile(permissions=["view_article"], user_permissions=["delete_article"])

    assert user.permissions == {"view_article"}


def test_an_empty_list_of_permissions_is_there():
    user = profile(all_permissions=[], user_permissions=["delete_article"])

    assert user.permissions == frozenset()


def test_a_null_list_of_permissions_is_not_there():
    user = profile(all_permissions=None, user_permissions=["view_article"])

    assert user.permissions == {"view_article"}


def test_the_app_before_the_dot_is_dropped():
    user = profile(permissions=["news.view_article", "add_article"])

    assert user.permissions == {"view_article", "add_article"}


def test_permission_objects_give_their_codename_once():
    entry = {"id": 38, "codename": "change_media", "content_type": {"app_label": "camomilla"}}
    user = profile(all_permissions=[entry, entry])

    assert user.permissions == {"change_media"}
    assert user.unusable == 0


def test_numbers_give_no_right_and_are_counted():
    user = profile(permissions=[3, "view_article", {"id": 4}, None], groups=[1, {"name": "staff"}])

    assert user.permissions == {"view_article"}
    assert user.groups == ("staff",)
    assert user.unusable == 4


def test_permissions_that_are_no_list_give_no_right():
    assert profile(permissions=7).unusable == 1


def test_groups_are_names_or_objects_with_a_name():
    assert profile(groups=["editors", {"id": 1, "name": "staff"}]).groups == ("editors", "staff")


@pytest.mark.parametrize("claim", ["true", 1, [True], {"value": True}])
def test_only_a_plain_true_makes_a_superuser(claim: object):
    assert not profile(is_superuser=claim).is_superuser
    assert profile(is_superuser=True).is_superuser


def test_a_bare_profile_is_enough():
    assert UserProfile.parse({"username": "ada"}) == UserProfile(username="ada")


def test_nulls_in_a_profile_are_empty_texts():
    assert profile(email=None, groups=None) == UserProfile(id=2, username="editor")


@pytest.mark.parametrize(
    ("json", "what"),
    [
        ([], "should be an object, but it is a list"),
        (None, "null"),
        ({"results": []}, "id or a username"),
        ({"id": {"a": 1}}, "its id is an object"),
    ],
)
def test_what_names_nobody_is_no_profile(json: object, what: str):
    with pytest.raises(ValueError, match=what):
        UserProfile.parse(json)


def test_metadata_keeps_the_keys_it_does_not_know():
    meta = ResourceMetadata.parse(
        {
            "name": "Articles",
            "description": None,
            "parses": ["application/json", 3],
            "actions": {"POST": {"title": {"type": "string"}}},
            "lang_info": {"languages": ["en", "it"]},
            "schema": {"type": "object"},
        },
        allow=["GET", " post ", ""],
    )

    assert meta.name == "Articles"
    assert meta.description == ""
    assert meta.parses == ("application/json",)
    assert meta.actions["POST"]["title"] == {"type": "string"}
    assert set(meta.extra) == {"lang_info", "schema"}
    assert meta.allow == {"GET", "POST"}


def test_metadata_without_actions_has_none():
    assert ResourceMetadata.parse({"actions": ["POST"]}).actions == {}


def test_metadata_that_is_no_object_is_refused():
    with pytest.raises(ValueError, match="metadata"):
        ResourceMetadata.parse("nothing")


@pytest.mark.parametrize(
    ("profile", "name"),
    [
        ({"id": 5, "username": "ada", "email": "a@x.test"}, "ada"),
        ({"id": 5, "email": "a@x.test"}, "a@x.test"),
        ({"id": 5}, "5"),
    ],
)
def test_a_user_always_has_a_name(profile: dict[str, object], name: str) -> None:
    assert UserProfile.parse(profile).name == name
