"""SvcMediaManagerDialog: the library over the page, to pick from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, Static

from svc_tui.models.arguments import AtLeast, OneOf, checks_arguments
from svc_tui.models.media import MediaItem
from svc_tui.models.slots import Slots
from svc_tui.stores.media.media_picks import Picked
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.text import clean, label, plural
from svc_tui.widgets.base import (
    CANCEL,
    TEXT,
    SvcModal,
    SvcWidget,
    drawable_hint,
    no_media,
    when_drawn,
)
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.media.manager import SvcMediaManager
from svc_tui.widgets.media.strip import SvcMediaStrip

PickMode = Literal["single", "multi"]
Chosen = MediaItem | tuple[MediaItem, ...]
"""The result of a picker: one file, or several in order."""


NOUNS = {
    "image": ("an image", "images"),
    "video": ("a video", "videos"),
    "audio": ("a recording", "recordings"),
    "text": ("a text", "texts"),
    "application": ("a document", "documents"),
}
"""Words for one and several chosen files, by the main type."""

LONGEST_HINT = 72
"""Cells of keys that fit into the dialog's frame on the smallest screen."""


class MediaPicker(SvcModal):
    """The dialog itself; dismissed with what was confirmed, or None."""

    DEFAULT_CSS = """
    MediaPicker { align: center middle; }
    /* A margin, as a padding would be drawn over the footer. */
    MediaPicker > .dialog { width: 100%; height: 100%; margin-bottom: 1; }
    MediaPicker > .dialog > .title, MediaPicker > .dialog > .hint { height: 1; }
    MediaPicker > .dialog > SvcMediaManager { height: 1fr; }
    MediaPicker .buttons { height: 1; align-horizontal: right; }
    MediaPicker .buttons > .count { width: 1fr; }
    """

    BINDINGS = [
        CANCEL,
        Binding("q", "close", "Cancel", show=False, id="picker.cancel"),
        Binding(
            "tab",
            "next_part",
            "Next part",
            show=False,
            tooltip="Go to the row of chosen files.",
            id="picker.next",
        ),
        Binding(
            "ctrl+s,f2",
            "confirm",
            "Confirm",
            tooltip="Use the chosen files.",
            id="picker.confirm",
        ),
    ]

    def __init__(
        self,
        *,
        selection_mode: PickMode = "single",
        mime: str | None = None,
        no_folders: bool = False,
        selected: Chosen | Iterable[MediaItem] | None = None,
        max_items: int | None = None,
        svc: Any = None,
    ) -> None:
        super().__init__()
        self._svc = svc
        self.selection_mode = selection_mode
        self.mime = mime
        self.no_folders = no_folders
        self.max_items = max_items
        self.chosen: Picked = _seeded(selection_mode, selected)
        """The files that would be confirmed now."""

    def compose(self) -> ComposeResult:
        media = self.svc.media
        with Vertical(classes="dialog"):
            yield DialogTitle(self._title())
            if self.selection_mode == "multi":
                yield SvcMediaStrip(self.chosen if isinstance(self.chosen, tuple) else ())
            yield SvcMediaManager(
                selection_mode=self.selection_mode,
                mime=self.mime,
                no_folders=self.no_folders,
                initial_selection=self.chosen,
                max_items=self.max_items,
                cursor=f"media:{self.chosen.id}" if isinstance(self.chosen, MediaItem) else None,
                # The page below this dialog may be showing the library already.
                store=MediaStore(media.api) if media.keeper is not None else None,
                svc=self._svc,
                slots=Slots({"actions": self._buttons}),
            )
            yield DialogHint(longest=LONGEST_HINT)

    def on_mount(self) -> None:
        self.manager.gallery.focus()
        self._draw_keys()
        self._draw()

    unused_key = "To search, press / first. F1 shows the keys of this dialog."
    """Said of letters that do nothing: other pickers search for them."""

    @property
    def coming(self) -> bool:
        """Whether the library, or a folder that a key opened, is still loading."""
        return any(manager.coming for manager in self.query(SvcMediaManager))

    @property
    def manager(self) -> SvcMediaManager:
        return self.query_one(SvcMediaManager)

    def on_descendant_focus(self) -> None:
        """Show the keys of the strip while they act."""
        self._draw_keys()

    def _draw_keys(self) -> None:
        self.query_one(".title", Static).update(self._title())
        self.query_one(".hint", Static).update(drawable_hint(self._keys(), self))

    @on(SvcMediaManager.SelectionChanged)
    def _changed(self, event: SvcMediaManager.SelectionChanged) -> None:
        event.stop()
        self.chosen = event.selection
        for strip in self.query(SvcMediaStrip):
            strip.show(self.chosen if isinstance(self.chosen, tuple) else ())
        self._draw()

    @on(SvcMediaManager.FilePicked)
    def _picked(self, event: SvcMediaManager.FilePicked) -> None:
        event.stop()
        if self.selection_mode == "single":
            self.close(event.media)

    @on(SvcMediaStrip.Changed)
    def _reordered(self, event: SvcMediaStrip.Changed) -> None:
        event.stop()
        self.manager.store.set_selection(event.medias)

    def action_confirm(self) -> None:
        if self.chosen:
            self.close(self.chosen)

    def action_next_part(self) -> None:
        """Go from the files to the order of the picked ones; elsewhere to the next widget."""
        strips = self.query(SvcMediaStrip)
        if strips and self.manager.gallery.view.has_focus:
            strips.first().focus()
        else:
            self.focus_next()

    def action_close(self) -> None:
        """Leave the strip first, so that one key too many does not lose the selection."""
        if self._at_strip:
            self.manager.gallery.focus()
        else:
            self.close()

    @property
    def _at_strip(self) -> bool:
        return any(strip.has_focus for strip in self.query(SvcMediaStrip))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return (True if self.chosen else None) if action == "confirm" else True

    def unavailable_reason(self, action: str, parameters: tuple[object, ...]) -> str:
        return "Nothing chosen yet. Press Space to choose the file under the cursor."

    def _buttons(self) -> Widget:
        return Horizontal(
            Static(classes="count"),
            Button("Cancel (Esc)", id="cancel", action="screen.close", compact=True),
            Button(
                "Confirm (Ctrl+S)", "primary", id="confirm", action="screen.confirm", compact=True
            ),
            classes="buttons",
        )

    def _draw(self) -> None:
        for button in self.query("#confirm"):
            button.disabled = not self.chosen
        for row in self.query(".buttons"):  # Enter confirms a single file at once.
            row.display = self.selection_mode == "multi" or bool(self.chosen)
        for line in self.query(".count").results(Static):
            line.update(label(self._count()))
        self.refresh_bindings()

    def _title(self) -> str:
        one, several = NOUNS.get((self.mime or "").partition("/")[0], ("a file", "files"))
        if self._at_strip:
            return f"Order of the {several}"
        return f"Choose {one if self.selection_mode == 'single' else several}"

    def _keys(self) -> str:
        """Return the keys of the lower edge, which fit into the smallest frame."""
        if any(one.searching.is_typing for one in self.query(SvcMediaManager)):
            return "Type to search · Enter goes to the files · Esc ends the search"
        if self._at_strip:
            return "← → go · J K move · Space removes · Esc goes back"
        folders = "" if self.no_folders else " · t folders"
        if self.selection_mode == "single":
            return f"Enter chooses · / search · p previews{folders} · # view · Esc cancels"
        return f"Space or Enter chooses · / search · Tab order{folders} · Esc cancels"

    def _count(self) -> str:
        if isinstance(self.chosen, MediaItem):
            return f" Chosen: {clean(self.chosen.name)}"
        if self.chosen is None:
            return ""
        if not self.chosen:  # The line above the files says so.
            limit = self.max_items
            return "" if limit is None else f" {plural(limit, 'file', 'files')} at most"
        if self.max_items is not None:
            return f" {len(self.chosen)} of {plural(self.max_items, 'file', 'files')} chosen"
        return f" {plural(len(self.chosen), 'file', 'files')} chosen"


@checks_arguments(selection_mode=OneOf(("single", "multi")), max_items=AtLeast(0), mime=TEXT)
class SvcMediaManagerDialog(SvcWidget):
    """A button that opens the library, and posts the chosen files.

    `model_value` opens and closes it. The slot `activator` replaces the button and receives `open`.
    In `single` mode the first pick confirms; in `multi` Ctrl+S does, in the order of the strip.
    """

    DEFAULT_CSS = """
    SvcMediaManagerDialog { height: auto; width: auto; }
    """

    needs_services = True

    @dataclass
    class ModelValueChanged(Message):
        """`update:modelValue`: it was opened or closed."""

        dialog: SvcMediaManagerDialog
        value: bool

    @dataclass
    class Confirm(Message):
        """One or several files were picked."""

        dialog: SvcMediaManagerDialog
        value: Chosen

    model_value: reactive[bool] = reactive(False, init=False)
    """Whether the library is open."""

    def __init__(
        self,
        *,
        model_value: bool = False,
        selection_mode: PickMode = "single",
        mime: str | None = None,
        no_folders: bool = False,
        selected: Chosen | Iterable[MediaItem] | None = None,
        max_items: int | None = None,
        slots: Slots | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(slots=slots, **kwargs)
        self.set_reactive(SvcMediaManagerDialog.model_value, model_value)
        self.selection_mode: PickMode = selection_mode
        self.mime = mime
        self.no_folders = no_folders
        self.selected = selected
        self.max_items = max_items
        self._picker: MediaPicker | None = None

    def compose(self) -> ComposeResult:
        yield from self.fill("activator", Button("Choose…", compact=True), open=self.open)

    def on_mount(self) -> None:
        if self.model_value:
            when_drawn(self, self._show_picker)

    def open(self) -> None:
        """Open the dialog."""
        self.model_value = True

    def watch_model_value(self, value: bool) -> None:
        self.post_message(self.ModelValueChanged(self, value))
        if value:
            self._show_picker()
        elif self._picker is not None:
            self._picker.close()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        if "activator" not in self.slots:
            event.stop()
            self.open()

    def _show_picker(self) -> None:
        if self._picker is not None:
            return
        if words := no_media(self):
            self.model_value = False
            self.svc.snack.show(words, "error")
            return
        self._picker = MediaPicker(
            selection_mode=self.selection_mode,
            mime=self.mime,
            no_folders=self.no_folders,
            selected=self.selected,
            max_items=self.max_items,
            svc=self._svc,
        )
        self.app.push_screen(self._picker, self._was_closed)

    def _was_closed(self, chosen: Chosen | None) -> None:
        self._picker = None
        self.model_value = False
        if chosen is not None:
            self.selected = chosen
            self.post_message(self.Confirm(self, chosen))


def _seeded(mode: PickMode, selected: Chosen | Iterable[MediaItem] | None) -> Picked:
    """Return the initial selection for the mode."""
    medias = (selected,) if isinstance(selected, MediaItem) else tuple(selected or ())
    if mode == "multi":
        return medias
    return medias[0] if medias else None
