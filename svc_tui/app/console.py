"""What a console is made of, and what of it can be shown before any of that is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.routing.menu import MenuNode
    from svc_tui.routing.route import Route


@dataclass(frozen=True)
class Splash:
    """What can be shown before anything is known for sure: read from the file's surface."""

    title: str = "svc-tui"
    place: str = ""
    user: str = ""
    theme: str | None = None
    ascii: bool = False
    waiting: str = ""
    """What is waited for, where a session or a password is at hand; else the login is painted."""


@dataclass(frozen=True)
class Console:
    """Everything that a console is made of, once it has been loaded."""

    svc: Svc
    routes: Sequence[Route] = ()
    groups: Mapping[str, MenuNode] = field(default_factory=dict)
    """Headings of the sidebar by the name that pages give as their parent, in order."""
    keys: dict[str, str] = field(default_factory=dict)
    """Binding id to keys, comma separated."""
    warnings: Sequence[str] = ()
    notes: Sequence[str] = ()
    """What is good to know and nothing to worry about."""
    dialect_known: bool = True
    """Whether the dialect was named or found out; False where the backend gave no answer."""
    credentials: tuple[str, str] | None = field(default=None, repr=False)
    """Sign in with these at start (demo, `--password-stdin`)."""
