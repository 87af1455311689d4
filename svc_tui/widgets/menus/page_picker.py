"""The page that an entry leads to: its field, and the dialog in which another one is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.api.errors import ApiError
from svc_tui.models.menus import LinkedPage, PageType
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import RELATIONAL, leads_to
from svc_tui.text import label, plural
from svc_tui.widgets.base import SvcModal, drawable_hint
from svc_tui.widgets.form.chooser import ChoiceInput, nothing_matches
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.text_line import TextLine

BY_ADDRESS = "By address"
PAUSE = 0.3
"""Seconds of rest before an address is searched for."""

MOST = 500
"""Pages that are listed at once; typing finds the others."""


class MenuPageField(SvcField):
    """A link's `url_node`; what is chosen is asked for by whoever knows the pages."""

    keys_inside: ClassVar[bool] = True
    editor: ChoiceInput | None

    class PageWanted(Message):
        """The user wants to choose another page; `typed` begins the search."""

        def __init__(self, field: MenuPageField, typed: str) -> None:
            super().__init__()
            self.field = field
            self.typed = typed

    @property
    def type_hint(self) -> str:
        """Return how to choose a page."""
        return "Enter or a letter opens the list of pages."

    def make_editor(self) -> ChoiceInput:
        """The line."""
        self._picked = self.value
        return ChoiceInput(words_of(self.value))

    def put(self, value: Any) -> None:
        """Show another page."""
        self._picked = value
        if self.editor is not None:
            self.editor.words = words_of(value)

    def content(self) -> Any:
        return self._picked

    def as_text(self) -> Content:
        """The page's address."""
        return label(words_of(self.value))

    def on_choice_input_open_wanted(self, event: ChoiceInput.OpenWanted) -> None:
        """Ask for another one."""
        event.stop()
        self.post_message(self.PageWanted(self, event.typed))

    def choose(self, page: LinkedPage) -> None:
        """This page it is."""
        self.put(page.link["url_node"])
        self.edited()


def words_of(value: Any) -> str:
    """Return the name of the page of a link."""
    return leads_to({"link": {"link_type": RELATIONAL, "url_node": value}}) or "(none chosen)"


class PagePicker(SvcModal):
    """Pages by kind, and by address. Closes with a `LinkedPage`, or None."""

    DEFAULT_CSS = """
    PagePicker { align: center middle; }
    PagePicker > .dialog { width: 76; max-width: 96%; height: 80%; max-height: 26; }
    PagePicker .kinds { height: 1; }
    PagePicker .offers { height: 1fr; border: none; padding: 0; }
    PagePicker .offers { text-wrap: nowrap; text-overflow: ellipsis; }
    PagePicker .note { height: auto; }
    """

    BINDINGS = [
        Binding(
            "tab",
            "turn(1)",
            "Next kind",
            priority=True,
            tooltip="Pages of another kind.",
            id="menus.kind",
        ),
        Binding(
            "shift+tab",
            "turn(-1)",
            "Kind before",
            priority=True,
            tooltip="Pages of another kind.",
            id="menus.kind_back",
        ),
        Binding("f5,ctrl+r", "again", "Again", show=False, id="menus.pages_again"),
    ]

    def __init__(self, store: MenuStore, *, now: Any = None, typed: str = "") -> None:
        super().__init__()
        self.store = store
        self.now = now
        """The address that is chosen already."""
        self.typed = typed
        self.kinds: tuple[PageType, ...] = ()
        self.at = 0
        self.pages: dict[int, tuple[LinkedPage, ...]] = {}
        self.shown: list[LinkedPage] = []
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("Choose a page", classes="title")
            yield Static(classes="kinds")
            yield TextLine(
                self.typed, placeholder="type to narrow", compact=True, select_on_focus=False
            )
            yield OptionList(classes="offers", compact=True)
            yield Static(classes="note muted")
            keys = "Tab other kind · ↑ ↓ choose · Enter takes it · Esc leaves"
            yield Static(label(drawable_hint(keys, self)), classes="muted")

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self.run_worker(self._read(), group="pages", exclusive=True)

    async def _read(self) -> None:
        self._say("Loading…")
        try:
            if not self.kinds:
                self.kinds = await self.store.links.page_types()
            self._draw_kinds()
            if self.at < len(self.kinds):
                if self.at not in self.pages:
                    self.pages[self.at] = await self.store.links.pages(self.kinds[self.at])
            else:
                words = self.query_one(Input).value.strip()
                self.pages[self.at] = await self.store.links.at_address(words) if words else ()
        except ApiError as error:
            self.pages.pop(self.at, None)
            self._list([])
            self._say(f"{error} F5 asks again.")
            return
        self._narrow()

    def action_again(self) -> None:
        """Ask once more."""
        self.pages.pop(self.at, None)
        self.run_worker(self._read(), group="pages", exclusive=True)

    def action_turn(self, by: int) -> None:
        """Show the pages of another kind; the last kind searches addresses."""
        self.at = (self.at + by) % (len(self.kinds) + 1)
        self._list([])
        self.run_worker(self._read(), group="pages", exclusive=True)

    def _draw_kinds(self) -> None:
        names = [*(one.name for one in self.kinds), BY_ADDRESS]
        parts = [
            label(f"[{name}]" if n == self.at else f" {name} ", "bold $primary" * (n == self.at))
            for n, name in enumerate(names)
        ]
        self.query_one(".kinds", Static).update(Content("").join(parts))

    def _narrow(self) -> None:
        found = self.pages.get(self.at, ())
        words = self.query_one(Input).value.strip()
        wanted = words.casefold() if self.at < len(self.kinds) else ""
        fitting = [one for one in found if wanted in one.name.casefold()]
        self._list(fitting[:MOST])
        if self.at == len(self.kinds) and not words:
            self._say("Type a part of an address.")
        elif not fitting:
            self._say(nothing_matches(words, max(len(found), bool(words))))
        elif len(fitting) > MOST:
            self._say(f"The first {MOST} of {plural(len(fitting), 'page', 'pages')}: type more.")
        else:
            self._say(plural(len(fitting), "page", "pages"))

    def _list(self, pages: Sequence[LinkedPage]) -> None:
        self.shown = list(pages)
        offers = self.query_one(OptionList)
        offers.set_options([Option(self._line(one)) for one in pages])
        now = [n for n, one in enumerate(pages) if one.url_node == self.now]
        offers.highlighted = (now or [0])[0] if pages else None

    def _line(self, page: LinkedPage) -> Content:
        sign = "● " if page.url_node == self.now else "  "
        return label(f"{sign}{page.name}") + label(f"  {page.note}", "$text-muted")

    def _say(self, words: str) -> None:
        self.query_one(".note", Static).update(label(words))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.at < len(self.kinds):
            if self.at in self.pages:
                self._narrow()
            return
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self.action_again)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._take(self.query_one(OptionList).highlighted)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take(event.option_index)

    def _take(self, index: int | None) -> None:
        if index is not None and index < len(self.shown):
            self.close(self.shown[index])

    def on_key(self, event: events.Key) -> None:
        """Arrows move in the list while one types above it."""
        moves = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up",
                 "pagedown": "page_down"}  # fmt: skip
        if isinstance(self.focused, Input) and event.key in moves:
            event.stop()
            getattr(self.query_one(OptionList), f"action_{moves[event.key]}")()
