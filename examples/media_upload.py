"""The drop area and the uploader alone: what is dropped or typed is told, and a queue is drawn."""

from textual.app import App, ComposeResult

from svc_tui import SvcDropArea, SvcMediaUploader, Upload


class Uploads(App[None]):
    def compose(self) -> ComposeResult:
        yield SvcDropArea(accept="image/*, .pdf", multiple=False)
        yield SvcMediaUploader(accept="image/*")

    def on_svc_drop_area_files(self, event: SvcDropArea.Files) -> None:
        queue = [Upload(at, path, None) for at, path in enumerate(event.paths)]
        self.query_one(SvcMediaUploader).show(tuple(queue), "Photos")
        self.notify(f"{len(event.paths)} taken, {len(event.skipped)} skipped", markup=False)


if __name__ == "__main__":
    Uploads().run()
