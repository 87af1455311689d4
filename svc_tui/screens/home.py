"""The first page: what this console holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.location import Location
from svc_tui.models.records import UserProfile
from svc_tui.routing.menu import MenuNode
from svc_tui.screens.page import SvcPage
from svc_tui.stores.session.discovery_store import DiscoveryStore
from svc_tui.text import label, plural

if TYPE_CHECKING:
    from svc_tui.widgets.home.dashboard import Dashboard

MOST = 8
"""Pages whose rights are named where none can be opened."""


class HomePage(SvcPage):
    """`/`: the pages that this user may open."""

    _dashboard: Dashboard | None = None

    def content(self) -> list[Widget]:
        user = self.svc.auth.user
        hello = f"Signed in as {user.name}" if user else "Not signed in"
        groups = ", ".join(user.groups) if user and user.groups else ""
        self._pages = [node for node in _pages(self._menu()) if node.route != "/"]
        if user is not None and self._has_cards():
            from svc_tui.widgets.home.dashboard import Dashboard

            words = hello + (f" ({groups})" if groups else "")
            self._dashboard = Dashboard(self._pages, words, slots=self.slots)
            return [self._dashboard]
        options = [Option(label(f"{node.icon} {node.label}")) for node in self._pages]
        refused = {} if self._pages else self.svc.router.refused()
        if user is not None and refused:
            hello, groups = nothing_to_open(user, refused), ""
        return [
            Static(label(self.svc.config.title), classes="title"),
            Static(
                label(hello + (f" ({groups})" if groups else ""), multiline=True), classes="who"
            ),
            OptionList(*options, compact=True, classes="pages"),
            Static("" if refused else self._next(), classes="next"),
        ]

    def on_mount(self) -> None:
        """Hear of collections that are no longer those of the last start."""
        self.listen(self.svc.discovery)

    @on(DiscoveryStore.Learnt)
    def _collections_checked(self, event: DiscoveryStore.Learnt) -> None:
        now = [node for node in _pages(self._menu()) if node.route != "/"]
        if event.name == "" and self.is_current and now != self._pages:
            self.go("/")

    def _has_cards(self) -> bool:
        """Whether the console wants cards, and the user may open a resource."""
        routes = {route.pattern: route for route in self.svc.router.routes}
        opened = (routes[node.route] for node in self._pages if node.route in routes)
        wanted = self.svc.config.home == "dashboard"
        return wanted and any(route.props.get("resource") for route in opened)

    def _next(self) -> str:
        """Return what to do now; with nothing declared and nothing found, how it is declared."""
        if any(route.props.get("resource") for route in self.svc.router.routes):
            return "Press Enter to open a page, ? for all keys."
        return (
            "No lists are defined, and the backend has none: add [[resources]] to a console "
            "file (./svc.toml); `svc-tui schema` shows every key of it."
        )

    def signed_in_again(self) -> None:
        """Open Home again: the user of now may see other pages."""
        self.go("/")

    def main(self) -> Widget | None:
        if self._dashboard is not None:
            return self._dashboard.first()
        return next(iter(self.query(OptionList)), None)

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.go(str(Location.parse(self._pages[event.option_index].route or "/")))

    def _menu(self) -> tuple[MenuNode, ...]:
        return self.svc.router.menu()


def nothing_to_open(user: UserProfile, refused: Mapping[str, tuple[str, ...]]) -> str:
    """Return who is signed in, that no page is open to them, what each needs, and what to do."""
    rights = "permissions for none of its pages" if user.permissions else "no permissions"
    groups = f" ({', '.join(user.groups)})" if user.groups else ""
    needs = [f"  {page}: {', '.join(missing)}" for page, missing in [*refused.items()][:MOST]]
    more = len(refused) - MOST
    needs += [f"  and {plural(more, 'more page', 'more pages')}"] if more > 0 else []
    return "\n".join(
        (
            f"Signed in as {user.name}{groups}, with {rights}: there is nothing to open.",
            "",
            "Any of these would give you a page:",
            *needs,
            "",
            "Ask an administrator for one of them. It takes effect at the"
            " next sign-in. Press Ctrl+P, Sign out, to switch accounts.",
        )
    )


def _pages(nodes: tuple[MenuNode, ...]) -> list[MenuNode]:
    found: list[MenuNode] = []
    for node in nodes:
        found += [node] if node.route is not None else []
        found += _pages(node.children)
    return found
