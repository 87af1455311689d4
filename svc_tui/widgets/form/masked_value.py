"""MaskedValue: dots replace the secrets of a value in an editor; saving keeps the secrets."""

from __future__ import annotations

from typing import Any

from svc_tui.introspect.names import is_secret
from svc_tui.models import exact_json
from svc_tui.stores.record.autosaved_draft import restore_masked
from svc_tui.stores.record.draft import Unreadable, same
from svc_tui.stores.redact import MASK, hidden

HIDDEN = (
    "The dots could stand for more than one secret. "
    "Press Ctrl+Z to undo, then F5 s to show it, or type the secret again."
)


class MaskedValue:
    """The secrets of one field: how its value is shown, and what a text with masks stands for."""

    def __init__(self, key: str, value: Any, *, drawn_as_dots: bool) -> None:
        self.key = key
        self.whole = any(map(is_secret, key.split(".")))
        """Whether the whole value is a secret by its key."""
        self.revealed = False
        self.source = value
        """The value whose secrets the masks in the editor stand for."""
        self._drawn_as_dots = drawn_as_dots

    def hides(self, value: Any) -> bool:
        """Whether a value holds a secret, hidden or revealed."""
        return not isinstance(value, Unreadable) and not same(hidden(self.key, value), value)

    def seen(self, value: Any) -> Any:
        """Return a value with masks for its secrets, unless they are revealed."""
        if self.revealed or isinstance(value, Unreadable):
            return value
        return hidden(self.key, value)

    def restored(self, content: Any, value: Any) -> Any:
        """Return the value read from an editor's content, with its masks replaced by secrets."""
        before = self.source
        dots = isinstance(content, str) and MASK[0] in content and not self.revealed
        if not dots or not self._masks(before):
            return value
        if self.whole:
            return before if content.strip() == MASK else Unreadable(content, HIDDEN)
        if isinstance(value, Unreadable):
            return value
        try:
            value = restore_masked(value, before)
        except LookupError:
            return Unreadable(content, HIDDEN)
        return Unreadable(content, HIDDEN) if MASK in exact_json.written(value) else value

    def masks_other_than(self, loaded: Any, content: Any) -> bool:
        """Whether masks stand for a secret that was typed, although the text looks unchanged."""
        masks = isinstance(content, str) and MASK in content
        return masks and not same(self.source, loaded)

    def _masks(self, value: Any) -> bool:
        if self.whole and self._drawn_as_dots:
            return False
        return isinstance(value, Unreadable) or self.hides(value)
