"""What Textual 8.2.8 does twice when a page is put up; steps of `compat`, which guards them."""

from __future__ import annotations

from typing import Any

from textual.events import ScreenResume
from textual.screen import Screen


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
