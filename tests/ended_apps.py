"""The widgets of ended apps are taken apart: they hold each other, and collecting them is slow.

The collector goes several times through each of the forty thousand objects of a page. Once the
widgets are empty, most of them go by themselves.
"""

from __future__ import annotations

from typing import Any
from weakref import ref

from textual.app import App
from textual.dom import DOMNode
from textual.message_pump import MessagePump

_made: list[ref[MessagePump]] = []
_init = MessagePump.__init__


def init_noted(self: MessagePump, *args: Any, **named: Any) -> None:
    if not isinstance(self, App):  # A thread may still ask whether it runs.
        _made.append(ref(self))
    _init(self, *args, **named)


def install() -> None:
    """Note every widget that is made from here on."""
    MessagePump.__init__ = init_noted  # type: ignore[method-assign]


def take_apart() -> None:
    """Empty the widgets that have ended; those that have not run, or still do, are kept."""
    alive = [one for each in _made if (one := each()) is not None]
    ended = {one for one in alive if _has_ended(one)}
    for one in ended:
        vars(one).clear()
    _made[:] = [ref(one) for one in alive if one not in ended]


def _has_ended(one: MessagePump) -> bool:
    # A plain node is a part of a widget, and only has its styles.
    owner = one._parent if type(one) is DOMNode else one
    return owner is None or owner._closed
