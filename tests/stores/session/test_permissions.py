"""Codenames in, answers out."""

from __future__ import annotations

import pytest

from svc_tui.models.records import UserProfile
from svc_tui.stores.session.permissions import Permissions, codenames

EDITOR = Permissions(
    UserProfile.parse(
        {
            "id": 2,
            "groups": ["editors", {"id": 4, "name": "night shift"}],
            "permissions": ["news.view_article", "change_article", {"codename": "publish_article"}],
        }
    )
)
ADMIN = Permissions(UserProfile(id=1, is_superuser=True))
NOBODY = Permissions()


def test_all_codenames_have_to_be_held() -> None:
    assert EDITOR.check("view_article")
    assert EDITOR.check("view_article", "publish_article")
    assert not EDITOR.check("view_article", "delete_article")
    assert EDITOR.missing("delete_article", "view_article", "add_article") == (
        "delete_article",
        "add_article",
    )


def test_the_app_before_a_codename_makes_no_difference() -> None:
    assert EDITOR.check("news.change_article")
    assert EDITOR.missing("news.delete_article") == ("news.delete_article",)


def test_a_superuser_may_do_everything() -> None:
    assert ADMIN.check("anything_at_all")
    assert ADMIN.has_role("editors")
    assert ADMIN.actions("article") == ("view", "add", "change", "delete")


def test_who_is_signed_out_may_do_nothing() -> None:
    assert not NOBODY.check()
    assert not NOBODY.check("view_article")
    assert not NOBODY.has_role("editors")
    assert NOBODY.actions("article") == ()
    assert not NOBODY.is_superuser


def test_one_role_of_several_is_enough() -> None:
    assert EDITOR.has_role("admins", "night shift")
    assert not EDITOR.has_role("admins")
    assert not EDITOR.has_role()


def test_actions_come_from_codenames_of_exactly_this_model() -> None:
    assert EDITOR.actions("article") == ("view", "change")
    assert EDITOR.actions("articles") == ()
    assert (EDITOR.can_view("article"), EDITOR.can_add("article")) == (True, False)
    assert (EDITOR.can_change("article"), EDITOR.can_delete("article")) == (True, False)


@pytest.mark.parametrize(
    ("wanted", "model", "meant"),
    [
        ("delete", "article", ("delete_article",)),
        ("delete_article", "page", ("delete_article",)),
        (["change", "publish_article"], "article", ("change_article", "publish_article")),
        ("delete", None, ("delete",)),
        ((), "article", ()),
    ],
)
def test_a_bare_verb_means_the_model_of_the_page(
    wanted: str | list[str], model: str | None, meant: tuple[str, ...]
) -> None:
    assert codenames(wanted, model) == meant
