"""What is saved before the console ends, however it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


def save_before_end(app: App[None], services: Iterable[Svc]) -> None:
    """Write drafts and stop uploads; a text that is open in an external editor is recovered."""
    try:
        if getattr(app, "_svc_lent", None) is not None:
            from svc_tui.widgets.form.external_editor import recover_edit

            recover_edit(app)
    finally:
        for svc in services:
            svc.drafts.flush()
            svc.cancel_uploads()
