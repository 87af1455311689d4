"""Why a key does nothing, in words: the one place for keys whose action is dim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.actions import parse

from svc_tui.models.foreign_code import hold, is_foreign_call
from svc_tui.textual_patches.hooks import binding_chain, bound_here

if TYPE_CHECKING:
    from collections.abc import Collection

    from textual.screen import Screen


def disabled_key_reason(screen: Screen[object], key: str) -> str | None:
    """Why a key that is bound here can't act now; None where it can, or is none of ours.

    A widget says more than "not now" by a method `unavailable_reason(action, parameters)`. Of a
    key that it does not even offer now, it may say why by `hidden_key_reason(binding)`; else that
    key is not meant here.
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
    """Return why none of the bindings with these ids can act here; None where nothing says why."""
    for _, bindings in binding_chain(screen):
        for key, found in bindings.key_to_bindings.items():
            if any(one.id in ids for one in found) and (why := disabled_key_reason(screen, key)):
                return why
    return None


def _hidden_key_reason(screen: Screen[object], key: str) -> str | None:
    """Return the reason that the nearest widget gives which binds this key."""
    for node, binding in bound_here(screen, key):
        if said := _said(node, "hidden_key_reason", binding):
            return said
    return None


def _said(node: object, name: str, *args: object) -> str:
    """Return the reason that a widget gives; "" where it has none, or its own code fails."""
    why: Any = getattr(node, name, None)
    if why is None:
        return ""
    if not is_foreign_call(why):
        return str(why(*args))
    return str(hold(f"{name} of {type(node).__name__}", why, "", *args) or "")
