"""PickerView: the parts of a picker: chosen records, search, rows, note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.record.related_store import Picks, RelatedState, RelatedStore, Row
from svc_tui.text import cut, label, plural
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.formatting import NOTHING
from svc_tui.widgets.letters import is_typing

HINT_SEARCH = "Type to search · ↓ list · Enter chooses · Esc cancels"
HINT_SEARCH_MANY = "Type to search · ↓ then Space ticks · Enter chooses"
HINT = "/ search · . next page · Enter chooses · Esc cancels"
HINT_MANY = "Space ticks · . next page · Enter chooses · Esc cancels"
LINES = 17
"""Lines of a picker with nothing chosen."""

HINT_NONE = "Type to search · Esc cancels"
HINT_NONE_IN_LIST = "/ search · Esc cancels"
HINT_CHOSEN = "J K move · Delete removes · Ctrl+S chooses"


class RowLabels(NamedTuple):
    """Functions that name records."""

    words: Any
    """The name of a record or id."""
    extra: Any
    """The value that tells records with the same name apart."""


def said_made(name: str) -> str:
    """Return a sentence about a record that was created in a picker."""
    return f"Created and chosen:  {cut(name, 40)}."


class PickerView(SvcModal):
    """The widgets of a picker; `PickerDialog` adds its commands."""

    DEFAULT_CSS = """
    PickerView { align: center middle; }
    PickerView > .dialog { width: 76; height: auto; max-height: 100%; }
    PickerView OptionList { border: none; padding: 0; }
    PickerView .chosen { height: auto; max-height: 5; display: none; }
    PickerView .chosen.-shown { display: block; }
    PickerView .offers { height: 10; }
    PickerView .note, PickerView .hint { height: auto; }
    """

    BINDINGS = [CANCEL]

    def __init__(
        self,
        heading: str,
        store: RelatedStore,
        picks: Picks,
        naming: RowLabels,
        *,
        typed: str = "",
        recent: Sequence[Any] = (),
        nullable: bool = False,
        create: Any = None,
        no_new_reason: str = "",
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
        self.no_new_reason = no_new_reason
        self._keys: list[str | None] = []
        """The ids of the list's lines; None for the empty line and for "more"."""
        self._new = ""
        """The record that was created here last, in a sentence."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield OptionList(classes="chosen", compact=True)
            yield LineInput(self.typed, placeholder="type to search")
            yield OptionList(classes="offers", compact=True)
            yield Static(classes="note")
            yield DialogHint()

    @property
    def _highlighted(self) -> str | None:
        row = self._list.highlighted
        return self._keys[row] if row is not None and row < len(self._keys) else None

    @property
    def _can_choose(self) -> bool:
        """Whether there is a row to choose, or ticked ones to take."""
        return self.picks.multiple or bool(self._keys)

    @property
    def _line(self) -> LineInput:
        return self.query_one(LineInput)

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
            self.refresh_bindings()

    def _rows(self, state: RelatedState) -> list[tuple[Row, bool]]:
        """Return the rows, recent ones first while nothing is searched for."""
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
        """Return the cursor's row: its record's, else that of the chosen one, else the first."""
        if here is not None and here in self._keys:
            return self._keys.index(here)
        if before and before < len(self._keys) and self.store.state.page > 1:
            return before
        chosen = next((key for key in self.picks.keys if key in self._keys), None)
        if chosen is not None and not self.store.state.search:
            return self._keys.index(chosen)
        # Never on the empty line: Enter would clear the field if the list could not be loaded.
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
            self._say(f"{state.problem} Press F5 to try again.", bad=True)
        elif state.loading and not state.rows:
            self._say("Loading…")
        elif state.loaded and not state.rows:
            said = f"Nothing matches “{cut(state.search, 30)}”." if state.search else "None yet."
            self._say(said + (" Press Ctrl+N to create one." if self.create else "") + chosen)
        else:
            total = plural(state.count, "record", "records")
            seen = f"{len(state.rows)} of {total}" if state.more else total
            here = " Loaded rows only: the server can't search." if state.searched_here else ""
            busy = " Loading…" if state.loading else ""
            lost = f" {state.without_id:,} without an id left out." if state.without_id else ""
            self._say(f"{self._new} {seen}.{lost}{chosen}{here}{busy}".strip())

    def _draw_hint(self) -> None:
        hint = HINT_MANY if self.picks.multiple else HINT
        if is_typing(self.focused):
            hint = HINT_SEARCH_MANY if self.picks.multiple else HINT_SEARCH
        elif self.focused is not None and self.focused is self._chosen:
            hint = HINT_CHOSEN
        if not self._can_choose:
            hint = HINT_NONE if is_typing(self.focused) else HINT_NONE_IN_LIST
        new = " · Ctrl+N new" if self.create is not None else ""
        self.query_one(".hint", Static).update(label(drawable_hint(hint + new, self)))

    def _say(self, words: str, bad: bool = False) -> None:
        line = self.query_one(".note", Static)
        line.update(label(words))
        line.set_class(bad, "error")
