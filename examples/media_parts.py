"""The parts of the library, each handed values: no backend, and none is asked."""

from textual.app import App, ComposeResult

from svc_tui import (
    MediaFolder,
    MediaItem,
    MediaState,
    SvcMediaBreadcrumbs,
    SvcMediaEditor,
    SvcMediaFolders,
    SvcMediaGallery,
)

CAT = MediaItem(7, title="Cat", mime_type="image/png", size=2048, alt_text="a cat")
PHOTOS = MediaFolder(1, "Photos")


class Parts(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcMediaBreadcrumbs()
        yield SvcMediaFolders()
        yield SvcMediaGallery(mode="list")
        yield SvcMediaEditor(languages=["en", "it"])

    def on_mount(self) -> None:
        self.query_one(SvcMediaBreadcrumbs).show([PHOTOS])
        folder = MediaFolder(2, "2026", parent=1)
        state = MediaState(loaded=True, medias=(CAT,), folders=(folder,), parent_folders=(PHOTOS,))
        self.query_one(SvcMediaGallery).show(state)
        self.query_one(SvcMediaGallery).focus()

    def on_gallery_view_picked(self, event: SvcMediaGallery.Picked) -> None:
        self.query_one(SvcMediaEditor).show(event.media)

    def on_svc_media_folders_mime_wanted(self, event: SvcMediaFolders.MimeWanted) -> None:
        self.notify(event.mime or "all", markup=False)


if __name__ == "__main__":
    Parts().run()
