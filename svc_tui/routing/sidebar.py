"""The sidebar's tree, from route meta."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from svc_tui.models.arguments import checks_fields
from svc_tui.routing.route import Route, RouteMeta

DEFAULT_ICON = "·"


@checks_fields
@dataclass(frozen=True)
class MenuNode:
    """An entry of the sidebar: a page, or a group of pages where `route` is None."""

    label: str
    icon: str = DEFAULT_ICON
    route: str | None = None
    """The path that it opens."""
    children: tuple[MenuNode, ...] = ()
    sidebar_footer: bool = False


@dataclass
class _Branch:
    node: MenuNode
    children: list[_Branch] = field(default_factory=list)

    def build(self) -> MenuNode:
        """The finished node."""
        children = tuple(branch.build() for branch in self.children)
        node = self.node
        return MenuNode(node.label, node.icon, node.route, children, node.sidebar_footer)


def menu(
    routes: Sequence[Route],
    may: Callable[[Route], bool],
    groups: Mapping[str, MenuNode] | None = None,
) -> tuple[MenuNode, ...]:
    """Roots in order of registration, or where their `order` puts them; what the user may not open
    does not appear.

    A `parent` that is a route's path or name nests below it, or is a root where that route is
    not shown; any other word becomes a group, with the heading that `groups` gives it.
    """
    keys = {name: _key(route) for route in routes for name in (route.name, _key(route))}
    entries = [route for route in routes if route.label and not route.hidden and may(route)]
    shown = {_key(route): route for route in _placed(entries)}
    parents = {key: _parent(route, keys, shown) for key, route in shown.items()}
    branches = {key: _Branch(_node(route)) for key, route in shown.items()}
    roots: list[_Branch] = []
    for key in shown:
        if _is_own_ancestor(key, parents):
            parents[key] = ""
        _siblings(parents[key], branches, roots, groups or {}).append(branches[key])
    return tuple(root.build() for root in roots)


def _placed(routes: Sequence[Route]) -> list[Route]:
    """Return routes with those that have an `order` in their places."""
    placed = [route for route in routes if route.order is None]
    ordered = [(route.order, route) for route in routes if route.order is not None]
    for order, route in sorted(ordered, key=lambda pair: pair[0]):
        placed.insert(order, route)
    return placed


def _key(route: Route) -> str:
    return route.pattern.strip("/")


def _parent(meta: RouteMeta, keys: Mapping[str, str], shown: Mapping[str, Route]) -> str:
    wanted = meta.parent.strip("/")
    if wanted not in keys:
        return wanted
    return keys[wanted] if keys[wanted] in shown else ""


def _is_own_ancestor(key: str, parents: Mapping[str, str]) -> bool:
    above, seen = parents[key], {""}
    while above not in seen and above != key:
        seen.add(above)
        above = parents.get(above, "")
    return above == key


def _siblings(
    parent: str, branches: dict[str, _Branch], roots: list[_Branch], groups: Mapping[str, MenuNode]
) -> list[_Branch]:
    """Return the list to put an entry into: the roots, or its parent's."""
    if not parent:
        return roots
    if parent not in branches:
        words = parent.replace("_", " ").replace("-", " ").title()
        branches[parent] = _Branch(groups.get(parent) or MenuNode(words))
        roots.append(branches[parent])
    return branches[parent].children


def _node(route: Route) -> MenuNode:
    icon = route.icon or DEFAULT_ICON
    return MenuNode(route.label, icon, route.pattern, sidebar_footer=route.sidebar_footer)
