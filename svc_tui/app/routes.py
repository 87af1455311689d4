"""The built-in pages; a resource becomes its two routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from svc_tui.api.dialects import REST, Dialect
from svc_tui.app.factory import check_origins
from svc_tui.models.own_pages import ABOVE
from svc_tui.routing.route import PageFactory, Route
from svc_tui.routing.sidebar import MenuNode

if TYPE_CHECKING:
    from svc_tui.config.options import Options
    from svc_tui.models.resource import Resource, SidebarGroup

MENUS = "menus"
"""The name and the path of the pages of navigation menus."""

HOME = Route("/", "svc_tui.screens.home:HomePage", name="home", label="Home", icon="⌂")

PICTURES = Route(
    "/settings/pictures",
    "svc_tui.screens.picture_settings:PicturesPage",
    label="Pictures",
    hidden=True,
)


def opened_by(lookup: str, resource: Resource) -> Resource:
    """Return a resource with the dialect's lookup, if it has none."""
    if lookup == "id" or "lookup" in resource.model_fields_set:
        return resource
    return resource.model_copy(update={"lookup": lookup})


def routes_for(
    options: Options, resources: Iterable[Resource], dialect: Dialect = REST
) -> list[Route]:
    """Every page of a console, in the sidebar's order: home, resources, menus, media.

    Raises `ConfigError` for a resource on another server than the console's.
    """
    resources = tuple(opened_by(dialect.lookup, one) for one in resources)
    check_origins(options.base_url, addresses(resources))
    login = Route(
        options.login_url,
        "svc_tui.screens.login:LoginPage",
        name="login",
        layout="svc-empty",
        middleware=(),
    )
    declared = {resource.name for resource in resources}
    menus = menu_routes(options, dialect) if dialect.menus and MENUS not in declared else ()
    return [login, HOME, *resource_routes(resources), *menus, _media_route(options), PICTURES]


def addresses(resources: Iterable[Resource]) -> Iterable[tuple[str, str]]:
    """Yield every address in a resource, with a description."""
    for resource in resources:
        yield f'the endpoint of "{resource.name}"', resource.endpoint
        for item in resource.filters:
            if item.endpoint:
                yield f'the filter "{item.value}" of "{resource.name}"', item.endpoint
        for action in resource.actions:
            if action.request is not None:
                path = action.request.path.replace("{endpoint}", resource.endpoint)
                yield f'the action "{action.label}" of "{resource.name}"', path
        for field in resource.every_field:
            if isinstance(address := field.attrs.get("endpoint"), str):
                yield f'the field "{field.key}" of "{resource.name}"', address


def headings(groups: Iterable[SidebarGroup]) -> dict[str, MenuNode]:
    """The sidebar's groups by their names."""
    return {group.name: MenuNode(group.label, group.icon or "") for group in groups}


def resource_routes(resources: Iterable[Resource]) -> Iterable[Route]:
    """The list and the form of each resource."""
    for resource in resources:
        path = f"/{resource.name}"
        listed = Route(
            path,
            resource.list_page or "svc_tui.screens.listing:ListPage",
            name=resource.name,
            label=resource.label,
            icon=resource.icon or "",
            parent=resource.parent or "",
            hidden=resource.hidden,
            sidebar_footer=resource.sidebar_footer,
            middleware=("auth", *_guards(resource), *resource.middleware),
            permissions=resource.required_permissions,
            roles=resource.roles,
            props={"resource": resource},
        )
        yield listed
        yield _detail_of(listed, resource.detail_page or "svc_tui.screens.record:DetailPage")


def _guards(resource: Resource) -> Iterable[str]:
    """Return the middleware that runs before a resource's own."""
    asked = {"permissions": resource.required_permissions, "roles": resource.roles}
    return (name for name, value in asked.items() if value)


def with_own(routes: Sequence[Route], own: Iterable[Route]) -> list[Route]:
    """Return the pages of a console with those of a program.

    One with the path of a built-in page replaces it; the others come below Home.
    """
    given = {route.pattern: route for route in own}
    patterns = {route.pattern for route in routes}
    more = [route for pattern, route in given.items() if pattern not in patterns]
    at = max(n for n, route in enumerate(routes, 1) if route.pattern in ABOVE)
    placed = [given.get(route.pattern, route) for route in routes]
    return [*placed[:at], *more, *placed[at:]]


def _detail_of(listed: Route, page: PageFactory | str) -> Route:
    """Return the page of a record: open to the same users as the list, and not in the sidebar."""
    return Route(
        f"{listed.pattern}/{{id}}",
        page,
        name=f"{listed.name}.detail",
        middleware=listed.middleware,
        permissions=listed.permissions,
        roles=listed.roles,
        props=listed.props,
    )


def menu_routes(options: Options, dialect: Dialect) -> Iterable[Route]:
    """The list of navigation menus, and the editor of one; a resource of that name goes first."""
    model = options.uikit.menus.permissions_model
    listed = Route(
        f"/{MENUS}",
        "svc_tui.screens.menus:MenusPage",
        label="Menus",
        icon="≡",
        permissions={"model": model},
        props={"endpoint": dialect.menus, "model": model},
    )
    yield listed
    yield _detail_of(listed, "svc_tui.screens.menus:MenuPage")


def _media_route(options: Options) -> Route:
    permissions = {"model": options.media.permissions_model}
    page = "svc_tui.screens.media:MediaPage"
    return Route("/media", page, label="Media", icon="▣", permissions=permissions)
