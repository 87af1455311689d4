"""Dialogs that show a page's addresses and its revisions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.stores.record.datetime_parser import in_zone
from svc_tui.stores.record.publication_store import Edition, Revision
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle


class PublicationListDialog(SvcModal):
    """Lines to choose from; resolves to the number of the chosen one."""

    DEFAULT_CSS = """
    PublicationListDialog { align: center middle; }
    PublicationListDialog > .dialog { width: 90%; height: auto; max-height: 100%; }
    PublicationListDialog OptionList { height: auto; max-height: 60vh; }
    PublicationListDialog .hint { height: auto; }
    """

    BINDINGS = [Binding("q", "close", "Close", tooltip="Go back to the list.", id="look.close")]

    def __init__(self, heading: str, lines: Sequence[Content], hint: str) -> None:
        super().__init__()
        self.heading = heading
        self.lines_shown = tuple(lines)
        self.hint = hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield OptionList(*(Option(line) for line in self.lines_shown), compact=True)
            yield DialogHint(label(self.hint))

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.close(event.option_index)


def addresses(editions: Sequence[Edition], zone: tzinfo | None) -> list[tuple[str, Content]]:
    """Return every address with its line."""
    return [
        (one.address, label(one.address) + label(f"  {one.words(zone)}", "$text-muted"))
        for one in editions
        if one.address
    ]


def revision_line(one: Revision, zone: tzinfo | None) -> Content:
    """When, who, why."""
    when = (in_zone(one.when, zone) or one.when).strftime("%Y-%m-%d %H:%M:%S") if one.when else "—"
    return label(f"{when}  {one.who or '—':<12} {one.comment or '—'}")
