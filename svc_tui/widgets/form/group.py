"""FormGroup: a card of fields with a heading that folds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.field_help import FieldHelp
from svc_tui.widgets.form.status import FieldStatus
from svc_tui.widgets.form.tabs import Judge, LazyPanel

OPEN, FOLDED, RULE = "▾", "▸", "─"


class Heading(SvcWidget):
    """The name of a group with its marks; when folded, it can have the focus."""

    DEFAULT_CSS = "Heading { height: auto; width: 100%; }"

    BINDINGS = [
        Binding("enter,space", "fold", "Fold", tooltip="Fold or unfold this group.", id="form.fold")
    ]

    hint = looking_hint = "Press Enter to fold or unfold this group."

    class FoldWanted(Message):
        """The heading was pressed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.words = name
        self.standing = FieldStatus()
        self.folded = False
        self.help = FieldHelp(self)

    def show_as(self, folded: bool, standing: FieldStatus) -> None:
        """Show another state."""
        if (folded, standing) != (self.folded, self.standing):
            self.folded, self.standing = folded, standing
            self.can_focus = folded
            self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines at this width: what is drawn still has the width before a resize."""
        return 1 + len(self.help.lines(width, 2))

    def render(self) -> Content:
        style = "bold $text-error" if self.standing.errors else "bold $text-primary"
        sign = FOLDED if self.folded else OPEN
        start = label(f"{sign} {cut(self.words, max(4, self.size.width - 8))}", style)
        start += label(f"{self.standing.marks} ", style)
        rule = label(RULE * max(0, self.size.width - start.cell_length), "$panel")
        return Content("\n").join((start + rule, *self.help.lines(self.size.width, 2)))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.action_fold()

    def action_fold(self) -> None:
        self.post_message(self.FoldWanted())


class FormGroup(SvcWidget):
    """A heading and its fields, which are mounted when it is first unfolded."""

    DEFAULT_CSS = """
    FormGroup { height: auto; width: 100%; }
    """

    class Folded(Message):
        """The group was folded or unfolded."""

        def __init__(self, group: FormGroup) -> None:
            super().__init__()
            self.group = group

    def __init__(
        self,
        name: str,
        make: Callable[[], Iterable[Widget]],
        fields: Sequence[FieldDescriptor],
        judge: Judge,
        *,
        expanded: bool = True,
    ) -> None:
        super().__init__()
        self.fields_in = tuple(fields)
        self.heading = Heading(name)
        self.panel = LazyPanel(make, shown=expanded)
        self._judge = judge
        self.refresh_status()

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.panel

    @property
    def folded(self) -> bool:
        """Whether only the heading is shown."""
        return not self.panel.display

    def refresh_status(self) -> None:
        """Draw the status of the fields; hide the group if it has none."""
        standing = self._judge(self.fields_in)
        self.display = standing.shown
        self.heading.show_as(self.folded, standing)

    async def fold(self, folded: bool) -> None:
        """Fold or unfold."""
        if folded == self.folded:
            return
        with self.app.batch_update():
            if folded:
                self.panel.display = False
            else:
                await self.panel.open()
            self.refresh_status()
            self.post_message(self.Folded(self))

    async def on_heading_fold_wanted(self, event: Heading.FoldWanted) -> None:
        event.stop()
        await self.fold(not self.folded)
