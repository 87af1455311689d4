"""The keys that act now: used by the footer, the help and the palette."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from textual.app import App
from textual.binding import ActiveBinding, Binding, BindingsMap
from textual.dom import DOMNode
from textual.screen import Screen

from svc_tui.textual_patches.hooks import action_state, binding_chain, own_bindings
from svc_tui.widgets.key_mode import KeyMode, character_of, mode_of


def effective_bindings(
    screen: Screen[Any], *, shown: bool = False, also: Collection[str] = ()
) -> list[ActiveBinding]:
    """Return what each key would do if it were pressed now, from the focus upwards.

    A key that the focused widget takes itself (a letter that is text, a digit that jumps) is left
    out. A binding that can't act gives way to the next one of its key, as on a key press; if there
    is no other, it is returned with `enabled=False`.

    Args:
        screen: The page, or the dialog over it.
        shown: Only the bindings that are meant for the footer, which is much quicker.
        also: Keys whose bindings are returned besides, though none shows them.
    """
    chain = binding_chain(screen)
    mode, live = None, list[ActiveBinding]()
    for node, _ in chain:
        if (mode := mode_of(node)) is not None:
            named = [one for one in mode.bindings if one.show or not shown]
            live = [ActiveBinding(node, one, True, one.tooltip) for one in named]
            break
    wanted = {
        key
        for _, bindings in chain
        for key, binding in bindings
        if binding.show or not shown or key in also
    }
    found: dict[str, ActiveBinding] = {}
    for key, node, binding in _reached(chain, mode):
        if key not in wanted:
            continue
        known = found.get(key)
        if known is not None and known.enabled and not binding.priority:
            continue
        state = action_state(screen, binding.action, node)
        if state is False or (known is not None and not state):
            continue
        found[key] = ActiveBinding(node, binding, bool(state), binding.tooltip)
    wants = (key for key, one in found.items() if one.binding.show or not shown or key in also)
    return [*live, *(found[key] for key in wants)]


def _reached(
    chain: list[tuple[DOMNode, BindingsMap]], mode: KeyMode | None
) -> Iterator[tuple[str, DOMNode, Binding]]:
    """Yield the bindings that a key press reaches: priority ones, and those no widget takes."""
    takers: list[DOMNode] = []
    beneath = False
    for node, bindings in chain:
        if type(node).check_consume_key is not DOMNode.check_consume_key:
            takers.append(node)
        for key, binding in bindings:
            character = character_of(key)
            taken = mode is not None and mode.takes(key, character)
            taken = taken or any(one.check_consume_key(key, character) for one in takers)
            if binding.priority or not (taken or beneath):
                yield key, node, binding
        beneath = beneath or node.is_modal


def key_name(app: App[Any], binding: Binding) -> str:
    """Return the label of a key; never that of another key bound to the same action.

    A label of several keys that type nothing, such as `↑ ↓`, stands for each of them.
    """
    name = app.get_key_display(binding)
    own = character_of(binding.key)
    if own is None or not own.isprintable() or own == " ":
        own = app.get_key_display(replace(binding, key_display=None))
        if " " in name and own in name.split(" "):
            return name
    return _as_written(name if name.casefold() == own.casefold() else own)


def bound_key(app: App[Any], id: str, key: str) -> str:
    """Return the label of a binding's key: `key`, or the one the user configured."""
    own = app._keymap.get(id, key).rpartition(",")[2].strip()
    return key_name(app, Binding(own, "")) if own else ""


UNDO_KEYS = frozenset({"list.undo", "detail.undo"})
"""The keys that undo the last write."""


def undoes_writes(screen: Screen[Any]) -> bool:
    """Whether `u` undoes the last write on this page; a page of a consumer may have no such key."""
    parts = screen.walk_children(with_self=True)
    return any(one.id in UNDO_KEYS for part in parts for one in own_bindings(part))


_PRESS = re.compile(r"\b([Pp]ress (?:Esc, then )?)([^\s.,;:]+)")


def with_own_keys(words: str, screen: Screen[Any]) -> str:
    """Return a message (`Press r to retry.`) with the keys that the user configured.

    A key means the first binding from the focus upwards that has it by default.
    """
    keymap = screen.app._keymap
    if not keymap or not _PRESS.search(words):
        return words
    own: dict[str, str] = {}
    for node, _ in binding_chain(screen):
        for key, binding in type(node)._merged_bindings or ():
            name = key_name(screen.app, replace(binding, key=key))
            changed = binding.id is not None and binding.id in keymap
            own.setdefault(name, bound_key(screen.app, str(binding.id), key) if changed else name)
    return _PRESS.sub(lambda found: found[1] + own.get(found[2], found[2]), words)


_NAMES = {
    "⏎": "Enter", "⌫": "Backspace", "space": "Space", "esc": "Esc", "tab": "Tab",
    "delete": "Delete", "del": "Delete", "home": "Home", "end": "End",
    "pgup": "PgUp", "pgdn": "PgDn", "pageup": "PgUp", "pagedown": "PgDn",
}  # fmt: skip


def _as_written(name: str) -> str:
    """Return the label of a key: `Enter`, `Ctrl+S`, `F2`."""
    if (held := name.rpartition("+")[2])[:1] == "^" and len(held) > 1:
        key = held[1:].upper() if len(held) == 2 else held[1:]
        name = f"{name[: -len(held)]}ctrl+{key}"
    *modifiers, key = name.split("+") if name.strip("+") else [name]
    if key[:1] == "f" and key[1:].isdecimal():
        key = key.upper()
    return "+".join((*map(str.capitalize, modifiers), _NAMES.get(key, key)))
