"""What was written in this session, and what stood there before."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.stores.history import Write
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.detail.compared import compared

NONE = "Nothing was written in this session."


class HistoryDialog(SvcModal):
    """Own writes, the newest on top, with their values below. Enter opens the record."""

    DEFAULT_CSS = """
    HistoryDialog { align: center middle; }
    HistoryDialog > .dialog { width: 96%; max-width: 120; height: auto; max-height: 96%; }
    HistoryDialog OptionList { height: auto; max-height: 20vh; text-wrap: nowrap; }
    HistoryDialog OptionList { text-overflow: ellipsis; }
    HistoryDialog .values { height: auto; max-height: 40vh; margin: 1 0; }
    HistoryDialog .values > Static, HistoryDialog .hint { height: auto; }
    """

    BINDINGS = [
        Binding("u", "undo", "Undo", tooltip="Take this write back.", id="history.undo"),
        Binding("right,l", "scroll_values(1)", "Down", show=False, id="history.down"),
        Binding("left,h", "scroll_values(-1)", "Up", show=False, id="history.up"),
        Binding("q", "close", "Close", show=False, id="history.close"),
    ]

    def compose(self) -> ComposeResult:
        """Title, the writes, the values of one, the keys."""
        with Vertical(classes="dialog"):
            yield Static("Written in this session", classes="title")
            yield OptionList(compact=True)
            with VerticalScroll(classes="values", can_focus=False):
                yield Static()
            keys = "Enter opens the record · u undoes this · ← → scroll · Esc closes"
            yield Static(label(keys), classes="hint muted")

    def on_mount(self) -> None:
        """Show what there is."""
        self.writes = tuple(reversed(self.svc.history.state.writes))
        rows = self.query_one(OptionList)
        rows.add_options([Option(_line(one)) for one in self.writes] or [Option(label(NONE))])
        rows.highlighted = 0
        rows.focus()
        self._draw()

    @property
    def here(self) -> Write | None:
        """The write under the cursor."""
        at = self.query_one(OptionList).highlighted
        return self.writes[at] if at is not None and at < len(self.writes) else None

    def on_option_list_option_highlighted(self) -> None:
        """Another write: show its values."""
        self._draw()

    def _draw(self) -> None:
        write = self.here
        parts = [
            label(one.path, "bold") + Content("\n") + compared(one.before, one.after)
            for one in (write.values if write is not None else ())
        ]
        if write is not None and write.with_secrets:
            parts.append(label("Secrets were written too; they are not remembered.", "$text-muted"))
        self.query_one(".values > Static", Static).update(Content("\n").join(parts))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter: to the record."""
        write = self.here
        if write is None:
            return
        if write.method == "DELETE" or not write.location:
            self.svc.snack.show("There is no record to open any more.", "warning")
            return
        self.close()
        self.go(write.location)

    def action_undo(self) -> None:
        """To the record, where it is undone after a question."""
        if (write := self.here) is None:
            return
        if write.undoes is not None:
            self.svc.snack.show("This took another write back; change it by hand.", "warning")
        elif write.obstacle or not write.location:
            self.svc.snack.show(write.obstacle or "It cannot be opened here.", "warning")
        else:
            self.close()
            self.ask(self.svc.router.push(write.location, memory={"undo": write.number}))

    def action_scroll_values(self, by: int) -> None:
        """Through long values."""
        self.query_one(".values", VerticalScroll).scroll_relative(y=5 * by, animate=False)


def _line(write: Write) -> Content:
    """When, what was done, to which record, in which fields."""
    place = write.location.lstrip("/") or f"{write.endpoint.strip('/')} {write.id}"
    fields = ", ".join(one.path for one in write.values) if write.method != "DELETE" else ""
    marks = " (undone)" * write.undone
    return (
        label(f"{write.when.astimezone():%H:%M:%S} ", "$text-muted")
        + label(f"{cut(write.words, 8):<8} {cut(write.title, 20):<20} ")
        + label(f"{cut(place, 16)}{marks}  {cut(fields, 60)}", "$text-muted")
    )
