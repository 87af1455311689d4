"""ProgramCommands: a program's own commands, run on every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding

from svc_tui.widgets.command import Blocked, Command, checked_blocked
from svc_tui.widgets.running_commands import RunningCommands

if TYPE_CHECKING:
    from svc_tui.app.keys import AppKeys


class ProgramCommands:
    """Runs commands on the app; shows a failure without ending the console."""

    def __init__(self, app: AppKeys, commands: Sequence[Command]) -> None:
        self._app = app
        self._running = RunningCommands(app)
        self._commands = {command.id: command for command in commands}

    @property
    def bindings(self) -> list[Binding]:
        """The bindings of those with keys; the app's action `own` runs them."""
        return [
            replace(one.binding, action=f"own({one.id!r})", tooltip=one.help or one.label)
            for one in self._commands.values()
            if one.keys
        ]

    def offered(self) -> Iterator[tuple[Command, Blocked | None]]:
        """Yield those that are offered, each with why it can't be run now, if it can't."""
        for command in self._commands.values():
            why = self.blocked(command.id)
            if why is None or not why.hidden:
                yield command, why

    def blocked(self, id: object) -> Blocked | None:
        """Return why a command can't be run now; None if it can."""
        command = self._commands.get(str(id))
        return None if command is None else checked_blocked(command, self._app)

    def run(self, id: str) -> None:
        """Run a command, in the background if it is a coroutine; or say why it can't be run."""
        command = self._commands.get(id)
        if command is None:
            return
        why = self.blocked(id)
        if why is None:
            self._running.run(command)
        elif why.reason and self._app.svc is not None:
            self._app.svc.snack.show(why.reason, "warning")
