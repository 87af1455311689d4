"""Save drafts and delete pictures as the console ends, however it ends."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import App

if TYPE_CHECKING:
    from svc_tui.app.context import Svc


def save_before_end(app: App[None], services: Iterable[Svc]) -> None:
    """Write drafts and stop uploads; text that is open in an external editor is recovered."""
    try:
        # Not imported here, as most consoles have opened no editor.
        if (editor := sys.modules.get("svc_tui.widgets.form.external_editor")) is not None:
            editor.recover_edit(app)
    finally:
        for svc in services:
            svc.drafts.flush()
            svc.cancel_uploads()


def delete_pictures(app: App[None]) -> None:
    """Delete the pictures that a terminal with graphics keeps."""
    # Not imported here, as most consoles have drawn no picture.
    if (graphics := sys.modules.get("svc_tui.terminal.kitty_images")) is not None:
        graphics.delete_all_images(app)
