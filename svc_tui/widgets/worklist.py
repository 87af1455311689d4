"""WorklistDialog: one item and one value at a time; Enter saves and continues, Tab skips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.stores.worklist.worklist_store import WorklistStore, WorkState
from svc_tui.text import label
from svc_tui.widgets.base import SvcModal, drawable_hint
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.unsaved_question import DISCARD, SAVE, ask_about_unsaved


@checks_arguments(store=WorklistStore)
class WorklistDialog(SvcModal):
    """Asks for one value after another.

    Its commands use no letters, which are text. A subclass has the editor: `above()` and `editor()`
    return its widgets, `show()` fills them, `value()` returns what is typed, `unsaved` whether that
    would be lost.
    """

    enter_word = "Save"

    DEFAULT_CSS = """
    WorklistDialog { align: center middle; }
    WorklistDialog > .dialog { width: 100%; height: 100%; margin-bottom: 1; }
    WorklistDialog .facts, WorklistDialog .others { height: auto; }
    WorklistDialog .said { height: auto; }
    WorklistDialog .progress { height: auto; }
    """

    BINDINGS = [
        Binding(
            "ctrl+s,f2,f9",
            "save",
            "Save, next",
            show=False,
            tooltip="Save, and go to the next one.",
            id="worklist.save",
        ),
        Binding(
            "tab", "skip", "Skip", show=False, priority=True, id="worklist.skip_tab",
            tooltip="Skip this one until next time.",
        ),
        Binding(
            "pagedown", "skip", "Skip", tooltip="Skip this one until next time.", id="worklist.skip"
        ),
        Binding(
            "ctrl+r",
            "again",
            "Skipped",
            tooltip="Go through the skipped ones again.",
            id="worklist.again",
        ),
    ]  # fmt: skip

    keys = "Enter saves · Tab skips · Esc closes"
    """The keys, in the lower edge."""

    def __init__(self, store: WorklistStore) -> None:
        super().__init__()
        self.store = store
        self._shown: Any = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.store.queue.title))
            yield from self.above()
            yield Static(classes="facts")
            yield Static(classes="others muted")
            yield self.editor()
            yield Static(classes="said error")
            yield Static(classes="progress muted")
            yield DialogHint(drawable_hint(self.keys, self))

    def on_mount(self) -> None:
        self.listen(self.store)
        self._draw(self.store.state)
        self.run_worker(self.store.advance(), group="work")

    # For subclasses

    def above(self) -> Iterable[Widget]:
        """Yield the widgets above the text about an item."""
        return ()

    def editor(self) -> Widget:
        """Return the widget to type into."""
        raise NotImplementedError

    def show(self, item: Any, same: bool) -> None:
        """Show an item; with `same` it is the current one, and typed text stays."""

    def value(self) -> Any:
        """Return what is typed; None if it can't be saved, after saying why."""
        raise NotImplementedError

    @property
    def unsaved(self) -> bool:
        """Whether something is typed that would be lost."""
        raise NotImplementedError

    def facts(self, item: Any) -> str:
        """Return the facts about an item, in lines."""
        raise NotImplementedError

    def others(self, item: Any) -> str:
        """Return help for it, in lines."""
        return ""

    # Hearing

    @on(WorklistStore.Changed)
    def _changed(self, event: WorklistStore.Changed) -> None:
        self._draw(event.state)

    def action_save(self) -> None:
        """Save what is typed, and continue."""
        item = self._here
        if item is not None and (value := self.value()) is not None:
            self.run_worker(self._save(item, value), group="work")

    def action_skip(self) -> None:
        self.run_worker(self._skip(self._here), group="work")

    def action_again(self) -> None:
        if self.store.state.over:
            self.run_worker(self.store.again(), group="work")

    def action_close(self) -> None:
        self.run_worker(self._leave(), group="work")

    @property
    def _here(self) -> Any:
        """The item that keys are meant for; None until the next one is drawn."""
        item = self.store.state.item
        return item if item is self._shown else None

    @property
    def coming(self) -> bool:
        """Whether typing now is meant for the next item."""
        return self.store.state.saving or self.store.state.looking

    async def _save(self, item: Any, value: Any) -> None:
        if item is not self.store.state.item:
            return
        if await self.store.save(value):
            self.svc.snack.show("Saved.", "success")
        else:
            self.key_guard.ignore_typed_ahead()

    async def _skip(self, item: Any) -> None:
        if await self._may_lose() and item is self.store.state.item:
            await self.store.skip()

    async def _leave(self) -> None:
        if await self._may_lose():
            self.close()

    async def _may_lose(self) -> bool:
        if self._here is None or not self.unsaved:
            return True
        noun = self.store.queue.nouns[0]
        words = f"What you typed for this {noun} has not been saved."
        answer = await ask_about_unsaved(self.svc.confirm, "Unsaved text", words)
        if answer == SAVE and (value := self.value()) is not None:
            await self.store.save(value)  # It goes on to the next item by itself.
        return answer == DISCARD

    def _draw(self, state: WorkState) -> None:
        item, queue = state.item, self.store.queue
        shown = self._shown
        same = item is not None and shown is not None and queue.id_of(item) == queue.id_of(shown)
        if item is not None and item is not shown:
            self.show(item, same)
        if item is not None or not state.saving:
            self._shown = item
        facts = self.facts(item) if item is not None else self._waiting(state)
        self.query_one(".facts", Static).update(label(facts, multiline=True))
        others = self.others(item) if item is not None else ""
        self.query_one(".others", Static).update(label(others, multiline=True))
        self.say(state.problem)
        self.query_one(".progress", Static).update(label(self.store.progress))
        self.refresh_bindings()

    def _waiting(self, state: WorkState) -> str:
        if state.over:
            return self.store.ending
        return "" if state.problem else f"Looking for the next {self.store.queue.nouns[0]}…"

    def say(self, words: str) -> None:
        """Show what is wrong with the typed text."""
        self.query_one(".said", Static).update(label(words, multiline=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("save", "skip"):
            return True if self.store.state.item is not None else None
        if action == "again":
            return self.store.state.over and bool(self.store.state.passed_over)
        return True
