"""TasksDialog: running and finished tasks (`w`)."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from svc_tui.stores.session.task_store import Task
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle

SIGNS = {"running": "▶", "done": "✓", "failed": "✗", "cancelled": "–"}
"""Signs, so that meaning does not depend on color."""

COLOURS = {"running": "", "done": "$text-success", "failed": "$text-error", "cancelled": ""}

PACE = 0.5
"""Seconds between two updates of the progress."""


class TasksDialog(SvcModal):
    """Running tasks first, then the newest. They continue while this is closed."""

    DEFAULT_CSS = """
    TasksDialog { align: center middle; }
    TasksDialog > .dialog { width: 90%; height: auto; max-height: 100%; }
    TasksDialog OptionList { height: auto; max-height: 60vh; }
    """

    BINDINGS = [
        Binding("c", "stop_task", "Cancel", tooltip="Cancel what is running.", id="tasks.cancel"),
        Binding("R", "retry", "Retry", tooltip="Retry what failed.", id="tasks.retry"),
        Binding("q,w", "close", "Close", show=False, id="tasks.close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[Task, ...] = ()
        self._drawn: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle("Tasks in this session")
            yield OptionList(compact=True)
            yield DialogHint(longest=60)

    def on_mount(self) -> None:
        self._look()
        self.query_one(OptionList).focus()
        self.set_interval(PACE, self._look)

    @property
    def here(self) -> Task | None:
        """The task under the cursor."""
        at = self.query_one(OptionList).highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    def _look(self) -> None:
        """Redraw changed lines; the cursor stays on its task."""
        before = self.here.id if self.here is not None else None
        self.shown = tuple(sorted(self.svc.under_way, key=lambda one: one.ending is not None))
        lines = [_line(one) for one in self.shown]
        if [line.plain for line in lines] == self._drawn and lines:
            return
        self._drawn = [line.plain for line in lines]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(map(Option, lines or [Content(" No tasks yet.")]))
        ids = [one.id for one in self.shown]
        options.highlighted = ids.index(before) if before in ids else 0
        self._offer_keys()

    @on(OptionList.OptionHighlighted)
    def _elsewhere(self) -> None:
        self._offer_keys()

    def _offer_keys(self) -> None:
        """Name the keys that do something with the task under the cursor."""
        ending = self.here.ending if self.here is not None else None
        can = {
            "Enter shows the result": ending is not None and ending.look is not None,
            "c cancels": self.check_action("stop_task", ()),
            "R retries": self.check_action("retry", ()),
            "Esc closes": True,
        }
        self.query_one(DialogHint).update(
            " · ".join(words for words, can_do in can.items() if can_do)
        )
        self.refresh_bindings()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        ending = self.here.ending if self.here is not None else None
        if ending is not None and ending.look is not None:
            ending.look()

    def action_stop_task(self) -> None:
        """Stop the task."""
        if (task := self.here) is not None and task.cancel is not None:
            task.cancel()
            self._look()

    def action_retry(self) -> None:
        """Retry the failed rows of a task."""
        ending = self.here.ending if self.here is not None else None
        if ending is not None and ending.retry is not None:
            ending.retry()
            self._look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to stop running tasks and to retry failed ones."""
        task = self.here if self.is_mounted else None
        if action == "stop_task":
            return True if task and task.ending is None and task.cancel else None
        if action == "retry":
            return True if task and task.ending is not None and task.ending.retry else None
        return True


def _line(task: Task) -> Content:
    words = label(f"  {task.words}", "$text-muted")
    return label(f" {SIGNS[task.status]} {task.title}", COLOURS[task.status]) + words
