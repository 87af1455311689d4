"""SvcMediaFolders: the type filter; folders themselves are in the gallery."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message

from svc_tui.stores.media.media_picks import MimeFilter, covers
from svc_tui.text import label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.tab_label import tab_label

MIMES: tuple[tuple[str | None, str], ...] = (
    (None, "All"),
    ("image/*", "Images"),
    ("video/*", "Video"),
    ("audio/*", "Audio"),
    ("application/*", "Documents"),
    ("text/*", "Text"),
)


class SvcMediaFolders(SvcWidget):
    """The MIME filters in one line; when locked, only matching types."""

    DEFAULT_CSS = "SvcMediaFolders { height: 1; width: 1fr; }"

    @dataclass
    class MimeWanted(Message):
        """The user wants other types of files; None means all of them."""

        mime: str | None

    def on_mount(self) -> None:
        self._mime = MimeFilter()

    def show(self, mime: MimeFilter) -> None:
        """Show which type of file is chosen."""
        if mime != self._mime:
            self._mime = mime
            self.refresh()

    def want_next(self) -> None:
        """Post the next filter; after the last comes the first."""
        values = [mime for mime, _ in offered(self._mime)]
        at = values.index(self._mime.active) if self._mime.active in values else -1
        if values:
            self.post_message(self.MimeWanted(values[(at + 1) % len(values)]))

    def render(self) -> Content:
        return Content("").join(part for _, part in self._seen())

    def _seen(self) -> list[tuple[str | None, Content]]:
        """Return the filters from the first one on with which the active one fits."""
        parts = self._parts()
        while len(parts) > 1 and parts[0][0] != self._mime.active:
            to_active = next((n for n, one in enumerate(parts) if one[0] == self._mime.active), 0)
            if sum(part.cell_length for _, part in parts[: to_active + 1]) <= self.size.width:
                break
            parts = parts[1:]
        return parts

    def _parts(self) -> list[tuple[str | None, Content]]:
        """Return each filter with its label."""
        active, choices = self._mime.active, offered(self._mime)
        if len(choices) == 1:  # A single one is not a tab: there is nothing to choose.
            return [(mime, label(f" {word} only", "$text-muted")) for mime, word in choices]
        return [(mime, tab_label(self, word, active=mime == active)) for mime, word in choices]

    def on_click(self, event: events.Click) -> None:
        at = 0
        for mime, part in self._seen():
            at += part.cell_length
            if event.x < at:
                self.post_message(self.MimeWanted(mime))
                return


def offered(mime: MimeFilter) -> list[tuple[str | None, str]]:
    """Return the filters on offer: the known ones, and the active one if it is another."""
    lock = mime.locked
    known = [(one, word) for one, word in MIMES if lock is None or covers(lock, one)]
    extra = [one for one in (lock, mime.active) if one and one not in [value for value, _ in known]]
    return known + [(one, one) for one in dict.fromkeys(extra)]


def word_for(mime: str | None) -> str:
    """Return the name of a filter for use in a sentence."""
    return next((word.lower() for value, word in MIMES if value == mime), mime or "all")
