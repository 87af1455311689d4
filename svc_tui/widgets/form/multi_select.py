"""MultiSelectDialog: a list in which several values are ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, OptionList

from svc_tui.text import label
from svc_tui.widgets.form.chooser import ChoiceOption, Chooser, nothing_matches


class MultiSelectDialog(Chooser):
    """Closes with the ticked `ChoiceOption`s, or None.

    They are in the order of ticking; those ticked before come first.
    """

    DEFAULT_CSS = "MultiSelectDialog .offers { max-height: 12; }"

    BINDINGS = [
        Binding(
            "enter", "enter", "Choose", show=False, priority=True, id="ticks.enter",
            tooltip="Choose all ticked values.",
        ),
        Binding(
            "ctrl+s,f2", "take", "Choose", tooltip="Choose all ticked values.", id="ticks.take",
        ),
        Binding(
            "slash", "search", "Search", show=False, key_display="/", id="ticks.search",
            tooltip="Search the choices.",
        ),
        Binding("space", "tick", "Tick", tooltip="Tick or untick this choice.", id="ticks.tick"),
    ]  # fmt: skip

    hint: ClassVar[str] = "Space ticks · / searches · Enter chooses · Esc cancels"

    def __init__(
        self, heading: str, offers: Sequence[ChoiceOption], ticked: Sequence[int], typed: str = ""
    ) -> None:
        super().__init__(heading, offers, typed)
        self.ticked = list(dict.fromkeys(ticked))
        """Positions among the offers, in the order of the value."""

    def on_mount(self) -> None:
        """Show everything; if the user began with a letter, keep searching."""
        self.narrow(self.typed)
        (self.search_line if self.typed else self.options).focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Tick the first match and begin another search; without a search, take all."""
        event.stop()
        if not event.value.strip():
            self.action_take()
        elif self.shown:
            self._turn([self.shown[self._at or 0]])
            self.search_line.value = ""

    def on_key(self, event: events.Key) -> None:
        """Move down from the search to the list, or from its first row back up."""
        if self.focused is self.search_line and event.key == "down":
            event.stop()
            self.options.focus()
        elif self.focused is self.options and event.key == "up" and not self.options.highlighted:
            event.stop()
            event.prevent_default()
            self.search_line.focus()

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_tick()

    def action_search(self) -> None:
        self.search_line.focus()

    def action_enter(self) -> None:
        self.action_take()

    def action_tick(self) -> None:
        """Tick this one; on the first row, all that are shown."""
        if self.options.highlighted is not None and self.shown:
            at = self._at
            self._turn(self.shown if at is None else [self.shown[at]])

    def action_take(self) -> None:
        self.close([self.offers[n] for n in self.ticked])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave letters to the search line while it has the focus."""
        if action in ("tick", "search", "enter"):
            return not isinstance(self.focused, Input)
        return True

    def _turn(self, positions: Sequence[int]) -> None:
        if all(n in self.ticked for n in positions):
            self.ticked = [n for n in self.ticked if n not in positions]
        else:
            self.ticked += [n for n in positions if n not in self.ticked]
        for n, row in enumerate(self.rows()):
            self.options.replace_option_prompt_at_index(n, row)
        self._count()

    # Drawing

    @property
    def _at(self) -> int | None:
        row = self.options.highlighted
        return row - 1 if row else None

    def rows(self) -> list[Content]:
        if not self.shown:
            return []
        every = all(n in self.ticked for n in self.shown)
        some = "all matches" if len(self.shown) < len(self.offers) else "all"
        boxes = [_box(n in self.ticked) + label(self.offers[n].text) for n in self.shown]
        return [_box(every) + label(f"{some} ({len(self.shown)})", "$text-muted"), *boxes]

    def narrowed(self) -> None:
        if self.shown:
            first = next((n for n in self.shown if n in self.ticked), self.shown[0])
            self.options.highlighted = self.shown.index(first) + 1
        self._count()

    def _count(self) -> None:
        words = f"{len(self.ticked)} of {len(self.offers)} ticked."
        if not self.shown:
            words = f"{nothing_matches(self.search_line.value, len(self.offers))} {words}"
        self.say(words)


def _box(ticked: bool) -> Content:
    return label("[x] " if ticked else "[ ] ")
