"""SvcMediaBreadcrumbs: the folders from the root to the open one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from svc_tui.models.media import MediaFolder
from svc_tui.text import clean, cut, label
from svc_tui.widgets.base import SvcWidget, is_alone

ROOT = "Media"

LONGEST = 24


class SvcMediaBreadcrumbs(SvcWidget):
    """One line of folder names; if it does not fit, those near the root are hidden first."""

    DEFAULT_CSS = "SvcMediaBreadcrumbs { height: 1; width: 1fr; }"

    def on_mount(self) -> None:
        self._trail: tuple[str, ...] = (ROOT,)

    def show(self, folders: Sequence[MediaFolder], note: str = "") -> None:
        """Show another trail; `note` replaces it when several folders are shown."""
        trail = trail_of(folders, note)
        if trail != self._trail:
            self._trail = trail
            self.refresh()

    def render(self) -> Content:
        if len(self._trail) == 1 and not (is_alone(self) or self.screen.is_modal):
            return Content("")  # The top bar says it.
        names = [cut(name, LONGEST) for name in self._trail]
        while len(names) > 2 and cell_len(" › ".join(names)) > self.size.width - 2:
            names[:2] = ["…"]
        way = label("".join(f"{name} › " for name in names[:-1]))
        return label(" ") + way + label(names[-1], "bold")


def trail_of(folders: Sequence[MediaFolder], note: str = "") -> tuple[str, ...]:
    """Return the names from the root; `note` replaces the folders."""
    return (ROOT, note) if note else (ROOT, *(folder_title(folder) for folder in folders))


def folder_title(folder: MediaFolder | None) -> str:
    """Return the name of a folder; `#3` if only its id is known, the library's for None."""
    if folder is None:
        return ROOT
    return clean(folder.name) or f"#{clean(folder.id)}"
