"""SvcMediaWorklist: one file and one text on the screen; Enter saves and goes on."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.media import MediaItem
from svc_tui.stores.media.missing_text import MissingText
from svc_tui.stores.media.worklist_store import WorklistStore, WorkState, ending_text
from svc_tui.text import clean, cut, human_size, label
from svc_tui.widgets.base import SvcModal
from svc_tui.widgets.components import make_component
from svc_tui.widgets.dialog_words import DialogTitle
from svc_tui.widgets.media.editor_parts import DEFAULT
from svc_tui.widgets.media.questions import DISCARD, SAVE, ask_about_unsaved
from svc_tui.widgets.text_line import TextLine

PREVIEW = "SvcMediaPreview"
"""The registered name of the component that shows the picture."""


class SvcMediaWorklist(SvcModal):
    """Asks for one text after the other. Its commands have no letters as keys: these are text."""

    DEFAULT_CSS = """
    SvcMediaWorklist { align: center middle; }
    SvcMediaWorklist > .dialog { width: 100%; height: 100%; }
    SvcMediaWorklist .picture { height: 1fr; }
    SvcMediaWorklist .facts, SvcMediaWorklist .others { height: auto; }
    SvcMediaWorklist .said { height: auto; }
    SvcMediaWorklist .progress { height: auto; }
    """

    BINDINGS = [
        Binding(
            "f2,ctrl+s,f9",
            "save",
            "Save, next",
            show=False,
            key_display="F2",
            tooltip="Save, and go to the next file.",
            id="worklist.save",
        ),
        Binding(
            "pagedown",
            "skip",
            "Skip",
            tooltip="Skip this file until next time.",
            id="worklist.skip",
        ),
        Binding(
            "ctrl+r",
            "again",
            "Skipped files",
            tooltip="Go through the skipped files again.",
            id="worklist.again",
        ),
    ]

    def __init__(self, store: WorklistStore) -> None:
        super().__init__()
        self.store = store
        self._shown: MediaItem | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            state = self.store.state
            yield DialogTitle(label(f"{state.task.words} · {state.scope.words}"))
            yield Vertical(classes="picture")
            yield Static(classes="facts")
            yield Static(classes="others muted")
            yield TextLine(compact=True, select_on_focus=False)
            yield Static(classes="said error")
            yield Static(classes="progress muted")

    def on_mount(self) -> None:
        self.listen(self.store)
        self.query_one(Input).focus()
        self._draw(self.store.state)
        self.run_worker(self.store.advance(), group="work")

    @on(WorklistStore.Changed)
    def _changed(self, event: WorklistStore.Changed) -> None:
        self._draw(event.state)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_save()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value:
            self._say("")

    def action_save(self) -> None:
        """Save what is typed; without a text, nothing is written."""
        text = self.query_one(Input).value.strip()
        if not text:
            self._say("Type a text, or PgDn skips this file.")
        elif self.store.state.media is not None:
            self.run_worker(self._save(text), group="work")

    def action_skip(self) -> None:
        self.run_worker(self._skip(), group="work")

    def action_again(self) -> None:
        if self.store.state.over:
            self.run_worker(self.store.again(), group="work")

    def action_close(self) -> None:
        self.run_worker(self._leave(), group="work")

    async def _save(self, text: str) -> None:
        if await self.store.save(text):
            self.svc.snack.show("Saved.", "success")

    async def _skip(self) -> None:
        if await self._may_lose():
            await self.store.skip()

    async def _leave(self) -> None:
        if await self._may_lose():
            self.close()

    async def _may_lose(self) -> bool:
        text = self.query_one(Input).value.strip()
        if not text or self.store.state.media is None:
            return True
        words = "What you typed for this file has not been saved."
        answer = await ask_about_unsaved(self.svc.confirm, "Unsaved text", words)
        if answer == SAVE:
            await self.store.save(text)  # Which goes on to the next file by itself.
        return answer == DISCARD

    def _draw(self, state: WorkState) -> None:
        media = state.media
        same = media is not None and self._shown is not None and media.id == self._shown.id
        if media is not None and not same:
            with self.prevent(Input.Changed):
                self.query_one(Input).value = ""
            self._show_picture(media)
        if media is not None or not state.saving:
            self._shown = media
        facts = _facts(media) if media is not None else _waiting(state)
        self.query_one(".facts", Static).update(label(facts, multiline=True))
        others = _others(media, state.task) if media is not None else ""
        self.query_one(".others", Static).update(label(others, multiline=True))
        self.query_one(Input).disabled = state.over
        self._say(state.problem)
        keys = "Enter saves · PgDn skips · Esc ends"
        self.query_one(".progress", Static).update(label(f"{state.progress} · {keys}"))
        self.refresh_bindings()

    def _show_picture(self, media: MediaItem) -> None:
        """Show the picture, where a component for it is registered."""
        registry = self.svc.inject("svc_components")
        component = registry.get(PREVIEW) if registry is not None else None
        place = self.query_one(".picture", Vertical)
        place.remove_children()
        if component is not None:
            preview: Widget = make_component("media_preview", component, media=media, contain=True)
            place.mount(preview)

    def _say(self, words: str) -> None:
        self.query_one(".said", Static).update(label(words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("save", "skip"):
            return True if self.store.state.media is not None else None
        if action == "again":
            return self.store.state.over and bool(self.store.state.passed_over)
        return True


def _facts(media: MediaItem) -> str:
    size = human_size(media.size) if media.size else ""
    facts = (clean(media.filename), clean(media.mime_type), size)
    return f"{clean(media.name)}\n" + "  ".join(fact for fact in facts if fact)


def _others(media: MediaItem, task: MissingText) -> str:
    """Return the same text in the other languages, to translate from."""
    found = [(lang, media.text(task.key, lang)) for lang in media.translations if lang != task.lang]
    base = media.text(task.key)
    if task.lang is not None and base not in [text for _, text in found]:
        found.insert(0, (DEFAULT, base))
    return "\n".join(f"{cut(lang, 7)}: {clean(text)}" for lang, text in found if text.strip())


def _waiting(state: WorkState) -> str:
    if state.over:
        return ending_text(state)
    return "" if state.problem else "Looking for the next file…"
