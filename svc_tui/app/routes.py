"""The built-in pages; a resource becomes its two routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from svc_tui.api.dialects import REST, Dialect
from svc_tui.app.factory import check_origins
from svc_tui.routing.menu import MenuNode
from svc_tui.routing.route import Route, RouteMeta

if TYPE_CHECKING:
    from svc_tui.config.options import Options
    from svc_tui.models.fields import FieldDescriptor
    from svc_tui.models.resource import Resource, SidebarGroup

MENUS = "menus"
"""The name and the path of the pages of navigation menus."""

HOME = Route(
    "home",
    "/",
    page="svc_tui.screens.home:HomePage",
    meta=RouteMeta(label="Home", icon="⌂", middleware=("auth",)),
)

PICTURES = Route(
    "settings.pictures",
    "/settings/pictures",
    page="svc_tui.screens.picture_settings:PicturesPage",
    meta=RouteMeta(label="Pictures", hidden=True, middleware=("auth",)),
)


def routes_for(
    options: Options, resources: Iterable[Resource], dialect: Dialect = REST
) -> list[Route]:
    """Every page of a console, in the sidebar's order: home, resources, menus, media.

    Raises `ConfigError` for a resource on another server than the console's.
    """
    resources = tuple(resources)
    check_origins(options.base_url, _endpoints(resources))
    login = Route(
        "login",
        options.login_url,
        page="svc_tui.screens.login:LoginPage",
        meta=RouteMeta(layout="svc-empty"),
    )
    declared = {resource.name for resource in resources}
    menus = menu_routes(options, dialect) if dialect.menus and MENUS not in declared else ()
    return [login, HOME, *resource_routes(resources), *menus, _media_route(options), PICTURES]


def _endpoints(resources: Iterable[Resource]) -> Iterable[tuple[str, str]]:
    """Every address that resources name, and who names it."""
    for resource in resources:
        yield f'the endpoint of "{resource.name}"', resource.endpoint
        for item in resource.filters:
            if item.endpoint:
                yield f'the filter "{item.value}" of "{resource.name}"', item.endpoint
        for action in resource.actions:
            if action.request is not None:
                path = action.request.path.replace("{endpoint}", resource.endpoint)
                yield f'the action "{action.label}" of "{resource.name}"', path
        for field in every_field((*resource.fields, *resource.sidebar_fields,
                                  *resource.edit_fields)):  # fmt: skip
            if isinstance(address := field.attrs.get("endpoint"), str):
                yield f'the field "{field.key}" of "{resource.name}"', address


def every_field(fields: Iterable[FieldDescriptor]) -> Iterator[FieldDescriptor]:
    """The fields, and those inside repeaters."""
    for field in fields:
        yield field
        yield from every_field(field.fields)
        for inner in field.templates.values():
            yield from every_field(inner)


def headings(groups: Iterable[SidebarGroup]) -> dict[str, MenuNode]:
    """The sidebar's groups by their names."""
    return {group.name: MenuNode(group.label, group.icon or "") for group in groups}


def resource_routes(resources: Iterable[Resource]) -> Iterable[Route]:
    """The list and the form of each resource."""
    for resource in resources:
        permissions = resource.required_permissions
        guards = ("auth", "permissions" if permissions else "", "roles" if resource.roles else "")
        meta = RouteMeta(
            label=resource.label,
            icon=resource.icon or "",
            parent=resource.parent or "",
            hidden=resource.hidden,
            sidebar_footer=resource.sidebar_footer,
            middleware=tuple(name for name in guards if name),
            permissions=permissions,
            roles=resource.roles,
        )
        path = f"/{resource.name}"
        props = {"resource": resource}
        yield Route(resource.name, path, "svc_tui.screens.listing:ListPage", meta, props)
        detail = RouteMeta(
            middleware=meta.middleware, permissions=meta.permissions, roles=meta.roles
        )
        name = f"{resource.name}.detail"
        yield Route(name, f"{path}/{{id}}", "svc_tui.screens.detail:DetailPage", detail, props)


def menu_routes(options: Options, dialect: Dialect) -> Iterable[Route]:
    """The list of navigation menus, and the editor of one; a resource of that name goes first."""
    model = options.uikit.menus.permissions_model
    meta = RouteMeta(
        label="Menus",
        icon="≡",
        middleware=("auth", "permissions"),
        permissions={"model": model},
    )
    props = {"endpoint": dialect.menus, "model": model}
    yield Route(MENUS, f"/{MENUS}", "svc_tui.screens.menus:MenusPage", meta, props)
    inner = replace(meta, label="")
    page = "svc_tui.screens.menus:MenuPage"
    yield Route(f"{MENUS}.detail", f"/{MENUS}/{{id}}", page, inner, props)


def _media_route(options: Options) -> Route:
    model = options.media.permissions_model
    return Route(
        "media",
        "/media",
        page="svc_tui.screens.media:MediaPage",
        meta=RouteMeta(
            label="Media",
            icon="▣",
            middleware=("auth", "permissions"),
            permissions={"model": model},
        ),
    )
