"""Keys that reach an option list of Textual 8.2.8 before it is laid out."""

from __future__ import annotations

from textual.widgets import OptionList

from svc_tui.textual_patches.keys import replace


def page_only_what_is_laid_out() -> None:
    """PageUp and PageDown end the app with a `KeyError` in a list that has options but no size yet.

    In all versions up to 8.2.8. The command palette fills its list before it shows it, so the key
    typed right behind the one that opens it is enough.
    """
    move_page = OptionList._move_page

    def move_page_if_laid_out(self: OptionList, direction: int) -> None:
        if (self.highlighted or 0) in self._index_to_line:
            move_page(self, direction)  # type: ignore[arg-type]

    replace(OptionList, "_move_page", move_page_if_laid_out)
