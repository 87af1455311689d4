"""Words in the frames of panels."""

from __future__ import annotations

from textual.app import App, ComposeResult

from svc_tui.testing import text, until_idle
from svc_tui.widgets.panel import Panel, name_panel


class Framed(App[None]):
    CSS = "Panel { border: round red; width: 30; height: 3; }"

    def compose(self) -> ComposeResult:
        yield Panel()


async def test_a_name_gives_way_to_the_facts_with_an_ellipsis() -> None:
    app = Framed()
    async with app.run_test(size=(30, 3)) as pilot:
        panel = app.query_one(Panel)
        panel.show_facts("#1")
        name_panel(panel, "Harbour festival at the quay")
        await until_idle(pilot)
        assert text(pilot).splitlines()[0] == "╭─ Harbour festival at … #1 ─╮"

        name_panel(panel, "Harbour")
        await until_idle(pilot)
        assert text(pilot).splitlines()[0] == "╭─ Harbour ───────────── #1 ─╮"
