"""Checks of routes: labels and props without a value, parents in a ring, bases of records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from svc_tui.models.arguments import twice, wrong_count
from svc_tui.models.location import NEW
from svc_tui.models.overrides import meant_name

if TYPE_CHECKING:
    from svc_tui.models.location import Location
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route

PLACEHOLDER = re.compile(r"\{\w*\}")
"""A part of the pattern of a route that stands for any word."""

HANDED = ("visit", "slots")
"""What each page is handed by its console."""


def declared_route_problems(route: Route) -> Iterator[str]:
    """Yield the words and values of a route that would never arrive."""
    whose = f"the route {route.pattern}"
    if found := PLACEHOLDER.search(route.label):
        yield f'{whose}: the label "{route.label}" contains {found[0]}, which has no value here'
    named = PLACEHOLDER.findall(route.pattern)
    if route.label and named and not route.hidden:
        yield f"{whose} has a label, but the sidebar can't fill in {named[0]}; remove the label"
    if route.order is not None and not route.label:
        yield f"{whose} has an order, which has no effect without a label"
    elif route.order is not None and route.order < 0:
        yield f"{whose} has the order {route.order}; places are counted from 0"
    taken = ["slots"]
    for name in route.props:
        if name in HANDED:
            yield f'{whose}: props can\'t have "{name}", which every page receives anyway'
        elif f"{{{name}}}" in named:
            yield f'{whose}: props has "{name}", which its path sets too; keep one of them'
        elif why := _why_no_prop(route, name):
            yield f'{whose}: props has "{name}", {why}'
        else:
            taken.append(name)
    is_page = not isinstance(page := route.page, type) or issubclass(page, Screen)
    if is_page and callable(page) and (why := wrong_count(page, "visit", keywords=taken)):
        yield f"{whose}: the page has the wrong parameters: {why}"


def _why_no_prop(route: Route, name: str) -> str:
    """Return why a page takes no such argument; "" where it does, or takes any."""
    taken, any_name = _arguments(route.page)
    if name in taken or (not taken and any_name):
        return ""
    free = [one for one in taken if one not in route.props]
    if any_name:
        near = meant_name(name, free)
        return f'which its page does not take; did you mean "{near}"?' if near else ""
    from svc_tui.config.explain import nearest

    hint = nearest(name, free, noun="props", listed="") if free else "it takes no props"
    return f"which its page does not take; {hint}"


def _arguments(page: Any) -> tuple[list[str], bool]:
    """Return the arguments that a page names, and whether it takes any others."""
    taken: dict[str, None] = {}
    inits = [vars(kind).get("__init__") for kind in page.__mro__] if isinstance(page, type) else []
    for init in filter(None, inits or [page]):
        try:
            parameters = [*signature(init).parameters.values()]
        except (TypeError, ValueError):
            return [], True
        kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        taken |= dict.fromkeys(one.name for one in parameters if one.kind in kinds)
        if all(one.kind is not Parameter.VAR_KEYWORD for one in parameters):
            return [name for name in taken if name not in ("self", *HANDED)], False
        if getattr(init, "__module__", "").startswith("svc_tui.screens.page"):
            break  # It keeps what it is handed in `props`.
    return [name for name in taken if name not in ("self", *HANDED)], True


def ring_problems(routes: Sequence[Route], resources: Iterable[Resource]) -> Iterator[str]:
    """Yield parents of routes that contain each other, each ring once."""
    keys = {name: _key(one) for one in routes for name in (one.name, _key(one))}
    parents = {one.name: (one.parent or "").strip("/") for one in resources}
    parents |= {_key(one): one.parent.strip("/") for one in routes}
    told: set[str] = set()
    for route in routes:
        trail = [_key(route)]
        while (up := parents.get(trail[-1], "")) and (above := keys.get(up, up)) not in trail:
            trail.append(above)
        if up and above == trail[0] and not told & {*trail}:
            told |= {*trail}
            named = " > ".join([*trail, above])
            yield f"the route {route.pattern}: {named} contain each other; remove one parent"


def name_problems(routes: Sequence[Route]) -> Iterator[str]:
    """Yield the names that several routes share; shared paths are reported elsewhere."""
    for name in twice(one.name for one in routes):
        same = [one.pattern for one in routes if one.name == name]
        if len({re.sub(r"\{\w*\}", "{}", one.rstrip("/")) for one in same}) == len(same):
            yield f'the routes {" and ".join(same)} both have the name "{name}"; rename one'


def _key(route: Route) -> str:
    return route.pattern.strip("/")


def base_problem(resource: Resource, patterns: Iterable[str]) -> str:
    """Return why the records of a resource can't be opened below its `detail_base`; "" if so."""
    base = resource.detail_base
    if base is None:
        return ""
    whose = f'the detail_base of "{resource.name}"'
    if not base.startswith("/"):
        return f'{whose} should begin with a slash, not "{base}"'
    steps = [*base.strip("/").split("/"), "1"]
    served = [one for one in patterns if one.endswith("}")]
    if any(_matches(pattern.strip("/").split("/"), steps) for pattern in served):
        return ""
    from svc_tui.config.explain import nearest

    bases = [one.rpartition("/")[0] for one in served]
    hint = nearest(base, bases, noun="bases", listed="")
    return f'{whose} is "{base}", but no route is {base.rstrip("/")}/{{id}}; {hint}'


def start_problem(path: str, patterns: Iterable[str], complete: bool) -> str:
    """Return why a path can't be the start; "" if a page is there.

    Unless the patterns are `complete`, there may be others once the console runs: only a path that
    is nearly one of them is refused.
    """
    served, steps = sorted(patterns), path.strip("/").split("/")
    if any(_matches(pattern.strip("/").split("/"), steps) for pattern in served):
        return ""
    pages = [one for one in served if "{" not in one]
    said = f'start = "{path}" is not a page of the console'
    if near := get_close_matches(path, pages, 1, 0.8):
        return f'{said}; did you mean "{near[0]}"?'
    return f"{said}; its pages are {', '.join(pages)}" if complete else ""


def hidden_page(pattern: str, lists: Mapping[str, str], built_in: Iterable[str]) -> str:
    """Return which page of the console a route would hide, as it goes first; "" for none.

    Args:
        pattern: The path of the route.
        lists: The names of the resources, by the paths of their lists.
        built_in: The patterns of the other built-in pages.
    """
    steps = pattern.strip("/").split("/")
    for path, name in lists.items():
        if _hides(steps, [path.strip("/")]):
            return f'hides {path}, the list of "{name}"; begin its path with a word'
        if _hides(steps, [path.strip("/"), "{id}"]):
            page = "the page of a new record" if steps[1] == NEW else "pages of records"
            return f'hides {page} of "{name}"; choose another path, or set it as its detail_page'
    for page in built_in:
        if page != "/" and _hides(steps, page.strip("/").split("/")):
            return f"hides {page}, a built-in page; choose another path"
    return ""


def unreached_problems(routes: Sequence[Route]) -> Iterator[str]:
    """Yield routes behind one that takes all of their paths."""
    for number, route in enumerate(routes):
        steps = route.pattern.strip("/").split("/")
        for first in routes[:number]:
            wider = first.pattern.strip("/").split("/")
            same = PLACEHOLDER.sub("{}", first.pattern) == PLACEHOLDER.sub("{}", route.pattern)
            if not same and _matches(wider, steps):
                yield (
                    f"the route {route.pattern} is never reached, because {first.pattern} comes "
                    f"first; put {route.pattern} before {first.pattern}"
                )


def _hides(pattern: Sequence[str], page: Sequence[str]) -> bool:
    """Whether a pattern takes paths of a page: of records, `new` or a number."""
    pairs = zip(pattern, page, strict=False)
    return len(pattern) == len(page) and all(
        a == b or a.startswith("{") or (b.startswith("{") and (a == NEW or a.isdecimal()))
        for a, b in pairs
    )


def start_query_problems(
    start: Location, resources: Iterable[Resource], replaced: Any = None
) -> Iterator[str]:
    """Yield the parts of the first location that the list at its path would leave out.

    `replaced` is the component that shows lists, if it is not the built-in one. Filters that are
    not declared may be read from the backend.
    """
    resource = next((one for one in resources if f"/{one.name}" == start.path), None)
    if resource is None or not start.query:
        return
    from svc_tui.screens.listing import ListPage
    from svc_tui.stores.listing.location_check import unread_parts

    page = resource.list_page or replaced or ListPage
    if isinstance(page, type) and issubclass(page, ListPage):
        for one in unread_parts(resource, start, page.READS, settled=bool(resource.filters)):
            yield f'start = "{start}": {one.refusal}'


def _matches(pattern: Sequence[str], steps: Sequence[str]) -> bool:
    pairs = zip(pattern, steps, strict=False)
    return len(pattern) == len(steps) and all(a.startswith("{") or a == b for a, b in pairs)


def patterns_of(
    routes: Iterable[Route],
    resources: Iterable[Resource],
    built_in: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the patterns of the pages of a console, whatever has been made of them so far."""
    own = [f"/{one.name}/{{id}}" for one in resources]
    return [*(one.pattern for one in routes), *own, *(built_in or {})]
