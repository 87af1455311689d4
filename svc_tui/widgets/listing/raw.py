"""RawRow: a row as the backend sent it, or one of its values."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content

from svc_tui.text import label
from svc_tui.widgets.form.pager import LONGEST, Pager


class RawRow(Pager):
    """A pager for a record: `/` searches, `n` and `N` go to matches, `y` copies everything."""

    BINDINGS = [Binding("Y", "close", "Close", show=False, id="raw.close")]

    def __init__(self, json: str, heading: str = "Raw JSON") -> None:
        super().__init__(heading, json)

    @property
    def json(self) -> str:
        """The whole text, however much is drawn."""
        return self.content_text

    def _keys(self) -> Content:
        left = sum(max(0, len(line) - LONGEST) for line in self.json.split("\n"))
        more = f"{left:,} more characters not shown: y copies all · " if left else ""
        return label(more) + super()._keys()
