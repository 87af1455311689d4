"""The first page: the contents of this console."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import on
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.location import Location
from svc_tui.models.own_pages import ABOVE
from svc_tui.models.records import UserProfile
from svc_tui.routing.sidebar import MenuNode
from svc_tui.screens.page import SvcPage
from svc_tui.stores.session.discovery_store import DiscoveryStore
from svc_tui.text import label, plural

if TYPE_CHECKING:
    from svc_tui.routing.middleware import Block
    from svc_tui.widgets.home.dashboard import Dashboard

MOST = 8
"""Maximum number of pages whose permissions are listed if none can be opened."""


class HomePage(SvcPage):
    """`/`: the pages that this user may open."""

    FOOTER_KEYS = ("g", "colon", "at")
    """Keys of every page that the footer names here, after those of the cards."""

    _dashboard: Dashboard | None = None

    def content(self) -> list[Widget]:
        user = self.svc.auth.user
        self._pages = self._listed()
        if user is not None and self._has_cards():
            return self._as_cards(user)
        if self._pages or not (refused := self.svc.router.refused()):
            return self._as_list(_who(user), self._next())
        return self._as_list(nothing_to_open(user, refused) if user is not None else _who(user))

    def _as_cards(self, user: UserProfile) -> list[Widget]:
        from svc_tui.widgets.home.dashboard import Dashboard

        self._dashboard = Dashboard(self._pages, _who(user), slots=self.slots)
        return [self._dashboard]

    def _as_list(self, who: str, next: str = "") -> list[Widget]:
        options = [Option(label(f"{node.icon} {node.label}")) for node in self._pages]
        return [
            Static(label(self.svc.config.title), classes="title"),
            Static(label(who, multiline=True), classes="who"),
            OptionList(*options, compact=True, classes="pages"),
            Static(label(next), classes="next"),
        ]

    def on_mount(self) -> None:
        """Show collections that differ from those of the last start."""
        self.listen(self.svc.discovery)

    @on(DiscoveryStore.Learnt)
    def _collections_checked(self, event: DiscoveryStore.Learnt) -> None:
        if event.name == "" and self.is_current and self._listed() != self._pages:
            self.go("/")

    def _has_cards(self) -> bool:
        """Whether the console shows cards, and the user may open a resource."""
        routes = {route.pattern: route for route in self.svc.router.routes}
        opened = (routes[node.route] for node in self._pages if node.route in routes)
        wanted = self.svc.config.home == "dashboard"
        return wanted and any(route.props.get("resource") for route in opened)

    def _next(self) -> str:
        """Return what to do now; if nothing is declared or found, how to declare it."""
        if any(route.props.get("resource") for route in self.svc.router.routes):
            return "Press Enter to open a page, ? for all keys."
        how = "Pass resources=[Resource(name=…, endpoint=…)] to SvcApp."
        if self.svc.config.from_file:
            how = (
                "Add [[resources]] to a console file (./svc.toml): `svc-tui schema` shows every "
                "key."
            )
        return f"No lists are defined, and the backend describes none. {how}"

    def signed_in_again(self) -> None:
        """Reopen Home, as the new user may see other pages."""
        self.go("/")

    def main(self) -> Widget | None:
        if self._dashboard is not None:
            return self._dashboard.first()
        return next(iter(self.query(OptionList)), None)

    @on(OptionList.OptionSelected)
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.go(str(Location.parse(self._pages[event.option_index].route or "/")))

    def _listed(self) -> list[MenuNode]:
        """Return the sidebar's pages, but for Home and others with nothing of their own."""
        return [node for node in _pages(self.svc.router.menu()) if node.route not in ABOVE]


def nothing_to_open(user: UserProfile, refused: Mapping[str, Block]) -> str:
    """Return who is signed in, that no page is open to them, why, and what to do.

    A page needs permissions or groups, or its middleware gives a reason.
    """
    needs = {page: ", ".join(why.missing) for page, why in refused.items() if why.missing}
    closed = {page: why.reason for page, why in refused.items() if not why.missing}
    lines = [f"{_who(user)}: there is nothing to open."]
    if not closed:
        rights = "no permission for any page" if user.permissions else "no permissions"
        lines = [f"{_who(user)}, with {rights}: there is nothing to open."]
    else:
        lines += ["", "You can't open these pages:", *_named(closed)]
    how = "To open a page, you need all of its permissions or one of its groups:"
    lines += ["", how, *_named(needs)] if needs else []
    ask = "Ask an administrator for access. It takes effect at the next sign-in. "
    return "\n".join(
        [*lines, "", f"{ask if needs else ''}To switch accounts, press g q to sign out."]
    )


def _who(user: UserProfile | None) -> str:
    if user is None:
        return "Not signed in"
    groups = f" ({', '.join(user.groups)})" if user.groups else ""
    return f"Signed in as {user.name}{groups}"


def _named(pages: Mapping[str, str]) -> list[str]:
    """Return a line for each page, up to `MOST`."""
    more = len(pages) - MOST
    rest = [f"  and {plural(more, 'more page', 'more pages')}"] if more > 0 else []
    return [*(f"  {page}: {words}" for page, words in [*pages.items()][:MOST]), *rest]


def _pages(nodes: tuple[MenuNode, ...]) -> list[MenuNode]:
    found: list[MenuNode] = []
    for node in nodes:
        found += [node] if node.route is not None else []
        found += _pages(node.children)
    return found
