"""Copying a file's address: `yu`, and those of its other sizes: `yr`."""

from __future__ import annotations

from urllib.parse import urljoin

from textual.timer import Timer
from textual.widgets import Static

from svc_tui.text import label
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.media.base import MediaBase
from svc_tui.widgets.media.status_text import rendition, status

PREFIXED = " y… u copies the address, r that of another size"

PREFIX_PAUSE = 2.0
"""Seconds in which the second key of `yu` is waited for."""


class CopyActions(MediaBase):
    """`y`, and then what is to be copied."""

    _prefixed: Timer | None = None

    def action_prefix(self) -> None:
        """Wait for the second key."""
        self._forget_prefix()
        self._prefixed = self.set_timer(PREFIX_PAUSE, self._forget_prefix)
        self._draw_status()
        self.refresh_bindings()

    def action_copy_url(self) -> None:
        """Hand the file's address to the terminal."""
        self._forget_prefix()
        if (media := self.media_at_hand) is not None:
            self._copy(media.file)

    def action_copy_rendition(self) -> None:
        """Choose one of the sizes that the backend has made, and hand its address over."""
        self._forget_prefix()
        if (media := self.media_at_hand) is None:
            return
        if not media.renditions:
            self.svc.snack.show("The backend tells of no other sizes of this file.")
            return
        offers = [ChoiceOption(one.url, rendition(one)) for one in media.renditions]
        self.app.push_screen(ChoiceDialog("Copy the address of", offers, 0, ""), self._chosen)

    def _chosen(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            self._copy(offer.value)

    def _copy(self, address: str) -> None:
        self.app.copy_to_clipboard(urljoin(f"{self.svc.config.base_url}/", address))
        self.svc.snack.show("Sent to the terminal's clipboard.")

    def _forget_prefix(self) -> None:
        if self._prefixed is not None:
            self._prefixed.stop()
            self._prefixed = None
            self._draw_status()
            self.refresh_bindings()

    def _draw_status(self) -> None:
        """What there is; behind `y`, what is waited for, whatever arrives meanwhile."""
        words = PREFIXED if self._prefixed is not None else status(self.store.state)
        self.query_one(".status", Static).update(label(words), layout=False)
