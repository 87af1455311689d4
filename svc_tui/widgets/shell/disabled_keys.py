"""Why a key does nothing: the one place for keys whose action is dimmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.actions import parse

from svc_tui.models.foreign_code import hold, is_foreign_call
from svc_tui.textual_patches.hooks import binding_chain, bound_here

if TYPE_CHECKING:
    from collections.abc import Collection

    from textual.binding import Binding
    from textual.screen import Screen


def disabled_key_reason(screen: Screen[object], key: str) -> str | None:
    """Return why a key bound here can't act now; None if it can, or if it is not ours.

    A widget gives the reason in a method `unavailable_reason(action, parameters)`, and for keys
    that it hides now in `hidden_key_reason(binding)`; otherwise the key is not meant here.
    """
    active = screen.active_bindings.get(key)
    if active is None:
        return _hidden_key_reason(screen, key)
    if active.enabled or active.binding.id is None:
        return None
    _, action, parameters = parse(active.binding.action)
    if said := _said(active.node, "unavailable_reason", action, parameters):
        return said
    from svc_tui.stores.unavailable_reason import (
        unavailable_now_message,  # The first paint does without it.
    )

    return unavailable_now_message(active.binding.description)


def disabled_command_reason(screen: Screen[object], ids: Collection[str]) -> str | None:
    """Return why none of the bindings with these ids can act here; None without a reason."""
    for _, bindings in binding_chain(screen):
        for key, found in bindings.key_to_bindings.items():
            if any(one.id in ids for one in found) and (why := disabled_key_reason(screen, key)):
                return why
    return None


def _hidden_key_reason(screen: Screen[object], key: str) -> str | None:
    """Return the reason of the nearest widget that binds this key."""
    for node, binding in bound_here(screen, key):
        if said := hidden_reason(node, binding):
            return said
    return None


def hidden_reason(node: object, binding: Binding) -> str:
    """Return why a widget doesn't offer one of its keys; "" without a reason."""
    return _said(node, "hidden_key_reason", binding)


def _said(node: object, name: str, *args: object) -> str:
    """Return a widget's reason; "" if it has none, or its own code fails."""
    why: Any = getattr(node, name, None)
    if why is None:
        return ""
    if not is_foreign_call(why):
        return str(why(*args))
    return str(hold(f"{name} of {type(node).__name__}", why, "", *args) or "")


def lists_keys(dialog: Screen[Any]) -> bool:
    """Whether F1 lists the keys of a dialog."""
    if not dialog.check_action("help", ()):
        return False
    return any(binding.action == "help" for _, binding in bound_here(dialog, "f1"))
