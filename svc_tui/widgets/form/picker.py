"""PickerDialog: a small list over the page to choose related records from."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual import events, on
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Input, OptionList

from svc_tui.stores.record.related_store import Picks, Row
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.picker_lines import said_made
from svc_tui.widgets.form.picker_view import PickerView

PAUSE = 0.3
"""Seconds without typing before the search starts."""


class PickerDialog(PickerView):
    """Search, list, and with several the chosen ones in their order; closes with `Picks`, or None.

    `create` creates a record in its own dialog; None if that is not possible, then `no_new_reason`
    says why.
    """

    BINDINGS = [
        Binding(
            "enter", "enter", "Choose", show=False, priority=True, id="picker.enter",
            tooltip="Choose this record.",
        ),
        Binding(
            "ctrl+s,f2", "take", "Choose", show=False, id="picker.take",
            tooltip="Choose all ticked values.",
        ),
        Binding(
            "ctrl+n", "create", "New", id="picker.create",
            tooltip="Create a new record and choose it.",
        ),
        Binding("n", "create", "New", show=False, id="picker.create_letter"),
        Binding(
            "space", "tick", "Choose", tooltip="Select or deselect this record.",
            id="picker.tick",
        ),
        Binding(
            "full_stop", "more", "Next page", key_display=".",
            tooltip="Load the next page of choices.", id="picker.more",
        ),
        Binding(
            "slash", "search", "Search", show=False, key_display="/", id="picker.search",
            tooltip="Search the choices.",
        ),
        Binding(
            "f5,r", "again", "Retry", show=False, tooltip="Reload the choices.", id="picker.again"
        ),
        Binding(
            "J,shift+down", "shift(1)", "Down", show=False, id="picker.down",
            tooltip="Move this choice down.",
        ),
        Binding(
            "K,shift+up", "shift(-1)", "Up", show=False, id="picker.up",
            tooltip="Move this choice up.",
        ),
        Binding(
            "delete", "take_out", "Remove", show=False, id="picker.take_out",
            tooltip="Remove this one.",
        ),
    ]  # fmt: skip

    _pause: Timer | None = None
    _enter_waits = False
    """Whether Enter was pressed before the search was answered."""

    def on_mount(self) -> None:
        """Load the first page, and the names of the recent ones."""
        self.listen(self.store)
        self._draw_chosen()
        self._draw()
        self._line.focus()
        self._work(self._begin)

    async def _begin(self) -> None:
        await self.store.find(self.typed)
        await self.store.learn([*self.recent, *self.picks.keys])

    def _work(self, begin: Any) -> None:
        self.run_worker(begin, group="find", exclusive=True)

    def type_on(self, text: str) -> None:
        """Add letters that were typed while this was opening."""
        self.typed += text
        for line in self.query(LineInput):
            line.insert_text_at_cursor(text)

    # What is searched for

    @on(Input.Changed)
    def _searched(self, event: Input.Changed) -> None:
        event.stop()
        self._enter_waits = False
        if self._pause is not None:
            self._pause.stop()
        if event.value.strip() != self.store.state.search:
            self._new = ""
            self._pause = self.set_timer(PAUSE, self._find)

    def _find(self) -> None:
        self._pause = None
        self._work(partial(self.store.find, self._line.value))

    def signed_in_again(self) -> None:
        """Load what could not be loaded without a sign-in."""
        if self.store.state.problem is not None:
            self._find()

    def action_search(self) -> None:
        self._line.focus()

    def action_again(self) -> None:
        self._find()

    def action_more(self) -> None:
        begin: Any = self.store.more
        self.run_worker(begin, group="more")

    @on(OptionList.OptionHighlighted, ".offers")
    def _reached(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index >= len(self._keys) - 1 and self.store.state.more:
            self.action_more()

    # What is chosen

    @on(OptionList.OptionSelected, ".offers")
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_tick()

    def action_tick(self) -> None:
        """Choose this one; if only one can be chosen, close the dialog."""
        key = self._highlighted
        if key is None:
            if self.nullable and self._list.highlighted == 0:
                self.close(Picks())
            elif self.store.state.more or self.store.state.problem:
                self.action_more()
            return
        self.picks = self.picks.toggled(key)
        self._show_picks()

    def _show_picks(self) -> None:
        if self.picks.multiple:
            self._draw_chosen()
            self._draw()
        else:
            self.close(self.picks)

    def action_enter(self) -> None:
        """Take the row under the cursor; if several can be chosen, all ticked ones.

        After a search, Enter then ticks the first match and starts another search. Before the
        answer, it takes the match if there is only one: nobody has seen the others.
        """
        searched = self._has_searched_text()
        if self.picks.multiple and not searched:
            self.action_take()
        elif self._is_searching():
            self._enter_waits = searched
            if searched and self._pause is not None:
                self._pause.stop()
                self._find()
        elif not self.picks.multiple:
            self.action_tick()
        elif self._highlighted:
            self.action_tick()
            self._line.value = ""

    def _has_searched_text(self) -> bool:
        return self.focused is self._line and bool(self._line.value.strip())

    def _is_searching(self) -> bool:
        """Whether the rows do not answer what is typed yet."""
        state = self.store.state
        return state.loading or self._pause is not None or self._line.value.strip() != state.search

    def _draw(self) -> None:
        super()._draw()
        if self._enter_waits and not self._is_searching():
            self._enter_waits = False
            state = self.store.state
            if self._has_searched_text() and len(state.rows) == 1 and not state.more:
                self.action_enter()

    def action_take(self) -> None:
        if self.picks.multiple:
            self.close(self.picks)
        else:
            self.action_tick()

    def action_shift(self, by: int) -> None:
        """Move the chosen one under the cursor down or up."""
        at = self._chosen.highlighted
        if at is not None:
            self.picks = self.picks.moved(at, by)
            self._draw_chosen()
            self._chosen.highlighted = max(0, min(at + by, len(self.picks.keys) - 1))

    def action_take_out(self) -> None:
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
        """Create a record named like the search."""
        if self.create is not None:
            self.create(self._line.value.strip(), self._made)
        elif self.no_new_reason:
            self._say(f"You can't create records from this field: {self.no_new_reason}.")

    def _made(self, row: Row | None) -> None:
        if row is None:
            return
        self.store.remember(row)
        self._new = said_made(self.naming.words(row))
        key = self.store.key(row)
        if key not in self.picks.keys:
            self.picks = self.picks.toggled(key)
        self._show_picks()

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Go by arrows from the search to the list and back."""
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
        """Show the keys of the part that has the focus."""
        self._draw_hint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("shift", "take_out"):
            return self.focused is self._chosen
        if action in ("search", "more"):
            return self.focused is self._list
        if action == "tick":
            return self.focused is self._list and bool(self._keys)
        if action == "enter":
            return self.focused is not self._chosen
        if action == "take":
            return self._can_choose
        return True

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return False
