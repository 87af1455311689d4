"""Who may pass, and where the others are sent."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.config.errors import ConfigError
from svc_tui.models.location import Location
from svc_tui.models.records import UserProfile
from svc_tui.routing.middleware import (
    ALLOW,
    Block,
    NavigationRequest,
    Redirect,
    auth,
    permissions,
    roles,
)
from svc_tui.routing.route import Route
from svc_tui.stores.session.permissions import Permissions

EDITOR = UserProfile(id=2, groups=("editors",), permissions=frozenset({"view_article", "see_all"}))
ADMIN = UserProfile(id=1, is_superuser=True)


def going(user: UserProfile | None, to: str = "/articles", **meta: Any) -> NavigationRequest:
    """Somebody on the way."""
    route = Route("/articles", page="pages:Page", **meta)
    return NavigationRequest(route, Location.parse(to), Permissions(user))


def test_only_who_is_signed_in_passes_and_the_way_back_is_kept() -> None:
    assert auth(going(EDITOR)) == ALLOW

    verdict = auth(going(None, "/articles?status=draft&page=2"))

    assert isinstance(verdict, Redirect)
    assert verdict.to.path == "/login"
    assert verdict.to.get("redirect") == "/articles?status=draft&page=2"
    again = Location.parse(str(verdict.to))
    assert again.get("redirect") == "/articles?status=draft&page=2"


def test_the_login_page_never_stands_behind_itself() -> None:
    assert auth(going(None, "/login?redirect=/articles")) == ALLOW


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [
        (None, None),
        ((), None),
        ({"model": "article"}, None),
        ({"model": "page"}, ("view_page",)),
        (("see_all", "view_article"), None),
        (("see_all", "hide_all", "delete_article"), ("hide_all", "delete_article")),
    ],
)
def test_permissions_name_what_is_missing(
    wanted: dict[str, str] | tuple[str, ...] | None, missing: tuple[str, ...] | None
) -> None:
    verdict = permissions(going(EDITOR, permissions=wanted))

    if missing is None:
        assert verdict == ALLOW
    else:
        assert isinstance(verdict, Block)
        assert verdict.missing == missing


def test_roles_ask_for_one_of_several_groups() -> None:
    assert roles(going(EDITOR, roles=("admins", "editors"))) == ALLOW
    assert roles(going(EDITOR)) == ALLOW

    verdict = roles(going(EDITOR, roles=("admins",)))

    assert isinstance(verdict, Block)
    assert verdict.missing == ("admins",)


def test_a_redirect_takes_a_text_and_refuses_what_is_no_location() -> None:
    assert Redirect("/books?page=2").to == Location.parse("/books?page=2")
    with pytest.raises(ConfigError, match="to should be a Location or a string, not a whole"):
        Redirect(3)  # type: ignore[arg-type]


def test_a_superuser_passes_everywhere_and_nobody_nowhere() -> None:
    everything = {"permissions": {"model": "page"}, "roles": ("admins",)}

    assert permissions(going(ADMIN, **everything)) == roles(going(ADMIN, **everything)) == ALLOW
    assert isinstance(permissions(going(None, **everything)), Block)
    assert isinstance(roles(going(None, **everything)), Block)
