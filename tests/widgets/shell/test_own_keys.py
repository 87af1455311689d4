"""The keys that messages name are those that the user has given to their bindings."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from svc_tui.widgets.shell.effective_bindings import with_own_keys


class Reader(Static, can_focus=True):
    """Reloads by r."""

    BINDINGS = [Binding("r", "reload", "Reload", id="reader.reload")]


class Desk(App[None]):
    BINDINGS = [Binding("u", "undo", "Undo", id="desk.undo")]

    def compose(self) -> ComposeResult:
        yield Reader()


async def test_messages_name_the_keys_that_the_user_chose() -> None:
    app: App[Any] = Desk()
    async with app.run_test():
        words = "Could not read it. Press r to try again, or press u to undo."
        assert with_own_keys(words, app.screen) == words
        app.set_keymap({"reader.reload": "f5", "other.thing": "u"})
        said = "Could not read it. Press F5 to try again, or press u to undo."
        assert with_own_keys(words, app.screen) == said
        assert with_own_keys("Press Esc, then r.", app.screen) == "Press Esc, then F5."
