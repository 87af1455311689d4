"""$EDITOR: the console steps aside while the operator's own editor has the terminal."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.app import App, SuspendNotSupported

from svc_tui.terminal.external_editor import (
    UNCHANGED,
    EditorResult,
    NoEditor,
    command,
    read_back,
    run_editor,
)
from svc_tui.thinline import hook as tap

EditOutside = Callable[[str, str], Awaitable[EditorResult]]
"""Given a text and a suffix (`.md`), gives back what became of it."""

SECRET = "This value is not written to disk, so it can't be opened in an editor."


@dataclass
class EditorSession:
    """A text that is open in an editor."""

    before: str
    take: Callable[[str], object]
    """Puts what the editor wrote where it belongs."""
    file: Path | None = None

    def opened(self, file: Path) -> None:
        """The editor gets this file."""
        self.file = file


async def edit_outside(
    app: App[Any], text: str, suffix: str, take: Callable[[str], object] = lambda text: None
) -> EditorResult:
    """Let the operator edit a text in another program.

    An app may bring its own `edit_outside(text, suffix)`. While the editor is open the console
    goes on without drawing: saves end, drafts are kept. Should the console have to end before
    the editor does, `take` gets what was written by then.
    """
    own: EditOutside | None = getattr(app, "edit_outside", None)
    if own is not None:
        return await own(text, suffix)
    if lent_by(app) is not None:
        return EditorResult(words="An editor is open already.")
    lent = EditorSession(text, take)
    try:
        argv = command(os.environ)
        # Kept with the app, of whatever kind it is: its end looks for it without importing this.
        app._svc_lent = lent  # type: ignore[attr-defined]
        with app.batch_update(), app.suspend():
            returned = await run_editor(argv, text, suffix, lent.opened)
    except NoEditor as error:
        return EditorResult(words=str(error))
    except SuspendNotSupported:
        return EditorResult(words=f"This terminal can't be lent to an editor. {UNCHANGED}")
    finally:
        app._svc_lent = None  # type: ignore[attr-defined]
    tap.forget(app)
    app.screen.refresh(layout=True)
    return returned


def lent_by(app: App[Any]) -> EditorSession | None:
    """What is open in an editor now."""
    found: EditorSession | None = getattr(app, "_svc_lent", None)
    return found


def recover_edit(app: App[Any]) -> None:
    """The console ends while an editor is open: take what it has written so far."""
    lent = lent_by(app)
    if lent is None or lent.file is None:
        return
    with suppress(OSError):  # Then there is nothing to be read.
        text = read_back(lent.file, lent.before).text
        if text is not None:
            lent.take(text)
