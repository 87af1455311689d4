"""The console's own pages, beside which a program and a backend have theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class OwnPage:
    """A page with the name of its route."""

    name: str
    """An entry of the sidebar can have it as its `parent`."""
    place: Literal["above", "below", ""] = ""
    """Where it is in the sidebar: above or below the pages of a program and of a backend, or
    nowhere. Those above have nothing of their own: Home does not list them."""
    reserved: bool = True
    """Whether no resource can have this name: a page above would hide the resource's from Home. A
    resource `menus` replaces that page."""

    @property
    def path(self) -> str:
        return "/" if self.name == "home" else f"/{self.name}"


OWN_PAGES = (
    OwnPage("home", "above", reserved=False),
    OwnPage("login"),
    OwnPage("menus", "below", reserved=False),
    OwnPage("media", "below"),
)
"""Those that are in the sidebar, in its order, or that no resource can have the name of."""

RESERVED_NAMES = frozenset(one.name for one in OWN_PAGES if one.reserved)
"""Names that no resource can have."""

PARENTS = tuple(one.name for one in OWN_PAGES if one.place)
"""Names of pages that sidebar entries can be placed under."""

ABOVE = frozenset(one.path for one in OWN_PAGES if one.place == "above")
"""Paths of the pages above those of a program and of a backend."""

BELOW = frozenset(one.name for one in OWN_PAGES if one.place == "below")
"""Names of the pages below them."""
