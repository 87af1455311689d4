"""FolderPreview: what is in the folder under the cursor, beside the list."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import monotonic
from typing import Any

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.worker import Worker

from svc_tui.models.media import Explorer, MediaFolder, MediaItem
from svc_tui.stores.media.attempt import attempt
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.media.missing_text import without_alt
from svc_tui.text import clean, cut, human_size, label, plural
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.status_text import folder_facts
from svc_tui.widgets.panel import is_framed

HELD = 0.12
"""Seconds within which the cursor goes on while an arrow key is held: such folders wait as long."""

AROUND = 6
"""Cells beside the words in an edge of the frame."""


class FolderPreview(SvcWidget):
    """The names in a folder, and how many of its files lack alt text; read once it is visible."""

    DEFAULT_CSS = """
    FolderPreview { height: 1fr; }
    """

    folder: reactive[MediaFolder | None] = reactive[MediaFolder | None](None, init=False)
    """The folder that is shown; None shows nothing."""

    def __init__(self, store: MediaStore, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._store = store
        self._read: dict[MediaFolder, Explorer | str] = {}
        """The contents of each folder read so far, or why it could not be read."""
        self._wanted: MediaFolder | None = None
        self._moved = 0.0
        """When the cursor went to another folder, by the clock that only goes forward."""
        self._passing = False

    def forget(self) -> None:
        """Read folders again: their contents may have changed."""
        self._read.clear()
        self._show_edges()
        self.refresh()

    def watch_folder(self) -> None:
        now = monotonic()
        self._passing, self._moved = now - self._moved < HELD, now
        self._stop()
        self._show_edges()

    def on_resize(self) -> None:
        self._show_edges()

    def on_show(self) -> None:
        self.refresh()

    def on_hide(self) -> None:
        self._stop()

    def _stop(self) -> None:
        self.workers.cancel_group(self, "folder")
        self._wanted = None

    def _show_edges(self) -> None:
        folder = self.folder
        found = self._read.get(folder) if folder is not None else None
        room = self.outer_size.width - AROUND
        facts = folder_facts(found, room) if isinstance(found, Explorer) else ""
        self.border_title = label(folder_title(folder) if folder is not None else "")
        self.border_subtitle = label(facts)

    async def _fetch(self) -> None:
        if (folder := self.folder) is None:
            return
        if self._passing:
            await asyncio.sleep(HELD)
        outcome = await attempt(self._store.peek(folder))
        self._read[folder] = outcome.result or outcome.problem or ""
        self._wanted = None
        self._show_edges()
        self.refresh()

    def render(self) -> Content:
        """Draw the contents; the first call for a folder means that it is visible."""
        folder = self.folder
        if folder is None:
            return Content("")
        found = self._read.get(folder)
        if found is None and self._wanted is not folder:
            self._wanted = folder
            # Called by its worker: if superseded before its first step, nothing is left unawaited.
            _: Worker[None] = self.run_worker(self._fetch, group="folder", exclusive=True)
        return Content("\n").join(self._lines(folder, found))

    def _lines(self, folder: MediaFolder, found: Explorer | str | None) -> list[Content]:
        width, height = self.content_size
        lines = [] if is_framed(self) else [label(cut(folder_title(folder), width), "bold")]
        if not isinstance(found, Explorer):
            return [*lines, label(found or "", "$text-muted")]
        if not is_framed(self):
            lines += [label(folder_facts(found, width), "$text-muted"), Content("")]
        if lacks := [one for one in map(without_alt, found.items) if one is not None]:
            words = f"{plural(len(lacks), 'file lacks', 'files lack')} alt text"
            partly = all(lacks)  # Only in another language: a dim sign.
            lines += [label(words, "$text-muted" if partly else "$text-warning"), Content("")]
        names: list[MediaFolder | MediaItem] = [*found.folders, *found.items]
        total = len(found.folders) + max(found.count or 0, len(found.items))
        room = height - len(lines)
        shown = names if total <= room else names[: max(0, room - 1)]
        lines += [*_entries(shown, width)]
        if total > len(shown):
            lines.append(label(f"+{total - len(shown):,} more", "$text-muted"))
        elif not total:
            lines.append(label("This folder is empty.", "$text-muted"))
        return lines


def _entries(shown: list[MediaFolder | MediaItem], width: int) -> Iterator[Content]:
    """Yield a line for each folder and file: its name, and at the right the size of a file."""
    for one in shown:
        if isinstance(one, MediaFolder):
            yield label("▸ ", "$primary") + label(cut(folder_title(one), width - 2), "bold")
        else:
            size = human_size(one.size) if one.size else ""
            name = cut(clean(one.name), width - cell_len(size) - 4)
            gap = " " * (width - 2 - cell_len(name) - cell_len(size))
            yield label(f"  {name}{gap}") + label(size, "$text-muted")
