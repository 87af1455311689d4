"""Holds widgets of slots that raise while they compose or mount: a mark stands in their place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from textual._context import active_message_pump
from textual.app import App
from textual.widget import Widget

from svc_tui.compat_keys import replace

Replace = Callable[[Exception], Widget]
"""Makes what stands in the place of a widget that failed."""

_held: WeakKeyDictionary[Widget, Replace] = WeakKeyDictionary()


def hold(widget: Widget, instead: Replace) -> None:
    """Have `instead` take the place of this widget if it, or one within it, fails to appear.

    In all versions up to 8.2.8 such a failure ends the app, and only a private method knows of it.
    """
    _ask_first()
    _held[widget] = instead


def holds(error: Exception) -> bool:
    """Whether the widget that raised stands in a slot and is replaced; else the app is to decide.

    What is mounted already has a life of its own: its handlers fail as those of any other widget.
    """
    node = active_message_pump.get(None)
    if not isinstance(node, Widget) or node.is_mounted:
        return False
    failed = next((one for one in node.ancestors_with_self if one in _held), None)
    if not isinstance(failed, Widget) or not isinstance(parent := failed.parent, Widget):
        return False
    _swap(failed, parent, partial(_held.pop(failed), error))
    return True


def _swap(failed: Widget, parent: Widget, make: Callable[[], Widget]) -> None:
    """Put another widget in the place of one, as soon as what is under way is done."""

    async def swap() -> None:
        if parent.is_attached and failed.parent is parent:
            await parent.mount(make(), before=failed)
            await failed.remove()

    failed.display = False
    parent.call_later(swap)


_asked: list[object] = []


def _ask_first() -> None:
    """Have apps of others ask here too before they end by an error; ours asks by itself."""
    if _asked:
        return
    end = App._handle_exception
    _asked.append(end)

    def handle(self: App[Any], error: Exception) -> None:
        if not holds(error):
            end(self, error)

    replace(App, "_handle_exception", handle)
