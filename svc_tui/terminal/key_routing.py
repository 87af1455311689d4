"""The way of a key through the tree: past the widgets that would do nothing with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual.events import Key
from textual.message_pump import MessagePump
from textual.widget import Widget

_TAKEN_IN = (
    "check_message_enabled",
    "dispatch_key",
    "handle_key",
    "on_event",
    "post_message",
    "_dispatch_message",
    "_on_message",
)
"""What a class overrides that wants to see more than the keys it names."""


@lru_cache(4096)
def handles_keys(kind: type[MessagePump]) -> bool:
    """Whether a class looks at every key that comes by, and does not only hand it on."""
    if not issubclass(kind, Widget):
        return True
    if any(getattr(kind, name, None) is not getattr(Widget, name, None) for name in _TAKEN_IN):
        return True
    bases = [base for base in kind.__mro__ if base is not Widget]
    if any(name in vars(base) for base in bases for name in ("on_key", "_on_key")):
        return True
    decorated = [vars(base).get("_decorated_handlers") or {} for base in bases]
    return any(heard in handlers for handlers in decorated for heard in Key.__mro__)


@lru_cache(4096)
def named_keys(kind: type[MessagePump]) -> frozenset[str]:
    """The keys that a class has methods for, `key_escape` or `_key_escape`."""
    methods = [name for name in dir(kind) if name.startswith(("key_", "_key_"))]
    return frozenset(name.partition("key_")[2] for name in methods)


def first_handler(node: MessagePump, key: Key | None) -> MessagePump:
    """The first from here upwards that a key has to wait for, or that does something with it.

    A widget that is still busy with something keeps the key behind that, as it always did: nothing
    is ever overtaken. None is a mark on the way of a key, which no widget hears.
    """
    while _lets_by(node) and (key is None or not _hears(type(node), key)):
        parent = node._parent
        if parent is None:
            break
        node = parent
    return node


def _hears(kind: type[MessagePump], key: Key) -> bool:
    named = named_keys(kind)
    return handles_keys(kind) or (bool(named) and not named.isdisjoint(key.name_aliases))


def _lets_by(node: MessagePump) -> bool:
    if not isinstance(node, Widget) or node._closing or node._closed or node._pruning:
        return False
    queue: Any = node._message_queue
    # A pump that waits for its next message has done with the last one.
    return queue.empty() and bool(getattr(queue.ready_event, "_waiters", None))
