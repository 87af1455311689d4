"""Routes are values: a pattern, a page, and its metadata."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from svc_tui.models.arguments import (
    Name,
    checks_arguments,
    given_words,
    in_words,
    is_place,
    refused_arguments,
)
from svc_tui.models.location import NEW, Location, record_id

PageFactory = Callable[..., Any]
"""Creates the screen of a route; as a string (`module:Name`) it is imported on the first visit."""


@checks_arguments()
@dataclass(frozen=True, kw_only=True)
class RouteMeta:
    """Page meta of the specification: the menu label, and who has access."""

    label: str = ""
    """Required to appear in the sidebar."""
    icon: str = ""
    """A character before the label."""
    order: int | None = None
    """The place in the whole sidebar, from 0, among the entries that the user sees, those below
    other entries included; None keeps the order of the routes, a program's being below Home."""
    parent: str = ""
    """The path of another route, or the name of a group. Where no group is declared, another word
    is a heading of its own."""
    hidden: bool = False
    """Whether the page has no entry in the sidebar although it has a label."""
    sidebar_footer: bool = False
    """Whether the entry is in the lower part of the sidebar."""
    middleware: tuple[str, ...] = ()
    """The names of the middleware to run before the page is shown, in order."""
    permissions: Mapping[str, str] | tuple[str, ...] | None = None
    """`{"model": name}` derives CRUD actions; a tuple lists codenames, all required."""
    roles: tuple[str, ...] = ()
    """Groups; the user must be in at least one."""
    layout: str = "svc-default"
    """`svc-default`, or `svc-empty` without anything around the page."""

    @property
    def model(self) -> str | None:
        """The model that `permissions` names, if it has that form."""
        return self.permissions.get("model") if isinstance(self.permissions, Mapping) else None


@checks_arguments(
    pattern=Name,
    label=str,
    icon=str,
    hidden=bool,
    sidebar_footer=bool,
    middleware=(tuple, list, str),
    order=(int, type(None)),
    parent=str,
    permissions=(Mapping, tuple, list, type(None)),
    roles=(tuple, list),
    layout=str,
    name=str,
    props=Mapping,
)
@dataclass(frozen=True)
class Route(RouteMeta):
    """One page of the console: `Route("/dashboard", Dashboard, label="Dashboard", icon="▤")`.

    Requires a session, unless `middleware` is empty; middleware, `permissions` and `roles` are
    checked after the sign-in.
    """

    pattern: str
    """The path; `{id}` matches one segment. A slash at its end is left out."""
    page: PageFactory | str
    """A `SvcPage`, or its place as `module:Class`."""
    name: str = field(default="", kw_only=True)
    """Made from the path when left out: `/reports/{id}` is `reports.id`."""
    props: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False, kw_only=True)
    """Passed to the page as keyword arguments."""
    middleware: tuple[str, ...] = field(default=("auth",), kw_only=True)
    """The names of middleware that is asked before the page is shown, in order and behind the
    sign-in; without any (`()`) the page is public."""

    def __post_init__(self) -> None:
        if problems := [*_problems(self)]:
            raise refused_arguments(Route, *problems)
        # Locations have no slash at their end.
        object.__setattr__(self, "pattern", self.pattern.rstrip("/") or "/")
        asked = {"permissions": self.permissions, "roles": self.roles}
        more = [name for name, value in asked.items() if value and name not in self.middleware]
        names = (*self.middleware, *more)
        first = ("auth",) if names and "auth" not in names else ()
        object.__setattr__(self, "middleware", (*first, *names))
        if not self.name:
            steps = self.pattern.strip("/").split("/")
            object.__setattr__(self, "name", ".".join(step.strip("{}") for step in steps))

    def match(self, path: str) -> dict[str, str] | None:
        """Return the values of the pattern's parameters; None if the path does not match."""
        wanted, found = self.pattern.strip("/").split("/"), path.strip("/").split("/")
        if len(wanted) != len(found):
            return None
        params: dict[str, str] = {}
        for want, part in zip(wanted, found, strict=True):
            if want.startswith("{") and part:
                params[want.strip("{}")] = part if part == NEW else record_id(unquote(part))
            elif want != part:
                return None
        return params


def _problems(route: Route) -> Iterator[str]:
    """Yield what a route can't have, whatever console it is in."""
    page: Any = route.page
    if not callable(page) and not is_place(page):
        yield f"page should be a SvcPage or its import path (module:Class), not {in_words(page)}"
    for name in ("label", "icon", "parent", "name"):
        if getattr(route, name).isspace():
            yield f"{name} should not be blank; remove it"
    for name in ("middleware", "permissions", "roles"):
        given = getattr(route, name)
        if isinstance(given, str):
            yield f'{name} should be a tuple of names: ("{given}",)'
        for one in given if isinstance(given, tuple | list) else ():
            if not isinstance(one, str):
                yield f"{name}: each should be a string, not {given_words(one)}"
            elif not one.strip():
                yield f"{name} has an empty name; remove it"
    props: Mapping[Any, Any] = route.props
    for one in props:
        if not isinstance(one, str):
            yield f"props: each name should be a string, not {given_words(one)}"


def record_page(routes: Iterable[Route], model: str, id: object) -> str | None:
    """The location of a record on a page that shows its model; None without one.

    A backend may name the model as `article`, `Article` or `news.Article`.
    """
    wanted = model.rpartition(".")[2].casefold()
    for route in routes:
        head, place, rest = route.pattern.partition("{id}")
        if place and not rest and (route.model or "").casefold() == wanted:
            return Location(head).record(str(id)).path
    return None


def import_page(page: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return what makes a page; one named as `module:name` is imported."""
    if not isinstance(page, str):
        return page
    module, _, name = page.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found
