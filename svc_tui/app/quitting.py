"""Quitting: ends the console, and asks first when something would be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svc_tui.text import clean

if TYPE_CHECKING:
    from svc_tui.app.app import SvcApp


class Quitting:
    """Ends the app, one attempt at a time."""

    def __init__(self, app: SvcApp) -> None:
        self._app = app

    @property
    def asking(self) -> bool:
        """Whether an attempt has begun and not ended."""
        return any(one.group == "quit" and not one.is_finished for one in self._app.workers)

    def begin(self) -> None:
        """Quit; another question that is open is answered by its way out."""
        app, svc = self._app, self._app.svc
        if svc is not None and (asked := svc.confirm.state.question) is not None:
            if self.asking:
                svc.snack.show("Answer this question first, or press Esc.", "warning")
                return
            svc.confirm.answer(asked.id, asked.cancel)
        app.run_worker(self._quit(), group="quit", exclusive=True)

    async def _quit(self) -> None:
        svc = self._app.svc
        if svc is None:
            self._app.exit()
        elif await svc.confirm_end_session("Quit"):
            # The app can't show the results of what was stopped: the shell prints them instead.
            from rich.text import Text

            words = clean("\n".join(svc.exit_messages), multiline=True)
            self._app.exit(message=Text(words) if words else None)
