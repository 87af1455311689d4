"""ExportDialog: where to, and whether each line says which record it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual import on
from textual.widget import Widget

from svc_tui.widgets.form.boolean import Tick
from svc_tui.widgets.listing.prompt import Prompt


@dataclass(frozen=True)
class Wish:
    """What shall be written, and where."""

    path: str
    ids: bool = True
    """The key of each record comes first where it is none of the columns."""


class WithIds(Tick):
    """One line; without ids nobody finds the way back from the file to the records."""

    def __init__(self, column: str) -> None:
        super().__init__(True)
        words = f"{column} as the first column of a .csv (Tab, then Space)"
        self.WORDS = {True: f"[x] {words}", False: f"[ ] {words}"}


class ExportDialog(Prompt):
    """Resolves to a `Wish`, or to None. `lacking` names the key that no column shows."""

    def __init__(self, path: str, hint: str, lacking: str = "") -> None:
        super().__init__("Export to a file", "Path", path, hint)
        self.lacking = lacking

    def more(self) -> Iterable[Widget]:
        """The key, where the columns lack it."""
        if self.lacking:
            yield WithIds(self.lacking)

    def answer(self, typed: str) -> Wish:
        """Where to, and with what."""
        return Wish(typed, all(tick.ticked for tick in self.query(WithIds)))

    @on(Tick.Finished)
    def _finished(self, event: Tick.Finished) -> None:
        event.stop()
        self.take()
