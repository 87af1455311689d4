"""Tabs in a form: a bar of names, and panels that are filled when first shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from svc_tui.models.fields import FieldDescriptor
from svc_tui.text import cut, label
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.form.arrangement import LaidOutOnce
from svc_tui.widgets.form.field_help import FieldHelp
from svc_tui.widgets.form.status import FieldStatus
from svc_tui.widgets.tab_label import tab_label

NAME_WIDTH = 24

Judge = Callable[[Iterable[FieldDescriptor]], FieldStatus]
"""Returns the combined status of a part's fields."""


class TabBar(SvcWidget, LaidOutOnce, can_focus=True):
    """One line of names with their marks, scrolled if it is too short.

    The errors of the active tab have no mark: they are seen below it.
    """

    DEFAULT_CSS = """
    TabBar { height: auto; width: 100%; }
    TabBar { background: transparent; color: $text-muted; }
    """

    BINDINGS = [
        Binding(
            "right",
            "turn(1)",
            "Next tab",
            show=False,
            id="form.tab_right",
            tooltip="Go to the next tab.",
        ),
        Binding(
            "left",
            "turn(-1)",
            "Previous tab",
            show=False,
            id="form.tab_left",
            tooltip="Go to the previous tab.",
        ),
    ]

    hint = looking_hint = "Press ← or → to change tabs."

    class Chosen(Message):
        """A tab was chosen."""

        def __init__(self, bar: TabBar, name: str) -> None:
            super().__init__()
            self.bar = bar
            self.name = name

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = tuple(names)
        self.active = next(iter(names), "")
        self.standing: dict[str, FieldStatus] = {}
        self.help = FieldHelp(self)

    @property
    def there(self) -> list[str]:
        """The tabs that have visible fields for this record."""
        return [one for one in self.names if self.standing.get(one, FieldStatus()).shown]

    def refresh_status(self, standing: Mapping[str, FieldStatus]) -> None:
        """Redraw marks that have changed."""
        if standing != self.standing:
            self.standing = dict(standing)
            self.refresh()

    def beyond(self, by: int) -> str | None:
        """Return the tab after or before the active one; None at the end."""
        there = self.there
        at = there.index(self.active) + by if self.active in there else 0
        return there[at] if 0 <= at < len(there) else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines at this width: what is drawn still has the width before a resize."""
        return 1 + len(self.help.lines(width, 1))

    def render(self) -> Content:
        parts = [self._part(name) for name in self.there]
        first = self._first(parts)
        start = label("‹", "$text-muted") if first else Content("")
        names = start + Content("").join(parts[first:])
        return Content("\n").join((names, *self.help.lines(self.size.width, 1)))

    def _part(self, name: str) -> Content:
        standing = self.standing.get(name, FieldStatus())
        words, active = cut(name, NAME_WIDTH) + standing.change, name == self.active
        return tab_label(self, words, active=active, wrong="" if active else standing.wrong)

    def _first(self, parts: Sequence[Content]) -> int:
        """Return the first name that fits, so that the active one is shown."""
        there = self.there
        at = there.index(self.active) if self.active in there else 0
        first = 0
        while first < at and sum(p.cell_length for p in parts[first : at + 1]) >= self.size.width:
            first += 1
        return first

    def on_click(self, event: events.Click) -> None:
        event.stop()
        parts = [self._part(name) for name in self.there]
        first = self._first(parts)
        end = int(bool(first))
        for name, part in zip(self.there[first:], parts[first:], strict=True):
            end += part.cell_length
            if event.x < end:
                self.post_message(self.Chosen(self, name))
                return

    def action_turn(self, by: int) -> None:
        """Open the next or the previous tab, unless at the end."""
        if (name := self.beyond(by)) is not None:
            self.post_message(self.Chosen(self, name))


class LazyPanel(SvcWidget, LaidOutOnce):
    """Widgets that are created when first shown."""

    DEFAULT_CSS = "LazyPanel { height: auto; width: 100%; }"

    def __init__(self, make: Callable[[], Iterable[Widget]], *, shown: bool) -> None:
        super().__init__()
        self._make = make
        self._made = shown
        self.display = shown

    def compose(self) -> ComposeResult:
        if self._made:
            yield from self._make()

    async def open(self) -> None:
        self.display = True
        if not self._made:
            self._made = True
            await self.mount_all(self._make())


def named_place(focused: Widget | None) -> str:
    """Return what the focus is on, for a sentence about a key that works outside of it."""
    return "these tabs" if isinstance(focused, TabBar) else "this field"


class FormTabs(SvcWidget, LaidOutOnce):
    """A tab bar and its panels; a panel is mounted when it is first shown."""

    DEFAULT_CSS = "FormTabs { height: auto; width: 100%; }"

    class Opened(Message):
        """The open tab changed."""

    def __init__(
        self,
        made: Mapping[str, Callable[[], Iterable[Widget]]],
        fields: Mapping[str, Sequence[FieldDescriptor]],
        judge: Judge,
    ) -> None:
        super().__init__()
        self.fields_of = dict(fields)
        self.bar = TabBar(list(made))
        self._judge = judge
        self.bar.standing = self._standing()
        self.bar.active = next(iter(self.bar.there), next(iter(made)))
        self.panels = {
            name: LazyPanel(make, shown=name == self.bar.active) for name, make in made.items()
        }

    def compose(self) -> ComposeResult:
        yield self.bar
        yield from self.panels.values()

    @property
    def active(self) -> LazyPanel:
        return self.panels[self.bar.active]

    def refresh_status(self) -> None:
        """Draw the status of the tabs; leave a tab that is hidden now."""
        self.bar.refresh_status(self._standing())
        there = self.bar.there
        self.bar.display = len(there) > 1 or len(self.panels) == 1
        if there and self.bar.active not in there:
            self.call_later(self.open, there[0])

    def _standing(self) -> dict[str, FieldStatus]:
        return {name: self._judge(fields) for name, fields in self.fields_of.items()}

    async def open(self, name: str) -> None:
        """Show a tab."""
        if name not in self.panels or name == self.bar.active:
            return
        with self.app.batch_update():
            self.active.display = False
            self.bar.active = name
            self.bar.refresh()
            await self.active.open()
            self.post_message(self.Opened())

    @on(TabBar.Chosen)
    async def _chosen(self, event: TabBar.Chosen) -> None:
        if event.bar is self.bar:
            event.stop()
            await self.open(event.name)
