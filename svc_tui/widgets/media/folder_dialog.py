"""SvcMediaFolderDialog: ask for a folder's name until the backend accepts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.text import label
from svc_tui.widgets.base import CANCEL, SvcModal
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.text_line import TextLine

Save = Callable[[str], Awaitable[str]]
"""Creates or renames; returns the error of the name, or ""."""


@checks_arguments(heading=str)
class SvcMediaFolderDialog(SvcModal):
    """Asks for a name: Enter saves, Esc cancels. Dismissed with the name or None."""

    enter_word = "Save"

    DEFAULT_CSS = """
    SvcMediaFolderDialog { align: center middle; }
    SvcMediaFolderDialog > .dialog { width: 50; height: auto; }
    SvcMediaFolderDialog .problem { height: auto; }
    SvcMediaFolderDialog .buttons { height: auto; align-horizontal: right; margin-top: 1; }
    """

    BINDINGS = [CANCEL]

    def __init__(self, heading: str, save: Save, name: str = "") -> None:
        super().__init__()
        self._heading = heading
        self._save = save
        self._saving = False
        self._start = name

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self._heading))
            yield TextLine(self._start, placeholder="Name", compact=True, select_on_focus=False)
            yield Static("", classes="problem error")
            with Horizontal(classes="buttons"):
                yield Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True)
                yield Button("Save (Enter)", id="save", variant="primary", compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def _submit(self) -> None:
        name = self.query_one(Input).value.strip()
        if name and name == self._start.strip():
            self.close()
        elif not name:
            self._say("Type a name.")
        elif not self._saving:  # A second Enter must not create the folder twice.
            self._saving = True
            self.run_worker(self._try(name), group="save")

    @on(Input.Changed)
    def _hush(self) -> None:
        self._say("")

    async def _try(self, name: str) -> None:
        try:
            problem = await self._save(name)
        finally:
            self._saving = False
        if problem:
            self._say(problem)
            self.query_one(Input).focus()
        else:
            self.close(name)

    def _say(self, problem: str) -> None:
        self.query_one(".problem", Static).update(label(problem))
