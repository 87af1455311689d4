"""What resources become: pages, or a refusal before any of them is shown."""

from __future__ import annotations

from typing import Any

import pytest

from svc_tui import Options, Resource
from svc_tui.api.dialects.camomilla import CAMOMILLA
from svc_tui.app.context import Svc
from svc_tui.app.routes import routes_for, with_own
from svc_tui.config.errors import ConfigError
from svc_tui.models.components import SHORT_NAMES
from svc_tui.models.own_pages import ABOVE, PARENTS
from svc_tui.routing.route import Route

BASE = "https://cms.test"
FILTER = {"value": "author", "endpoint": "https://other.test/api/authors"}


@pytest.mark.parametrize(
    ("wishes", "who"),
    [
        ({"endpoint": "https://other.test/api/articles"}, 'the endpoint of "articles"'),
        ({"endpoint": "/api/articles", "filters": [FILTER]}, 'the filter "author" of "articles"'),
    ],
)
def test_a_resource_on_another_server_is_refused_by_its_name(
    wishes: dict[str, Any], who: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        routes_for(Options(base_url=BASE), [Resource(name="articles", **wishes)])

    assert who in str(refused.value)
    assert "not on https://cms.test" in str(refused.value)
    assert refused.value.exit_code == 2


def test_every_built_in_page_is_a_component_that_a_program_can_replace() -> None:
    """When this fails: a page has no line in `COMPONENTS`."""
    pages = {route.page for route in routes_for(Options(base_url=BASE), (), CAMOMILLA)}

    assert pages <= SHORT_NAMES.keys()


def test_every_built_in_page_of_the_sidebar_is_in_the_table_and_in_its_order() -> None:
    """When this fails: a page has no row in `OWN_PAGES`, or another order there."""
    routes = routes_for(Options(base_url=BASE), (), CAMOMILLA)
    shown = [route.name for route in routes if route.label and not route.hidden]

    assert shown == [*PARENTS]


def test_a_whole_address_on_the_same_server_is_fine() -> None:
    resources = [Resource(name="articles", endpoint=f"{BASE}:443/api/articles")]

    paths = [route.pattern for route in routes_for(Options(base_url=BASE), resources)]

    assert "/articles" in paths


@pytest.mark.parametrize("name", ["auth_login_url", "user_info_api", "logout_url"])
def test_a_session_address_on_another_server_is_refused_before_a_password_is_asked(
    name: str,
) -> None:
    with pytest.raises(ConfigError, match=name):
        Svc(options=Options(base_url=BASE, **{name: "https://other.test/x"}))


def test_a_resource_may_be_named_home_and_stays_below_the_first_page() -> None:
    routes = routes_for(Options(base_url=BASE), [Resource(name="home", endpoint="/api/home")])
    report = Route("/report", "svc_tui.screens.page:SvcPage", label="Report")

    paths = [one.pattern for one in with_own(routes, [report])]

    above = max(paths.index(path) for path in ABOVE)
    assert above + 1 == paths.index("/report") < paths.index("/home")
