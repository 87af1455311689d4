"""What a key costs in Textual 8.2.8, and in which order keys arrive; used by `compat` alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial, wraps
from typing import Any, cast

from textual.app import App
from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode
from textual.events import Event, Key, Paste
from textual.keys import key_to_character
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from svc_tui.terminal.key_order import KeyPassed, KeyQueue
from svc_tui.terminal.key_routing import first_handler


def replace(owner: object, name: str, value: object) -> None:
    """Put something in the place of a part of Textual; a part that is not there is an error."""
    getattr(owner, name)
    setattr(owner, name, value)


_on_event = App.on_event
"""How Textual itself delivers a key."""


def keep_key_order() -> None:
    """Letters overtake arrows, backspace, tab and every other bound key that was typed before.

    On a slow line, where keys arrive together, text is scrambled. Open in 8.2.8:
    https://github.com/Textualize/textual/issues/6605
    """

    async def on_event_in_order(self: App[Any], event: Event) -> None:
        if isinstance(event, KeyPassed):
            await _lane(self).passed(event)
        elif isinstance(event, (Key, Paste)) and not event.is_forwarded:
            await _lane(self).enter(event)
        else:
            await _on_event(self, event)

    replace(App, "on_event", on_event_in_order)


def _lane(app: App[Any]) -> KeyQueue:
    """The lane of an app; kept in the app, so that they end together."""
    lane: KeyQueue | None = vars(app).get("_svc_key_lane")
    if lane is None:
        lane = vars(app)["_svc_key_lane"] = KeyQueue(app, partial(_on_event, app))
    return lane


def hold_keys(app: App[Any]) -> None:
    """Hold keys back until a page that opens by itself is there, for two seconds at most."""
    _lane(app).expect()


def seconds_since_last_key(app: App[Any]) -> float:
    """Return how long ago the last key took effect; 0 while one is on its way."""
    return _lane(app).quiet_for


def skip_unhandling_widgets() -> None:
    """A key that is bound goes through the queues of all widgets above the focus before it acts.

    In all versions up to 8.2.8. In a page of ten levels that is a third of the time of a key, for
    nothing: few widgets do anything with a key that comes by.
    """
    forward, bubble = Widget._forward_event, Key._bubble_to

    def forward_to_who_hears(self: Widget, event: Event) -> None:
        if isinstance(event, Key) and (hearer := first_handler(self, event)) is not self:
            event._set_forwarded()
            hearer.post_message(event)
        else:
            forward(self, event)

    def bubble_to_who_hears(self: Key, widget: MessagePump) -> None:
        bubble(self, first_handler(widget, self))

    replace(Widget, "_forward_event", forward_to_who_hears)
    replace(Key, "_bubble_to", bubble_to_who_hears)


class UnusedKeys(App[None]):
    """An app that hears of the keys whose bindings did nothing.

    In all versions up to 8.2.8 only a private method knows of them.
    """

    def unused_key(self, key: str) -> None:
        """No binding has taken this key."""

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        if await super()._check_bindings(key, priority):
            return True
        if not priority:
            self.unused_key(key)
        return False


def look_up_one_key() -> None:
    """With every key, all bindings of all widgets above the focus are copied, twice.

    In all versions up to 8.2.8. With a keymap of one's own it stays as it is.
    """
    check = App._check_bindings

    async def check_one(self: App[Any], key: str, priority: bool = False) -> bool:
        if self._keymap:
            return await check(self, key, priority)
        for node, binding in _bound(self, key, priority):
            if await self.run_action(binding.action, node):
                return True
        return False

    replace(App, "_check_bindings", check_one)


def _bound(app: App[Any], key: str, priority: bool) -> list[tuple[DOMNode, Binding]]:
    """The bindings of one key, in the order in which they are tried."""
    focused = app.screen.focused
    chain = (
        [app.screen, app]
        if focused is None or focused.loading
        else list[DOMNode](focused.ancestors_with_self)
    )
    found: list[tuple[DOMNode, Binding]] = []
    character = key_to_character(key)
    for node in chain:
        bindings = node._bindings.key_to_bindings.get(key, ())
        found += [(node, binding) for binding in bindings if binding.priority == priority]
        # A letter that is typed into an editor is no command above it.
        if node.check_consume_key(key, character) or (node.is_modal and not priority):
            break
    return found if not priority else _from_above(found)


def _from_above(found: list[tuple[DOMNode, Binding]]) -> list[tuple[DOMNode, Binding]]:
    """The app's first, each node's in its own order."""
    nodes = dict.fromkeys(node for node, _ in found)
    return [one for node in reversed(nodes) for one in found if one[0] is node]


def binding_chain(screen: Screen[Any]) -> list[tuple[DOMNode, BindingsMap]]:
    """Return all bindings from the focus up to the app, but for keys that are text below them.

    `Screen.active_bindings` asks of all whether they can act now, of which a footer shows a few;
    and one that can't act hides another of the same key that would.
    """
    return screen._binding_chain


def bound_here(screen: Screen[Any], key: str) -> Iterator[tuple[DOMNode, Binding]]:
    """What a key is bound to from the focus on upwards, whether it can act now or not.

    `Screen.active_bindings` leaves out what is not offered at present.
    """
    for node, bindings in screen._modal_binding_chain:
        for binding in bindings.key_to_bindings.get(key, ()):
            yield node, binding


Handlers = tuple[tuple[type, tuple[Callable[..., Any], ...]], ...]
"""The handlers of a message by their classes, the nearest first."""


def remember_handlers() -> None:
    """Who handles a message is looked up in all classes of a widget, for each one on its way.

    In all versions up to 8.2.8; a tenth of the time of a key. Handlers that are chosen by a
    selector are looked up as before.
    """
    look_up = MessagePump._get_dispatch_methods
    remembered = lru_cache(8192)(_handlers)

    @wraps(look_up)
    def dispatched(
        self: MessagePump, name: str, message: Message
    ) -> Iterable[tuple[type, Callable[..., Any]]]:
        known = remembered(type(self), name, cast(Hashable, type(message)))
        return look_up(self, name, message) if known is None else _in_turn(self, known, message)

    replace(MessagePump, "_get_dispatch_methods", dispatched)


def _in_turn(
    node: MessagePump, known: Handlers, message: Message
) -> Iterable[tuple[type, Callable[..., Any]]]:
    """Bound to a node, until one of them prevents those of the classes above its own."""
    for owner, methods in known:
        if message._no_default_action:
            return
        for method in methods:
            yield owner, method.__get__(node, owner)


def _handlers(kind: type, name: str, message: type[Message]) -> Handlers | None:
    """The handlers that a class and its bases have for a message; None where selectors choose."""
    heard = [base for base in message.__mro__ if issubclass(base, Message)]
    known: list[tuple[type, tuple[Callable[..., Any], ...]]] = []
    seen: set[Callable[..., Any]] = set()
    for owner in kind.__mro__:
        methods: list[Callable[..., Any]] = []
        decorated = vars(owner).get("_decorated_handlers") or {}
        for method, selectors in [each for base in heard for each in decorated.get(base, ())]:
            if selectors:
                return None
            if method not in seen:
                seen.add(method)
                methods.append(method)
        named = vars(owner).get(f"_{name}") or vars(owner).get(name)
        if named is not None and not getattr(named, "_textual_on", None):
            methods.append(named)
        if methods:
            known.append((owner, tuple(methods)))
    return tuple(known)
