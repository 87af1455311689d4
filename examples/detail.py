"""One record alone: tabs, a condition, a second language, buttons."""

import sys

from textual.app import App

from svc_tui import FieldDescriptor, Svc, SvcDetail, SvcRootComponents

FIELDS = [
    FieldDescriptor(key="title", required=True, translatable=True, tab="Text"),
    FieldDescriptor(key="slug", tab="Text", when={"status": "published"}),
    FieldDescriptor(key="rating", type="number", tab="Filing"),
]
STATUS = FieldDescriptor(key="status", type="select", attrs={"items": ["draft", "published"]})


class Article(App[None]):
    def __init__(self, url: str, id: str = "new") -> None:
        super().__init__()
        self.svc, self.record = Svc(url), id

    async def on_mount(self) -> None:
        await self.svc.start()
        await self.svc.auth.login("admin", "admin")
        langs = ["en", "it"]
        detail = SvcDetail(
            "/api/articles", self.record, FIELDS, sidebar_fields=[STATUS], languages=langs
        )
        await self.mount(detail, SvcRootComponents())
        detail.body.focus()

    async def on_unmount(self) -> None:
        await self.svc.aclose()

    def on_svc_detail_saved(self, event: SvcDetail.Saved) -> None:
        self.svc.snack.show(f"Saved as {event.model['id']}.", "success")


if __name__ == "__main__":
    Article(*sys.argv[1:]).run()
