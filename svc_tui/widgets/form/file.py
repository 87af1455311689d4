"""FileField: the stored file, another one in its place, or none."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.fields import FieldDescriptor
from svc_tui.stores.file_access import refusal_reason
from svc_tui.stores.record.draft import Unreadable
from svc_tui.stores.uploads.attachment import (
    Attachment,
    inspect_file,
    path_completions,
    size_limit,
    stored_name,
    stored_url,
)
from svc_tui.stores.uploads.dropped_paths import accept_words, common_prefix, is_drop
from svc_tui.text import clean, cut, filename, human_size, label
from svc_tui.widgets.base import CANCEL, SvcModal, drawable_hint, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.form.chooser import ChoiceInput
from svc_tui.widgets.form.field import Attrs, SvcField
from svc_tui.widgets.form.line import LineInput
from svc_tui.widgets.form.summary import summary
from svc_tui.widgets.formatting import NOTHING

INSIDE = "Press Enter to choose a file, or drop one here. Press Delete to remove it."
FROM_OUTSIDE = "Press Enter to choose a file, or drop one here. Press e, then Delete to remove it."
"""The hints of a file: in the field, and before it is edited."""


class FileLine(ChoiceInput):
    """The stored or chosen file; Delete removes it, and a pasted path is a drop."""

    BINDINGS = [
        Binding(
            "delete,backspace", "remove", "Remove", id="form.file_remove",
            tooltip="Remove the file, or restore it.",
        ),
    ]  # fmt: skip

    class RemoveWanted(Message):
        """The file should be removed, or put back."""

    class Dropped(Message):
        """A path was pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def action_remove(self) -> None:
        self.post_message(self.RemoveWanted())

    def on_paste(self, event: events.Paste) -> None:
        """Take a dropped file: terminals paste its path."""
        event.stop()
        self.post_message(self.Dropped(event.text))


class PathLine(LineInput):
    """A path that Tab completes."""

    BINDINGS = [
        Binding("tab", "complete", "Complete", tooltip="Complete this path.", id="file.complete")
    ]

    class CompleteWanted(Message):
        """Tab was pressed after some text."""

    def action_complete(self) -> None:
        self.post_message(self.CompleteWanted())


class FileDialog(SvcModal):
    """A path with completion, and the names that follow; closes with `Attachment` or None."""

    enter_word = "Choose"

    DEFAULT_CSS = """
    FileDialog { align: center middle; }
    FileDialog > .dialog { width: 76; height: auto; max-height: 100%; }
    FileDialog .names { height: 9; border: none; padding: 0; }
    FileDialog .facts, FileDialog .note, FileDialog .hint { height: auto; }
    """

    HINT = "Tab completes · ↓ names · Enter chooses the file · Esc cancels"

    BINDINGS = [CANCEL]

    def __init__(
        self, heading: str, stored: str, *, accept: str, limit: int | None, typed: str = ""
    ) -> None:
        super().__init__()
        self.heading = heading
        self.stored = stored
        self.accept = accept
        self.limit = limit
        self.typed = typed or "~/"
        self._texts: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle(label(self.heading))
            yield Static(label(self._facts()), classes="facts muted")
            yield PathLine(self.typed, placeholder="path of a file on this machine")
            yield OptionList(classes="names", compact=True)
            yield Static(classes="note error")
            yield DialogHint(label(drawable_hint(self.HINT, self)))

    def on_mount(self) -> None:
        self.query_one(PathLine).focus()
        self._complete(self.typed, False)

    def _facts(self) -> str:
        taken = (
            f"Allowed: {clean(accept_words(self.accept))}."
            if self.accept
            else "Any file is allowed."
        )
        limit = f" At most {human_size(self.limit)}." if self.limit is not None else ""
        return f"{f'Stored: {clean(self.stored)}. ' if self.stored else ''}{taken}{limit}"

    def type_on(self, text: str) -> None:
        """Add letters that were typed while this was opening."""
        for line in self.query(PathLine):
            line.insert_text_at_cursor(text)

    # Names

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._say("")
        self._complete(event.value, False)

    @on(PathLine.CompleteWanted)
    def _tab(self, event: PathLine.CompleteWanted) -> None:
        event.stop()
        self._complete(self.query_one(PathLine).value, True)

    def _complete(self, text: str, into: bool) -> None:
        begin: Any = partial(self._offer, text, into)
        self.run_worker(begin, group="names", exclusive=True)

    async def _offer(self, text: str, into: bool) -> None:
        # In a thread: a folder may hold thousands of names, and its disk may be far away.
        found = await asyncio.to_thread(path_completions, text, self.accept)
        line = self.query_one(PathLine)
        if line.value != text:
            return
        shown = tuple(found)
        start = common_prefix(shown) if shown else ""
        if into and len(start) > len(text):
            line.value = start
            line.cursor_position = len(start)
            return
        self._texts = shown
        lines = [Option(label(cut(name, 70))) for name in found.values()]
        self.query_one(OptionList).clear_options().add_options(lines)
        if into and not shown:
            self._say("Nothing here has that name.")

    def on_key(self, event: events.Key) -> None:
        """Move down to the names, or from the first of them back up."""
        line, names = self.query_one(PathLine), self.query_one(OptionList)
        if self.focused is line and event.key == "down" and self._texts:
            event.stop()
            names.focus()
            names.highlighted = 0
        elif self.focused is names and event.key == "up" and not names.highlighted:
            event.stop()
            event.prevent_default()
            line.focus()

    @on(OptionList.OptionSelected)
    def _chose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        text, line = self._texts[event.option_index], self.query_one(PathLine)
        line.value = text
        line.cursor_position = len(text)
        if text.endswith("/"):
            line.focus()
        else:
            self._take(text)

    # The file

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        if event.value.strip():
            self._take(event.value)

    def _take(self, text: str) -> None:
        begin: Any = partial(self._look, text)
        self.run_worker(begin, group="look", exclusive=True)

    async def _look(self, text: str) -> None:
        found = await _looked(self, text, self.accept, self.limit)
        if found.problem is None:
            self.close(found)
        else:
            self._say(found.problem)

    def _say(self, words: str) -> None:
        self.query_one(".note", Static).update(label(words))


async def _looked(asker: MessagePump, text: str, accept: str, limit: int | None) -> Attachment:
    """Return the file that a text names; a hidden one of the home has to be confirmed."""
    found = await asyncio.to_thread(inspect_file, text, accept, limit)
    if found.problem is not None:
        return found
    svc = services(asker)
    why = await refusal_reason(svc.confirm if svc is not None else None, found.path, "Send")
    return replace(found, problem=why) if why else found


class FileField(SvcField):
    """The address of the stored file; a `Path` while another one waits to be sent; None for none.

    `attrs.accept` lists types and endings, `attrs.max_size` is in MB, or a string such as "500 KB".
    """

    keys_inside: ClassVar[bool] = True
    has_picker: ClassVar[bool] = True

    editor: FileLine | None
    _dialog: FileDialog | None = None
    _bytes = 0

    @property
    def type_hint(self) -> str:
        return INSIDE

    @property
    def looking_hint(self) -> str:
        hint = super().looking_hint
        return FROM_OUTSIDE if hint == INSIDE else hint

    @property
    def taken(self) -> str:
        """The types of file that are accepted; empty for all."""
        return str(self.attrs.get("accept") or "")

    @property
    def limit(self) -> int | None:
        """The largest size in bytes."""
        return size_limit(self.attrs.get("max_size"))

    @classmethod
    def check_given(cls, descriptor: FieldDescriptor, attrs: Attrs, value: Any) -> str | None:
        known = isinstance(value, Path) or stored_url(value)
        return None if known else "This is not the URL of a file."

    def make_editor(self) -> FileLine:
        self._file = self.value
        return FileLine(self.words(self.value))

    def words(self, value: Any) -> str:
        if isinstance(value, Unreadable):
            return summary(value)
        before = self.edits.loaded
        if isinstance(value, Path):
            size = f", {human_size(self._bytes)}" if self._bytes else ""
            instead = f", replaces {clean(stored_name(before))}" if stored_url(before) else ""
            return f"{filename(value.name)} (new{size}{instead})"
        if value is None and stored_url(before):
            return f"{NOTHING} (removed, Delete restores {clean(stored_name(before))})"
        url = stored_url(value)
        return f"{clean(stored_name(value))}  {clean(url)}" if url else summary(value)

    def put(self, value: Any) -> None:
        self._file = value
        self._reword()

    def content(self) -> Any:
        return self._file

    def settle(self) -> None:
        """Treat the value as loaded; the description names what it replaces."""
        super().settle()
        self._reword()

    def _reword(self) -> None:
        if self.editor is not None:
            self.editor.words = self.words(self._file)

    # Choosing

    @on(ChoiceInput.OpenWanted)
    def _open(self, event: ChoiceInput.OpenWanted) -> None:
        event.stop()
        self.open_picker(event.typed)

    def open_picker(self, typed: str = "") -> None:
        """Show the dialog; keys typed before it opens go into it."""
        if self._dialog is not None and self._dialog in self.app.screen_stack:
            self._dialog.type_on(typed)
            return
        stored = stored_url(self.edits.loaded)
        self._dialog = FileDialog(
            self.descriptor.label, stored, accept=self.taken, limit=self.limit, typed=typed
        )
        self.app.push_screen(self._dialog, self._took)

    @on(FileLine.Dropped)
    def _dropped(self, event: FileLine.Dropped) -> None:
        event.stop()
        begin: Any = partial(self._look, event.text)
        self.run_worker(begin, group="look", exclusive=True)

    async def _look(self, text: str) -> None:
        """Take a dropped file at once; a notice says why one can't be."""
        if not is_drop(text):
            self.app.notify("The pasted text is not a file path.", markup=False)
            return
        found = await _looked(self, text, self.taken, self.limit)
        if found.problem is None:
            self._took(found)
        else:
            self.app.notify(clean(found.problem), severity="warning", markup=False)

    def _took(self, found: Attachment | None) -> None:
        if found is not None:
            self._bytes = found.size
            self._change(found.path)

    @on(FileLine.RemoveWanted)
    def _remove(self, event: FileLine.RemoveWanted) -> None:
        event.stop()
        before = self.edits.loaded
        self._change(before if self._file is None or isinstance(self._file, Path) else None)

    def _change(self, value: Any) -> None:
        self._file = value
        self._reword()
        self.edited()
