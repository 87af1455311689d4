"""UploadDialog: the files to send, their folder and their text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from svc_tui.models.media import TRANSLATED, MediaFolder, MediaItem
from svc_tui.stores.uploads.dropped_paths import Skipped
from svc_tui.stores.uploads.upload_plan import Parts
from svc_tui.stores.uploads.upload_store import Progress, Upload
from svc_tui.text import clean, cut, filename, human_size, label, plural
from svc_tui.widgets.base import SvcModal, language_in_words, services
from svc_tui.widgets.dialog_words import DialogHint, DialogTitle
from svc_tui.widgets.media import questions
from svc_tui.widgets.media.breadcrumbs import folder_title
from svc_tui.widgets.media.drop_area import skipped_text
from svc_tui.widgets.media.folder_tree import FolderPicker, Peek, Target
from svc_tui.widgets.record import confirmations
from svc_tui.widgets.shell.effective_bindings import bound_key
from svc_tui.widgets.text_line import TextLine

LABELS = {"title": "Title", "alt_text": "Alt text", "description": "Description"}

HERE = "›"
"""Marks the focused file and text, which also have a color."""

Duplicates = Callable[[MediaFolder | None, Sequence[Upload]], Awaitable[Mapping[int, MediaItem]]]
"""Returns the files in a folder that have the name and size of one to be sent."""

WIDTH = 74
"""Cells of the lines of the dialog, if the terminal has room for them."""

AIRY = 5
"""Maximum number of files with a blank line between their texts in a small terminal."""

MOST_FOLDERS = 4
"""Maximum number of new folders named; the rest are counted."""


@dataclass(frozen=True)
class UploadRequest:
    """The files to send, with their text and folder."""

    uploads: tuple[Upload, ...]
    folder: MediaFolder | None


class UploadFiles(OptionList):
    """The files; Enter uploads them."""

    BINDINGS = [
        Binding("enter", "select", "Upload", tooltip="Upload these files.", id="upload.enter")
    ]


class UploadText(TextLine):
    """One text of the file that is highlighted in the list."""

    BINDINGS = [
        Binding(
            "ctrl+s,f2", "screen.send", "Upload", tooltip="Upload these files.",
            id="upload.send",
        ),
        Binding(
            "pagedown", "screen.step(1)", "Next file", tooltip="Go to the text of the next file.",
            id="upload.next",
        ),
        Binding(
            "pageup", "screen.step(-1)", "Previous file", show=False,
            tooltip="Go to the text of the previous file.", id="upload.previous",
        ),
        Binding(
            "escape", "screen.leave_text", "Go back", tooltip="Go back to the list of files.",
            id="upload.files",
        ),
    ]  # fmt: skip


class UploadDialog(SvcModal):
    """Enter sends from the files, and from the last text field of the last file; Esc goes back.

    Dismissed with an `UploadRequest`.
    """

    DEFAULT_CSS = """
    UploadDialog { align: center middle; }
    UploadDialog > .dialog { width: 80; height: auto; max-height: 100%; }
    UploadDialog OptionList { height: auto; max-height: 8; border: none; padding: 0; }
    UploadDialog .about { height: auto; max-height: 6; }
    UploadDialog .columns { height: 1; text-style: bold; }
    UploadDialog .whose { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    UploadDialog .line { height: 1; }
    UploadDialog .line > Static { width: 14; }
    UploadDialog .line > Input { width: 1fr; }
    UploadDialog .buttons { height: auto; align-horizontal: right; }
    UploadDialog #send { min-width: 19; }
    """

    is_question = True

    BINDINGS = [
        Binding("escape", "close", "Back", tooltip="Go back without uploading.", id="dialog.close"),
        Binding(
            "ctrl+s,f2",
            "send",
            "Upload",
            show=False,
            tooltip="Upload these files.",
            id="upload.send",
        ),
        Binding(
            "t", "target", "Folder", tooltip="Choose the folder to upload to.", id="upload.target"
        ),
        Binding(
            "d,delete",
            "drop",
            "Remove",
            tooltip="Remove this file from the upload.",
            id="upload.drop",
        ),
        Binding("tab", "next_part", "Next", show=False, id="upload.part",
                tooltip="Go to the next part of this dialog."),
    ]  # fmt: skip

    def __init__(
        self,
        uploads: Sequence[Upload],
        folder: MediaFolder | None,
        *,
        skipped: Sequence[Skipped] = (),
        folders: Sequence[Parts] = (),
        lang: str | None = None,
        languages: int = 0,
        peek: Peek,
        duplicates: Duplicates,
    ) -> None:
        super().__init__()
        self.uploads = [one for one in uploads if not one.over]
        self.folder = folder
        self.lang = lang
        """The language of the text; None if unknown, or if text has none."""
        self.languages = languages
        """The number of languages in which a file can have text."""
        self._refused = [one for one in uploads if one.over]
        self._skipped = tuple(skipped)
        self._folders = tuple(folders)
        self._peek = peek
        self._find = duplicates
        self._duplicates: Mapping[int, MediaItem] = {}
        self._typed_for: int | None = None
        """The id of the file whose text is in the fields."""
        self._signed: int | None = None
        """The line with the mark of the file whose text is shown."""
        self._untouched = {one.id: one for one in self.uploads}

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield DialogTitle()
            yield Static(classes="about muted")
            yield Static(classes="columns muted")
            yield UploadFiles(compact=True)
            yield Static(classes="whose muted")
            for key in TRANSLATED:
                with Horizontal(classes="line"):
                    yield Static(classes=f"muted of-{key}")
                    yield UploadText(compact=True, select_on_focus=False, classes=key)
            with Horizontal(classes="buttons"):
                yield Button("Back (Esc)", id="back", action="screen.close", compact=True)
                yield Button("Folder… (t)", id="target", action="screen.target", compact=True)
                yield Button("Upload", "primary", id="send", action="screen.send", compact=True)
            yield DialogHint()

    def on_mount(self) -> None:
        self._draw()
        self.query_one(OptionList).focus()
        self._look_for_duplicates()

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_send()

    @on(OptionList.OptionHighlighted)
    def _shown(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._fill()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._take_typed()

    def _take_typed(self) -> None:
        """Store the text in the fields for the file it was typed for."""
        typed: dict[str, Any] = {
            key: self.query_one(f"Input.{key}", Input).value for key in TRANSLATED
        }
        shown = self._typed_for
        self.uploads = [replace(one, **typed) if one.id == shown else one for one in self.uploads]

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        """Go to the next field, then to the next file; Enter never reaches a button."""
        event.stop()
        fields = list(self.query(Input))
        if self._enter_sends:
            self.action_send()
        elif event.input is fields[-1]:
            self._go_to_next_file()
        else:
            fields[fields.index(event.input) + 1].focus()

    def _go_to_next_file(self) -> None:
        self.query_one(OptionList).highlighted = (self._at or 0) + 1
        self.query(Input).first().focus()

    @property
    def _enter_sends(self) -> bool:
        """Whether Enter uploads here: from the files, and from the very last field."""
        if not isinstance(self.focused, Input):
            return True
        return self.focused.has_class(TRANSLATED[-1]) and self._at == len(self.uploads) - 1

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Mark where the focus is, and show what Enter does there."""
        self._select_proposal()
        self._draw_places()

    def _select_proposal(self) -> None:
        """Select the text that is proposed for a file, so that typing replaces it."""
        line, at = self.focused, self._at
        if not isinstance(line, UploadText) or at is None:
            return
        proposed = self._untouched[self.uploads[at].id]
        if any(line.has_class(key) and line.value == getattr(proposed, key) for key in TRANSLATED):
            line.action_select_all()

    def _draw_places(self) -> None:
        for key in TRANSLATED:
            here = isinstance(self.focused, Input) and self.focused.has_class(key)
            words = f"{HERE if here else ' '} {LABELS[key]}"
            self.query_one(f".of-{key}", Static).update(label(words), layout=False)
        send = self.query_one("#send", Button)
        enter = self.focused is send or isinstance(self.focused, UploadFiles)
        key = "Enter" if enter else bound_key(self.app, "upload.send", "ctrl+s")
        typing = isinstance(self.focused, Input)  # Esc goes to the files then, and t is text.
        self._name_button("#send", f"Upload ({key})")
        self._name_button("#target", "Folder…" if typing else "Folder… (t)")
        self._name_button("#back", "Back" if typing else "Back (Esc)")
        self.query_one(DialogHint).update(self._keys())
        self.enter_word = "Upload" if self._enter_sends else "Next field"
        self.refresh_bindings()  # The footer was drawn before the frame named its keys.

    def _name_button(self, which: str, words: str) -> None:
        """Name a button by what it does, with the key that works now."""
        button = self.query_one(which, Button)
        if str(button.label) != words:
            button.label = label(words)
            button.refresh(layout=True)  # The other key may need more cells.

    def _keys(self) -> str:
        if isinstance(self.focused, Input):
            last = len(self.uploads) - 1
            later = "PgDn next file · " if self._at not in (None, last) else ""
            earlier = "PgUp previous file · " if self._at == last > 0 else ""
            return f"{later}{earlier}Esc goes back to the files"
        return "Tab goes to the text · d removes a file"

    def action_step(self, by: int) -> None:
        """Show the text of the next or the previous file, from the first one missing there."""
        at = self._at
        if at is None or not 0 <= at + by < len(self.uploads):
            return
        self.query_one(OptionList).highlighted = at + by
        before = [key for key in TRANSLATED if not getattr(self.uploads[at + by], key)]
        here = next((key for key in TRANSLATED if self.query_one(f"Input.{key}").has_focus), "")
        if before and here and TRANSLATED.index(before[0]) < TRANSLATED.index(here):
            self.query_one(f"Input.{before[0]}").focus()

    def action_next_part(self) -> None:
        """Go on: to the next file after the last text of one, at the end to the upload."""
        line = self.focused
        if not (isinstance(line, Input) and line.has_class(TRANSLATED[-1])):
            self.focus_next()
        elif self._at == len(self.uploads) - 1:
            self.query_one("#send").focus()
        else:
            self._go_to_next_file()

    def action_leave_text(self) -> None:
        """Go back to the files, so that one key too many does not lose any text."""
        self.query_one(OptionList).focus()

    def action_close(self) -> None:
        """Close; ask first if typed text would be lost."""
        self.run_worker(self._leave(), group="leave", exclusive=True)

    async def _leave(self) -> None:
        self._take_typed()
        typed, svc = self._typed_texts, services(self)
        if typed and svc is not None:
            answer = await confirmations.before_leaving(svc.confirm, typed, "Upload")
            if answer == confirmations.SAVE:
                self.action_send()
            if answer != confirmations.DISCARD:
                return
        self.close()

    @property
    def unsent(self) -> str:
        """The sentence about typed texts that would be lost; empty if there are none."""
        self._take_typed()
        typed = self._typed_texts
        return f"Not uploaded yet: {confirmations.named(typed)}." if typed else ""

    @property
    def _typed_texts(self) -> list[str]:
        return [
            f"{LABELS[key]} of {filename(one.path.name)}"
            for one in self.uploads
            for key in TRANSLATED
            if getattr(one, key) != getattr(self._untouched[one.id], key)
        ]

    def action_send(self) -> None:
        """Send the files left in the list; those that can't be sent are listed and skipped."""
        if self.uploads:
            refused = (replace(one, progress=Progress.SKIPPED) for one in self._refused)
            ready = (self._with_duplicate(one) for one in self.uploads)
            self.close(UploadRequest((*ready, *refused), self.folder))

    def _with_duplicate(self, upload: Upload) -> Upload:
        """Return an upload with the identical file of the folder, if any."""
        duplicate = self._duplicates.get(upload.id)
        return upload if duplicate is None else replace(upload, before=(duplicate.id,))

    def action_drop(self) -> None:
        if (at := self._at) is not None:
            del self.uploads[at]
            self._draw(at)

    def action_target(self) -> None:
        self.app.push_screen(FolderPicker("Upload to", self._peek), self._aim)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "step":
            return self._at is not None and 0 <= self._at + int(str(parameters[0])) < len(
                self.uploads
            )
        return True if self.uploads or action not in ("send", "drop") else None

    @property
    def _at(self) -> int | None:
        at = self.query_one(OptionList).highlighted
        return at if at is not None and at < len(self.uploads) else None

    def _aim(self, target: Target | None) -> None:
        if target is not None:
            self.folder = target.folder
            self._draw(self._at or 0)
            self._look_for_duplicates()

    def _look_for_duplicates(self) -> None:
        self.run_worker(self._mark_duplicates(), group="duplicates", exclusive=True)

    async def _mark_duplicates(self) -> None:
        self._duplicates = await self._find(self.folder, self.uploads)
        self._draw(self._at or 0)

    def _draw(self, at: int = 0) -> None:
        self.query_one(".title", Static).update(label(self._heading()))
        about = self.query_one(".about", Static)
        about.update(label(self._about(), multiline=True))
        about.display = bool(self._about())
        self.set_class(not about.display and len(self.uploads) <= AIRY, "-airy")
        columns = self.query_one(".columns", Static)
        columns.update(label(in_columns("  Name", "Size", self._width)))
        columns.display = bool(self.uploads)
        rows = self.query_one(OptionList)
        rows.clear_options().add_options(Option(self._line(one)) for one in self.uploads)
        rows.highlighted = max(0, min(at, len(self.uploads) - 1)) if self.uploads else None
        self.query_one("#send").disabled = not self.uploads
        self._fill()

    def _fill(self) -> None:
        self._take_typed()  # The message of the last letter may still be on its way.
        at, before = self._at, self._typed_for
        self._typed_for = self.uploads[at].id if at is not None else None
        with self.prevent(Input.Changed):
            for key in TRANSLATED:
                line = self.query_one(f"Input.{key}", TextLine)
                line.value = str(getattr(self.uploads[at], key)) if at is not None else ""
                line.disabled = at is None
                if self._typed_for != before:  # Neither caret nor undo go over to another file.
                    line.cursor_position = len(line.value)
                    line.begin_history()
            if self._typed_for != before:
                self._select_proposal()
        self.query_one(".whose", Static).update(label(self._whose()), layout=False)
        self._draw_rows()
        self._draw_places()

    def _whose(self) -> str:
        """Return which file's text is below, and its language."""
        if (at := self._at) is None:
            return ""
        place = f" ({at + 1} of {len(self.uploads)})" if len(self.uploads) > 1 else ""
        lang = f" in {language_in_words(self.lang, services(self))}" if self.lang else ""
        whose = f"Text{lang} of {cut(filename(self.uploads[at].path.name), 30)}{place}"
        fits = cell_len(whose) + len(self._rest) <= self._width
        return f"{whose}{self._rest}" if fits else whose

    @property
    def _rest(self) -> str:
        """Return where text in other languages is written."""
        return " · e adds other languages later" if self.languages > 1 else ""

    def _draw_rows(self) -> None:
        """Mark only the file whose text is shown."""
        rows, at = self.query_one(OptionList), self._at
        for n in {self._signed, at} - {None}:
            if n is not None and n < rows.option_count:
                rows.replace_option_prompt_at_index(n, self._line(self.uploads[n], n == at))
        self._signed = at

    def _heading(self) -> str:
        if not self.uploads:
            return "Nothing here can be uploaded."
        return questions.about_sending(self.uploads, (), folder_title(self.folder))

    def _about(self) -> str:
        lines = []
        if self._folders:
            names = ["/".join(parts) for parts in self._folders]
            more = len(names) - MOST_FOLDERS
            rest = f" and {plural(more, 'other', 'others')}" if more > 0 else ""
            named_ones = ", ".join(cut(name, 40) for name in names[:MOST_FOLDERS])
            lines.append(f"Folders to create if missing: {named_ones}{rest}")
        if self._duplicates:
            count = plural(len(self._duplicates), "file is", "files are")
            lines.append(f"! {count} already there with the same name and size.")
        refused = [Skipped(one.path, one.reason) for one in self._refused]
        if left_out := skipped_text((*self._skipped, *refused)):
            lines.append(left_out)
        return "\n".join(lines)

    def _line(self, upload: Upload, here: bool = False) -> Content:
        duplicate = self._duplicates.get(upload.id)
        already = f"! already there: #{cut(clean(duplicate.id), 12)}" if duplicate else ""
        size = f"{already}  {human_size(upload.size):>9}"
        name = cut(filename(upload.path.name), self._width - cell_len(size) - 4)
        line = in_columns(f"{HERE if here else ' '} {name}", size, self._width)
        return label(line, "bold" if here else "")

    @property
    def _width(self) -> int:
        """The cells of a line: of the list, once it has a size."""
        width = self.query_one(OptionList).scrollable_content_region.width
        return width or min(WIDTH, self.app.size.width - 6)

    def on_resize(self) -> None:
        """Keep the sizes at the right."""
        self.call_after_refresh(lambda: self._draw(self._at or 0))


def in_columns(left: str, right: str, width: int) -> str:
    """Return a line of this width, with a cell free at its right."""
    return left + " " * (width - 1 - cell_len(left) - cell_len(right)) + right
