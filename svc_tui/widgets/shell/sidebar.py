"""SvcSidebar and its list: links to every page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.slots import Slots
from svc_tui.routing.router import Router
from svc_tui.routing.sidebar import MenuNode
from svc_tui.stores.record.history_store import HistoryStore
from svc_tui.stores.session.auth_store import AuthStore
from svc_tui.stores.session.preferences_store import PreferencesStore
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget, lacks_services, when_booted
from svc_tui.widgets.shell.breakpoints import SIDEBAR_ICONS_MIN_WIDTH, SIDEBAR_LABELS_MIN_WIDTH
from svc_tui.widgets.shell.profile import SvcSidebarProfile

RECOUNT_AFTER = 1.0
"""Seconds after a record or file was created or deleted until all are counted again."""

WIDE = 22
"""Cells of the open sidebar; the mini sidebar takes 4."""


@checks_arguments(node=MenuNode)
class SvcSidebarListItem(SvcWidget):
    """An entry: a page, or the heading of a group."""

    DEFAULT_CSS = """
    SvcSidebarListItem { height: 1; }
    SvcSidebarListItem { padding-right: 1; }
    SvcSidebarListItem.-heading { color: $text-muted; margin-top: 1; }
    SvcSidebarListItem.-apart { margin-top: 1; }
    SvcSidebarListItem.-here { color: $primary; text-style: bold; }
    SvcSidebarListItem.-cursor {
        background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold;
    }
    SvcSidebarListItem.-cursor:ansi { background: $primary; color: ansi_black; }
    """

    class Chosen(Message):
        """An entry was clicked."""

        def __init__(self, node: MenuNode) -> None:
            super().__init__()
            self.node = node

    mini: reactive[bool] = reactive(False, toggle_class="-mini")
    """Only the icon."""
    aside: reactive[str] = reactive("")
    """The text at the right: its key, or the number of records."""

    def __init__(
        self,
        node: MenuNode,
        *,
        mini: bool = False,
        depth: int = 0,
        number: int = 0,
        apart: bool = False,
    ) -> None:
        super().__init__()
        self.set_class(node.route is None, "-heading")
        self.set_class(apart, "-apart")
        self.node = node
        self.depth = depth
        self.number = number
        """Its key, 1 to 9; 0 for none."""
        self.set_reactive(SvcSidebarListItem.mini, mini)
        self.set_reactive(SvcSidebarListItem.aside, str(number or ""))

    def render(self) -> Content:
        icon = cut(self.node.icon, 2)
        bar = label("▎" if self.has_class("-here") else " ", "$primary")
        if self.mini:
            return bar + label(icon if self.node.route else "─")
        if self.node.route is None:
            return label(" " + cut(self.node.label.upper(), WIDE - 2))
        indent = " " * (self.depth - 1)
        room = max(4, self.size.width - 6 - len(indent))
        name = cut(self.node.label, room)
        start = f"{indent}{icon} {name}"
        gap = self.size.width - cell_len(start) - max(1, len(self.aside)) - 2
        if gap < 1:
            return bar + label(start)
        return bar + label(start) + Content(" " * gap) + label(self.aside, "$text-muted")

    def on_click(self) -> None:
        self.post_message(self.Chosen(self.node))


@checks_arguments()
class SvcSidebarList(SvcWidget, can_focus=True):
    """The menu of pages; arrows move, Enter opens."""

    DEFAULT_CSS = "SvcSidebarList { height: auto; overflow-y: auto; }"

    needs_services = True

    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", show=False, id="sidebar.up"),
        Binding("down,j", "move(1)", "Down", show=False, id="sidebar.down"),
        Binding("enter,right,l", "open", "Open", tooltip="Open this page.", id="sidebar.open"),
    ]

    mini: reactive[bool] = reactive(False)
    """Only icons."""
    cursor: reactive[int] = reactive(0, repaint=False)
    """The page entry that Enter opens next."""
    numbered: reactive[bool] = reactive(False, init=False)
    """Whether keys are shown even if the numbers of records are known."""

    def __init__(self, *, footer: bool = False, mini: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.footer = footer
        """Whether only entries with `sidebar_footer` are shown."""
        self.set_reactive(SvcSidebarList.mini, mini)
        self._path = ""
        """The location for which the mark was set."""
        self._hears_media = False
        self._recounting: Timer | None = None

    def on_mount(self) -> None:
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.auth, self.svc.router)
        self._draw()
        self.call_after_refresh(self._follow_counts)  # The dashboard creates its store later.

    def pages(self) -> list[MenuNode]:
        """The entries that open something, in the order shown."""
        return _opening(self._flat())

    def watch_mini(self, mini: bool) -> None:
        for item in self.query(SvcSidebarListItem):
            item.mini = mini

    def watch_numbered(self) -> None:
        """Show keys or numbers of records."""
        self._count()

    def watch_cursor(self) -> None:
        """Show which entry Enter opens next."""
        if not lacks_services(self):
            self._mark()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.pages()) - 1))

    def action_open(self) -> None:
        pages = self.pages()
        if self.cursor < len(pages):
            self._open(pages[self.cursor])

    def watch_has_focus(self, has_focus: bool) -> None:
        """Start at the current page: `on_focus` would run before `has_focus` is set."""
        super().watch_has_focus(has_focus)
        if lacks_services(self):
            return
        if has_focus:
            pages = self.pages()
            here, routes = self._here(pages), [node.route for node in pages]
            self.cursor = routes.index(here) if here in routes else 0
        self._mark()

    @on(SvcSidebarListItem.Chosen)
    def _chosen(self, event: SvcSidebarListItem.Chosen) -> None:
        event.stop()
        self._open(event.node)

    @on(AuthStore.Changed)
    def _rights_changed(self) -> None:
        self._draw()

    @on(Router.Changed)
    def _moved(self) -> None:
        path = self.svc.router.state.location.path
        if path != self._path:  # Another page of the same list is the same entry.
            self._path = path
            self._mark()

    def _follow_counts(self) -> None:
        if (home := self.svc.opened_home) is not None:
            self.listen(home, self.svc.history)
            self._count()

    def on_home_store_changed(self) -> None:
        """Show the counts; by its name, as the module is imported with the first page."""
        self._count()

    @on(HistoryStore.Changed)
    def _written(self) -> None:
        """Show no number that a write has made wrong; count again, once after several writes."""
        self._count()
        home = self.svc.opened_home
        if home is None or self.footer or not home.outdated:
            return
        if self._recounting is not None:
            self._recounting.stop()
        self._recounting = self.set_timer(RECOUNT_AFTER, self._recount)

    def on_media_store_changed(self) -> None:
        """Count the files again if some were uploaded or deleted, also with their folder."""
        self._written()

    on_media_store_uploaded = on_media_store_media_deleted = on_media_store_changed

    def _recount(self) -> None:
        if (home := self.svc.opened_home) is not None:
            self.run_worker(home.recount(), group="recount", exclusive=True)

    def _count(self) -> None:
        """Show the number of records, or the keys while no number is known."""
        home = self.svc.opened_home
        counts = home.counts() if home is not None and not self.numbered else {}
        if "/media" in counts and not self._hears_media:
            self._hears_media = True
            self.listen(self.svc.media)
        for item in self.walk_children(SvcSidebarListItem):
            count = counts.get(item.node.route or "")
            found = f"{count:,}" if count is not None else ""
            item.aside = found if counts else str(item.number or "")

    def _open(self, node: MenuNode) -> None:
        if node.route is not None:
            self.ask(self.svc.router.revisit(node.route))

    def _draw(self) -> None:
        if not self.svc.auth.is_authenticated:
            return  # Signed out over an open page: the menu comes back unchanged.
        shown = list(self._flat())
        if shown == getattr(self, "_shown", None):
            return
        numbers = {node.route: n for n, node in enumerate(_opening(shown), 1) if n <= 9}
        self._shown = shown
        self.remove_children()
        self.mount_all(
            SvcSidebarListItem(
                node,
                mini=self.mini,
                depth=depth,
                number=0 if self.footer else numbers.get(node.route, 0),
                apart=depth == 0 and previous > 0,
            )
            for previous, (node, depth) in zip(
                [0, *(depth for _, depth in shown)], shown, strict=False
            )
        )
        self._mark()  # Now: below a sign-in, nothing is refreshed.
        self.call_after_refresh(self._count)

    def _mark(self) -> None:
        pages = self.pages()
        here = self._here(pages)
        under = pages[self.cursor].route if self.has_focus and self.cursor < len(pages) else None
        for item in self.walk_children(SvcSidebarListItem):
            route = item.node.route
            item.set_class(route is not None and route == here, "-here")
            item.set_class(route is not None and route == under, "-cursor")

    def _here(self, pages: list[MenuNode]) -> str | None:
        path = self.svc.router.state.location.path
        routes = [node.route for node in pages if node.route]
        fits = [one for one in routes if path == one or path.startswith(one.rstrip("/") + "/")]
        return max((one for one in fits if one != "/" or path == "/"), key=len, default=None)

    def _flat(self) -> Iterator[tuple[MenuNode, int]]:
        for root in self.svc.router.menu():
            if root.sidebar_footer is self.footer:
                yield from _walk(root, 0)


@checks_arguments()
class SvcSidebar(SvcWidget):
    """The sidebar; slots logo, nav-top, nav-bottom, footer."""

    DEFAULT_CSS = f"""
    SvcSidebar {{ width: {WIDE}; height: 100%; layout: vertical; }}
    SvcSidebar.-mini {{ width: 4; }}
    SvcSidebar > .main {{ height: 1fr; }}
    SvcSidebar {{ background: $surface; border-right: vkey $panel; padding-top: 1; }}
    """

    needs_services = True

    mini: reactive[bool] = reactive(False, toggle_class="-mini")
    """Icons only: chosen by the user, or because the terminal is narrow."""

    def __init__(self, *, slots: Slots | None = None, **kwargs: Any) -> None:
        super().__init__(slots=slots, **kwargs)

    def compose(self) -> ComposeResult:
        yield from self.fill("logo")
        yield from self.fill("nav-top")
        yield SvcSidebarList(classes="main", svc=self._svc)
        yield from self.fill("nav-bottom")
        yield SvcSidebarList(footer=True, svc=self._svc)
        yield SvcSidebarProfile(svc=self._svc)
        yield from self.fill("footer")

    def on_mount(self) -> None:
        when_booted(self, self._begin)

    def _begin(self) -> None:
        self.listen(self.svc.preferences)
        # A hidden widget gets no resize event, but must come back when there is room again.
        self.screen.screen_layout_refresh_signal.subscribe(self, lambda _: self._fit())
        self._fit()

    @on(PreferencesStore.Changed)
    def _fit(self) -> None:
        likes = self.svc.preferences.state
        narrow = self.app.size.width < SIDEBAR_LABELS_MIN_WIDTH
        self.display = likes.sidebar_shown and self.app.size.width >= SIDEBAR_ICONS_MIN_WIDTH
        self.mini = likes.sidebar_mini or narrow

    def watch_mini(self, mini: bool) -> None:
        for part in self.query(SvcSidebarList):
            part.mini = mini
        for profile in self.query(SvcSidebarProfile):
            profile.mini = mini


def numbered_pages(page: Screen[Any]) -> list[MenuNode]:
    """Return the pages that a page's sidebar shows above its footer; digits open the first nine."""
    lists = (one for one in page.query(SvcSidebarList) if not one.footer)
    return [node for one in lists for node in one.pages()]


def _opening(entries: Iterable[tuple[MenuNode, int]]) -> list[MenuNode]:
    return [node for node, _ in entries if node.route is not None]


def _walk(node: MenuNode, depth: int) -> Iterator[tuple[MenuNode, int]]:
    yield node, depth
    for child in node.children:
        yield from _walk(child, depth + 1)
