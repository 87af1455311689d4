"""The footer: at most seven hints for the focus, on the page or in a dialog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakSet

from rich.cells import cell_len
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input

from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.dialog_words import BETWEEN, key_words, keys_named
from svc_tui.widgets.letters import takes_letters
from svc_tui.widgets.shell.disabled_keys import lists_keys
from svc_tui.widgets.shell.effective_bindings import effective_bindings, key_name

MOST_HINTS = 7

FIRST = ("enter", "tab", "escape", "ctrl+s")
"""The keys that lead while a page is typed into, in this order."""

OUT = {"Back": "Stop typing", "Focus Next": "Next"}
"""What keys do while letters are text, whose own names are for elsewhere."""

NEXT, LEAVE = "Next field", "Leave field"
"""What Enter does in a field, and in the last one."""


class Hint(NamedTuple):
    """A key that does something now."""

    key: str
    name: str
    """The name of the key."""
    word: str
    action: str
    own: bool = False
    """Whether it is a key of the focused widget itself."""


class SvcFooter(SvcWidget):
    """A single widget with one line: redrawn when bindings change, without mounting anything."""

    DEFAULT_CSS = """
    SvcFooter { height: 1; width: 100%; }
    SvcFooter { background: $surface; color: $text-muted; }
    """

    _shown: tuple[bool, list[Hint]] | None = None
    """The last drawn hints, which need not be rendered again."""

    def on_mount(self) -> None:
        self._followed: WeakSet[Screen[Any]] = WeakSet()
        self._follow(self.screen)
        self.app.screen_change_signal.subscribe(self, self._screen_changed)

    def _follow(self, screen: Screen[Any]) -> None:
        if screen not in self._followed:
            self._followed.add(screen)
            screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _screen_changed(self, screen: Screen[Any]) -> None:
        if self.is_attached and screen is self._top:
            self._follow(screen)
            screen.call_after_refresh(self._look_again)

    def _bindings_changed(self, screen: Screen[Any]) -> None:
        self._follow(self._top)
        if screen is not self._top:
            return
        focused = screen.focused
        if focused is None or focused.has_focus:
            self._look_again()
        else:
            # It is not notified yet, and the available keys may depend on that.
            focused.call_later(self._look_again)

    def _look_again(self) -> None:
        if self.is_attached and self._shown != (shown := self._look()):
            self._shown = shown
            self.refresh()
            # A dialog under another one keeps its picture of the page until refreshed.
            for dialog in self.app.screen_stack[1:-1]:
                dialog.refresh(self.region)

    @property
    def _top(self) -> Screen[Any]:
        stack = self.app.screen_stack  # Empty while the app is closing.
        return stack[-1] if stack and stack[-1].is_modal else self.screen

    def on_resize(self) -> None:
        self._shown = None

    def render(self) -> Content:
        if self._shown is None:
            self._shown = self._look()
        typing, hints = self._shown
        state = "Typing " if typing else ""
        parts = [
            label(one.name, "bold $primary") + label(f" {one.word}")
            for one in self._fitting(hints, self.size.width - len(state) - 2)
        ]
        start = label(f" {state.strip()} ", "reverse") if state else Content("")
        return start + label(" ") + label(BETWEEN, "$text-disabled").join(parts)

    def has_room(self, bindings: Sequence[Binding]) -> bool:
        """Return whether the keys of a mode would all be shown."""
        hints = [self._hint_of(one) for one in bindings]
        return self._fitting(hints, self.size.width - 2) == hints

    def hints(self) -> list[Hint]:
        """Return the keys to show, as many as fit."""
        typing, hints = self._shown or self._look()
        return self._fitting(hints, self.size.width - (len("Typing ") if typing else 0) - 2)

    @staticmethod
    def _fitting(hints: list[Hint], room: int) -> list[Hint]:
        helps = [one for one in hints if one.action == "help"]
        others = [one for one in hints if one.action != "help"]
        room -= sum(map(_cells, helps))
        fitting: list[Hint] = []
        for one in others[: MOST_HINTS - len(helps)]:
            if (room := room - _cells(one)) < 0:
                break
            fitting.append(one)
        return [*fitting, *helps]

    def _look(self) -> tuple[bool, list[Hint]]:
        """Return whether letters are text, and the keys that act now, in their order."""
        typing = takes_letters(self._top.focused)
        named = keys_named(key_words(self._top)) if self._top.is_modal else {}
        unlisted = self._unlisted_keys(typing)
        hints = self._acting(unlisted, named)
        if typing:
            hints = self._while_typing(hints, named)
        elif isinstance(self._top.focused, Button) and not self._top.is_modal:
            hints = [Hint("enter", "Enter", "Press", "press"), *hints]
        else:
            hints = _with_last(hints, unlisted)
        return typing, hints + self._help_of_dialog()

    def _unlisted_keys(self, typing: bool) -> Sequence[str]:
        """Return the keys that are named here though their bindings are not meant for a footer."""
        if typing and not self._top.is_modal:
            return ("tab", "escape")
        return getattr(self._top, "FOOTER_KEYS", ())

    def _acting(self, unlisted: Sequence[str], named: Mapping[str, str]) -> list[Hint]:
        """Return the first key of each action that can be done now.

        Actions of `named` keys are left out, as the dialog says them in its frame or on a button,
        unless the key does something else in the focused widget (Esc leaves a field first).
        """
        hints: dict[str, Hint] = {}
        said = set[str]()
        for active in effective_bindings(self._top, shown=True, also=unlisted):
            if not active.enabled:
                continue
            hint = self._hint(active)
            hints.setdefault(hint.action, hint)
            does = named.get(hint.name)
            if does is not None and (active.node is self._top or _says(does, hint.word)):
                said.add(hint.action)
        return [hint for action, hint in hints.items() if action not in said]

    def _hint(self, active: ActiveBinding) -> Hint:
        return self._hint_of(active.binding, active.node is self._top.focused)

    def _hint_of(self, binding: Binding, own: bool = False) -> Hint:
        word = binding.description
        word = word if binding.show else OUT.get(word, word)
        return Hint(binding.key, key_name(self.app, binding), word, binding.action, own)

    def _help_of_dialog(self) -> list[Hint]:
        """Return the key that lists all keys of the dialog, which no frame names."""
        helps = self._top.is_modal and lists_keys(self._top)
        return [Hint("f1", "F1", "Keys", "help")] * helps

    def _while_typing(self, hints: list[Hint], named: Mapping[str, str]) -> list[Hint]:
        """Put what Enter does in front, then how to leave."""
        word = _enter_word(self._top)
        if word and "Enter" not in named and all(h.key != "enter" for h in hints):
            hints = [Hint("enter", "Enter", word, "submit"), *hints]
        if not self._top.is_modal:
            after = NEXT if word == LEAVE else word  # From the last field, Tab goes to the buttons.
            hints = [h for h in hints if h.key != "tab" or not after.startswith(h.word)]
            return sorted(hints, key=_place)
        return hints


def _with_last(hints: list[Hint], keys: Sequence[str]) -> list[Hint]:
    """Return hints with these keys behind all others, in the order of `keys`."""
    return sorted(hints, key=lambda hint: keys.index(hint.key) if hint.key in keys else -1)


def _place(hint: Hint) -> float:
    """Return where a key stands while a page is typed into: those of the widget before Ctrl+S."""
    if hint.own and hint.key not in FIRST:
        return FIRST.index("ctrl+s") - 0.5
    return (*FIRST, hint.key).index(hint.key)


def _enter_word(screen: Screen[Any]) -> str:
    """Return what Enter does in the line that is typed into: its dialog, or the part around it,
    says so."""
    line = screen.focused
    if not isinstance(line, Input):
        return ""
    around = (screen, *line.ancestors_with_self)
    word = next((word for one in around if (word := getattr(one, "enter_word", None))), "")
    last = word == NEXT and any(
        leaves(line) for one in around if (leaves := getattr(one, "leaves_by_enter", None))
    )
    return LEAVE if last else word


def _says(words: str, command: str) -> bool:
    """Return whether what a key does begins with the stem of a command: `appl`(ies) of Apply."""
    stem = command.partition(" ")[0].strip(",").removesuffix("y").lower()
    return any(one.lower().startswith(stem) for one in words.split(BETWEEN))


def _cells(hint: Hint) -> int:
    return cell_len(hint.name) + 1 + cell_len(hint.word) + len(BETWEEN)
