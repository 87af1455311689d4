"""The sidebar's tree, from route meta."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from svc_tui.routing.route import PageMeta, Route

DEFAULT_ICON = "·"


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

    def grown(self) -> MenuNode:
        """The finished node; a group without a page of its own and without children is left out."""
        children = tuple(branch.grown() for branch in self.children)
        node = self.node
        return MenuNode(node.label, node.icon, node.route, children, node.sidebar_footer)


def menu(
    routes: Sequence[Route],
    may: Callable[[Route], bool],
    groups: Mapping[str, MenuNode] | None = None,
) -> tuple[MenuNode, ...]:
    """Roots in order of registration; what the user may not open does not appear (reference 2.17).

    A `parent` that is a route's path or name nests below it; any other word becomes a group, with
    the heading that `groups` gives it.
    """
    branches: dict[str, _Branch] = {}
    roots: list[_Branch] = []
    shown = [route for route in routes if route.meta.label and not route.meta.hidden and may(route)]
    for route in shown:
        branches[route.pattern.strip("/")] = _Branch(_node(route))
    for route in shown:
        branch = branches[route.pattern.strip("/")]
        _siblings(route.meta, branches, roots, groups or {}).append(branch)
    return tuple(root.grown() for root in roots)


def _siblings(
    meta: PageMeta,
    branches: dict[str, _Branch],
    roots: list[_Branch],
    groups: Mapping[str, MenuNode],
) -> list[_Branch]:
    key = meta.parent.strip("/")
    if not key:
        return roots
    if key not in branches:
        words = key.replace("_", " ").replace("-", " ").title()
        branches[key] = _Branch(groups.get(key) or MenuNode(words))
        roots.append(branches[key])
    return branches[key].children


def _node(route: Route) -> MenuNode:
    meta = route.meta
    return MenuNode(
        meta.label, meta.icon or DEFAULT_ICON, route.pattern, sidebar_footer=meta.sidebar_footer
    )
