"""A small list over the page, from which the records of a relation are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.related import Picks, RelatedState, RelatedStore, Row
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.form.line import Line
from svc_tui.widgets.form.summary import NOTHING

PAUSE = 0.3
"""Seconds of rest before typed words are asked for (reference 2.9)."""

HINT = "Type to search · ↓ list · . next page · Enter takes it"
HINT_MANY = "Space ticks · . next page · Enter takes them · Esc leaves"
HINT_CHOSEN = "J K move it · Delete takes it out · F2 takes them"


class Naming(NamedTuple):
    """How records are called."""

    words: Any
    """A record's or an id's words."""
    extra: Any
    """What tells records of one name apart."""


class PickerDialog(SvcModal):
    """Search, list, and with several the chosen ones in their order; closes with `Picks`, or None.

    `create` makes a new record in a dialog of its own; None where that cannot be done, then
    `why_not` says why.
    """

    DEFAULT_CSS = """
    PickerDialog { align: center middle; }
    PickerDialog > .dialog { width: 76; max-width: 100%; height: auto; max-height: 100%; }
    PickerDialog OptionList { border: none; padding: 0; }
    PickerDialog .chosen { height: auto; max-height: 5; display: none; }
    PickerDialog .chosen.-shown { display: block; }
    PickerDialog .offers { height: 10; }
    PickerDialog .note, PickerDialog .hint { height: auto; }
    """

    BINDINGS = [
        Binding("enter", "enter", "Take it", show=False, priority=True, id="picker.enter"),
        Binding("f2,ctrl+s", "take", "Take them", tooltip="Take what is chosen.", id="picker.take"),
        Binding("ctrl+n", "create", "New", tooltip="Make a new one.", id="picker.create"),
        Binding("n", "create", "New", show=False, id="picker.create_letter"),
        Binding("space", "tick", "Tick", tooltip="Choose it, or not.", id="picker.tick"),
        Binding("full_stop", "more", "Next page", key_display=".", id="picker.more"),
        Binding("slash", "search", "Search", show=False, key_display="/", id="picker.search"),
        Binding("r", "again", "Again", show=False, tooltip="Ask again.", id="picker.again"),
        Binding("J,shift+down", "shift(1)", "Down", show=False, id="picker.down"),
        Binding("K,shift+up", "shift(-1)", "Up", show=False, id="picker.up"),
        Binding("delete", "take_out", "Take out", show=False, id="picker.take_out"),
    ]

    def __init__(
        self,
        heading: str,
        store: RelatedStore,
        picks: Picks,
        naming: Naming,
        *,
        typed: str = "",
        recent: Sequence[Any] = (),
        nullable: bool = False,
        create: Any = None,
        why_not: str = "",
    ) -> None:
        super().__init__()
        self.heading = heading
        self.store = store
        self.picks = picks
        self.naming = naming
        self.typed = typed
        self.recent = tuple(str(one) for one in recent)
        self.nullable = nullable and not picks.multiple
        self.create = create
        self.why_not = why_not
        self._keys: list[str | None] = []
        """The ids of the list's lines; None for the line of nothing and for that of more."""
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """Title, the chosen ones, search, list, what there is to say, keys."""
        with Vertical(classes="dialog"):
            yield Static(label(self.heading), classes="title")
            yield OptionList(classes="chosen", compact=True)
            yield Line(self.typed, placeholder="type to search")
            yield OptionList(classes="offers", compact=True)
            yield Static(classes="note")
            yield Static(classes="hint muted")

    def on_mount(self) -> None:
        """Ask for the first page, and for the names of the recent ones."""
        self.listen(self.store)
        self._draw_chosen()
        self._draw()
        self._line.focus()
        self._work(self._begin)

    async def _begin(self) -> None:
        await self.store.find(self.typed)
        await self.store.learn([*self.recent, *self.picks.keys])

    def _work(self, begin: Any) -> None:
        """Begin something that takes the place of what was asked before; called when it begins."""
        self.run_worker(begin, group="find", exclusive=True)

    def type_on(self, text: str) -> None:
        """Letters that came while this was being opened."""
        self.typed += text
        for line in self.query(Line):
            line.insert_text_at_cursor(text)

    # What is searched for

    @on(Input.Changed)
    def _searched(self, event: Input.Changed) -> None:
        event.stop()
        if self._pause is not None:
            self._pause.stop()
        if event.value.strip() != self.store.state.search:
            self._pause = self.set_timer(PAUSE, self._find)

    def _find(self) -> None:
        self._pause = None
        self._work(partial(self.store.find, self._line.value))

    def action_search(self) -> None:
        """Type into the search."""
        self._line.focus()

    def action_again(self) -> None:
        """Ask once more, after a failure."""
        self._find()

    def action_more(self) -> None:
        """The next page, behind the rows that are there."""
        begin: Any = self.store.more
        self.run_worker(begin, group="more")

    @on(OptionList.OptionHighlighted, ".offers")
    def _reached(self, event: OptionList.OptionHighlighted) -> None:
        """At the end of the rows the next page comes by itself."""
        event.stop()
        if event.option_index >= len(self._keys) - 1 and self.store.state.more:
            self.action_more()

    # What is chosen

    @property
    def _highlighted(self) -> str | None:
        row = self._list.highlighted
        return self._keys[row] if row is not None and row < len(self._keys) else None

    @on(OptionList.OptionSelected, ".offers")
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_tick()

    def action_tick(self) -> None:
        """This one; a single choice is made by that."""
        key = self._highlighted
        if key is None:
            if self.nullable and self._list.highlighted == 0:
                self.close(Picks())
            elif self.store.state.more or self.store.state.problem:
                self.action_more()
            return
        self.picks = self.picks.toggled(key)
        if not self.picks.multiple:
            self.close(self.picks)
            return
        self._draw_chosen()
        self._draw()

    def action_enter(self) -> None:
        """What is under the cursor, or with several all that is chosen.

        After a search Enter chooses the first match of several and begins another search.
        """
        if not self.picks.multiple:
            if not self.store.state.loading and self._pause is None:
                self.action_tick()
        elif self.focused is self._line and self._line.value.strip():
            if not self.store.state.loading and self._pause is None and self._highlighted:
                self.action_tick()
                self._line.value = ""
        else:
            self.action_take()

    def action_take(self) -> None:
        """Close with what is chosen."""
        if self.picks.multiple:
            self.close(self.picks)
        else:
            self.action_tick()

    def action_shift(self, by: int) -> None:
        """The chosen one under the cursor, further down or up."""
        at = self._chosen.highlighted
        if at is not None:
            self.picks = self.picks.moved(at, by)
            self._draw_chosen()
            self._chosen.highlighted = max(0, min(at + by, len(self.picks.keys) - 1))

    def action_take_out(self) -> None:
        """The chosen one under the cursor is chosen no longer."""
        at = self._chosen.highlighted
        if at is not None and at < len(self.picks.keys):
            self.picks = self.picks.toggled(self.picks.keys[at])
            self._draw_chosen()
            self._draw()
            if self.picks.keys:
                self._chosen.highlighted = min(at, len(self.picks.keys) - 1)
            else:
                self._list.focus()

    # A new one

    def action_create(self) -> None:
        """Make a new record; what was searched for is its name."""
        if self.create is not None:
            self.create(self._line.value.strip(), self._made)
        elif self.why_not:
            self._say(f"No new one can be made here: {self.why_not}.")

    def _made(self, row: Row | None) -> None:
        """It was made, and is chosen at once."""
        if row is None:
            return
        self.store.remember(row)
        key = self.store.key(row)
        if key not in self.picks.keys:
            self.picks = self.picks.toggled(key)
        if not self.picks.multiple:
            self.close(self.picks)
            return
        self._draw_chosen()
        self._draw()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Arrows go from the search to the list and back."""
        if self.focused is self._line and event.key in ("down", "pagedown"):
            event.stop()
            self._list.focus()
            if event.key == "down":
                self._list.action_cursor_down()
        elif self.focused is self._list and event.key == "up" and not self._list.highlighted:
            event.stop()
            event.prevent_default()
            self._line.focus()

    def on_descendant_focus(self) -> None:
        """The hint tells the keys of where one is."""
        self._draw_hint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While one types, letters are text."""
        if action in ("shift", "take_out"):
            return self.focused is self._chosen
        if action in ("tick", "search", "more", "again"):
            return self.focused is self._list
        if action == "enter":
            return self.focused is not self._chosen
        return True

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Nothing is typed into the dialog itself."""
        return False

    # What is drawn

    @property
    def _line(self) -> Line:
        return self.query_one(Line)

    @property
    def _list(self) -> OptionList:
        return self.query_one(".offers", OptionList)

    @property
    def _chosen(self) -> OptionList:
        return self.query_one(".chosen", OptionList)

    @on(RelatedStore.Changed)
    def _arrived(self, event: RelatedStore.Changed) -> None:
        if event.store is self.store:
            self._draw()
            self._draw_chosen()

    def _rows(self, state: RelatedState) -> list[tuple[Row, bool]]:
        """The recent ones first while nobody searches, each marked as such."""
        recent: list[Row] = []
        if not state.search:
            recent = [state.known[key] for key in self.recent if key in state.known]
        first = {self.store.key(row) for row in recent}
        rest = [row for row in state.rows if self.store.key(row) not in first]
        return [*((row, True) for row in recent), *((row, False) for row in rest)]

    def _draw(self) -> None:
        state, options = self.store.state, self._list
        here, row_before = self._highlighted, options.highlighted
        lines: list[Content] = [label(NOTHING)] if self.nullable and not state.search else []
        self._keys = [None] * len(lines)
        for row, recent in self._rows(state):
            lines.append(self._drawn(row, recent))
            self._keys.append(self.store.key(row))
        if state.more:
            lines.append(label("… more", "$text-muted"))
            self._keys.append(None)
        with self.prevent(OptionList.OptionHighlighted):
            options.clear_options().add_options([Option(line) for line in lines])
            options.highlighted = self._place(here, row_before)
        self._draw_note(state)

    def _place(self, here: str | None, before: int | None) -> int | None:
        """Where the cursor goes: with its row, else to the chosen one, else to the first row."""
        if here is not None and here in self._keys:
            return self._keys.index(here)
        if before and before < len(self._keys) and self.store.state.page > 1:
            return before
        chosen = next((key for key in self.picks.keys if key in self._keys), None)
        if chosen is not None and not self.store.state.search:
            return self._keys.index(chosen)
        # Never on the line of nothing: Enter would empty the field where no list could be had.
        return next((n for n, key in enumerate(self._keys) if key is not None), None)

    def _drawn(self, row: Row, recent: bool) -> Content:
        key = self.store.key(row)
        ticked = key in self.picks.keys
        marks = ("[x] ", "[ ] ") if self.picks.multiple else ("● ", "  ")
        extra = self.naming.extra(row)
        line = label(marks[0 if ticked else 1]) + label(cut(self.naming.words(row), 44))
        line += label(f"  {cut(extra, 40)}", "$text-muted") if extra else label("")
        return line + label("  recent" if recent else "", "$text-accent")

    def _draw_chosen(self) -> None:
        options, keys = self._chosen, self.picks.keys
        options.set_class(self.picks.multiple and bool(keys), "-shown")
        at = options.highlighted
        lines = [
            Option(label(f"{n}  {cut(self.naming.words(self._named(key)), 60)}"))
            for n, key in enumerate(keys, 1)
        ]
        options.clear_options().add_options(lines)
        if lines:
            options.highlighted = min(at or 0, len(lines) - 1)
        self._draw_hint()

    def _named(self, key: str) -> Any:
        row = self.store.row(key)
        return key if row is None else row

    def _draw_note(self, state: RelatedState) -> None:
        chosen = f" {len(self.picks.keys)} chosen." if self.picks.multiple else ""
        if state.problem is not None:
            self._say(f"{state.problem} r asks again.", bad=True)
        elif state.loading and not state.rows:
            self._say("Loading…")
        elif state.loaded and not state.rows:
            said = f'Nothing matches "{cut(state.search, 30)}".' if state.search else "None yet."
            self._say(said + (" Ctrl+N makes one." if self.create else "") + chosen)
        else:
            total = plural(state.count, "record", "records")
            seen = f"{len(state.rows)} of {total}" if state.more else total
            here = " Narrowed here: the server does not search." if state.searched_here else ""
            busy = " Loading…" if state.loading else ""
            self._say(f"{seen}.{chosen}{here}{busy}")

    def _draw_hint(self) -> None:
        hint = HINT_MANY if self.picks.multiple else HINT
        if self.focused is not None and self.focused is self._chosen:
            hint = HINT_CHOSEN
        new = " · Ctrl+N new" if self.create is not None else ""
        self.query_one(".hint", Static).update(label(hint + new))

    def _say(self, words: str, bad: bool = False) -> None:
        line = self.query_one(".note", Static)
        line.update(label(words))
        line.set_class(bad, "error")
