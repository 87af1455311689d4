"""Words in the frames of panels, where there is room for frames."""

from __future__ import annotations

from textual.widget import Widget
from textual.widgets import Static

from svc_tui.text import label


def is_framed(panel: Widget) -> bool:
    """Whether the style sheet gives this panel a frame at the terminal's size."""
    return panel.styles.border_bottom[0] not in ("", "none", "hidden")


def show_status(panel: Widget, line: Static, words: str) -> None:
    """Show the status of a panel in the lower edge of its frame; without one, in a line."""
    if is_framed(panel):
        panel.border_subtitle = label(words.strip())
    else:
        line.update(label(words), layout=False)


def name_panel(panel: Widget, name: str) -> None:
    """Show the name of a panel in the upper edge of its frame."""
    panel.border_title = label(name)
