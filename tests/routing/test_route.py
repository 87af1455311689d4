"""A route knows its paths."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui.config.errors import ConfigError
from svc_tui.routing.route import Route, RouteMeta


@pytest.mark.parametrize(
    ("pattern", "path", "params"),
    [
        ("/", "/", {}),
        ("/articles", "/articles", {}),
        ("/articles", "/articles/", {}),
        ("/articles/{id}", "/articles/42", {"id": "42"}),
        ("/articles/{id}", "/articles/new", {"id": "new"}),
        ("/articles/{id}", "/articles/a%2Fb", {"id": "a/b"}),
        ("/articles/{id}", "/articles/%FF", {"id": "�"}),
        ("/a/{b}/c/{d}", "/a/1/c/2", {"b": "1", "d": "2"}),
    ],
)
def test_a_path_gives_the_values_of_the_places(
    pattern: str, path: str, params: dict[str, str]
) -> None:
    assert Route(pattern, page="pages:Page").match(path) == params


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/", "/articles"),
        ("/articles", "/"),
        ("/articles", "/Articles"),
        ("/articles/{id}", "/articles"),
        ("/articles/{id}", "/articles/"),
        ("/articles/{id}", "/articles/42/edit"),
        ("/articles/{id}", "/pages/42"),
    ],
)
def test_the_path_of_another_page_is_none_of_it(pattern: str, path: str) -> None:
    assert Route(pattern, page="pages:Page").match(path) is None


def test_the_model_is_named_by_one_form_of_permissions_alone() -> None:
    assert RouteMeta(permissions={"model": "article"}).model == "article"
    assert RouteMeta(permissions=("view_article",)).model is None
    assert RouteMeta().model is None


def test_the_names_of_props_are_text() -> None:
    wrong: Any = {3: 1}
    with pytest.raises(ConfigError, match=r"Route\(…\): props: each name should be a string"):
        Route("/reports", page="pages:Page", props=wrong)
