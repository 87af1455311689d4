"""Console and Splash: the parts of a loaded console, and those shown while it loads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from svc_tui.models.arguments import checks_fields, given_words, refused_arguments

if TYPE_CHECKING:
    from svc_tui.app.context import Svc
    from svc_tui.routing.route import Route
    from svc_tui.routing.sidebar import MenuNode


@checks_fields
@dataclass(frozen=True)
class Splash:
    """The first page's words, read from the file without validating it."""

    title: str = "svc-tui"
    place: str = ""
    user: str = ""
    theme: str | None = None
    ascii: bool = False
    waiting: str = ""
    """The line shown instead of the login, if a session or a password is available."""
    key: bool = False
    """Whether the login asks for a key, in place of user and password."""


@checks_fields
@dataclass(frozen=True)
class Console:
    """The parts of a console, loaded."""

    svc: Svc
    routes: Sequence[Route] = ()
    groups: Mapping[str, MenuNode] = field(default_factory=dict)
    """Headings of the sidebar by the name that pages give as their parent, in order."""
    keys: dict[str, str] = field(default_factory=dict)
    """Binding id to keys, comma separated."""
    warnings: Sequence[str] = ()
    notes: Sequence[str] = ()
    """Messages for information."""
    dialect_known: bool = True
    """Whether the dialect was configured or detected; False if the backend did not answer."""
    profiles: Sequence[str] = ()
    """The profiles of the console file."""
    load_profile: Callable[[str], Console] | None = None
    """Creates the console of another profile; None if there is no console file."""
    credentials: tuple[str, str] | None = field(default=None, repr=False)
    """Sign in with these at start (demo, `--password-stdin`)."""

    def __post_init__(self) -> None:
        given: object = self.svc
        if not hasattr(given, "config"):
            raise refused_arguments(Console, f"svc should be Svc(…), not {given_words(given)}")
