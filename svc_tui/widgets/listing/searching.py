"""The search line of a list: words, and filters that become chips when they are run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from textual import events, on
from textual.binding import Binding
from textual.widget import Widget

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.filter_choices import FilterOption, fetched, named
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_state import ListState
from svc_tui.stores.listing.query_parser import ParsedQuery, QueryLineError, complete, parse
from svc_tui.widgets.listing.narrowing import NarrowingKeys
from svc_tui.widgets.listing.search import SearchLine

MOST_OFFERED = 6


class SearchingKeys(NarrowingKeys):
    """`/` types words; `status:draft` is completed by Tab and run by Enter."""

    KEYS_ABOUT = "Searching and filters"

    BINDINGS = [
        Binding("slash", "search", "Search", key_display="/", tooltip="Search.", id="list.search"),
        Binding("0", "clear", "Clear all", show=False, tooltip="Filters too.", id="list.clear"),
    ]

    searchable: bool = True
    """There is a search line (toolkit: SvcList)."""
    filters: Sequence[FilterDescriptor] = ()
    """What can be typed as `name:value`."""

    _hint: str = ""
    _kept: str = ""
    """What was typed and could not be run: it stays in the line until it is mended or left."""
    _offers: dict[str, tuple[FilterOption, ...]]
    _shown: ListState | None = None
    """What was drawn last."""

    @property
    def coming(self) -> bool:
        """Whether the rows that Enter in the line asks for, or the marks of `A`, are not there yet.

        What is typed behind it is meant for them: Enter would open another record, `d` ask for it.
        """
        if self._load_worker is None:
            return False
        return not self._load_worker.is_finished or self._shown is not self.listed

    def search_widgets(self) -> Iterable[Widget]:
        """The line, where there is one."""
        if self.searchable:
            yield SearchLine(classes="search")

    def search_words(self) -> str:
        """What is said about the line while it is typed."""
        return self._hint

    def search_follows(self, query: ListQuery) -> None:
        """The line shows the words that are searched for, unless somebody is typing in it."""
        for line in self.walk_children(SearchLine):
            if self.screen.focused is not line and not self._kept:
                line.put(query.search)

    @on(SearchLine.Typed)
    def _typed(self, event: SearchLine.Typed) -> None:
        event.stop()
        found = complete(
            event.text, event.cursor, self.filters, known=self._known, today=self._today
        )
        found = found if event.text.strip() else []
        line = self.query_one(SearchLine)
        line.completions = tuple(one.put_into(event.text) for one in found)
        offered = " · ".join(one.offer for one in found[:MOST_OFFERED])
        self._hint = f" Tab: {offered}" if offered else ""
        self.show_status()
        self._fetch_offers(event.text)

    @on(SearchLine.Searched)
    def _searched(self, event: SearchLine.Searched) -> None:
        event.stop()
        self.load(self.store.search(event.text))

    @on(SearchLine.Asked)
    def _asked(self, event: SearchLine.Asked) -> None:
        """Enter: the filters become chips, the words stay in the line."""
        event.stop()
        self.run_line(event.text)

    def run_line(self, text: str) -> bool:
        """Ask for what a typed line says; False, and a sentence, where it makes no sense."""
        self._kept = ""
        read = parse(text, self.filters, known=self._known, today=self._today)
        if isinstance(read, QueryLineError):
            self._keep_typing(text)
            self._hint = f" {read.sentence}"
            self.show_status()
            return False
        self._typing_over()
        self._load_worker = self.load(self._run_line(read, text))
        return True

    def _keep_typing(self, text: str) -> None:
        """What was typed stands in the line, to be mended, whatever rows arrive meanwhile."""
        self._kept = text
        for line in self.query(SearchLine):
            line.focus()
            line.put(text)

    @on(SearchLine.Left)
    def _left(self, event: SearchLine.Left) -> None:
        event.stop()
        self._typing_over()

    @on(events.DescendantBlur)
    def _looks_away(self, event: events.DescendantBlur) -> None:
        """What Tab would do is of interest only while it would."""
        if isinstance(event.widget, SearchLine) and self._hint:
            self._hint = ""
            self.show_status()

    def action_search(self) -> None:
        """Type words."""
        self.query_one(SearchLine).focus()

    def action_clear(self) -> None:
        """All rows of the page; then without words and filters, in one request."""
        self._kept = ""
        self.widen()
        query = self.listed.query
        if query.search or query.filters:
            self.load(self.store.ask(query.unfiltered().searching("")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing to search with, nothing to clear."""
        if action == "search":
            return self.searchable
        if action == "clear":
            query = self.listed.query
            return bool(query.search or query.filters or self.narrowed)
        return super().check_action(action, parameters)

    async def _run_line(self, read: ParsedQuery, typed: str) -> None:
        """Find out which choices were meant, then ask once; else what was typed is back."""
        for name, words in read.to_find.items():
            found = [await self._found(name, word) for word in words]
            if None in found:
                lost = words[found.index(None)]
                self.say(f"No single “{lost}” was found for {self._labelled(name)}.", "warning")
                self._keep_typing(typed)
                if self.listed.loaded_at is None:  # The rows are shown all the same.
                    await self.store.refresh()
                return
            read = read.resolved(name, tuple(one.value for one in found if one))
        await self.store.ask(read.over(self.listed.query))

    def _labelled(self, name: str) -> str:
        return next((one.text for one in self.filters if one.value == name), name)

    async def _found(self, name: str, words: str) -> FilterOption | None:
        item = next(one for one in self.filters if one.value == name)
        try:
            offers, _ = await fetched(self.svc.crud(item.endpoint or ""), item, words)
        except ApiError as error:
            self.say(f"{item.text}: {error}", "error", 8)
            return None
        return named(offers, words) or (offers[0] if len(offers) == 1 else None)

    def _fetch_offers(self, text: str) -> None:
        """Choices of a filter that is being typed; each endpoint is asked once."""
        name, colon, _ = text.rpartition(" ")[2].partition(":")
        item = next((one for one in self.filters if one.value == name and one.endpoint), None)
        if colon and item is not None and item.value not in self._known:
            self._known[item.value] = ()
            self.run_worker(self._learn(item), group="offers")

    async def _learn(self, item: FilterDescriptor) -> None:
        try:
            self._known[item.value], _ = await fetched(self.svc.crud(item.endpoint or ""), item)
        except ApiError:
            self._known.pop(item.value, None)  # Typed all the same, it is looked for by Enter.
            return
        for line in self.query(SearchLine):
            if line.has_focus:
                self._typed(SearchLine.Typed(line.value, line.cursor_position))

    def _typing_over(self) -> None:
        self._hint = self._kept = ""
        self.screen.set_focus(self.grid)
        for line in self.query(SearchLine):
            line.put(self.listed.query.search)
        self.show_status()

    @property
    def _today(self) -> date:
        return self.listed.query.today()

    @property
    def _known(self) -> dict[str, tuple[FilterOption, ...]]:
        if not hasattr(self, "_offers"):
            self._offers = {}
        return self._offers
