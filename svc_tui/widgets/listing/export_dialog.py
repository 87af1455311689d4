"""ExportDialog: the target file, and whether each line identifies its record."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual import on
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.stores.file_access import check_access, refusal_reason
from svc_tui.stores.listing.export import free_name, obstacle
from svc_tui.stores.session.confirm_store import Choice
from svc_tui.text import filename, label
from svc_tui.widgets.form.boolean import Tick
from svc_tui.widgets.listing.prompt import Prompt


@dataclass(frozen=True)
class ExportRequest:
    """The path and the contents of an export."""

    path: str
    ids: bool = True
    """Whether the key of each record comes first, although it is not one of the columns."""
    overwrite: bool = False
    """Whether an existing file may be replaced."""


class WithIds(Tick):
    """Whether ids are exported, without which the records can't be found from the file."""

    def __init__(self, column: str) -> None:
        super().__init__(True)
        words = f"{column} as the first column of a .csv (Tab, then Space)"
        self.WORDS = {True: f"[x] {words}", False: f"[ ] {words}"}


class ExportDialog(Prompt):
    """Resolves to an `ExportRequest`, or to None.

    `lacking` names the key that no column shows. The dialog stays open, with the path, if nothing
    can be written there.
    """

    DEFAULT_CSS = "ExportDialog .problem { height: auto; display: none; }"

    rows = True
    """Whether rows are written, in the format of the file ending."""

    def __init__(
        self, path: str, hint: str, lacking: str = "", heading: str = "Export to a file"
    ) -> None:
        super().__init__(heading, "Path", path, hint)
        self.lacking = lacking

    def more(self) -> Iterable[Widget]:
        """The key, if the columns lack it."""
        if self.lacking:
            yield WithIds(self.lacking)
        yield Static(classes="problem error")

    def answer(self, typed: str) -> ExportRequest:
        """Return the path, and what is written to it."""
        return ExportRequest(typed, all(tick.ticked for tick in self.query(WithIds)))

    def take(self) -> None:
        """Close with the answer; an unusable path stays, to be corrected."""
        path = self.query_one(Input).value.strip()
        if problem := path and obstacle(path, rows=self.rows):
            self._say(problem)
        elif path and (os.path.lexists(os.path.expanduser(path)) or check_access(path).must_type):
            self.run_worker(self._ask(path), group="overwrite", exclusive=True)
        else:
            super().take()

    async def _ask(self, path: str) -> None:
        """Overwrite it, or use a free name; Esc goes back to the path.

        The name of a hidden file in the home folder must be typed first.
        """
        if why := await refusal_reason(self.svc.confirm, path, "Write"):
            self._say(why)
            return
        if not os.path.lexists(os.path.expanduser(path)):
            self.close(self.answer(path))
            return
        free = free_name(path)
        choices = (
            Choice("stay", "Another path", "p"),
            Choice("free", f"Use {filename(free.name)}", "n"),
            Choice("overwrite", "Overwrite", "y", dangerous=True),
        )
        words = f"{filename(path)} already exists."
        answer = await self.svc.confirm.choose(
            "Overwrite the file?", words, choices, cancel="stay", by_itself=True
        )
        if answer == "overwrite":
            self.close(replace(self.answer(path), overwrite=True))
        elif answer == "free":
            self.close(self.answer(str(free)))
        else:
            self._say(words)

    @on(Input.Changed)
    def _hush(self, event: Input.Changed) -> None:
        event.stop()
        self._say("")

    def _say(self, problem: str) -> None:
        line = self.query_one(".problem", Static)
        line.update(label(problem))
        line.display = bool(problem)

    @on(Tick.Finished)
    def _finished(self, event: Tick.Finished) -> None:
        event.stop()
        self.take()


class PlanDialog(ExportDialog):
    """Resolves to an `ExportRequest` for a plan, or to None."""

    rows = False

    def __init__(self, path: str, hint: str) -> None:
        super().__init__(path, hint, heading="Write a plan")
