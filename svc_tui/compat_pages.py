"""What Textual 8.2.8 does in vain when a page is put up; used by `compat`, and by our table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.events import ScreenResume
from textual.screen import Screen

from svc_tui.terminal.textual_version import textual_version

TRIED = "8.2.8"


class GivenSizes:
    """Goes before `DataTable`, where every column is added with its width and rows are one line.

    In all versions up to 8.2.8 every cell of new rows is measured all the same, which takes as long
    as drawing a third of them.
    """

    def _update_dimensions(self, new_rows: Iterable[Any]) -> None:
        measured = new_rows if textual_version() != TRIED else ()
        super()._update_dimensions(measured)  # type: ignore[misc]


def style_new_pages_once() -> None:
    """A screen that is shown for the first time has all its widgets styled a second time.

    In all versions up to 8.2.8. That is for screens that come back to the top, whose theme may have
    changed meanwhile; the widgets of a new one are styled as they are mounted.
    """
    resume = Screen._on_screen_resume

    def resumed(self: Screen[Any], event: ScreenResume) -> None:
        if not self.stack_updates:
            event.refresh_styles = False
        resume(self, event)

    setattr(Screen, resume.__name__, resumed)
