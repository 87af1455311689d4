"""Searching: words, and filters that become chips when the line is run."""

from __future__ import annotations

from collections import deque
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Protocol

from textual.widget import Widget
from textual.worker import Worker

from svc_tui.api.errors import ApiError
from svc_tui.models.listing import FilterDescriptor
from svc_tui.stores.listing.filter_choices import FilterOption, fetched, named
from svc_tui.stores.listing.list_query import ListQuery
from svc_tui.stores.listing.list_store import ListState
from svc_tui.stores.listing.query_parser import ParsedQuery, QueryLineError, complete, parse
from svc_tui.stores.listing.selection import Selection
from svc_tui.widgets.command import Blocked, Command
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.listing.host import ListHost
from svc_tui.widgets.listing.narrowing import Narrowing
from svc_tui.widgets.listing.search import SearchLine
from svc_tui.widgets.listing.status_line import StatusLine

MOST_OFFERED = 6

MOST_KEPT = 9
"""How many times `u` brings back what was cleared."""

HIDDEN = Blocked(hidden=True)
NOTHING_TO_CLEAR = Blocked("There is no tab, search or filter to clear.", hidden=True)
NO_FILTER = Blocked("There is no filter to remove.", hidden=True)


class SearchingHost(ListHost, Protocol):
    """The list that is searched."""

    status: StatusLine

    def load_ahead(self, work: Coroutine[Any, Any, Any]) -> None:
        """Load what the next keys are meant for."""

    def run_worker(self, work: Coroutine[Any, Any, Any], *, group: str = ...) -> Worker[Any]:
        """Run something beside the list."""


@dataclass(frozen=True)
class Cleared:
    """The query, narrowing and marks that one Esc or `0` cleared."""

    before: ListQuery | None = None
    """The query with its tab, search and filters; None if they stayed."""
    after: ListQuery | None = None
    """The query without them."""
    words: str = ""
    """The words that narrowed the page."""
    selection: Selection | None = None
    """The marks; with a query, only if "everything" was marked, as other marks stay."""
    when: datetime = field(default_factory=lambda: datetime.now(UTC))
    toast: int = 0
    """The id of the toast about it."""

    def fits(self, listed: ListState, narrowed: bool) -> bool:
        """Whether it would replace nothing that was searched, narrowed or marked since."""
        if self.after is not None and _wanted(listed.query) != _wanted(self.after):
            return False
        if self.words and narrowed:
            return False
        if self.before is not None or self.words:
            return True
        return not listed.selection and bool(self.selection and self.selection.under(listed.query))

    def onto(self, query: ListQuery) -> ListQuery | None:
        """Return the query to ask for now: sorted as it is by now; None if it stayed."""
        if self.before is None or self.after is None:
            return None
        page = 1 if query.page_size != self.after.page_size else self.before.page
        return replace(self.before, ordering=query.ordering, page_size=query.page_size, page=page)


def _wanted(query: ListQuery) -> tuple[str, str, dict[str, Any]]:
    return query.tab, query.search, dict(query.filters)


class Searching:
    """`/` types words; `status:draft` is completed by Tab and run by Enter."""

    GROUP: ClassVar[str] = "Searching and filters"
    COMMANDS: ClassVar[Sequence[Command]] = (
        Command(
            "list.search",
            "slash",
            "Search",
            lambda self: self.begin(),
            lambda self: None if self.host.options.searchable else HIDDEN,
            "Search all records, or type field:value.",
            shown=True,
            key_display="/",
        ),
        Command(
            "list.clear",
            "0",
            "Clear all",
            lambda self: self.clear(),
            lambda self: None if self.clearable else NOTHING_TO_CLEAR,
            "Clear tab, search and all filters.",
        ),
        Command(
            "list.remove_filter",
            "backspace",
            "Remove filter",
            lambda self: self.remove_filter(),
            lambda self: None if self.host.listed.query.filters else NO_FILTER,
            "Remove the newest filter.",
        ),
        Command(
            "list.search_again",
            "u",
            "Undo",
            lambda self: self.bring_back(),
            lambda self: None if self.brought_back else HIDDEN,
            "Bring back what Esc or 0 cleared.",
        ),
    )

    def __init__(self, host: SearchingHost, narrowing: Narrowing) -> None:
        self.host = host
        self._answered: tuple[str, str, object] | None = None
        self.narrowing = narrowing
        self.hint = ""
        """The hint in the status line while it is typed."""
        self._kept = ""
        """The text that could not be run; it stays in the line until corrected."""
        self._cleared: deque[Cleared] = deque(maxlen=MOST_KEPT)
        """What Esc and `0` cleared, the newest last."""
        self._known: dict[str, tuple[FilterOption, ...]] = {}
        """The fetched choices, by filter."""
        self._line: SearchLine | None = None
        self.begun = False
        """Whether the user opened the line, and no screen focused it by itself."""

    def compose(self) -> Iterable[Widget]:
        if self.host.options.searchable:
            self._line = SearchLine(classes="search")
            yield self._line

    def begin(self) -> None:
        """Let the operator type."""
        if self._line is not None:
            self.begun = True
            focus_now(self._line)

    @property
    def clearable(self) -> bool:
        """Whether a tab, a search, a filter or narrowing is active."""
        return self.host.listed.query != self._unfiltered or bool(self.narrowing.words)

    @property
    def _unfiltered(self) -> ListQuery:
        """The query without tab, search and filters."""
        query = self.host.listed.query
        if not (query.search or query.filters or query.tab != query.default_tab):
            return query
        return query.unfiltered().searching("").on_tab(query.default_tab)

    def clear(self) -> None:
        """Show all rows of the page; then drop the tab, words and filters, in one request."""
        self._clear(self._unfiltered, self.narrowing.words)

    def widen(self) -> None:
        """Show all rows of the page; `u` narrows them again."""
        self._clear(self.host.listed.query, self.narrowing.words)

    def unmark(self) -> None:
        """Unmark all rows, on all pages; `u` restores the marks."""
        if marks := self.host.listed.selection:
            self.host.store.clear_selection()
            noun, them = ("mark", "it") if len(marks) == 1 else ("marks", "them")
            words = f"{len(marks):,} {noun} cleared. Press u to restore {them}."
            self._keep(Cleared(selection=marks), words)

    def remove_filter(self) -> None:
        """Drop the filter that was added last."""
        query = self.host.listed.query
        last = [*query.filters][-1]
        self.host.load(self.host.store.ask(query.filtered(last, ())))

    def is_answered(self, state: ListState) -> bool:
        """Whether these rows are the first ones for another search, tab or filters."""
        if state.loading or state.error is not None:
            return False
        query, before = state.query, self._answered
        self._answered = query.search, query.tab, dict(query.filters)
        return before not in (None, self._answered)

    @property
    def asked(self) -> bool:
        """Whether the list is narrowed by more than its initial filters."""
        query = self.host.listed.query
        return bool(query.search) or dict(query.filters) != dict(query.default_filters)

    def peel(self) -> None:
        """Clear search and filters; `u` brings them back."""
        query = self.host.listed.query
        self._clear(replace(query, page=1, search="", filters=query.default_filters))

    def _clear(self, query: ListQuery, words: str = "") -> None:
        """Show another query, and all rows of the page if `words` narrow it; say what is gone."""
        before, marks = self.host.listed.query, self.host.listed.selection
        parts = {
            "tab": query.tab != before.tab,
            "search": query.search != before.search,
            "filters": dict(query.filters) != dict(before.filters),
            "narrowing": bool(words),
        }
        self._kept = ""
        if words:
            self.narrowing.widen()
        if query == before:
            cleared = Cleared(words=words)
        else:
            everything = marks if marks.everything else None
            cleared = Cleared(before, query, words, everything)
            self.host.load(self.host.store.ask(query))
        *most, last = [part for part, gone in parts.items() if gone]
        what = f"{', '.join(most)} and {last}" if most else last
        self._keep(cleared, f"{what.capitalize()} cleared. Press u to undo.")

    def _keep(self, cleared: Cleared, words: str) -> None:
        """Keep it for `u`, and say so."""
        self.host.say(words, here=True)
        svc = self.host.services
        self._cleared.append(replace(cleared, toast=svc.snack.newest if svc is not None else 0))

    @property
    def brought_back(self) -> Cleared | None:
        """The part that `u` brings back; None if something newer would be replaced."""
        listed, svc, since = self.host.listed, self.host.services, datetime.min.replace(tzinfo=UTC)
        if svc is not None:
            writes, discarded = svc.history.state.writes, svc.drafts.discarded
            since = max([since, *(one.when for one in (*writes[-1:], discarded) if one)])
        narrowed = bool(self.narrowing.words)
        for found in reversed(self._cleared):
            if found.when >= since and found.fits(listed, narrowed):
                return found
        return None

    def bring_back(self) -> None:
        """Restore what Esc or `0` cleared."""
        if (found := self.brought_back) is not None:
            svc, gone = self.host.services, None
            while gone is not found:
                gone = self._cleared.pop()
                if svc is not None:
                    svc.snack.dismiss(gone.toast)
            if found.words:
                self.narrowing.narrow(found.words)
            self.host.load(self._restore(found))

    async def _restore(self, found: Cleared) -> None:
        store = self.host.store
        try:
            if (query := found.onto(store.state.query)) is not None:
                await store.ask(query)
        finally:  # A key that loads something else does not lose the marks.
            if found.selection is not None and not store.state.selection:
                store.mark_again(found.selection)

    def follow(self, query: ListQuery) -> None:
        """Show the current search, unless the user is typing."""
        line = self._line
        if line is not None and line.screen.focused is not line and not self._kept:
            line.put(query.search)
        self._end_outdated()

    def _end_outdated(self) -> None:
        """Remove the toasts about what `u` no longer brings back, as something newer is shown."""
        svc, listed = self.host.services, self.host.listed
        shown = {toast.id for toast in svc.snack.state.toasts} if svc is not None else set()
        for one in self._cleared:
            waits = one.before is not None and _wanted(listed.query) == _wanted(one.before)
            fits = waits or one.fits(listed, bool(self.narrowing.words))
            if svc is not None and one.toast in shown and not fits:
                svc.snack.dismiss(one.toast)

    def typed(self, text: str, cursor: int) -> None:
        """Offer completions of the line."""
        if (line := self._line) is None:
            return
        filters, today = self.host.options.filters, self._today
        found = complete(text, cursor, filters, known=self._known, today=today)
        found = found if text.strip() else []
        line.completions = tuple(one.put_into(text) for one in found)
        offered = " · ".join(one.offer for one in found[:MOST_OFFERED])
        self._say(f" Tab: {offered}" if offered else "")
        self._fetch_offers(text)

    def search(self, text: str) -> None:
        """Search for words; a running load goes on if they have not changed."""
        if text.strip() != self.host.listed.query.search:
            self.host.load(self.host.store.search(text))

    def run(self, text: str) -> bool:
        """Run a typed line with its filters; False, and a message, if it is invalid."""
        self._kept = ""
        read = parse(text, self.host.options.filters, known=self._known, today=self._today)
        if isinstance(read, QueryLineError):
            self._keep_typing(text)
            self._say(f" {read.sentence}")
            return False
        self.leave()
        self.host.load_ahead(self._run(read, text))
        return True

    def leave(self) -> None:
        """Go from the line to the rows; the line shows the current search."""
        self._kept = ""
        focus_now(self.host.grid)
        if self._line is not None:
            self._line.put(self.host.listed.query.search)
        self._say("")

    def blurred(self, widget: Widget) -> None:
        """Remove the hint, which is about keys of the line."""
        if widget is self._line and self.hint:
            self._say("")

    def _say(self, hint: str) -> None:
        self.hint = hint
        self.host.status.draw()

    def _keep_typing(self, text: str) -> None:
        """Leave what was typed in the line, to be corrected, whatever rows arrive."""
        self._kept = text
        if self._line is not None:
            self.begin()
            self._line.put(text)

    async def _run(self, read: ParsedQuery, typed: str) -> None:
        """Resolve the choices, then send one request; on failure, restore the typed text."""
        for name, words in read.to_find.items():
            found = [await self._find(name, word) for word in words]
            if None in found:
                lost = words[found.index(None)]
                label = next((one.text for one in self._filters(name)), name)
                self.host.say(
                    f"No exact match for “{lost}” in {label}. Press f to choose one.", "warning"
                )
                self._keep_typing(typed)
                if self.host.listed.loaded_at is None:  # The rows are shown anyway.
                    await self.host.store.refresh()
                return
            read = read.resolved(name, tuple(one.value for one in found if one))
        await self.host.store.ask(read.over(self.host.listed.query))

    def _filters(self, name: str) -> list[FilterDescriptor]:
        return [one for one in self.host.options.filters if one.value == name]

    async def _fetched(self, item: FilterDescriptor, words: str = "") -> tuple[FilterOption, ...]:
        if (svc := self.host.services) is None:
            return ()
        return (await fetched(svc.crud(item.endpoint or ""), item, words))[0]

    async def _find(self, name: str, words: str) -> FilterOption | None:
        item = self._filters(name)[0]
        try:
            offers = await self._fetched(item, words)
        except ApiError as error:
            self.host.say(f"{item.text}: {error}", "error", 8)
            return None
        return named(offers, words) or (offers[0] if len(offers) == 1 else None)

    def _fetch_offers(self, text: str) -> None:
        """Load the choices of a filter being typed, once per endpoint."""
        name, colon, _ = text.rpartition(" ")[2].partition(":")
        item = next((one for one in self._filters(name) if one.endpoint), None)
        if colon and item is not None and item.value not in self._known:
            self._known[item.value] = ()
            self.host.run_worker(self._learn(item), group="offers")

    async def _learn(self, item: FilterDescriptor) -> None:
        try:
            self._known[item.value] = await self._fetched(item)
        except ApiError:
            self._known.pop(item.value, None)  # If typed anyway, it is looked up by Enter.
            return
        if (line := self._line) is not None and line.has_focus:
            self.typed(line.value, line.cursor_position)

    @property
    def _today(self) -> date:
        return self.host.listed.query.today()
