"""SvcMediaManager: the one ear of its wing; its leaves are handed values and say what is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Static

from svc_tui.models.media import MediaItem
from svc_tui.models.records import Id
from svc_tui.models.slots import Slots
from svc_tui.stores.media.media_location import MediaLocation
from svc_tui.stores.media.media_picks import Picked, SelectMode
from svc_tui.stores.media.media_state import MediaState
from svc_tui.stores.media.media_store import MediaStore
from svc_tui.text import label, plural
from svc_tui.widgets.base import key_hint
from svc_tui.widgets.media.actions import ADDS, MediaActions
from svc_tui.widgets.media.breadcrumbs import SvcMediaBreadcrumbs, named
from svc_tui.widgets.media.editor import SvcMediaEditor
from svc_tui.widgets.media.folders import SvcMediaFolders
from svc_tui.widgets.media.gallery import SvcMediaGallery
from svc_tui.widgets.media.keys import LIBRARY_KEYS
from svc_tui.widgets.media.status_text import face
from svc_tui.widgets.media.uploader import SvcMediaUploader
from svc_tui.widgets.text_line import TextLine

NOT_WHILE_PICKING = (
    "rename",
    "edit",
    "delete",
    "move",
    "replace",
    "mark_all",
    "worklist",
    "missing",
)
"""What changes the library is left to its own page."""

BESIDE = 100
"""Columns of the terminal from which on the details stand beside the list."""


class SvcMediaManager(MediaActions):
    """The media library (toolkit: SvcMediaManager). Its faces: loading, empty, failed, rows."""

    DEFAULT_CSS = """
    SvcMediaManager { height: 1fr; width: 1fr; }
    SvcMediaManager > .head, SvcMediaManager > SvcMediaFolders { height: 1; }
    SvcMediaManager > .head > .search { width: 30%; min-width: 14; }
    SvcMediaManager > .body { height: 1fr; }
    SvcMediaManager > .body > .list { width: 1fr; height: 1fr; }
    SvcMediaManager .face { height: auto; display: none; }
    SvcMediaManager .face.-shown, SvcMediaManager.-aside.-beside .aside { display: block; }
    SvcMediaManager SvcMediaGallery { height: 1fr; }
    SvcMediaManager > .status { height: 1; }
    SvcMediaManager .aside { display: none; width: 42; padding: 1 0 0 1; }
    SvcMediaManager.-editing > .body > .list { display: none; }
    SvcMediaManager.-editing.-beside > .body > .list { display: block; }
    SvcMediaManager.-editing.-beside > .body > SvcMediaEditor { width: 42; }
    """

    BINDINGS = LIBRARY_KEYS

    class SelectionChanged(Message):
        """`update:selection`, in picker mode."""

        def __init__(self, selection: Picked) -> None:
            super().__init__()
            self.selection = selection

    class FilePicked(Message):
        """The operator picked a file, also one that was picked before; a preset is no pick."""

        def __init__(self, media: MediaItem) -> None:
            super().__init__()
            self.media = media

    class Moved(Message):
        """Another place of the library is shown now."""

        def __init__(self, place: MediaLocation) -> None:
            super().__init__()
            self.place = place

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
        self.locked_mime = mime
        self.no_folders = no_folders
        self.languages = tuple(languages)
        self.default_lang = default_lang
        self.initial_selection = initial_selection
        self.max_items = max_items
        self.zone = zone
        self._own_store = store
        self._place = place or MediaLocation()
        self._cursor = cursor

    def compose(self) -> ComposeResult:
        """Head, filters, list and details, uploads, status, and the slot of the footer bar."""
        gallery = SvcMediaGallery(mode=self.mode_liked, zone=self.zone)
        editor = SvcMediaEditor(
            languages=self.languages,
            default_lang=self.default_lang,
            base_texts=not (self._own_store or self.svc.media).api.dialect.base_texts_are_main,
            may_change=self.may("change"),
            may_delete=self.may("delete"),
            rights=(self.right("change"), self.right("delete")),
            zone=self.zone,
        )
        uploader = SvcMediaUploader(accept=self.locked_mime or "*/*")
        self.leaves = (gallery, editor, uploader)
        with Horizontal(classes="head"):
            yield SvcMediaBreadcrumbs()
            yield TextLine(
                self._place.search, placeholder="/ to search", compact=True, classes="search"
            )
        yield SvcMediaFolders()
        with Horizontal(classes="body"):
            with Vertical(classes="list"):
                yield Static(classes="face")
                yield gallery
            yield from self.aside()
            yield editor
        yield uploader
        yield Static(classes="status")
        yield from self.fill("actions")

    def on_mount(self) -> None:
        """Take the store over as new, hear it, and read the first page."""
        self.store = self._own_store or self.svc.media
        self.uploads = self.svc.uploads
        self.store.keeper = self
        self.store.reset()
        self.store.set_selection_mode(self.selection_mode)
        if self.initial_selection is not None:
            self.store.set_selection(self.initial_selection)
        self.store.lock_mime_type(self.locked_mime)
        self.store.set_flat(self.no_folders)
        self.store.set_lang(self.default_lang)
        self.listen(self.store, self.uploads)
        self._load(self.store.restore(self._place))
        self._show_uploads()
        if not self.languages and not self.picking:
            self.run_worker(self._learn_languages(), group="languages")

    def on_unmount(self) -> None:
        """Leave the store as new, unless somebody else has it already (toolkit: reset)."""
        # Who leaves has read what became of them; what may be there is still to be looked up.
        self.uploads.clear(unsure=False)
        if self.store.keeper is self:
            self.store.keeper = None
            self.store.reset()

    def on_resize(self) -> None:
        """Details stand beside the list where there is room for both."""
        self.set_class(self.app.size.width >= BESIDE, "-beside")

    # Hearing the stores

    @on(MediaStore.Changed)
    def _changed(self, event: MediaStore.Changed) -> None:
        if event.store is not self.store or not self.whole:
            return
        state = event.state
        before, self._shown = self._shown, state
        entered = before is not None and before.loaded and _place(before) != _place(state)
        self._show_list(state, self._cursor is None and entered)
        self._show_details(state)
        if before is not None and before.selection != state.selection:
            self.post_message(self.SelectionChanged(state.selection))
        if state.loaded and not state.loading and state.error is None:
            self.post_message(self.Moved(MediaLocation.shown(state)))

    def _show_list(self, state: MediaState, from_top: bool = False) -> None:
        note = "whole library" if state.everywhere else ""
        self.query_one(SvcMediaBreadcrumbs).show(state.parent_folders, note)
        self.query_one(SvcMediaFolders).show(state.mime)
        if state.loaded:
            self.gallery.show(state, self._cursor, folders=not self.no_folders)
            if from_top:
                self.gallery.go_to_row(0)
            if not state.loading:
                self._cursor = None
        self._draw_face()
        self._draw_status()
        search = self.query_one(".search", Input)
        if not search.has_focus and search.value.strip() != state.search:
            with self.prevent(Input.Changed):
                search.value = state.search
        self._show_uploads()
        self.refresh_bindings()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _draw_face(self) -> None:
        """The sentence instead of the rows; its keys are other ones while one types."""
        if not self.whole:
            return
        words, failed = face(self.store.state, self.may("add"), bool(self.gallery.entries))
        line = self.query_one(".face", Static)
        line.update(label(key_hint(words, self.screen.focused)))
        line.set_class(bool(words), "-shown")
        line.set_class(failed, "-failed")

    def _show_details(self, state: MediaState) -> None:
        media, open_before = state.edit_media, self.has_class("-editing")
        place = next(
            (named(one) for one in state.parent_folders if media and one.id == media.folder),
            "" if media is None or media.folder else named(None),
        )
        self.editor.show(media, state.edit_error, place)
        self.set_class(media is not None, "-editing")
        if (media is not None) != open_before and not self.editor.wants_links:
            # At once, not by a message: a key that follows would overtake it.
            self.screen.set_focus(self.gallery.face if media is None else self.editor)

    # What the leaves want

    @on(SvcMediaGallery.FolderOpened)
    def _open_folder(self, event: SvcMediaGallery.FolderOpened) -> None:
        event.stop()
        self._cursor = None
        self._after_unsaved_check(self.store.navigate_to_folder(event.folder))

    @on(SvcMediaGallery.BackWanted)
    def _go_back(self, event: SvcMediaGallery.BackWanted) -> None:
        """What is nearest: a search that runs, then the marks, then the folder."""
        event.stop()
        if self.store.state.looking:
            self.store.stop_looking()
        elif self.store.state.edit_list:
            self.store.edit_select_none()
        else:
            self._go_up()

    @on(SvcMediaGallery.UpWanted)
    def _up(self, event: SvcMediaGallery.UpWanted) -> None:
        event.stop()
        self._go_up()

    def _go_up(self) -> None:
        here = self.store.state.parent_folder
        if here is not None:
            self._cursor = f"folder:{here.id}"
            self._after_unsaved_check(self.store.go_up())

    @on(SvcMediaGallery.Picked)
    def _pick(self, event: SvcMediaGallery.Picked) -> None:
        event.stop()
        self._after_unsaved_check(self._choose(event.media), group="details")

    @on(SvcMediaGallery.MarkWanted)
    def _mark(self, event: SvcMediaGallery.MarkWanted) -> None:
        event.stop()
        if self.store.state.select_mode == "none":
            self.store.edit_select([media.id for media in event.medias])
        else:
            self.run_worker(self._choose(*event.medias))

    async def _choose(self, *medias: MediaItem) -> None:
        """Pick files, or open the details where nothing is picked from."""
        for media in medias:
            if self._is_one_too_many(media):
                self.svc.snack.show(f"At most {plural(self.max_items or 0, 'file', 'files')}.")
                return
            await self.store.select(media)
            if self.picking:
                self.post_message(self.FilePicked(media))

    def _is_one_too_many(self, media: MediaItem) -> bool:
        chosen = self.store.state.selection
        if not isinstance(chosen, tuple) or self.max_items is None:
            return False
        known = any(one.id == media.id for one in chosen)
        return not known and len(chosen) >= self.max_items

    # Actions

    def action_refresh_media(self) -> None:
        """Ask again; also for details that could not be read."""
        self.refresh_files()
        media = self.store.state.edit_media
        if media is not None and self.store.state.edit_error is not None:
            self.run_worker(self.store.open_editor(media), group="details", exclusive=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be done now is dim; what one may not do to media is hidden."""
        if not self.whole:
            return False
        state = self.store.state
        if action == "leave_search":
            return self.query_one(".search").has_focus
        if self.picking and action in NOT_WHILE_PICKING:
            return False
        if self.no_folders and action in ("new_folder", "tree"):
            return False
        if action == "page":
            page = state.page + int(str(parameters[0]))
            last = state.pages + (1 if state.looked.stopped and state.missing else 0)
            return True if 1 <= page <= last else None
        if action == "clear":
            return bool(state.search or state.missing) or state.mime_type != state.locked_mime
        if action in ("copy_url", "copy_rendition"):
            return self._prefixed is not None
        if action in ("prefix", "zoom"):
            return True if self.media_at_hand is not None else None
        if action in ADDS:
            return True if self.may("add") else None
        return self._check_entry_action(action)


def _place(state: MediaState) -> Id | None:
    """The folder that is open; None is the root."""
    return state.parent_folder.id if state.parent_folder is not None else None
