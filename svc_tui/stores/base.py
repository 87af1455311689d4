"""Store: a frozen state behind plain async methods, with messages when it changes."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual.message import Message

from svc_tui.models.arguments import call_name, given_words, refused_arguments
from svc_tui.models.foreign_code import hold_telling, is_foreign_call

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

StateT = TypeVar("StateT", bound="DataclassInstance")
"""The frozen dataclass that a store holds."""


@dataclass
class StoreChanged(Message, bubble=False):
    """A store's state changed; each store has its own subclass `Changed`."""

    state: Any

    def can_replace(self, message: Message) -> bool:
        """Only the newest state matters, so a flood of changes is one redraw."""
        return type(message) is type(self) and getattr(message, "store", None) is self.store

    store: Any = None


class Store(Generic[StateT]):
    """A frozen state that posts messages when it changes.

    Needs neither an app nor a terminal: a subscriber passes a callable.
    """

    Changed: ClassVar[type[StoreChanged]] = StoreChanged

    def __init__(self, state: StateT) -> None:
        given: object = state
        if not is_dataclass(given) or isinstance(given, type):
            said = f"state should be an instance of a dataclass, not {given_words(given)}"
            raise refused_arguments(type(self), said)
        self.state = state
        self._subscribers: list[Callable[[Message], object]] = []

    def subscribe(self, callback: Callable[[Message], object]) -> Callable[[], None]:
        """Subscribe to this store; call the returned function to stop."""
        self._subscribers.append(callback)
        return partial(self._unsubscribe, callback)

    def _unsubscribe(self, callback: Callable[[Message], object]) -> None:
        if callback in self._subscribers:
            self._subscribers.remove(callback)

    def publish(self, message: Message) -> None:
        """Send a message to every subscriber; each gets its own copy."""
        for callback in tuple(self._subscribers):
            _tell(callback, copy(message))

    def change(self, **changes: object) -> None:
        """Change the state and notify subscribers if it changed."""
        state = replace(self.state, **changes)
        if state == self.state:
            return
        self.state = state
        self.publish(self.Changed(state, store=self))


def _tell(callback: Callable[[Message], object], message: Message) -> None:
    if not is_foreign_call(callback):
        callback(message)
    else:  # A consumer's subscriber must not keep the others from being notified.
        hold_telling(f"subscriber {call_name(callback)}", callback, message)
