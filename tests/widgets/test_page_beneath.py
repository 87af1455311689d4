"""The page beneath a dialog."""

from __future__ import annotations

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.widgets import Static

from svc_tui.widgets.page_beneath import PageBeneath

WORDS = "[bold red]red[/] plain [on blue]blue[/] [@click=app.bell()]linked[/]"


class Page(App[None]):
    def compose(self) -> ComposeResult:
        yield Static(WORDS)
        yield Static("dimmed twice")


async def test_without_a_footer_it_is_dimmed_as_textual_dims_it() -> None:
    app = Page()
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.pause()
        for color in (Color(0, 0, 0, 0.6), Color(90, 0, 0, 0.3), Color(0, 0, 0, 0)):
            mine, theirs = (
                Segment.split_lines(app.console.render(kind(app.screen, color)))
                for kind in (PageBeneath, BackgroundScreen)
            )
            assert [*mine] == [*theirs][: app.size.height]
