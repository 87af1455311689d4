"""PickerView: the parts of a picker: chosen records, search, rows, note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.record.related_store import Picks, RelatedState, RelatedStore
from svc_tui.text import cut, label
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.picker_lines import (
    Part,
    RowLabels,
    cursor_row,
    hint,
    note,
    offer,
    recent_first,
)
from svc_tui.widgets.formatting import NOTHING
from svc_tui.widgets.letters import is_typing

LINES = 17
"""Lines of a picker with nothing chosen."""


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

    def _draw(self) -> None:
        state, options = self.store.state, self._list
        here, row_before = self._highlighted, options.highlighted
        lines: list[Content] = [label(NOTHING)] if self.nullable and not state.search else []
        self._keys = [None] * len(lines)
        for row, recent in recent_first(self.store, self.recent):
            lines.append(offer(row, self.naming, self.picks, self.store.key(row), recent=recent))
            self._keys.append(self.store.key(row))
        if state.more:
            lines.append(label("… more", "$text-muted"))
            self._keys.append(None)
        with self.prevent(OptionList.OptionHighlighted):
            options.clear_options().add_options([Option(line) for line in lines])
            options.highlighted = cursor_row(self.store, self.picks, self._keys, here, row_before)
        self._draw_note(state)

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
        words = note(state, self.picks, can_create=self.create is not None, made=self._new)
        self._say(words, bad=state.problem is not None)

    def _draw_hint(self) -> None:
        """Name the keys of the part that has the focus."""
        new = " · Ctrl+N new" if self.create is not None else ""
        part: Part = "search" if is_typing(self.focused) else "list"
        if self.focused is self._chosen:
            part = "chosen"
        keys = hint(part, several=self.picks.multiple, can_choose=self._can_choose)
        self.query_one(".hint", Static).update(label(drawable_hint(keys + new, self)))

    def _say(self, words: str, bad: bool = False) -> None:
        line = self.query_one(".note", Static)
        line.update(label(words))
        line.set_class(bad, "error")
