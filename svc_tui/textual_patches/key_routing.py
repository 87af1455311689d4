"""Find the next widget that does something with a key, past those that would only hand it on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual.events import Key
from textual.message_pump import MessagePump
from textual.widget import Widget

WAITING = "_svc_waiting"
"""Set on the message queue of a widget while that waits for its next message."""

_OVERRIDDEN = (
    "check_message_enabled",
    "dispatch_key",
    "handle_key",
    "on_event",
    "post_message",
    "_dispatch_message",
    "_on_message",
)
"""Methods that a class overrides if it looks at more than the keys it names."""


@lru_cache(4096)
def handles_keys(kind: type[MessagePump]) -> bool:
    """Whether a class looks at every key that comes by, and does not only hand it on."""
    if not issubclass(kind, Widget):
        return True
    if any(getattr(kind, name, None) is not getattr(Widget, name, None) for name in _OVERRIDDEN):
        return True
    bases = [base for base in kind.__mro__ if base is not Widget]
    if any(name in vars(base) for base in bases for name in ("on_key", "_on_key")):
        return True
    decorated = [vars(base).get("_decorated_handlers") or {} for base in bases]
    return any(event in handlers for handlers in decorated for event in Key.__mro__)


@lru_cache(4096)
def named_keys(kind: type[MessagePump]) -> frozenset[str]:
    """Return the keys that a class has methods for, `key_escape` or `_key_escape`."""
    methods = [name for name in dir(kind) if name.startswith(("key_", "_key_"))]
    return frozenset(name.partition("key_")[2] for name in methods)


def first_handler(node: MessagePump, key: Key | None) -> MessagePump:
    """Return the first node from here upwards that a key has to wait for, or that handles it.

    A widget that is still busy keeps the key waiting, so that nothing is overtaken. None stands for
    a mark that follows a key, which no widget handles. Where queues do not tell whether they wait,
    as without the patches for speed, that is the node itself.
    """
    while _is_idle(node) and (key is None or not _handles(type(node), key)):
        parent = node._parent
        if parent is None:
            break
        node = parent
    return node


def _handles(kind: type[MessagePump], key: Key) -> bool:
    named = named_keys(kind)
    return handles_keys(kind) or (bool(named) and not named.isdisjoint(key.name_aliases))


def _is_idle(node: MessagePump) -> bool:
    if not isinstance(node, Widget) or node._closing or node._closed or node._pruning:
        return False
    queue: Any = node._message_queue
    # A widget that waits for its next message is done with the last one.
    return bool(queue.empty() and getattr(queue, WAITING, False))
