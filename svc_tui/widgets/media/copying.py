"""Copying a file's address: `yu`."""

from __future__ import annotations

from urllib.parse import urljoin

from textual.timer import Timer
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.words import status

PREFIX_PAUSE = 2.0
"""Seconds in which the second key of `yu` is waited for."""


class CopyDeeds(MediaBase):
    """`y`, and then what is to be copied."""

    _prefixed: Timer | None = None

    def action_prefix(self) -> None:
        """Wait for the second key."""
        self._forget_prefix()
        self._prefixed = self.set_timer(PREFIX_PAUSE, self._forget_prefix)
        self.query_one(".status", Static).update(" y… u copies the address", layout=False)
        self.refresh_bindings()

    def action_copy_url(self) -> None:
        """Hand the file's address to the terminal."""
        self._forget_prefix()
        if (media := self.media_at_hand) is not None:
            self.app.copy_to_clipboard(urljoin(f"{self.svc.config.base_url}/", media.file))
            self.svc.snack.show("Sent to the terminal's clipboard.")

    def _forget_prefix(self) -> None:
        if self._prefixed is not None:
            self._prefixed.stop()
            self._prefixed = None
            self.query_one(".status", Static).update(label(status(self.store.state)), layout=False)
            self.refresh_bindings()
