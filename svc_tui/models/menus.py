"""The pages that a navigation menu can link to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from svc_tui.models.records import Id


@dataclass(frozen=True)
class PageType:
    """A kind of page that a menu can link to."""

    id: Id
    name: str


@dataclass(frozen=True)
class LinkedPage:
    """A page that a menu can link to."""

    name: str
    url_node: Id
    """The target of a link: a page's address, which outlives its title."""
    type: Id | None = None
    """The kind of page, if known."""
    note: str = ""
    """A note about the page, such as that it is not public."""

    @property
    def link(self) -> dict[str, Any]:
        """Return the values of a link to it, as the backend answers them."""
        kind = None if self.type is None else {"id": self.type}
        return {"url_node": {"id": self.url_node, "name": self.name}, "content_type": kind}
