"""SvcMediaWorklist: the worklist of files that lack text, with their pictures."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from svc_tui.models.media import MediaItem
from svc_tui.stores.media.media_queue import MediaQueue
from svc_tui.stores.media.missing_text import MissingText
from svc_tui.stores.worklist.worklist_store import WorkState
from svc_tui.text import clean, cut, human_size
from svc_tui.widgets.components import make_component
from svc_tui.widgets.media.editor_parts import DEFAULT
from svc_tui.widgets.text_line import TextLine
from svc_tui.widgets.worklist import WorklistDialog

PREVIEW = "SvcMediaPreview"
"""The registered name of the component that shows the picture."""


class SvcMediaWorklist(WorklistDialog):
    """Asks for one text after another."""

    DEFAULT_CSS = """
    SvcMediaWorklist .picture { height: 1fr; }
    """

    keys = "Enter saves · PgDn skips · Esc closes"

    def above(self) -> Iterable[Widget]:
        yield Vertical(classes="picture")

    def editor(self) -> Widget:
        return TextLine(compact=True, select_on_focus=False, placeholder=self._wanted)

    @property
    def _wanted(self) -> str:
        queue = self.store.queue
        return queue.task.wanted if isinstance(queue, MediaQueue) else ""

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_save()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value:
            self.say("")

    @property
    def _text(self) -> str:
        return self.query_one(Input).value.strip()

    def value(self) -> str | None:
        """Return the typed text; None if it is empty."""
        if not self._text:
            self.say("Enter text, or press PgDn to skip this file.")
        return self._text or None

    @property
    def unsaved(self) -> bool:
        return bool(self._text)

    def show(self, item: MediaItem, same: bool) -> None:
        """Show the picture, if a component for it is registered."""
        if same:
            return
        with self.prevent(Input.Changed):
            self.query_one(Input).value = ""
        registry = self.svc.inject("svc_components", None)
        component = registry.get(PREVIEW) if registry is not None else None
        place = self.query_one(".picture", Vertical)
        place.remove_children()
        if component is not None:
            preview: Widget = make_component("media_preview", component, media=item, contain=True)
            place.mount(preview)

    def _draw(self, state: WorkState) -> None:
        super()._draw(state)
        self.query_one(Input).disabled = state.over

    def facts(self, item: MediaItem) -> str:
        size = human_size(item.size) if item.size else ""
        facts = (clean(item.filename), clean(item.mime_type), size)
        return f"{clean(item.name)}\n" + "  ".join(fact for fact in facts if fact)

    def others(self, item: MediaItem) -> str:
        """Return the same text in other languages, to translate from."""
        queue = self.store.queue
        return _others(item, queue.task) if isinstance(queue, MediaQueue) else ""


def _others(media: MediaItem, task: MissingText) -> str:
    found = [(lang, media.text(task.key, lang)) for lang in media.translations if lang != task.lang]
    base = media.text(task.key)
    if task.lang is not None and base not in [text for _, text in found]:
        found.insert(0, (DEFAULT, base))
    return "\n".join(f"{cut(lang, 7)}: {clean(text)}" for lang, text in found if text.strip())
