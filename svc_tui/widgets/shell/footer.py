"""The footer: at most seven hints for what has the focus, on the page or in the dialog over it."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from textual.content import Content
from textual.screen import Screen

from svc_tui.compat import shown_bindings
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget

MOST_HINTS = 7

Hint = tuple[str, str, bool]
"""Key, word, and whether it can be pressed now."""


class SvcFooter(SvcWidget):
    """One widget, one line: redrawn when the bindings change, without mounting anything."""

    DEFAULT_CSS = "SvcFooter { height: 1; width: 100%; }"

    _shown: tuple[bool, list[Hint]] | None = None
    """What was drawn last: the same again would have the screen between here and there rendered."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self._followed: WeakSet[Screen[Any]] = WeakSet()
        self._follow(self.screen)

    def _follow(self, screen: Screen[Any]) -> None:
        """Hear of a screen's keys; it tells too when something is put over it or taken away."""
        if screen not in self._followed:
            self._followed.add(screen)
            screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, screen: Screen[Any]) -> None:
        self._follow(self._top)
        if screen is not self._top:
            return
        focused = screen.focused
        if focused is None or focused.has_focus:
            self._look_again()
        else:
            # It has not heard of it yet, and what can be done may depend on that.
            focused.call_later(self._look_again)

    def _look_again(self) -> None:
        if self.is_attached and self._shown != (shown := self._look()):
            self._shown = shown
            self.refresh()

    @property
    def _top(self) -> Screen[Any]:
        """Where keys go now: the dialog over the page, else the page; another page has its own."""
        top = self.app.screen
        return top if top.is_modal else self.screen

    def on_resize(self) -> None:
        """What can be done may depend on the room."""
        self._shown = None

    def render(self) -> Content:
        """Key and word, as many as fit; help and palette are always the last ones."""
        if self._shown is None:
            self._shown = self._look()
        typing, hints = self._shown
        state = "Typing " if typing else ""
        # What lies beneath a dialog is dimmed as a whole: from there these have to be seen too.
        can = "" if self._top is self.screen else "$foreground"
        room = self.size.width - len(state) - 2
        parts: list[Content] = []
        for key, word, enabled in hints:
            if (room := room - len(key) - len(word) - 3) < 0:
                break
            style = can if enabled else "$text-disabled"
            parts.append(label(f" {key} ", "bold $accent") + label(f"{word} ", style))
        start = label(f" {state.strip()} ", "reverse") if state else Content("")
        return start + Content("").join(parts)

    @property
    def _typing(self) -> bool:
        """Whether letters are text now."""
        # Here, not above: a text area is a heavy import, and the login is painted before it.
        from textual.widgets import Input, TextArea

        return isinstance(self._top.focused, Input | TextArea)

    def _look(self) -> tuple[bool, list[Hint]]:
        """Whether letters are text, and the keys that can be pressed then."""
        found: dict[str, Hint] = {}
        typing = self._typing
        for active in shown_bindings(self._top):
            binding = active.binding
            key = self.app.get_key_display(binding)
            if typing and len(key) == 1 and key.isprintable() and key != "⏎":
                continue  # A letter is text now, whatever it does elsewhere.
            if binding.action not in found:
                found[binding.action] = (key, binding.description, active.enabled)
        return typing, list(found.values())[:MOST_HINTS]
