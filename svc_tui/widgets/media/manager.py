"""SvcMediaManager: the media library. Its parts get values and post what the user wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from svc_tui.models.arguments import AtLeast, OneOf, checks_arguments
from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.models.slots import Slots
from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.stores.media.media_picks import Picked, SelectMode
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.stores.uploads.dropped_paths import DroppedPaths
from svc_tui.stores.uploads.upload_store import UploadStore
from svc_tui.text import label
from svc_tui.widgets.base import TEXT, SvcWidget, key_hint, no_media
from svc_tui.widgets.command import CommandHost, Controller, bindings_of
from svc_tui.widgets.focusing import focus_now
from svc_tui.widgets.media.breadcrumbs import SvcMediaBreadcrumbs, trail_of
from svc_tui.widgets.media.copying import PREFIXED, MediaCopying
from svc_tui.widgets.media.details import Details
from svc_tui.widgets.media.drop_area import PathInput, SvcDropArea
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.file_commands import FileCommands
from svc_tui.widgets.media.folder_commands import FolderCommands
from svc_tui.widgets.media.folder_preview import FolderPreview
from svc_tui.widgets.media.folders import SvcMediaFolders
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.gallery_view import GalleryView
from svc_tui.widgets.media.host import MediaPermissions, MediaWork
from svc_tui.widgets.media.missing_texts import MissingTexts
from svc_tui.widgets.media.picking import Picking
from svc_tui.widgets.media.preview import SvcMediaPreview
from svc_tui.widgets.media.searching import MediaSearching
from svc_tui.widgets.media.status_text import (
    empty_text,
    file_status,
    media_facts,
    not_shown,
    status,
)
from svc_tui.widgets.media.text_saving import TextSaving
from svc_tui.widgets.media.upload_queue import SvcUploadQueue
from svc_tui.widgets.media.uploader import SvcMediaUploader
from svc_tui.widgets.media.uploading import Uploading
from svc_tui.widgets.media.viewing import Viewing
from svc_tui.widgets.panel import Panel, is_framed, name_panel, show_status
from svc_tui.widgets.text_line import TextLine

FOOTER = ("media.search", "media.upload", "media.new_folder", "media.filter", "media.delete")
"""The commands of the footer, in their order."""

BESIDE, BROAD = 100, 160
"""Minimum columns of the terminal for details beside the list, and for a large picture there."""


@checks_arguments(
    selection_mode=OneOf(("none", "single", "multi")), max_items=AtLeast(0), mime=TEXT
)
class SvcMediaManager(SvcWidget, CommandHost):
    """The media library: shows the files, or a loading, empty or error state."""

    # Only this widget listens to the stores. Each feature is a controller (`MediaSearching`, …)
    # that uses this widget as a `MediaHost`.

    DEFAULT_CSS = """
    SvcMediaManager { height: 1fr; width: 1fr; }
    SvcMediaManager > .head { height: 2; layout: grid; grid-size: 2 2; grid-columns: 1fr 30%; }
    SvcMediaManager > .head > .search { width: 100%; }
    SvcMediaManager > .head > SvcMediaBreadcrumbs { column-span: 2; }
    SvcMediaManager > .body { height: 1fr; }
    SvcMediaManager > .body > .list { width: 1fr; height: 1fr; }
    SvcMediaManager .face { height: auto; display: none; }
    SvcMediaManager .face.-shown, SvcMediaManager.-beside .aside.-shown { display: block; }
    SvcMediaManager SvcMediaGallery { height: 1fr; }
    SvcMediaManager > .status { height: 1; }
    SvcMediaManager .aside { display: none; width: 40%; max-width: 60; padding: 1 1 0 1; }
    SvcMediaManager.-broad .aside { width: 45%; max-width: 80; }
    SvcMediaManager.-editing.-beside .aside.-shown { display: none; }
    SvcMediaManager.-editing > .body > .list { display: none; }
    SvcMediaManager.-editing.-beside > .body > .list { display: block; }
    SvcMediaManager.-editing.-beside > .body > SvcMediaEditor { width: 42; }
    """

    needs_services = True

    # After y, r belongs to copying.
    BINDINGS = bindings_of(
        MediaCopying,
        MediaSearching,
        Uploading,
        FolderCommands,
        FileCommands,
        Details,
        MissingTexts,
        Viewing,
        first=FOOTER,
    )

    @dataclass
    class SelectionChanged(Message):
        """`update:selection`, in picker mode."""

        selection: Picked

    @dataclass
    class FilePicked(Message):
        """The user picked a file, even the same one again; not posted for a preset."""

        media: MediaItem

    @dataclass
    class Moved(Message):
        """The folder, page, search or filter that is shown has changed."""

        place: MediaLocation

    store: MediaStore
    gallery: SvcMediaGallery
    editor: SvcMediaEditor
    uploader: SvcMediaUploader

    def __init__(
        self,
        *,
        selection_mode: SelectMode = "none",
        mime: str | None = None,
        no_folders: bool = False,
        languages: Sequence[str] = (),
        default_lang: str | None = None,
        initial_selection: Picked = None,
        max_items: int | None = None,
        store: MediaStore | None = None,
        place: MediaLocation | None = None,
        cursor: str | None = None,
        zone: tzinfo | None = None,
        slots: Slots | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(slots=slots, **kwargs)
        self.selection_mode = selection_mode
        self.picking = selection_mode != "none"
        """Whether files are picked here instead of edited."""
        self.locked_mime = mime
        self.no_folders = no_folders
        self.languages = tuple(languages)
        self.default_lang = default_lang
        self.initial_selection = initial_selection
        self.max_items = max_items
        self.zone = zone
        self.work = MediaWork(self)
        self._own_store = store
        self._place = place or MediaLocation()
        self._cursor = cursor
        """The entry to put the cursor on as soon as it is there."""
        self._shown: MediaState | None = None
        self._parts: tuple[Widget, ...] = ()

    def what_is_missing(self) -> str:
        """Return what to do about services that are missing or not started; "" without any."""
        return super().what_is_missing() or no_media(self)

    def compose(self) -> ComposeResult:
        svc = self.svc
        self.store = self._own_store or svc.media
        self.uploads = svc.uploads
        self.permissions = MediaPermissions(svc)
        grid = svc.preferences.state.gallery == "grid"
        self.gallery = SvcMediaGallery(mode="grid" if grid else "list", zone=self.zone)
        self.editor = self._make_editor(self.permissions)
        self.uploader = SvcMediaUploader(accept=self.locked_mime or "*/*")
        search = TextLine(
            self._place.search, placeholder="/ to search", compact=True, classes="search"
        )
        filters = SvcMediaFolders()
        aside = SvcMediaPreview(classes="aside", show_filename=True)
        folder = FolderPreview(self.store, classes="aside")
        self._parts = (self.gallery, self.editor, self.uploader)
        self._make_controllers(search, filters)
        self.viewing = Viewing(self, aside, folder)
        with Container(classes="head"):
            yield filters
            yield search
            yield SvcMediaBreadcrumbs()
        with Horizontal(classes="body"):
            with Panel(classes="list"):
                yield Static(classes="face")
                yield self.gallery
            yield aside
            yield folder
            yield self.editor
        yield self.uploader
        yield Static(classes="status")
        yield from self.fill("actions")

    def _make_editor(self, permissions: MediaPermissions) -> SvcMediaEditor:
        return SvcMediaEditor(
            languages=self.languages,
            default_lang=self.default_lang,
            base_texts=not self.store.api.dialect.base_texts_are_main,
            may_change=permissions.may("change"),
            may_delete=permissions.may("delete"),
            rights=(permissions.name("change"), permissions.name("delete")),
            zone=self.zone,
        )

    def _make_controllers(self, search: Input, filters: SvcMediaFolders) -> None:
        self.texts = TextSaving(self, self.editor)
        self.details = Details(self, self.editor, self.texts)
        self.picks = Picking(self, self.max_items, self._say_picked)
        self.searching = MediaSearching(self, search, filters)
        self.uploading = Uploading(self, self.uploads, self.uploader)
        self.folders = FolderCommands(self, self.details)
        self.files = FileCommands(self, self.details, self.folders, self.uploads)
        self.missing_texts = MissingTexts(self, self.details, self.editor)
        self.copying = MediaCopying(self, self._draw_prefix)

    def controllers(self) -> Iterable[Controller]:
        """The available features; only the library's own page can change it."""
        if not self.is_ready:
            return ()
        folders = () if self.no_folders else (self.folders,)
        changing = () if self.picking else (self.files, self.details, self.missing_texts)
        return (
            self.copying,
            self.searching,
            self.uploading,
            *folders,
            *changing,
            self.viewing,
        )

    def on_mount(self) -> None:
        """Reset the store, subscribe to it, and read the first page."""
        self.store.keeper = self
        self.store.reset()
        self.store.set_selection_mode(self.selection_mode)
        if self.initial_selection is not None:
            self.store.set_selection(self.initial_selection)
        self.store.lock_mime_type(self.locked_mime)
        self.store.set_flat(self.no_folders)
        self.store.set_lang(self.default_lang)
        self.listen(self.store, self.uploads)
        self.work.load(self.store.restore(self._place))
        self._show_uploads()
        if not self.languages and not self.picking:
            self.run_worker(self.details.learn_languages(), group="languages")

    def on_unmount(self) -> None:
        """Reset the store, unless another widget uses it already."""
        # Finished uploads have been seen; uncertain ones must still be checked.
        self.uploads.clear(unsure=False)
        if self.store.keeper is self:
            self.store.keeper = None
            self.store.reset()

    def on_resize(self) -> None:
        self.set_class(self.app.size.width >= BESIDE, "-beside")
        self.set_class(self.app.size.width >= BROAD, "-broad")
        if self.is_ready:
            self._draw_status()
            self.call_after_refresh(self.viewing.show_aside)

    @property
    def is_ready(self) -> bool:
        """Whether all parts are mounted.

        Called for each key that is shown, so it must be cheap.
        """
        parts = self._parts
        return self.is_mounted and bool(parts) and all(part.is_attached for part in parts)

    @property
    def current_media(self) -> MediaItem | None:
        """The file whose details are open, or else the one under the cursor."""
        entry = self.store.state.edit_media or self.gallery.current
        return entry if isinstance(entry, MediaItem) else None

    @property
    def coming(self) -> bool:
        """Whether the rows that typed keys are meant for are still loading.

        That is the first page, or the folder, text or question that a key has requested.
        """
        if not self.is_ready:
            return True
        state, work = self.store.state, self.work
        entering = work.is_entering and state.loading and not state.looking
        read = state.loaded or state.error is not None
        return not read or entering or work.is_opening or self._shown is not state

    def unsaved(self) -> str:
        return self.texts.unsaved()

    async def may_leave(self) -> bool:
        return await self.texts.may_leave()

    def drop(self, text: str) -> bool:
        """Use pasted text as file paths; return False if it is something else."""
        return self.uploading.paste(text)

    def refresh_files(self) -> None:
        self.work.load(self.store.refresh())

    def signed_in_again(self) -> None:
        """Load the folder again, if it needed a sign-in."""
        if self.store.state.expired:
            self.refresh_files()

    def show_written(self) -> None:
        if not self.store.state.looking:  # Otherwise the search shows them with its next page.
            self.work.load(self.store.refresh_after_write())

    def show_references(self) -> None:
        """Open the details of the current file, with the cursor on the records that use it."""
        if (media := self.current_media) is None:
            self.svc.snack.show("Folders are not used by records.")
        elif not self.picking:
            self.work.run(self.details.show_references(media), "details")

    def point_at(self, key: str | None) -> None:
        self._cursor = key
        if key is not None:
            self.gallery.show(self.store.state, key, folders=not self.no_folders)

    @on(MediaStore.Changed)
    def _changed(self, event: MediaStore.Changed) -> None:
        if event.store is not self.store or not self.is_ready:
            return
        state = event.state
        before, self._shown = self._shown, state
        entered = before is not None and before.loaded and _place(before) != _place(state)
        if before is not None and before.folders is not state.folders:
            self.viewing.forget_folders()
        self._show_list(state, self._cursor is None and entered)
        self._show_details(state)
        if state.unreadable:  # The status line may have no room for all of it.
            self.svc.snack.show_once(f"{not_shown(state)}.", "warning", 8)
        if before is not None and before.selection != state.selection:
            self.post_message(self.SelectionChanged(state.selection))
        if state.loaded and not state.loading and state.error is None:
            self.post_message(self.Moved(MediaLocation.shown(state)))

    def _show_list(self, state: MediaState, from_top: bool = False) -> None:
        self.query_one(SvcMediaBreadcrumbs).show(state.parent_folders, _note(state))
        if state.loaded:
            self.gallery.show(state, self._cursor, folders=not self.no_folders)
            if from_top:
                self.gallery.go_to_row(0)
            if not state.loading:
                self._cursor = None
        self.viewing.show_aside()
        self._draw_empty_text()
        self._draw_status()
        self.searching.show(state)
        self._show_uploads()
        self.refresh_bindings()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _draw_empty_text(self) -> None:
        """Show a sentence instead of the rows; its keys differ while typing."""
        if not self.is_ready:
            return
        adding = isinstance(self.screen.focused, PathInput)
        may_add = self.permissions.may("add") and not adding
        words, failed = empty_text(self.store.state, may_add, bool(self.gallery.entries))
        line = self.query_one(".face", Static)
        line.update(label(key_hint(words, self.screen)))
        line.set_class(bool(words), "-shown")
        line.set_class(failed, "-failed")

    def _draw_status(self) -> None:
        state, panel = self.store.state, self.query_one(".list", Panel)
        words = status(state, framed=is_framed(panel))
        if state.edit_media is not None and not self.has_class("-beside"):
            words = file_status(state, state.edit_media)  # The list is covered by its details.
        words = PREFIXED if self.copying.prefixed else words
        panel.show_facts(media_facts(state))
        show_status(panel, self.query_one(".status", Static), words)
        name_panel(panel, " › ".join(trail_of(state.parent_folders, _note(state))))

    def _draw_prefix(self) -> None:
        self._draw_status()
        self.refresh_bindings()

    def _show_details(self, state: MediaState) -> None:
        is_open, was_open = state.edit_media is not None, self.has_class("-editing")
        self.details.show(state)
        self.set_class(is_open, "-editing")
        if is_open != was_open and not self.editor.wants_links:
            focus_now(self.editor if is_open else self.gallery.view)

    @on(UploadStore.Changed)
    def _show_uploads(self) -> None:
        self.uploading.show()

    @on(MediaStore.Uploaded)
    def _uploaded(self, event: MediaStore.Uploaded) -> None:
        self.uploading.arrived(event.media)

    # What the list wants

    @on(SvcMediaGallery.FolderOpened)
    def _open_folder(self, event: SvcMediaGallery.FolderOpened) -> None:
        event.stop()
        self.folders.enter(event.folder)

    @on(SvcMediaGallery.BackWanted)
    def _go_back(self, event: SvcMediaGallery.BackWanted) -> None:
        event.stop()
        state = self.store.state
        if state.narrowed and not state.looking:
            self.searching.clear()
        else:
            self.folders.back()

    @on(SvcMediaGallery.UpWanted)
    def _up(self, event: SvcMediaGallery.UpWanted) -> None:
        event.stop()
        self.folders.up()

    @on(SvcMediaGallery.Picked)
    def _pick(self, event: SvcMediaGallery.Picked) -> None:
        event.stop()
        self.details.leave_for(self.picks.choose(event.media), group="details")

    @on(SvcMediaGallery.MarkWanted)
    async def _mark(self, event: SvcMediaGallery.MarkWanted) -> None:
        event.stop()
        await self.picks.mark(event.medias)

    def _say_picked(self, media: MediaItem) -> None:
        self.post_message(self.FilePicked(media))

    @on(GalleryView.CursorMoved)
    def _look_aside(self, event: GalleryView.CursorMoved) -> None:
        event.stop()
        self.viewing.show_entry(event.entry)

    # What the search, the filters and the details want

    @on(Input.Changed, ".search")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.searching.typed(event.input)

    @on(Input.Submitted, ".search")
    def _searched(self, event: Input.Submitted) -> None:
        event.stop()
        self.searching.submitted(event.value)

    @on(SvcMediaFolders.MimeWanted)
    def _filter(self, event: SvcMediaFolders.MimeWanted) -> None:
        event.stop()
        self.searching.narrow(event.mime)

    @on(SvcMediaEditor.LinkOpened)
    def _open_link(self, event: SvcMediaEditor.LinkOpened) -> None:
        event.stop()
        self.details.open_link(event.link)

    @on(SvcMediaEditor.CloseWanted)
    def _close(self, event: SvcMediaEditor.CloseWanted) -> None:
        event.stop()
        self.work.run(self.details.close(), "question")

    @on(SvcMediaEditor.SaveWanted)
    def _save(self, event: SvcMediaEditor.SaveWanted) -> None:
        event.stop()
        self.ask(self.texts.save())

    @on(SvcMediaEditor.DeleteWanted)
    def _delete(self, event: SvcMediaEditor.DeleteWanted) -> None:
        event.stop()
        self.work.run(self.files.delete_file(event.media), "question")

    @on(SvcMediaEditor.StepWanted)
    def _step(self, event: SvcMediaEditor.StepWanted) -> None:
        event.stop()
        self.details.step(event.by)

    # What the uploads want

    def on_key(self, event: events.Key) -> None:
        if self.is_ready:
            self.copying.refuse(event)

    def on_paste(self, event: events.Paste) -> None:
        """Treat a pasted path as a dropped file, wherever on the page it lands."""
        if self.drop(event.text):
            event.stop()

    @on(SvcDropArea.Files)
    def _take_files(self, event: SvcDropArea.Files) -> None:
        event.stop()
        self.uploading.take(DroppedPaths(event.paths, event.skipped))

    @on(SvcMediaUploader.Left)
    def _leave_uploader(self, event: SvcMediaUploader.Left) -> None:
        event.stop()
        self.gallery.focus()

    @on(SvcUploadQueue.CancelWanted)
    def _cancel_upload(self, event: SvcUploadQueue.CancelWanted) -> None:
        self.uploading.cancel(event.upload_id)

    @on(SvcUploadQueue.RetryWanted)
    def _retry_upload(self, event: SvcUploadQueue.RetryWanted) -> None:
        self.uploading.retry(event.upload_id)

    @on(SvcUploadQueue.ClearWanted)
    def _clear_uploads(self) -> None:
        self.uploading.clear()


def _note(state: MediaState) -> str:
    """Return the text in place of the folders if more than one is shown."""
    return "whole library" if state.everywhere else ""


def _place(state: MediaState) -> Id | None:
    return state.parent_folder.id if state.parent_folder is not None else None
