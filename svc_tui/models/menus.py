"""What a navigation menu can lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from svc_tui.models.records import Id


@dataclass(frozen=True)
class PageType:
    """A kind of page that a menu can lead to."""

    id: Id
    name: str


@dataclass(frozen=True)
class LinkedPage:
    """A page that a menu can lead to."""

    name: str
    url_node: Id
    """What a link names: a page's address, which outlives its title."""
    type: Id | None = None
    """The kind of page, where it is known."""
    note: str = ""
    """What is worth knowing of it, such as that it is not public."""

    @property
    def link(self) -> dict[str, Any]:
        """The values of a link to it, as the backend answers them."""
        kind = None if self.type is None else {"id": self.type}
        return {"url_node": {"id": self.url_node, "name": self.name}, "content_type": kind}
