"""One file, as it looks: a picture in the terminal, in a box of your own."""

from textual.app import App, ComposeResult

from svc_tui import MediaItem, Svc, SvcMediaPreview


class Preview(App[None]):
    def __init__(self, url: str) -> None:
        super().__init__()
        self.svc = Svc(url)

    def compose(self) -> ComposeResult:
        cat = MediaItem(1, file="/media/cat.png", mime_type="image/png")
        yield SvcMediaPreview(cat, size="lg", contain=True, show_filename=True)

    async def on_unmount(self) -> None:
        await self.svc.aclose()


if __name__ == "__main__":
    Preview("http://127.0.0.1:8000").run()
