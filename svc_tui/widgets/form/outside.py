"""$EDITOR: the console steps aside while the operator's own editor has the terminal."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App, SuspendNotSupported

from svc_tui.terminal import tap
from svc_tui.terminal.lent import UNCHANGED, NoEditor, Returned, command, edited

EditOutside = Callable[[str, str], Awaitable[Returned]]
"""Given a text and a suffix (`.md`), gives back what became of it."""

SECRET = "This value is not written to disk, so it can't be opened in an editor."


async def edit_outside(app: App[Any], text: str, suffix: str) -> Returned:
    """Let the operator edit a text in another program.

    An app may bring its own `edit_outside(text, suffix)`. While the editor is open the console
    goes on without drawing: saves end, drafts are kept.
    """
    own: EditOutside | None = getattr(app, "edit_outside", None)
    if own is not None:
        return await own(text, suffix)
    if getattr(app, "_svc_lent", False):
        return Returned(words="An editor is open already.")
    try:
        argv = command(os.environ)
        app._svc_lent = True  # type: ignore[attr-defined]
        with app.batch_update(), app.suspend():
            returned = await edited(argv, text, suffix)
    except NoEditor as error:
        return Returned(words=str(error))
    except SuspendNotSupported:
        return Returned(words=f"This terminal can't be lent to an editor. {UNCHANGED}")
    finally:
        app._svc_lent = False  # type: ignore[attr-defined]
    tap.forget(app)
    app.screen.refresh(layout=True)
    return returned
