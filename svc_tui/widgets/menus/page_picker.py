"""The page that an entry links to: its field, and the dialog to choose another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from svc_tui.api.errors import ApiError
from svc_tui.models.menus import LinkedPage, PageType
from svc_tui.stores.menus.menu_store import MenuStore
from svc_tui.stores.menus.menu_tree import RELATIONAL, leads_to
from svc_tui.text import label, plural
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceInput, ChoiceOption, nothing_matches
from svc_tui.widgets.form.field import SvcField
from svc_tui.widgets.tab_label import tab_label

BY_ADDRESS = "By address"
PAUSE = 0.3
"""Seconds without typing before an address is searched for."""

MOST = 500
"""Maximum number of pages listed; typing finds the others."""


class MenuPageField(SvcField):
    """A link's `url_node`; the owner, which knows the pages, opens the dialog."""

    keys_inside: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True
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
        return "Press Enter to choose a page."

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

    def open_picker(self) -> None:
        """Ask for another page."""
        self.post_message(self.PageWanted(self, ""))

    def on_choice_input_open_wanted(self, event: ChoiceInput.OpenWanted) -> None:
        event.stop()
        self.post_message(self.PageWanted(self, event.typed))

    def choose(self, page: LinkedPage) -> None:
        """Close with this page."""
        self.put(page.link["url_node"])
        self.edited()


def words_of(value: Any) -> str:
    """Return the name of the page of a link."""
    return leads_to({"link": {"link_type": RELATIONAL, "url_node": value}}) or "(none chosen)"


class PagePicker(ChoiceDialog):
    """Pages by kind, and by address. Closes with a `ChoiceOption` of a `LinkedPage`, or None."""

    DEFAULT_CSS = """
    PagePicker > .dialog { width: 76; height: 80%; max-height: 26; }
    PagePicker .kinds { height: 1; }
    PagePicker .offers { height: 1fr; max-height: 100%; }
    PagePicker .offers { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    BINDINGS = [
        Binding(
            "tab",
            "turn(1)",
            "Next kind",
            priority=True,
            tooltip="Show pages of another kind.",
            id="menus.kind",
        ),
        Binding(
            "shift+tab",
            "turn(-1)",
            "Previous kind",
            priority=True,
            tooltip="Show pages of another kind.",
            id="menus.kind_back",
        ),
        Binding(
            "f5,ctrl+r",
            "again",
            "Retry",
            show=False,
            id="menus.pages_again",
            tooltip="Reload the pages.",
        ),
    ]

    hint: ClassVar[str] = "Tab other kind · ↑ ↓ choose · Enter chooses · Esc cancels"

    def __init__(self, store: MenuStore, *, now: Any = None, typed: str = "") -> None:
        super().__init__("Choose a page", (), None, typed)
        self.store = store
        self.now = now
        """The current address."""
        self.kinds: tuple[PageType, ...] = ()
        self.at = 0
        self.pages: dict[int, tuple[LinkedPage, ...]] = {}
        self._pause: Timer | None = None

    def above(self) -> ComposeResult:
        yield Static(classes="kinds")

    def on_mount(self) -> None:
        self.run_worker(self._read(), group="pages", exclusive=True)

    @property
    def by_address(self) -> bool:
        """Whether the backend searches for what is typed."""
        return self.at == len(self.kinds)

    async def _read(self) -> None:
        self.say("Loading…")
        try:
            if not self.kinds:
                self.kinds = await self.store.links.page_types()
            self._draw_kinds()
            if self.by_address:
                words = self.search_line.value.strip()
                self.pages[self.at] = await self.store.links.at_address(words) if words else ()
            elif self.at not in self.pages:
                self.pages[self.at] = await self.store.links.pages(self.kinds[self.at])
        except ApiError as error:
            self.pages.pop(self.at, None)
            self._offer(())
            self.say(f"{error} Press F5 to try again.")
            return
        self._offer(self.pages[self.at])

    def action_again(self) -> None:
        self.pages.pop(self.at, None)
        self.run_worker(self._read(), group="pages", exclusive=True)

    def action_turn(self, by: int) -> None:
        """Show the pages of another kind; the last kind searches addresses."""
        self.at = (self.at + by) % (len(self.kinds) + 1)
        self._offer(())
        self.run_worker(self._read(), group="pages", exclusive=True)

    def _draw_kinds(self) -> None:
        names = [*(one.name for one in self.kinds), BY_ADDRESS]
        parts = [
            tab_label(self.query_one(".kinds"), name, active=n == self.at)
            for n, name in enumerate(names)
        ]
        self.query_one(".kinds", Static).update(Content("").join(parts))

    def _offer(self, pages: Sequence[LinkedPage]) -> None:
        self.offers = tuple(ChoiceOption(one, one.name) for one in pages)
        now = (n for n, one in enumerate(pages) if one.url_node == self.now)
        self.current_offer = next(now, None)
        super().narrow("" if self.by_address else self.search_line.value)

    def narrow(self, text: str) -> None:
        """Show the matching pages of this kind; addresses are searched when typing pauses."""
        if self.at in self.pages and not self.by_address:
            super().narrow(text)
        elif self.kinds and self.by_address:
            if self._pause is not None:
                self._pause.stop()
            self._pause = self.set_timer(PAUSE, self.action_again)

    def drawn(self, offer: ChoiceOption) -> Content:
        page: LinkedPage = offer.value
        sign = "● " if page.url_node == self.now else "  "
        return label(f"{sign}{page.name}") + label(f"  {page.note}", "$text-muted")

    def rows(self) -> list[Content]:
        return [self.drawn(self.offers[n]) for n in self.shown[:MOST]]

    def narrowed(self) -> None:
        """Put the cursor on the chosen page, and say how many there are."""
        count, words = len(self.shown), self.search_line.value.strip()
        del self.shown[MOST:]
        super().narrowed()
        if self.by_address and not words:
            self.say("Type part of an address.")
        elif not count:
            self.say(nothing_matches(words, max(len(self.offers), bool(words))))
        elif count > MOST:
            self.say(f"The first {MOST} of {plural(count, 'page', 'pages')}. Type more to filter.")
        else:
            self.say(plural(count, "page", "pages"))
