"""The dashboard: a card for each resource, and your unfinished work below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.routing.resource_lookup import with_page
from svc_tui.routing.sidebar import MenuNode
from svc_tui.stores.home.card_plan import MEDIA, CardPlan, media_plan, plan_of
from svc_tui.stores.home.home_store import Card, HomeStore
from svc_tui.stores.listing.date_spans import today_in
from svc_tui.stores.record.history_store import HistoryStore, Write
from svc_tui.stores.session.in_flight_store import InFlightStore
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.command import CommandHost, Controller, bindings_of
from svc_tui.widgets.home.lines import (
    LOG,
    MOST_SHOWN,
    MUTED,
    Face,
    card_face,
    card_line,
    lacking_face,
    pages_face,
    server_face,
    unfinished_face,
    written_face,
)
from svc_tui.widgets.home.moves import HomeMoves, Stop, stops_of
from svc_tui.widgets.home.tile import Tile
from svc_tui.widgets.slots import card_widgets, slot_widgets

if TYPE_CHECKING:
    from svc_tui.models.resource import Resource
    from svc_tui.routing.route import Route
    from svc_tui.stores.record.autosaved_draft import AutosavedDraft

ROOMY = (100, 30)
"""The smallest terminal, in columns and lines, in which tiles have frames."""

CARD_WIDTH = 30
"""Minimum width of a framed card."""

WIDE = 40
"""Minimum width of a framed tile below a single column of cards."""

LEAST_TALL, MOST_TALL = 7, 22
"""Lines of a framed card, its frame included."""

ABOVE, BELOW = 4, 4
"""Lines kept for the content above the cards, and for each row of tiles below them."""

FRAME = 2
"""Lines of a frame."""


class Dashboard(CommandHost, SvcWidget):
    """Cards load one by one after they are drawn; arrows move between places, Enter opens."""

    DEFAULT_CSS = """
    Dashboard { height: 1fr; overflow-y: auto; }
    Dashboard > .cards { layout: grid; height: auto; }
    Dashboard > .below { layout: grid; height: auto; }
    Dashboard > .head { height: 1; }
    """

    BINDINGS = bindings_of(HomeMoves)

    def __init__(self, pages: Sequence[MenuNode], hello: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._pages = pages
        self._hello = hello
        self._moves = HomeMoves(self)
        self._drafts: Sequence[AutosavedDraft] = ()
        self._tiles: dict[str, Tile] = {}

    def controllers(self) -> Iterable[Controller]:
        return (self._moves,)

    # Making

    def compose(self) -> ComposeResult:
        self._store = self.svc.home
        self._store.arrange(self._plans())
        self._asked_for = {card.plan.name: card.plan for card in self._store.state.cards}
        yield Static(classes="head")
        yield from slot_widgets(self.slots, "home.before")
        with Container(classes="cards"):
            yield from self._cards()
            yield from slot_widgets(self.slots, "home.card")
        with Container(classes="below"):
            yield from self._below()
        yield from slot_widgets(self.slots, "home.after")

    def _plans(self) -> Iterable[CardPlan]:
        today = today_in(self.svc.config.zone)
        for node, route in self._shown():
            resource: Resource | None = route.props.get("resource")
            if resource is not None:
                if resource.card is not False and not callable(resource.card):
                    yield plan_of(resource, node.icon, today)
            elif node.route == MEDIA:
                endpoint = self.svc.config.media.endpoints.media
                yield media_plan(endpoint, node.label, node.icon)

    def _shown(self) -> Iterable[tuple[MenuNode, Route]]:
        routes = {route.pattern: route for route in self.svc.router.routes}
        return ((node, routes[node.route]) for node in self._pages if node.route in routes)

    def _cards(self) -> Iterable[Widget]:
        for _, route in self._shown():
            resource: Resource | None = route.props.get("resource")
            name = resource.name if resource is not None else route.pattern
            if name in self._asked_for:
                yield self._tile(name, partial(self._card, name))
            elif resource is not None and callable(resource.card):
                place = f"card of {resource.name}"
                made = card_widgets(place, resource.card, resource)
                yield from made if made is not None else self._mark(place)

    def _mark(self, place: str) -> Iterable[Widget]:
        from svc_tui.widgets.slots import FailureMark

        yield FailureMark(place)

    def _below(self) -> Iterable[Widget]:
        zone = self.svc.config.zone
        yield self._tile("go-on", lambda width, _: self._unfinished(width))
        yield self._tile("writes", lambda width, _: written_face(self._writes(), width, zone))
        yield self._tile("lacks", lambda width, _: lacking_face(self._store.state.cards, width))
        if rest := [*self._without_card()]:
            yield self._tile("pages", lambda width, _: pages_face(rest))
        yield self._tile("server", lambda width, _: self._server())

    def _writes(self) -> Sequence[Write]:
        routes, writes = self.svc.router.routes, self.svc.history.state.writes
        return [with_page(routes, one) for one in writes[-MOST_SHOWN:]]

    def _without_card(self) -> Iterable[tuple[str, str, str]]:
        for node, route in self._shown():
            resource: Resource | None = route.props.get("resource")
            name = resource.name if resource is not None else route.pattern
            has_widget = resource is not None and callable(resource.card)
            if name not in self._asked_for and not has_widget:
                yield node.icon, node.label, node.route or "/"

    def _tile(self, key: str, draw: Any) -> Tile:
        made = self._tiles[key] = Tile(key, draw)
        return made

    # Drawing

    @property
    def _roomy(self) -> bool:
        width, height = self.app.size
        return width >= ROOMY[0] and height >= ROOMY[1]

    @property
    def _ascii(self) -> bool:
        return self.app.has_class("-ascii")

    def _card(self, name: str, width: int, height: int) -> Face:
        card = self._card_of(name)
        if card is None:
            return Face()
        if not self._roomy:
            return card_line(card, width, ascii=self._ascii)
        return card_face(card, width, height, ascii=self._ascii)

    def _card_of(self, name: str) -> Card | None:
        return next((one for one in self._store.state.cards if one.plan.name == name), None)

    def _unfinished(self, width: int) -> Face:
        return unfinished_face(self._drafts, self.svc.under_way, width, self.svc.config.zone)

    def _server(self) -> Face:
        config = self.svc.config
        return server_face(self.svc.fetch.history, config.zone, read_only=config.read_only)

    def _draw_head(self) -> None:
        head = self.query_one(".head", Static)
        hello = label(self.svc.config.title, "bold") + label(f"  {self._hello}", MUTED)
        head.update(hello.truncate(max(0, head.content_size.width), ellipsis=True))

    def on_resize(self, event: events.Resize) -> None:
        """Lay tiles out for this size."""
        width, roomy = event.size.width, self._roomy
        self.set_class(roomy, "-roomy")
        cards, below = self.query_one(".cards"), self.query_one(".below")
        columns, rows = _grid(len(cards.children), width // CARD_WIDTH if roomy else 1)
        most = columns if columns > 1 else max(1, width // WIDE)
        tall = self._tall(event.size.height, rows, most) if roomy else 0
        cards.styles.grid_size_columns = columns
        cards.styles.grid_rows = (max(LEAST_TALL, min(tall, MOST_TALL)) if roomy else "auto",)
        self._lay_out_below(below, most if roomy else 1, one_grid=columns > 1)
        self._draw_head()
        self._redraw()

    def _tall(self, height: int, rows: int, most: int) -> int:
        """Return the lines of a card, over tiles below in rows of at most `most`.

        The tile of the server is left out rather than that the cards become too short.
        """
        count, tall, hidden = len(self.query_one(".below").children), 0, 0
        for hidden in (0, 1):
            tall = (height - ABOVE - BELOW * _grid(count - hidden, most)[1]) // rows
            if tall >= LEAST_TALL:
                break
        self._tiles["server"].display = not hidden
        return tall

    def _lay_out_below(self, below: Widget, most: int, *, one_grid: bool) -> None:
        """Place the tiles below in the columns of the cards, or, below one column, in their own."""
        tiles = [one for one in below.children if one.display]
        each, _ = _grid(len(tiles), most)
        columns = most if one_grid else each
        below.styles.grid_size_columns = columns
        for start in range(0, len(tiles), each):
            row = tiles[start : start + each]
            for tile in row:
                tile.styles.column_span = columns // len(row)
            row[0].styles.column_span = columns - columns // len(row) * (len(row) - 1)

    def _redraw(self) -> None:
        """Draw what changed, and make all tiles below the cards as tall as the tallest."""
        if not self._roomy:
            self._tiles["server"].display = self._fits(with_server=True)
        for tile in self._tiles.values():
            tile.redraw()
        below = self.query_one(".below")
        tallest = max((one.lines for one in below.query(Tile)), default=1)
        below.styles.grid_rows = (tallest + FRAME if self._roomy else "auto",)
        airy = not self._roomy and self._fits(with_server=bool(self._tiles["server"].display))
        below.styles.grid_gutter_horizontal = int(airy)

    def _fits(self, *, with_server: bool) -> bool:
        """Whether all still fits without frames, with a blank line before each heading."""
        head, cards, below, *slots = self.children
        if slots or len(self._tiles) < len(cards.children) + len(below.children):
            return False  # Only tiles say how many lines they need.
        headings = len(below.children) - 1 + with_server
        lines = sum(one.lines for key, one in self._tiles.items() if key != "server")
        lines += with_server * len(self._server().lines) + 2 * headings
        return head.size.height + 1 + lines <= self.size.height

    # Hearing

    def on_mount(self) -> None:
        self.listen(self._store, self.svc.history, self.svc.activity)
        self.call_after_refresh(self.read)

    def read(self, *, again: bool = False) -> None:
        """Load what is stale or failed; cancelled when the page is left."""
        self.run_worker(self._read(again), group="home", exclusive=True)

    async def _read(self, again: bool) -> None:
        self._drafts = await self.svc.drafts.all(self.svc.auth.name)
        self._redraw()
        await self._store.refresh(again=again)
        self._draw_head()

    @on(HomeStore.Changed)
    def _show_cards(self) -> None:
        self._redraw()
        self._draw_head()
        self.refresh_bindings()

    @on(InFlightStore.Changed)
    def _show_server(self) -> None:
        server = self._tiles["server"]
        if not self.svc.activity.state.loading:
            before = server.lines
            server.redraw()
            if server.lines != before:
                self._redraw()

    @on(HistoryStore.Changed)
    def _show_writes(self) -> None:
        self._redraw()

    # Keys

    def reload(self) -> None:
        """Reload the cards that failed, or all cards."""
        self.read(again=True)

    def stops(self) -> Iterable[Stop]:
        """Return every place that the cursor can be at, in order."""
        for widget in self.screen.focus_chain:
            if self in widget.ancestors:
                yield from stops_of(widget)

    def current(self) -> Stop | None:
        """Return the place with the cursor."""
        focused = self.screen.focused
        if focused is None or self not in focused.ancestors:
            return None
        found = stops_of(focused)
        at = focused.at if isinstance(focused, Tile) else 0
        return found[at] if at < len(found) else Stop(focused, 0, focused.region)

    def stop_at(self, stop: Stop) -> None:
        """Move the cursor to a place."""
        if isinstance(stop.widget, Tile):
            stop.widget.at = stop.at
        stop.widget.focus()

    def open_here(self) -> None:
        """Open the page under the cursor."""
        focused = self.screen.focused
        if isinstance(focused, Tile) and focused.here:
            self._go(focused.here)

    @on(Tile.Opened)
    def _open(self, event: Tile.Opened) -> None:
        self._go(event.location)

    def _go(self, location: str) -> None:
        if location == LOG:
            self.app.call_later(self.app.run_action, "app.dialog('log')")
        else:
            self.go(location)

    def first(self) -> Widget | None:
        """Return the tile that has the focus at first."""
        return next(iter(self._tiles.values()), None)


def _grid(count: int, most: int) -> tuple[int, int]:
    """Return columns and rows for so many tiles, with the fewest empty places."""
    rows = max(1, ceil(count / max(1, most)))
    return max(1, ceil(count / rows)), rows
