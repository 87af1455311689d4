"""Every key in the help is named and explained in our words."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding
from textual.widgets import OptionList

from svc_tui.widgets.shell.effective_bindings import key_name
from svc_tui.widgets.shell.help import HelpScreen
from tests.screens.test_detail import opened


async def test_keys_that_textual_binds_are_written_and_explained_as_ours(console: Any) -> None:
    async with console(size=(120, 40), start="/articles/1") as person:
        await opened(person)
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.app.screen, HelpScreen))
        await person.settles()
        columns = person.app.screen.query(OptionList)
        lines = [str(line.prompt) for column in columns for line in column.options]

        raw = ("Page Left", "Page Right", "Focus Next", "Focus Previous", " palette ", "^")
        assert not [line for line in lines for word in raw if word in line]
        assert any("Ctrl+PgUp" in line and "Page left" in line for line in lines)
        assert any("Previous tab, fold  Go to" in line for line in lines)

        assert key_name(person.app, Binding("ctrl+pagedown", "")) == "Ctrl+PgDn"
        assert key_name(person.app, Binding("ctrl+s", "")) == "Ctrl+S"
