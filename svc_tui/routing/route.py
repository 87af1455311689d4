"""Routes are values: a pattern, a page, and what the page says of itself."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

PageFactory = Callable[..., Any]
"""Makes the screen of a route; named as text (`module:Name`) it is imported on the first visit."""


@dataclass(frozen=True)
class RouteMeta:
    """Page meta of the specification: the menu's words, and who may pass."""

    label: str = ""
    """Needed to appear in the sidebar."""
    icon: str = ""
    parent: str = ""
    """The path of another route, or the name of a group."""
    hidden: bool = False
    sidebar_footer: bool = False
    middleware: tuple[str, ...] = ()
    permissions: Mapping[str, str] | tuple[str, ...] | None = None
    """`{"model": name}` derives CRUD actions; a tuple lists codenames, all needed."""
    roles: tuple[str, ...] = ()
    layout: str = "svc-default"

    @property
    def model(self) -> str | None:
        """The model that `permissions` names, if it has that form."""
        return self.permissions.get("model") if isinstance(self.permissions, Mapping) else None


@dataclass(frozen=True)
class Route:
    """One page of the console; `{id}` in the pattern stands for one part of the path."""

    name: str
    pattern: str
    page: PageFactory | str
    meta: RouteMeta = field(default_factory=RouteMeta)
    props: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False)
    """Handed to the page as keyword arguments."""

    def match(self, path: str) -> dict[str, str] | None:
        """The values of the pattern's places, or None when the path is another's."""
        wanted, found = self.pattern.strip("/").split("/"), path.strip("/").split("/")
        if len(wanted) != len(found):
            return None
        params: dict[str, str] = {}
        for want, part in zip(wanted, found, strict=True):
            if want.startswith("{") and part:
                params[want.strip("{}")] = unquote(part)
            elif want != part:
                return None
        return params


def record_page(routes: Iterable[Route], model: str, id: object) -> str | None:
    """The location of a record, where a page shows its model; None where none does.

    A backend may name the model as `article`, `Article` or `news.Article`.
    """
    wanted = model.rpartition(".")[2].casefold()
    for route in routes:
        head, place, rest = route.pattern.partition("{id}")
        if place and not rest and (route.meta.model or "").casefold() == wanted:
            return f"{head}{quote(str(id), safe='')}"
    return None


def import_page(page: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return what makes a page; one named as `module:name` is imported."""
    if not isinstance(page, str):
        return page
    module, _, name = page.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found
