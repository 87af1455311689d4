"""An app of stock widgets, to be run with the layer or without it."""

from __future__ import annotations

import subprocess
import sys

from rich.control import ControlType
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import DataTable, Footer, Header, Input, Static

from svc_tui.textual_patches.apply import apply_patches
from svc_tui.textual_patches.hooks import disable_animation
from svc_tui.thinline import hook as tap

SIGNS = "日本語 한글 é e\u0301 ▀▄ │ 1 < 2 [ok]"


class Picture(Widget):
    """Sends what a terminal takes for a picture, as sixel widgets do."""

    DEFAULT_CSS = "Picture { height: 2; width: 20; }"

    def render_line(self, y: int) -> Strip:
        sixel = Segment("\x1bPq#0~\x1b\\", None, [(ControlType.CURSOR_FORWARD, 0)])
        return Strip([sixel, Segment(f"picture {y}".ljust(20), Style.parse("red on blue"))], 20)


class Question(ModalScreen[None]):
    """Covers a part of the screen."""

    BINDINGS = [("escape", "dismiss", "Close")]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question Static { width: 33; height: 5; border: round red; }
    """

    def compose(self) -> ComposeResult:
        yield Static(f"Really?\n{SIGNS}", markup=False)


class Sample(App[None]):
    """A list, an input, a dialog, a picture, and a way to the shell."""

    BINDINGS = [
        ("f2", "ask", "Ask"),
        ("f3", "picture", "Picture"),
        ("f4", "shell", "Shell"),
        ("f5", "redraw", "Redraw"),
        ("f6", "restyle", "Style"),
    ]
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    DataTable { width: 1fr; }
    #signs { width: 22; }
    """

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield DataTable(cursor_type="row")
            yield Static(SIGNS, markup=False, id="signs")
        yield Input(select_on_focus=False)
        yield Footer()

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("Name", "State", "Words")
        for row in range(60):
            table.add_row(f"Row {row:03d}", ("draft", "live")[row % 2], SIGNS[: row % 20])
        table.focus()

    def action_ask(self) -> None:
        self.push_screen(Question())

    def action_picture(self) -> None:
        self.mount(Picture(), before=1)

    def action_shell(self) -> None:
        with self.suspend():
            subprocess.run(["printf", "\\033[31mthe editor\\033[m"], check=False)

    def action_redraw(self) -> None:
        tap.forget(self)
        self.screen.refresh()

    def action_restyle(self) -> None:
        self.query_one(DataTable).styles.background = "darkgreen"


if __name__ == "__main__":
    apply_patches()
    app = Sample()
    disable_animation(app)
    if sys.argv[1] == "thin":
        assert tap.install(app)
    app.run()
