"""Copy a file's URL (`yu`), or that of another size (`yr`)."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

from textual import events
from textual.timer import Timer

from svc_tui.textual_patches.hooks import bound_here
from svc_tui.widgets.clipboard import SENT, to_clipboard
from svc_tui.widgets.command import Blocked, Command, Controller
from svc_tui.widgets.form.chooser import ChoiceDialog, ChoiceOption
from svc_tui.widgets.media.host import MediaHost
from svc_tui.widgets.media.status_text import rendition

PREFIXED = " Copy: u URL · r URL of another size"
"""The status line after `y`."""

SECOND_KEYS = ("media.copy", "media.copy_url", "media.copy_rendition")
"""The ids of the keys that may follow."""

PREFIX_PAUSE = 2.0
"""Seconds to wait for the second key of `yu`."""

NO_FILE = Blocked("There is no file here to copy a URL from.")


class MediaCopying(Controller):
    """Copies with `y` and a second key, which decides what."""

    GROUP = "Media"

    def __init__(self, host: MediaHost, redraw: Callable[[], None]) -> None:
        self._host = host
        self._redraw = redraw
        self._timer: Timer | None = None

    @property
    def prefixed(self) -> bool:
        return self._timer is not None

    def not_prefixed(self) -> Blocked | None:
        return None if self.prefixed else Blocked(hidden=True)

    def no_file(self) -> Blocked | None:
        return NO_FILE if self._host.current_media is None else None

    def prefix(self) -> None:
        self._forget_prefix()
        self._timer = self._host.work.later(PREFIX_PAUSE, self._forget_prefix)
        self._redraw()

    def refuse(self, event: events.Key) -> None:
        """Take a key behind `y` that copies nothing, so that it runs no command by mistake."""
        if not self.prefixed:
            return
        bound = bound_here(self._host.app.screen, event.key)
        if any(one.id in SECOND_KEYS for _, one in bound):
            return
        self._forget_prefix()
        event.stop()
        event.prevent_default()
        if event.key != "escape":
            self._host.svc.snack.show("Nothing was copied. Press y, then u or r.", "warning")

    def copy_url(self) -> None:
        """Copy the file's URL to the terminal's clipboard."""
        self._forget_prefix()
        if (media := self._host.current_media) is not None:
            self._copy(media.file)

    def copy_rendition(self) -> None:
        """Choose one of the sizes that the backend has, and copy its URL."""
        self._forget_prefix()
        if (media := self._host.current_media) is None:
            return
        if not media.renditions:
            self._host.svc.snack.show("The backend reports no other sizes of this file.")
            return
        offers = [ChoiceOption(one.url, rendition(one)) for one in media.renditions]
        chooser = ChoiceDialog("Copy the URL of", offers, 0, "")
        self._host.app.push_screen(chooser, self._copy_chosen)

    def _copy_chosen(self, offer: ChoiceOption | None) -> None:
        if offer is not None:
            self._copy(offer.value)

    def _copy(self, address: str) -> None:
        svc = self._host.svc
        to_clipboard(self._host.app, urljoin(f"{svc.config.base_url}/", address))
        svc.snack.show(SENT)

    def _forget_prefix(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._redraw()

    COMMANDS = (
        Command(
            "media.copy_rendition",
            "r",
            "Copy a size",
            copy_rendition,
            not_prefixed,
            help="Copy the URL of another size.",
        ),
        Command(
            "media.copy",
            "y",
            "Copy…",
            prefix,
            no_file,
            help="Copy a URL: yu for the file, yr for another size.",
        ),
        Command(
            "media.copy_url",
            "u",
            "Copy URL",
            copy_url,
            not_prefixed,
            help="Copy the URL of this file.",
        ),
    )
