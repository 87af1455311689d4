"""SvcDropArea: paths that are typed or pasted, and the accepted types."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input, Static

from svc_tui.models.arguments import checks_arguments
from svc_tui.models.slots import Slots
from svc_tui.stores.uploads.dropped_paths import (
    DroppedPaths,
    Skipped,
    accepted,
    any_exist,
    common_prefix,
    completions,
    is_drop,
    pasted_paths,
    typed_path,
    typed_paths,
    without_hidden,
)
from svc_tui.text import cut, filename, label, plural
from svc_tui.widgets.base import SvcWidget
from svc_tui.widgets.media.browser import FileBrowser
from svc_tui.widgets.text_line import TextLine

MOST_OFFERED = 8
"""Maximum number of completions below the input."""


NOTHING_THERE = "No such path, or it is hidden. Check the path, or press Ctrl+F to browse."
"""The answer to a path or pattern without files; patterns leave out hidden ones."""


class PathInput(TextLine):
    """One line of paths; Tab completes, and a pasted path is a drop."""

    BINDINGS = [
        Binding("tab", "complete", "Complete", tooltip="Complete this path.", id="drop.complete"),
        Binding("ctrl+f", "browse", "Browse", tooltip="Browse for files.", id="drop.browse"),
    ]

    class CompleteWanted(Message):
        """Tab was pressed after some text."""

    @dataclass
    class Pasted(Message):
        """Paths were pasted here."""

        text: str

    class BrowseWanted(Message):
        """The user wants to browse files."""

    def action_browse(self) -> None:
        self.post_message(self.BrowseWanted())

    def action_complete(self) -> None:
        self.post_message(self.CompleteWanted())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.value) if action == "complete" else True

    def _on_paste(self, event: events.Paste) -> None:
        # Other text is left to the input's own handler, which is called after this one.
        if is_drop(event.text):
            event.stop()
            event.prevent_default()
            self.post_message(self.Pasted(event.text))


@checks_arguments(accept=str)
class SvcDropArea(SvcWidget):
    """Adds files by path, typed, pasted or dropped on the terminal.

    `accept` is a comma-separated list of types and endings; other files are listed with the reason.
    With the slot `default` filled, the area itself takes the focus: paths are pasted onto it, and
    Enter, or the slot's `trigger_pick`, opens the file browser.
    """

    DEFAULT_CSS = """
    SvcDropArea { height: auto; width: 1fr; }
    SvcDropArea > .offered { height: auto; display: none; }
    SvcDropArea > .offered.-shown { display: block; }
    """

    class Files(Message):
        """Files were chosen; `dropped` if they were pasted rather than typed."""

        def __init__(self, area: SvcDropArea, drop: DroppedPaths, dropped: bool) -> None:
            super().__init__()
            self.area = area
            self.paths: tuple[Path, ...] = drop.paths
            self.skipped: tuple[Skipped, ...] = drop.skipped
            self.dropped = dropped

    def __init__(
        self,
        *,
        accept: str = "*/*",
        multiple: bool = True,
        disabled: bool = False,
        slots: Slots | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(disabled=disabled, slots=slots, **kwargs)
        self.accept = accept
        self.multiple = multiple
        self.can_focus = "default" in self.slots
        self._taken = ""
        """The last accepted paths, as they can be typed."""

    def compose(self) -> ComposeResult:
        line = PathInput(placeholder=self._placeholder(True), compact=True)
        # A terminal reports nothing about a drag before the drop.
        yield from self.fill("default", line, trigger_pick=self.pick, is_dragging=False)
        yield Static(classes="offered")

    @property
    def keys(self) -> str:
        """The keys of the line, for the frame around it."""
        many = "*.png adds many · " if self.multiple else ""
        return f"{many}Ctrl+F browses · Enter continues"  # The footer says what Tab does now.

    def show_keys(self, shown: bool) -> None:
        """Show the keys in the empty line, unless a frame around it names them."""
        for line in self.query(PathInput):
            line.placeholder = self._placeholder(shown)

    def _placeholder(self, keys: bool) -> str:
        return f"Type a path: {self.keys.replace(' ·', ',')}" if keys else "Type a path"

    def take(self, text: str, dropped: bool = True) -> bool:
        """Use the paths in pasted text; False if it has none."""
        if self.disabled or not is_drop(text):
            return False
        self.run_worker(self._take_pasted(text, dropped), group="pasted")
        return True

    def pick(self) -> None:
        """Let the user choose files: by path, or else in the file browser."""
        if self.disabled:
            return
        if not self.query(PathInput):
            self.browse()
        self.type_path()

    def type_path(self) -> None:
        for field in self.query(PathInput):
            field.focus()

    def on_paste(self, event: events.Paste) -> None:
        if self.take(event.text):
            event.stop()

    def key_enter(self, event: events.Key) -> None:
        if self.has_focus:
            event.stop()
            self.pick()

    @on(PathInput.Pasted)
    def _pasted(self, event: PathInput.Pasted) -> None:
        event.stop()
        self.take(event.text)

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        if not isinstance(event.input, PathInput):
            return  # It belongs to the consumer's slot.
        event.stop()
        if event.value.strip():
            self.run_worker(self._take_typed(event.value), group="paths", exclusive=True)

    @on(Input.Changed)
    def _hush(self, event: Input.Changed) -> None:
        if not isinstance(event.input, PathInput):
            return
        event.stop()
        event.input.refresh_bindings()  # Tab completes a path, and leaves an empty line.
        self._offer(())

    @on(PathInput.BrowseWanted)
    def _browse(self, event: PathInput.BrowseWanted) -> None:
        event.stop()
        self.browse()

    def browse(self) -> None:
        """Choose files from the disk of this machine."""
        self.app.push_screen(FileBrowser(multiple=self.multiple), self._browsed)

    def _browsed(self, paths: tuple[Path, ...] | None) -> None:
        if paths:
            self.run_worker(self._take_chosen(paths), group="paths", exclusive=True)

    @on(PathInput.CompleteWanted)
    def _complete(self, event: PathInput.CompleteWanted) -> None:
        event.stop()
        text = self.query_one(PathInput).value
        self.run_worker(self._complete_path(text), group="paths", exclusive=True)

    async def _take_chosen(self, paths: tuple[Path, ...]) -> None:
        # Hidden files in the home folder must be given in full.
        drop = await asyncio.to_thread(without_hidden, paths)
        self._tell(drop, dropped=True)

    async def _take_pasted(self, text: str, dropped: bool) -> None:
        # In a thread: only the disk knows whether a space is part of a name.
        paths = await asyncio.to_thread(pasted_paths, text)
        self._tell(DroppedPaths(paths), dropped)

    async def _take_typed(self, text: str) -> None:
        # In a thread: a pattern may search thousands of names.
        drop = await asyncio.to_thread(typed_paths, text)
        if not await asyncio.to_thread(any_exist, drop):  # The line stays, to be corrected.
            self._say(NOTHING_THERE)
            return
        self.query_one(PathInput).value = ""
        self._tell(drop, dropped=False)
        self._taken = text

    def restore(self) -> None:
        """Show the last paths again, as they were not used."""
        for field in self.query(PathInput):
            field.value, field.cursor_position = self._taken, len(self._taken)

    async def _complete_path(self, text: str) -> None:
        found = await asyncio.to_thread(completions, text)
        field = self.query_one(PathInput)
        if field.value != text:
            return  # The text has been edited since.
        start = common_prefix(found)
        if len(start) > len(text) or (len(found) == 1 and start != text):
            with self.prevent(Input.Changed):
                field.value = start
            field.cursor_position = len(start)
        self._offer(found if len(found) != 1 else ())
        if not found:
            self._say("Nothing here has that name.")

    def _tell(self, drop: DroppedPaths, dropped: bool) -> None:
        self._taken = " ".join(typed_path(path) for path in drop.paths)
        self.post_message(self.Files(self, accepted(drop, self.accept, self.multiple), dropped))

    def _offer(self, found: tuple[str, ...]) -> None:
        names = [filename(one.rstrip("/").rpartition("/")[2]) for one in found[:MOST_OFFERED]]
        more = f"  … {len(found) - MOST_OFFERED} more" if len(found) > MOST_OFFERED else ""
        self._say("  ".join(cut(name, 30) for name in names) + more)

    def _say(self, words: str) -> None:
        line = self.query_one(".offered", Static)
        line.update(label(words))
        line.set_class(bool(words), "-shown")


def skipped_text(skipped: tuple[Skipped, ...]) -> str:
    """Return a few lines with the skipped files and the reasons."""
    lines = [f"Skipped {filename(one.path.name)}: {one.reason}" for one in skipped[:5]]
    rest = len(skipped) - len(lines)
    return "\n".join([*lines, *([f"and {plural(rest, 'other', 'others')}"] if rest else [])])
