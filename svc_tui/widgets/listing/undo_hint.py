"""The way back in a sentence about rows that were written: `Publish: 3 ok. Press u to undo it.`"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen

from svc_tui.stores.session.snack_store import LEFT, UNDONE
from svc_tui.widgets.shell.effective_bindings import undoes_writes

if TYPE_CHECKING:
    from svc_tui.app.context import Svc

UNDO_IT = "Press u to undo it."


class OnPage(Protocol):
    """A page, or a widget of one."""

    @property
    def is_attached(self) -> bool:
        """Whether the page was not left."""

    @property
    def screen(self) -> Screen[Any]:
        """The page."""


def tell_written(svc: Svc, summary: str, at: OnPage, *, undoable: bool) -> None:
    """Report that rows were written, and how to undo it if a key of the page does.

    Args:
        svc: The services.
        summary: What was done, without a full stop: `Publish: 3 ok`.
        at: Where they were written from; the page may have been left.
        undoable: Whether the user's last write here can be undone.
    """
    if undoable and at.is_attached and undoes_writes(at.screen):
        svc.snack.show(f"{summary}. {UNDO_IT}", "success", until=(LEFT, UNDONE))
    else:
        svc.snack.show(summary, "success")
