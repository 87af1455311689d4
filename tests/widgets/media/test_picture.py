"""The colours that pictures are drawn with follow what the terminal can."""

from __future__ import annotations

import pytest
from rich.console import Console
from textual.app import App

from svc_tui.widgets.media.picture import depth_of


@pytest.mark.parametrize(
    ("system", "depth"), [("truecolor", "all"), (None, "all"), ("256", "256"), ("standard", "16")]
)
def test_a_picture_has_as_many_colours_as_the_terminal(system: str | None, depth: str) -> None:
    app: App[None] = App()
    app.console = Console(color_system=system)  # type: ignore[arg-type]

    assert depth_of(app) == depth


def test_without_colours_there_are_no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    assert depth_of(App()) is None
